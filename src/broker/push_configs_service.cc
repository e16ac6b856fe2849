#include "broker/push_configs_service.h"

#include <vector>

#include "base/status_macros.h"
#include "broker/access.h"
#include "broker/push.h"

namespace a2a::broker {

absl::StatusOr<Disposition> PushConfigsService::Set(const CallContext&, wire::PushConfigSetParams* params,
                                                    wire::PushConfigSetResult* result) {
  ASSIGN_OR_RETURN(const TaskAccess access, AccessTask(core_, params->token(), params->task_id()));
  const store::TaskKey task = access.task.key;
  const store::AgentKey setter = access.caller->key;
  RETURN_IF_ERROR(CheckPushRoom(core_.store, task, setter, params->config().id(), "/params/config"));
  RETURN_IF_ERROR(core_.store->PutPushConfig({task, setter, params->config()}));
  result->mutable_config()->Swap(params->mutable_config());
  return Disposition::kReply;
}

absl::StatusOr<Disposition> PushConfigsService::Get(const CallContext&, wire::PushConfigGetParams* params,
                                                    wire::PushConfigGetResult* result) {
  ASSIGN_OR_RETURN(const TaskAccess access, AccessTask(core_, params->token(), params->task_id()));
  ASSIGN_OR_RETURN(std::vector<store::PushConfigRow> rows,
                   core_.store->PushConfigs(access.task.key, access.caller->key));
  if (!rows.empty()) result->mutable_config()->Swap(&rows.back().config);
  return Disposition::kReply;
}

}  // namespace a2a::broker

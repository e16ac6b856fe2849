#include "broker/push_configs_service.h"

#include <vector>

#include "broker/access.h"
#include "broker/push.h"
#include "broker/try.h"

namespace a2a::broker {

absl::StatusOr<Disposition> PushConfigsService::Set(const CallContext&, wire::PushConfigSetParams* params,
                                                    wire::PushConfigSetResult* result) {
  A2A_TRY_SET(const TaskAccess access, AccessTask(core_, params->token(), params->task_id()));
  const store::TaskKey task = access.task.key;
  const store::AgentKey setter = access.caller->key;
  A2A_TRY(CheckPushRoom(core_.store, task, setter, params->config().id(), "/params/config"));
  A2A_TRY(core_.store->PutPushConfig({task, setter, params->config()}));
  result->mutable_config()->Swap(params->mutable_config());
  return Disposition::kReply;
}

absl::StatusOr<Disposition> PushConfigsService::Get(const CallContext&, wire::PushConfigGetParams* params,
                                                    wire::PushConfigGetResult* result) {
  A2A_TRY_SET(const TaskAccess access, AccessTask(core_, params->token(), params->task_id()));
  A2A_TRY_SET(std::vector<store::PushConfigRow> rows, core_.store->PushConfigs(access.task.key, access.caller->key));
  if (!rows.empty()) result->mutable_config()->Swap(&rows.back().config);
  return Disposition::kReply;
}

}  // namespace a2a::broker

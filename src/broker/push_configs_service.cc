#include "broker/push_configs_service.h"

#include <vector>

#include "a2a/wire/paths.h"
#include "base/status_macros.h"
#include "broker/access.h"
#include "broker/push.h"

namespace a2a::broker {
namespace {

constexpr auto kConfigPath = ParamsPath<wire::PushConfigSetParams>().config();

}  // namespace

absl::StatusOr<Disposition> PushConfigsService::Set(const CallContext&, wire::PushConfigSetParams* params,
                                                    wire::PushConfigSetResult* result) {
  ASSIGN_OR_RETURN(const TaskAccess access, AccessTask(core_, params->token(), params->task_id()));
  const store::TaskKey task = access.task.key;
  const store::AgentKey setter = access.caller->key;
  RETURN_IF_ERROR(CheckPushRoom(core_.store, task, setter, params->config().id(), kConfigPath));
  RETURN_IF_ERROR(core_.store->PutPushConfig({task, setter, params->config()}));
  result->mutable_config()->Swap(params->mutable_config());
  return Disposition::kReply;
}

absl::StatusOr<Disposition> PushConfigsService::Get(const CallContext&, wire::PushConfigGetParams* params,
                                                    wire::PushConfigGetResult* result) {
  ASSIGN_OR_RETURN(const TaskAccess access, AccessTask(core_, params->token(), params->task_id()));
  ASSIGN_OR_RETURN(std::vector<store::PushConfigRow> rows,
                   core_.store->PushConfigs(access.task.key, access.caller->key));
  for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
    if (params->has_id() && row->config.id() != params->id()) continue;
    result->mutable_config()->Swap(&row->config);
    break;
  }
  return Disposition::kReply;
}

absl::StatusOr<Disposition> PushConfigsService::List(const CallContext&, wire::PushConfigListParams* params,
                                                     wire::PushConfigListResult* result) {
  ASSIGN_OR_RETURN(const TaskAccess access, AccessTask(core_, params->token(), params->task_id()));
  ASSIGN_OR_RETURN(std::vector<store::PushConfigRow> rows,
                   core_.store->PushConfigs(access.task.key, access.caller->key));
  for (store::PushConfigRow& row : rows) result->add_configs()->Swap(&row.config);
  return Disposition::kReply;
}

absl::StatusOr<Disposition> PushConfigsService::Delete(const CallContext&, wire::PushConfigDeleteParams* params,
                                                       wire::OkResult* result) {
  ASSIGN_OR_RETURN(const TaskAccess access, AccessTask(core_, params->token(), params->task_id()));
  RETURN_IF_ERROR(core_.store->DeletePushConfig(access.task.key, access.caller->key, params->id()));
  result->set_ok(true);
  return Disposition::kReply;
}

}  // namespace a2a::broker

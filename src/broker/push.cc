#include "broker/push.h"

#include <vector>

#include "a2a/wire/constants.h"
#include "a2a/wire/events.pb.h"
#include "a2a/wire/notifications.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "broker/errors.h"

namespace a2a::broker {

absl::Status CheckPushRoom(store::Store* store, store::TaskKey task, store::AgentKey setter,
                           absl::string_view config_id, absl::string_view path) {
  ASSIGN_OR_RETURN(const std::vector<store::PushConfigRow> rows, store->PushConfigs(task, setter));
  for (const store::PushConfigRow& row : rows) {
    if (row.config.id() == config_id) return absl::OkStatus();  // replaces it
  }
  if (static_cast<int64_t>(rows.size()) < wire::kA2aMaxPushConfigs) return absl::OkStatus();
  return InvalidParams(path, absl::StrCat("you have ", rows.size(), " push configs on this task and no more than ",
                                          wire::kA2aMaxPushConfigs, " are kept; one of the same id is replaced"));
}

absl::Status ForEachPush(store::Store* store, const store::TaskRow& task, const Agent& recipient, store::Pushes pushes,
                         const wire::TaskStatus& status, const std::function<void(absl::string_view frame)>& notify) {
  const store::AgentKey setter = pushes == store::Pushes::kOwn ? recipient.key : 0;  // 0: everybody
  ASSIGN_OR_RETURN(const std::vector<store::PushConfigRow> rows, store->PushConfigs(task.key, setter));
  std::string frame;
  for (const store::PushConfigRow& row : rows) {
    wire::PushNotification push;
    push.set_recipient(recipient.agent_id);
    push.set_recipient_context_id(recipient.context_id);
    push.set_context_id(task.context_id);
    push.set_task_id(task.id);
    // The token is the setter's own secret.
    if (row.setter == recipient.key && row.config.has_token()) push.set_token(row.config.token());
    *push.mutable_status() = status;
    frame.clear();
    wire::AppendPushNotification(push, &frame);
    notify(frame);
  }
  return absl::OkStatus();
}

}  // namespace a2a::broker

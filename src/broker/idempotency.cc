#include "broker/idempotency.h"

#include <utility>

#include "a2a/wire/codec.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "broker/errors.h"

namespace a2a::broker {

std::string ContentOf(store::Store* store, Means means, wire::TaskState state, const wire::Message& unstamped) {
  switch (means) {
    case Means::kSend:
      return store->ContentHash("send", unstamped);
    case Means::kStream:
      return store->ContentHash("stream", unstamped);
    case Means::kStatus:
      return store->ContentHash(absl::StrCat("status ", wire::WireName(state)), unstamped);
  }
  return {};
}

absl::StatusOr<store::MessageKey> FindRepeat(store::Store* store, store::TaskKey task, absl::string_view message_id,
                                             store::AgentKey sender, absl::string_view content) {
  ASSIGN_OR_RETURN(const std::optional<store::MessageRow> row, store->FindMessage(task, message_id));
  if (!row.has_value()) return 0;
  if (row->sender != sender || row->content_hash != content) return MessageConflict();
  return row->key;
}

absl::StatusOr<std::optional<RepeatedTask>> FindRepeatedTask(store::Store* store, store::AgentKey requester,
                                                             absl::string_view message_id, absl::string_view content) {
  ASSIGN_OR_RETURN(std::optional<store::TaskRow> task, store->FindTaskByRequest(requester, message_id));
  if (!task.has_value()) return std::nullopt;
  ASSIGN_OR_RETURN(const store::MessageKey message, FindRepeat(store, task->key, message_id, requester, content));
  if (message == 0) return absl::InternalError(absl::StrCat("task ", task->id, " has lost its first message"));
  return RepeatedTask{std::move(*task), message};
}

}  // namespace a2a::broker

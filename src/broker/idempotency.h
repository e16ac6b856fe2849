// Is this message here already? (Contract section 4.1, idempotent.) Reads the store; owner thread only.
#ifndef A2A_BROKER_IDEMPOTENCY_H_
#define A2A_BROKER_IDEMPOTENCY_H_

#include <optional>
#include <string>

#include "a2a/wire/types.pb.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "store/store.h"

namespace a2a::broker {

// What a message was sent by; part of its content.
enum class Means { kSend, kStream, kStatus };

// Identifies the content of a message that is not stamped yet. `state` counts for kStatus.
std::string ContentOf(store::Store* store, Means means, wire::TaskState state, const wire::Message& unstamped);

// The stored message under (task, message id) if it is the same sender's with the same content, 0 if there is none.
// Errors: A2A_MESSAGE_CONFLICT.
absl::StatusOr<store::MessageKey> FindRepeat(store::Store* store, store::TaskKey task, absl::string_view message_id,
                                             store::AgentKey sender, absl::string_view content);

// The same under the key of a new task, (requester, message id).
struct RepeatedTask {
  store::TaskRow task;
  store::MessageKey message = 0;
};
absl::StatusOr<std::optional<RepeatedTask>> FindRepeatedTask(store::Store* store, store::AgentKey requester,
                                                             absl::string_view message_id, absl::string_view content);

}  // namespace a2a::broker

#endif  // A2A_BROKER_IDEMPOTENCY_H_

// The writes of an accepted call: rows of the task, its message and its event, and the counts that go with them.
// Nothing is decided here (contract sections 4.1, 4.2 and 5). Owner thread only; errors are the store's.
#ifndef A2A_BROKER_CHANGES_H_
#define A2A_BROKER_CHANGES_H_

#include <optional>
#include <string>

#include "a2a/wire/types.pb.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "broker/agent.h"
#include "broker/core.h"
#include "store/store.h"

namespace a2a::broker {

// Refuses a message whose own size, before stamps, is above A2A_MAX_ENCODED_BYTES: A2A_PAYLOAD_TOO_LARGE.
absl::Status CheckEncodedSize(Core& core, wire::Message* message);

// Puts the broker's provenance on `message` and makes the row to store: its key and task are still 0. `to` may be
// empty: nobody in particular. The content of `message` is used up. Errors: A2A_PAYLOAD_TOO_LARGE.
absl::StatusOr<store::MessageRow> StampMessage(Core& core, const store::TaskRow& task, absl::string_view from,
                                               absl::string_view to, wire::Message* message);

// What an event about an artifact tells.
struct ArtifactUpdate {
  std::string json;  // the artifact or the chunk, in omitted form if it is large
  bool append = false;
  bool last_chunk = false;
};

struct Change {
  store::AgentKey cause = 0;            // whose doing; 0: the broker
  std::optional<wire::TaskState> move;  // unset: the status stays as it is
  store::MessageRow* message = nullptr;
  bool in_status = false;  // the message becomes status.message
  const ArtifactUpdate* artifact = nullptr;
  Agent* recipient = nullptr;  // who hears of it; null: nobody
};

// A task in its initial state with its first message, and the event for the worker. `task` lacks its key.
absl::StatusOr<store::EventRow> WriteNewTask(Core& core, store::TaskRow* task, store::MessageRow* message,
                                             Agent* worker);

// A change of an open task; brings `task` up to date. One that ends has no deadline any more. The event is written if
// there is a recipient.
absl::StatusOr<store::EventRow> WriteChange(Core& core, const Change& change, store::TaskRow* task);

// The event of how the task stands now, for one recipient. `message` caused it (0: none did), or an artifact (may be
// null).
absl::StatusOr<store::EventRow> WriteEvent(Core& core, const store::TaskRow& task, store::AgentKey recipient,
                                           store::MessageKey message, store::Pushes pushes,
                                           const ArtifactUpdate* artifact = nullptr);

}  // namespace a2a::broker

#endif  // A2A_BROKER_CHANGES_H_

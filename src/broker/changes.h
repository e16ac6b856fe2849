// The writes of an accepted call: rows of the task, its message and its event, and the counts that go with them.
// Nothing is decided here (contract sections 4.1, 4.2 and 5). Owner thread only; errors are the store's.
#ifndef A2A_BROKER_CHANGES_H_
#define A2A_BROKER_CHANGES_H_

#include <optional>
#include <string>
#include <vector>

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

// Puts the broker's provenance on `message` and makes the row to store: its key and task are still 0. The content of
// `message` is used up. Errors: A2A_PAYLOAD_TOO_LARGE.
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

// A change of an open task; brings `task` up to date. The event is written if there is a recipient.
absl::StatusOr<store::EventRow> WriteChange(Core& core, const Change& change, store::TaskRow* task);

// Answers the calls that wait for these tasks if they are settled, in parking order.
absl::Status WakeCalls(Core& core, const std::vector<const store::TaskRow*>& tasks);
// Answers calls that were taken out of the parked ones with their task as it stands.
absl::Status AnswerParked(Core& core, const std::vector<ParkedCall>& calls);

}  // namespace a2a::broker

#endif  // A2A_BROKER_CHANGES_H_

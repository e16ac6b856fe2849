#include "broker/endings.h"

#include <string>

#include "a2a/wire/constants.h"
#include "base/status_macros.h"
#include "broker/changes.h"
#include "broker/idempotency.h"
#include "broker/wakes.h"

namespace a2a::broker {

absl::Status Endings::End(store::TaskRow task, wire::TaskState state, absl::string_view reason,
                          const std::vector<Agent*>& recipients) {
  Ended& ended = ended_.emplace_back();
  ended.task = std::move(task);
  wire::Message message;
  message.set_role(wire::ROLE_AGENT);
  message.set_message_id(core_.ids.Next(core_.Now()));
  message.add_parts()->mutable_text()->set_text(std::string(reason));
  const std::string content = ContentOf(core_.store, Means::kStatus, state, message);
  // One message can name one addressee only.
  const absl::string_view to = recipients.size() == 1 ? recipients[0]->agent_id : absl::string_view();
  ASSIGN_OR_RETURN(ended.message, StampMessage(core_, ended.task, wire::kBrokerName, to, &message));
  ended.message.content_hash = content;

  Change change;
  change.move = state;
  change.message = &ended.message;
  change.in_status = true;
  RETURN_IF_ERROR(WriteChange(core_, change, &ended.task).status());
  const store::Pushes pushes = recipients.size() == 1 ? store::Pushes::kAll : store::Pushes::kOwn;
  for (Agent* recipient : recipients) {
    ASSIGN_OR_RETURN(const store::EventRow event,
                     WriteEvent(core_, ended.task, recipient->key, ended.message.key, pushes));
    ended.events.emplace_back(recipient, event);
  }
  return absl::OkStatus();
}

absl::Status Endings::Announce() {
  std::vector<const store::TaskRow*> tasks;
  for (const Ended& ended : ended_) {
    tasks.push_back(&ended.task);
    for (const auto& [recipient, event] : ended.events) {
      RETURN_IF_ERROR(core_.deliveries.Deliver(recipient, ended.task, event, &ended.message));
    }
  }
  return WakeCalls(core_, tasks);
}

}  // namespace a2a::broker

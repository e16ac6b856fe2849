// Answers of parked calls (contract sections 1, 4.1 and 5). Owner thread only; errors are the store's.
//
// A call wakes others by what it changes, and answers them once it has notified everybody: their replies follow its
// notifications. While the client is behind, or notifications are held back, woken calls stay parked; AnswerWoken
// catches up.
#ifndef A2A_BROKER_WAKES_H_
#define A2A_BROKER_WAKES_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "broker/core.h"
#include "store/store.h"

namespace a2a::broker {

// At the end of every call that changed tasks: wakes the calls that wait for their states, and answers these and those
// which the call's events woke (Deliveries::Deliver).
absl::Status WakeCalls(Core& core, const std::vector<const store::TaskRow*>& tasks);

// Answers the parked calls of one agent as at EOF: waits without events, blocking sends with the task as it stands.
absl::Status ReleaseParkedOf(Core& core, store::AgentKey agent);
// The same for all, a slice of them as the client takes them.
absl::Status ReleaseAllParked(Core& core);

// Answers woken calls in parking order while the client takes it, up to about `max_bytes`.
absl::Status AnswerWoken(Core& core, int64_t max_bytes);
// True when AnswerWoken has something to do right now.
bool WokenDue(const Core& core);

}  // namespace a2a::broker

#endif  // A2A_BROKER_WAKES_H_

// What an agent has not acknowledged yet (contract section 5, with acks): reading it for a wait, and acknowledging.
// Owner thread only; errors are the store's.
//
// Every event up to the agent's recordable_through is delivered. Acknowledging in order only moves that, and the commit
// records it; what is acknowledged out of order is marked row by row until the gap closes. Numbers that are not, or no
// longer, the agent's are ignored.
#ifndef A2A_BROKER_PENDING_H_
#define A2A_BROKER_PENDING_H_

#include <cstdint>
#include <vector>

#include "a2a/wire/events.pb.h"
#include "absl/status/status.h"
#include "broker/agent.h"
#include "broker/core.h"
#include "store/store.h"

namespace a2a::broker {

// Undelivered events after `after`, oldest first: at most `max` and A2A_MAX_WAIT_BYTES, but one if there is one.
// `task` 0: of all tasks.
absl::Status FillPending(Core& core, const Agent& agent, store::TaskKey task, store::EventSeq after, int64_t max,
                         wire::EventsWaitResult* result);

// Acknowledges everything up to `through`; `task` 0: of all tasks.
absl::Status AckThrough(Core& core, Agent* agent, store::TaskKey task, store::EventSeq through);
// Acknowledges these; in any order, repetitions allowed.
absl::Status AckSeqs(Core& core, Agent* agent, std::vector<store::EventSeq> seqs);

}  // namespace a2a::broker

#endif  // A2A_BROKER_PENDING_H_

// How agents leave and come back (contract sections 3 and 4.4). Owner thread only; errors are the store's.
#ifndef A2A_BROKER_LIFECYCLE_H_
#define A2A_BROKER_LIFECYCLE_H_

#include "a2a/wire/types.pb.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "broker/agent.h"
#include "broker/core.h"

namespace a2a::broker {

// Reads what earlier runs left: instances to reclaim and their events, open tasks.
absl::Status LoadAgents(Core& core);

// The agent says goodbye: ends the instance and its open tasks, tells the counterparts and answers its parked calls.
absl::Status Deregister(Core& core, Agent* agent);

// True when the grace is over and there are agents to end.
bool HasLostAgents(const Core& core);
// Ends agents that nobody reclaimed in time; a slice of them.
absl::Status EndLostAgents(Core& core);

}  // namespace a2a::broker

#endif  // A2A_BROKER_LIFECYCLE_H_

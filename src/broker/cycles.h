// Agents that wait for each other without end (contract section 5, cycles). Reads memory, and the store for the error's
// names; owner thread only.
//
// An agent waits for another when each of its parked calls does: waits for events of a task, or blocking sends on one,
// that it has with that same agent. A wait for events of any task, or a call that is woken, is hope enough.
#ifndef A2A_BROKER_CYCLES_H_
#define A2A_BROKER_CYCLES_H_

#include "absl/status/status.h"
#include "broker/agent.h"
#include "broker/core.h"
#include "broker/task_machine.h"
#include "store/store.h"

namespace a2a::broker {

// Before `caller`, who is `party` of `task`, parks a call that waits for the other party. `tells`: the call brings an
// event to the other party, which wakes what waits there for it. The task need not be stored yet. A2A_WAIT_CYCLE.
absl::Status CheckCycle(const Core& core, const Agent& caller, const store::TaskRow& task, Party party, bool tells);

}  // namespace a2a::broker

#endif  // A2A_BROKER_CYCLES_H_

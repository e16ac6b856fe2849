// Who a message goes to (contract section 4.1). Reads the registry; owner thread only.
#ifndef A2A_BROKER_ROUTING_H_
#define A2A_BROKER_ROUTING_H_

#include "a2a/wire/types.pb.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "broker/agent.h"
#include "broker/registry.h"
#include "broker/task_machine.h"
#include "store/store.h"

namespace a2a::broker {

// The worker of a new task: the live agent of the caller's kind that `message.to` names, or, without `to`, the only
// peer in the caller's context; with none there, the only one elsewhere.
// Errors: INVALID_PARAMS (`to` is the caller), A2A_UNKNOWN_AGENT, A2A_NO_PEERS; both name candidates.
absl::StatusOr<Agent*> WorkerOfNewTask(const Registry& registry, const Agent& caller, const wire::Message& message);

// A message within a task goes to the counterpart, live or not; `to` may say so and nothing else.
// Errors: INVALID_PARAMS.
absl::Status CheckFollowUpRecipient(const store::TaskRow& task, Party caller, const wire::Message& message);

}  // namespace a2a::broker

#endif  // A2A_BROKER_ROUTING_H_

// The first questions of every call, in the order of the contract's errors: whose token is this, is there such a task,
// is the caller a party to it. Owner thread only.
#ifndef A2A_BROKER_ACCESS_H_
#define A2A_BROKER_ACCESS_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "broker/agent.h"
#include "broker/core.h"
#include "broker/task_machine.h"
#include "store/store.h"

namespace a2a::broker {

// A2A_UNKNOWN_TOKEN. The agent was seen now.
absl::StatusOr<Agent*> CallerOf(const Core& core, absl::string_view token);

struct TaskAccess {
  Agent* caller;
  Party party;
  store::TaskRow task;
};
// A2A_UNKNOWN_TASK, A2A_UNKNOWN_AGENT.
absl::StatusOr<TaskAccess> AccessTask(const Core& core, Agent* caller, absl::string_view task_id);
// The two together.
absl::StatusOr<TaskAccess> AccessTask(const Core& core, absl::string_view token, absl::string_view task_id);

// A message of the task, or INVALID_PARAMS at `path`.
absl::StatusOr<store::MessageKey> MessageOf(store::Store* store, store::TaskKey task, absl::string_view message_id,
                                            absl::string_view path);

// The instance on the other side of an open task: it is live or can be reclaimed, else the task would have ended.
absl::StatusOr<Agent*> OtherParty(const Core& core, const store::TaskRow& task, Party party);

}  // namespace a2a::broker

#endif  // A2A_BROKER_ACCESS_H_

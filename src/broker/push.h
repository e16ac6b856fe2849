// a2a.push: what a task's push configs say when it ends (contract section 4.6). Owner thread only.
#ifndef A2A_BROKER_PUSH_H_
#define A2A_BROKER_PUSH_H_

#include <functional>
#include <string>

#include "a2a/wire/types.pb.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "broker/agent.h"
#include "store/store.h"

namespace a2a::broker {

// OK when the setter may store a config of this id on the task, else INVALID_PARAMS at `path`.
absl::Status CheckPushRoom(store::Store* store, store::TaskKey task, store::AgentKey setter,
                           absl::string_view config_id, absl::string_view path);

// One frame per config on the task that its final event fires, for the recipient of that event.
absl::Status ForEachPush(store::Store* store, const store::TaskRow& task, const Agent& recipient, store::Pushes pushes,
                         const wire::TaskStatus& status, const std::function<void(absl::string_view frame)>& notify);

}  // namespace a2a::broker

#endif  // A2A_BROKER_PUSH_H_

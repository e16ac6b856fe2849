// Tasks and statuses as replies, events and pushes show them (contract sections 4.1, 4.3 and 5). Reads the store; owner
// thread only. Errors are the store's.
#ifndef A2A_BROKER_VIEW_H_
#define A2A_BROKER_VIEW_H_

#include <cstdint>
#include <optional>

#include "a2a/wire/events.pb.h"
#include "a2a/wire/types.pb.h"
#include "absl/status/status.h"
#include "broker/agent.h"
#include "broker/registry.h"
#include "broker/task_machine.h"
#include "store/store.h"

namespace a2a::broker {

// A status as rows hold it.
struct StatusRef {
  wire::TaskState state;
  int64_t at;
  store::MessageKey message;
};

// `written` is a message that the current call stored, so that it need not be read back; may be null.
// A message above A2A_OMIT_ABOVE_BYTES is shown in omitted form.
absl::Status FillStatus(store::Store* store, const StatusRef& status, const store::MessageRow* written,
                        wire::TaskStatus* out);

// An event as its recipient sees it, in a notification or in the reply of a wait. `task` is the event's task; `written`
// as in FillStatus.
absl::Status FillEvent(store::Store* store, const Agent& recipient, const store::TaskRow& task,
                       const store::EventRow& event, const store::MessageRow* written,
                       wire::TaskEventNotification* out);

struct TaskView {
  // So many of the newest messages. Unset: only `own`.
  std::optional<int32_t> history_length;
  store::MessageKey own = 0;  // the message that the call wrote; 0: none
  bool artifacts = false;
  store::MessageKey before = 0;  // history only of messages older than this one; 0: of all
};

// The task as `viewer` sees it. A reply must fit its frame: artifacts first, then the status, then history, newest
// first; history_total tells what is missing. `written` may be null; its body is moved into the history.
absl::Status FillTask(store::Store* store, const Registry& registry, const store::TaskRow& task, Party viewer,
                      const TaskView& view, store::MessageRow* written, wire::Task* out);

}  // namespace a2a::broker

#endif  // A2A_BROKER_VIEW_H_

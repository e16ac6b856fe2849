#include "broker/wakes.h"

#include <limits>
#include <optional>

#include "a2a/wire/events.pb.h"
#include "a2a/wire/states.h"
#include "a2a/wire/tasks.pb.h"
#include "base/status_macros.h"
#include "broker/pending.h"
#include "broker/task_machine.h"
#include "broker/view.h"

namespace a2a::broker {
namespace {

constexpr int64_t kNoLimit = std::numeric_limits<int64_t>::max();

absl::StatusOr<int64_t> AnswerSend(Core& core, const ParkedCall& call) {
  ASSIGN_OR_RETURN(const std::optional<store::TaskRow> task, core.store->FindTaskByKey(call.task));
  if (!task.has_value()) return absl::InternalError("the task of a parked call is gone");
  wire::TaskResult result;
  const TaskView view{call.history_length, call.message, /*artifacts=*/true};
  RETURN_IF_ERROR(FillTask(core.store, core.registry, *task, Party::kRequester, view, nullptr, result.mutable_task()));
  core.sink->Finish(call.call, result);
  return static_cast<int64_t>(result.ByteSizeLong());
}

absl::StatusOr<int64_t> AnswerWait(Core& core, const ParkedCall& call) {
  wire::EventsWaitResult result;
  const Agent* agent = core.registry.FindByKey(call.agent);
  if (agent != nullptr && call.woken != Woken::kReleased) {
    RETURN_IF_ERROR(FillPending(core, *agent, call.task, 0, call.max_events, &result));
  }
  core.sink->Finish(call.call, result);
  return static_cast<int64_t>(result.ByteSizeLong());
}

absl::StatusOr<int64_t> AnswerNext(Core& core) {
  const ParkedCall call = core.parked.TakeWoken();
  return call.is_wait() ? AnswerWait(core, call) : AnswerSend(core, call);
}

}  // namespace

absl::Status WakeCalls(Core& core, const std::vector<const store::TaskRow*>& tasks) {
  for (const store::TaskRow* task : tasks) {
    if (IsSettled(task->state)) core.parked.WakeSends(task->key);
    if (!wire::IsTerminal(task->state)) continue;
    core.parked.WakeWaits(task->requester, task->key);
    core.parked.WakeWaits(task->worker, task->key);
  }
  return AnswerWoken(core, kNoLimit);
}

absl::Status ReleaseParkedOf(Core& core, store::AgentKey agent) {
  core.parked.Release(agent);
  return AnswerWoken(core, kNoLimit);
}

absl::Status ReleaseAllParked(Core& core) {
  core.parked.ReleaseAll();
  // Notifications that are held back stay in the store, so these do not wait for them.
  while (core.parked.has_woken() && core.sink->Accepting()) RETURN_IF_ERROR(AnswerNext(core).status());
  return absl::OkStatus();
}

absl::Status AnswerWoken(Core& core, int64_t max_bytes) {
  int64_t bytes = 0;
  while (bytes < max_bytes && WokenDue(core)) {
    ASSIGN_OR_RETURN(const int64_t size, AnswerNext(core));
    bytes += size;
  }
  return absl::OkStatus();
}

bool WokenDue(const Core& core) {
  return core.parked.has_woken() && core.deliveries.waiting().empty() && core.sink->Accepting();
}

}  // namespace a2a::broker

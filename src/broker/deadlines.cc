#include "broker/deadlines.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/clock.h"
#include "base/status_macros.h"
#include "broker/access.h"
#include "broker/core.h"
#include "broker/endings.h"

namespace a2a::broker {

std::optional<int64_t> Deadlines::NextDue() const {
  if (by_due_.empty()) return std::nullopt;
  return by_due_.begin()->first;
}

std::vector<store::TaskKey> Deadlines::Due(int64_t now, size_t max) const {
  std::vector<store::TaskKey> due;
  for (auto at = by_due_.begin(); at != by_due_.end() && at->first <= now && due.size() < max; ++at) {
    due.push_back(at->second);
  }
  return due;
}

void Deadlines::Change(store::TaskKey task, std::optional<int64_t> due) {
  const std::optional<int64_t> old = Put(task, due);
  if (old != due) undo_->Add([this, task, old] { Put(task, old); });
}

std::optional<int64_t> Deadlines::Put(store::TaskKey task, std::optional<int64_t> due) {
  std::optional<int64_t> old;
  auto found = by_task_.find(task);
  if (found != by_task_.end()) {
    old = found->second;
    by_due_.erase({found->second, task});
    by_task_.erase(found);
  }
  if (due.has_value()) {
    by_task_[task] = *due;
    by_due_.insert({*due, task});
  }
  return old;
}

absl::Status LoadDeadlines(Core& core) {
  ASSIGN_OR_RETURN(const std::vector<store::Deadline> deadlines, core.store->OpenDeadlines());
  const int64_t stamp = core.Now();
  const int64_t now = core.clock->MonotonicMillis();
  for (const store::Deadline& deadline : deadlines) {
    core.deadlines.Arm(deadline.task, now + std::max<int64_t>(0, deadline.at - stamp));
  }
  core.undo.Clear();
  return core.store->Commit();  // lets go of the stamp
}

std::optional<int64_t> NextOverdue(const Core& core) {
  return core.grace.deadline().has_value() ? core.deadlines.NextDue() : std::nullopt;
}

absl::Status EndOverdueTasks(Core& core) {
  if (!core.grace.deadline().has_value()) return absl::OkStatus();
  Endings endings(&core);
  for (store::TaskKey key : core.deadlines.Due(core.clock->MonotonicMillis(), Endings::kSlice)) {
    ASSIGN_OR_RETURN(std::optional<store::TaskRow> task, core.store->FindTaskByKey(key));
    if (!task.has_value()) return absl::InternalError("a task with a deadline is gone");
    ASSIGN_OR_RETURN(Agent* const requester, OtherParty(core, *task, Party::kWorker));
    ASSIGN_OR_RETURN(Agent* const worker, OtherParty(core, *task, Party::kRequester));
    const std::string reason =
        absl::StrCat("The deadline of this task, ", FormatIsoMillis(task->deadline_at), ", passed while it was open.");
    RETURN_IF_ERROR(endings.End(*std::move(task), wire::TASK_STATE_FAILED, reason, {requester, worker}));
  }
  return endings.Announce();
}

}  // namespace a2a::broker

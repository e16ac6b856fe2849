// Retention: what has been delivered, or has ended, goes after a time (contract sections 5 and 7).
//
// Both walks start at the oldest row and stop at the first that is young, because rows are written in the order of
// their stamps. A walk that finds nothing to do therefore costs next to nothing, however large the store is.
#include <array>
#include <limits>
#include <vector>

#include "store/store_impl.h"

namespace a2a::store {
namespace {

// Rows of a2a_tasks looked at by one call of PruneTasks: those that are old but still open, or ended late, stay and
// are passed over again and again.
constexpr int64_t kMaxTasksSeen = 4096;

struct OldTask {
  TaskKey key;
  int64_t ended_at;
  std::array<AgentKey, 2> parties;  // the recipients of its events
  EventSeq first_seq;
};

// Whether somebody who is here, or can come back, has not got all its events.
absl::StatusOr<bool> IsAwaited(StoreImpl* impl, const OldTask& task) {
  for (AgentKey party : task.parties) {
    Rows awaited(impl, Sql::kIsAwaited, party, task.key);
    if (awaited.Next()) return true;
    if (!awaited.status().ok()) return awaited.status();
  }
  return false;
}

absl::Status Remove(StoreImpl* impl, const OldTask& task) {
  for (AgentKey party : task.parties) {
    absl::Status status = impl->Write(Sql::kDeleteTaskEvents, party, task.first_seq, task.ended_at, task.key);
    if (!status.ok()) return status;
  }
  impl->removed_keys = true;
  return impl->Write(Sql::kDeleteTask, task.key);
}

}  // namespace

absl::StatusOr<int64_t> Store::PruneEvents(int64_t before, int64_t max) {
  int64_t removed = 0;
  AgentKey recipient = 0;
  while (removed < max) {
    {
      Rows next(impl_.get(), Sql::kNextRecipient, recipient);
      if (!next.Next()) {
        if (!next.status().ok()) return next.status();
        break;
      }
      recipient = next->Int(0);
    }
    EventSeq reach = 0;
    {
      Rows agent(impl_.get(), Sql::kRecipientReach, recipient);
      if (agent.Next()) reach = agent->IsNull(0) ? agent->Int(1) : std::numeric_limits<EventSeq>::max();
      if (!agent.status().ok()) return agent.status();
    }
    EventSeq last = 0;
    int64_t count = 0;
    {
      Rows oldest(impl_.get(), Sql::kOldestEvents, recipient, reach, max - removed);
      while (oldest.Next() && oldest->Int(1) < before) {
        last = oldest->Int(0);
        ++count;
      }
      if (!oldest.status().ok()) return oldest.status();
    }
    if (count == 0) continue;
    absl::Status status = impl_->Write(Sql::kDeleteEvents, recipient, reach, last);
    if (!status.ok()) return status;
    removed += count;
  }
  absl::Status status = impl_->Commit();
  if (!status.ok()) return status;
  return removed;
}

absl::StatusOr<int64_t> Store::PruneTasks(int64_t before, int64_t max) {
  std::vector<OldTask> doomed;
  int64_t seen = 0;
  bool young = false;
  {
    Rows rows(impl_.get(), Sql::kOldestTasks, impl_->prune_from, kMaxTasksSeen);
    while (static_cast<int64_t>(doomed.size()) < max && rows.Next()) {
      if (rows->Int(1) >= before) {
        young = true;
        break;
      }
      ++seen;
      impl_->prune_from = rows->Int(0);
      if (rows->IsNull(2) || rows->Int(2) >= before) continue;
      doomed.push_back({rows->Int(0), rows->Int(2), {rows->Int(3), rows->Int(4)}, rows->Int(5)});
    }
    if (!rows.status().ok()) return rows.status();
  }
  // At the end of what is old: the next call starts again with the oldest, which may have ended by then.
  if (young || (seen < kMaxTasksSeen && static_cast<int64_t>(doomed.size()) < max)) impl_->prune_from = 0;
  int64_t removed = 0;
  for (const OldTask& task : doomed) {
    absl::StatusOr<bool> awaited = IsAwaited(impl_.get(), task);
    if (!awaited.ok()) return awaited.status();
    if (*awaited) continue;
    absl::Status status = Remove(impl_.get(), task);
    if (!status.ok()) return status;
    ++removed;
  }
  absl::Status status = impl_->Commit();
  if (!status.ok()) return status;
  return removed;
}

}  // namespace a2a::store

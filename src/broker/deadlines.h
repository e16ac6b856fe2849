// When the deadlines of open tasks pass (contract section 4.1). The store keeps stamps of the wall clock; here they are
// armed on the monotonic clock, so that a jump of the wall clock moves none of them. Owner thread only; changes go
// through the undo log. Times are monotonic milliseconds.
#ifndef A2A_BROKER_DEADLINES_H_
#define A2A_BROKER_DEADLINES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/container/btree_set.h"
#include "absl/status/status.h"
#include "broker/undo_log.h"
#include "store/store.h"

namespace a2a::broker {

struct Core;

class Deadlines {
 public:
  explicit Deadlines(UndoLog* undo) : undo_(undo) {}

  // Replaces an earlier one of the task.
  void Arm(store::TaskKey task, int64_t due) { Change(task, due); }
  // The task has ended; it may have none.
  void Disarm(store::TaskKey task) { Change(task, std::nullopt); }

  std::optional<int64_t> NextDue() const;
  // Tasks whose deadline has passed, the earliest first, at most `max`. They stay armed until they are ended.
  std::vector<store::TaskKey> Due(int64_t now, size_t max) const;

  const absl::btree_map<store::TaskKey, int64_t>& by_task() const { return by_task_; }

 private:
  void Change(store::TaskKey task, std::optional<int64_t> due);
  // The change without the undo log; returns what was there.
  std::optional<int64_t> Put(store::TaskKey task, std::optional<int64_t> due);

  UndoLog* undo_;
  absl::btree_map<store::TaskKey, int64_t> by_task_;
  absl::btree_set<std::pair<int64_t, store::TaskKey>> by_due_;
};

// Arms what earlier runs left. Errors of this and the next one are the store's.
absl::Status LoadDeadlines(Core& core);

// Milliseconds of the monotonic clock at which EndOverdueTasks has something to do; none before the first handshake,
// since until then nobody can have come back.
std::optional<int64_t> NextOverdue(const Core& core);
// Ends tasks whose deadline has passed and tells both parties; a slice of them.
absl::Status EndOverdueTasks(Core& core);

}  // namespace a2a::broker

#endif  // A2A_BROKER_DEADLINES_H_

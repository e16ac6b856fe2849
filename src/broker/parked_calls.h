// Calls that wait: blocking sends that are answered when their task is terminal or paused, or when their time is over
// (contract section 4.1). This holds them; broker/replies answers them. Owner thread only; changes go through the undo
// log, so that a call which a failed batch woke waits on.
#ifndef A2A_BROKER_PARKED_CALLS_H_
#define A2A_BROKER_PARKED_CALLS_H_

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/container/btree_set.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "base/call.h"
#include "broker/undo_log.h"
#include "store/store.h"

namespace a2a::broker {

struct ParkedCall {
  uint64_t order = 0;  // parking order; set by Park
  CallId call = 0;
  store::AgentKey agent = 0;
  store::TaskKey task = 0;
  int64_t deadline = 0;  // monotonic milliseconds
  // How the task is to be answered.
  std::optional<int32_t> history_length;
  store::MessageKey message = 0;  // the message that the call wrote
};

class ParkedCalls {
 public:
  explicit ParkedCalls(UndoLog* undo) : undo_(undo) {}

  // OK or HOST_OVERLOADED.
  absl::Status CheckRoom(store::AgentKey agent) const;
  void Park(ParkedCall call);

  // Each takes calls out, in parking order.
  std::vector<ParkedCall> TakeOfTasks(const std::vector<store::TaskKey>& tasks);
  std::vector<ParkedCall> TakeOfAgent(store::AgentKey agent);
  std::vector<ParkedCall> TakeDue(int64_t now);
  std::vector<ParkedCall> TakeAll();

  std::optional<int64_t> NextDeadline() const;
  size_t size() const { return calls_.size(); }
  // In parking order.
  const absl::btree_map<uint64_t, ParkedCall>& calls() const { return calls_; }

 private:
  using Orders = absl::btree_set<uint64_t>;

  void Link(const ParkedCall& call);
  void Unlink(const ParkedCall& call);
  std::vector<ParkedCall> Take(const Orders& orders);

  UndoLog* undo_;
  uint64_t last_order_ = 0;
  absl::btree_map<uint64_t, ParkedCall> calls_;
  absl::btree_set<std::pair<int64_t, uint64_t>> by_deadline_;
  absl::flat_hash_map<store::TaskKey, Orders> by_task_;
  absl::flat_hash_map<store::AgentKey, int32_t> per_agent_;
};

}  // namespace a2a::broker

#endif  // A2A_BROKER_PARKED_CALLS_H_

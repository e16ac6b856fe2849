// Calls that wait: blocking sends, answered when their task is terminal or paused (contract section 4.1), and waits for
// events (section 5); both also when their time is over. This holds them; broker/wakes answers them.
//
// A call waits until it is woken. A woken one is due for its answer, in parking order; while the client is behind it
// stays here all the same. Owner thread only; changes go through the undo log, so that a call which a failed batch woke
// waits on. Nothing here looks at more calls than it wakes, but for Release of one agent's.
#ifndef A2A_BROKER_PARKED_CALLS_H_
#define A2A_BROKER_PARKED_CALLS_H_

#include <cstdint>
#include <optional>
#include <utility>

#include "absl/container/btree_map.h"
#include "absl/container/btree_set.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "base/call.h"
#include "broker/undo_log.h"
#include "store/store.h"

namespace a2a::broker {

enum class Woken {
  kNo,
  kYes,
  kReleased,  // as at EOF: a wait is answered without events
};

struct ParkedCall {
  uint64_t order = 0;  // parking order; set by Park
  CallId call = 0;
  store::AgentKey agent = 0;
  store::TaskKey task = 0;    // 0: a wait for events of any task
  store::AgentKey other = 0;  // the task's other party
  int64_t deadline = 0;       // monotonic milliseconds
  Woken woken = Woken::kNo;

  int64_t max_events = 0;  // of a wait; 0: this is a blocking send
  // Of a blocking send: how the task is to be answered.
  std::optional<int32_t> history_length;
  store::MessageKey message = 0;  // the message that the call wrote

  bool is_wait() const { return max_events > 0; }
};

class ParkedCalls {
 public:
  using Orders = absl::btree_set<uint64_t>;

  explicit ParkedCalls(UndoLog* undo) : undo_(undo) {}

  // OK or HOST_OVERLOADED.
  absl::Status CheckRoom(store::AgentKey agent) const;
  void Park(ParkedCall call);

  // Each wakes calls that wait.
  void WakeSends(store::TaskKey task);
  void WakeWaits(store::AgentKey agent, store::TaskKey task);  // 0: those for any task
  void WakeDue(int64_t now);
  void Release(store::AgentKey agent);
  void ReleaseAll();

  // Whether the agent waits for events of the task and is not woken yet.
  bool AnyWait(store::AgentKey agent, store::TaskKey task) const { return waits_.contains({agent, task}); }
  bool has_woken() const { return !woken_.empty(); }
  // The first that is woken, and no longer here.
  ParkedCall TakeWoken();

  // Of calls that are not woken yet.
  std::optional<int64_t> NextDeadline() const;
  size_t size() const { return calls_.size(); }
  // In parking order.
  const absl::btree_map<uint64_t, ParkedCall>& calls() const { return calls_; }
  // Parking orders of the agent's calls.
  const Orders& OfAgent(store::AgentKey agent) const;

 private:
  void Link(const ParkedCall& call);
  void Unlink(const ParkedCall& call);
  // Where a call is found that waits.
  void LinkWaiting(const ParkedCall& call);
  void UnlinkWaiting(const ParkedCall& call);
  void Wake(const Orders& orders, Woken how);  // not one of the indexes itself
  void SetWoken(uint64_t order, Woken woken);

  UndoLog* undo_;
  uint64_t last_order_ = 0;
  absl::btree_map<uint64_t, ParkedCall> calls_;
  absl::flat_hash_map<store::AgentKey, Orders> by_agent_;
  Orders woken_;
  // Of calls that wait.
  absl::btree_set<std::pair<int64_t, uint64_t>> by_deadline_;
  absl::flat_hash_map<store::TaskKey, Orders> sends_;                              // by task
  absl::flat_hash_map<std::pair<store::AgentKey, store::TaskKey>, Orders> waits_;  // by agent and task
};

}  // namespace a2a::broker

#endif  // A2A_BROKER_PARKED_CALLS_H_

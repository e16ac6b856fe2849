// From stored events to notifications (contract section 5). Owner thread only; errors are the store's.
//
// An event is notified once, right after its call's reply. It is held, in seq order, while its recipient is not live
// and while the client is behind; Drain catches up. Without acks that delivers it. With acks it stays undelivered until
// it is acknowledged (broker/pending), and what happened before its recipient was reclaimed is not notified at all. The
// rows are written elsewhere (broker/changes).
#ifndef A2A_BROKER_DELIVERIES_H_
#define A2A_BROKER_DELIVERIES_H_

#include <cstdint>
#include <string>

#include "a2a/wire/events.pb.h"
#include "absl/container/btree_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/call.h"
#include "broker/agent.h"
#include "broker/parked_calls.h"
#include "broker/progress.h"
#include "broker/registry.h"
#include "broker/undo_log.h"
#include "store/store.h"

namespace a2a::broker {

class Deliveries {
 public:
  // `acks` says what the client does, once the first agent is live.
  Deliveries(store::Store* store, const Registry* registry, Progress* progress, ParkedCalls* parked, const bool* acks,
             UndoLog* undo)
      : store_(store), registry_(registry), progress_(progress), parked_(parked), acks_(acks), undo_(undo) {}

  void SetSink(CallSink* sink) { sink_ = sink; }

  // Notifies an event that the current call stored, and its pushes, or holds it; wakes the waits of its recipient,
  // which the call then answers (broker/wakes). `written`: see FillStatus.
  absl::Status Deliver(Agent* recipient, const store::TaskRow& task, const store::EventRow& event,
                       const store::MessageRow* written);

  // Shows the caller the task's status as an event that is stored nowhere.
  absl::Status Snapshot(const Agent& caller, const store::TaskRow& task, const store::MessageRow* written);

  // The agent is live again: what was held for it is due; with acks only a wait returns it.
  void Resume(Agent* agent);

  // Notifies what is held for live agents while the client takes it, up to about `max_bytes`.
  absl::Status Drain(int64_t max_bytes);
  // True when Drain has something to do right now.
  bool Due() const { return !waiting_.empty() && sink_->Accepting(); }
  const absl::btree_set<store::AgentKey>& waiting() const { return waiting_; }

 private:
  // Notifies one event and its pushes; returns the bytes.
  absl::StatusOr<int64_t> Notify(const Agent& recipient, const store::TaskRow& task, const store::EventRow& event,
                                 const store::MessageRow* written, bool with_pushes);
  absl::StatusOr<int64_t> NotifyHeld(Agent* recipient, const store::EventRow& event);
  void Notified(Agent* recipient, store::EventSeq seq);
  void Wait(store::AgentKey agent);
  void StopWaiting(store::AgentKey agent);

  store::Store* store_;
  const Registry* registry_;
  Progress* progress_;
  ParkedCalls* parked_;
  const bool* acks_;
  UndoLog* undo_;
  CallSink* sink_ = nullptr;
  absl::btree_set<store::AgentKey> waiting_;  // live agents with held events; later events queue behind these
  wire::TaskEventNotification scratch_;
  std::string frame_;
};

}  // namespace a2a::broker

#endif  // A2A_BROKER_DELIVERIES_H_

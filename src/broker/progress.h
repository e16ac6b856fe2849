// Counts of an agent that the store keeps so that they survive a restart: messages sent in the run, and the seq up to
// which its events are delivered (contract sections 3 and 5). They change with nearly every call, so one update per
// agent is written just before a commit. Owner thread only; the counts change through the undo log.
//
// A notification leaves only after its batch is on disk. It is therefore recorded as delivered with the next commit: a
// crash in between repeats it, and loses none. What is acknowledged is recorded with its own batch.
#ifndef A2A_BROKER_PROGRESS_H_
#define A2A_BROKER_PROGRESS_H_

#include "absl/container/btree_set.h"
#include "absl/status/status.h"
#include "broker/agent.h"
#include "broker/registry.h"
#include "broker/undo_log.h"
#include "store/store.h"

namespace a2a::broker {

class Progress {
 public:
  Progress(store::Store* store, const Registry* registry, UndoLog* undo)
      : store_(store), registry_(registry), undo_(undo) {}

  // One more message of the agent; the call writes rows of its own.
  void Sent(Agent* agent);
  // A new run begins: the count starts again, also when the batch writes nothing else.
  void NewRun(Agent* agent);
  // The agent was notified of its events up to `seq`.
  void Notified(Agent* agent, store::EventSeq seq);

  // The agent has acknowledged all its events up to `through`; the batch records it even if it writes nothing else.
  void Acknowledged(Agent* agent, store::EventSeq through);

  // The next Flush writes even if the batch has written nothing else.
  void Require() { required_ = true; }
  // Writes what changed, if the batch has a transaction or needs one. Before the store's commit.
  absl::Status Flush();
  // The batch is on disk, or is given up. `acks`: notifying an event does not deliver it.
  void Committed(bool acks);
  void Aborted() { required_ = flushed_ = false; }

  // True when something notified earlier is not recorded yet.
  bool behind() const { return !dirty_.empty(); }

 private:
  store::Store* store_;
  const Registry* registry_;
  UndoLog* undo_;
  absl::btree_set<store::AgentKey> dirty_;  // may differ from the store
  bool required_ = false;
  bool flushed_ = false;
};

}  // namespace a2a::broker

#endif  // A2A_BROKER_PROGRESS_H_

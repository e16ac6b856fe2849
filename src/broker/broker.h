// The broker: agents, tasks, messages and who hears of what (contract sections 3 to 6). Start here.
//
// It implements the generated service interfaces and what the pipe's loop asks between calls. It knows no file
// descriptor, no SQL, no JSON and no clock of its own: store, clock, randomness and the sink for what it says besides
// replies are handed in by main. Owner thread only; one batch at a time.
//
// A batch: any number of service calls, OnTimers, RenderBacklog and ReleaseParked, then Commit or Abort. A handler
// decides everything before its first write, so a call that returns an error of the catalogue has changed nothing. Any
// other status is a fault of the store or of ours: the caller then calls Abort.
#ifndef A2A_BROKER_BROKER_H_
#define A2A_BROKER_BROKER_H_

#include <cstdint>
#include <memory>

#include "a2a/wire/services.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/call.h"
#include "base/clock.h"
#include "base/random.h"
#include "broker/options.h"
#include "store/store.h"

namespace a2a::broker {

struct Core;

// Figures of app.health.
struct Figures {
  int32_t agents = 0;  // live ones
  int64_t open_tasks = 0;
  int32_t parked_calls = 0;
  int64_t undelivered_events = 0;
};

class Broker {
 public:
  // Reads the instances, counts and events that the store holds from before. All pointers must outlive the broker.
  static absl::StatusOr<std::unique_ptr<Broker>> Create(const Options& options, store::Store* store, Clock* clock,
                                                        RandomSource* random);
  ~Broker();

  // Where notifications and answers of parked calls go. Before the first call.
  void SetSink(CallSink* sink);

  // Fills agents, events, messages, tasks and push_configs; leaves app to its owner.
  void Bind(wire::Services* services);

  // ---- the batch (rpc::Engine is a thin layer over these)
  // Ends the batch: progress of agents is written, the store commits, memory keeps what happened. On failure nothing of
  // the batch stays in memory or store, and the status is the store's own (store->fault() tells what it means).
  absl::Status Commit();
  // Gives the batch up: memory returns to where it began, the store rolls back.
  void Abort();
  // True when Abort would take something back.
  bool Dirty() const;

  // Milliseconds until OnTimers or OnIdle has something to do; -1: nothing is scheduled.
  int64_t NextTimerMillis();
  // Ends of parked calls, of deadlines and of the reclaim grace. A store error is kept and fails the Commit of this
  // batch.
  void OnTimers();
  // Says what was held back while the client was behind, notifications first, then answers of parked calls; a slice of
  // about A2A_MAX_BATCH_BYTES each. True when there is more to say and the client takes it.
  bool RenderBacklog();
  // The client is gone or a signal came: answers parked calls, waits without events and blocking sends with their task
  // as it stands, while the client takes it; what is still parked then is for the next call. The batch's Commit also
  // records what was notified before.
  void ReleaseParked();

  // Outside batches, when nothing is in flight: checkpoint, retention, recording of what was delivered. Does nothing
  // until a moment after the last commit. True when there is more to do right away.
  absl::StatusOr<bool> OnIdle();

  // Outside batches, once everything said so far has been written: records what was delivered, which otherwise the next
  // commit does. For an orderly end of the process.
  absl::Status RecordDelivered();

  // The first handshake of this run succeeded: the reclaim grace starts, whether the client acknowledges events is
  // settled, and deadlines that passed before have passed now. Later calls do nothing. Part of a batch.
  void OnFirstHandshake(bool acks = false);

  Figures figures() const;

  // The parts, for tests that compare memory.
  const Core& core() const { return *core_; }

 private:
  explicit Broker(std::unique_ptr<Core> core);

  void CatchUp();
  // Keeps the first error for Commit.
  void Defer(absl::Status status);

  struct Handlers;
  std::unique_ptr<Core> core_;
  std::unique_ptr<Handlers> handlers_;
  absl::Status deferred_;    // why this batch cannot be committed
  int64_t timers_from_ = 0;  // monotonic milliseconds before which timers do nothing
};

}  // namespace a2a::broker

#endif  // A2A_BROKER_BROKER_H_

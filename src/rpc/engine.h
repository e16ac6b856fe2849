// What the pipe's loop asks of the domain between and around calls. main wires it to the broker and the store.
// Owner thread only. One batch at a time (contract section 1; architecture, "One thread, one rule").
#ifndef A2A_RPC_ENGINE_H_
#define A2A_RPC_ENGINE_H_

#include <cstdint>

#include "absl/status/status.h"

namespace a2a::rpc {

class Engine {
 public:
  virtual ~Engine() = default;

  // Ends the batch: all its effects are on disk, or none are and memory is back where the batch began.
  // On failure the status is a STORE_UNAVAILABLE error that answers every reply of the batch; exit_code() says
  // whether the process must end.
  virtual absl::Status Commit() = 0;
  // Gives the batch up after an internal fault or a store error inside a handler: nothing of it stays.
  // Returns what answers the batch's calls, as Commit does.
  virtual absl::Status Abort(const absl::Status& why) = 0;

  // The batch has changed something: a handler that fails now with an unexpected error takes the whole batch with it.
  virtual bool Dirty() const = 0;
  // The store failed since the batch began: nothing of the batch can stay.
  virtual bool StoreFailed() const = 0;

  // Exit code once the process must end because of the store (65, 74); 0 while all is well.
  virtual int exit_code() const = 0;

  // Milliseconds until OnTimers or OnIdle has something to do; -1: nothing is scheduled.
  virtual int64_t NextTimerMillis() = 0;
  // Runs what is due: ends of waits, grace, deadlines. Part of a batch. Like the next two it reports a store error
  // through StoreFailed(), and Commit() then fails.
  virtual void OnTimers() = 0;

  // Renders notifications that wait in the store, a slice of them. True when there is more and the client takes it.
  // Part of a batch.
  virtual bool RenderBacklog() = 0;

  // The client is gone or a signal came: answers parked calls as contract section 1 says, while the client takes it.
  // Called again while some are left. Part of a batch.
  virtual void ReleaseParked() = 0;

  // A timer is due and no frame waits: checkpoints, retention. Outside batches. True when there is more to do right
  // away.
  virtual bool OnIdle() = 0;
};

}  // namespace a2a::rpc

#endif  // A2A_RPC_ENGINE_H_

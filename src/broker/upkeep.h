// What the store needs now and then: checkpoints of its log and removal of what is older than the operator wants to
// keep (contract section 7). Outside batches; owner thread only.
#ifndef A2A_BROKER_UPKEEP_H_
#define A2A_BROKER_UPKEEP_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/clock.h"
#include "broker/options.h"
#include "store/store.h"

namespace a2a::broker {

class Upkeep {
 public:
  Upkeep(const Options& options, store::Store* store, Clock* clock);

  // A transaction was committed: idle work waits for a quiet moment after it.
  void Committed();

  // A batch was given up, or idle work failed: it waits, so that a full disk does not keep the loop busy.
  void Postpone(int64_t millis);

  // Monotonic milliseconds at which Idle has something to do.
  int64_t NextDue() const;
  // True when a quiet moment has come and nothing was done in it yet.
  bool IsQuiet() const;
  // One slice of work. True when there is more. Errors are the store's.
  absl::StatusOr<bool> Idle();

 private:
  absl::StatusOr<bool> Prune();

  const Options options_;
  store::Store* const store_;
  Clock* const clock_;
  int64_t quiet_at_;  // when the quiet moment begins; -1: all was done in it
  int64_t prune_at_;
};

}  // namespace a2a::broker

#endif  // A2A_BROKER_UPKEEP_H_

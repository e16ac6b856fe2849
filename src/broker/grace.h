// The time in which agents cut off by a stop of the host can be reclaimed (contract section 3): it starts at the first
// handshake of this run and runs on the monotonic clock. Owner thread only.
#ifndef A2A_BROKER_GRACE_H_
#define A2A_BROKER_GRACE_H_

#include <cstdint>
#include <optional>

#include "base/clock.h"
#include "broker/options.h"
#include "broker/undo_log.h"

namespace a2a::broker {

class Grace {
 public:
  Grace(const Options& options, Clock* clock, UndoLog* undo)
      : length_ms_(options.reclaim_grace_seconds * 1000), clock_(clock), undo_(undo) {}

  // Later calls do nothing.
  void Start() {
    if (deadline_ms_.has_value()) return;
    deadline_ms_ = clock_->MonotonicMillis() + length_ms_;
    undo_->Add([this] { deadline_ms_.reset(); });
  }

  // Monotonic milliseconds; none before the first handshake.
  std::optional<int64_t> deadline() const { return deadline_ms_; }
  bool IsOver() const { return deadline_ms_.has_value() && clock_->MonotonicMillis() >= *deadline_ms_; }
  int64_t seconds() const { return length_ms_ / 1000; }

 private:
  const int64_t length_ms_;
  Clock* const clock_;
  UndoLog* const undo_;
  std::optional<int64_t> deadline_ms_;
};

}  // namespace a2a::broker

#endif  // A2A_BROKER_GRACE_H_

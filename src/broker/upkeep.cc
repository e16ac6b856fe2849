#include "broker/upkeep.h"

#include <algorithm>

#include "base/status_macros.h"

namespace a2a::broker {
namespace {

// Between two requests of a busy client no idle work is done: it would only make the second one wait.
constexpr int64_t kQuietMillis = 500;
constexpr int64_t kPruneEveryMillis = 60 * 1000;
// Rows of one slice: a few milliseconds.
constexpr int64_t kPruneSlice = 500;

}  // namespace

Upkeep::Upkeep(const Options& options, store::Store* store, Clock* clock)
    : options_(options),
      store_(store),
      clock_(clock),
      quiet_at_(clock->MonotonicMillis() + kQuietMillis),
      prune_at_(quiet_at_) {}

void Upkeep::Committed() { quiet_at_ = clock_->MonotonicMillis() + kQuietMillis; }

void Upkeep::Postpone(int64_t millis) {
  quiet_at_ = clock_->MonotonicMillis() + millis;
  prune_at_ = std::max(prune_at_, quiet_at_);
}

int64_t Upkeep::NextDue() const { return quiet_at_ >= 0 ? quiet_at_ : prune_at_; }

bool Upkeep::IsQuiet() const { return quiet_at_ >= 0 && clock_->MonotonicMillis() >= quiet_at_; }

absl::StatusOr<bool> Upkeep::Idle() {
  const int64_t now = clock_->MonotonicMillis();
  if (quiet_at_ >= 0 && now < quiet_at_) return false;
  if (now >= prune_at_) {
    prune_at_ = now + kPruneEveryMillis;  // also after a failure
    ASSIGN_OR_RETURN(const bool more, Prune());
    if (more) prune_at_ = now;
    return true;
  }
  if (quiet_at_ < 0) return false;
  if (store_->WalBytes() > 0) {
    RETURN_IF_ERROR(store_->Checkpoint(false));
    if (store_->WalBytes() == 0) return true;
  }
  ASSIGN_OR_RETURN(const bool more, store_->MakeWalRoom());
  if (!more) quiet_at_ = -1;
  return more;
}

absl::StatusOr<bool> Upkeep::Prune() {
  const int64_t now = store_->NextStamp(clock_->WallMillis());
  bool more = false;
  ASSIGN_OR_RETURN(const int64_t events,
                   store_->PruneEvents(now - options_.event_retention_seconds * 1000, kPruneSlice));
  more |= events >= kPruneSlice;
  if (options_.task_retention_seconds > 0) {
    ASSIGN_OR_RETURN(const int64_t tasks,
                     store_->PruneTasks(now - options_.task_retention_seconds * 1000, kPruneSlice));
    more |= tasks >= kPruneSlice;
  }
  RETURN_IF_ERROR(store_->Commit());  // lets go of the stamp
  return more;
}

}  // namespace a2a::broker

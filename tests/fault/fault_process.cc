#include "fault/fault_process.h"

#include <csignal>
#include <memory>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

namespace a2a::fault {

int64_t FaultClock::WallMillis() {
  return SystemClock()->WallMillis() + (control_ == nullptr ? 0 : control_->wall_offset_millis);
}

int64_t FaultClock::MonotonicMillis() { return MonotonicMicros() / 1000; }

int64_t FaultClock::MonotonicMicros() {
  return SystemClock()->MonotonicMicros() + (control_ == nullptr ? 0 : control_->monotonic_offset_millis * 1000);
}

bool Countdown::Parse(const std::string& text) {
  for (absl::string_view entry : absl::StrSplit(text, ',', absl::SkipEmpty())) {
    const size_t colon = entry.rfind(':');
    int64_t count = 1;
    if (colon != absl::string_view::npos && !absl::SimpleAtoi(entry.substr(colon + 1), &count)) return false;
    if (count < 1) return false;
    left_[std::string(entry.substr(0, colon))] = count;
  }
  return true;
}

bool Countdown::Pass(absl::string_view name) {
  if (left_.empty()) return false;
  const auto found = left_.find(std::string(name));
  return found != left_.end() && --found->second == 0;
}

std::function<void(absl::string_view)> KillPoints(Countdown countdown) {
  auto left = std::make_shared<Countdown>(std::move(countdown));
  return [left](absl::string_view point) {
    if (left->Pass(point)) raise(SIGKILL);
  };
}

std::function<absl::Status(absl::string_view)> FailingCalls(Countdown countdown, Control* control) {
  auto left = std::make_shared<Countdown>(std::move(countdown));
  return [left, control](absl::string_view method) {
    bool fails = left->Pass(method);
    if (control != nullptr && control->fail_calls > 0) {
      control->fail_calls = control->fail_calls - 1;
      fails = true;
    }
    return fails ? absl::InternalError("a fault on demand") : absl::OkStatus();
  };
}

}  // namespace a2a::fault

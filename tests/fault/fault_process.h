// What a2a-hostd-fault does to itself, as the environment and the control file say (README.md): a clock that jumps,
// kill points and calls that fail inside. Owner thread only.
#ifndef A2A_TESTS_FAULT_FAULT_PROCESS_H_
#define A2A_TESTS_FAULT_FAULT_PROCESS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "base/clock.h"
#include "fault/fault_control.h"

namespace a2a::fault {

// The system's clocks, each moved by what the control file says at that moment.
class FaultClock : public Clock {
 public:
  explicit FaultClock(const Control* control) : control_(control) {}
  int64_t WallMillis() override;
  int64_t MonotonicMillis() override;
  int64_t MonotonicMicros() override;
  // Short, so that the loop notices when a test moves the clock.
  int64_t MaxSleepMillis() override { return 5; }

 private:
  const Control* control_;
};

// Things that pass and are counted down by name: "after-commit:3,mid-write:1" means the third and the first.
class Countdown {
 public:
  // False when `text` is no such list. An empty text is an empty list.
  bool Parse(const std::string& text);
  // True when this was the one.
  bool Pass(absl::string_view name);

 private:
  std::map<std::string, int64_t> left_;
};

// Ends the process as a crash would when the countdown says so.
std::function<void(absl::string_view)> KillPoints(Countdown countdown);

// Makes handlers fail after they have done their work: those that the countdown names, and the next `fail_calls` of the
// control file.
std::function<absl::Status(absl::string_view)> FailingCalls(Countdown countdown, Control* control);

}  // namespace a2a::fault

#endif  // A2A_TESTS_FAULT_FAULT_PROCESS_H_

// Time, injected. The system clock is read in base/ only; tests and a2a-hostd-fault bring their own.
#ifndef A2A_BASE_CLOCK_H_
#define A2A_BASE_CLOCK_H_

#include <cstdint>
#include <string>

namespace a2a {

class Clock {
 public:
  virtual ~Clock() = default;
  // Milliseconds since 1970-01-01 UTC; may jump either way.
  virtual int64_t WallMillis() = 0;
  // Milliseconds since some start; never goes back and goes on while the process is stopped.
  virtual int64_t MonotonicMillis() = 0;
  // Microseconds on the same clock, for measuring.
  virtual int64_t MonotonicMicros() = 0;
  // Longest time, in milliseconds, that the owner may sleep before it looks at the clock again; -1: no limit.
  virtual int64_t MaxSleepMillis() { return -1; }
};

// The operating system's clocks.
Clock* SystemClock();

// "2026-11-30T06:38:49.123Z".
std::string FormatIsoMillis(int64_t wall_millis);

}  // namespace a2a

#endif  // A2A_BASE_CLOCK_H_

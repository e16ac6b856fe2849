// The control file of a2a-hostd-fault: numbers that a test writes while the process runs (README.md).
#ifndef A2A_TESTS_FAULT_FAULT_CONTROL_H_
#define A2A_TESTS_FAULT_FAULT_CONTROL_H_

#include <cstdint>
#include <string>

namespace a2a::fault {

// 64-bit little-endian numbers, mapped; the comments give their offsets.
struct Control {
  volatile int64_t wall_offset_millis;       // 0
  volatile int64_t monotonic_offset_millis;  // 8
  volatile int64_t ops;                      // 16: bits of fault_plan.h; 0: nothing fails
  volatile int64_t how;                      // 24: 0 I/O error, 1 full, 2 torn
  volatile int64_t let_pass;                 // 32: operations that succeed first; counts down
  volatile int64_t times;                    // 40: operations that then fail; counts down; -1: all
  volatile int64_t fail_calls;               // 48: calls whose handler fails; counts down
};

// Maps the file of that name, which is made if needed, for the rest of the process. Null when it cannot be.
Control* MapControl(const std::string& path);

}  // namespace a2a::fault

#endif  // A2A_TESTS_FAULT_FAULT_CONTROL_H_

// Integers by value: 1, 1.0, 10e-1 and 1e2 are integers, 1.5 is not. Private to json/. Any thread.
#ifndef A2A_JSON_NUMBER_H_
#define A2A_JSON_NUMBER_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace a2a::json::internal {

struct Integer {
  bool integral = false;  // the rest means something only then
  bool negative = false;  // never of zero
  bool huge = false;      // the magnitude is above 2^64-1 and was cut to that
  uint64_t magnitude = 0;
};

// `number` is a number of valid JSON.
Integer ParseInteger(absl::string_view number);

// True when the value is in range; false and the nearest end of the range otherwise.
bool ToInt64(const Integer& integer, int64_t* out);
bool ToUint64(const Integer& integer, uint64_t* out);

// `number` as the nearest double; false when it is too large for one.
bool ParseDouble(absl::string_view number, double* out);

}  // namespace a2a::json::internal

#endif  // A2A_JSON_NUMBER_H_

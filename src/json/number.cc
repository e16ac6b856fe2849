#include "json/number.h"

#include <algorithm>
#include <limits>
#include <system_error>

#include "absl/strings/charconv.h"

namespace a2a::json::internal {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Value of an exponent's text; cut at a size that no length of a mantissa can make up for.
int64_t ParseExponent(absl::string_view text) {
  constexpr int64_t kFar = int64_t{1} << 40;
  bool negative = text[0] == '-';
  if (negative || text[0] == '+') text.remove_prefix(1);
  int64_t value = 0;
  for (char c : text) value = std::min(kFar, value * 10 + (c - '0'));
  return negative ? -value : value;
}

// Appends a digit to *magnitude; false on overflow.
bool Push(uint64_t digit, uint64_t* magnitude) {
  constexpr uint64_t kMax = std::numeric_limits<uint64_t>::max();
  if (*magnitude > (kMax - digit) / 10) return false;
  *magnitude = *magnitude * 10 + digit;
  return true;
}

}  // namespace

Integer ParseInteger(absl::string_view number) {
  Integer result;
  bool minus = number[0] == '-';
  if (minus) number.remove_prefix(1);
  size_t e = number.find_first_of("eE");
  int64_t exponent = e == absl::string_view::npos ? 0 : ParseExponent(number.substr(e + 1));
  absl::string_view mantissa = number.substr(0, e);
  size_t point = mantissa.find('.');
  if (point != absl::string_view::npos) exponent -= static_cast<int64_t>(mantissa.size() - point - 1);
  // Without trailing zeros the exponent alone tells whether the value is an integer.
  while (!mantissa.empty() && (mantissa.back() == '0' || mantissa.back() == '.')) {
    if (mantissa.back() == '0') ++exponent;
    mantissa.remove_suffix(1);
  }
  if (mantissa.empty()) return {.integral = true};
  if (exponent < 0) return result;
  result.integral = true;
  result.negative = minus;
  for (char c : mantissa) {
    if (IsDigit(c) && !result.huge) result.huge = !Push(static_cast<uint64_t>(c - '0'), &result.magnitude);
  }
  for (; exponent > 0 && !result.huge; --exponent) result.huge = !Push(0, &result.magnitude);
  if (result.huge) result.magnitude = std::numeric_limits<uint64_t>::max();
  return result;
}

bool ToInt64(const Integer& integer, int64_t* out) {
  constexpr uint64_t kMax = std::numeric_limits<int64_t>::max();
  uint64_t limit = integer.negative ? kMax + 1 : kMax;
  uint64_t magnitude = std::min(integer.magnitude, limit);
  *out = static_cast<int64_t>(integer.negative ? 0 - magnitude : magnitude);
  return integer.magnitude <= limit;
}

bool ToUint64(const Integer& integer, uint64_t* out) {
  *out = integer.negative ? 0 : integer.magnitude;
  return !integer.negative && !integer.huge;
}

bool ParseDouble(absl::string_view number, double* out) {
  double value = 0;
  absl::from_chars_result result = absl::from_chars(number.data(), number.data() + number.size(), value);
  if (result.ec == std::errc::result_out_of_range) {
    if (value > 1 || value < -1) return false;
    value = number[0] == '-' ? -0.0 : 0.0;  // too small to tell from zero
  }
  *out = value;
  return true;
}

}  // namespace a2a::json::internal

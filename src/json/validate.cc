#include <algorithm>

#include "json/cursor.h"
#include "json/scan.h"

namespace a2a::json {
namespace {

// Deepest nesting that Validate can follow, whatever its caller asks for: the size of the bit stack below.
constexpr int kStackBits = 4096;

// One pass over the text. Which containers are open is a stack of bits, so that hostile nesting costs no call stack.
class Validator {
 public:
  Validator(absl::string_view text, int max_depth)
      : begin_(text.data()), at_(begin_), end_(begin_ + text.size()), max_depth_(std::min(max_depth, kStackBits)) {}

  bool Run() {
    do {
      SkipSpace();
      if (!Value()) return false;
    } while (ToNextValue());
    return what_.empty();
  }

  Landmark landmark() const { return mark_; }
  SyntaxError error() const { return {static_cast<size_t>(at_ - begin_), what_}; }

 private:
  bool Fail(absl::string_view what) {
    what_ = what;
    return false;
  }
  bool FailAt(const char* at, absl::string_view what) {
    at_ = at;
    return Fail(what);
  }

  bool Is(char c) const { return at_ < end_ && *at_ == c; }
  bool IsDigit() const { return at_ < end_ && *at_ >= '0' && *at_ <= '9'; }
  void SkipSpace() { at_ = internal::SkipSpace(at_, end_); }

  bool in_object() const { return (open_[(depth_ - 1) >> 6] >> ((depth_ - 1) & 63)) & 1; }
  bool Push(bool object) {
    if (depth_ >= max_depth_) return Fail("nested too deep");
    uint64_t bit = uint64_t{1} << (depth_ & 63);
    uint64_t& word = open_[depth_ >> 6];
    word = object ? word | bit : word & ~bit;
    if (depth_ == 1) mark_.begin = at_;
    ++depth_;
    return true;
  }

  // A scalar, an empty container, or everything up to the first scalar of a container.
  bool Value() {
    for (;;) {
      if (at_ == end_) return Fail("expected a value");
      switch (*at_) {
        case '"':
          return String();
        case '{':
          if (!Push(true)) return false;
          ++at_;
          SkipSpace();
          if (Is('}')) return true;  // ToNextValue closes it
          if (!Key("expected a member name or '}'")) return false;
          break;
        case '[':
          if (!Push(false)) return false;
          ++at_;
          SkipSpace();
          if (Is(']')) return true;
          break;
        case 't':
          return Literal("true");
        case 'f':
          return Literal("false");
        case 'n':
          return Literal("null");
        default:
          return Number();
      }
    }
  }

  // After a value: closes containers and moves to the next value. False at the end of the text and on a fault.
  bool ToNextValue() {
    for (;;) {
      SkipSpace();
      if (depth_ == 0) return at_ != end_ && Fail("expected nothing more after the value");
      if (in_object()) {
        if (Is(',')) {
          ++at_;
          SkipSpace();
          return Key("expected a member name");
        }
        if (!Is('}')) return Fail("expected ',' or '}'");
      } else {
        if (Is(',')) {
          ++at_;
          return true;
        }
        if (!Is(']')) return Fail("expected ',' or ']'");
      }
      ++at_;
      if (--depth_ == 1) mark_.end = at_;
    }
  }

  // `"name" :` and white space.
  bool Key(absl::string_view otherwise) {
    if (!Is('"')) return Fail(otherwise);
    if (!String()) return false;
    SkipSpace();
    if (!Is(':')) return Fail("expected ':'");
    ++at_;
    SkipSpace();
    return true;
  }

  bool Literal(absl::string_view word) {
    size_t left = static_cast<size_t>(end_ - at_);
    if (left < word.size() || absl::string_view(at_, word.size()) != word) return Fail("expected a value");
    at_ += word.size();
    return true;
  }

  void Digits() {
    while (IsDigit()) ++at_;
  }

  bool Number() {
    bool minus = Is('-');
    if (minus) ++at_;
    if (!IsDigit()) return Fail(minus ? "expected a digit" : "expected a value");
    if (*at_ == '0') {
      ++at_;
      if (IsDigit()) return Fail("a number has no leading zeros");
    } else {
      Digits();
    }
    if (Is('.')) {
      ++at_;
      if (!IsDigit()) return Fail("expected a digit");
      Digits();
    }
    if (Is('e') || Is('E')) {
      ++at_;
      if (Is('+') || Is('-')) ++at_;
      if (!IsDigit()) return Fail("expected a digit");
      Digits();
    }
    return true;
  }

  // From the opening quote to behind the closing one.
  bool String() {
    ++at_;
    for (;;) {
      at_ = internal::Find<internal::NotPlain>(at_, end_);
      if (at_ == end_) return Fail("the string has no end");
      uint8_t c = static_cast<uint8_t>(*at_);
      if (c == '"') {
        ++at_;
        return true;
      }
      if (c == '\\') {
        if (!Escape()) return false;
      } else if (c < 0x20) {
        return Fail("a control character in a string must be escaped");
      } else if (!Utf8()) {
        return false;
      }
    }
  }

  // Four hex digits at `at`; -1 when they are not.
  int Hex4(const char* at) const {
    if (end_ - at < 4) return -1;
    int value = 0;
    for (int i = 0; i < 4; ++i) {
      int c = at[i], lower = c | 0x20;
      int digit = c >= '0' && c <= '9' ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
      if (digit < 0) return -1;
      value = value * 16 + digit;
    }
    return value;
  }

  bool Escape() {
    const char* start = at_;
    if (end_ - at_ < 2) return Fail("the string has no end");
    switch (at_[1]) {
      case '"':
      case '\\':
      case '/':
      case 'b':
      case 'f':
      case 'n':
      case 'r':
      case 't':
        at_ += 2;
        return true;
      case 'u':
        break;
      default:
        return Fail("unknown escape");
    }
    int unit = Hex4(at_ + 2);
    if (unit < 0) return Fail("expected four hex digits after \\u");
    at_ += 6;
    if (unit < 0xD800 || unit > 0xDFFF) return true;
    bool paired = unit < 0xDC00 && end_ - at_ >= 6 && at_[0] == '\\' && at_[1] == 'u';
    int low = paired ? Hex4(at_ + 2) : -1;
    if (low < 0xDC00 || low > 0xDFFF) return FailAt(start, "unpaired surrogate");
    at_ += 6;
    return true;
  }

  // Characters above ASCII, as many as there are in a row. Table 3-7 of the Unicode standard.
  bool Utf8() {
    while (at_ < end_ && static_cast<uint8_t>(*at_) >= 0x80) {
      uint8_t lead = static_cast<uint8_t>(*at_);
      if (lead < 0xC2 || lead > 0xF4) return Fail("not UTF-8");
      int size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
      if (end_ - at_ < size) return Fail("not UTF-8");
      uint8_t second = static_cast<uint8_t>(at_[1]);
      uint8_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
      uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
      bool good = second >= low && second <= high;
      for (int i = 2; i < size; ++i) good &= (static_cast<uint8_t>(at_[i]) & 0xC0) == 0x80;
      if (!good) return Fail("not UTF-8");
      at_ += size;
    }
    return true;
  }

  const char* const begin_;
  const char* at_;
  const char* const end_;
  const int max_depth_;
  int depth_ = 0;
  Landmark mark_;
  absl::string_view what_;
  uint64_t open_[kStackBits / 64];  // bit set: an object; only bits below depth_ mean anything
};

}  // namespace

bool Validate(absl::string_view text, int max_depth, SyntaxError* error, Landmark* landmark) {
  Validator validator(text, max_depth);
  if (validator.Run()) {
    if (landmark != nullptr) *landmark = validator.landmark();
    return true;
  }
  *error = validator.error();
  return false;
}

}  // namespace a2a::json

#include "json/cursor.h"

#include <limits>

#include "json/number.h"
#include "json/scan.h"
#include "json/skip.h"

namespace a2a::json {
namespace {

using internal::Find;
using internal::QuoteOrEscape;

int HexDigit(char c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; }

uint32_t Hex4(const char* at) {
  return static_cast<uint32_t>(HexDigit(at[0]) << 12 | HexDigit(at[1]) << 8 | HexDigit(at[2]) << 4 | HexDigit(at[3]));
}

void AppendUtf8(uint32_t c, std::string* out) {
  auto tail = [c](int shift) { return static_cast<char>(0x80 | ((c >> shift) & 0x3F)); };
  if (c < 0x80) {
    out->push_back(static_cast<char>(c));
  } else if (c < 0x800) {
    const char bytes[] = {static_cast<char>(0xC0 | c >> 6), tail(0)};
    out->append(bytes, 2);
  } else if (c < 0x10000) {
    const char bytes[] = {static_cast<char>(0xE0 | c >> 12), tail(6), tail(0)};
    out->append(bytes, 3);
  } else {
    const char bytes[] = {static_cast<char>(0xF0 | c >> 18), tail(12), tail(6), tail(0)};
    out->append(bytes, 4);
  }
}

// Appends the character that the escape at `at` stands for; returns what follows it.
const char* Unescape(const char* at, std::string* out) {
  switch (at[1]) {
    case 'b':
      out->push_back('\b');
      return at + 2;
    case 'f':
      out->push_back('\f');
      return at + 2;
    case 'n':
      out->push_back('\n');
      return at + 2;
    case 'r':
      out->push_back('\r');
      return at + 2;
    case 't':
      out->push_back('\t');
      return at + 2;
    case 'u':
      break;
    default:
      out->push_back(at[1]);
      return at + 2;
  }
  uint32_t c = Hex4(at + 2);
  if (c < 0xD800 || c > 0xDFFF) {
    AppendUtf8(c, out);
    return at + 6;
  }
  AppendUtf8(0x10000 + ((c - 0xD800) << 10) + (Hex4(at + 8) - 0xDC00), out);
  return at + 12;
}

// Reads the rest of a string from `start`, behind its opening quote, whose first quote or escape is at `stop`.
const char* UnescapeString(const char* start, const char* stop, const char* end, std::string* out) {
  for (;;) {
    out->append(start, static_cast<size_t>(stop - start));
    if (*stop == '"') return stop + 1;
    start = Unescape(stop, out);
    stop = Find<QuoteOrEscape>(start, end);
  }
}

bool EndsScalar(char c) { return c == ',' || c == ']' || c == '}' || internal::IsSpace(c); }

}  // namespace

absl::string_view TypeName(Type type) {
  switch (type) {
    case Type::kObject:
      return "an object";
    case Type::kArray:
      return "an array";
    case Type::kString:
      return "a string";
    case Type::kNumber:
      return "a number";
    case Type::kBool:
      return "a boolean";
    case Type::kNull:
      break;
  }
  return "null";
}

Cursor::Cursor(absl::string_view validated, Landmark landmark)
    : at_(internal::SkipSpace(validated.data(), validated.data() + validated.size())),
      end_(validated.data() + validated.size()),
      landmark_(landmark) {}

Type Cursor::type() const {
  if (at_ == end_) return Type::kNull;
  switch (*at_) {
    case '{':
      return Type::kObject;
    case '[':
      return Type::kArray;
    case '"':
      return Type::kString;
    case 't':
    case 'f':
      return Type::kBool;
    case 'n':
      return Type::kNull;
    default:
      return Type::kNumber;
  }
}

bool Cursor::EnterObject() {
  if (at_ == end_ || *at_ != '{') return false;
  ++at_;
  return true;
}

bool Cursor::EnterArray() {
  if (at_ == end_ || *at_ != '[') return false;
  ++at_;
  return true;
}

bool Cursor::NextMember(absl::string_view* key) {
  at_ = internal::SkipSpace(at_, end_);
  if (*at_ == '}') {
    ++at_;
    return false;
  }
  if (*at_ == ',') at_ = internal::SkipSpace(at_ + 1, end_);
  const char* start = at_ + 1;
  const char* stop = Find<QuoteOrEscape>(start, end_);
  if (*stop == '"') {
    *key = absl::string_view(start, static_cast<size_t>(stop - start));
    at_ = stop + 1;
  } else {
    key_.clear();
    at_ = UnescapeString(start, stop, end_, &key_);
    *key = key_;
  }
  key_text_ = absl::string_view(start - 1, static_cast<size_t>(at_ - start + 1));
  at_ = internal::SkipSpace(internal::SkipSpace(at_, end_) + 1, end_);
  return true;
}

bool Cursor::NextElement() {
  at_ = internal::SkipSpace(at_, end_);
  if (*at_ == ']') {
    ++at_;
    return false;
  }
  if (*at_ == ',') at_ = internal::SkipSpace(at_ + 1, end_);
  return true;
}

bool Cursor::ReadString(std::string* out) {
  if (at_ == end_ || *at_ != '"') return false;
  const char* start = at_ + 1;
  const char* stop = Find<QuoteOrEscape>(start, end_);
  if (*stop == '"') {
    out->assign(start, static_cast<size_t>(stop - start));
    at_ = stop + 1;
  } else {
    out->clear();
    at_ = UnescapeString(start, stop, end_, out);
  }
  return true;
}

bool Cursor::ReadBool(bool* out) {
  if (at_ == end_ || (*at_ != 't' && *at_ != 'f')) return false;
  *out = *at_ == 't';
  at_ += *out ? 4 : 5;
  return true;
}

bool Cursor::ReadNull() {
  if (at_ == end_ || *at_ != 'n') return false;
  at_ += 4;
  return true;
}

absl::string_view Cursor::NumberText() const {
  const char* stop = at_;
  while (stop < end_ && !EndsScalar(*stop)) ++stop;
  return absl::string_view(at_, static_cast<size_t>(stop - at_));
}

bool Cursor::ReadSigned(int64_t min, int64_t max, int64_t* out) {
  if (!IsNumber()) return false;
  absl::string_view text = NumberText();
  internal::Integer integer = internal::ParseInteger(text);
  int64_t value = 0;
  if (!integer.integral || !internal::ToInt64(integer, &value) || value < min || value > max) return false;
  *out = value;
  at_ += text.size();
  return true;
}

bool Cursor::ReadUnsigned(uint64_t max, uint64_t* out) {
  if (!IsNumber()) return false;
  absl::string_view text = NumberText();
  internal::Integer integer = internal::ParseInteger(text);
  uint64_t value = 0;
  if (!integer.integral || !internal::ToUint64(integer, &value) || value > max) return false;
  *out = value;
  at_ += text.size();
  return true;
}

bool Cursor::ReadInt64(int64_t* out) {
  return ReadSigned(std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max(), out);
}

bool Cursor::ReadUint64(uint64_t* out) { return ReadUnsigned(std::numeric_limits<uint64_t>::max(), out); }

bool Cursor::ReadInt32(int32_t* out) {
  int64_t value = 0;
  if (!ReadSigned(std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max(), &value)) return false;
  *out = static_cast<int32_t>(value);
  return true;
}

bool Cursor::ReadUint32(uint32_t* out) {
  uint64_t value = 0;
  if (!ReadUnsigned(std::numeric_limits<uint32_t>::max(), &value)) return false;
  *out = static_cast<uint32_t>(value);
  return true;
}

bool Cursor::ReadInt64Clamped(int64_t* out) {
  if (!IsNumber()) return false;
  absl::string_view text = NumberText();
  internal::Integer integer = internal::ParseInteger(text);
  if (!integer.integral) return false;
  internal::ToInt64(integer, out);
  at_ += text.size();
  return true;
}

bool Cursor::ReadUint64Clamped(uint64_t* out) {
  if (!IsNumber()) return false;
  absl::string_view text = NumberText();
  internal::Integer integer = internal::ParseInteger(text);
  if (!integer.integral || integer.negative) return false;
  internal::ToUint64(integer, out);
  at_ += text.size();
  return true;
}

bool Cursor::ReadDouble(double* out) {
  if (!IsNumber()) return false;
  absl::string_view text = NumberText();
  if (!internal::ParseDouble(text, out)) return false;
  at_ += text.size();
  return true;
}

absl::string_view Cursor::ReadRaw() {
  const char* start = at_;
  if (at_ == end_) return {};
  if (*at_ == '"') {
    at_ = internal::SkipString(at_, end_);
  } else if (at_ == landmark_.begin) {
    at_ = landmark_.end;
  } else if (*at_ == '{' || *at_ == '[') {
    at_ = internal::SkipContainer(at_, end_);
  } else {
    at_ += NumberText().size();
  }
  return absl::string_view(start, static_cast<size_t>(at_ - start));
}

}  // namespace a2a::json

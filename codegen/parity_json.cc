#include "codegen/parity_json.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace a2a::codegen {
namespace {

// The code point at the start of valid UTF-8, which is dropped from *utf8.
uint32_t NextCodePoint(absl::string_view* utf8) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>((*utf8)[i]); };
  const unsigned char first = byte(0);
  const size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  uint32_t code = length == 1 ? first : first & (0x7F >> length);
  for (size_t i = 1; i < length; ++i) code = code << 6 | (byte(i) & 0x3F);
  utf8->remove_prefix(length);
  return code;
}

void AppendUnit(uint32_t unit, std::string* out) { absl::StrAppendFormat(out, "\\u%04x", unit); }

bool MustEscape(uint32_t code, bool ascii) {
  if (code < 0x20 || code == 0x7F || code == 0x85 || code == 0x2028 || code == 0x2029) return true;
  return code >= 0xD800 && code < 0xE000 ? true : ascii && code > 0x7E;
}

}  // namespace

Json Json::Bool(bool value) {
  Json json;
  json.type_ = Type::kBool;
  json.boolean_ = value;
  return json;
}

Json Json::Number(absl::string_view text) {
  Json json;
  json.type_ = Type::kNumber;
  json.text_ = std::string(text);
  return json;
}

Json Json::Int(int64_t value) { return Number(absl::StrCat(value)); }

Json Json::String(absl::string_view utf8) {
  Json json;
  json.type_ = Type::kString;
  json.text_ = std::string(utf8);
  return json;
}

Json Json::Array(std::vector<Json> items) {
  Json json;
  json.type_ = Type::kArray;
  json.items_ = std::move(items);
  return json;
}

Json Json::Object(std::vector<std::pair<std::string, Json>> members) {
  Json json;
  json.type_ = Type::kObject;
  for (auto& [name, value] : members) json.Add(name, std::move(value));
  return json;
}

void Json::Push(Json item) { items_.push_back(std::move(item)); }

void Json::Add(absl::string_view name, Json value) {
  keys_.emplace_back(name);
  items_.push_back(std::move(value));
}

Json& Json::Set(absl::string_view name, Json value) {
  Json* const found = Find(name);
  if (found != nullptr) return *found = std::move(value);
  Add(name, std::move(value));
  return items_.back();
}

void Json::Remove(absl::string_view name) {
  for (size_t i = size(); i-- > 0;) {
    if (keys_[i] == name) Erase(i);
  }
}

void Json::Erase(size_t index) {
  const auto at = static_cast<std::ptrdiff_t>(index);
  items_.erase(items_.begin() + at);
  if (is_object()) keys_.erase(keys_.begin() + at);
}

const Json* Json::Find(absl::string_view name) const {
  for (size_t i = 0; i < keys_.size(); ++i) {
    if (keys_[i] == name) return &items_[i];
  }
  return nullptr;
}

Json* Json::Find(absl::string_view name) { return const_cast<Json*>(std::as_const(*this).Find(name)); }

size_t Json::Count(absl::string_view name) const {
  return static_cast<size_t>(std::count(keys_.begin(), keys_.end(), name));
}

std::string Json::Print(bool ascii) const {
  std::string out;
  Append(ascii, -1, &out);
  return out;
}

std::string Json::PrintPretty(bool ascii) const {
  std::string out;
  Append(ascii, 0, &out);
  return out;
}

void Json::Append(bool ascii, int indent, std::string* out) const {
  switch (type_) {
    case Type::kNull:
      return absl::StrAppend(out, "null");
    case Type::kBool:
      return absl::StrAppend(out, boolean_ ? "true" : "false");
    case Type::kNumber:
      return absl::StrAppend(out, text_);
    case Type::kString:
      return absl::StrAppend(out, JsonString(text_, ascii));
    default:
      break;
  }
  const bool pretty = indent >= 0 && size() > 0;
  const int inner = indent < 0 ? -1 : indent + 2;
  out->push_back(is_object() ? '{' : '[');
  for (size_t i = 0; i < size(); ++i) {
    if (i > 0) out->push_back(',');
    if (pretty) absl::StrAppend(out, "\n", std::string(static_cast<size_t>(inner), ' '));
    if (is_object()) absl::StrAppend(out, JsonString(keys_[i], ascii), pretty ? ": " : ":");
    items_[i].Append(ascii, inner, out);
  }
  if (pretty) absl::StrAppend(out, "\n", std::string(static_cast<size_t>(indent), ' '));
  out->push_back(is_object() ? '}' : ']');
}

std::string JsonString(absl::string_view utf8, bool ascii) {
  static constexpr absl::string_view kShort = "b\bf\fn\nr\rt\t";
  std::string out = "\"";
  while (!utf8.empty()) {
    const auto is_odd = [](char c) { return c < 0x20 || c > 0x7E || c == '"' || c == '\\'; };  // bytes of UTF-8 too
    const auto plain = std::find_if(utf8.begin(), utf8.end(), is_odd) - utf8.begin();
    if (plain > 0) {
      out.append(utf8.data(), static_cast<size_t>(plain));
      utf8.remove_prefix(static_cast<size_t>(plain));
      continue;
    }
    const absl::string_view start = utf8;
    const uint32_t code = NextCodePoint(&utf8);
    const size_t named = code < 0x20 ? kShort.find(static_cast<char>(code)) : absl::string_view::npos;
    if (code == '"' || code == '\\') {
      absl::StrAppend(&out, "\\", std::string(1, static_cast<char>(code)));
    } else if (named != absl::string_view::npos) {
      absl::StrAppend(&out, "\\", kShort.substr(named - 1, 1));
    } else if (!MustEscape(code, ascii)) {
      absl::StrAppend(&out, start.substr(0, start.size() - utf8.size()));
    } else if (code < 0x10000) {
      AppendUnit(code, &out);
    } else {
      AppendUnit(0xD7C0 + (code >> 10), &out);
      AppendUnit(0xDC00 + (code & 0x3FF), &out);
    }
  }
  return out + "\"";
}

Decimal ToDecimal(absl::string_view number) {
  Decimal decimal;
  size_t at = 0;
  decimal.negative = number[0] == '-';
  if (decimal.negative) ++at;
  bool fraction = false;
  for (; at < number.size() && number[at] != 'e' && number[at] != 'E'; ++at) {
    if (number[at] == '.') {
      fraction = true;
      continue;
    }
    decimal.digits.push_back(number[at]);
    if (fraction) --decimal.exponent;
  }
  if (at < number.size()) {
    // Nobody writes enough digits to make up for an exponent of this size.
    constexpr long kHuge = 1000000000;
    const long exponent = std::strtol(std::string(number.substr(at + 1)).c_str(), nullptr, 10);
    decimal.exponent += std::clamp(exponent, -kHuge, kHuge);
  }
  while (!decimal.digits.empty() && decimal.digits.back() == '0') {
    decimal.digits.pop_back();
    ++decimal.exponent;
  }
  decimal.digits.erase(0, std::min(decimal.digits.find_first_not_of('0'), decimal.digits.size()));
  if (decimal.digits.empty()) decimal = Decimal();
  return decimal;
}

int Compare(const Decimal& a, const Decimal& b) {
  if (a.digits.empty() && b.digits.empty()) return 0;
  if (a.digits.empty()) return b.negative ? 1 : -1;
  if (b.digits.empty()) return a.negative ? -1 : 1;
  if (a.negative != b.negative) return a.negative ? -1 : 1;
  const int64_t size_a = static_cast<int64_t>(a.digits.size()) + a.exponent;
  const int64_t size_b = static_cast<int64_t>(b.digits.size()) + b.exponent;
  // Without zeros at the front, equal sizes compare like texts; zeros at the end are cut, so a prefix is smaller.
  const int magnitude = size_a != size_b ? (size_a < size_b ? -1 : 1) : a.digits.compare(b.digits);
  const int sign = magnitude < 0 ? -1 : magnitude > 0 ? 1 : 0;
  return a.negative ? -sign : sign;
}

std::string IntegerText(const Decimal& integer) {
  if (integer.digits.empty()) return "0";
  return absl::StrCat(integer.negative ? "-" : "", integer.digits,
                      std::string(static_cast<size_t>(integer.exponent), '0'));
}

std::string ShortestDouble(double value) {
  char text[32];
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(text, sizeof(text), "%.*e", digits - 1, value);
    if (std::strtod(text, nullptr) == value) break;
  }
  return text;
}

}  // namespace a2a::codegen

// JSON as a tree that loses nothing: members in order and repeated, numbers as they are written. Made for what the
// generator writes and for the reference that judges the codecs; slow, small, and on purpose no relative of src/json.
// Values only: any thread.
#ifndef A2A_CODEGEN_PARITY_JSON_H_
#define A2A_CODEGEN_PARITY_JSON_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace a2a::codegen {

class Json {
 public:
  enum class Type { kNull, kBool, kNumber, kString, kArray, kObject };

  Json() = default;  // null
  static Json Bool(bool value);
  static Json Number(absl::string_view text);  // as it shall be written
  static Json Int(int64_t value);
  static Json String(absl::string_view utf8);
  static Json Array(std::vector<Json> items = {});
  static Json Object(std::vector<std::pair<std::string, Json>> members = {});

  Type type() const { return type_; }
  bool is_null() const { return type_ == Type::kNull; }
  bool is_object() const { return type_ == Type::kObject; }
  bool boolean() const { return boolean_; }
  // Of a string its characters, of a number its text.
  const std::string& text() const { return text_; }

  // Items of an array, values of an object's members.
  size_t size() const { return items_.size(); }
  const Json& operator[](size_t index) const { return items_[index]; }
  Json& operator[](size_t index) { return items_[index]; }
  const std::string& key(size_t index) const { return keys_[index]; }
  void set_key(size_t index, absl::string_view name) { keys_[index] = std::string(name); }

  void Push(Json item);                            // to an array
  void Add(absl::string_view name, Json value);    // to an object, even if the name is there
  Json& Set(absl::string_view name, Json value);   // replaces the first of that name, or adds
  void Remove(absl::string_view name);             // all of that name
  void Erase(size_t index);                        // an item or a member
  const Json* Find(absl::string_view name) const;  // the first; null when there is none
  Json* Find(absl::string_view name);
  size_t Count(absl::string_view name) const;

  // Compact, or one member per line with an indentation of two. Escapes what JSON wants escaped and line separators;
  // `ascii` escapes everything else that is not printable ASCII, too.
  std::string Print(bool ascii = false) const;
  std::string PrintPretty(bool ascii = false) const;

 private:
  void Append(bool ascii, int indent, std::string* out) const;

  Type type_ = Type::kNull;
  bool boolean_ = false;
  std::string text_;
  std::vector<std::string> keys_;  // of an object, beside items_
  std::vector<Json> items_;
};

// `utf8` between quotes.
std::string JsonString(absl::string_view utf8, bool ascii = false);

struct JsonRules {
  int max_depth = 128;           // a scalar root has depth 0, [] depth 1
  bool lone_surrogates = false;  // accept unpaired \ud800 escapes (kept as their three bytes)
};

// True when `text` is one JSON value by RFC 8259 in valid UTF-8.
bool ParseJson(absl::string_view text, const JsonRules& rules, Json* out);

// A decimal number, exactly: digits times ten to the exponent, without zeros at either end; no digits for zero.
struct Decimal {
  bool negative = false;
  std::string digits;
  int64_t exponent = 0;

  bool integral() const { return digits.empty() || exponent >= 0; }
};

// `number` is a number of valid JSON.
Decimal ToDecimal(absl::string_view number);
// -1, 0 or 1.
int Compare(const Decimal& a, const Decimal& b);
// Of an integral number of moderate size.
std::string IntegerText(const Decimal& integer);
// The shortest text that reads back as the same double.
std::string ShortestDouble(double value);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_PARITY_JSON_H_

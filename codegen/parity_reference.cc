#include "codegen/parity_reference.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

// Walks a value by rank. Functions return false at the first fault, which is then in outcome_; `out` gets the value as
// the host writes it.
class Judgement {
 public:
  Judgement(const IrIndex& index, Side side, Outcome* outcome) : index_(index), side_(side), outcome_(outcome) {}

  bool Object(const ir::Type& type, const Json& value, Json* out) {
    if (!value.is_object()) return Fail("type");
    *out = Json::Object();
    const ir::Type* body = &type;
    if (!type.discriminator().empty() && !Discriminator(type, value, &body, out)) return false;
    if (!Tag(*body, value, out)) return false;
    for (const ir::Field& field : body->fields()) {
      if (!Member(field, value, out)) return false;
    }
    return Unknown(type, *body, value, out);
  }

 private:
  bool Fail(absl::string_view reason) {
    outcome_->ok = false;
    outcome_->path = path_;
    outcome_->reason = std::string(reason);
    outcome_->error = index_.ErrorOfCode(kInvalidParams);
    return false;
  }

  bool FailAt(absl::string_view name, absl::string_view reason) {
    const std::string before = path_;
    Enter(name);
    Fail(reason);
    path_ = before;
    return false;
  }

  void Enter(absl::string_view name) {
    if (name.size() <= kLongestNameInPath) path_ += PointerTo(name);
  }

  bool Exceeds(absl::string_view reason, const ir::Limit& max, int64_t actual) {
    Fail(reason);
    outcome_->max = max.value();
    outcome_->actual = actual;
    const ir::Bound* const bound = index_.bound(max.bound());
    if (bound == nullptr) return false;
    if (!bound->error().empty()) outcome_->error = bound->error();
    outcome_->limit = bound->limit();
    return false;
  }

  bool Within(bool has_min, const ir::Limit& min, bool has_max, const ir::Limit& max, int64_t actual,
              absl::string_view reason) {
    if (side_ == Side::kOutput) return true;
    if (has_min && actual < min.value()) return Fail(reason);
    return !has_max || actual <= max.value() || Exceeds(reason, max, actual);
  }

  bool Discriminator(const ir::Type& type, const Json& value, const ir::Type** body, Json* out) {
    const std::string& name = type.discriminator();
    if (value.Count(name) > 1) return FailAt(name, "duplicate");
    const Json* const found = value.Find(name);
    for (const ir::Field& arm : type.fields()) {
      if (found == nullptr || found->type() != Json::Type::kString || found->text() != arm.arm()) continue;
      *body = &index_.type(arm.type());
      out->Add(name, *found);
      return true;
    }
    return FailAt(name, "discriminator");
  }

  bool Tag(const ir::Type& type, const Json& value, Json* out) {
    if (!type.has_tag()) return true;
    const std::string& name = type.tag().name();
    if (type.tag().written()) out->Add(name, Json::String(type.tag().value()));
    if (value.Count(name) > 1) return FailAt(name, "duplicate");
    const Json* const found = value.Find(name);
    if (found == nullptr) return side_ == Side::kInput || !type.tag().written() || FailAt(name, "tag");
    if (found->is_null() && side_ == Side::kInput) return true;
    return (found->type() == Json::Type::kString && found->text() == type.tag().value()) || FailAt(name, "tag");
  }

  bool Unknown(const ir::Type& type, const ir::Type& body, const Json& value, Json* out) {
    std::set<std::string> known = {type.discriminator()};
    if (body.has_tag()) known.insert(body.tag().name());
    if (type.discriminator().empty()) known.erase("");
    for (const ir::Field& field : body.fields()) known.insert(field.wire_name());
    std::set<std::string> unknown;  // sorted by bytes
    for (size_t i = 0; i < value.size(); ++i) {
      if (known.count(value.key(i)) != 0) continue;
      unknown.insert(value.key(i));
      out->Add(value.key(i), value[i]);
    }
    for (const std::string& name : unknown) {
      if (!body.open() && side_ == Side::kInput) return FailAt(name, "unknown");
      if (value.Count(name) > 1) return FailAt(name, "duplicate");
    }
    return true;
  }

  bool Member(const ir::Field& field, const Json& object, Json* out) {
    const std::string& name = field.wire_name();
    const Json* const found = object.Find(name);
    const bool output = side_ == Side::kOutput;
    if (found == nullptr && (field.required() || (output && (field.always() || field.nullable())))) {
      return FailAt(name, "required");
    }
    if (object.Count(name) > 1) return FailAt(name, "duplicate");
    const bool null_is_absent = !field.required() && (!output || field.nullable());
    if (found == nullptr || (found->is_null() && null_is_absent)) return Absent(field, out), true;
    const std::string before = path_;
    Enter(name);
    Json written;
    const bool ok = field.repeated()               ? Items(field, *found, &written)
                    : field.kind() == ir::KIND_MAP ? Entries(field, *found, &written)
                                                   : Value(field, field.kind(), *found, &written);
    if (!ok) return false;
    path_ = before;
    if (IsWritten(field, written)) out->Add(name, std::move(written));
    return true;
  }

  static void Absent(const ir::Field& field, Json* out) {
    if (field.nullable()) out->Add(field.wire_name(), Json());
    if (field.always()) {
      out->Add(field.wire_name(), field.kind() == ir::KIND_MAP && !field.repeated() ? Json::Object() : Json::Array());
    }
  }

  // False for values that protobuf cannot tell from absent ones.
  static bool IsWritten(const ir::Field& field, const Json& value) {
    if (field.required() || field.always()) return true;
    if (field.repeated() || field.kind() == ir::KIND_MAP) return value.size() > 0;
    if (field.has_presence()) return true;
    switch (field.kind()) {
      case ir::KIND_STRING:
      case ir::KIND_BASE64:
        return !value.text().empty();
      case ir::KIND_BOOL:
        return value.boolean();
      case ir::KIND_RAW_ANY:
      case ir::KIND_RAW_OBJECT:
      case ir::KIND_ENUM:
        return true;
      default:
        return !ToDecimal(value.text()).digits.empty();
    }
  }

  bool Items(const ir::Field& field, const Json& value, Json* out) {
    if (value.type() != Json::Type::kArray) return Fail("type");
    *out = Json::Array();
    const std::string before = path_;
    for (size_t i = 0; i < value.size(); ++i) {
      absl::StrAppend(&path_, "/", i);
      Json item;
      if (!Value(field, field.kind(), value[i], &item)) return false;
      out->Push(std::move(item));
      path_ = before;
    }
    return Within(field.has_min_items(), field.min_items(), field.has_max_items(), field.max_items(),
                  static_cast<int64_t>(value.size()), "items");
  }

  bool Entries(const ir::Field& field, const Json& value, Json* out) {
    if (!value.is_object()) return Fail("type");
    *out = Json::Object();
    std::vector<size_t> order(value.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return value.key(a) < value.key(b); });
    const std::string before = path_;
    for (const size_t i : order) {
      Enter(value.key(i));
      if (value.Count(value.key(i)) > 1) return Fail("duplicate");
      Json item;
      if (!Value(field, field.map_value(), value[i], &item)) return false;
      out->Add(value.key(i), std::move(item));
      path_ = before;
    }
    return Within(field.has_min_items(), field.min_items(), field.has_max_items(), field.max_items(),
                  static_cast<int64_t>(value.size()), "items");
  }

  bool Value(const ir::Field& field, ir::Kind kind, const Json& value, Json* out) {
    *out = value;
    switch (kind) {
      case ir::KIND_MESSAGE:
        return Object(index_.type(field.type()), value, out);
      case ir::KIND_RAW_ANY:
        return true;
      case ir::KIND_RAW_OBJECT:
        return value.is_object() || Fail("type");
      case ir::KIND_BOOL:
        return value.type() == Json::Type::kBool || Fail("type");
      case ir::KIND_STRING:
      case ir::KIND_BASE64:
      case ir::KIND_ENUM:
        return String(field, kind, value);
      case ir::KIND_DOUBLE:
        return Double(field, value, out);
      default:
        return Integer(field, kind, value, out);
    }
  }

  bool String(const ir::Field& field, ir::Kind kind, const Json& value) {
    if (value.type() != Json::Type::kString) return Fail("type");
    const std::string& text = value.text();
    int64_t bytes = static_cast<int64_t>(text.size());
    if (kind == ir::KIND_BASE64 && (bytes = Base64Size(text)) < 0) return Fail("base64");
    if (kind == ir::KIND_ENUM) {
      const auto& values = index_.enumeration(field.type()).values();
      const auto is_text = [&](const ir::EnumValue& known) { return known.wire() == text; };
      if (std::none_of(values.begin(), values.end(), is_text)) return Fail("enum");
    }
    return Within(field.has_min_chars(), field.min_chars(), field.has_max_chars(), field.max_chars(),
                  CodePointsOf(text), "chars") &&
           Within(field.has_min_bytes(), field.min_bytes(), field.has_max_bytes(), field.max_bytes(), bytes, "bytes");
  }

  bool Integer(const ir::Field& field, ir::Kind kind, const Json& value, Json* out) {
    if (value.type() != Json::Type::kNumber) return Fail("type");
    Decimal number = ToDecimal(value.text());
    if (!number.integral()) return Fail("type");
    const Range range = RangeOf(kind);
    const bool above = Compare(number, ToDecimal(range.high)) > 0;
    if (Compare(number, ToDecimal(range.low)) < 0 || (above && !field.clamp())) return Fail("range");
    const auto beyond = [&](const ir::Limit& limit) { return Compare(number, ToDecimal(absl::StrCat(limit.value()))); };
    if (side_ == Side::kInput && field.has_min_value() && beyond(field.min_value()) < 0) return Fail("value");
    if (side_ == Side::kInput && field.has_max_value() && beyond(field.max_value()) > 0) {
      // More than an int64 holds is told as its largest value.
      const std::string most = RangeOf(ir::KIND_INT64).high;
      if (Compare(number, ToDecimal(most)) > 0) number = ToDecimal(most);
      const int64_t actual = std::strtoll(IntegerText(number).c_str(), nullptr, 10);
      if (!field.clamp()) return Exceeds("value", field.max_value(), actual);
      number = ToDecimal(absl::StrCat(field.max_value().value()));
    }
    if (side_ == Side::kInput) *out = Json::Number(IntegerText(number));
    return true;
  }

  bool Double(const ir::Field& field, const Json& value, Json* out) {
    if (value.type() != Json::Type::kNumber) return Fail("type");
    double number = std::strtod(value.text().c_str(), nullptr);
    if (std::isinf(number) && !(number > 0 && field.clamp())) return Fail("range");
    if (side_ == Side::kOutput) return true;
    if (field.has_min_value() && number < field.min_value().value()) return Fail("value");
    if (field.has_max_value() && number > field.max_value().value()) {
      if (!field.clamp()) return Exceeds("value", field.max_value(), -1);
      number = field.max_value().value();
    }
    *out = Json::Number(ShortestDouble(number));
    return true;
  }

  const IrIndex& index_;
  const Side side_;
  Outcome* const outcome_;
  std::string path_;
};

// Adds what a value shows of the first two traits.
void FindTraits(const Json& value, bool* duplicate, bool* inexact) {
  if (value.type() == Json::Type::kNumber) {
    const double number = std::strtod(value.text().c_str(), nullptr);
    if (std::isinf(number) || Compare(ToDecimal(value.text()), ToDecimal(ShortestDouble(number))) != 0) *inexact = true;
  }
  std::set<std::string> names;
  for (size_t i = 0; i < value.size(); ++i) {
    if (value.is_object() && !names.insert(value.key(i)).second) *duplicate = true;
    FindTraits(value[i], duplicate, inexact);
  }
}

}  // namespace

IrIndex::IrIndex(const ir::Ir& ir) : ir_(ir), smallest_(ir) {
  for (const ir::Type& type : ir.types()) types_[type.name()] = &type;
  for (const ir::Enum& enumeration : ir.enums()) enums_[enumeration.name()] = &enumeration;
}

const ir::Bound* IrIndex::bound(const std::string& name) const {
  for (const ir::Bound& bound : ir_.bounds()) {
    if (bound.name() == name) return &bound;
  }
  return nullptr;
}

std::string IrIndex::ErrorOfCode(int code) const {
  for (const ir::Error& error : ir_.errors()) {
    if (error.code() == code && !error.reserved()) return error.name();
  }
  return {};
}

bool IsInteger(ir::Kind kind) {
  return kind == ir::KIND_INT32 || kind == ir::KIND_INT64 || kind == ir::KIND_UINT32 || kind == ir::KIND_UINT64;
}

Range RangeOf(ir::Kind kind) {
  switch (kind) {
    case ir::KIND_INT32:
      return {"-2147483648", "2147483647"};
    case ir::KIND_UINT32:
      return {"0", "4294967295"};
    case ir::KIND_UINT64:
      return {"0", "18446744073709551615"};
    default:
      return {"-9223372036854775808", "9223372036854775807"};
  }
}

int64_t CodePointsOf(absl::string_view utf8) {
  return std::count_if(utf8.begin(), utf8.end(), [](char c) { return (c & 0xC0) != 0x80; });
}

int64_t Base64Size(absl::string_view text) {
  static constexpr absl::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (text.size() % 4 != 0) return -1;
  size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  const absl::string_view letters = text.substr(0, text.size() - padding);
  if (letters.find_first_not_of(kLetters) != absl::string_view::npos) return -1;
  if (padding > 0) {
    const size_t unused = (size_t{1} << (2 * padding)) - 1;
    if ((kLetters.find(letters.back()) & unused) != 0) return -1;
  }
  return static_cast<int64_t>(text.size() / 4 * 3 - padding);
}

Outcome Judge(const IrIndex& index, const std::string& type, absl::string_view text, Side side) {
  Outcome outcome;
  Json value;
  if (!ParseJson(text, {kMaxDepth, false}, &value)) {
    outcome.ok = false;
    outcome.reason = "parse";
    outcome.error = index.ErrorOfCode(kParseError);
    return outcome;
  }
  Judgement(index, side, &outcome).Object(index.type(type), value, &outcome.value);
  if (!outcome.ok) outcome.value = Json();
  return outcome;
}

namespace {

// Deepest nesting of brackets outside of strings.
int NestingOf(absl::string_view text) {
  int depth = 0;
  int deepest = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') quoted = !quoted;
    if (quoted && c == '\\') ++i;
    if (quoted) continue;
    if (c == '{' || c == '[') deepest = std::max(deepest, ++depth);
    if (c == '}' || c == ']') --depth;
  }
  return deepest;
}

}  // namespace

std::vector<std::string> TraitsOf(absl::string_view text) {
  constexpr int kDeep = 4000;
  std::vector<std::string> traits;
  Json value;
  const bool plain = ParseJson(text, {kMaxDepth, false}, &value);
  // Not read at all: the reader recurses.
  if (!plain && NestingOf(text) > kDeep) return {"depth"};
  if (!plain && !ParseJson(text, {kDeep, true}, &value)) return traits;
  bool duplicate = false;
  bool inexact = false;
  FindTraits(value, &duplicate, &inexact);
  if (duplicate) traits.push_back("duplicate");
  if (inexact) traits.push_back("inexact");
  if (plain) return traits;
  if (!ParseJson(text, {kDeep, false}, &value)) traits.push_back("surrogate");
  if (!ParseJson(text, {kMaxDepth, true}, &value)) traits.push_back("depth");
  return traits;
}

}  // namespace a2a::codegen

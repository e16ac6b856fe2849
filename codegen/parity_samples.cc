#include "codegen/parity_samples.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace a2a::codegen {
namespace {

struct Span {
  int64_t low = 0;
  int64_t high = std::numeric_limits<int64_t>::max();
  int64_t Nearest(int64_t wanted) const { return std::min(std::max(wanted, low), high); }
};

void Narrow(bool has_min, const ir::Limit& min, bool has_max, const ir::Limit& max, Span* span) {
  if (has_min) span->low = std::max<int64_t>(span->low, min.value());
  if (has_max) span->high = std::min<int64_t>(span->high, max.value());
}

// Lengths that both kinds of limits allow, as text of one byte per code point.
Span Lengths(const ir::Field& field) {
  Span span;
  Narrow(field.has_min_bytes(), field.min_bytes(), field.has_max_bytes(), field.max_bytes(), &span);
  Narrow(field.has_min_chars(), field.min_chars(), field.has_max_chars(), field.max_chars(), &span);
  return span;
}

// Text that tells a reader which member it stands for.
std::string TextOf(const ir::Field& field) {
  std::string text = field.secret() ? "(secret)" : field.wire_name();
  const auto is_odd = [](char c) { return !absl::ascii_isprint(c) || c == '"' || c == '\\'; };
  if (text.empty() || std::any_of(text.begin(), text.end(), is_odd)) text = "text";
  const int64_t length = Lengths(field).Nearest(static_cast<int64_t>(text.size()));
  text.resize(static_cast<size_t>(length), 'a');
  return text;
}

// Limits of base64 in code points count its letters, so only those in bytes are met here.
std::string Base64Of(const ir::Field& field) {
  Span span;
  Narrow(field.has_min_bytes(), field.min_bytes(), field.has_max_bytes(), field.max_bytes(), &span);
  constexpr int64_t kHello = 5;
  const int64_t size = span.Nearest(kHello);
  return size == kHello ? "aGVsbG8=" : ZeroBytes(size);
}

Json NumberOf(const ir::Field& field, ir::Kind kind) {
  Span span;
  span.low = std::numeric_limits<int64_t>::min();
  if (IsInteger(kind)) span.low = std::strtoll(RangeOf(kind).low, nullptr, 10);
  Narrow(field.has_min_value(), field.min_value(), field.has_max_value(), field.max_value(), &span);
  return Json::Int(span.Nearest(1));
}

}  // namespace

const Samples::Shape Samples::kMinimal = {false, false, false, false, &kMinimal};
const Samples::Shape Samples::kExample = {false, false, true, true, &kExample};
const Samples::Shape Samples::kAgain = {false, false, true, false, &kAgain};
const Samples::Shape Samples::kFull = {true, true, true, true, &kMinimal};
const Samples::Shape Samples::kInput = {true, false, false, true, &kExample};
const Samples::Shape Samples::kOutput = {true, true, true, true, &kExample};

ir::Kind ItemKind(const ir::Field& field) { return IsMap(field) ? field.map_value() : field.kind(); }
bool IsMap(const ir::Field& field) { return field.kind() == ir::KIND_MAP; }

std::string ZeroBytes(int64_t size) {
  std::string text(static_cast<size_t>(size / 3 * 4), 'A');
  return text + (size % 3 == 0 ? "" : size % 3 == 1 ? "AA==" : "AAA=");
}

Json Samples::Build(const ir::Type& type, const Shape& shape, const Around* around) const {
  bool again = false;
  for (const Around* each = around; each != nullptr; each = each->outer) again |= each->type == &type;
  const Shape& taken = again && shape.items ? kAgain : shape;
  if (!type.discriminator().empty()) return Arm(type, index_.smallest_arm(type), taken, around);
  Json out = Json::Object();
  AddMembers(type, taken, around, &out);
  return out;
}

Json Samples::Arm(const ir::Type& type, const ir::Field& arm, const Shape& shape, const Around* around) const {
  Json out = Json::Object({{type.discriminator(), Json::String(arm.arm())}});
  const Around here = {&type, around};
  AddMembers(index_.type(arm.type()), shape, &here, &out);
  return out;
}

void Samples::AddMembers(const ir::Type& type, const Shape& shape, const Around* around, Json* out) const {
  const Around here = {&type, around};
  if (type.has_tag() && (shape.always ? type.tag().written() || shape.stamped : false)) {
    out->Add(type.tag().name(), Json::String(type.tag().value()));
  }
  for (const ir::Field& field : type.fields()) {
    const bool wanted = field.required() || (shape.optional && (shape.stamped || !field.stamped()));
    if (wanted) {
      out->Add(field.wire_name(), Member(field, shape, &here));
    } else if (shape.always && field.always()) {
      out->Add(field.wire_name(), IsMap(field) ? Json::Object() : Json::Array());
    } else if (shape.always && field.nullable()) {
      out->Add(field.wire_name(), Json());
    }
  }
}

Json Samples::Member(const ir::Field& field, const Shape& shape, const Around* around) const {
  if (!field.repeated() && !IsMap(field)) return Item(field, field.kind(), shape, around);
  Span span;
  Narrow(field.has_min_items(), field.min_items(), field.has_max_items(), field.max_items(), &span);
  const int64_t count = span.Nearest(shape.items ? 1 : 0);
  Json out = IsMap(field) ? Json::Object() : Json::Array();
  for (int64_t i = 0; i < count; ++i) {
    Json item = Item(field, ItemKind(field), shape, around);
    if (IsMap(field)) {
      out.Add(i == 0 ? "key" : absl::StrCat("key", i + 1), std::move(item));
    } else {
      out.Push(std::move(item));
    }
  }
  return out;
}

Json Samples::Item(const ir::Field& field) const { return Item(field, ItemKind(field), kFull, nullptr); }

Json Samples::Item(const ir::Field& field, ir::Kind kind, const Shape& shape, const Around* around) const {
  switch (kind) {
    case ir::KIND_STRING:
      return Json::String(TextOf(field));
    case ir::KIND_BASE64:
      return Json::String(Base64Of(field));
    case ir::KIND_BOOL:
      return Json::Bool(true);
    case ir::KIND_ENUM:
      return Json::String(index_.enumeration(field.type()).values(0).wire());
    case ir::KIND_MESSAGE:
      return Build(index_.type(field.type()), *shape.nested, around);
    case ir::KIND_RAW_ANY:
    case ir::KIND_RAW_OBJECT:
      return shape.items ? Json::Object({{"any", Json::Int(1)}}) : Json::Object();
    default:
      return NumberOf(field, kind);
  }
}

}  // namespace a2a::codegen

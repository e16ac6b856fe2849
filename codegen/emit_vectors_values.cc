// Vectors of single values of every kind: strings, base64, enums, booleans, messages, free-form JSON.
#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "codegen/emit_vectors.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

constexpr absl::string_view kGrin = "\xF0\x9F\x98\x80";  // four bytes, two UTF-16 units
constexpr absl::string_view kAcute = "\xC3\xA9";         // two bytes

std::string Repeated(absl::string_view unit, int64_t times) {
  std::string text;
  for (int64_t i = 0; i < times; ++i) text.append(unit.data(), unit.size());
  return text;
}

// Lengths that are not out of reach of the other kind of limit.
class Lengths {
 public:
  explicit Lengths(const ir::Field& field) : field_(field) {}

  bool BytesFit(int64_t size) const {
    return (!field_.has_max_bytes() || size <= field_.max_bytes().value()) &&
           (!field_.has_min_bytes() || size >= field_.min_bytes().value());
  }
  bool CharsFit(int64_t size) const {
    return (!field_.has_max_chars() || size <= field_.max_chars().value()) &&
           (!field_.has_min_chars() || size >= field_.min_chars().value());
  }
  bool Fit(absl::string_view text) const {
    return BytesFit(static_cast<int64_t>(text.size())) && CharsFit(CodePointsOf(text));
  }

 private:
  const ir::Field& field_;
};

void AddCharLimits(const Slot& slot, VectorSet* set) {
  const ir::Field& field = slot.field();
  const Lengths lengths(field);
  if (field.has_min_chars()) {
    const int64_t least = field.min_chars().value();
    if (lengths.BytesFit(least)) {
      set->Good(absl::StrCat(slot.name(), ": shortest in code points"),
                slot.With(Json::String(std::string(static_cast<size_t>(least), 'a'))));
    }
    if (least > 0) {
      set->Bad(absl::StrCat(slot.name(), ": a code point too short"),
               slot.With(Json::String(Repeated(kGrin, least - 1))), slot.path(), "chars");
    }
  }
  if (!field.has_max_chars() || int64_t{4} * field.max_chars().value() >= set->longest_text()) return;
  const int64_t most = field.max_chars().value();
  if (lengths.BytesFit(4 * most)) {
    set->Good(absl::StrCat(slot.name(), ": longest in code points, each four bytes"),
              slot.With(Json::String(Repeated(kGrin, most))));
  }
  set->Above(absl::StrCat(slot.name(), ": a code point too long"),
             slot.With(Json::String(std::string(static_cast<size_t>(most + 1), 'a'))), slot.path(), "chars",
             field.max_chars(), most + 1);
  set->Above(absl::StrCat(slot.name(), ": a code point too long, each four bytes"),
             slot.With(Json::String(Repeated(kGrin, most + 1))), slot.path(), "chars", field.max_chars(), most + 1);
}

void AddByteLimits(const Slot& slot, VectorSet* set) {
  const ir::Field& field = slot.field();
  const Lengths lengths(field);
  if (field.has_min_bytes()) {
    const int64_t least = field.min_bytes().value();
    if (lengths.CharsFit(least)) {
      set->Good(absl::StrCat(slot.name(), ": shortest in bytes"),
                slot.With(Json::String(std::string(static_cast<size_t>(least), 'a'))));
    }
    if (least > 0 && lengths.CharsFit(least - 1)) {
      set->Bad(absl::StrCat(slot.name(), ": a byte too short"),
               slot.With(Json::String(std::string(static_cast<size_t>(least - 1), 'a'))), slot.path(), "bytes");
    }
  }
  if (!field.has_max_bytes() || field.max_bytes().value() >= set->longest_text()) return;
  const int64_t most = field.max_bytes().value();
  if (lengths.CharsFit(most)) {
    set->Good(absl::StrCat(slot.name(), ": longest in bytes"),
              slot.With(Json::String(std::string(static_cast<size_t>(most), 'a'))));
  }
  if (lengths.CharsFit(most + 1)) {
    set->Above(absl::StrCat(slot.name(), ": a byte too long"),
               slot.With(Json::String(std::string(static_cast<size_t>(most + 1), 'a'))), slot.path(), "bytes",
               field.max_bytes(), most + 1);
  }
  const std::string wide = Repeated(kAcute, most / 2 + 1);
  if (lengths.CharsFit(most / 2 + 1)) {
    set->Above(absl::StrCat(slot.name(), ": too long in bytes, not in characters"), slot.With(Json::String(wide)),
               slot.path(), "bytes", field.max_bytes(), static_cast<int64_t>(wide.size()));
  }
}

void AddBase64(const Slot& slot, VectorSet* set) {
  const ir::Field& field = slot.field();
  for (const char* wrong :
       {"QQ", "QQ=", "QR==", "QUF=", "Q===", "====", "Q-==", "QQ==\n", " QUFB", "QQ==QUFB", "QUFBQ", "\xC3\xA9=="}) {
    set->Bad(absl::StrCat(slot.name(), ": no base64 ", JsonString(wrong, true)), slot.With(Json::String(wrong)),
             slot.path(), "base64");
  }
  const Lengths lengths(field);
  if (!field.has_min_chars() && !field.has_max_chars()) {
    for (const int64_t size : {0, 1, 2, 3}) {
      if (!lengths.BytesFit(size)) continue;
      set->Good(absl::StrCat(slot.name(), ": base64 of ", size, " bytes"), slot.With(Json::String(ZeroBytes(size))));
    }
  }
  const bool chars = field.has_min_chars() || field.has_max_chars();
  if (chars || !field.has_max_bytes() || int64_t{4} * field.max_bytes().value() / 3 >= set->longest_text()) return;
  const int64_t most = field.max_bytes().value();
  set->Good(absl::StrCat(slot.name(), ": longest in decoded bytes"), slot.With(Json::String(ZeroBytes(most))));
  set->Above(absl::StrCat(slot.name(), ": a decoded byte too long"), slot.With(Json::String(ZeroBytes(most + 1))),
             slot.path(), "bytes", field.max_bytes(), most + 1);
}

// Without its last code point.
std::string Shortened(std::string text) {
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80) text.pop_back();
  if (!text.empty()) text.pop_back();
  return text;
}

void AddEnum(const Slot& slot, VectorSet* set) {
  const auto& values = set->index().enumeration(slot.field().type()).values();
  const auto known = [&](const std::string& text) {
    return std::any_of(values.begin(), values.end(), [&](const ir::EnumValue& value) { return value.wire() == text; });
  };
  for (const ir::EnumValue& value : values) {
    set->Good(absl::StrCat(slot.name(), ": ", JsonString(value.wire())), slot.With(Json::String(value.wire())));
  }
  const std::string first = values[0].wire();
  std::vector<std::string> others = {
      "", "no-such-value", first + " ", absl::AsciiStrToUpper(first), values[0].name(), Shortened(first)};
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
  for (const std::string& other : others) {
    if (known(other)) continue;
    set->Bad(absl::StrCat(slot.name(), ": unknown ", JsonString(other)), slot.With(Json::String(other)), slot.path(),
             "enum");
  }
}

// A value of another type that is at fault itself: the path goes on inside.
void AddNested(const Slot& slot, VectorSet* set) {
  const ir::Type& type = set->index().type(slot.field().type());
  set->Good(absl::StrCat(slot.name(), ": full"), slot.With(set->samples().Full(type)));
  if (!type.discriminator().empty()) {
    for (const ir::Field& arm : type.fields()) {
      set->Good(absl::StrCat(slot.name(), ": arm ", JsonString(arm.arm())),
                slot.With(set->samples().MinimalArm(type, arm)));
    }
    return set->Bad(absl::StrCat(slot.name(), ": no discriminator"), slot.With(Json::Object()),
                    slot.path() + PointerTo(type.discriminator()), "discriminator");
  }
  for (const ir::Field& field : type.fields()) {
    if (!field.required()) continue;
    Json without = set->samples().Minimal(type);
    without.Remove(field.wire_name());
    set->Bad(absl::StrCat(slot.name(), ": without ", field.wire_name()), slot.With(without),
             slot.path() + PointerTo(field.wire_name()), "required");
  }
}

// Free-form JSON is relayed as it is written.
void AddRaw(const Slot& slot, ir::Kind kind, VectorSet* set) {
  struct Text {
    const char* name;
    const char* json;
  };
  for (const char* text : {R"({"a":"\ud800"})", R"({"\udc00":1})"}) {
    set->Broken(absl::StrCat(slot.name(), ": free-form, an unpaired surrogate, ", text),
                slot.With(Verbatim(text)).Print());
  }
  constexpr Text kObjects[] = {
      {"nothing in it", "{}"},
      {"a name twice", R"({"b":1,"a":2,"b":3})"},
      {"odd names", R"({"__proto__":{"a":1},"constructor":null,"":[]})"},
      {"numbers",
       R"({"all":[9007199254740993,-9007199254740993,1e400,123456789012345678901234567890,1.0,1e2,-0,0.1]})"},
      {"escapes", R"({"text":"\u0000\u001f\u007f\u0085\u2028\u2029\ud83d\ude00\/"})"},
  };
  for (const Text& text : kObjects) {
    set->Good(absl::StrCat(slot.name(), ": free-form, ", text.name), slot.With(Verbatim(text.json)));
  }
  if (kind != ir::KIND_RAW_ANY) return;
  for (const char* text : {"0", R"("")", "[]", "false", "[null,[1e400]]"}) {
    set->Good(absl::StrCat(slot.name(), ": free-form ", text), slot.With(Verbatim(text)));
  }
}

}  // namespace

void AddStringVectors(const Slot& slot, VectorSet* set) {
  AddCharLimits(slot, set);
  AddByteLimits(slot, set);
  const Lengths lengths(slot.field());
  const std::string odd = absl::StrCat("\x01\x1F\x7F\"\\/", "\xC2\x85\xE2\x80\xA8\xE2\x80\xA9", kGrin, "\xEF\xBF\xBF");
  if (lengths.Fit(odd)) set->Good(absl::StrCat(slot.name(), ": odd characters"), slot.With(Json::String(odd)));
  if (lengths.Fit("A\xF0\x9F\x98\x80")) {
    set->Good(absl::StrCat(slot.name(), ": escapes"), slot.With(Verbatim(R"("\u0041\uD83D\uDE00")")));
  }
  for (const char* text : {R"("\ud800")", R"("\udc00\ud800")"}) {
    set->Broken(absl::StrCat(slot.name(), ": unpaired surrogates ", text), slot.With(Verbatim(text)).Print());
  }
  if (lengths.Fit("")) set->Good(absl::StrCat(slot.name(), ": empty"), slot.With(Json::String("")));
}

void AddValueVectors(const Slot& slot, ir::Kind kind, VectorSet* set) {
  switch (kind) {
    case ir::KIND_STRING:
      return AddStringVectors(slot, set);
    case ir::KIND_BASE64:
      return AddBase64(slot, set);
    case ir::KIND_ENUM:
      return AddEnum(slot, set);
    case ir::KIND_MESSAGE:
      return AddNested(slot, set);
    case ir::KIND_RAW_ANY:
    case ir::KIND_RAW_OBJECT:
      return AddRaw(slot, kind, set);
    case ir::KIND_BOOL:
      return set->Good(absl::StrCat(slot.name(), ": false"), slot.With(Json::Bool(false)));
    default:
      return AddNumberVectors(slot, kind, set);
  }
}

}  // namespace a2a::codegen

#include "codegen/parity_fuzz.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace a2a::codegen {
namespace {

constexpr int kDeepest = 4;  // of what is made at random

constexpr const char* kTexts[] = {
    "",
    "a",
    "id-1",
    "text with spaces",
    "\xC3\xA9\xC3\xA8",
    "\xF0\x9F\x98\x80",
    "\x01\x1F\x7F",
    "\xE2\x80\xA8\xC2\x85",
    "\"\\/",
    "\xEF\xBF\xBF",
    "__proto__",
    "null",
    "0",
    "QUFB",
    "QQ==",
};
constexpr const char* kNames[] = {
    "xUnknown", "__proto__",        "constructor",  "toString", "",     "a/b",
    "~",        "\xF0\x9F\x98\x80", "\xEF\xBF\xBD", "kind",     "Kind",
};
constexpr const char* kNumbers[] = {
    "0",
    "-0",
    "1",
    "-1",
    "1.0",
    "1.5",
    "1e2",
    "10e-1",
    "100",
    "2147483647",
    "2147483648",
    "-2147483648",
    "-2147483649",
    "4294967295",
    "4294967296",
    "9007199254740991",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "1e19",
    "1e400",
    "-1e400",
    "1e-400",
    "0.1",
    "123456789012345678901234567890",
};

}  // namespace

// splitmix64.
uint64_t Fuzzer::Random(uint64_t end) {
  uint64_t z = (state_ += 0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return (z ^ (z >> 31)) % end;
}

Vector Fuzzer::Next() {
  const ir::Type& type = index_.ir().types(static_cast<int>(Random(static_cast<uint64_t>(index_.ir().types_size()))));
  Json value = Value(type, 0);
  const uint64_t faults = Random(4);
  for (uint64_t i = 1; i < faults; ++i) Spoil(type, &value);
  Vector vector;
  vector.type = type.name();
  vector.name = absl::StrCat("seed ", seed_, ", case ", ++count_);
  Write(value, Chance(20), &vector.text);
  if (Chance(4)) SpoilText(&vector.text);
  vector.expected = Judge(index_, type.name(), vector.text);
  return vector;
}

Json Fuzzer::Value(const ir::Type& type, int depth) {
  if (depth > kDeepest) return samples_.Minimal(type);
  const ir::Type* body = &type;
  Json out = Json::Object();
  if (!type.discriminator().empty()) {
    const ir::Field& arm = type.fields(static_cast<int>(Random(static_cast<uint64_t>(type.fields_size()))));
    body = &index_.type(arm.type());
    out.Add(type.discriminator(), Json::String(arm.arm()));
  }
  if (body->has_tag() && Chance(50)) out.Add(body->tag().name(), Json::String(body->tag().value()));
  for (const ir::Field& field : body->fields()) {
    if (!field.required() && !Chance(40)) continue;
    out.Add(field.wire_name(), !field.required() && Chance(10) ? Json() : Member(field, depth + 1));
  }
  if (body->open() && Chance(20)) out.Add(Name(), Anything(depth + 1));
  return out;
}

Json Fuzzer::Member(const ir::Field& field, int depth) {
  if (!field.repeated() && !IsMap(field)) return Item(field, field.kind(), depth);
  Json out = IsMap(field) ? Json::Object() : Json::Array();
  const uint64_t count = Random(3) + static_cast<uint64_t>(Chance(90) ? field.min_items().value() : 0);
  for (uint64_t i = 0; i < count; ++i) {
    Json item = Item(field, ItemKind(field), depth);
    if (IsMap(field)) {
      out.Add(Chance(50) ? absl::StrCat("key", i) : Name(), std::move(item));
    } else {
      out.Push(std::move(item));
    }
  }
  return out;
}

Json Fuzzer::Item(const ir::Field& field, ir::Kind kind, int depth) {
  switch (kind) {
    case ir::KIND_MESSAGE:
      return Value(index_.type(field.type()), depth);
    case ir::KIND_BOOL:
      return Json::Bool(Chance(50));
    case ir::KIND_ENUM: {
      const auto& values = index_.enumeration(field.type()).values();
      return Json::String(values[static_cast<int>(Random(static_cast<uint64_t>(values.size())))].wire());
    }
    case ir::KIND_STRING:
    case ir::KIND_BASE64:
      return Text(field, kind);
    case ir::KIND_RAW_ANY:
      return Anything(depth);
    case ir::KIND_RAW_OBJECT:
      return Json::Object({{Name(), Anything(depth + 1)}});
    default:
      return Json::Number(Number(field));
  }
}

Json Fuzzer::Text(const ir::Field& field, ir::Kind kind) {
  if (kind == ir::KIND_BASE64 && Chance(80)) return Json::String(ZeroBytes(static_cast<int64_t>(Random(8))));
  if (Chance(60)) return samples_.Item(field);
  return Json::String(OneOf(kTexts));
}

// Mostly near what the field takes.
std::string Fuzzer::Number(const ir::Field& field) {
  if (Chance(50)) return samples_.Item(field).text();
  if (field.has_max_value() && Chance(30))
    return absl::StrCat(field.max_value().value() + static_cast<int64_t>(Random(2)));
  if (field.has_min_value() && Chance(30))
    return absl::StrCat(field.min_value().value() - static_cast<int64_t>(Random(2)));
  return OneOf(kNumbers);
}

std::string Fuzzer::Name() { return OneOf(kNames); }

Json Fuzzer::Anything(int depth) {
  switch (Random(depth > kDeepest ? 4 : 6)) {
    case 0:
      return Json();
    case 1:
      return Json::Bool(Chance(50));
    case 2:
      return Json::Number(OneOf(kNumbers));
    case 3:
      return Json::String(OneOf(kTexts));
    default:
      break;
  }
  const bool object = Chance(50);
  Json out = object ? Json::Object() : Json::Array();
  for (uint64_t i = Random(4); i > 0; --i) {
    if (object) {
      out.Add(Name(), Anything(depth + 1));
    } else {
      out.Push(Anything(depth + 1));
    }
  }
  return out;
}

Json* Fuzzer::Somewhere(Json* root) {
  Json* at = root;
  while (at->size() > 0 && Chance(70)) at = &(*at)[Random(at->size())];
  return at;
}

void Fuzzer::Spoil(const ir::Type& type, Json* root) {
  Json* const at = Somewhere(root);
  if (at->is_object() && Chance(80)) return SpoilObject(type, at);
  if (at->type() == Json::Type::kArray && Chance(70)) return SpoilArray(at);
  if (at->type() == Json::Type::kNumber && Chance(70)) {
    *at = Json::Number(OneOf(kNumbers));
  } else if (at->type() == Json::Type::kString && Chance(70)) {
    *at = Json::String(Chance(50) ? at->text() + OneOf(kTexts) : OneOf(kTexts));
  } else {
    *at = Anything(kDeepest);
  }
}

void Fuzzer::SpoilObject(const ir::Type& type, Json* object) {
  const size_t index = object->size() == 0 ? 0 : Random(object->size());
  const uint64_t what = object->size() == 0 ? 0 : Random(6);
  switch (what) {
    case 0: {
      // A name that means something in this type, or anything.
      const bool known = type.fields_size() > 0 && Chance(40);
      const int field = known ? static_cast<int>(Random(static_cast<uint64_t>(type.fields_size()))) : 0;
      return object->Add(known ? type.fields(field).wire_name() : Name(), Anything(kDeepest));
    }
    case 1:
      return object->Erase(index);
    case 2: {
      Json copy = Chance(50) ? (*object)[index] : Anything(kDeepest);
      return object->Add(std::string(object->key(index)), std::move(copy));
    }
    case 3:
      return object->set_key(index, Chance(50) ? Name() : object->key(index) + "X");
    case 4:
      (*object)[index] = Json();
      return;
    default:
      (*object)[index] = Anything(kDeepest);
  }
}

void Fuzzer::SpoilArray(Json* array) {
  switch (Random(3)) {
    case 0:
      return array->Push(Anything(kDeepest));
    case 1:
      if (array->size() > 0) array->Erase(Random(array->size()));
      return;
    default:
      if (array->size() > 0) array->Push(Json((*array)[Random(array->size())]));
  }
}

void Fuzzer::Write(const Json& json, bool odd, std::string* out) {
  const auto space = [&] {
    if (odd && Chance(20)) absl::StrAppend(out, OneOf(std::vector<std::string>{" ", "\t", "\r\n", "  "}));
  };
  space();
  if (json.type() == Json::Type::kString) {
    WriteString(json.text(), odd, out);
  } else if (!json.is_object() && json.type() != Json::Type::kArray) {
    absl::StrAppend(out, json.Print());
  } else {
    out->push_back(json.is_object() ? '{' : '[');
    for (size_t i = 0; i < json.size(); ++i) {
      if (i > 0) out->push_back(',');
      if (json.is_object()) {
        space();
        WriteString(json.key(i), odd, out);
        space();
        out->push_back(':');
      }
      Write(json[i], odd, out);
    }
    space();
    out->push_back(json.is_object() ? '}' : ']');
  }
  space();
}

void Fuzzer::WriteString(const std::string& text, bool odd, std::string* out) {
  if (!odd || text.empty() || static_cast<unsigned char>(text[0]) >= 0x80 || Chance(70)) {
    return absl::StrAppend(out, JsonString(text, Chance(50)));
  }
  absl::StrAppend(out, "\"\\u00", absl::Hex(static_cast<unsigned char>(text[0]), absl::kZeroPad2),
                  JsonString(text.substr(1)).substr(1));
}

void Fuzzer::SpoilText(std::string* text) {
  const size_t at = Random(text->size());
  switch (Random(3)) {
    case 0:
      text->erase(at, 1);
      return;
    case 1:
      text->insert(at, 1, static_cast<char>(Random(256)));
      return;
    default:
      (*text)[at] = static_cast<char>(Random(256));
  }
}

}  // namespace a2a::codegen

// Vectors of one member: presence, null, wrong types, and what arrays and maps hold.
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "codegen/emit_vectors.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

struct Sample {
  const char* name;
  Json::Type type;
  const char* text;
};
constexpr Sample kSamples[] = {
    {"true", Json::Type::kBool, "true"},         {"a number", Json::Type::kNumber, "1"},
    {"a string", Json::Type::kString, R"("1")"}, {"an array", Json::Type::kArray, "[]"},
    {"an object", Json::Type::kObject, "{}"},    {"null", Json::Type::kNull, "null"},
};

Json::Type WireType(ir::Kind kind) {
  switch (kind) {
    case ir::KIND_STRING:
    case ir::KIND_BASE64:
    case ir::KIND_ENUM:
      return Json::Type::kString;
    case ir::KIND_BOOL:
      return Json::Type::kBool;
    case ir::KIND_MESSAGE:
    case ir::KIND_RAW_OBJECT:
    case ir::KIND_MAP:
      return Json::Type::kObject;
    default:
      return Json::Type::kNumber;
  }
}

void AddPresence(const ir::Field& field, const Json& minimal, VectorSet* set) {
  const std::string& name = field.wire_name();
  const std::string path = PointerTo(name);
  Json without = minimal;
  without.Remove(name);
  Json null = minimal;
  null.Set(name, Json());
  Json present = minimal;
  present.Set(name, set->samples().Value(field));
  set->Good(absl::StrCat(name, ": there"), present);
  if (!field.required()) {
    Json others = Near(set->type(), field, set->samples().Full(set->type()));
    others.Remove(name);
    set->Good(absl::StrCat(name, ": absent"), others);
    set->Good(absl::StrCat(name, ": null"), null);
    return;
  }
  set->Bad(absl::StrCat(name, ": absent"), without, path, "required");
  if (field.kind() == ir::KIND_RAW_ANY && !field.repeated()) return set->Good(absl::StrCat(name, ": null"), null);
  set->Bad(absl::StrCat(name, ": null"), null, path, "type");
}

// The member itself, array or map included.
void AddWrongTypes(const ir::Field& field, const Json& minimal, VectorSet* set) {
  if (field.kind() == ir::KIND_RAW_ANY && !field.repeated()) return;
  const Json::Type wanted = field.repeated() ? Json::Type::kArray : WireType(field.kind());
  for (const Sample& sample : kSamples) {
    if (sample.type == wanted || sample.type == Json::Type::kNull) continue;
    Json value = minimal;
    value.Set(field.wire_name(), Verbatim(sample.text));
    set->Bad(absl::StrCat(field.wire_name(), ": ", sample.name), value, PointerTo(field.wire_name()), "type");
  }
}

void AddWrongItems(const Slot& slot, ir::Kind kind, VectorSet* set) {
  if (kind == ir::KIND_RAW_ANY) return;
  for (const Sample& sample : kSamples) {
    if (sample.type == WireType(kind)) continue;
    set->Bad(absl::StrCat(slot.name(), ": ", sample.name), slot.With(Verbatim(sample.text)), slot.path(), "type");
  }
}

// `count` items or entries.
Json Container(const ir::Field& field, int64_t count, const VectorSet& set) {
  Json out = IsMap(field) ? Json::Object() : Json::Array();
  const Json item = set.samples().Item(field);
  for (int64_t i = 0; i < count; ++i) {
    if (IsMap(field)) {
      out.Add(absl::StrCat("key", i), item);
    } else {
      out.Push(item);
    }
  }
  return out;
}

void AddSizes(const ir::Field& field, const Json& minimal, VectorSet* set) {
  const std::string& name = field.wire_name();
  const std::string path = PointerTo(name);
  const auto with = [&](int64_t count) {
    Json value = minimal;
    value.Set(name, Container(field, count, *set));
    return value;
  };
  const int64_t item_size = static_cast<int64_t>(set->samples().Item(field).Print().size()) + 16;
  if (field.has_min_items()) {
    set->Good(absl::StrCat(name, ": as few items as may be"), with(field.min_items().value()));
    if (field.min_items().value() > 0) {
      set->Bad(absl::StrCat(name, ": an item too few"), with(field.min_items().value() - 1), path, "items");
    }
  } else {
    set->Good(absl::StrCat(name, ": no items"), with(0));
  }
  if (field.has_max_items() && field.max_items().value() * item_size < set->longest_text()) {
    const int64_t most = field.max_items().value();
    set->Good(absl::StrCat(name, ": as many items as may be"), with(most));
    set->Above(absl::StrCat(name, ": an item too many"), with(most + 1), path, "items", field.max_items(), most + 1);
  } else if (!field.has_max_items()) {
    set->Good(absl::StrCat(name, ": several items"), with(field.min_items().value() + 3));
  }
}

void AddKeys(const Slot& slot, VectorSet* set) {
  const ir::Field& field = slot.field();
  const Json item = set->samples().Item(field);
  const auto with = [&](const Json& map) {
    Json value = set->samples().Minimal(set->type());
    value.Set(field.wire_name(), map);
    return value;
  };
  const std::string path = PointerTo(field.wire_name());
  // Sizes are the business of AddSizes; keys are shown only where one or two entries are fine.
  const bool two = (!field.has_max_items() || field.max_items().value() >= 2) && field.min_items().value() <= 2;
  if (!two) return;
  for (const char* key : {"", "__proto__", "constructor", "a/b~c", "\xF0\x9F\x98\x80"}) {
    set->Good(absl::StrCat(field.wire_name(), ": key ", JsonString(key)),
              with(Json::Object({{key, item}, {"b", item}})));
  }
  const std::string lone = with(Json::Object({{"\x01", item}})).Print();
  set->Broken(absl::StrCat(field.wire_name(), ": a key with an unpaired surrogate"),
              absl::StrReplaceAll(lone, {{R"(\u0001)", R"(\ud800)"}}));
  Json twice = Json::Object();
  twice.Add("a", item);
  twice.Add("a", item);
  set->Bad(absl::StrCat(field.wire_name(), ": a key twice"), with(twice), path + "/a", "duplicate");
  const Json wrong = field.map_value() == ir::KIND_RAW_ANY ? item : Json::Array();
  if (field.map_value() != ir::KIND_RAW_ANY) {
    // U+FFFD comes before U+1F600 in UTF-8, but not in UTF-16.
    set->Bad(absl::StrCat(field.wire_name(), ": the first wrong entry by bytes of the key"),
             with(Json::Object({{"\xF0\x9F\x98\x80", wrong}, {"\xEF\xBF\xBD", wrong}})), path + "/\xEF\xBF\xBD",
             "type");
    const std::string long_key(kLongestNameInPath + 1, 'k');
    set->Bad(absl::StrCat(field.wire_name(), ": a wrong entry with a long key"),
             with(Json::Object({{long_key, wrong}, {"z", item}})), path, "type");
  }
}

}  // namespace

Slot::Slot(const VectorSet& set, const ir::Field& field)
    : field_(field),
      base_(set.samples().Minimal(set.type())),
      path_(PointerTo(field.wire_name())),
      name_(field.wire_name()) {
  if (!field.repeated() && !IsMap(field)) return;
  container_ = set.samples().Value(field);
  path_ += IsMap(field) ? "/key" : "/0";
  name_ += IsMap(field) ? " entry" : " item";
}

Json Slot::With(const Json& item) const {
  Json value = base_;
  Json member = container_;
  if (member.is_null()) {
    member = item;
  } else if (member.size() == 0) {
    IsMap(field_) ? member.Add("key", item) : member.Push(item);
  } else {
    member[0] = item;
  }
  value.Set(field_.wire_name(), std::move(member));
  return value;
}

void AddFieldVectors(const ir::Field& field, VectorSet* set) {
  const Json minimal = set->samples().Minimal(set->type());
  AddPresence(field, minimal, set);
  AddWrongTypes(field, minimal, set);
  const Slot slot(*set, field);
  if (field.repeated() || IsMap(field)) {
    AddWrongItems(slot, ItemKind(field), set);
    AddSizes(field, minimal, set);
    if (IsMap(field)) AddKeys(slot, set);
  }
  AddValueVectors(slot, ItemKind(field), set);
}

}  // namespace a2a::codegen

// Vectors of whole objects: tag, union, unknown and repeated members, several faults at once, text that is no JSON,
// and what a client checks.
#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "codegen/emit_vectors.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

Json With(Json value, absl::string_view name, Json member) {
  value.Set(name, std::move(member));
  return value;
}

Json WithTwice(Json value, absl::string_view name, const Json& first, const Json& second) {
  value.Set(name, first);
  value.Add(name, second);
  return value;
}

bool IsOpen(const VectorSet& set) {
  const ir::Type& type = set.type();
  return type.discriminator().empty() ? type.open() : set.index().type(type.fields(0).type()).open();
}

bool Knows(const ir::Type& type, const VectorSet& set, absl::string_view name) {
  if (name == type.discriminator() || name == type.tag().name()) return true;
  for (const ir::Field& field : type.fields()) {
    if (type.discriminator().empty() ? name == field.wire_name() : Knows(set.index().type(field.type()), set, name)) {
      return true;
    }
  }
  return false;
}

// A name that no member has.
std::string UnknownName(const VectorSet& set) {
  std::string name = "xUnknown";
  while (Knows(set.type(), set, name)) name += "n";
  return name;
}

void AddRoots(VectorSet* set) {
  for (const char* root : {"null", "[]", "true", "1", R"("")"}) {
    set->Bad(absl::StrCat("root: ", root), Verbatim(root), "", "type");
  }
  set->Good("minimal", set->samples().Minimal(set->type()));
  set->Good("full", set->samples().Full(set->type()));
}

void AddTag(VectorSet* set) {
  if (!set->type().has_tag()) return;
  const ir::Tag& tag = set->type().tag();
  const std::string path = PointerTo(tag.name());
  const Json minimal = set->samples().Minimal(set->type());
  set->Good("tag: there", With(minimal, tag.name(), Json::String(tag.value())));
  set->Good("tag: null", With(minimal, tag.name(), Json()));
  const std::string other = JsonString(tag.value() + "?");
  for (const std::string& wrong : {other, std::string(R"("")"), std::string("1"), std::string("{}")}) {
    set->Bad(absl::StrCat("tag: ", wrong), With(minimal, tag.name(), Verbatim(wrong)), path, "tag");
  }
  const Json value = Json::String(tag.value());
  set->Bad("tag: twice", WithTwice(minimal, tag.name(), value, value), path, "duplicate");
  set->Bad("rank: the tag before the members", Json::Object({{tag.name(), Verbatim(other)}}), path, "tag");
}

// A string that no arm has.
std::string UnknownArm(const ir::Type& type) {
  std::string name = "no-such-arm";
  const auto taken = [&](const ir::Field& arm) { return arm.arm() == name; };
  while (std::any_of(type.fields().begin(), type.fields().end(), taken)) name += "?";
  return name;
}

void AddArm(const ir::Field& arm, VectorSet* set) {
  const ir::Type& type = set->type();
  const ir::Type& body = set->index().type(arm.type());
  const std::string& discriminator = type.discriminator();
  const std::string name = absl::StrCat("arm ", JsonString(arm.arm()));
  const Json minimal = set->samples().MinimalArm(type, arm);
  set->Good(name, minimal);
  set->Good(absl::StrCat(name, ": full"), set->samples().FullArm(type, arm));
  Json last = minimal;
  last.Remove(discriminator);
  last.Add(discriminator, Json::String(arm.arm()));
  set->Good(absl::StrCat(name, ": discriminator last"), last);
  last.Set(discriminator, Json::String(UnknownArm(type)));
  set->Bad(absl::StrCat(name, ": renamed"), last, PointerTo(discriminator), "discriminator");
  for (const ir::Field* shown : Shown(body)) {
    const ir::Field& field = *shown;
    Json malformed = minimal;
    malformed.Remove(field.wire_name());
    if (field.required()) {
      set->Bad(absl::StrCat(name, ": without ", field.wire_name()), malformed, PointerTo(field.wire_name()),
               "required");
    }
    if (field.kind() == ir::KIND_RAW_ANY && !field.repeated()) continue;
    // No kind of member takes both a number and an array.
    const bool takes_array = field.repeated();
    malformed.Set(field.wire_name(), takes_array ? Json::Int(1) : Json::Array());
    set->Bad(absl::StrCat(name, ": wrong ", field.wire_name()), malformed, PointerTo(field.wire_name()), "type");
  }
}

void AddUnion(VectorSet* set) {
  const ir::Type& type = set->type();
  if (type.discriminator().empty()) return;
  const std::string& name = type.discriminator();
  const std::string path = PointerTo(name);
  const Json minimal = set->samples().Minimal(type);
  for (const ir::Field& arm : type.fields()) AddArm(arm, set);
  Json without = minimal;
  without.Remove(name);
  set->Bad("discriminator: absent", without, path, "discriminator");
  const std::string other = JsonString(UnknownArm(type));
  for (const char* wrong : {"null", "1", "true", "{}", R"("")", other.c_str()}) {
    set->Bad(absl::StrCat("discriminator: ", wrong), With(minimal, name, Verbatim(wrong)), path, "discriminator");
  }
  const Json value = *minimal.Find(name);
  set->Bad("discriminator: twice", WithTwice(minimal, name, value, value), path, "duplicate");
  set->Bad("discriminator: twice, one wrong", WithTwice(minimal, name, value, Json()), path, "duplicate");
  // The name written with an escape is the same name.
  if (static_cast<unsigned char>(name[0]) >= 0x80) return;
  const std::string text = without.Print();
  const std::string escaped =
      absl::StrCat("{", text.size() > 2 ? text.substr(1, text.size() - 2) + "," : "", "\"\\u00",
                   absl::Hex(name[0], absl::kZeroPad2), JsonString(name.substr(1)).substr(1), ":", value.Print(), "}");
  set->Good("discriminator: its name escaped", Verbatim(escaped));
}

void AddUnknown(VectorSet* set) {
  const Json minimal = set->samples().Minimal(set->type());
  const bool open = IsOpen(*set);
  const std::string unknown = UnknownName(*set);
  const auto add = [&](absl::string_view label, const Json& value, absl::string_view path) {
    if (open) {
      set->Good(absl::StrCat("unknown: ", label), value);
    } else {
      set->Bad(absl::StrCat("unknown: ", label), value, path, "unknown");
    }
  };
  for (const char* name : {unknown.c_str(), "__proto__", "constructor", "toString", "", "a/b~c", "\xC3\xA9"}) {
    if (Knows(set->type(), *set, name)) continue;
    add(JsonString(name), With(minimal, name, Json::Object({{"a", Json::Int(1)}})), PointerTo(name));
  }
  add("null", With(minimal, unknown, Json()), PointerTo(unknown));
  add("numbers", With(minimal, unknown, Verbatim("[9007199254740993,1e400,1.0]")), PointerTo(unknown));
  // By bytes U+FFFD comes first, by UTF-16 units the other.
  const Json two = With(With(minimal, "\xF0\x9F\x98\x80", Json::Int(1)), "\xEF\xBF\xBD", Json::Int(2));
  if (!Knows(set->type(), *set, two.key(two.size() - 2)) && !Knows(set->type(), *set, two.key(two.size() - 1))) {
    add("two", two, "/\xEF\xBF\xBD");
  }
  const std::string longest(kLongestNameInPath, 'n');
  add("the longest name that a path repeats", With(minimal, longest, Json::Int(1)), PointerTo(longest));
  add("a longer name", With(minimal, longest + "n", Json::Int(1)), "");
  if (open) {
    set->Bad("unknown: twice", WithTwice(minimal, unknown, Json::Int(1), Json::Int(2)), PointerTo(unknown),
             "duplicate");
    const std::string text = minimal.Print();
    const std::string start = absl::StrCat(text.substr(0, text.size() - 1), minimal.size() > 0 ? "," : "");
    const std::string escaped = absl::StrCat("\"\\u0078", unknown.substr(1), "\"");
    set->Bad("unknown: twice, one name escaped",
             Verbatim(absl::StrCat(start, JsonString(unknown), ":1,", escaped, ":2}")), PointerTo(unknown),
             "duplicate");
  }
}

void AddRanks(VectorSet* set) {
  const ir::Type& type = set->type();
  if (!type.discriminator().empty()) return;
  const Json full = set->samples().Full(type);
  const ir::Field* first_required = nullptr;
  for (const ir::Field* field : Shown(type)) {
    const std::string& name = field->wire_name();
    const Json& value = *full.Find(name);
    const Json near = Near(type, *field, full);
    set->Bad(absl::StrCat(name, ": twice"), WithTwice(near, name, value, value), PointerTo(name), "duplicate");
    if (field->required() && first_required == nullptr) first_required = field;
    if (field->required()) continue;
    set->Bad(absl::StrCat(name, ": twice, once null"), WithTwice(near, name, Json(), value), PointerTo(name),
             "duplicate");
  }
  if (first_required == nullptr) return;
  set->Bad("rank: nothing there", Json::Object(), PointerTo(first_required->wire_name()), "required");
  set->Bad("rank: members before unknown ones",
           WithTwice(Json::Object(), UnknownName(*set), Json::Int(1), Json::Int(2)),
           PointerTo(first_required->wire_name()), "required");
  Json backwards = Json::Object();
  for (size_t i = full.size(); i-- > 0;) backwards.Add(full.key(i), full[i]);
  set->Good("members backwards", backwards);
}

int DepthOf(const Json& value) {
  if (!value.is_object() && value.type() != Json::Type::kArray) return 0;
  int deepest = 0;
  for (size_t i = 0; i < value.size(); ++i) deepest = std::max(deepest, DepthOf(value[i]));
  return deepest + 1;
}

// A minimal value of the type that holds `inner`, another value of it; null when the type cannot hold itself directly.
Json Around(const VectorSet& set, const Json& inner) {
  const ir::Type& type = set.type();
  const bool is_union = !type.discriminator().empty();
  for (const ir::Field& outer : type.fields()) {
    const ir::Type& body = is_union ? set.index().type(outer.type()) : type;
    for (const ir::Field& field : body.fields()) {
      if (ItemKind(field) != ir::KIND_MESSAGE || field.type() != type.name()) continue;
      Json holder = is_union ? set.samples().MinimalArm(type, outer) : set.samples().Minimal(type);
      Json member = field.repeated() ? Json::Array({inner}) : IsMap(field) ? Json::Object({{"key", inner}}) : inner;
      holder.Set(field.wire_name(), std::move(member));
      return holder;
    }
  }
  return Json();
}

// Far beyond every bound: whoever recurses over it runs out of stack.
constexpr int kVeryDeep = 20000;

std::string Repeated(absl::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out.append(text.data(), text.size());
  return out;
}

void AddSelfNested(VectorSet* set) {
  Json value = set->samples().Minimal(set->type());
  while (true) {
    Json around = Around(*set, value);
    if (around.is_null()) return;
    if (DepthOf(around) > kMaxDepth) break;
    value = std::move(around);
  }
  set->Good("nested in itself as deep as may be", value);
  set->Broken("nested in itself too deep", Around(*set, value).Print());
  // Printed JSON has no control characters, so this one marks the place of the inner value.
  const std::string around = Around(*set, Verbatim("\x01")).Print();
  const size_t inner = around.find('\x01');
  set->Broken("nested in itself 20000 times",
              absl::StrCat(Repeated(around.substr(0, inner), kVeryDeep), set->samples().Minimal(set->type()).Print(),
                           Repeated(around.substr(inner + 1), kVeryDeep)));
}

// A value whose innermost array lies `depth` deep.
std::string Nested(int depth) {
  return absl::StrCat(std::string(static_cast<size_t>(depth), '['), std::string(static_cast<size_t>(depth), ']'));
}

}  // namespace

void AddObjectVectors(VectorSet* set) {
  AddRoots(set);
  AddTag(set);
  AddUnion(set);
  AddUnknown(set);
  AddRanks(set);
  AddSelfNested(set);
}

void AddTextVectors(VectorSet* set) {
  const std::string good = set->samples().Minimal(set->type()).Print();
  const std::string open = good.substr(0, good.size() - 1) + (good == "{}" ? "" : ",");
  const std::string name = UnknownName(*set);
  const auto broken = [&](absl::string_view label, absl::string_view value) {
    set->Broken(absl::StrCat("whole text: ", label), absl::StrCat(open, JsonString(name), ":", value, "}"));
  };
  set->Good("whole text: white space", Verbatim(absl::StrCat(" \t\r\n", good, " \n")));
  set->Broken("whole text: empty", "");
  set->Broken("whole text: a byte order mark", "\xEF\xBB\xBF" + good);
  set->Broken("whole text: cut off", good.substr(0, good.size() - 1));
  set->Broken("whole text: two values", good + good);
  broken("a comma too much", "1,");
  broken("no UTF-8", "\"\xFF\"");
  broken("UTF-8 of a surrogate", "\"\xED\xA0\x80\"");
  broken("an unpaired surrogate", R"("\ud800")");
  broken("an unpaired surrogate in a name", R"({"\udc00":1})");
  broken("NaN", "NaN");
  broken("a number with a zero in front", "01");
  broken("a raw control character", "\"\x01\"");
  const int left = kMaxDepth - 1;
  broken("too deep", Nested(left + 1));
  broken("20000 arrays deep", Nested(kVeryDeep));
  broken("20000 objects deep", absl::StrCat(Repeated("{\"a\":", kVeryDeep), "1", Repeated("}", kVeryDeep)));
  const std::string deep = absl::StrCat(open, JsonString(name), ":", Nested(left), "}");
  if (IsOpen(*set)) {
    set->Good("whole text: as deep as may be", Verbatim(deep));
  } else {
    set->Bad("whole text: as deep as may be", Verbatim(deep), PointerTo(name), "unknown");
  }
}

void AddOutputVectors(VectorSet* set) {
  const ir::Type& type = set->type();
  const Json value = set->samples().Output(type);
  set->GoodOutput("output: all there", value);
  set->GoodOutput("output: unknown members are ignored", With(value, UnknownName(*set), Json()));
  const IrIndex& index = set->index();
  const ir::Type& body = type.discriminator().empty() ? type : index.type(index.smallest_arm(type).type());
  if (body.has_tag()) {
    Json without = value;
    without.Remove(body.tag().name());
    const std::string path = PointerTo(body.tag().name());
    if (body.tag().written()) {
      set->BadOutput("output: no tag", without, path, "tag");
    } else {
      set->GoodOutput("output: no tag", without);
    }
    set->BadOutput("output: tag null", With(value, body.tag().name(), Json()), path, "tag");
  }
  for (const ir::Field* shown : Shown(body)) {
    const ir::Field& field = *shown;
    const std::string& name = field.wire_name();
    const Json near = Near(body, field, value);
    Json without = near;
    without.Remove(name);
    if (field.required() || field.always() || field.nullable()) {
      set->BadOutput(absl::StrCat("output: no ", name), without, PointerTo(name), "required");
    } else {
      set->GoodOutput(absl::StrCat("output: no ", name), without);
    }
    const Json null = With(near, name, Json());
    const bool any = field.kind() == ir::KIND_RAW_ANY && !field.repeated();
    if (any || field.nullable()) {
      set->GoodOutput(absl::StrCat("output: null ", name), null);
    } else {
      set->BadOutput(absl::StrCat("output: null ", name), null, PointerTo(name), "type");
    }
  }
}

}  // namespace a2a::codegen

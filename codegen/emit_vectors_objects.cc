// Vectors of whole objects: tag, union, unknown and repeated members, several faults at once, text that is no JSON,
// and what a client checks.
#include <utility>

#include "absl/strings/str_cat.h"
#include "codegen/emit_vectors.h"

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
    if (type.discriminator().empty() ? name == field.wire_name()
                                     : Knows(set.index().type(field.type()), set, name)) {
      return true;
    }
  }
  return false;
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
  for (const char* wrong : {R"("")", R"("no-such-tag")", "1", "{}"}) {
    set->Bad(absl::StrCat("tag: ", wrong), With(minimal, tag.name(), Verbatim(wrong)), path, "tag");
  }
  const Json value = Json::String(tag.value());
  set->Bad("tag: twice", WithTwice(minimal, tag.name(), value, value), path, "duplicate");
  Json tag_only = Json::Object({{tag.name(), Json::String("no-such-tag")}});
  set->Bad("rank: the tag before the members", tag_only, path, "tag");
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
  last.Set(discriminator, Verbatim(R"("\u006eo-such-arm")"));
  set->Bad(absl::StrCat(name, ": renamed"), last, PointerTo(discriminator), "discriminator");
  for (const ir::Field& field : body.fields()) {
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
  for (const char* wrong : {"null", "1", "true", "{}", R"("")", R"("no-such-arm")"}) {
    set->Bad(absl::StrCat("discriminator: ", wrong), With(minimal, name, Verbatim(wrong)), path, "discriminator");
  }
  const Json value = *minimal.Find(name);
  set->Bad("discriminator: twice", WithTwice(minimal, name, value, value), path, "duplicate");
  set->Bad("discriminator: twice, one wrong", WithTwice(minimal, name, value, Json()), path, "duplicate");
  // The name written with an escape is the same name.
  const std::string text = without.Print();
  const std::string escaped = absl::StrCat("{", text.size() > 2 ? text.substr(1, text.size() - 2) + "," : "",
                                           "\"\\u00", absl::Hex(name[0], absl::kZeroPad2), name.substr(1),
                                           "\":", value.Print(), "}");
  set->Good("discriminator: its name escaped", Verbatim(escaped));
}

void AddUnknown(VectorSet* set) {
  const Json minimal = set->samples().Minimal(set->type());
  const bool open = IsOpen(*set);
  const auto add = [&](absl::string_view label, const Json& value, absl::string_view path) {
    if (open) {
      set->Good(absl::StrCat("unknown: ", label), value);
    } else {
      set->Bad(absl::StrCat("unknown: ", label), value, path, "unknown");
    }
  };
  for (const char* name : {"xUnknown", "__proto__", "constructor", "toString", "", "a/b~c", "\xC3\xA9"}) {
    if (Knows(set->type(), *set, name)) continue;
    add(JsonString(name), With(minimal, name, Json::Object({{"a", Json::Int(1)}})), PointerTo(name));
  }
  add("null", With(minimal, "xUnknown", Json()), "/xUnknown");
  add("numbers", With(minimal, "xUnknown", Verbatim("[9007199254740993,1e400,1.0]")), "/xUnknown");
  // By bytes U+FFFD comes first, by UTF-16 units the other.
  const Json two = With(With(minimal, "\xF0\x9F\x98\x80", Json::Int(1)), "\xEF\xBF\xBD", Json::Int(2));
  add("two", two, "/\xEF\xBF\xBD");
  const std::string longest(kLongestNameInPath, 'n');
  add("the longest name that a path repeats", With(minimal, longest, Json::Int(1)), PointerTo(longest));
  add("a longer name", With(minimal, longest + "n", Json::Int(1)), "");
  if (open) {
    set->Bad("unknown: twice", WithTwice(minimal, "xUnknown", Json::Int(1), Json::Int(2)), "/xUnknown", "duplicate");
    set->Bad("unknown: twice, one name escaped",
             Verbatim(absl::StrCat(minimal.Print().substr(0, minimal.Print().size() - 1), minimal.size() > 0 ? "," : "",
                                   R"("xUnknown":1,"\u0078Unknown":2})")),
             "/xUnknown", "duplicate");
  }
}

void AddRanks(VectorSet* set) {
  const ir::Type& type = set->type();
  if (!type.discriminator().empty()) return;
  const Json full = set->samples().Full(type);
  const ir::Field* first_required = nullptr;
  for (const ir::Field& field : type.fields()) {
    const std::string& name = field.wire_name();
    const Json& value = *full.Find(name);
    set->Bad(absl::StrCat(name, ": twice"), WithTwice(full, name, value, value), PointerTo(name), "duplicate");
    if (field.required() && first_required == nullptr) first_required = &field;
    if (field.required()) continue;
    set->Bad(absl::StrCat(name, ": twice, once null"), WithTwice(full, name, Json(), value), PointerTo(name),
             "duplicate");
  }
  if (first_required == nullptr) return;
  set->Bad("rank: nothing there", Json::Object(), PointerTo(first_required->wire_name()), "required");
  set->Bad("rank: members before unknown ones", WithTwice(Json::Object(), "!", Json::Int(1), Json::Int(2)),
           PointerTo(first_required->wire_name()), "required");
  Json backwards = Json::Object();
  for (size_t i = full.size(); i-- > 0;) backwards.Add(full.key(i), full[i]);
  set->Good("members backwards", backwards);
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
}

void AddTextVectors(VectorSet* set) {
  const std::string good = set->samples().Minimal(set->type()).Print();
  const std::string open = good.substr(0, good.size() - 1) + (good == "{}" ? "" : ",");
  set->Good("whole text: white space", Verbatim(absl::StrCat(" \t\r\n", good, " \n")));
  set->Broken("whole text: empty", "");
  set->Broken("whole text: a byte order mark", "\xEF\xBB\xBF" + good);
  set->Broken("whole text: cut off", good.substr(0, good.size() - 1));
  set->Broken("whole text: two values", good + good);
  set->Broken("whole text: a comma too much", open + R"("x":1,})");
  set->Broken("whole text: no UTF-8", open + "\"x\":\"\xFF\"}");
  set->Broken("whole text: UTF-8 of a surrogate", open + "\"x\":\"\xED\xA0\x80\"}");
  set->Broken("whole text: an unpaired surrogate", open + R"("x":"\ud800"})");
  set->Broken("whole text: an unpaired surrogate in a name", open + R"("\udc00":1})");
  set->Broken("whole text: NaN", open + R"("x":NaN})");
  set->Broken("whole text: a number with a zero in front", open + R"("x":01})");
  set->Broken("whole text: a raw control character", open + "\"x\":\"\x01\"}");
  const int left = kMaxDepth - 1;
  set->Broken("whole text: too deep", absl::StrCat(open, R"("x":)", Nested(left + 1), "}"));
  const std::string deep = absl::StrCat(open, R"("x":)", Nested(left), "}");
  if (IsOpen(*set)) {
    set->Good("whole text: as deep as may be", Verbatim(deep));
  } else {
    set->Bad("whole text: as deep as may be", Verbatim(deep), "/x", "unknown");
  }
}

void AddOutputVectors(VectorSet* set) {
  const ir::Type& type = set->type();
  const Json value = set->samples().Output(type);
  set->GoodOutput("output: all there", value);
  set->GoodOutput("output: unknown members are ignored", With(value, "xUnknown", Json()));
  const ir::Type& body = type.discriminator().empty() ? type : set->index().type(type.fields(0).type());
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
  for (const ir::Field& field : body.fields()) {
    const std::string& name = field.wire_name();
    Json without = value;
    without.Remove(name);
    if (field.required() || field.always() || field.nullable()) {
      set->BadOutput(absl::StrCat("output: no ", name), without, PointerTo(name), "required");
    } else {
      set->GoodOutput(absl::StrCat("output: no ", name), without);
    }
    const Json null = With(value, name, Json());
    const bool any = field.kind() == ir::KIND_RAW_ANY && !field.repeated();
    if (any || field.nullable()) {
      set->GoodOutput(absl::StrCat("output: null ", name), null);
    } else {
      set->BadOutput(absl::StrCat("output: null ", name), null, PointerTo(name), "type");
    }
  }
}

}  // namespace a2a::codegen

// Types: open or closed, tags, unions, members that come and go.
#include "absl/strings/str_cat.h"
#include "codegen/breaking_compare.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

std::string TagText(const ir::Tag& tag) {
  return absl::StrCat("{", Quoted(tag.name()), ": ", Quoted(tag.value()), "}", tag.written() ? "" : " (not written)");
}

}  // namespace

std::string MemberName(const ir::Type& type, const ir::Field& field) {
  return absl::StrCat(type.name(), ".", type.discriminator().empty() ? field.wire_name() : field.arm());
}

void Comparison::Types() {
  for (const auto& [names, usage] : types_) {
    CompareType(*old_names_.Type(names.first), *new_names_.Type(names.second), usage);
  }
}

void Comparison::CompareType(const ir::Type& before, const ir::Type& after, const Usage& usage) {
  const std::string& name = after.name();
  if (Renamed({before.name(), name}, /*enums=*/false)) {
    SourceName("type-source-name", name, before.name(), name, {name});
    Doc(name, before.doc(), after.doc(), {name});
  }
  const bool was_union = !before.discriminator().empty(), is_union = !after.discriminator().empty();
  if (was_union != is_union) {
    Judge(Add("type-kind", name, is_union ? "object -> union" : "union -> object", {name}), usage,
          Breaking("what callers send is refused"), Breaking("readers look for members that are gone"));
    return;
  }
  if (before.discriminator() != after.discriminator()) {
    Judge(Add("discriminator-renamed", name,
              absl::StrCat("discriminator ", Quoted(before.discriminator()), " -> ", Quoted(after.discriminator())),
              {name + "#discriminator"}),
          usage, Breaking("what callers send is refused"), Breaking("readers cannot tell the arms apart"));
  }
  if (!is_union && before.open() != after.open()) {
    const bool open = after.open();
    Judge(Add(open ? "type-opened" : "type-closed", name, open ? "closed -> open" : "open -> closed", {name + "#open"}),
          usage,
          open ? Additive("members that it does not know are kept")
               : Breaking("members that it does not know are refused"),
          open ? Additive("readers ignore members that they do not know")
               : Breaking("members that it does not know are no longer relayed"));
  }
  CompareTag(before, after, usage);
  CompareFields(before, after, usage);
}

void Comparison::CompareTag(const ir::Type& before, const ir::Type& after, const Usage& usage) {
  const ir::Tag& old_tag = before.tag();
  const ir::Tag& new_tag = after.tag();
  if (old_tag.SerializeAsString() == new_tag.SerializeAsString()) return;
  const std::vector<std::string> where = {after.name() + "#tag", after.name()};
  if (!before.has_tag()) {
    Judge(Add("tag-added", after.name(), absl::StrCat("tag ", TagText(new_tag)), where), usage,
          before.open() ? Breaking("a member of that name and another value is refused")
                        : Additive("callers may leave it out"),
          new_tag.written() ? Additive("readers ignore members that they do not know") : Effect());
  } else if (!after.has_tag()) {
    Judge(Add("tag-removed", after.name(), absl::StrCat("tag ", TagText(old_tag)), where), usage,
          after.open() ? Additive("it is relayed like any member that the type does not know")
                       : Breaking("callers that send it are refused"),
          old_tag.written() ? Breaking("readers know the object by it") : Effect());
  } else if (old_tag.name() != new_tag.name() || old_tag.value() != new_tag.value()) {
    Judge(Add("tag-renamed", after.name(), absl::StrCat("tag ", TagText(old_tag), " -> ", TagText(new_tag)), where),
          usage, Breaking("callers that send the old one are refused"),
          old_tag.written() ? Breaking("readers know the object by it") : Effect());
  } else {
    Judge(Add("tag-written", after.name(), absl::StrCat("tag ", TagText(old_tag), " -> ", TagText(new_tag)), where),
          usage, Effect(),
          new_tag.written() ? Additive("readers ignore members that they do not know")
                            : Breaking("readers know the object by it"));
  }
}

void Comparison::CompareFields(const ir::Type& before, const ir::Type& after, const Usage& usage) {
  const Matched<ir::Field> fields = MatchFields(before, after);
  for (const auto& [old_field, new_field] : fields.both) CompareField(after, *old_field, *new_field, usage);
  for (const ir::Field* field : fields.removed) FieldGone(after, *field, usage);
  for (const ir::Field* field : fields.added) FieldNew(after, *field, usage);
}

void Comparison::FieldGone(const ir::Type& after, const ir::Field& field, const Usage& usage) {
  const std::string name = MemberName(after, field);
  if (!after.discriminator().empty()) {
    Judge(Add("arm-removed", name, "removed", {after.name()}), usage, Breaking("callers that send it are refused"),
          Additive("readers never meet it again"));
    return;
  }
  Judge(Add("field-removed", name, absl::StrCat("removed, was ", field.required() ? "required" : "optional"),
            {after.name()}),
        usage,
        Breaking(after.open() ? "what callers send there is relayed but means nothing"
                              : "callers that send it are refused"),
        Breaking("readers miss it"));
}

void Comparison::FieldNew(const ir::Type& after, const ir::Field& field, const Usage& usage) {
  const std::string name = MemberName(after, field);
  const std::vector<std::string> where = {absl::StrCat(after.name(), ".", field.name())};
  if (!after.discriminator().empty()) {
    Judge(Add("arm-added", name, "added", where), usage, Additive("callers need not send it"),
          Breaking("readers refuse an arm that they do not know"));
    return;
  }
  Judge(Add("field-added", name, absl::StrCat("added, ", field.required() ? "required" : "optional"), where), usage,
        field.required() ? Breaking("callers that do not know it are refused") : Additive("callers may leave it out"),
        Additive("readers ignore members that they do not know"));
}

}  // namespace a2a::codegen

// types.md: every message and enum.
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "codegen/emit_docs.h"
#include "codegen/emit_docs_text.h"
#include "codegen/names_cpp.h"

namespace a2a::codegen {
namespace {

std::string ValueType(const DocsContext& context, const ir::Field& field, ir::Kind kind) {
  switch (kind) {
    case ir::KIND_STRING:
      return "string";
    case ir::KIND_BASE64:
      return "base64 string";
    case ir::KIND_BOOL:
      return "boolean";
    case ir::KIND_INT32:
    case ir::KIND_INT64:
    case ir::KIND_UINT32:
    case ir::KIND_UINT64:
      return absl::StrCat("integer from ", RangeOf(kind).low, " to ", RangeOf(kind).high);
    case ir::KIND_DOUBLE:
      return "number";
    case ir::KIND_RAW_ANY:
      return "any JSON";
    case ir::KIND_RAW_OBJECT:
      return "JSON object";
    default:
      return context.TypeLink(field.type());
  }
}

std::string FieldType(const DocsContext& context, const ir::Field& field) {
  const std::string value = ValueType(context, field, ItemKind(field));
  if (IsMap(field)) return absl::StrCat("object of ", value);
  return field.repeated() ? absl::StrCat("array of ", value) : value;
}

std::string LimitText(const DocsContext& context, const ir::Limit& limit) {
  if (limit.bound().empty()) return absl::StrCat(limit.value());
  return absl::StrCat(context.BoundLink(limit.bound()), " (", limit.value(), ")");
}

std::string Limits(const DocsContext& context, bool has_min, const ir::Limit& min, bool has_max, const ir::Limit& max,
                   absl::string_view unit) {
  if (has_min && has_max) {
    return absl::StrCat(LimitText(context, min), " to ", LimitText(context, max), unit);
  }
  if (has_min) return absl::StrCat("at least ", LimitText(context, min), unit);
  return has_max ? absl::StrCat("at most ", LimitText(context, max), unit) : std::string();
}

std::string Rules(const DocsContext& context, const ir::Field& field) {
  std::vector<std::string> rules = {
      Limits(context, field.has_min_items(), field.min_items(), field.has_max_items(), field.max_items(),
             IsMap(field) ? " members" : " items"),
      Limits(context, field.has_min_chars(), field.min_chars(), field.has_max_chars(), field.max_chars(),
             " code points"),
      Limits(context, field.has_min_bytes(), field.min_bytes(), field.has_max_bytes(), field.max_bytes(),
             ItemKind(field) == ir::KIND_BASE64 ? " decoded bytes" : " bytes of UTF-8"),
      Limits(context, field.has_min_value(), field.min_value(), field.has_max_value(), field.max_value(), ""),
  };
  if (field.clamp()) rules.push_back("a greater number counts as the greatest");
  if (field.nullable()) rules.push_back("the host writes null when there is none");
  if (field.always()) rules.push_back("the host writes it even when it is empty");
  if (field.stamped()) rules.push_back("set by the host, whatever the client sends");
  if (field.secret()) rules.push_back("secret: keep it out of logs");
  rules.erase(std::remove(rules.begin(), rules.end(), ""), rules.end());
  return absl::StrJoin(rules, "; ");
}

std::string Facts(const DocsContext& context, const ir::Type& type, bool open) {
  std::vector<std::string> facts;
  const bool input = context.IsInput(type.name());
  const bool output = context.IsOutput(type.name());
  if (input || output) {
    facts.push_back(input && output ? "Sent by clients and by the host."
                    : input         ? "Sent by clients."
                                    : "Sent by the host.");
  }
  facts.push_back(open ? "Open: members that are not listed are kept and relayed."
                       : "Closed: the host refuses members that are not listed; clients ignore them.");
  facts.push_back(absl::StrCat("Declared in ", MarkdownCode(type.file()), ". [JSON Schema](schema/", type.name(),
                               ".json), [vectors](../vectors/", type.name(), ".jsonl)."));
  return absl::StrCat(absl::StrJoin(facts, " "), "\n\n");
}

std::string Members(const DocsContext& context, const ir::Type& type) {
  if (type.fields().empty() && !type.has_tag()) return "It has no members.\n\n";
  std::string out = "| member | presence | type | rules | meaning |\n|---|---|---|---|---|\n";
  if (type.has_tag()) {
    absl::StrAppend(&out, "| ", MarkdownCode(type.tag().name()), " | optional | ",
                    MarkdownCode(JsonString(type.tag().value(), true)), " | ",
                    type.tag().written() ? "the host writes it" : "the host does not write it", " | |\n");
  }
  for (const ir::Field& field : type.fields()) {
    absl::StrAppend(&out, "| ", MarkdownCode(field.wire_name()), " | ", field.required() ? "required" : "optional",
                    " | ", FieldType(context, field), " | ", Rules(context, field), " | ", MarkdownLine(field.doc()),
                    " |\n");
  }
  return out + "\n";
}

std::string Arms(const DocsContext& context, const ir::Type& type) {
  std::string out = absl::StrCat("One of these, told by ", MarkdownCode(type.discriminator()),
                                 ", which stands beside the members:\n\n| ", MarkdownCode(type.discriminator()),
                                 " | members | meaning |\n|---|---|---|\n");
  for (const ir::Field& arm : type.fields()) {
    absl::StrAppend(&out, "| ", MarkdownCode(JsonString(arm.arm(), true)), " | ", context.TypeLink(arm.type()), " | ",
                    MarkdownLine(arm.doc()), " |\n");
  }
  return out + "\n";
}

std::string Example(const DocsContext& context, const ir::Type& type) {
  if (!type.discriminator().empty()) {
    std::string out;
    for (const ir::Field& arm : type.fields()) {
      out += DocsExample(type.name(), "input", "", context.samples().FullArm(type, arm));
    }
    return out;
  }
  const bool input = context.IsInput(type.name()) || !context.IsOutput(type.name());
  const Json value = input ? context.samples().Input(type) : context.samples().Output(type);
  return DocsExample(type.name(), input ? "input" : "output", "", value);
}

std::string TypeSection(const DocsContext& context, const ir::Type& type) {
  const bool is_union = !type.discriminator().empty();
  const bool open = is_union ? context.index().type(type.fields(0).type()).open() : type.open();
  return absl::StrCat("## ", type.name(), "\n\n", MarkdownParagraphs(type.doc()), Facts(context, type, open),
                      is_union ? Arms(context, type) : Members(context, type), Example(context, type));
}

std::string EnumSection(const ir::Enum& enumeration) {
  std::string out =
      absl::StrCat("## ", enumeration.name(), "\n\n", MarkdownParagraphs(enumeration.doc()), "A string",
                   enumeration.is_state() ? "; a [state](states.md)" : "", ".\n\n", "| value | meaning |\n|---|---|\n");
  for (const ir::EnumValue& value : enumeration.values()) {
    absl::StrAppend(&out, "| ", MarkdownCode(JsonString(value.wire(), true)), " | ", MarkdownLine(value.doc()), " |\n");
  }
  return out + "\n";
}

}  // namespace

std::string DocsTypes(const DocsContext& context) {
  std::string out = context.Head("Types");
  absl::StrAppend(&out, "JSON Pointers to members, as errors name them, are built from names in C++ with ",
                  MarkdownCode(absl::StrCat(CppFolder(context.ir().protocol().package()), "/paths.h")), ".\n\n");
  out +=
      "An optional member may be absent or, in what clients send, null: both mean the same. Integers are meant by "
      "value: `1.0` and `1e2` are integers.\n\n";
  for (const ir::Type& type : context.ir().types()) out += TypeSection(context, type);
  for (const ir::Enum& enumeration : context.ir().enums()) out += EnumSection(enumeration);
  return out;
}

}  // namespace a2a::codegen

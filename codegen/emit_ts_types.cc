// types.ts: what goes over the wire, as TypeScript types.
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "codegen/emit_ts_model.h"
#include "codegen/emit_ts_text.h"
#include "codegen/printer.h"

namespace a2a::codegen {
namespace {

std::string ValueType(const TsModel& model, ir::Kind kind, const std::string& type, const std::string& prefix) {
  switch (kind) {
    case ir::KIND_STRING:
    case ir::KIND_BASE64:
      return "string";
    case ir::KIND_BOOL:
      return "boolean";
    case ir::KIND_ENUM:
    case ir::KIND_MESSAGE:
      return prefix + model.Name(type);
    case ir::KIND_RAW_ANY:
      return "Json";
    case ir::KIND_RAW_OBJECT:
      return "JsonObject";
    default:
      return "number";
  }
}

// `unit` in the singular, or empty.
void AddLimit(const ir::Limit& limit, const char* words, const char* unit, std::vector<std::string>* doc) {
  if (!limit.has_value()) return;
  const std::string number =
      limit.bound().empty() ? absl::StrCat(limit.value()) : absl::StrCat(limit.bound(), " (", limit.value(), ")");
  const std::string counted = *unit == 0 ? "" : absl::StrCat(" ", unit, limit.value() == 1 ? "" : "s");
  doc->push_back(absl::StrCat(words, " ", number, counted, "."));
}

std::vector<std::string> FieldDoc(const ir::Field& field) {
  std::vector<std::string> doc;
  if (!field.doc().empty()) doc.push_back(field.doc());
  const char* const byte = field.kind() == ir::KIND_BASE64 ? "decoded byte" : "byte";
  AddLimit(field.min_items(), "At least", "item", &doc);
  AddLimit(field.max_items(), "At most", "item", &doc);
  AddLimit(field.min_chars(), "At least", "code point", &doc);
  AddLimit(field.max_chars(), "At most", "code point", &doc);
  AddLimit(field.min_bytes(), "At least", byte, &doc);
  AddLimit(field.max_bytes(), "At most", byte, &doc);
  AddLimit(field.min_value(), "At least", "", &doc);
  AddLimit(field.max_value(), field.clamp() ? "Higher values count as" : "At most", "", &doc);
  if (field.exact()) doc.push_back("A bigint where a number would be rounded.");
  if (field.stamped()) doc.push_back("Set by the host, whatever the client sends.");
  if (field.secret()) doc.push_back("Secret: keep it out of logs.");
  return doc;
}

void EmitField(const TsModel& model, const ir::Type& type, const ir::Field& field, Printer* out) {
  TsDoc(FieldDoc(field), out);
  out->Print("$0$1: $2$3;\n", TsMember(field.wire_name()), model.AlwaysThere(type, field) ? "" : "?",
             TsFieldType(model, field, ""), field.nullable() ? " | null" : "");
}

// `export type name = a | b;`, on lines of their own when there are many.
void EmitAlias(const std::string& name, const std::vector<std::string>& members, Printer* out) {
  constexpr size_t kWidth = 90;
  const std::string joined = members.empty() ? "never" : absl::StrJoin(members, " | ");
  if (joined.size() <= kWidth) {
    out->Print("export type $0 = $1;\n\n", name, joined);
  } else {
    out->Print("export type $0 =\n  | $1;\n\n", name, absl::StrJoin(members, "\n  | "));
  }
}

void EmitUnion(const TsModel& model, const ir::Type& type, Printer* out) {
  std::vector<std::string> arms;
  for (const ir::Field& arm : type.fields()) {
    const std::string& name = model.Arm(type.name(), arm.name());
    arms.push_back(name);
    if (model.OnlyArmOf(arm.type()) != nullptr) continue;
    TsDoc({arm.doc()}, out);
    // What is known to have no members cannot be extended by one.
    const bool empty = model.Type(arm.type()).fields().empty() && !model.Type(arm.type()).open();
    out->Print("export interface $0$1 {\n  $2: $3;\n}\n\n", name, empty ? "" : " extends " + model.Name(arm.type()),
               TsMember(type.discriminator()), TsString(arm.arm()));
  }
  TsDoc({type.doc()}, out);
  EmitAlias(model.Name(type.name()), arms, out);
}

void EmitStruct(const TsModel& model, const ir::Type& type, Printer* out) {
  const std::string& name = model.Name(type.name());
  const TsModel::ArmOf* arm = model.OnlyArmOf(type.name());
  TsDoc({type.doc()}, out);
  if (type.fields().empty() && type.tag().name().empty() && arm == nullptr) {
    // An empty interface would take any value that is not null.
    out->Print("export interface $0 {\n  [member: string]: $1;\n}\n\n", name, type.open() ? "unknown" : "never");
    return;
  }
  out->Print("export interface $0 {\n", name);
  {
    const Indented indented(out);
    if (arm != nullptr) {
      out->Print("$0: $1;\n", TsMember(arm->union_type->discriminator()), TsString(arm->field->arm()));
    }
    if (!type.tag().name().empty()) {
      const bool always = type.tag().written() && model.OutputOnly(type.name());
      out->Print("$0$1: $2;\n", TsMember(type.tag().name()), always ? "" : "?", TsString(type.tag().value()));
    }
    for (const ir::Field& field : type.fields()) EmitField(model, type, field, out);
  }
  out->Raw("}\n\n");
}

// What of the JSON types the fields use, for the import; an unused name would not compile everywhere.
std::string JsonImports(const ir::Ir& ir) {
  bool any = false;
  bool object = false;
  for (const ir::Type& type : ir.types()) {
    for (const ir::Field& field : type.fields()) {
      any = any || field.kind() == ir::KIND_RAW_ANY || field.map_value() == ir::KIND_RAW_ANY;
      object = object || field.kind() == ir::KIND_RAW_OBJECT || field.map_value() == ir::KIND_RAW_OBJECT;
    }
  }
  return absl::StrCat(any ? "Json, " : "", object ? "JsonObject, " : "");
}

void EmitOpen(const TsModel& model, Printer* out) {
  std::vector<std::string> open;
  for (const ir::Type& type : model.ir().types()) {
    if (type.open()) open.push_back(model.Name(type.name()));
  }
  out->Raw("/** Types that may carry members of which this version knows nothing. */\n");
  EmitAlias("OpenType", open, out);
  out->Raw(
      "/** Writes a value of an open type with further members: `open<Message>({..., \"x-mine\": 1})`. */\n"
      "export function open<T extends OpenType>(value: WithExtras<T>): T {\n"
      "  return value;\n"
      "}\n\n"
      "/** Reads the members of which this version knows nothing: `extras(message)[\"x-mine\"]`. */\n"
      "export function extras<T extends OpenType>(value: T): WithExtras<T> {\n"
      "  return value as WithExtras<T>;\n"
      "}\n");
}

}  // namespace

std::string TsFieldType(const TsModel& model, const ir::Field& field, const std::string& prefix) {
  const ir::Kind kind = field.kind() == ir::KIND_MAP ? field.map_value() : field.kind();
  const std::string value = field.exact() ? "number | bigint" : ValueType(model, kind, field.type(), prefix);
  if (field.kind() == ir::KIND_MAP) return absl::StrCat("{ [key: string]: ", value, " }");
  if (!field.repeated()) return value;
  return field.exact() ? absl::StrCat("(", value, ")[]") : absl::StrCat(value, "[]");
}

std::string TsTypes(const TsModel& model) {
  Printer out;
  out.Raw(model.preamble());
  out.Print("import type { $0WithExtras } from \"./runtime.js\";\n\n", JsonImports(model.ir()));
  for (const ir::Enum& e : model.ir().enums()) {
    std::vector<std::string> values;
    for (const ir::EnumValue& value : e.values()) values.push_back(TsString(value.wire()));
    TsDoc({e.doc()}, &out);
    EmitAlias(model.Name(e.name()), values, &out);
  }
  for (const ir::Type& type : model.ir().types()) {
    if (type.discriminator().empty()) {
      EmitStruct(model, type, &out);
    } else {
      EmitUnion(model, type, &out);
    }
  }
  EmitOpen(model, &out);
  return out.Take();
}

}  // namespace a2a::codegen

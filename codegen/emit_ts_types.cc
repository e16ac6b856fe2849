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

void AddLimit(const ir::Limit& limit, const char* words, const char* unit, std::vector<std::string>* doc) {
  if (!limit.has_value()) return;
  const std::string number = limit.bound().empty() ? absl::StrCat(limit.value())
                                                   : absl::StrCat(limit.bound(), " (", limit.value(), ")");
  doc->push_back(absl::StrCat(words, " ", number, unit, "."));
}

std::vector<std::string> FieldDoc(const ir::Field& field) {
  std::vector<std::string> doc;
  if (!field.doc().empty()) doc.push_back(field.doc());
  AddLimit(field.min_items(), "At least", " items", &doc);
  AddLimit(field.max_items(), "At most", " items", &doc);
  AddLimit(field.min_chars(), "At least", " code points", &doc);
  AddLimit(field.max_chars(), "At most", " code points", &doc);
  AddLimit(field.min_bytes(), "At least", " bytes", &doc);
  AddLimit(field.max_bytes(), "At most", field.kind() == ir::KIND_BASE64 ? " bytes when decoded" : " bytes", &doc);
  AddLimit(field.min_value(), "At least", "", &doc);
  AddLimit(field.max_value(), field.clamp() ? "Higher values count as" : "At most", "", &doc);
  if (field.stamped()) doc.push_back("Set by the host, whatever the client sends.");
  if (field.secret()) doc.push_back("Secret: keep it out of logs.");
  return doc;
}

void EmitField(const TsModel& model, const ir::Type& type, const ir::Field& field, Printer* out) {
  TsDoc(FieldDoc(field), out);
  out->Print("$0$1: $2$3;\n", TsMember(field.wire_name()), model.AlwaysThere(type, field) ? "" : "?",
             TsFieldType(model, field, ""), field.nullable() ? " | null" : "");
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
    out->Print("export interface $0$1 {\n  $2: $3;\n}\n\n", name,
               empty ? "" : " extends " + model.Name(arm.type()), TsMember(type.discriminator()), TsString(arm.arm()));
  }
  TsDoc({type.doc()}, out);
  out->Print("export type $0 = $1;\n\n", model.Name(type.name()), absl::StrJoin(arms, " | "));
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
  out->Print("export type OpenType = $0;\n\n", open.empty() ? "never" : absl::StrJoin(open, " | "));
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
  if (field.kind() == ir::KIND_MAP) {
    return absl::StrCat("{ [key: string]: ", ValueType(model, field.map_value(), field.type(), prefix), " }");
  }
  return absl::StrCat(ValueType(model, field.kind(), field.type(), prefix), field.repeated() ? "[]" : "");
}

std::string TsTypes(const TsModel& model) {
  Printer out;
  out.Raw(model.preamble());
  out.Print("import type { $0WithExtras } from \"./runtime.js\";\n\n", JsonImports(model.ir()));
  for (const ir::Enum& e : model.ir().enums()) {
    std::vector<std::string> values;
    for (const ir::EnumValue& value : e.values()) values.push_back(TsString(value.wire()));
    TsDoc({e.doc()}, &out);
    out.Print("export type $0 = $1;\n\n", model.Name(e.name()), values.empty() ? "never" : absl::StrJoin(values, " | "));
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

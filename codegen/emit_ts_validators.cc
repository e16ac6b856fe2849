// validators.ts: one constant table per type, read by diagnose.ts.
#include "absl/strings/str_cat.h"
#include "codegen/emit_ts_model.h"
#include "codegen/emit_ts_text.h"
#include "codegen/printer.h"

namespace a2a::codegen {
namespace {

const char* KindWord(ir::Kind kind) {
  switch (kind) {
    case ir::KIND_BASE64:
      return "base64";
    case ir::KIND_BOOL:
      return "bool";
    case ir::KIND_INT32:
      return "int32";
    case ir::KIND_INT64:
      return "int64";
    case ir::KIND_UINT32:
      return "uint32";
    case ir::KIND_UINT64:
      return "uint64";
    case ir::KIND_DOUBLE:
      return "double";
    case ir::KIND_ENUM:
      return "enum";
    case ir::KIND_MESSAGE:
      return "message";
    case ir::KIND_RAW_ANY:
      return "any";
    case ir::KIND_RAW_OBJECT:
      return "object";
    case ir::KIND_MAP:
      return "map";
    default:
      return "string";
  }
}

// Appends the members of a field's row, in the order of FieldTable.
class Row {
 public:
  Row(const TsModel& model, const ir::Field& field, bool is_arm) : model_(model), field_(field), is_arm_(is_arm) {}

  std::string Text() {
    Add("name", TsString(field_.wire_name()));
    Add("kind", absl::StrCat("\"", KindWord(field_.kind()), "\""));
    Flag("repeated", field_.repeated());
    Flag("required", field_.required());
    Flag("nullable", field_.nullable());
    Flag("always", field_.always());
    Flag("clamp", field_.clamp());
    Flag("exact", field_.exact());
    AddLimit("minChars", field_.min_chars());
    AddLimit("maxChars", field_.max_chars());
    AddLimit("minBytes", field_.min_bytes());
    AddLimit("maxBytes", field_.max_bytes());
    AddLimit("minItems", field_.min_items());
    AddLimit("maxItems", field_.max_items());
    AddLimit("minValue", field_.min_value());
    AddLimit("maxValue", field_.max_value());
    const ir::Kind value = field_.kind() == ir::KIND_MAP ? field_.map_value() : field_.kind();
    if (value == ir::KIND_MESSAGE) Add("type", "() => " + model_.Table(field_.type()));
    if (value == ir::KIND_ENUM) Add("values", "c." + model_.Values(field_.type()));
    if (field_.kind() == ir::KIND_MAP) Add("mapValue", absl::StrCat("\"", KindWord(value), "\""));
    if (is_arm_) Add("arm", TsString(field_.arm()));
    return TsBlock("{ ", members_, " }");
  }

 private:
  void Add(const char* name, const std::string& value) { members_.push_back(absl::StrCat(name, ": ", value)); }
  void Flag(const char* name, bool set) {
    if (set) Add(name, "true");
  }
  void AddLimit(const char* name, const ir::Limit& limit) {
    if (!limit.has_value()) return;
    Add(name,
        limit.bound().empty() ? absl::StrCat("{ value: ", limit.value(), " }") : "c.bounds" + TsAccess(limit.bound()));
  }

  const TsModel& model_;
  const ir::Field& field_;
  const bool is_arm_;
  std::vector<std::string> members_;
};

// A message that is only an arm has its discriminator in its interface, but is looked at without it.
std::string TypeArgument(const TsModel& model, const ir::Type& type) {
  const std::string name = "t." + model.Name(type.name());
  const TsModel::ArmOf* arm = model.OnlyArmOf(type.name());
  return arm == nullptr ? name : absl::StrCat("Omit<", name, ", ", TsString(arm->union_type->discriminator()), ">");
}

void EmitTable(const TsModel& model, const ir::Type& type, Printer* out) {
  out->Print("export const $0: TypeTable<$1> = {\n", model.Table(type.name()), TypeArgument(model, type));
  const Indented indented(out);
  out->Print("name: $0,\n", TsString(type.name()));
  if (type.open()) out->Raw("open: true,\n");
  if (!type.tag().name().empty()) {
    out->Print("tag: { name: $0, value: $1, written: $2 },\n", TsString(type.tag().name()),
               TsString(type.tag().value()), type.tag().written());
  }
  if (!type.discriminator().empty()) out->Print("discriminator: $0,\n", TsString(type.discriminator()));
  if (type.fields().empty()) {
    out->Raw("fields: [],\n");
    return;
  }
  out->Raw("fields: [\n");
  for (const ir::Field& field : type.fields()) {
    const Indented row(out);
    out->Print("$0,\n", Row(model, field, !type.discriminator().empty()).Text());
  }
  out->Raw("],\n");
}

bool NeedsConstants(const ir::Ir& ir) {
  for (const ir::Type& type : ir.types()) {
    for (const ir::Field& field : type.fields()) {
      if (field.kind() == ir::KIND_ENUM || field.map_value() == ir::KIND_ENUM) return true;
      for (const ir::Limit* limit : {&field.min_chars(), &field.max_chars(), &field.min_bytes(), &field.max_bytes(),
                                     &field.min_items(), &field.max_items(), &field.min_value(), &field.max_value()}) {
        if (!limit->bound().empty()) return true;
      }
    }
  }
  return false;
}

}  // namespace

std::string TsValidators(const TsModel& model) {
  Printer out;
  out.Raw(model.preamble());
  if (!model.ir().types().empty()) {
    if (NeedsConstants(model.ir())) out.Raw("import * as c from \"./constants.js\";\n");
    out.Raw("import type { TypeTable } from \"./runtime.js\";\nimport type * as t from \"./types.js\";\n");
  }
  for (const ir::Type& type : model.ir().types()) {
    out.Raw("\n");
    EmitTable(model, type, &out);
    out.Raw("};\n");
  }
  out.Raw("\n/** Every table, by the type's name in the schema. */\nexport const tables = {\n");
  for (const ir::Type& type : model.ir().types()) {
    out.Print("  $0: $1,\n", TsKey(type.name()), model.Table(type.name()));
  }
  out.Raw("} as const;\n");
  return out.Take();
}

}  // namespace a2a::codegen

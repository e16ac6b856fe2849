// constants.ts: the protocol's numbers, names and texts.
#include "absl/strings/str_cat.h"
#include "codegen/emit_ts_model.h"
#include "codegen/emit_ts_text.h"
#include "codegen/printer.h"

namespace a2a::codegen {
namespace {

void EmitProtocol(const ir::Ir& ir, Printer* out) {
  const ir::Protocol& protocol = ir.protocol();
  out->Print("export const protocolName = $0;\n", TsString(protocol.name()));
  out->Print("export const protocolVersion = $0;\n", protocol.version());
  if (protocol.has_schema_version()) {
    TsDoc({"Newest version of the store's schema."}, out);
    out->Print("export const schemaVersion = $0;\n", protocol.schema_version());
  }
  if (protocol.has_schema_baseline()) {
    TsDoc({"First version of the store's schema that belongs to this protocol."}, out);
    out->Print("export const schemaBaseline = $0;\n", protocol.schema_baseline());
  }
  TsDoc({"Fingerprint of the schema; comments do not count."}, out);
  out->Print("export const contractHash = $0;\n\n", TsString(ir.contract_hash()));
}

void EmitCapabilities(const ir::Ir& ir, Printer* out) {
  std::vector<std::string> names;
  for (const ir::Capability& capability : ir.capabilities()) names.push_back(capability.name());
  TsDoc({"Groups of methods that a host announces at the handshake."}, out);
  out->Print("export const capabilities = $0 as const;\n", TsStrings(names));
  out->Raw("export type CapabilityName = (typeof capabilities)[number];\n\n");
}

void EmitTexts(const TsModel& model, Printer* out) {
  for (const ir::Text& text : model.ir().texts()) {
    TsDoc({text.doc()}, out);
    out->Print("export const $0 = $1;\n", model.Constant(text.name()), TsString(text.value()));
  }
  if (!model.ir().texts().empty()) out->Raw("\n");
}

void EmitBounds(const TsModel& model, Printer* out) {
  for (const ir::Bound& bound : model.ir().bounds()) {
    TsDoc({absl::StrCat(bound.doc(), bound.doc().empty() ? "" : " ", "Unit: ", bound.unit(), ".")}, out);
    out->Print("export const $0 = $1;\n", model.Constant(bound.name()), bound.value());
  }
  out->Raw(
      "\nexport interface BoundInfo extends ValueLimit {\n"
      "  readonly name: string;\n"
      "  readonly unit: string;\n"
      "}\n\n"
      "/** Every bound, by name. */\n"
      "export const bounds = {\n");
  for (const ir::Bound& bound : model.ir().bounds()) {
    const Indented indented(out);
    std::vector<std::string> members = {"name: " + TsString(bound.name()), "value: " + model.Constant(bound.name()),
                                        "unit: " + TsString(bound.unit())};
    if (!bound.limit().empty()) members.push_back("limit: " + TsString(bound.limit()));
    if (!bound.error().empty()) members.push_back("error: " + TsString(bound.error()));
    out->Print("$0: $1,\n", TsKey(bound.name()), TsBlock("{ ", members, " }"));
  }
  out->Raw("} as const satisfies Record<string, BoundInfo>;\nexport type BoundName = keyof typeof bounds;\n\n");
}

void EmitErrors(const ir::Ir& ir, Printer* out) {
  out->Raw(
      "export interface ErrorInfo {\n"
      "  /** In `error.data.errorCode`. */\n"
      "  readonly name: string;\n"
      "  /** In `error.code`. */\n"
      "  readonly code: number;\n"
      "  /** `error.message` when the host has nothing better to say. */\n"
      "  readonly text: string;\n"
      "  /** Kept for compatibility, never produced. */\n"
      "  readonly reserved: boolean;\n"
      "  /** Repeating the same call later can help. */\n"
      "  readonly retryable: boolean;\n"
      "  /** For a language model whose call ran into it: what to do now. */\n"
      "  readonly advice: string;\n"
      "}\n\n"
      "/** Every error that a host answers with, by name. */\n"
      "export const errors = {\n");
  {
    const Indented indented(out);
    for (const ir::Error& error : ir.errors()) {
      TsDoc({error.doc()}, out);
      out->Print("$0: {\n  name: $1,\n  code: $2,\n  text: $3,\n  reserved: $4,\n  retryable: $5,\n  advice: $6,\n},\n",
                 TsKey(error.name()), TsString(error.name()), error.code(), TsString(error.text()), error.reserved(),
                 error.retryable(), TsString(error.advice()));
    }
  }
  out->Raw("} as const satisfies Record<string, ErrorInfo>;\nexport type ErrorName = keyof typeof errors;\n");
}

void EmitEnumValues(const TsModel& model, Printer* out) {
  for (const ir::Enum& e : model.ir().enums()) {
    std::vector<std::string> values;
    for (const ir::EnumValue& value : e.values()) values.push_back(value.wire());
    out->Print("\n/** Every $0, in schema order. */\n", model.Name(e.name()));
    out->Print("export const $0: readonly t.$1[] = $2;\n", model.Values(e.name()), model.Name(e.name()),
               TsStrings(values));
  }
}

}  // namespace

std::string TsConstants(const TsModel& model) {
  Printer out;
  out.Raw(model.preamble());
  out.Raw("import type { ValueLimit } from \"./runtime.js\";\n");
  if (!model.ir().enums().empty()) out.Raw("import type * as t from \"./types.js\";\n");
  out.Raw("\n");
  EmitProtocol(model.ir(), &out);
  EmitCapabilities(model.ir(), &out);
  EmitTexts(model, &out);
  EmitBounds(model, &out);
  EmitErrors(model.ir(), &out);
  EmitEnumValues(model, &out);
  return out.Take();
}

}  // namespace a2a::codegen

// constants.h, errors.h and errors.cc.
#include "absl/strings/str_cat.h"
#include "codegen/emit_cpp.h"
#include "codegen/names_cpp.h"

namespace a2a::codegen {
namespace {

constexpr absl::string_view kBoundInfo =
    "struct BoundInfo {\n"
    "  absl::string_view name;\n"
    "  int32_t value;\n"
    "  absl::string_view unit;\n"
    "  absl::string_view limit;  // data.limit of an error about it, may be empty\n"
    "  absl::string_view error;  // name of that error; empty: the -32602 error\n"
    "};\n\n";

void PrintProtocol(const ir::Ir& ir, Printer* out) {
  const ir::Protocol& protocol = ir.protocol();
  out->Print("inline constexpr absl::string_view kProtocolName = $0;\n", CppString(protocol.name()));
  out->Print("inline constexpr int32_t kProtocolVersion = $0;\n", protocol.version());
  if (protocol.has_schema_version()) {
    out->Print("inline constexpr int32_t kSchemaVersion = $0;\n", protocol.schema_version());
    out->Print("inline constexpr int32_t kSchemaBaseline = $0;\n", protocol.schema_baseline());
  }
  out->Print("inline constexpr absl::string_view kContractHash = $0;\n", CppString(ir.contract_hash()));
  if (ir.capabilities().empty()) return;
  out->Print("inline constexpr absl::string_view kCapabilities[] = {");
  for (int i = 0; i < ir.capabilities_size(); ++i) {
    out->Print(i == 0 ? "$0" : ", $0", CppString(ir.capabilities(i).name()));
  }
  out->Print("};\n");
}

void PrintBounds(const ir::Ir& ir, Printer* out) {
  for (const ir::Bound& bound : ir.bounds()) {
    PrintCppDoc(bound.doc(), out);
    out->Print("inline constexpr int32_t $0 = $1;\n", CppConstant(bound.name()), bound.value());
  }
  if (ir.bounds().empty()) return;
  out->Print("\n");
  for (const ir::Bound& bound : ir.bounds()) {
    out->Print("inline constexpr BoundInfo $0Bound{\n    $1, $2, $3, $4, $5};\n", CppConstant(bound.name()),
               CppString(bound.name()), bound.value(), CppStringView(bound.unit()), CppStringView(bound.limit()),
               CppString(bound.error()));
  }
  out->Print("\n// Every bound, by name.\ninline constexpr BoundInfo kBounds[] = {\n");
  for (const ir::Bound& bound : ir.bounds()) out->Print("    $0Bound,\n", CppConstant(bound.name()));
  out->Print("};\n");
}

void PrintMethodNames(const ir::Ir& ir, Printer* out) {
  out->Print("\n// Names of methods and notifications on the wire.\n");
  for (const ir::Service& service : ir.services()) {
    for (const ir::Method& method : service.methods()) {
      out->Print("inline constexpr absl::string_view kMethod$0$1 = $2;\n", service.name(), method.rpc(),
                 CppString(method.name()));
    }
  }
}

std::string ErrorRow(const ir::Error& error) {
  return absl::StrCat("{", error.code(), ", ", CppString(error.name()), ", ", CppStringView(error.text()), ", ",
                      error.retryable() ? "true" : "false", "}");
}

}  // namespace

void EmitCppConstants(const CppContext& context) {
  Printer out;
  out.Raw(kBoundInfo);
  PrintProtocol(context.ir(), &out);
  for (const ir::Text& text : context.ir().texts()) {
    PrintCppDoc(text.doc(), &out);
    out.Print("inline constexpr absl::string_view $0 = $1;\n", CppConstant(text.name()), CppStringView(text.value()));
  }
  out.Print("\n");
  PrintBounds(context.ir(), &out);
  if (!context.ir().services().empty()) PrintMethodNames(context.ir(), &out);
  context.AddHeader("constants.h", {"cstdint"}, {"absl/strings/string_view.h"}, out.text());
}

void EmitCppErrors(const CppContext& context) {
  Printer header;
  for (const ir::Error& error : context.ir().errors()) {
    PrintCppDoc(error.doc(), &header);
    header.Print("inline constexpr a2a::ErrorInfo $0$1;\n", CppErrorConstant(error.name()), ErrorRow(error));
  }
  header.Print("\n// The row of that name, or null.\nconst a2a::ErrorInfo* FindError(absl::string_view name);\n");
  context.AddHeader("errors.h", {}, {"absl/strings/string_view.h", "base/error.h"}, header.text());

  Printer source;
  source.Print("const a2a::ErrorInfo* FindError($0) {\n",
               context.ir().errors().empty() ? "absl::string_view" : "absl::string_view name");
  for (const ir::Error& error : context.ir().errors()) {
    const std::string row = CppErrorConstant(error.name());
    source.Print("  if (name == $0.name) return &$0;\n", row);
  }
  source.Print("  return nullptr;\n}\n");
  context.AddSource("errors.cc", "errors.h", {}, {}, source.text());
}

}  // namespace a2a::codegen

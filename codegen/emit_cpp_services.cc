// services.h, notifications.h and notifications.cc.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "codegen/emit_cpp.h"
#include "codegen/names_cpp.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

bool HasCalls(const ir::Service& service) {
  return std::any_of(service.methods().begin(), service.methods().end(),
                     [](const ir::Method& method) { return !method.notification(); });
}

void PrintService(const CppContext& context, const ir::Service& service, Printer* out) {
  PrintCppDoc(service.doc(), out);
  out->Print("class $0Service {\n public:\n  virtual ~$0Service() = default;\n", service.name());
  for (const ir::Method& method : service.methods()) {
    if (method.notification()) continue;
    const Indented body(out);
    PrintCppDoc(method.doc(), out);
    out->Print("virtual absl::StatusOr<a2a::Disposition> $0(const a2a::CallContext& call, $1* params,\n",
               CppIdentifier(method.rpc()), context.TypeName(method.params()));
    out->Print("                                                $0* result) = 0;\n", context.TypeName(method.result()));
  }
  out->Print("};\n\n");
}

}  // namespace

void EmitCppServices(const CppContext& context) {
  Printer out;
  for (const ir::Service& service : context.ir().services()) {
    if (HasCalls(service)) PrintService(context, service, &out);
  }
  out.Print(
      "// Who serves the calls; a service that is not set answers that there is no such method.\nstruct Services {\n");
  for (const ir::Service& service : context.ir().services()) {
    if (!HasCalls(service)) continue;
    out.Print("  $0Service* $1 = nullptr;\n", service.name(), CppIdentifier(Snake(service.name())));
  }
  out.Print("};\n");
  std::vector<std::string> includes = context.ProtoHeaders();
  includes.insert(includes.end(), {"absl/status/statusor.h", "base/call.h"});
  context.AddHeader("services.h", {}, includes, out.text());
}

void EmitCppNotifications(const CppContext& context) {
  Printer header, source;
  for (const ir::Service& service : context.ir().services()) {
    for (const ir::Method& method : service.methods()) {
      if (!method.notification()) continue;
      const std::string function = absl::StrCat("void Append", method.rpc(), "Notification(const ",
                                                context.TypeName(method.params()), "& params, std::string* out)");
      PrintCppDoc(method.doc(), &header);
      header.Print("// Appends one whole frame, without newline.\n$0;\n", function);
      if (!source.text().empty()) source.Print("\n");
      source.Print("$0 {\n", function);
      source.Print("  out->append($0);\n  a2a::json::AppendString($1, out);\n  out->append($2);\n",
                   CppString("{\"jsonrpc\":\"2.0\",\"method\":"), absl::StrCat("kMethod", service.name(), method.rpc()),
                   CppString(",\"params\":"));
      source.Print("  Encode(params, out);\n  out->push_back('}');\n}\n");
    }
  }
  if (header.text().empty()) return;
  context.AddHeader("notifications.h", {"string"}, context.ProtoHeaders(), header.text());
  context.AddSource("notifications.cc", "notifications.h", {},
                    {context.Header("codec.h"), context.Header("constants.h"), "json/writer.h"}, source.text());
}

}  // namespace a2a::codegen

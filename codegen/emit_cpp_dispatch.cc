// dispatch.h and dispatch.cc: name -> decode, call, encode.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "codegen/emit_cpp.h"
#include "codegen/names_cpp.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

constexpr int kInvalidParamsCode = -32602;
constexpr int kNoMethodCode = -32601;

constexpr absl::string_view kHeader =
    "// Serves a Services. Its scratch is the calls' reused messages: one per Services, owner thread only.\n"
    "extern const a2a::ProtocolTable kProtocol;\n";

constexpr absl::string_view kHelpers =
    R"(// A reused message keeps its memory. What a large frame left behind is given back.
constexpr size_t kLargeTextBytes = 64 << 10;

template <typename Message>
void Recycle(size_t text_bytes, Message* message) {
  if (text_bytes > kLargeTextBytes) *message = Message();
}

template <typename Message>
void EncodeResult(const google::protobuf::MessageLite& result, std::string* out) {
  Encode(static_cast<const Message&>(result), out);
}

// One call. `call` is the handler.
template <typename Params, typename Result, typename Call>
absl::StatusOr<a2a::Disposition> Invoke(const a2a::json::TypeTable& table, absl::string_view text,
                                        const std::function<void()>& text_read, Params* params, Result* result,
                                        std::string* out, Call call) {
  if (text.empty()) text = "{}";
  a2a::json::Cursor cursor(text);
  if (!Decode(&cursor, params)) {
    Recycle(text.size(), params);
    return Refuse(table, text);
  }
  const size_t text_bytes = text.size();
  if (text_bytes > kLargeTextBytes && text_read) text_read();
  result->Clear();
  absl::StatusOr<a2a::Disposition> disposition = call(params, result);
  Recycle(text_bytes, params);
  if (disposition.ok() && *disposition == a2a::Disposition::kReply) {
    const size_t start = out->size();
    Encode(*result, out);
    Recycle(out->size() - start, result);
  }
  return disposition;
}

)";

struct Call {
  const ir::Service* service;
  const ir::Method* method;
};

std::vector<Call> SortedCalls(const ir::Ir& ir) {
  std::vector<Call> calls;
  for (const ir::Service& service : ir.services()) {
    for (const ir::Method& method : service.methods()) {
      if (!method.notification()) calls.push_back({&service, &method});
    }
  }
  std::sort(calls.begin(), calls.end(),
            [](const Call& a, const Call& b) { return a.method->name() < b.method->name(); });
  return calls;
}

std::string ScratchMember(absl::string_view role, absl::string_view type) {
  return absl::StrCat(role, "_", Snake(type));
}

// Prints `data.set_x(value)` when the schema's error data has that field in the right kind.
class ErrorDataSetter {
 public:
  explicit ErrorDataSetter(const CppContext& context) : data_(context.error_data()) {}

  bool Has(absl::string_view name, ir::Kind kind) const {
    if (data_ == nullptr) return false;
    return std::any_of(data_->fields().begin(), data_->fields().end(), [&](const ir::Field& field) {
      return field.name() == name && field.kind() == kind && !field.repeated();
    });
  }

  void Print(absl::string_view name, ir::Kind kind, absl::string_view value, Printer* out) const {
    if (Has(name, kind)) out->Print("data.set_$0($1);\n", CppField(name), value);
  }

 private:
  const ir::Type* data_;
};

void PrintRefuse(const CppContext& context, Printer* out) {
  const ErrorDataSetter setter(context);
  const ir::Error* invalid = context.ErrorOfCode(kInvalidParamsCode);
  out->Print("absl::Status Refuse(const a2a::json::TypeTable& table, absl::string_view params) {\n");
  const Indented body(out);
  out->Print("a2a::json::Fault fault;\nif (a2a::json::Diagnose(table, params, a2a::kParamsPath, &fault)) {\n");
  out->Print("  return absl::InternalError(absl::StrCat(\"decoder and table disagree about \", table.name));\n}\n");
  out->Print("const a2a::ErrorInfo* error = fault.error.empty() ? nullptr : FindError(fault.error);\n");
  out->Print("if (error == nullptr) error = &$0;\n", CppErrorConstant(invalid->name()));
  if (context.error_data() == nullptr) {
    out->Print("return a2a::MakeError(*error, fault.text);\n");
  } else {
    out->Print("$0 data;\n", context.TypeName(context.error_data()->name()));
    setter.Print("path", ir::KIND_STRING, "fault.path", out);
    if (setter.Has("limit", ir::KIND_STRING)) {
      out->Print("if (!fault.limit.empty()) data.set_limit(fault.limit.data(), fault.limit.size());\n");
    }
    if (setter.Has("max", ir::KIND_INT64)) out->Print("if (fault.max >= 0) data.set_max(fault.max);\n");
    if (setter.Has("actual", ir::KIND_INT64)) out->Print("if (fault.actual >= 0) data.set_actual(fault.actual);\n");
    out->Print("return a2a::MakeError(*error, fault.text, &data);\n");
  }
}

void PrintErrorData(const CppContext& context, Printer* out) {
  const ErrorDataSetter setter(context);
  out->Print("void EncodeErrorData(absl::string_view error_code, bool retryable, absl::string_view serialized,\n");
  out->Print("                     std::string* out) {\n");
  if (context.error_data() == nullptr) {
    out->Print(
        "  (void)serialized;\n  out->append(\"{\\\"errorCode\\\":\");\n  a2a::json::AppendString(error_code, out);\n");
    out->Print("  out->append(retryable ? \",\\\"retryable\\\":true}\" : \"}\");\n}\n\n");
    return;
  }
  out->Print("  $0 data;\n", context.TypeName(context.error_data()->name()));
  out->Print("  // Always text that MakeError serialized; whatever it may be, the code is what counts.\n");
  out->Print("  (void)data.ParseFromArray(serialized.data(), static_cast<int>(serialized.size()));\n");
  out->Print("  data.set_error_code(error_code.data(), error_code.size());\n");
  if (setter.Has("retryable", ir::KIND_BOOL)) {
    out->Print("  if (retryable) data.set_retryable(true);\n");
  } else {
    out->Print("  (void)retryable;\n");
  }
  out->Print("  Encode(data, out);\n}\n\n");
}

void PrintMakeErrorData(const CppContext& context, Printer* out) {
  const ErrorDataSetter setter(context);
  const bool path = setter.Has("path", ir::KIND_STRING);
  const bool ref = setter.Has("ref", ir::KIND_STRING);
  const bool max = setter.Has("max", ir::KIND_INT64);
  out->Print("std::string MakeErrorData(absl::string_view$0, absl::string_view$1, int64_t$2) {\n", path ? " path" : "",
             ref ? " ref" : "", max ? " max" : "");
  if (context.error_data() == nullptr) {
    out->Print("  return {};\n}\n\n");
    return;
  }
  out->Print("  $0 data;\n", context.TypeName(context.error_data()->name()));
  if (path) out->Print("  if (!path.empty()) data.set_path(path.data(), path.size());\n");
  if (ref) out->Print("  if (!ref.empty()) data.set_ref(ref.data(), ref.size());\n");
  if (max) out->Print("  if (max >= 0) data.set_max(max);\n");
  out->Print("  return data.SerializePartialAsString();\n}\n\n");
}

void PrintScratch(const CppContext& context, const std::vector<Call>& calls, Printer* out) {
  std::map<std::string, std::string> members;
  for (const Call& call : calls) {
    members[ScratchMember("params", call.method->params())] = context.TypeName(call.method->params());
    members[ScratchMember("result", call.method->result())] = context.TypeName(call.method->result());
  }
  out->Print("class Scratch {\n public:\n");
  for (const auto& [member, type] : members) out->Print("  $0 $1;\n", type, member);
  out->Print("};\n\nvoid* NewScratch() { return new Scratch; }\n");
  out->Print("void DeleteScratch(void* scratch) { delete static_cast<Scratch*>(scratch); }\n\n");
}

void PrintInvoke(const Call& call, Printer* out) {
  const std::string service = CppIdentifier(Snake(call.service->name()));
  out->Print(
      "absl::StatusOr<a2a::Disposition> Invoke$0$1(void* services, void* scratch, const a2a::CallContext& call,\n",
      call.service->name(), call.method->rpc());
  out->Print("    absl::string_view params, const std::function<void()>& params_read, std::string* result) {\n");
  const Indented body(out);
  out->Print("$0Service* const service = static_cast<Services*>(services)->$1;\n", call.service->name(), service);
  out->Print("if (service == nullptr) return NoService();\n");
  out->Print("Scratch* const reused = static_cast<Scratch*>(scratch);\n");
  out->Print("return Invoke(k$0Table, params, params_read, &reused->$1,\n", call.method->params(),
             ScratchMember("params", call.method->params()));
  out->Print("              &reused->$0, result,\n", ScratchMember("result", call.method->result()));
  out->Print("              [&](auto* in, auto* out) { return service->$0(call, in, out); });\n",
             CppIdentifier(call.method->rpc()));
}

void PrintRows(const CppContext& context, const std::vector<Call>& calls, Printer* out) {
  out->Print("constexpr a2a::MethodRow kMethods[] = {\n");
  for (const Call& call : calls) {
    const ir::Method& method = *call.method;
    out->Print("    {kMethod$0$1, $2, $3, $4, &Invoke$0$1, &EncodeResult<$5>},\n", call.service->name(), method.rpc(),
               CppString(method.capability()), method.notifiable() ? "true" : "false",
               method.before_handshake() ? "true" : "false", context.TypeName(method.result()));
  }
  out->Print("};\n\n");
  out->Print("constexpr bool IsSorted() {\n");
  out->Print("  for (size_t i = 1; i < std::size(kMethods); ++i) {\n");
  out->Print("    if (!(kMethods[i - 1].name < kMethods[i].name)) return false;\n  }\n  return true;\n}\n");
  out->Print("static_assert(IsSorted(), \"methods are found by binary search\");\n\n");
}

void PrintSource(const CppContext& context, const std::vector<Call>& calls, Printer* out) {
  out->Print("namespace {\n\n");
  PrintScratch(context, calls, out);
  if (!calls.empty()) {
    PrintRefuse(context, out);
    out->Print("}\n\n");
    out->Print("absl::Status NoService() {\n");
    const ir::Error* no_method = context.ErrorOfCode(kNoMethodCode);
    out->Print("  return $0;\n}\n\n", no_method == nullptr
                                          ? "absl::UnimplementedError(\"nobody serves this method\")"
                                          : absl::StrCat("a2a::MakeError(", CppErrorConstant(no_method->name()), ")"));
    out->Raw(kHelpers);
    for (const Call& call : calls) {
      PrintInvoke(call, out);
      out->Print("}\n\n");
    }
    PrintRows(context, calls, out);
  }
  PrintErrorData(context, out);
  PrintMakeErrorData(context, out);
  out->Print("}  // namespace\n\n");
  out->Print(
      "const a2a::ProtocolTable kProtocol = {$0, &EncodeErrorData, &MakeErrorData, &NewScratch, &DeleteScratch};\n",
      calls.empty() ? "{}" : "kMethods");
}

}  // namespace

void EmitCppDispatch(const CppContext& context) {
  context.AddHeader("dispatch.h", {}, {context.Header("services.h"), "base/call.h"}, kHeader);
  Printer source;
  PrintSource(context, SortedCalls(context.ir()), &source);
  context.AddSource(
      "dispatch.cc", "dispatch.h", {"cstddef", "cstdint", "functional", "iterator", "string"},
      {context.Header("codec.h"), context.Header("constants.h"), context.Header("errors.h"), "absl/strings/str_cat.h",
       "base/error.h", "base/path.h", "json/cursor.h", "json/table.h", "json/writer.h"},
      source.text());
}

}  // namespace a2a::codegen

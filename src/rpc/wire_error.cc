#include "rpc/wire_error.h"

#include "a2a/wire/errors.h"
#include "json/writer.h"

namespace a2a::rpc {

absl::Status MakeRuntimeError(const ProtocolTable& table, const ErrorInfo& error, absl::string_view text,
                              const ErrorDetail& detail) {
  return MakeErrorWithData(error, text, table.make_error_data(detail.path, detail.ref, detail.max));
}

void AppendErrorObject(const absl::Status& status, const ProtocolTable& table, std::string* out) {
  ErrorParts parts;
  if (!GetErrorParts(status, &parts)) {
    // Its text may hold SQL or paths, which are nobody's business on the pipe.
    AppendErrorObject(MakeError(wire::kErrorInternal), table, out);
    return;
  }
  out->append("{\"code\":");
  json::AppendInt(parts.code, out);
  out->append(",\"message\":");
  json::AppendString(status.message(), out);
  out->append(",\"data\":");
  table.encode_error_data(parts.name, parts.retryable, parts.data, out);
  out->push_back('}');
}

}  // namespace a2a::rpc

#include "rpc/reply.h"

#include "absl/strings/str_cat.h"
#include "rpc/wire_error.h"

namespace a2a::rpc {
namespace {

constexpr absl::string_view kHead = "{\"jsonrpc\":\"2.0\",\"id\":";

}  // namespace

void BeginResult(absl::string_view id, std::string* out) { absl::StrAppend(out, kHead, id, ",\"result\":"); }

void EndResult(std::string* out) { out->append("}\n"); }

void AppendErrorReply(absl::string_view id, const absl::Status& error, const ProtocolTable& table, std::string* out) {
  absl::StrAppend(out, kHead, id.empty() ? "null" : id, ",\"error\":");
  AppendErrorObject(error, table, out);
  out->append("}\n");
}

}  // namespace a2a::rpc

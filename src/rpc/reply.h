// Frames that answer calls, written by appending. Every frame ends with its newline. Any thread.
#ifndef A2A_RPC_REPLY_H_
#define A2A_RPC_REPLY_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "base/call.h"

namespace a2a::rpc {

// Opens a reply; the result's JSON is appended next, then EndResult. `id` is JSON text.
void BeginResult(absl::string_view id, std::string* out);
void EndResult(std::string* out);

// A whole reply that carries `error`. An empty `id` is written as null.
void AppendErrorReply(absl::string_view id, const absl::Status& error, const ProtocolTable& table, std::string* out);

}  // namespace a2a::rpc

#endif  // A2A_RPC_REPLY_H_

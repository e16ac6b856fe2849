// From absl::Status to the `error` of a reply: the one place where that is decided (contract section 1, Errors).
// Values only: any thread.
#ifndef A2A_RPC_WIRE_ERROR_H_
#define A2A_RPC_WIRE_ERROR_H_

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "base/call.h"
#include "base/error.h"

namespace a2a::rpc {

// Makes an error of the runtime's own whose data names the place in the frame (JSON Pointer) or the entry on stderr,
// either may be empty. The error data is a message of the served schema, so its owner brings this.
using ErrorMaker = std::function<absl::Status(const ErrorInfo& error, absl::string_view text, absl::string_view path,
                                              absl::string_view ref)>;

// Appends the error object. A status that MakeError did not make is INTERNAL, and says nothing else.
void AppendErrorObject(const absl::Status& status, const ProtocolTable& table, std::string* out);

}  // namespace a2a::rpc

#endif  // A2A_RPC_WIRE_ERROR_H_

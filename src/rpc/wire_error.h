// From absl::Status to the `error` of a reply: the one place where that is decided (contract section 1, Errors).
// Values only: any thread.
#ifndef A2A_RPC_WIRE_ERROR_H_
#define A2A_RPC_WIRE_ERROR_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "base/call.h"
#include "base/error.h"

namespace a2a::rpc {

// What the runtime has to say in the data of its own errors.
struct ErrorDetail {
  absl::string_view path = {};  // JSON Pointer from the frame's root
  absl::string_view ref = {};   // entry on stderr
  int64_t max = -1;             // the bound that was exceeded
};

// Makes an error of the runtime's own. Its data is a message of the served schema, so the table makes that.
absl::Status MakeRuntimeError(const ProtocolTable& table, const ErrorInfo& error, absl::string_view text,
                              const ErrorDetail& detail);

// Appends the error object. A status that MakeError did not make is INTERNAL, and says nothing else.
void AppendErrorObject(const absl::Status& status, const ProtocolTable& table, std::string* out);

}  // namespace a2a::rpc

#endif  // A2A_RPC_WIRE_ERROR_H_

// Errors of the protocol inside absl::Status (contract section 1, Errors).
//
// A handler fails with MakeError(kErrorXxx, "what was wrong and what is true now", &data). The catalogue rows
// (ErrorInfo) are generated; rpc/wire_error turns the status into `error` of a reply. Values only: any thread.
#ifndef A2A_BASE_ERROR_H_
#define A2A_BASE_ERROR_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/message_lite.h"

namespace a2a {

// One row of the generated error catalogue.
struct ErrorInfo {
  int code;                // JSON-RPC error.code
  absl::string_view name;  // error.data.errorCode
  absl::string_view text;  // error.message when there is nothing better to say
  bool retryable;          // fills data.retryable
};

// A status that carries `error`, the text (default: the catalogue's) and, if given, the schema's error data message
// (whose error code field stays empty; it is filled from `error` when the reply is written).
absl::Status MakeError(const ErrorInfo& error, absl::string_view text = {},
                       const google::protobuf::MessageLite* data = nullptr);

// The same with data that is serialized already, for those that do not know the schema.
absl::Status MakeErrorWithData(const ErrorInfo& error, absl::string_view text, absl::string_view serialized);

// What MakeError put in. False when `status` was not made by it: then it is a fault of ours or of the store.
struct ErrorParts {
  int code = 0;
  std::string name;
  bool retryable = false;
  std::string data;  // serialized error data message, may be empty
};
bool GetErrorParts(const absl::Status& status, ErrorParts* parts);

// True when `status` was made from `error`.
bool IsError(const absl::Status& status, const ErrorInfo& error);

}  // namespace a2a

#endif  // A2A_BASE_ERROR_H_

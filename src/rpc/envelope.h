// The JSON-RPC 2.0 envelope of one incoming frame (contract section 1). Values only: any thread.
#ifndef A2A_RPC_ENVELOPE_H_
#define A2A_RPC_ENVELOPE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "rpc/limits.h"
#include "rpc/wire_error.h"

namespace a2a::rpc {

struct Envelope {
  std::string id;            // JSON text to echo; empty: the frame has none
  std::string method;        // unescaped
  absl::string_view params;  // the object's text as written, part of the frame; empty: absent
  bool bad_params = false;   // params is there but is no object
};

// Reads the whole frame. Errors: PARSE_ERROR when it is not JSON, INVALID_REQUEST for everything else. On an error
// `out->id` is the id to answer to if one could be told, else empty.
absl::Status ParseEnvelope(absl::string_view frame, const Limits& limits, const ProtocolTable& table, Envelope* out);

// What a client wrote, cut to what an error text can bear.
std::string Shown(absl::string_view text);

}  // namespace a2a::rpc

#endif  // A2A_RPC_ENVELOPE_H_

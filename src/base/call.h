// How a call reaches a handler and how its answer leaves, in terms that know neither JSON nor the pipe.
//
// Generated service interfaces, the dispatch table and the broker share these types. Owner thread only.
#ifndef A2A_BASE_CALL_H_
#define A2A_BASE_CALL_H_

#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "google/protobuf/message_lite.h"

namespace a2a {

// Names one call while it is open; never reused in a process. 0 is no call.
using CallId = uint64_t;

struct CallContext {
  CallId id = 0;
  bool notification = false;  // the client will get no answer, so the handler must not park
};

enum class Disposition {
  kReply,   // the result message is filled
  kParked,  // CallSink::Finish or Fail will be called later with the same id
};

// What a handler may say besides its own reply. Implemented by rpc/; everything passed in is written only after the
// transaction of the current batch is on disk, in the order of the calls below (contract section 1, order on the pipe).
class CallSink {
 public:
  virtual ~CallSink() = default;

  // Answers a parked call. `result` is the method's result message.
  virtual void Finish(CallId call, const google::protobuf::MessageLite& result) = 0;
  virtual void Fail(CallId call, const absl::Status& error) = 0;

  // Sends a notification: `frame` is one whole frame without newline, from a generated notification builder.
  virtual void Notify(absl::string_view frame) = 0;

  // False while the client is behind (contract section 1, --max-outbox-bytes): notifications then stay in the store.
  virtual bool Accepting() const = 0;
};

// One row of a generated dispatch table. `services` is the generated Services struct of the protocol, `scratch` its
// generated Scratch (reused messages); both are passed through untyped so that rpc/ serves any protocol.
struct MethodRow {
  absl::string_view name;
  absl::string_view capability;
  bool notifiable;
  bool before_handshake;
  // Decodes `params` (validated JSON text of an object; empty when absent), calls the handler and, on kReply,
  // appends the encoded result. Decode faults come back as errors of the catalogue with data.path. `params_read` (may
  // be empty) is called between decoder and handler when `params` is large: its memory may go, nobody looks at it
  // again.
  absl::StatusOr<Disposition> (*invoke)(void* services, void* scratch, const CallContext& call,
                                        absl::string_view params, const std::function<void()>& params_read,
                                        std::string* result);
  // Appends the JSON of a result message of this method (for calls that were parked).
  void (*encode_result)(const google::protobuf::MessageLite& result, std::string* out);
};

// What rpc/ needs to serve a protocol; the generator writes one per schema.
struct ProtocolTable {
  absl::Span<const MethodRow> methods;  // sorted by name
  // Appends `error.data`: the schema's error data message `serialized` (may be empty) with its error code, and
  // `retryable` if true, filled in.
  void (*encode_error_data)(absl::string_view error_code, bool retryable, absl::string_view serialized,
                            std::string* out);
  // The serialized error data message of an error of the runtime's own. It holds what the schema's message has a field
  // for: `path` (JSON Pointer), `ref` (of the log entry), `max` (the bound that was exceeded). Empty and -1: nothing.
  std::string (*make_error_data)(absl::string_view path, absl::string_view ref, int64_t max);
  // The protocol's Scratch.
  void* (*new_scratch)();
  void (*delete_scratch)(void* scratch);
};

}  // namespace a2a

#endif  // A2A_BASE_CALL_H_

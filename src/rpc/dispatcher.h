// Runs the calls of a batch against a generated dispatch table and keeps what they say until the engine has committed.
//
// One batch: Handle() and HandleFault() for its frames, RunStep() for work of the engine's own, then End().
// Owner thread only.
#ifndef A2A_RPC_DISPATCHER_H_
#define A2A_RPC_DISPATCHER_H_

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "base/call.h"
#include "base/log.h"
#include "base/random.h"
#include "rpc/engine.h"
#include "rpc/envelope.h"
#include "rpc/limits.h"
#include "rpc/line_framer.h"
#include "rpc/outbox.h"
#include "rpc/session.h"
#include "rpc/staging.h"
#include "rpc/wire_error.h"

namespace a2a::rpc {

// The first method that may come before the handshake, which is the handshake; null in a protocol that has none.
const MethodRow* Handshake(const ProtocolTable& table);

class Dispatcher : public CallSink {
 public:
  // What serves the calls. Everything outlives the dispatcher.
  struct Parts {
    const ProtocolTable* table = nullptr;
    void* services = nullptr;  // the protocol's generated Services and Scratch
    void* scratch = nullptr;
    Engine* engine = nullptr;
    Session* session = nullptr;
    Outbox* outbox = nullptr;
    Log* log = nullptr;
    RandomSource* random = nullptr;
    // For fault tests; may be empty. Asked after each handler that has a reply; an error takes the reply's place.
    std::function<absl::Status(absl::string_view method)> after_call;
  };

  Dispatcher(const Parts& parts, const Limits& limits) : parts_(parts), limits_(limits), staging_(parts.table) {}

  // ---- one batch
  // `frame_read` (may be empty) is called as soon as nothing of a large frame is needed any more, before its handler.
  void Handle(absl::string_view frame, const std::function<void()>& frame_read = nullptr);
  // A line that is no frame at all.
  void HandleFault(LineFramer::Item item);
  // Runs `step` of the engine, such as OnTimers, as part of the batch. Not run when the batch has failed already.
  void RunStep(const std::function<void()>& step);
  // So much is rendered that the batch should end.
  bool full() const { return staging_.bytes() >= limits_.batch_bytes; }
  // The batch will be refused: frames that are already taken only get its error, and no more should be read.
  bool failed() const { return failed_; }
  // Commits and hands everything to the outbox: the answers, or when the store refused, its errors. Returns the
  // error in that case.
  absl::Status End();

  // ---- between batches
  // Answers every call that is still parked with `error`.
  void FailParked(const absl::Status& error);
  size_t parked() const { return parked_.size(); }
  // Whether Accepting() has said no since the last call: something waits to be rendered.
  bool TakeHeldBack() { return std::exchange(held_back_, false); }

  // ---- CallSink
  void Finish(CallId call, const google::protobuf::MessageLite& result) override;
  void Fail(CallId call, const absl::Status& error) override;
  void Notify(absl::string_view frame) override;
  bool Accepting() const override;

 private:
  struct Parked {
    std::string id;
    const MethodRow* row;
  };

  const MethodRow* Find(absl::string_view method) const;
  absl::Status Refusal(const MethodRow* row) const;
  void Invoke(const MethodRow& row, const std::function<void()>& params_read);
  void Unexpected(const absl::Status& status, bool answered);
  absl::Status LogFault(const absl::Status& status);
  void FailBatch(const absl::Status& status);
  void Restore();
  bool TakeParked(CallId call, Parked* parked);

  const Parts parts_;
  const Limits limits_;
  Staging staging_;
  Envelope envelope_;       // of the current frame
  std::string unanswered_;  // results nobody asked for

  absl::flat_hash_map<CallId, Parked> parked_;
  CallId last_call_ = 0;

  // Of the current batch.
  bool failed_ = false;
  absl::Status batch_error_;
  std::vector<CallId> parked_now_;
  std::vector<std::pair<CallId, Parked>> woken_now_;
  mutable bool held_back_ = false;
};

}  // namespace a2a::rpc

#endif  // A2A_RPC_DISPATCHER_H_

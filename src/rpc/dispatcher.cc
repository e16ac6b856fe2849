#include "rpc/dispatcher.h"

#include <algorithm>

#include "a2a/wire/errors.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "base/path.h"
#include "json/cursor.h"
#include "rpc/reply.h"

namespace a2a::rpc {

const MethodRow* Handshake(const ProtocolTable& table) {
  const auto row = std::find_if(table.methods.begin(), table.methods.end(),
                                [](const MethodRow& row) { return row.before_handshake; });
  return row == table.methods.end() ? nullptr : &*row;
}

const MethodRow* Dispatcher::Find(absl::string_view method) const {
  const auto methods = parts_.table->methods;
  const auto row = std::lower_bound(methods.begin(), methods.end(), method,
                                    [](const MethodRow& row, absl::string_view name) { return row.name < name; });
  return row != methods.end() && row->name == method ? &*row : nullptr;
}

// The checks between the envelope and the handler, in the contract's order.
absl::Status Dispatcher::Refusal(const MethodRow* row) const {
  if (row == nullptr) {
    return MakeError(wire::kErrorNotFound, absl::StrCat("There is no method \"", Shown(envelope_.method), "\"."));
  }
  if (!row->before_handshake && !parts_.session->greeted()) {
    const MethodRow* handshake = Handshake(*parts_.table);
    return MakeError(wire::kErrorUnauthorized,
                     handshake == nullptr ? "" : absl::StrCat("Call ", handshake->name, " first."));
  }
  if (parts_.session->shutting_down()) return MakeError(wire::kErrorHostShuttingDown);
  if (envelope_.bad_params) {
    const absl::string_view found = json::TypeName(json::Cursor(envelope_.params).type());
    return MakeRuntimeError(*parts_.table, wire::kErrorInvalidParams,
                            absl::StrCat("params must be an object, not ", found, "."), {.path = kParamsPath});
  }
  return absl::OkStatus();
}

void Dispatcher::Handle(absl::string_view frame, const std::function<void()>& frame_read) {
  const absl::Status parsed = ParseEnvelope(frame, limits_, *parts_.table, &envelope_);
  if (!parsed.ok()) {
    staging_.AddFrameError(envelope_.id, parsed);
    return;
  }
  const bool answered = !envelope_.id.empty();
  const MethodRow* row = Find(envelope_.method);
  absl::Status refusal = failed_ ? batch_error_ : Refusal(row);
  if (refusal.ok() && (answered || row->notifiable)) {
    Invoke(*row, frame_read);
  } else if (answered) {
    staging_.BeginReply(envelope_.id);
    staging_.RefuseReply(refusal);
  }
}

void Dispatcher::Invoke(const MethodRow& row, const std::function<void()>& params_read) {
  const bool answered = !envelope_.id.empty();
  const CallContext context{++last_call_, !answered};
  if (answered) staging_.BeginReply(envelope_.id);
  unanswered_.clear();
  absl::StatusOr<Disposition> outcome = row.invoke(parts_.services, parts_.scratch, context, envelope_.params,
                                                   params_read, answered ? staging_.frames() : &unanswered_);
  envelope_.params = {};  // their memory may be gone
  if (parts_.after_call && outcome.ok() && *outcome == Disposition::kReply) {
    if (absl::Status fault = parts_.after_call(row.name); !fault.ok()) outcome = std::move(fault);
  }
  if (!outcome.ok()) {
    ErrorParts ours;
    if (parts_.engine->StoreFailed() || !GetErrorParts(outcome.status(), &ours)) {
      Unexpected(outcome.status(), answered);
    } else if (answered) {
      staging_.RefuseReply(outcome.status());
    }
  } else if (*outcome == Disposition::kParked) {
    if (answered) {
      staging_.DropReply();
      parked_.emplace(context.id, Parked{envelope_.id, &row});
      parked_now_.push_back(context.id);
    }
  } else if (answered) {
    staging_.EndReply();
    if (staging_.reply_bytes() > limits_.max_out_frame_bytes) {
      Unexpected(absl::InternalError(absl::StrCat(row.name, " made a reply of ", staging_.reply_bytes(), " bytes")),
                 answered);
    }
  }
  staging_.EndStep();
}

void Dispatcher::HandleFault(LineFramer::Item item) {
  if (item == LineFramer::Item::kContentLength) {
    staging_.AddFrameError({}, MakeError(wire::kErrorParseError,
                                         "This pipe is newline-delimited JSON: one object per line, without headers "
                                         "such as Content-Length."));
    return;
  }
  const std::string text =
      absl::StrCat("The frame is longer than ", limits_.max_frame_bytes, " bytes; it was discarded up to its newline.");
  const auto max = static_cast<int64_t>(limits_.max_frame_bytes);
  staging_.AddFrameError({}, MakeRuntimeError(*parts_.table, wire::kErrorFrameTooLarge, text, {.max = max}));
}

void Dispatcher::RunStep(const std::function<void()>& step) {
  if (failed_) return;
  envelope_.method = "work of the host's own";  // what a log line about a fault names
  step();
  staging_.EndStep();
  if (parts_.engine->StoreFailed()) FailBatch(absl::UnavailableError("the store failed outside calls"));
}

// Logs a fault of ours and makes what the client is told of it.
absl::Status Dispatcher::LogFault(const absl::Status& status) {
  uint32_t bits;
  parts_.random->Fill(&bits, sizeof(bits));
  const std::string ref = absl::StrCat(absl::Hex(bits, absl::kZeroPad8));
  parts_.log->Line(absl::StrCat("internal fault ", ref, " in ", envelope_.method, ": ", status.ToString()));
  return MakeRuntimeError(*parts_.table, wire::kErrorInternal, {}, {.ref = ref});
}

// The handler failed with nothing that the protocol knows, or the store did under it.
void Dispatcher::Unexpected(const absl::Status& status, bool answered) {
  if (parts_.engine->StoreFailed()) {
    FailBatch(status);
    return;
  }
  const absl::Status internal = LogFault(status);
  if (answered) staging_.RefuseReply(internal);
  if (!parts_.engine->Dirty()) return;
  // What the call has written cannot be told from what earlier calls of the batch wrote: all of it goes.
  if (answered) staging_.KeepOwnError(internal);
  FailBatch(status);
}

void Dispatcher::FailBatch(const absl::Status& status) {
  failed_ = true;
  batch_error_ = parts_.engine->Abort(status);
}

absl::Status Dispatcher::End() {
  if (!failed_) {
    batch_error_ = parts_.engine->Commit();
    failed_ = !batch_error_.ok();
  }
  absl::Status result = std::move(batch_error_);
  if (failed_) {
    staging_.Rewrite(result);
    Restore();
    parts_.session->RollbackBatch();
  } else {
    parts_.session->CommitBatch();
  }
  parts_.outbox->Add(staging_.frames());
  staging_.Clear();
  parked_now_.clear();
  woken_now_.clear();
  failed_ = false;
  batch_error_ = absl::OkStatus();
  return result;
}

// Puts the parked calls back to where the batch began. Those it woke wait again, then those it parked go: a call that
// did both is of this batch.
void Dispatcher::Restore() {
  for (auto& [call, parked] : woken_now_) parked_.emplace(call, std::move(parked));
  for (CallId call : parked_now_) parked_.erase(call);
}

bool Dispatcher::TakeParked(CallId call, Parked* parked) {
  const auto found = parked_.find(call);
  if (found == parked_.end()) return false;
  *parked = found->second;
  woken_now_.emplace_back(call, std::move(found->second));
  parked_.erase(found);
  return true;
}

void Dispatcher::Finish(CallId call, const google::protobuf::MessageLite& result) {
  Parked parked;
  if (!TakeParked(call, &parked)) return;
  std::string* out = staging_.answers();
  const size_t before = out->size();
  BeginResult(parked.id, out);
  parked.row->encode_result(result, out);
  EndResult(out);
  if (const size_t size = out->size() - before; size > limits_.max_out_frame_bytes) {
    out->resize(before);
    const auto fault = absl::InternalError(absl::StrCat(parked.row->name, " made a late reply of ", size, " bytes"));
    AppendErrorReply(parked.id, LogFault(fault), *parts_.table, out);
  }
}

void Dispatcher::Fail(CallId call, const absl::Status& error) {
  Parked parked;
  if (!TakeParked(call, &parked)) return;
  ErrorParts ours;
  AppendErrorReply(parked.id, GetErrorParts(error, &ours) ? error : LogFault(error), *parts_.table, staging_.answers());
}

void Dispatcher::FailParked(const absl::Status& error) {
  std::vector<CallId> calls;
  for (const auto& [call, parked] : parked_) calls.push_back(call);
  std::sort(calls.begin(), calls.end());
  for (CallId call : calls) Fail(call, error);
  staging_.EndStep();
  parts_.outbox->Add(staging_.frames());
  staging_.Clear();
  woken_now_.clear();
}

void Dispatcher::Notify(absl::string_view frame) {
  if (frame.size() > limits_.max_out_frame_bytes) {
    (void)LogFault(absl::InternalError(absl::StrCat("a notification of ", frame.size(), " bytes was not sent")));
    return;
  }
  staging_.notes()->append(frame.data(), frame.size());
  staging_.notes()->push_back('\n');
}

bool Dispatcher::Accepting() const {
  const bool accepting = !parts_.outbox->behind(staging_.bytes());
  if (!accepting) held_back_ = true;
  return accepting;
}

}  // namespace a2a::rpc

#include "cli/serve_engine.h"

#include "a2a/wire/errors.h"
#include "a2a/wire/errors.pb.h"
#include "absl/strings/str_cat.h"
#include "base/error.h"
#include "base/exit_code.h"

namespace a2a::cli {
namespace {

using store::FaultKind;

}  // namespace

int ExitCodeOfFault(FaultKind kind) {
  switch (kind) {
    case FaultKind::kNone:
    case FaultKind::kTransient:
      return kExitOk;
    case FaultKind::kDamaged:
      return kExitDamaged;
    case FaultKind::kFatal:
    case FaultKind::kUnknown:
      return kExitIo;
  }
  return kExitInternal;
}

absl::Status ServeEngine::Judge(const absl::Status& status) {
  const store::Fault fault = store_->fault();
  store_->ClearFault();
  wire::ErrorData data;
  data.set_outcome(fault.kind == FaultKind::kUnknown ? wire::STORE_OUTCOME_UNKNOWN : wire::STORE_OUTCOME_NONE);
  if (fault.kind == FaultKind::kNone) {
    log_->Line(absl::StrCat("batch given up: ", status.ToString()));
    return MakeError(wire::kErrorStoreUnavailable,
                     "Another call failed in the same transaction; nothing of this one is stored. Repeat it.", &data);
  }
  const int exit_code = ExitCodeOfFault(fault.kind);
  if (exit_code_ == 0) exit_code_ = exit_code;
  log_->Line(exit_code == 0 ? "the store had no room; going on" : "the store failed; ending");
  return MakeError(
      wire::kErrorStoreUnavailable,
      fault.kind == FaultKind::kUnknown
          ? "The store failed while it was committing; the call's effects may or may not be stored. Repeat "
            "it with the same ids."
          : "The store could not keep the call's effects; nothing of it is stored.",
      &data);
}

absl::Status ServeEngine::Commit() {
  const bool writes = store_->in_transaction();
  const int64_t start = clock_->MonotonicMicros();
  const absl::Status status = broker_->Commit();
  if (!status.ok()) return Judge(status);
  // The batch is on disk; a checkpoint behind it may have failed, which matters to later batches only.
  if (StoreFailed()) (void)Judge(status);
  if (writes) last_commit_micros_ = clock_->MonotonicMicros() - start;
  return status;
}

absl::Status ServeEngine::Abort(const absl::Status& why) {
  broker_->Abort();
  return Judge(why);
}

bool ServeEngine::OnIdle() {
  const absl::StatusOr<bool> more = broker_->OnIdle();
  if (more.ok()) return *more;
  (void)Judge(more.status());
  return false;
}

}  // namespace a2a::cli

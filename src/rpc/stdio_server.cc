#include "rpc/stdio_server.h"

#include <algorithm>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "base/exit_code.h"

namespace a2a::rpc {
namespace {

// The sooner of two times to sleep, where -1 is no limit.
int64_t Sooner(int64_t a, int64_t b) {
  if (a < 0) return b;
  if (b < 0) return a;
  return std::min(a, b);
}

}  // namespace

int StdioServer::Run() {
  while (true) {
    Sleep();
    if (output_closed_) return parts_.engine->exit_code();
    if (open()) RunBatch();
    if (std::optional<int> code = Flush()) return *code;
    if (open()) Upkeep();
  }
}

int64_t StdioServer::SleepMillis() {
  int64_t millis = parts_.clock->MaxSleepMillis();
  if (open()) {
    if (!drained_ || backlog_ || ready_to_release() || (timer_due_ && !input_over_)) return 0;
    if (!input_over_) millis = Sooner(millis, parts_.engine->NextTimerMillis());
  }
  if (stall_counts_) {
    const int64_t passed = parts_.clock->MonotonicMillis() - last_progress_;
    millis = Sooner(millis, std::max<int64_t>(0, limits_.stall_millis - passed));
  }
  return millis;
}

void StdioServer::Sleep() {
  Watch watches[3];
  Watch& in = watches[0];
  Watch& out = watches[1];
  // While the client is behind its frames wait in the pipe, but that it hung up must be seen: once, or the level-
  // triggered wait would spin.
  if (!input_over_ && (open() || !hung_up_)) in.fd = in_.poll_fd();
  in.want_read = open();
  in.want_hangup = !open();
  out.fd = parts_.outbox->poll_fd();
  out.want_write = !parts_.outbox->empty();
  watches[2].fd = parts_.signals->fd();
  watches[2].want_read = true;

  Wait(absl::MakeSpan(watches), SleepMillis());
  if (!in.want_read && in.hung_up) hung_up_ = true;
  if (out.hung_up) output_closed_ = true;
  if (watches[2].readable) TakeSignals();
}

void StdioServer::TakeSignals() {
  while (parts_.signals->Take() != 0) {
    if (!parts_.session->shutting_down()) parts_.log->Line("a signal came; shutting down");
    parts_.session->BeginShutdown();
  }
}

void StdioServer::RunBatch() {
  if (ready_to_release()) {
    Release();
    return;
  }
  const bool frames = RunInput();
  const bool own = RunOwnWork();
  if (!frames && !own) return;
  // What went wrong is in the replies; whether it ends the process is the engine's exit code.
  (void)parts_.dispatcher->End();
  backlog_ = parts_.dispatcher->TakeHeldBack() || backlog_;
}

// Takes frames into the batch and runs them, first those at hand, then what has come meanwhile: a fuller batch costs
// no more syncs. True when there was any.
bool StdioServer::RunInput() {
  size_t taken = 0, read = 0;
  while (true) {
    if (!HandleFrames(&taken) || parts_.dispatcher->failed() || input_over_ || read >= limits_.batch_bytes) break;
    const size_t got = ReadInput(limits_.batch_bytes - read);
    read += got;
    drained_ = got == 0 && !input_over_;
    if (drained_) break;
  }
  return taken > 0;
}

// False when the batch is full. After a failure the frames that are whole are still taken: they share its fate.
bool StdioServer::HandleFrames(size_t* taken) {
  while (true) {
    if (*taken == limits_.batch_requests || (parts_.dispatcher->full() && !parts_.dispatcher->failed())) {
      drained_ = false;
      return false;
    }
    absl::string_view frame;
    const LineFramer::Item item = framer_.Next(&frame);
    if (item == LineFramer::Item::kNone) {
      drained_ = true;
      return true;
    }
    ++*taken;
    if (item == LineFramer::Item::kFrame) {
      parts_.dispatcher->Handle(frame, forget_);
    } else {
      parts_.dispatcher->HandleFault(item);
    }
  }
}

// Reads at most `limit` bytes, once. Returns how many came.
size_t StdioServer::ReadInput(size_t limit) {
  absl::Span<char> space = framer_.Space();
  const IoResult result = in_.Read(space.data(), std::min(space.size(), limit));
  const bool signalled = parts_.session->shutting_down();
  switch (result.status) {
    case IoStatus::kOk:
      framer_.Advance(result.bytes);
      // What the client had sent before the signal is read and refused; a client that never stops sending is not
      // listened to for ever.
      after_signal_ += signalled ? result.bytes : 0;
      if (after_signal_ > limits_.max_frame_bytes) EndInput();
      return result.bytes;
    case IoStatus::kWouldBlock:
      if (signalled) EndInput();
      return 0;
    case IoStatus::kFailed:
      parts_.log->Line(absl::StrCat("cannot read the input: ", std::strerror(result.error)));
      [[fallthrough]];
    case IoStatus::kEnd:
      framer_.Finish();
      EndInput();
      return 0;
  }
  return 0;
}

void StdioServer::EndInput() { input_over_ = true; }

// Timers, and notifications that wait in the store. True when there was something to do.
bool StdioServer::RunOwnWork() {
  timer_due_ = parts_.engine->NextTimerMillis() == 0;
  if (!timer_due_ && !backlog_) return false;
  if (timer_due_) {
    parts_.dispatcher->RunStep([this] { parts_.engine->OnTimers(); });
  }
  // After a signal nothing more is notified; the store keeps it.
  backlog_ = !parts_.session->shutting_down();
  if (backlog_ && !parts_.dispatcher->full()) {
    parts_.dispatcher->RunStep([this] { backlog_ = parts_.engine->RenderBacklog(); });
  }
  return true;
}

// The last batches: every call that is still parked gets its answer, as the client takes them.
void StdioServer::Release() {
  const size_t before = parts_.dispatcher->parked();
  parts_.dispatcher->RunStep([this] { parts_.engine->ReleaseParked(); });
  const absl::Status status = parts_.dispatcher->End();
  if (!status.ok()) parts_.dispatcher->FailParked(status);
  const size_t after = parts_.dispatcher->parked();
  released_ = after == 0 || after == before;
}

// Upkeep waits for a moment without frames, so that no call pays for it.
void StdioServer::Upkeep() {
  if (timer_due_ && drained_ && !input_over_) timer_due_ = parts_.engine->OnIdle();
}

// Writes what can be written. Says when the process ends.
std::optional<int> StdioServer::Flush() {
  const IoResult result = parts_.outbox->Flush();
  const int exit_code = parts_.engine->exit_code();
  if (result.status == IoStatus::kEnd) return exit_code;
  if (result.status == IoStatus::kFailed) {
    parts_.log->Line(absl::StrCat("cannot write the output: ", std::strerror(result.error)));
    return exit_code != 0 ? exit_code : kExitIo;
  }
  if (parts_.outbox->empty()) {
    stall_counts_ = false;
    if (released_ || exit_code != 0) return exit_code;
    return std::nullopt;
  }
  const int64_t now = parts_.clock->MonotonicMillis();
  const bool counted = std::exchange(stall_counts_, stopping());
  if (!counted || result.bytes > 0) last_progress_ = now;
  if (stall_counts_ && now - last_progress_ >= limits_.stall_millis) {
    parts_.log->Line("the client does not read; ending with output unwritten");
    return exit_code;
  }
  return std::nullopt;
}

}  // namespace a2a::rpc

// The loop that serves one client on a pair of pipes: read, run a batch, commit, write (contract section 1).
//
// It is the only place of rpc/ that touches descriptors. One thread; Run() returns the process's exit code. It ends
// on EOF, on SIGTERM or SIGINT, when nobody reads the output any more, or when the engine must stop.
#ifndef A2A_RPC_STDIO_SERVER_H_
#define A2A_RPC_STDIO_SERVER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "base/clock.h"
#include "base/fd.h"
#include "base/fd_signals.h"
#include "base/log.h"
#include "rpc/dispatcher.h"
#include "rpc/engine.h"
#include "rpc/limits.h"
#include "rpc/line_framer.h"
#include "rpc/outbox.h"
#include "rpc/session.h"

namespace a2a::rpc {

class StdioServer {
 public:
  // Everything outlives the server.
  struct Parts {
    int in = 0;
    Outbox* outbox = nullptr;
    Dispatcher* dispatcher = nullptr;
    Engine* engine = nullptr;
    Session* session = nullptr;
    StopSignals* signals = nullptr;
    Clock* clock = nullptr;
    Log* log = nullptr;
  };

  StdioServer(const Parts& parts, const Limits& limits)
      : parts_(parts), limits_(limits), in_(ByteStream::Reader(parts.in)), framer_(limits.max_frame_bytes) {}
  StdioServer(const StdioServer&) = delete;
  StdioServer& operator=(const StdioServer&) = delete;

  int Run();

 private:
  // May new work begin? Not while the client is behind with reading.
  bool open() const { return !parts_.outbox->behind() && parts_.engine->exit_code() == 0; }
  // All input is answered, only what is parked is left.
  bool ready_to_release() const { return input_over_ && drained_ && !backlog_ && !released_; }
  bool stopping() const {
    return input_over_ || hung_up_ || parts_.session->shutting_down() || parts_.engine->exit_code() != 0;
  }

  void Sleep();
  int64_t SleepMillis();
  void TakeSignals();
  void RunBatch();
  bool RunInput();
  bool HandleFrames(size_t* taken);
  size_t ReadInput(size_t limit);
  void EndInput();
  bool RunOwnWork();
  void Release();
  void Upkeep();
  std::optional<int> Flush();

  const Parts parts_;
  const Limits limits_;
  ByteStream in_;
  LineFramer framer_;
  const std::function<void()> forget_ = [this] { framer_.Forget(); };

  bool drained_ = true;      // the framer holds no whole line
  bool input_over_ = false;  // nothing more will be read
  bool hung_up_ = false;     // the client closed its end while we were not reading
  bool output_closed_ = false;
  bool backlog_ = false;   // notifications wait in the store
  bool released_ = false;  // parked calls are answered, only writing is left
  bool timer_due_ = false;
  size_t after_signal_ = 0;  // bytes read since a signal came

  bool stall_counts_ = false;
  int64_t last_progress_ = 0;  // milliseconds, monotonic
};

}  // namespace a2a::rpc

#endif  // A2A_RPC_STDIO_SERVER_H_

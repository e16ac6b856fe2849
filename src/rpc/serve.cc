#include "rpc/serve.h"

#include "a2a/wire/errors.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/exit_code.h"
#include "base/fd.h"
#include "base/fd_signals.h"
#include "base/log.h"
#include "base/random.h"
#include "rpc/dispatcher.h"
#include "rpc/engine.h"
#include "rpc/outbox.h"
#include "rpc/stdio_server.h"

namespace a2a::rpc {
namespace {

// For services that keep nothing on disk and start nothing by themselves.
class MemoryEngine : public Engine {
 public:
  void SetDispatcher(Dispatcher* dispatcher) { dispatcher_ = dispatcher; }

  absl::Status Commit() override { return absl::OkStatus(); }
  absl::Status Abort(const absl::Status&) override { return MakeError(wire::kErrorInternal); }
  bool Dirty() const override { return false; }
  bool StoreFailed() const override { return false; }
  int exit_code() const override { return kExitOk; }
  int64_t NextTimerMillis() override { return -1; }
  void OnTimers() override {}
  bool RenderBacklog() override { return false; }
  void ReleaseParked() override { dispatcher_->FailParked(MakeError(wire::kErrorHostShuttingDown)); }
  bool OnIdle() override { return false; }

 private:
  Dispatcher* dispatcher_ = nullptr;
};

}  // namespace

// Built in the order of their dependencies.
struct Server::Parts {
  Parts(const ProtocolTable& protocol, void* services, const ServeOptions& options)
      : table(protocol),
        log(options.log, options.name),
        outbox(ByteStream::Writer(options.out), options.limits.max_outbox_bytes),
        scratch(protocol.new_scratch(), protocol.delete_scratch),
        dispatcher({&table, services, scratch.get(), &engine, &session, &outbox, &log, SystemRandom(), {}},
                   options.limits),
        server({options.in, &outbox, &dispatcher, &engine, &session, &signals, SystemClock(), &log}, options.limits) {
    engine.SetDispatcher(&dispatcher);
    if (Handshake(table) != nullptr) return;
    session.Greet();
    session.CommitBatch();
  }

  const ProtocolTable table;
  StopSignals signals;
  Log log;
  Session session;
  Outbox outbox;
  MemoryEngine engine;
  std::unique_ptr<void, void (*)(void*)> scratch;
  Dispatcher dispatcher;
  StdioServer server;
};

Server::Server(const ProtocolTable& table, void* services, const ServeOptions& options)
    : parts_(std::make_unique<Parts>(table, services, options)) {}
Server::~Server() = default;

CallSink* Server::sink() { return &parts_->dispatcher; }
Session* Server::session() { return &parts_->session; }
int Server::Run() { return parts_->server.Run(); }

}  // namespace a2a::rpc

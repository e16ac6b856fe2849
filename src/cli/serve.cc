#include "cli/serve.h"

#include <malloc.h>

#include <memory>

#include "a2a/wire/codec.h"
#include "a2a/wire/constants.h"
#include "a2a/wire/dispatch.h"
#include "absl/strings/str_cat.h"
#include "base/exit_code.h"
#include "base/fd_signals.h"
#include "base/log.h"
#include "broker/broker.h"
#include "cli/serve_engine.h"
#include "rpc/app_service.h"
#include "rpc/dispatcher.h"
#include "rpc/outbox.h"
#include "rpc/session.h"
#include "rpc/stdio_server.h"
#include "store/store.h"

namespace a2a::cli {
namespace {

// Everything of one run, wired. Members are built in the order of their dependencies.
class Host {
 public:
  Host(const ServeOptions& options, const ServeDeps& deps, const ServeFds& fds, Log* log, StopSignals* signals,
       store::Store* store, broker::Broker* broker)
      : deps_(deps),
        broker_(broker),
        store_(store),
        outbox_(ByteStream::Writer(fds.out), options.limits.max_outbox_bytes, deps.at_point),
        engine_(broker, store, deps.clock, log),
        app_(AppOptions(options, log)),
        scratch_(wire::kProtocol.new_scratch()),
        dispatcher_(DispatcherParts(log), options.limits),
        server_({fds.in, &outbox_, &dispatcher_, &engine_, &session_, signals, deps.clock, log}, options.limits) {
    broker->SetSink(&dispatcher_);
    broker->Bind(&services_);
    services_.app = &app_;
  }
  ~Host() { wire::kProtocol.delete_scratch(scratch_); }

  int Run() { return server_.Run(); }

 private:
  rpc::AppService::Options AppOptions(const ServeOptions& options, Log* log) {
    rpc::AppService::Options app;
    app.version = std::string(ProgramVersion());
    app.durability = options.durability == store::Durability::kNormal ? wire::DURABILITY_NORMAL : wire::DURABILITY_FULL;
    app.configured = ConfiguredBounds(options);
    app.figures = [this] { return Figures(); };
    app.on_handshake = [this](bool acks) { broker_->OnFirstHandshake(acks); };
    app.session = &session_;
    app.outbox = &outbox_;
    app.clock = deps_.clock;
    app.log = log;
    return app;
  }

  rpc::AppService::Figures Figures() const {
    const broker::Figures figures = broker_->figures();
    rpc::AppService::Figures all;
    all.agents = figures.agents;
    all.open_tasks = figures.open_tasks;
    all.parked_calls = figures.parked_calls;
    all.undelivered_events = figures.undelivered_events;
    all.database_bytes = store_->DatabaseBytes();
    all.last_commit_micros = engine_.last_commit_micros();
    return all;
  }

  rpc::Dispatcher::Parts DispatcherParts(Log* log) {
    rpc::Dispatcher::Parts parts;
    parts.table = &wire::kProtocol;
    parts.services = &services_;
    parts.scratch = scratch_;
    parts.engine = &engine_;
    parts.session = &session_;
    parts.outbox = &outbox_;
    parts.log = log;
    parts.random = deps_.random;
    parts.after_call = deps_.after_call;
    return parts;
  }

  const ServeDeps deps_;
  broker::Broker* const broker_;
  store::Store* const store_;
  rpc::Session session_;
  rpc::Outbox outbox_;
  ServeEngine engine_;
  rpc::AppService app_;
  wire::Services services_;
  void* const scratch_;
  rpc::Dispatcher dispatcher_;
  rpc::StdioServer server_;
};

// A large frame's memory goes back to the system when it is freed: by default glibc would raise its threshold for that
// with the first one and keep the next.
void KeepMemorySmall() {
#ifdef M_MMAP_THRESHOLD
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

}  // namespace

int RunServeOn(const ServeOptions& options, const ServeDeps& deps, const ServeFds& fds) {
  KeepMemorySmall();
  StopSignals signals;
  Log log(fds.log, wire::kHostName);

  store::Options store_options;
  store_options.path = options.db;
  store_options.durability = options.durability;
  store_options.vfs = deps.vfs;
  store_options.log = [&log](absl::string_view line) { log.Line(line); };
  store_options.at_point = deps.at_point;
  absl::StatusOr<std::unique_ptr<store::Store>> store = store::Store::Open(store_options);
  if (!store.ok()) {
    log.Line(store.status().message());
    return store::ExitCodeOf(store.status());
  }
  absl::StatusOr<std::unique_ptr<broker::Broker>> broker =
      broker::Broker::Create(options.broker, store->get(), deps.clock, deps.random);
  if (!broker.ok()) {
    log.Line(absl::StrCat("cannot read the store: ", broker.status().message()));
    const int exit_code = ExitCodeOfFault((*store)->fault().kind);
    return exit_code != kExitOk ? exit_code : kExitInternal;
  }
  const bool normal = options.durability == store::Durability::kNormal;
  log.Line(absl::StrCat("serving ", options.db, ", protocol ", wire::kProtocolVersion, ", schema ",
                        wire::kSchemaVersion, ", durability ",
                        wire::WireName(normal ? wire::DURABILITY_NORMAL : wire::DURABILITY_FULL)));
  return Host(options, deps, fds, &log, &signals, store->get(), broker->get()).Run();
}

int RunServe(const ServeOptions& options, const ServeDeps& deps) { return RunServeOn(options, deps, ServeFds()); }

absl::string_view ProgramVersion() { return A2A_VERSION; }

}  // namespace a2a::cli

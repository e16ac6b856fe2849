// Lets the pipe's loop drive the broker, and judges what a store fault means for the client and for the process
// (contract sections 1, 7 and 8). Owner thread only.
#ifndef A2A_CLI_SERVE_ENGINE_H_
#define A2A_CLI_SERVE_ENGINE_H_

#include <cstdint>

#include "absl/status/status.h"
#include "base/clock.h"
#include "base/log.h"
#include "broker/broker.h"
#include "rpc/engine.h"
#include "store/store.h"

namespace a2a::cli {

// The exit code that a store fault ends the process with; 0: it goes on.
int ExitCodeOfFault(store::FaultKind kind);

class ServeEngine : public rpc::Engine {
 public:
  // All outlive the engine.
  ServeEngine(broker::Broker* broker, store::Store* store, Clock* clock, Log* log)
      : broker_(broker), store_(store), clock_(clock), log_(log) {}

  absl::Status Commit() override;
  absl::Status Abort(const absl::Status& why) override;
  bool Dirty() const override { return broker_->Dirty(); }
  bool StoreFailed() const override { return store_->fault().kind != store::FaultKind::kNone; }
  int exit_code() const override { return exit_code_; }
  int64_t NextTimerMillis() override { return broker_->NextTimerMillis(); }
  void OnTimers() override { broker_->OnTimers(); }
  bool RenderBacklog() override { return broker_->RenderBacklog(); }
  void ReleaseParked() override { broker_->ReleaseParked(); }
  bool OnIdle() override;

  // How long the last commit of a batch that wrote something took.
  int64_t last_commit_micros() const { return last_commit_micros_; }

 private:
  // Logs the store's fault, decides about the process and says what the client is told. Clears the fault.
  absl::Status Judge(const absl::Status& status);

  broker::Broker* const broker_;
  store::Store* const store_;
  Clock* const clock_;
  Log* const log_;
  int exit_code_ = 0;
  int64_t last_commit_micros_ = 0;
};

}  // namespace a2a::cli

#endif  // A2A_CLI_SERVE_ENGINE_H_

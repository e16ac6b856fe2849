// A protocol and an engine that tests steer, in place of the generated table and the broker.
#ifndef TESTS_RPC_FAKES_H_
#define TESTS_RPC_FAKES_H_

#include <atomic>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "a2a/wire/errors.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/call.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "google/protobuf/wrappers.pb.h"
#include "json/cursor.h"
#include "json/writer.h"
#include "rpc/engine.h"
#include "rpc/session.h"
#include "rpc/wire_error.h"

namespace a2a::rpc {

// Time that stands still until a test moves it. Sleepers look at it every millisecond.
class FakeClock : public Clock {
 public:
  int64_t WallMillis() override { return millis; }
  int64_t MonotonicMillis() override {
    ++reads;
    return millis;
  }
  int64_t MonotonicMicros() override { return millis * 1000; }
  int64_t MaxSleepMillis() override { return 1; }
  std::atomic<int64_t> millis{1000};
  std::atomic<int64_t> reads{0};
};

class ZeroRandom : public RandomSource {
 public:
  void Fill(void* bytes, size_t size) override { std::memset(bytes, 0, size); }
};

class FakeEngine : public Engine {
 public:
  absl::Status Commit() override {
    log.push_back("commit");
    if (on_commit) on_commit();
    dirty = false;
    return std::exchange(commit_status, absl::OkStatus());
  }
  absl::Status Abort(const absl::Status& why) override {
    log.push_back(absl::StrCat("abort ", why.message()));
    dirty = store_failed = false;
    return MakeError(wire::kErrorStoreUnavailable, "aborted");
  }
  bool Dirty() const override { return dirty; }
  bool StoreFailed() const override { return store_failed; }
  int exit_code() const override { return code; }
  int64_t NextTimerMillis() override { return timer; }
  void OnTimers() override {
    log.push_back("timers");
    if (on_timers) on_timers();
  }
  bool RenderBacklog() override {
    log.push_back("backlog");
    return on_backlog ? on_backlog() : false;
  }
  void ReleaseParked() override {
    log.push_back("release");
    if (on_release) on_release();
  }
  bool OnIdle() override {
    log.push_back("idle");
    return on_idle ? on_idle() : false;
  }

  std::vector<std::string> log;  // what the loop asked for
  absl::Status commit_status;    // of the next commit
  bool dirty = false, store_failed = false;
  int code = 0;
  int64_t timer = -1;
  std::function<void()> on_commit, on_timers, on_release;
  std::function<bool()> on_backlog, on_idle;
};

// What the fake methods share.
struct FakeServices {
  CallSink* sink = nullptr;
  FakeEngine* engine = nullptr;
  Session* session = nullptr;
  std::vector<CallId> parked;
  std::vector<std::string> calls;  // names of what ran
  int params_read = 0;             // how often echo could say that it needs its params no longer
};

// Methods: each does what its name says. Results are the params as written, or {}.
extern const ProtocolTable kFakeProtocol;

google::protobuf::StringValue TextResult(absl::string_view text);

// A request line without its newline.
std::string Request(absl::string_view id, absl::string_view method, absl::string_view params = "");

}  // namespace a2a::rpc

#endif  // TESTS_RPC_FAKES_H_

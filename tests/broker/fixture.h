// A broker over a real store in a temporary folder, with a clock and randomness that the test moves, and a sink that
// writes down what was said. Each call helper is one batch of one call unless the test opened a batch itself.
#ifndef A2A_TESTS_BROKER_FIXTURE_H_
#define A2A_TESTS_BROKER_FIXTURE_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "a2a/wire/constants.h"
#include "a2a/wire/errors.h"
#include "a2a/wire/services.h"
#include "absl/status/statusor.h"
#include "base/call.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "broker/broker.h"
#include "store/store.h"

namespace a2a::broker {

class FakeClock : public Clock {
 public:
  int64_t WallMillis() override { return wall; }
  int64_t MonotonicMillis() override { return mono; }
  int64_t MonotonicMicros() override { return mono * 1000; }
  void Pass(int64_t millis) {
    wall += millis;
    mono += millis;
  }

  int64_t wall = 1'796'000'000'000;
  int64_t mono = 50'000;
};

class FakeRandom : public RandomSource {
 public:
  void Fill(void* bytes, size_t size) override {
    for (size_t i = 0; i < size; ++i) static_cast<unsigned char*>(bytes)[i] = static_cast<unsigned char>(engine_());
  }

 private:
  std::mt19937_64 engine_{1};
};

// One thing that the broker said besides replies.
struct Said {
  enum Kind { kEvent, kPush, kFinish, kFail } kind;
  wire::TaskEventNotification event;
  wire::PushNotification push;
  std::string frame;
  CallId call = 0;
  wire::Task task;                             // kFinish of a blocking send
  std::optional<wire::EventsWaitResult> wait;  // kFinish of a wait
  absl::Status error;

  const wire::TaskStatusUpdateEvent& update() const { return event.event().status_update(); }
};

class RecordingSink : public CallSink {
 public:
  void Finish(CallId call, const google::protobuf::MessageLite& result) override;
  void Fail(CallId call, const absl::Status& error) override;
  void Notify(absl::string_view frame) override;
  bool Accepting() const override { return accepting && (room < 0 || static_cast<int64_t>(said.size()) < room); }

  std::vector<Said> Take() { return std::exchange(said, {}); }

  bool accepting = true;
  int64_t room = -1;  // things said above which it accepts no more; -1: any number
  std::vector<Said> said;
};

struct Peer {
  std::string id;
  std::string token;
  std::string secret;
  bool resumed = false;
};

// A wait's params beside the token; what is empty or unset is left out.
struct WaitArgs {
  std::string task;
  std::optional<int32_t> timeout = {};
  std::optional<int64_t> after = {};
  std::optional<int32_t> max = {};
};

wire::AgentCard Card(const std::string& name, wire::AgentKind kind = wire::AGENT_KIND_UNSPECIFIED);
wire::Message Text(const std::string& message_id, const std::string& text = "hello");
wire::Message Text(const std::string& message_id, const std::string& text, const std::string& task_id);
// What `json` holds: of a message, a task's history and so on.
wire::Message DecodeMessage(const wire::Message& message);
std::string TextOf(const wire::Message& message);

class Host {
 public:
  explicit Host(Options options = {}, std::string vfs = "", bool acks = false);
  ~Host();

  // As after a stop of the host: the store is opened again, the broker is new. No handshake has happened yet.
  void Restart();
  // The same without an orderly end: what was not committed is gone.
  void Crash();
  // A new broker over the store as it stands open: for tests that restart very often.
  void Reboot();
  // The first handshake of the run, as one batch.
  void Handshake(bool acks = false);

  Broker& broker() { return *broker_; }
  store::Store& store() { return *store_; }
  const Core& core() const { return broker_->core(); }

  // Between these calls share one batch.
  void BeginBatch() { in_batch_ = true; }
  absl::Status EndBatch();
  void AbortBatch();
  // Runs the timers as one batch.
  void Timers();

  // ---- calls
  absl::StatusOr<Peer> TryRegister(wire::RegisterParams params);
  absl::StatusOr<Peer> TryRegister(const std::string& context_id, wire::AgentCard card);
  Peer Register(const std::string& context_id, const std::string& name,
                wire::AgentKind kind = wire::AGENT_KIND_UNSPECIFIED);
  // With the secret of `peer`.
  absl::StatusOr<Peer> TryResume(const std::string& context_id, const Peer& peer, wire::AgentCard card);
  Peer Resume(const std::string& context_id, const Peer& peer);
  absl::Status Deregister(const Peer& peer);
  absl::Status NewRun(const Peer& peer);
  absl::StatusOr<wire::AgentsListResult> List(const Peer& peer, const std::string& page_token = "");

  // A parked call returns a task without id; its call id is last_call().
  absl::StatusOr<wire::Task> Send(wire::SendParams params, bool notification = false);
  absl::StatusOr<wire::Task> Send(const Peer& peer, wire::Message message, const std::string& to = "");
  absl::StatusOr<wire::Task> Stream(wire::SendParams params);
  absl::StatusOr<wire::Task> Get(const Peer& peer, const std::string& id, std::optional<int32_t> history = {});
  absl::StatusOr<wire::Task> Status(const Peer& peer, const std::string& id, wire::TaskState state,
                                    std::optional<wire::Message> message = {});
  absl::StatusOr<wire::Task> Cancel(const Peer& peer, const std::string& id);
  absl::StatusOr<wire::Task> Resubscribe(const Peer& peer, const std::string& id);
  absl::StatusOr<wire::PushNotificationConfig> SetPush(const Peer& peer, const std::string& task_id,
                                                       wire::PushNotificationConfig config);
  absl::StatusOr<std::optional<wire::PushNotificationConfig>> GetPush(const Peer& peer, const std::string& task_id);

  // An artifact of one text part.
  absl::StatusOr<wire::Task> Artifact(const Peer& peer, const std::string& id, const std::string& artifact_id,
                                      bool append = false);
  // A parked call returns a result without events; its call id is last_call().
  absl::StatusOr<wire::EventsWaitResult> Wait(const Peer& peer, const WaitArgs& args = {});
  absl::Status Ack(const Peer& peer, const std::vector<int64_t>& seqs, std::optional<int64_t> up_to = {});
  absl::StatusOr<wire::Message> GetMessage(const Peer& peer, const std::string& task_id, const std::string& message_id);
  absl::StatusOr<wire::TasksListResult> ListTasks(const Peer& peer);

  CallId last_call() const { return last_call_; }
  bool last_parked() const { return last_parked_; }

  // A task of `requester` for `worker` in `state`; says nothing.
  std::string TaskIn(const Peer& requester, const Peer& worker, wire::TaskState state);

  const std::string& folder() const { return folder_; }

  // All of memory that a failed batch must give back.
  std::string DumpMemory() const;

  // A fault of the store fails the test, unless it is expected; then whoever called gives the batch up.
  bool expect_faults = false;

  FakeClock clock;
  FakeRandom random;
  RecordingSink sink;

 private:
  void Open();
  void Start();
  template <typename Result, typename Call>
  absl::StatusOr<Result> Run(Call call, bool notification = false);

  const Options options_;
  const std::string vfs_;
  std::string folder_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<Broker> broker_;
  wire::Services services_;
  bool in_batch_ = false;
  CallId last_call_ = 0;
  bool last_parked_ = false;
  int64_t serial_ = 0;
};

// The error's data; fails the test when `status` is not `error`.
wire::ErrorData ErrorOf(const absl::Status& status, const ErrorInfo& error);

std::vector<int64_t> Seqs(const wire::EventsWaitResult& result);

// What was said, in order: events as "recipient state" or "recipient state!" when final, pushes as "push recipient",
// answers of blocking sends as "finish call state", those of waits as "wait call seq seq", with "+" when there are
// more.
std::vector<std::string> Brief(const std::vector<Said>& said);

}  // namespace a2a::broker

#endif  // A2A_TESTS_BROKER_FIXTURE_H_

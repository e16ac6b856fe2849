// Batches in which the store fails somewhere: memory is as it was before, and the same batch, run again, does what it
// would have done (contract section 7). Every allocation and every write fails in turn.
#include <gmock/gmock.h>

#include <functional>
#include <iostream>

#include "absl/strings/str_cat.h"
#include "broker/core.h"
#include "broker/fixture.h"
#include "fault/fault_plan.h"
#include "fault/fault_vfs.h"

namespace a2a::broker {
namespace {

// SQLite's allocator can only be replaced before its first use.
const bool kInstalled = fault::InstallFaultAllocator();

// A conversation in batches. Each step says whether it was done; a step after one that was not is not run.
class Conversation {
 public:
  using Step = std::function<bool(Host&)>;
  static constexpr int32_t kDeadlineSeconds = 5;

  // The batches in order; what they learn is kept here and learnt anew when one is repeated.
  std::vector<std::vector<Step>> Batches() {
    return {
        {[&](Host& host) { return Register(host, "c1", "ada", &ada_); },
         [&](Host& host) { return Register(host, "c2", "bob", &bob_); }},
        {[&](Host& host) { return Keep(host.Send(ada_, Text("m1"), "bob"), &first_); },
         [&](Host& host) { return Keep(host.Send(Blocking(Text("m2"), "bob")), nullptr); },
         [&](Host& host) { return Keep(host.Send(bob_, Text("m3"), "ada"), &third_); }},
        {[&](Host& host) { return Keep(host.Send(bob_, Text("f1", "x", first_)), nullptr); },
         [&](Host& host) {
           return Keep(host.Status(bob_, first_, wire::TASK_STATE_INPUT_REQUIRED, Text("s1", "which?")), nullptr);
         },
         [&](Host& host) { return host.SetPush(ada_, first_, Config()).ok(); },
         [&](Host& host) { return Register(host, "c1", "cleo", &cleo_); }},
        {[&](Host& host) { return Keep(host.Send(Blocking(Text("f2", "that", first_))), nullptr); },
         [&](Host& host) { return Keep(host.Status(bob_, first_, wire::TASK_STATE_COMPLETED, Text("s2")), nullptr); },
         [&](Host& host) { return Keep(host.Get(ada_, first_), nullptr); }},
        {[&](Host& host) { return Resume(host, "c1", &ada_); },
         [&](Host& host) { return Keep(host.Send(WithDeadline(Text("m5"), "bob")), nullptr); }},
        {[&](Host& host) {
          host.clock.Pass(kDeadlineSeconds * 1000);
          host.broker().OnTimers();
          return true;
        }},
        {[&](Host& host) { return host.NewRun(ada_).ok(); }, [&](Host& host) { return host.Deregister(bob_).ok(); },
         [&](Host& host) { return Keep(host.Send(ada_, Text("m4"), "cleo"), nullptr); }},
    };
  }

 private:
  static bool Register(Host& host, const std::string& context, const std::string& name, Peer* peer) {
    auto registered = host.TryRegister(context, Card(name));
    if (registered.ok()) *peer = *registered;
    return registered.ok();
  }
  static bool Resume(Host& host, const std::string& context, Peer* peer) {
    auto resumed = host.TryResume(context, *peer, Card(peer->id));
    if (resumed.ok()) *peer = *resumed;
    return resumed.ok();
  }
  static bool Keep(const absl::StatusOr<wire::Task>& task, std::string* id) {
    if (task.ok() && id != nullptr) *id = task->id();
    return task.ok();
  }
  wire::SendParams Blocking(wire::Message message, const std::string& to = "") {
    wire::SendParams params;
    params.set_token(ada_.token);
    if (!to.empty()) message.set_to(to);
    *params.mutable_message() = std::move(message);
    params.mutable_configuration()->set_blocking(true);
    return params;
  }
  wire::SendParams WithDeadline(wire::Message message, const std::string& to) {
    wire::SendParams params = Blocking(std::move(message), to);
    params.mutable_configuration()->set_blocking(false);
    params.mutable_configuration()->set_deadline_seconds(kDeadlineSeconds);
    return params;
  }
  static wire::PushNotificationConfig Config() {
    wire::PushNotificationConfig config;
    config.set_id("p");
    return config;
  }

  Peer ada_, bob_, cleo_;
  std::string first_, third_;
};

// What was said in the whole conversation. Call ids differ when a batch was repeated.
std::vector<std::string> Heard(const std::vector<Said>& said) {
  std::vector<std::string> heard;
  for (const std::string& line : Brief(said)) {
    heard.push_back(line.rfind("finish ", 0) == 0 ? "finish" + line.substr(line.rfind(' ')) : line);
  }
  return heard;
}

// Runs a conversation in which `rule` strikes. Says what was heard in it, or nothing when the store gave up for good.
std::optional<std::vector<std::string>> Converse(const fault::Rule& rule, bool* struck) {
  Host host({}, fault::RegisterFaultVfs());
  host.expect_faults = true;
  Conversation conversation;
  std::vector<Said> all;
  fault::ThePlan().Arm(rule);
  for (const auto& batch : conversation.Batches()) {
    for (int attempt = 0;; ++attempt) {
      const std::string before = host.DumpMemory();
      host.BeginBatch();
      bool done = true;
      for (const auto& step : batch) done = done && step(host);
      if (done && host.EndBatch().ok()) break;
      if (!done) host.AbortBatch();
      host.sink.said.clear();
      EXPECT_EQ(host.DumpMemory(), before);
      EXPECT_FALSE(host.broker().Dirty());
      if (host.store().fault().kind != store::FaultKind::kTransient || attempt > 0) {
        *struck = true;
        return std::nullopt;
      }
    }
    for (Said& one : host.sink.Take()) all.push_back(std::move(one));
  }
  *struck = fault::ThePlan().struck() > 0;
  fault::ThePlan().Disarm();
  EXPECT_EQ(host.broker().figures().open_tasks, 1);
  EXPECT_EQ(host.broker().figures().agents, 2);
  EXPECT_EQ(host.broker().figures().parked_calls, 0);
  return Heard(all);
}

void FailEach(uint32_t op, fault::How how, int64_t stride, int least, bool must_go_on) {
  fault::ThePlan().skip_syncs = true;
  bool struck = false;
  fault::Rule rule;
  const auto reference = Converse(rule, &struck);
  ASSERT_TRUE(reference.has_value());
  rule.ops = op;
  rule.how = how;
  int strikes = 0, went_on = 0;
  for (rule.nth = 1;; rule.nth += stride) {
    SCOPED_TRACE(absl::StrCat("operation ", rule.nth));
    const auto heard = Converse(rule, &struck);
    fault::ThePlan().Disarm();
    if (!struck || testing::Test::HasFailure()) break;
    ++strikes;
    if (!heard.has_value()) continue;
    ++went_on;
    EXPECT_EQ(*heard, *reference);
  }
  std::cout << strikes << " faults, after " << went_on << " of them the host went on\n";
  EXPECT_GE(strikes, least);
  if (must_go_on) {
    EXPECT_EQ(went_on, strikes);
  }
}

TEST(Faults, EveryAllocationFailsInTurn) {
  ASSERT_TRUE(kInstalled);
  FailEach(fault::kAllocate, fault::How::kFull, 3, 20, true);
}

TEST(Faults, EveryWriteFindsTheDiskFull) { FailEach(fault::kWrite, fault::How::kFull, 1, 5, true); }

TEST(Faults, EveryWriteFails) { FailEach(fault::kWrite, fault::How::kIoError, 1, 5, false); }

}  // namespace
}  // namespace a2a::broker

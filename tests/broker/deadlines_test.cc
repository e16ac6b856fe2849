// Deadlines of tasks (contract section 4.1).
#include <gmock/gmock.h>

#include <limits>

#include "a2a/wire/states.h"
#include "absl/strings/str_cat.h"
#include "broker/core.h"
#include "broker/fixture.h"

namespace a2a::broker {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr char kPath[] = "/params/configuration/deadlineSeconds";

class Deadline : public testing::Test {
 protected:
  Deadline() : ada(host.Register("c1", "ada")), bob(host.Register("c2", "bob")) {}

  static wire::SendParams Params(const Peer& peer, wire::Message message, int32_t seconds) {
    wire::SendParams params;
    params.set_token(peer.token);
    *params.mutable_message() = std::move(message);
    if (seconds > 0) params.mutable_configuration()->set_deadline_seconds(seconds);
    return params;
  }
  // A task of ada for bob; says nothing.
  std::string TaskWith(int32_t seconds) {
    wire::Message message = Text(absl::StrCat("opening ", ++serial));
    message.set_to("bob");
    const auto task = host.Send(Params(ada, std::move(message), seconds));
    EXPECT_TRUE(task.ok()) << task.status();
    host.sink.said.clear();
    return task.ok() ? task->id() : "";
  }
  absl::StatusOr<wire::Task> FollowUp(const Peer& peer, const std::string& id, int32_t seconds) {
    return host.Send(Params(peer, Text(absl::StrCat("f", ++serial), "x", id), seconds));
  }
  store::TaskRow Row(const std::string& id) {
    const auto row = host.store().FindTask(id);
    EXPECT_TRUE(row.ok() && row->has_value());
    return row.ok() && row->has_value() ? **row : store::TaskRow();
  }
  void ExpectOpen(const std::string& id) {
    host.Timers();
    EXPECT_FALSE(wire::IsTerminal(Row(id).state));
  }
  // It passes at `seconds` from now, and not before.
  void ExpectFiresIn(const std::string& id, int64_t seconds) {
    host.clock.Pass(seconds * 1000 - 1);
    ExpectOpen(id);
    EXPECT_LE(host.broker().NextTimerMillis(), 1);
    host.clock.Pass(1);
    EXPECT_EQ(host.broker().NextTimerMillis(), 0);
    host.Timers();
    EXPECT_EQ(Row(id).state, wire::TASK_STATE_FAILED);
  }

  Host host;
  Peer ada, bob;
  int serial = 0;
};

TEST_F(Deadline, FailsAnOpenTaskAndBothPartiesHear) {
  const std::string id = TaskWith(60);
  const std::string stamp = FormatIsoMillis(host.clock.wall + 60'000);
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_WORKING).ok());
  host.sink.said.clear();
  ExpectFiresIn(id, 60);
  const std::vector<Said> said = host.sink.Take();
  EXPECT_THAT(Brief(said), ElementsAre("ada failed!", "bob failed!"));
  for (const Said& one : said) {
    const wire::Message message = DecodeMessage(one.update().status().message());
    EXPECT_EQ(message.from(), wire::kBrokerName);
    EXPECT_FALSE(message.has_to());
    EXPECT_EQ(TextOf(message), "The deadline of this task, " + stamp + ", passed while it was open.");
    EXPECT_FALSE(one.event.has_message());
    EXPECT_EQ(one.update().generation(), 3);
  }
  for (const Peer& peer : {ada, bob}) {
    const auto task = host.Get(peer, id);
    ASSERT_TRUE(task.ok());
    EXPECT_EQ(task->status().state(), wire::TASK_STATE_FAILED);
    EXPECT_EQ(task->history_total(), 2);
    const wire::ErrorData data = ErrorOf(host.Cancel(peer, id).status(), wire::kErrorA2aTaskTerminal);
    EXPECT_EQ(data.by(), wire::kBrokerName);
    EXPECT_EQ(data.state(), wire::TASK_STATE_FAILED);
  }
  EXPECT_EQ(host.broker().figures().open_tasks, 0);
  host.clock.Pass(1'000'000);
  host.Timers();
  EXPECT_THAT(host.sink.said, IsEmpty());
}

TEST_F(Deadline, EveryOpenStateEndsByIt) {
  for (wire::TaskState state :
       {wire::TASK_STATE_WORKING, wire::TASK_STATE_INPUT_REQUIRED, wire::TASK_STATE_AUTH_REQUIRED}) {
    const std::string id = TaskWith(10);
    ASSERT_TRUE(host.Status(bob, id, state).ok());
    ExpectFiresIn(id, 10);
  }
}

TEST_F(Deadline, EachConfigYieldsOnePushToItsSetter) {
  const std::string id = TaskWith(10);
  for (const Peer& peer : {ada, bob}) {
    for (const char* name : {"one", "two"}) {
      wire::PushNotificationConfig config;
      config.set_id(name);
      config.set_token("secret of " + peer.id);
      ASSERT_TRUE(host.SetPush(peer, id, config).ok());
    }
  }
  ExpectFiresIn(id, 10);
  const std::vector<Said> said = host.sink.Take();
  EXPECT_THAT(Brief(said), ElementsAre("ada failed!", "push ada", "push ada", "bob failed!", "push bob", "push bob"));
  for (const Said& one : said) {
    if (one.kind == Said::kPush) {
      EXPECT_EQ(one.push.token(), "secret of " + one.push.recipient());
    }
  }
  for (store::AgentKey key : {Row(id).requester, Row(id).worker}) {
    EXPECT_EQ(host.store().EventsAfter(key, 0, 100)->back().pushes, store::Pushes::kOwn);
  }
}

TEST_F(Deadline, WakesBlockingSends) {
  wire::Message message = Text("m1");
  message.set_to("bob");
  wire::SendParams params = Params(ada, std::move(message), 10);
  params.mutable_configuration()->set_blocking(true);
  ASSERT_TRUE(host.Send(params).ok());
  ASSERT_TRUE(host.last_parked());
  const CallId call = host.last_call();
  host.sink.said.clear();
  host.clock.Pass(10'000);
  host.Timers();
  EXPECT_THAT(Brief(host.sink.Take()),
              ElementsAre("ada failed!", "bob failed!", absl::StrCat("finish ", call, " failed")));
}

TEST_F(Deadline, RunsOnTheMonotonicClock) {
  const std::string id = TaskWith(60);
  host.clock.wall += 86'400'000;
  ExpectOpen(id);
  host.clock.wall -= 2 * 86'400'000;
  ExpectOpen(id);
  ExpectFiresIn(id, 60);
}

TEST_F(Deadline, IsArmedAgainByEachRun) {
  const std::string id = TaskWith(60);
  host.clock.Pass(10'000);
  host.Restart();
  host.Handshake();
  ExpectOpen(id);
  host.clock.Pass(20'000);
  host.Restart();
  host.clock.mono = 7;  // another boot
  host.Restart();
  host.Handshake();
  ExpectFiresIn(id, 30);
}

TEST_F(Deadline, TimeThatTheHostWasDownCounts) {
  const std::string id = TaskWith(60);
  host.clock.wall += 45'000;
  host.Restart();
  host.Handshake();
  ExpectFiresIn(id, 15);
}

TEST_F(Deadline, AWallClockThatWentBackMeanwhileAddsNoTime) {
  const std::string id = TaskWith(60);
  host.clock.Pass(20'000);
  ASSERT_TRUE(host.Send(bob, Text("note", "x", id)).ok());  // the store's stamp is that late
  host.clock.wall -= 3'600'000;
  host.Restart();
  host.Handshake();
  ExpectFiresIn(id, 40);
}

TEST_F(Deadline, OneThatPassedMeanwhileFiresAtTheFirstHandshake) {
  const std::string id = TaskWith(60);
  host.clock.wall += 3'600'000;
  host.Restart();
  ExpectOpen(id);
  host.clock.Pass(1'000'000);
  ExpectOpen(id);
  host.Handshake();
  EXPECT_EQ(Row(id).state, wire::TASK_STATE_FAILED);
  EXPECT_THAT(host.sink.said, IsEmpty());
  // Both hear of it when they are back.
  const Peer bob2 = host.Resume("c2", bob);
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("bob failed!"));
  host.Resume("c1", ada);
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada failed!"));
  ErrorOf(host.Status(bob2, id, wire::TASK_STATE_COMPLETED).status(), wire::kErrorA2aTaskTerminal);
}

TEST_F(Deadline, IsGoneWhenTheTaskEnds) {
  const Peer cleo = host.Register("c3", "cleo");
  const std::string completed = TaskWith(60), canceled = TaskWith(60), left = TaskWith(60);
  EXPECT_EQ(host.core().deadlines.by_task().size(), 3u);
  ASSERT_TRUE(host.Status(bob, completed, wire::TASK_STATE_COMPLETED).ok());
  ASSERT_TRUE(host.Cancel(ada, canceled).ok());
  EXPECT_EQ(host.core().deadlines.by_task().size(), 1u);
  ASSERT_TRUE(host.Deregister(bob).ok());
  EXPECT_THAT(host.core().deadlines.by_task(), IsEmpty());
  for (const std::string& id : {completed, canceled, left}) EXPECT_EQ(Row(id).deadline_at, 0);
  host.sink.said.clear();
  host.clock.Pass(60'000);
  host.Timers();
  EXPECT_THAT(host.sink.said, IsEmpty());
  host.Restart();
  EXPECT_THAT(host.core().deadlines.by_task(), IsEmpty());
}

TEST_F(Deadline, ALaterOneReplacesIt) {
  const std::string id = TaskWith(60);
  host.clock.Pass(10'000);
  ASSERT_TRUE(FollowUp(ada, id, 120).ok());
  host.clock.Pass(100'000);
  ExpectOpen(id);
  ASSERT_TRUE(FollowUp(ada, id, 5).ok());  // earlier than what stands is fine as well
  ASSERT_TRUE(FollowUp(ada, id, 0).ok());  // says nothing of it
  EXPECT_EQ(host.core().deadlines.by_task().size(), 1u);
  EXPECT_EQ(Row(id).deadline_at, host.clock.wall + 5000);
  ExpectFiresIn(id, 5);
}

TEST_F(Deadline, AFollowUpCanSetTheFirst) {
  const std::string id = TaskWith(0);
  EXPECT_EQ(Row(id).deadline_at, 0);
  ASSERT_TRUE(FollowUp(ada, id, 7).ok());
  ExpectFiresIn(id, 7);
}

TEST_F(Deadline, ARepeatChangesNothing) {
  wire::Message message = Text("m1");
  message.set_to("bob");
  const auto task = host.Send(Params(ada, message, 60));
  ASSERT_TRUE(task.ok());
  ASSERT_TRUE(host.Send(Params(ada, Text("f", "x", task->id()), 60)).ok());
  host.clock.Pass(10'000);
  const std::string before = host.DumpMemory();
  ASSERT_TRUE(host.Send(Params(ada, message, 5)).ok());
  ASSERT_TRUE(host.Send(Params(ada, Text("f", "x", task->id()), 5)).ok());
  EXPECT_EQ(host.DumpMemory(), before);
  ExpectFiresIn(task->id(), 50);
}

TEST_F(Deadline, IsTheRequestersToSet) {
  const std::string id = TaskWith(60);
  const std::string before = host.DumpMemory();
  EXPECT_EQ(ErrorOf(FollowUp(bob, id, 5).status(), wire::kErrorInvalidParams).path(), kPath);
  EXPECT_EQ(host.DumpMemory(), before);
  // After the terminal state, before the recipient.
  wire::Message astray = Text("astray", "x", id);
  astray.set_to("nobody");
  EXPECT_EQ(ErrorOf(host.Send(Params(bob, astray, 5)).status(), wire::kErrorInvalidParams).path(), kPath);
  ASSERT_TRUE(host.Cancel(ada, id).ok());
  ErrorOf(FollowUp(bob, id, 5).status(), wire::kErrorA2aTaskTerminal);
}

TEST_F(Deadline, TheLongestOneIsNoTrouble) {
  const std::string id = TaskWith(std::numeric_limits<int32_t>::max());
  host.clock.Pass(86'400'000);
  ExpectOpen(id);
  host.Restart();
  host.Handshake();
  ExpectOpen(id);
}

TEST_F(Deadline, AFailedBatchTakesItBack) {
  const std::string id = TaskWith(60);
  const auto expect_no_trace = [&](auto calls) {
    const std::string before = host.DumpMemory();
    host.BeginBatch();
    calls();
    EXPECT_NE(host.DumpMemory(), before);
    host.AbortBatch();
    EXPECT_EQ(host.DumpMemory(), before);
    EXPECT_EQ(Row(id).state, wire::TASK_STATE_SUBMITTED);
  };
  expect_no_trace([&] { TaskWith(10); });
  expect_no_trace([&] { EXPECT_TRUE(FollowUp(ada, id, 5).ok()); });
  expect_no_trace([&] { EXPECT_TRUE(host.Cancel(ada, id).ok()); });
  host.clock.Pass(60'000);
  expect_no_trace([&] { host.broker().OnTimers(); });
  host.clock.Pass(1000);  // timers wait after a failure
  host.sink.said.clear();
  host.Timers();
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada failed!", "bob failed!"));
}

TEST_F(Deadline, AHandshakeThatFailsFiresNone) {
  const std::string id = TaskWith(60);
  host.clock.Pass(60'000);
  host.Restart();
  const std::string before = host.DumpMemory();
  host.broker().OnFirstHandshake();
  host.AbortBatch();
  EXPECT_EQ(host.DumpMemory(), before);
  host.clock.Pass(1000);
  ExpectOpen(id);
  host.Handshake();
  EXPECT_EQ(Row(id).state, wire::TASK_STATE_FAILED);
}

TEST_F(Deadline, VeryManyPassInSlices) {
  host.BeginBatch();
  for (int i = 0; i < 12; ++i) {
    const Peer requester = host.Register(absl::StrCat("r", i), "r");
    for (int j = 0; j < 100; ++j) {
      wire::Message message = Text(absl::StrCat("m", j));
      message.set_to("bob");
      ASSERT_TRUE(host.Send(Params(requester, std::move(message), 30)).ok());
    }
  }
  ASSERT_TRUE(host.EndBatch().ok());
  host.sink.said.clear();
  host.clock.Pass(30'000);
  host.Timers();
  const int64_t left = host.broker().figures().open_tasks;
  EXPECT_GT(left, 0);
  EXPECT_LT(left, 1200);
  EXPECT_EQ(host.broker().NextTimerMillis(), 0);
  for (int i = 0; i < 10; ++i) host.Timers();
  EXPECT_EQ(host.broker().figures().open_tasks, 0);
  EXPECT_EQ(host.sink.said.size(), 2400u);
  EXPECT_GT(host.broker().NextTimerMillis(), 0);
}

}  // namespace
}  // namespace a2a::broker

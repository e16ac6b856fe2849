// a2a.events.wait that parks: what wakes it, what ends it, and what it costs (contract sections 1 and 5).
#include <gmock/gmock.h>

#include "absl/strings/str_cat.h"
#include "broker/core.h"
#include "broker/fixture.h"
#include "broker/wakes.h"

namespace a2a::broker {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class Waits : public testing::Test {
 protected:
  Waits() : ada(host.Register("c1", "ada")), bob(host.Register("c2", "bob")) {
    id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
    other = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
    AckAll();
  }

  void AckAll() {
    for (const Peer& peer : {ada, bob}) ASSERT_TRUE(host.Ack(peer, {}, host.store().last_seq()).ok());
  }
  CallId Park(const Peer& peer, const WaitArgs& args = {}) {
    const auto parked = host.Wait(peer, args);
    EXPECT_TRUE(parked.ok()) << parked.status();
    EXPECT_TRUE(host.last_parked());
    return host.last_call();
  }
  CallId Block(const Peer& peer, wire::Message message) {
    wire::SendParams params;
    params.set_token(peer.token);
    *params.mutable_message() = std::move(message);
    params.mutable_configuration()->set_blocking(true);
    const auto sent = host.Send(params);
    EXPECT_TRUE(sent.ok()) << sent.status();
    EXPECT_TRUE(host.last_parked());
    host.sink.said.clear();
    return host.last_call();
  }
  absl::Status Work(const std::string& task) { return host.Status(bob, task, wire::TASK_STATE_WORKING).status(); }
  void Render() {
    host.broker().RenderBacklog();
    ASSERT_TRUE(host.broker().Commit().ok());
  }
  int32_t Parked() { return host.broker().figures().parked_calls; }
  int64_t Last() { return host.store().last_seq(); }

  Host host{{}, "", /*acks=*/true};
  Peer ada, bob;
  std::string id, other;
};

TEST_F(Waits, PollsReturnAtOnce) {
  for (const std::string& task : {std::string(), id}) {
    const auto result = host.Wait(ada, {.task = task, .timeout = 0});
    ASSERT_TRUE(result.ok());
    EXPECT_FALSE(host.last_parked());
    EXPECT_THAT(result->events(), IsEmpty());
    EXPECT_FALSE(result->more());
  }
}

TEST_F(Waits, OnATerminalTaskReturnAtOnce) {
  ASSERT_TRUE(host.Cancel(ada, id).ok());
  for (const Peer& peer : {ada, bob}) {
    AckAll();
    const auto result = host.Wait(peer, {.task = id});
    ASSERT_TRUE(result.ok());
    EXPECT_FALSE(host.last_parked());
    EXPECT_THAT(result->events(), IsEmpty());
  }
}

TEST_F(Waits, WakeOnAnEventInTheirScope) {
  const CallId one = Park(ada, {.task = id});
  const CallId any = Park(ada);
  const CallId two = Park(ada, {.task = id});
  const CallId elsewhere = Park(ada, {.task = other});
  const CallId theirs = Park(bob);
  ASSERT_TRUE(Work(id).ok());
  const int64_t first = Last();
  // All that match, in parking order, after the notification.
  EXPECT_THAT(Brief(host.sink.Take()),
              ElementsAre("ada working", absl::StrCat("wait ", one, " ", first), absl::StrCat("wait ", any, " ", first),
                          absl::StrCat("wait ", two, " ", first)));
  ASSERT_TRUE(Work(other).ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada working", absl::StrCat("wait ", elsewhere, " ", Last())));
  ASSERT_TRUE(host.Send(ada, Text("f", "x", id)).ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("bob working", absl::StrCat("wait ", theirs, " ", Last())));
  EXPECT_EQ(Parked(), 0);
}

TEST_F(Waits, WakeOnANewTask) {
  const CallId any = Park(bob);
  ASSERT_TRUE(host.Send(ada, Text("m"), "bob").ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("bob submitted", absl::StrCat("wait ", any, " ", Last())));
}

TEST_F(Waits, WakeOnArtifacts) {
  const CallId any = Park(ada);
  const CallId of_task = Park(ada, {.task = id});
  ASSERT_TRUE(host.Artifact(bob, id, "one").ok());
  const std::vector<Said> said = host.sink.Take();
  ASSERT_THAT(said, SizeIs(3));
  EXPECT_EQ(said[1].call, any);
  EXPECT_EQ(said[2].call, of_task);
  for (const Said& one : {said[1], said[2]}) {
    ASSERT_TRUE(one.wait.has_value());
    ASSERT_THAT(one.wait->events(), SizeIs(1));
    EXPECT_TRUE(one.wait->events(0).event().has_artifact_update());
    EXPECT_EQ(one.wait->events(0).seq(), Last());
  }
}

TEST_F(Waits, OfBothPartiesWakeWhenADeadlinePasses) {
  wire::SendParams params;
  params.set_token(ada.token);
  *params.mutable_message() = Text("m");
  params.mutable_message()->set_to("bob");
  params.mutable_configuration()->set_deadline_seconds(1);
  const auto task = host.Send(params);
  ASSERT_TRUE(task.ok());
  AckAll();
  host.sink.said.clear();
  const CallId hers = Park(ada, {.task = task->id()});
  const CallId his = Park(bob);
  host.clock.Pass(1000);
  host.Timers();
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada failed!", "bob failed!", absl::StrCat("wait ", hers, " 6"),
                                                   absl::StrCat("wait ", his, " 7")));
}

TEST_F(Waits, EndWhenTheirAgentIsTakenOver) {
  const CallId wait = Park(ada, {.task = other});
  const CallId send = Block(ada, Text("f", "x", other));
  host.sink.said.clear();
  const Peer again = host.Resume("c1", ada);
  EXPECT_THAT(Brief(host.sink.Take()),
              ElementsAre(absl::StrCat("wait ", wait), absl::StrCat("finish ", send, " working")));
  ErrorOf(host.Wait(ada).status(), wire::kErrorA2aUnknownToken);
  ASSERT_TRUE(Work(id).ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada working"));
  EXPECT_THAT(Seqs(*host.Wait(again)), ElementsAre(Last()));
}

TEST_F(Waits, ShareParkingOrderWithBlockingSends) {
  const CallId first = Park(ada, {.task = id});
  const CallId send = Block(ada, Text("f", "x", id));
  const CallId last = Park(ada);
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_COMPLETED).ok());
  EXPECT_THAT(Brief(host.sink.Take()),
              ElementsAre("ada completed!", absl::StrCat("wait ", first, " ", Last()),
                          absl::StrCat("finish ", send, " completed"), absl::StrCat("wait ", last, " ", Last())));
}

TEST_F(Waits, EndWithTheTaskByAnyonesHand) {
  const CallId own = Park(ada, {.task = id});
  const CallId any = Park(ada);
  // No event for ada: it is her doing. A wait for any task goes on.
  ASSERT_TRUE(host.Cancel(ada, id).ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("bob canceled!", absl::StrCat("wait ", own)));
  EXPECT_EQ(Parked(), 1);
  host.broker().ReleaseParked();
  ASSERT_TRUE(host.broker().Commit().ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre(absl::StrCat("wait ", any)));
}

TEST_F(Waits, EndAtTheirTime) {
  const CallId by_default = Park(ada);
  const CallId longest = Park(ada, {.task = id, .timeout = 1'000'000});
  const CallId short_one = Park(ada, {.task = "", .timeout = 1});
  host.clock.Pass(999);
  host.Timers();
  EXPECT_THAT(host.sink.said, IsEmpty());
  EXPECT_EQ(host.core().parked.NextDeadline(), host.clock.mono + 1);
  host.clock.Pass(1);
  host.Timers();
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre(absl::StrCat("wait ", short_one)));
  host.clock.Pass(wire::kA2aDefaultStreamWaitSeconds * 1000 - 1000);
  host.Timers();
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre(absl::StrCat("wait ", by_default)));
  host.clock.Pass((wire::kA2aMaxStreamWaitSeconds - wire::kA2aDefaultStreamWaitSeconds) * 1000);
  host.Timers();
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre(absl::StrCat("wait ", longest)));
  EXPECT_EQ(Parked(), 0);
}

TEST_F(Waits, EndWithTheirAgent) {
  const CallId send = Block(ada, Text("f", "x", id));
  AckAll();
  const CallId first = Park(bob);
  const CallId second = Park(bob, {.task = other});
  const CallId hers = Park(ada, {.task = other});
  host.sink.accepting = false;
  ASSERT_TRUE(host.Send(ada, Text("g", "x", other)).ok());
  host.sink.accepting = true;
  ASSERT_TRUE(host.Deregister(bob).ok());
  Render();
  // Also those of the tasks that end with it, in parking order; the agent's own without events, though there is one.
  EXPECT_THAT(
      Brief(host.sink.Take()),
      ElementsAre("ada failed!", "ada failed!", absl::StrCat("finish ", send, " failed"), absl::StrCat("wait ", first),
                  absl::StrCat("wait ", second), absl::StrCat("wait ", hers, " ", Last())));
  EXPECT_EQ(Parked(), 0);
}

TEST_F(Waits, ADeregistrationAnswersBlockingSendsWithTheTaskAsItNowStands) {
  const CallId wait = Park(ada, {.task = other});
  const CallId send = Block(ada, Text("f", "x", id));
  ASSERT_TRUE(host.Deregister(ada).ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("bob canceled!", "bob canceled!", absl::StrCat("wait ", wait),
                                                   absl::StrCat("finish ", send, " canceled")));
  // Nobody will ever take ada's events.
  EXPECT_EQ(host.broker().figures().undelivered_events, 3);
}

TEST_F(Waits, EndAtEof) {
  const CallId send = Block(ada, Text("m1", "x"));
  const CallId wait = Park(ada, {.task = id});
  host.broker().ReleaseParked();
  ASSERT_TRUE(host.broker().Commit().ok());
  EXPECT_THAT(Brief(host.sink.Take()),
              ElementsAre(absl::StrCat("finish ", send, " submitted"), absl::StrCat("wait ", wait)));
  EXPECT_EQ(Parked(), 0);
}

TEST_F(Waits, AtEofComeWithoutEventsAndAsTheClientTakesThem) {
  std::vector<std::string> expected;
  for (int i = 0; i < 5; ++i) expected.push_back(absl::StrCat("wait ", Park(ada)));
  host.sink.accepting = false;
  ASSERT_TRUE(Work(id).ok());
  host.broker().ReleaseParked();
  ASSERT_TRUE(host.broker().Commit().ok());
  EXPECT_THAT(host.sink.said, IsEmpty());
  host.sink.accepting = true;
  host.sink.room = 2;
  std::vector<std::string> said;
  for (int i = 0; i < 3; ++i) {
    host.broker().ReleaseParked();
    ASSERT_TRUE(host.broker().Commit().ok());
    for (const std::string& one : Brief(host.sink.Take())) said.push_back(one);
    EXPECT_EQ(Parked(), std::max(0, 3 - 2 * i));
  }
  EXPECT_EQ(said, expected);
}

TEST_F(Waits, OfOneAgentCanBeReleased) {
  const CallId wait = Park(ada);
  const CallId send = Block(ada, Text("f", "x", id));
  const CallId theirs = Park(bob, {.task = other});
  Core& core = const_cast<Core&>(host.core());
  ASSERT_TRUE(ReleaseParkedOf(core, core.registry.FindById("ada")->key).ok());
  ASSERT_TRUE(host.broker().Commit().ok());
  EXPECT_THAT(Brief(host.sink.Take()),
              ElementsAre(absl::StrCat("wait ", wait), absl::StrCat("finish ", send, " working")));
  EXPECT_EQ(Parked(), 1);
  ASSERT_TRUE(host.Cancel(ada, other).ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("bob canceled!", absl::StrCat("wait ", theirs, " ", Last())));
}

TEST_F(Waits, StayParkedWhileTheClientIsBehind) {
  const CallId wait = Park(ada, {.task = id, .timeout = 1});
  const CallId send = Block(ada, Text("f", "x", id));
  AckAll();
  const CallId on_time = Park(bob, {.task = "", .timeout = 1});
  host.sink.accepting = false;
  ASSERT_TRUE(Work(id).ok());
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_COMPLETED).ok());
  host.clock.Pass(2000);
  host.Timers();
  EXPECT_THAT(host.sink.said, IsEmpty());
  EXPECT_EQ(Parked(), 3);
  // Nothing to do while nobody reads.
  EXPECT_FALSE(WokenDue(host.core()));
  EXPECT_FALSE(host.core().parked.NextDeadline().has_value());
  host.sink.accepting = true;
  EXPECT_EQ(host.broker().NextTimerMillis(), 0);
  Render();
  // With the events that are there by now.
  EXPECT_THAT(Brief(host.sink.Take()),
              ElementsAre("ada working", "ada completed!", absl::StrCat("wait ", wait, " ", Last() - 1, " ", Last()),
                          absl::StrCat("finish ", send, " completed"), absl::StrCat("wait ", on_time)));
  EXPECT_FALSE(WokenDue(host.core()));
}

TEST_F(Waits, AreAnsweredInSlices) {
  constexpr int kCalls = 40;
  std::vector<std::string> expected;
  for (int i = 0; i < kCalls; ++i) expected.push_back(absl::StrCat("wait ", Park(ada), " ", Last() + 1));
  host.sink.accepting = false;
  wire::Message message = Text("s");
  message.mutable_parts(0)->mutable_data()->set_data("{\"x\":\"" + std::string(60'000, 'x') + "\"}");
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_WORKING, message).ok());
  host.sink.accepting = true;
  EXPECT_TRUE(host.broker().RenderBacklog());
  ASSERT_TRUE(host.broker().Commit().ok());
  std::vector<std::string> said = Brief(host.sink.Take());
  EXPECT_GT(said.size(), 10u);
  EXPECT_LT(said.size(), 25u);
  while (Parked() > 0) {
    EXPECT_EQ(host.broker().NextTimerMillis(), 0);
    host.Timers();
    for (const std::string& one : Brief(host.sink.Take())) said.push_back(one);
  }
  expected.insert(expected.begin(), "ada working");
  EXPECT_EQ(said, expected);
}

TEST_F(Waits, ACallsAnswersStopWhereTheClientDoes) {
  for (int i = 0; i < 10; ++i) Park(ada);
  host.sink.room = 4;
  ASSERT_TRUE(Work(id).ok());
  EXPECT_THAT(Brief(host.sink.Take()), SizeIs(4));
  EXPECT_EQ(Parked(), 7);
  // Others still wake nobody twice, and queue behind.
  host.sink.room = 0;
  Park(bob);
  ASSERT_TRUE(host.Send(ada, Text("f", "x", id)).ok());
  host.sink.room = -1;
  Render();
  const std::vector<std::string> said = Brief(host.sink.Take());
  ASSERT_THAT(said, SizeIs(1 + 7 + 1));
  EXPECT_EQ(said[0], "bob working");
  EXPECT_EQ(Parked(), 0);
}

// Their client gave up long ago, but nobody told the host.
TEST_F(Waits, AThousandAbandonedOnesCostNothing) {
  const Peer eve = host.Register("c3", "eve");
  const std::string hers = host.TaskIn(eve, bob, wire::TASK_STATE_WORKING);
  ASSERT_TRUE(host.Ack(eve, {}, Last()).ok());
  for (int i = 0; i < 1000; ++i) Park(eve, {.task = i % 2 == 0 ? hers : ""});
  const CallId wait = Park(ada);
  EXPECT_EQ(Parked(), 1001);
  // Events of others leave them alone.
  ASSERT_TRUE(Work(id).ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada working", absl::StrCat("wait ", wait, " ", Last())));
  EXPECT_EQ(Parked(), 1000);
  host.clock.Pass(wire::kA2aDefaultStreamWaitSeconds * 1000);
  for (int i = 0; i < 100 && Parked() > 0; ++i) host.Timers();
  EXPECT_EQ(Parked(), 0);
  EXPECT_THAT(host.sink.Take(), SizeIs(1000));
  const auto& parked = host.core().parked;
  EXPECT_TRUE(parked.calls().empty());
  EXPECT_FALSE(parked.has_woken());
  EXPECT_FALSE(parked.NextDeadline().has_value());
  const store::AgentKey key = host.core().registry.FindById("eve")->key;
  EXPECT_TRUE(parked.OfAgent(key).empty());
  EXPECT_FALSE(parked.AnyWait(key, 0));
}

TEST_F(Waits, AreBoundedPerAgentTogetherWithBlockingSends) {
  host.BeginBatch();
  Block(ada, Text("f", "x", id));
  for (int i = 1; i < wire::kA2aMaxParkedCallsPerAgent; ++i) Park(ada);
  ASSERT_TRUE(host.EndBatch().ok());
  const std::string before = host.DumpMemory();
  const wire::ErrorData data = ErrorOf(host.Wait(ada).status(), wire::kErrorHostOverloaded);
  EXPECT_EQ(data.max(), wire::kA2aMaxParkedCallsPerAgent);
  EXPECT_EQ(host.DumpMemory(), before);
  // What need not park is answered.
  EXPECT_TRUE(host.Wait(ada, {.task = "", .timeout = 0}).ok());
  AckAll();
  Park(bob);
}

TEST_F(Waits, AFailedBatchWakesAndParksNobody) {
  const CallId wait = Park(ada, {.task = id});
  const CallId any = Park(ada);
  const CallId send = Block(ada, Text("f", "x", other));
  AckAll();
  const std::string before = host.DumpMemory();
  const auto calls = [&] {
    ASSERT_TRUE(Work(id).ok());
    Park(bob);
    host.sink.accepting = false;
    ASSERT_TRUE(host.Status(bob, other, wire::TASK_STATE_COMPLETED).ok());
    ASSERT_TRUE(host.Cancel(bob, id).ok());
    host.sink.accepting = true;
  };
  host.BeginBatch();
  calls();
  EXPECT_NE(host.DumpMemory(), before);
  host.AbortBatch();
  EXPECT_EQ(host.DumpMemory(), before);

  host.BeginBatch();
  EXPECT_TRUE(host.Deregister(ada).ok());
  host.AbortBatch();
  EXPECT_EQ(host.DumpMemory(), before);

  host.BeginBatch();
  host.clock.Pass(wire::kA2aMaxStreamWaitSeconds * 1000);
  host.broker().OnTimers();
  EXPECT_THAT(host.sink.Take(), SizeIs(3));
  host.AbortBatch();
  EXPECT_EQ(host.DumpMemory(), before);

  host.BeginBatch();
  host.broker().ReleaseParked();
  host.AbortBatch();
  EXPECT_EQ(host.DumpMemory(), before);
  ASSERT_TRUE(Work(id).ok());
  ASSERT_TRUE(host.Status(bob, other, wire::TASK_STATE_COMPLETED).ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada working", absl::StrCat("wait ", wait, " ", Last() - 1),
                                                   absl::StrCat("wait ", any, " ", Last() - 1), "ada completed!",
                                                   absl::StrCat("finish ", send, " completed")));
}

}  // namespace
}  // namespace a2a::broker

// Agents that would wait for each other without end (contract section 5, cycles).
#include <gmock/gmock.h>

#include "absl/strings/str_cat.h"
#include "broker/fixture.h"

namespace a2a::broker {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class CyclesOf {
 protected:
  explicit CyclesOf(bool acks) : host({}, "", acks) {
    ada = host.Register("c1", "ada");
    bob = host.Register("c2", "bob");
    cleo = host.Register("c3", "cleo");
  }

  // A task of `requester`, with nothing undelivered.
  std::string Task(const Peer& requester, const Peer& worker, wire::TaskState state = wire::TASK_STATE_WORKING) {
    const std::string id = host.TaskIn(requester, worker, state);
    AckAll();
    return id;
  }
  void AckAll() {
    for (const Peer& peer : {ada, bob, cleo}) (void)host.Ack(peer, {}, host.store().last_seq());
  }
  void Park(const Peer& peer, const std::string& task = "", std::optional<int32_t> timeout = {}) {
    const auto parked = host.Wait(peer, {.task = task, .timeout = timeout});
    EXPECT_TRUE(parked.ok()) << parked.status();
    EXPECT_TRUE(host.last_parked());
  }
  absl::Status Wait(const Peer& peer, const std::string& task) { return host.Wait(peer, {.task = task}).status(); }
  // In a task, or one that it opens.
  absl::Status Block(const Peer& peer, const std::string& message, const std::string& task,
                     const std::string& to = "") {
    wire::SendParams params;
    params.set_token(peer.token);
    *params.mutable_message() = task.empty() ? Text(message) : Text(message, "x", task);
    if (!to.empty()) params.mutable_message()->set_to(to);
    params.mutable_configuration()->set_blocking(true);
    return host.Send(params).status();
  }
  void ExpectParked(const absl::Status& status) {
    EXPECT_TRUE(status.ok()) << status;
    EXPECT_TRUE(host.last_parked());
    host.sink.said.clear();
  }
  // "ada task>bob", from the caller round.
  std::vector<std::string> Circle(const absl::Status& status) {
    std::vector<std::string> circle;
    const wire::ErrorData data = ErrorOf(status, wire::kErrorA2aWaitCycle);
    for (const wire::WaitEdge& edge : data.cycle()) {
      circle.push_back(absl::StrCat(edge.agent_id(), " ", edge.task_id(), ">", edge.waits_for()));
      EXPECT_THAT(std::string(status.message()), HasSubstr(absl::StrCat(edge.agent_id(), " waits for ")));
    }
    return circle;
  }
  // `call` is refused and leaves no trace.
  template <typename Call>
  std::vector<std::string> Refused(Call call) {
    const std::string before = host.DumpMemory();
    const int64_t last = host.store().last_seq();
    const std::vector<std::string> circle = Circle(call());
    EXPECT_EQ(host.DumpMemory(), before);
    EXPECT_EQ(host.store().last_seq(), last);
    EXPECT_TRUE(host.sink.said.empty());
    return circle;
  }

  Host host;
  Peer ada, bob, cleo;
};

class Cycles : public CyclesOf, public testing::Test {
 protected:
  Cycles() : CyclesOf(true) {}
};

class CyclesWithoutAcks : public CyclesOf, public testing::Test {
 protected:
  CyclesWithoutAcks() : CyclesOf(false) {}
};

TEST_F(Cycles, OfTwoAreRefusedAtOnce) {
  const std::string hers = Task(ada, bob), his = Task(bob, ada);
  Park(ada, hers);
  EXPECT_THAT(Refused([&] { return Wait(bob, his); }),
              ElementsAre(absl::StrCat("bob ", his, ">ada"), absl::StrCat("ada ", hers, ">bob")));
  // The first one waits on, and is answered.
  EXPECT_EQ(host.broker().figures().parked_calls, 1);
  ASSERT_TRUE(host.Status(bob, hers, wire::TASK_STATE_COMPLETED).ok());
  EXPECT_EQ(host.broker().figures().parked_calls, 0);
  // Then there is no circle any more.
  Park(bob, his);
}

TEST_F(Cycles, OnOneTaskToo) {
  const std::string id = Task(ada, bob);
  Park(bob, id);
  EXPECT_THAT(Refused([&] { return Wait(ada, id); }),
              ElementsAre(absl::StrCat("ada ", id, ">bob"), absl::StrCat("bob ", id, ">ada")));
}

TEST_F(Cycles, OfThreeAreRefusedAtOnce) {
  const std::string one = Task(ada, bob), two = Task(bob, cleo), three = Task(cleo, ada);
  Park(ada, one);
  Park(bob, two);
  EXPECT_THAT(Refused([&] { return Wait(cleo, three); }),
              ElementsAre(absl::StrCat("cleo ", three, ">ada"), absl::StrCat("ada ", one, ">bob"),
                          absl::StrCat("bob ", two, ">cleo")));
}

TEST_F(Cycles, OfBlockingSendsAndWaits) {
  const std::string one = Task(ada, bob), two = Task(bob, ada);
  ExpectParked(Block(ada, "m1", one));
  AckAll();
  EXPECT_THAT(Refused([&] { return Wait(bob, two); }),
              ElementsAre(absl::StrCat("bob ", two, ">ada"), absl::StrCat("ada ", one, ">bob")));
  EXPECT_THAT(Refused([&] { return Block(bob, "m2", two); }),
              ElementsAre(absl::StrCat("bob ", two, ">ada"), absl::StrCat("ada ", one, ">bob")));
  // A task that it would open has no id.
  EXPECT_THAT(Refused([&] { return Block(bob, "m3", "", "ada"); }),
              ElementsAre("bob >ada", absl::StrCat("ada ", one, ">bob")));
  // Nothing of it was kept, so the same ids can be used.
  EXPECT_TRUE(host.Send(bob, Text("m3", "another"), "ada").ok());
  EXPECT_TRUE(host.Send(bob, Text("m2", "another", two)).ok());
}

TEST_F(Cycles, AreNoneWhenTheCallItselfWakesTheOther) {
  const std::string id = Task(ada, bob);
  Park(bob, id);
  ExpectParked(Block(ada, "m", id));
  EXPECT_EQ(host.broker().figures().parked_calls, 1);
}

TEST_F(Cycles, AreThereWhenTheCallsEventIsOfAnotherTask) {
  const std::string one = Task(ada, bob), two = Task(ada, bob);
  Park(bob, one);
  EXPECT_THAT(Refused([&] { return Block(ada, "m", two); }),
              ElementsAre(absl::StrCat("ada ", two, ">bob"), absl::StrCat("bob ", one, ">ada")));
  Refused([&] { return Block(ada, "m", "", "bob"); });
}

TEST_F(Cycles, ARepeatTellsNobodyAndKeepsItsMessage) {
  const std::string id = Task(ada, bob);
  ASSERT_TRUE(host.Send(ada, Text("m", "x", id)).ok());
  AckAll();
  host.sink.said.clear();
  Park(bob, id);
  EXPECT_THAT(Refused([&] { return Block(ada, "m", id); }),
              ElementsAre(absl::StrCat("ada ", id, ">bob"), absl::StrCat("bob ", id, ">ada")));
  EXPECT_EQ(host.Get(ada, id)->history_total(), 2);
}

TEST_F(Cycles, AnUnfilteredWaitIsNoEdge) {
  const std::string hers = Task(ada, bob), his = Task(bob, ada);
  Park(ada, hers);
  Park(bob);
  // Nor is it one when there is another beside it.
  Park(bob, his);
  Park(cleo);
  Park(ada, hers);
}

TEST_F(Cycles, AnUnfilteredWaitNeverAlarms) {
  const std::string hers = Task(ada, bob), his = Task(bob, ada);
  Park(ada, hers);
  Park(bob);
  Park(ada);
  Park(bob, his);
}

TEST_F(Cycles, AnAgentThatAlsoWaitsForAnotherHasHope) {
  const std::string one = Task(ada, bob), two = Task(ada, cleo), three = Task(bob, ada);
  Park(ada, one);
  Park(ada, two);
  Park(bob, three);
  // Of the caller's own calls too.
  const std::string four = Task(cleo, bob), five = Task(bob, cleo);
  Park(bob, five);
  Park(cleo, four);
}

TEST_F(Cycles, TwoCallsForTheSameAgentAreOneEdge) {
  const std::string one = Task(ada, bob), two = Task(bob, ada), three = Task(bob, ada);
  Park(ada, one);
  Park(ada, two);
  EXPECT_THAT(Refused([&] { return Wait(bob, three); }),
              ElementsAre(absl::StrCat("bob ", three, ">ada"), absl::StrCat("ada ", one, ">bob")));
}

TEST_F(Cycles, WhoIsAnsweredAtOnceWaitsForNobody) {
  const std::string hers = Task(ada, bob), his = Task(bob, ada);
  Park(ada, hers);
  EXPECT_TRUE(host.Wait(bob, {.task = his, .timeout = 0}).ok());
  ASSERT_TRUE(host.Send(ada, Text("m", "x", hers)).ok());
  EXPECT_TRUE(Wait(bob, hers).ok());  // there is an event
  EXPECT_FALSE(host.last_parked());
  const std::string over = host.TaskIn(bob, ada, wire::TASK_STATE_WORKING);
  ASSERT_TRUE(host.Cancel(bob, over).ok());
  AckAll();
  EXPECT_TRUE(Wait(bob, over).ok());
  EXPECT_FALSE(host.last_parked());
}

TEST_F(Cycles, WhoIsWokenWaitsForNobody) {
  const std::string hers = Task(ada, bob), his = Task(bob, ada);
  Park(ada, hers);
  host.sink.accepting = false;
  ASSERT_TRUE(host.Status(bob, hers, wire::TASK_STATE_WORKING).ok());
  EXPECT_EQ(host.broker().figures().parked_calls, 1);
  Park(bob, his);
}

TEST_F(Cycles, OfOthersDoNotTrapTheSearch) {
  const std::string hers = Task(ada, bob), his = Task(bob, ada), third = Task(cleo, ada);
  Park(ada, hers);
  Park(ada, "", 1);
  Park(bob, his);
  host.clock.Pass(1000);
  host.Timers();
  // Now the two wait for each other until their time is over; cleo is not of their circle.
  Park(cleo, third);
}

TEST_F(Cycles, AreJudgedAfterTheCaps) {
  const std::string one = Task(ada, bob), two = Task(bob, ada);
  ASSERT_TRUE(host.NewRun(bob).ok());
  host.BeginBatch();
  for (int i = 0; i < wire::kA2aMaxSendsPerRun; ++i) {
    ASSERT_TRUE(host.Send(bob, Text(absl::StrCat("f", i), "x", two)).ok());
  }
  ASSERT_TRUE(host.EndBatch().ok());
  AckAll();
  Park(ada, one);
  ErrorOf(Block(bob, "m", two), wire::kErrorA2aSendCap);
  ASSERT_TRUE(host.NewRun(bob).ok());
  ErrorOf(Block(bob, "m", two), wire::kErrorA2aWaitCycle);
}

TEST_F(CyclesWithoutAcks, OfBlockingSends) {
  const std::string one = Task(ada, bob), two = Task(bob, cleo);
  ExpectParked(Block(ada, "m1", one));
  ExpectParked(Block(bob, "m2", two));
  EXPECT_THAT(Refused([&] { return Block(cleo, "m3", "", "ada"); }),
              ElementsAre("cleo >ada", absl::StrCat("ada ", one, ">bob"), absl::StrCat("bob ", two, ">cleo")));
  EXPECT_TRUE(host.Send(cleo, Text("m3", "not blocking"), "ada").ok());
  // A task that pauses settles a call, and its agent waits no longer.
  const std::string three = Task(cleo, ada, wire::TASK_STATE_INPUT_REQUIRED);
  Refused([&] { return Block(cleo, "m4", three); });
  ASSERT_TRUE(host.Status(cleo, two, wire::TASK_STATE_INPUT_REQUIRED).ok());
  ExpectParked(Block(cleo, "m4", three));
}

}  // namespace
}  // namespace a2a::broker

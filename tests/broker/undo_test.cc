// A batch that fails leaves memory and store as they were (contract section 7).
#include <gmock/gmock.h>

#include "absl/strings/str_cat.h"
#include "broker/core.h"
#include "broker/fixture.h"

namespace a2a::broker {
namespace {

using testing::ElementsAre;

class Undo : public testing::Test {
 protected:
  Undo() : ada(host.Register("c1", "ada")), bob(host.Register("c2", "bob")) {}

  wire::SendParams Blocking(const Peer& peer, wire::Message message, const std::string& to = "") {
    wire::SendParams params;
    params.set_token(peer.token);
    if (!to.empty()) message.set_to(to);
    *params.mutable_message() = std::move(message);
    params.mutable_configuration()->set_blocking(true);
    return params;
  }

  // Runs `calls` in one batch, gives it up and looks whether anything is left of it.
  template <typename Calls>
  void ExpectNoTrace(Calls calls) {
    const std::string before = host.DumpMemory();
    const auto figures = host.broker().figures();
    host.BeginBatch();
    calls();
    EXPECT_NE(host.DumpMemory(), before) << "the batch did nothing";
    EXPECT_TRUE(host.broker().Dirty());
    host.AbortBatch();
    EXPECT_EQ(host.DumpMemory(), before);
    EXPECT_FALSE(host.broker().Dirty());
    EXPECT_EQ(host.broker().figures().open_tasks, figures.open_tasks);
  }

  Host host;
  Peer ada, bob;
};

TEST_F(Undo, SendsAndChanges) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  ExpectNoTrace([&] {
    EXPECT_TRUE(host.Send(ada, Text("m1"), "bob").ok());
    EXPECT_TRUE(host.Send(bob, Text("f1", "x", id)).ok());
    EXPECT_TRUE(host.Status(bob, id, wire::TASK_STATE_COMPLETED, Text("s1")).ok());
  });
  EXPECT_EQ(host.Get(ada, id)->status().state(), wire::TASK_STATE_WORKING);
  EXPECT_EQ(host.Get(ada, id)->history_total(), 1);
  // The same calls work afterwards: nothing of them is known.
  EXPECT_TRUE(host.Send(ada, Text("m1", "other"), "bob").ok());
  EXPECT_TRUE(host.Status(bob, id, wire::TASK_STATE_FAILED, Text("s1", "other")).ok());
}

TEST_F(Undo, Registrations) {
  ExpectNoTrace([&] {
    const Peer cleo = host.Register("c3", "cleo");
    EXPECT_TRUE(host.Send(cleo, Text("m1"), "bob").ok());
    EXPECT_TRUE(host.Deregister(cleo).ok());
    const Peer dan = host.Register("c3", "dan");
    EXPECT_TRUE(host.Send(ada, Text("m1"), "dan").ok());
  });
  EXPECT_EQ(host.Register("c4", "cleo").id, "cleo");
}

TEST_F(Undo, DeregistrationsAndTheCallsTheyAnswered) {
  host.TaskIn(bob, ada, wire::TASK_STATE_INPUT_REQUIRED);
  ASSERT_TRUE(host.Send(Blocking(ada, Text("m1"), "bob")).ok());
  const CallId call = host.last_call();
  host.sink.said.clear();
  ExpectNoTrace([&] {
    EXPECT_TRUE(host.Deregister(ada).ok());
    EXPECT_EQ(Brief(host.sink.said).size(), 3u);
    host.Register("c1", "ada");
  });
  EXPECT_EQ(host.broker().figures().parked_calls, 1);
  EXPECT_EQ(host.broker().figures().open_tasks, 2);
  ASSERT_TRUE(host.Deregister(bob).ok());
  EXPECT_THAT(Brief(host.sink.Take()),
              ElementsAre("ada canceled!", "ada failed!", absl::StrCat("finish ", call, " failed")));
}

TEST_F(Undo, ParkedCallsOfTheBatchAreGoneAndThoseItWokeWait) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  ASSERT_TRUE(host.Send(Blocking(ada, Text("f1", "x", id))).ok());
  const CallId call = host.last_call();
  const Peer cleo = host.Register("c3", "cleo");
  ExpectNoTrace([&] {
    EXPECT_TRUE(host.Send(Blocking(ada, Text("f2", "x", id))).ok());
    EXPECT_TRUE(host.Status(bob, id, wire::TASK_STATE_INPUT_REQUIRED).ok());
    EXPECT_TRUE(host.Send(Blocking(ada, Text("f3", "x", id))).ok());
    EXPECT_TRUE(host.Send(Blocking(cleo, Text("m3"), "ada")).ok());
  });
  host.sink.said.clear();
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_COMPLETED).ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada completed!", absl::StrCat("finish ", call, " completed")));
}

TEST_F(Undo, NewRuns) {
  ASSERT_TRUE(host.Send(ada, Text("m1"), "bob").ok());
  ExpectNoTrace([&] { EXPECT_TRUE(host.NewRun(ada).ok()); });
  EXPECT_EQ(host.core().registry.FindById("ada")->sends, 1);
}

TEST_F(Undo, Reclaims) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  host.Restart();
  ada = host.Register("c1", "ada");
  ASSERT_TRUE(host.Send(ada, Text("f1", "x", id)).ok());
  ExpectNoTrace([&] {
    const Peer bob2 = host.Register("c2", "bob");
    EXPECT_EQ(bob2.id, "bob");
    EXPECT_EQ(host.sink.said.size(), 1u);
    EXPECT_TRUE(host.Send(bob2, Text("f2", "x", id)).ok());
  });
  // Notifications of the batch never left, so the event comes again.
  host.Register("c2", "bob");
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("bob working"));
}

TEST_F(Undo, LossesAndTheHandshakeThatStartedTheGrace) {
  host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  host.Restart();
  host.Register("c1", "ada");
  ExpectNoTrace([&] { host.broker().OnFirstHandshake(); });
  host.broker().OnFirstHandshake();
  ASSERT_TRUE(host.broker().Commit().ok());
  host.clock.Pass(wire::kA2aReclaimGraceSeconds * 1000);
  ExpectNoTrace([&] { host.broker().OnTimers(); });
  EXPECT_EQ(host.broker().figures().open_tasks, 1);
  host.sink.said.clear();
  // A full disk must not keep the loop busy, so the timers wait before they try again.
  EXPECT_GT(host.broker().NextTimerMillis(), 0);
  host.Timers();
  EXPECT_TRUE(host.sink.said.empty());
  host.clock.Pass(1000);
  host.Timers();
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada failed!"));
}

TEST_F(Undo, TimeOuts) {
  ASSERT_TRUE(host.Send(Blocking(ada, Text("m1"), "bob")).ok());
  host.sink.said.clear();
  host.clock.Pass(wire::kA2aMaxStreamWaitSeconds * 1000);
  ExpectNoTrace([&] { host.broker().OnTimers(); });
  EXPECT_EQ(host.broker().figures().parked_calls, 1);
}

TEST_F(Undo, BacklogAndItsRendering) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  host.sink.accepting = false;
  ExpectNoTrace([&] { EXPECT_TRUE(host.Send(ada, Text("f1", "x", id)).ok()); });
  ASSERT_TRUE(host.Send(ada, Text("f1", "x", id)).ok());
  host.sink.accepting = true;
  ExpectNoTrace([&] { host.broker().RenderBacklog(); });
  EXPECT_EQ(host.broker().figures().undelivered_events, 1);
  host.broker().RenderBacklog();
  ASSERT_TRUE(host.broker().Commit().ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("bob working"));
}

TEST_F(Undo, OnlyOfItsOwnBatch) {
  ASSERT_TRUE(host.Send(ada, Text("m1"), "bob").ok());
  const std::string before = host.DumpMemory();
  ASSERT_TRUE(host.broker().Commit().ok());
  host.broker().Abort();
  EXPECT_EQ(host.DumpMemory(), before);
  EXPECT_EQ(host.broker().figures().open_tasks, 1);
}

}  // namespace
}  // namespace a2a::broker

// What agents are told by themselves, once, and what waits while the client is behind (contract section 5).
#include <gmock/gmock.h>

#include "absl/strings/str_cat.h"
#include "broker/core.h"
#include "broker/fixture.h"

namespace a2a::broker {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class Events : public testing::Test {
 protected:
  Events() : ada(host.Register("c1", "ada")), bob(host.Register("c2", "bob")) {}

  wire::SendParams Params(const Peer& peer, wire::Message message, const std::string& to = "") {
    wire::SendParams params;
    params.set_token(peer.token);
    if (!to.empty()) message.set_to(to);
    *params.mutable_message() = std::move(message);
    return params;
  }
  void Render() {
    host.broker().RenderBacklog();
    ASSERT_TRUE(host.broker().Commit().ok());
  }
  int64_t Stored(const Peer& peer) {
    const auto events = host.store().EventsAfter(host.core().registry.FindById(peer.id)->key, 0, 100'000);
    return events.ok() ? events->size() : -1;
  }

  Host host;
  Peer ada, bob;
};

TEST_F(Events, OfANewTaskAreForItsWorker) {
  const auto task = host.Send(ada, Text("m1"), "bob");
  const std::vector<Said> said = host.sink.Take();
  ASSERT_THAT(Brief(said), ElementsAre("bob submitted"));
  EXPECT_EQ(said[0].event.recipient_context_id(), "c2");
  EXPECT_EQ(said[0].event.context_id(), "c1");
  EXPECT_EQ(said[0].update().generation(), 1);
  EXPECT_EQ(said[0].update().status().timestamp(), task->status().timestamp());
  EXPECT_EQ(Stored(bob), 1);
  EXPECT_EQ(Stored(ada), 0);
}

TEST_F(Events, OfAStreamShowItsCallerTheStatusFirst) {
  ASSERT_TRUE(host.Stream(Params(ada, Text("m1"), "bob")).ok());
  std::vector<Said> said = host.sink.Take();
  EXPECT_THAT(Brief(said), ElementsAre("ada submitted", "bob submitted"));
  const std::string id = said[0].update().task_id();
  ASSERT_TRUE(host.Stream(Params(bob, Text("m2", "x", id))).ok());
  said = host.sink.Take();
  EXPECT_THAT(Brief(said), ElementsAre("bob working", "ada working"));
  EXPECT_EQ(said[0].update().generation(), 2);
  // The extra one is stored nowhere.
  EXPECT_EQ(Stored(ada), 1);
  EXPECT_EQ(Stored(bob), 1);
}

TEST_F(Events, OfResubscribeAreForTheCallerAndChangeNothing) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_COMPLETED, Text("s", "done")).ok());
  host.sink.said.clear();
  for (const Peer& peer : {ada, bob}) {
    const auto task = host.Resubscribe(peer, id);
    ASSERT_TRUE(task.ok());
    EXPECT_EQ(task->generation(), 3);
    EXPECT_EQ(task->history_total(), 2);
    const std::vector<Said> said = host.sink.Take();
    ASSERT_THAT(Brief(said), ElementsAre(peer.id + " completed!"));
    EXPECT_EQ(TextOf(said[0].update().status().message()), "done");
    EXPECT_EQ(said[0].update().generation(), 3);
  }
  EXPECT_EQ(Stored(ada), 2);
}

TEST_F(Events, CarryTheStatusMessageOrItsOmittedForm) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  for (bool large : {false, true}) {
    wire::Message message = Text(large ? "large" : "small");
    if (large) {
      message.mutable_parts(0)->mutable_data()->set_data("{\"x\":\"" + std::string(wire::kA2aOmitAboveBytes, 'x') +
                                                         "\"}");
    }
    message.set_metadata("{\"a\":1}");
    message.set_extras(",\"b\":2");
    const auto task = host.Status(bob, id, wire::TASK_STATE_WORKING, message);
    ASSERT_TRUE(task.ok()) << task.status();
    const std::vector<Said> said = host.sink.Take();
    ASSERT_THAT(said, SizeIs(1));
    for (const wire::Message& shown :
         {said[0].update().status().message(), task->status().message(), host.Get(ada, id)->status().message()}) {
      const wire::Message decoded = DecodeMessage(shown);
      EXPECT_EQ(decoded.message_id(), message.message_id());
      EXPECT_EQ(decoded.from(), "bob");
      EXPECT_EQ(decoded.parts_size(), large ? 0 : 1);
      EXPECT_EQ(decoded.omitted(), large);
      EXPECT_EQ(decoded.metadata(), large ? "" : "{\"a\":1}");
      EXPECT_EQ(decoded.extras(), large ? "" : ",\"b\":2");
    }
    // History holds it whole.
    EXPECT_EQ(DecodeMessage(task->history(0)).parts_size(), 1);
  }
}

TEST_F(Events, KeepTheStatusMessageWhileTheStateStays) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_SUBMITTED);
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_WORKING, Text("s", "started")).ok());
  host.sink.said.clear();
  ASSERT_TRUE(host.Send(ada, Text("f", "x", id)).ok());
  EXPECT_EQ(TextOf(host.sink.Take()[0].update().status().message()), "started");
}

TEST_F(Events, WaitInOrderWhileTheClientIsBehind) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_SUBMITTED);
  host.sink.accepting = false;
  ASSERT_TRUE(host.Send(ada, Text("f1", "x", id)).ok());
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_WORKING, Text("s", "started")).ok());
  ASSERT_TRUE(host.Send(ada, Text("f2", "x", id)).ok());
  EXPECT_THAT(host.sink.said, IsEmpty());
  EXPECT_EQ(host.broker().figures().undelivered_events, 3);
  EXPECT_FALSE(host.broker().RenderBacklog());
  ASSERT_TRUE(host.broker().Commit().ok());
  // Even when it could be told at once, a later event queues behind the earlier ones of its recipient.
  host.sink.accepting = true;
  ASSERT_TRUE(host.Cancel(ada, id).ok());
  const Peer cleo = host.Register("c1", "cleo");
  ASSERT_TRUE(host.Send(ada, Text("m2"), "cleo").ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("cleo submitted"));
  EXPECT_EQ(host.broker().NextTimerMillis(), 0);
  Render();
  const std::vector<Said> said = host.sink.Take();
  EXPECT_THAT(Brief(said), ElementsAre("ada working", "bob submitted", "bob working", "bob canceled!"));
  // As they were when they happened.
  EXPECT_EQ(TextOf(said[0].update().status().message()), "started");
  EXPECT_EQ(said[1].update().generation(), 2);
  EXPECT_EQ(host.broker().figures().undelivered_events, 0);
  ASSERT_TRUE(host.Send(ada, Text("m3"), "bob").ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("bob submitted"));
  EXPECT_GT(host.broker().NextTimerMillis(), 0);
}

TEST_F(Events, AreRenderedAsFarAsTheClientTakesThem) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  host.sink.accepting = false;
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(host.Send(ada, Text(absl::StrCat("f", i), "x", id)).ok());
  host.sink.accepting = true;
  host.sink.room = 4;
  Render();
  EXPECT_THAT(host.sink.Take(), SizeIs(4));
  EXPECT_EQ(host.broker().figures().undelivered_events, 6);
  host.sink.room = -1;
  Render();
  const std::vector<Said> rest = host.sink.Take();
  ASSERT_THAT(rest, SizeIs(6));
  EXPECT_EQ(rest.front().update().generation(), 7);
  EXPECT_EQ(rest.back().update().generation(), 12);
}

TEST_F(Events, AreRenderedInSlices) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  host.sink.accepting = false;
  for (int i = 0; i < 40; ++i) {
    wire::Message message = Text(absl::StrCat("s", i));
    message.mutable_parts(0)->mutable_data()->set_data("{\"x\":\"" + std::string(60'000, 'x') + "\"}");
    ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_WORKING, message).ok());
  }
  host.sink.accepting = true;
  EXPECT_TRUE(host.broker().RenderBacklog());
  ASSERT_TRUE(host.broker().Commit().ok());
  const size_t first = host.sink.Take().size();
  EXPECT_GT(first, 10u);
  EXPECT_LT(first, 20u);
  // Timers go on with it, so nobody needs to remember.
  EXPECT_EQ(host.broker().NextTimerMillis(), 0);
  host.Timers();
  host.Timers();
  EXPECT_EQ(first + host.sink.Take().size(), 40u);
  EXPECT_GT(host.broker().NextTimerMillis(), 0);
}

TEST_F(Events, AreNotifiedOnceAndRecordedWithTheNextCommit) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_SUBMITTED);
  ASSERT_TRUE(host.Send(ada, Text("f1", "x", id)).ok());
  // Reads record nothing.
  ASSERT_TRUE(host.Get(ada, id).ok());
  // Only the last one may be repeated by a crash.
  host.Crash();
  bob = host.Register("c2", "bob");
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("bob submitted"));
  ada = host.Register("c1", "ada");
  host.Crash();
  host.Register("c2", "bob");
  EXPECT_THAT(host.sink.said, IsEmpty());
}

TEST_F(Events, AreRecordedInAQuietMoment) {
  host.TaskIn(ada, bob, wire::TASK_STATE_SUBMITTED);
  ASSERT_TRUE(host.broker().OnIdle().ok());
  host.clock.Pass(1000);
  EXPECT_EQ(host.broker().NextTimerMillis(), 0);
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(host.broker().OnIdle().ok());
    host.clock.Pass(1000);
  }
  EXPECT_GT(host.broker().NextTimerMillis(), 10'000);
  host.Crash();
  host.Register("c2", "bob");
  EXPECT_THAT(host.sink.said, IsEmpty());
}

TEST_F(Events, AreRecordedOnRelease) {
  host.TaskIn(ada, bob, wire::TASK_STATE_SUBMITTED);
  host.broker().ReleaseParked();
  ASSERT_TRUE(host.broker().Commit().ok());
  host.Crash();
  host.Register("c2", "bob");
  EXPECT_THAT(host.sink.said, IsEmpty());
}

TEST_F(Events, AMassOfHeldEventsFollowsARegistrationInSlices) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  host.Restart();
  bob = host.Register("c2", "bob");
  for (int i = 0; i < 40; ++i) {
    wire::Message message = Text(absl::StrCat("s", i));
    message.mutable_parts(0)->mutable_data()->set_data("{\"x\":\"" + std::string(60'000, 'x') + "\"}");
    ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_WORKING, message).ok());
  }
  ada = host.Register("c1", "ada");
  EXPECT_LT(host.sink.said.size(), 20u);
  ASSERT_TRUE(host.Send(bob, Text("f", "x", id)).ok());
  for (int i = 0; i < 3; ++i) host.Timers();
  const std::vector<Said> said = host.sink.Take();
  ASSERT_EQ(said.size(), 41u);
  for (size_t i = 0; i < said.size(); ++i) EXPECT_EQ(said[i].update().generation(), static_cast<int64_t>(i) + 3);
}

TEST_F(Events, OfAnEndedAgentAreNobodysAnyMore) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  host.sink.accepting = false;
  ASSERT_TRUE(host.Send(ada, Text("f", "x", id)).ok());
  ASSERT_TRUE(host.Deregister(bob).ok());
  host.sink.accepting = true;
  Render();
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada failed!"));
  EXPECT_EQ(host.broker().figures().undelivered_events, 0);
}

TEST(Retention, RemovesDeliveredEventsAndEndedTasksInIdleMoments) {
  Options options;
  options.event_retention_seconds = 100;
  options.task_retention_seconds = 1000;
  Host host(options);
  const Peer ada = host.Register("c1", "ada"), bob = host.Register("c1", "bob");
  const std::string done = host.TaskIn(ada, bob, wire::TASK_STATE_COMPLETED);
  const std::string open = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  const store::AgentKey key = host.core().registry.FindById("bob")->key;
  const auto idle = [&] {
    for (int i = 0; i < 10; ++i) {
      ASSERT_TRUE(host.broker().OnIdle().ok());
      host.clock.Pass(1000);
    }
  };
  idle();
  EXPECT_EQ(host.store().EventsAfter(key, 0, 10)->size(), 2u);
  host.clock.Pass(200'000);
  idle();
  EXPECT_EQ(host.store().EventsAfter(key, 0, 10)->size(), 0u);
  EXPECT_TRUE(host.Get(ada, done).ok());
  host.clock.Pass(1'000'000);
  idle();
  ErrorOf(host.Get(ada, done).status(), wire::kErrorA2aUnknownTask);
  EXPECT_TRUE(host.Get(ada, open).ok());
}

}  // namespace
}  // namespace a2a::broker

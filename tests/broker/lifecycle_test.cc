// How agents leave, are cut off, come back or are lost (contract sections 3 and 4.4).
#include <gmock/gmock.h>

#include "absl/strings/str_cat.h"
#include "broker/core.h"
#include "broker/fixture.h"

namespace a2a::broker {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Lifecycle : public testing::Test {
 protected:
  Lifecycle() : ada(host.Register("c1", "ada")), bob(host.Register("c2", "bob")) {}

  void PassGrace() {
    host.Handshake();
    host.clock.Pass(wire::kA2aReclaimGraceSeconds * 1000);
    while (host.broker().figures().agents < static_cast<int32_t>(host.core().registry.all().size())) host.Timers();
  }
  void ExpectEnd(const Peer& reader, const std::string& id, wire::TaskState state, const std::string& reason,
                 int64_t generation) {
    const auto task = host.Get(reader, id);
    ASSERT_TRUE(task.ok()) << task.status();
    EXPECT_EQ(task->status().state(), state);
    EXPECT_EQ(task->generation(), generation);
    const wire::Message message = DecodeMessage(task->status().message());
    EXPECT_EQ(message.from(), wire::kBrokerName);
    EXPECT_EQ(message.to(), reader.id);
    EXPECT_EQ(message.task_id(), id);
    EXPECT_EQ(message.context_id(), task->context_id());
    EXPECT_EQ(TextOf(message), reason);
    // It is part of history.
    ASSERT_GT(task->history_size(), 0);
    EXPECT_EQ(task->history_total(), task->history_size());
    EXPECT_EQ(TextOf(task->history(task->history_size() - 1)), reason);
    EXPECT_EQ(ErrorOf(host.Cancel(reader, id).status(), wire::kErrorA2aTaskTerminal).by(), wire::kBrokerName);
  }

  Host host;
  Peer ada, bob;
};

TEST_F(Lifecycle, ADeregisteredWorkersTasksFail) {
  for (wire::TaskState state : {wire::TASK_STATE_SUBMITTED, wire::TASK_STATE_WORKING, wire::TASK_STATE_INPUT_REQUIRED,
                                wire::TASK_STATE_AUTH_REQUIRED}) {
    const Peer worker = host.Register("c1", "worker");
    const std::string id = host.TaskIn(ada, worker, state);
    const int64_t generation = host.Get(ada, id)->generation();
    ASSERT_TRUE(host.Deregister(worker).ok());
    EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada failed!"));
    ExpectEnd(ada, id, wire::TASK_STATE_FAILED,
              "The worker of this task, worker, deregistered while the task was open.", generation + 1);
  }
  EXPECT_EQ(host.broker().figures().open_tasks, 0);
}

TEST_F(Lifecycle, ADeregisteredRequestersTasksAreCanceled) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  ASSERT_TRUE(host.Deregister(ada).ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("bob canceled!"));
  ExpectEnd(bob, id, wire::TASK_STATE_CANCELED,
            "The requester of this task, ada, deregistered while the task was open.", 3);
}

TEST_F(Lifecycle, DeregisteringEndsEveryOpenTaskAndNoOther) {
  const std::string ended = host.TaskIn(ada, bob, wire::TASK_STATE_COMPLETED);
  const std::string first = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  const std::string second = host.TaskIn(bob, ada, wire::TASK_STATE_SUBMITTED);
  const Peer cleo = host.Register("c1", "cleo");
  const std::string third = host.TaskIn(cleo, bob, wire::TASK_STATE_INPUT_REQUIRED);
  const std::string other = host.TaskIn(cleo, ada, wire::TASK_STATE_WORKING);
  ASSERT_TRUE(host.Deregister(bob).ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada failed!", "ada canceled!", "cleo failed!"));
  EXPECT_EQ(host.Get(ada, ended)->status().state(), wire::TASK_STATE_COMPLETED);
  EXPECT_EQ(host.Get(ada, first)->status().state(), wire::TASK_STATE_FAILED);
  EXPECT_EQ(host.Get(ada, second)->status().state(), wire::TASK_STATE_CANCELED);
  EXPECT_EQ(host.Get(cleo, third)->status().state(), wire::TASK_STATE_FAILED);
  EXPECT_EQ(host.Get(cleo, other)->status().state(), wire::TASK_STATE_WORKING);
}

TEST_F(Lifecycle, DeregisteringAnswersItsParkedCallsAndThoseItWakes) {
  const auto park = [&](const Peer& peer, const std::string& to) {
    wire::SendParams params;
    params.set_token(peer.token);
    *params.mutable_message() = Text("m");
    params.mutable_message()->set_to(to);
    params.mutable_configuration()->set_blocking(true);
    EXPECT_TRUE(host.Send(params).ok());
    return host.last_call();
  };
  const CallId first = park(host.Register("c3", "cleo"), "ada");
  const CallId second = park(ada, "bob");
  host.sink.said.clear();
  ASSERT_TRUE(host.Deregister(ada).ok());
  EXPECT_THAT(Brief(host.sink.Take()),
              ElementsAre("cleo failed!", "bob canceled!", absl::StrCat("finish ", first, " failed"),
                          absl::StrCat("finish ", second, " canceled")));
}

TEST_F(Lifecycle, AReclaimedInstanceHasItsTasksAndHeldEvents) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  host.Restart();
  const Peer ada2 = host.Register("c1", "ada");
  EXPECT_EQ(ada2.id, "ada");
  EXPECT_NE(ada2.token, ada.token);
  EXPECT_THAT(host.sink.said, IsEmpty());
  ErrorOf(host.Get(ada, id).status(), wire::kErrorA2aUnknownToken);
  ASSERT_TRUE(host.Send(ada2, Text("f1", "x", id)).ok());
  ASSERT_TRUE(host.Send(ada2, Text("f2", "x", id)).ok());
  ASSERT_TRUE(host.Cancel(ada2, id).ok());
  EXPECT_THAT(host.sink.said, IsEmpty());
  const Peer bob2 = host.Register("c2", "bob");
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("bob working", "bob working", "bob canceled!"));
  EXPECT_EQ(host.broker().figures().undelivered_events, 0);
  EXPECT_TRUE(host.Get(bob2, id).ok());
  // They are notified once.
  host.Restart();
  host.Register("c2", "bob");
  EXPECT_THAT(host.sink.said, IsEmpty());
}

TEST_F(Lifecycle, AReclaimTakesTheNewCard) {
  host.Restart();
  wire::AgentCard card = Card("ada");
  card.set_description("now with a hat");
  ASSERT_TRUE(host.TryRegister("c1", card).ok());
  const Peer eve = host.Register("c1", "eve");
  EXPECT_EQ(host.List(eve)->agents(0).description(), "now with a hat");
  host.Restart();
  EXPECT_EQ(host.core().registry.FindById("ada")->registration.card.description(), "now with a hat");
}

TEST_F(Lifecycle, AReclaimNeedsNameKindAndContext) {
  host.Restart();
  EXPECT_EQ(host.Register("c9", "ada").id, "ada-2");
  EXPECT_EQ(host.Register("c1", "ada", wire::AGENT_KIND_PARENT).id, "ada-3");
  EXPECT_EQ(host.Register("c1", " ada ", wire::AGENT_KIND_SUBAGENT).id, "ada");
  EXPECT_EQ(host.Register("c1", "ada").id, "ada-4");  // nobody left to reclaim
}

TEST_F(Lifecycle, AReclaimGoesByTheRequestedName) {
  const Peer twin = host.Register("c3", "ada");
  ASSERT_EQ(twin.id, "ada-2");
  host.Restart();
  EXPECT_EQ(host.Register("c3", "ada").id, "ada-2");
}

TEST_F(Lifecycle, OfTwoThatMatchNeitherIsReclaimed) {
  ASSERT_EQ(host.Register("c1", "ada").id, "ada-2");
  host.Restart();
  EXPECT_EQ(host.Register("c1", "ada").id, "ada-3");
  EXPECT_EQ(host.broker().figures().agents, 1);
}

TEST_F(Lifecycle, ADeregisteredInstanceIsNotReclaimed) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  ASSERT_TRUE(host.Deregister(ada).ok());
  host.Restart();
  const Peer again = host.Register("c1", "ada");
  ErrorOf(host.Get(again, id).status(), wire::kErrorA2aUnknownAgent);
}

TEST_F(Lifecycle, WhatNobodyReclaimsIsLost) {
  const std::string served = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  const std::string asked = host.TaskIn(bob, ada, wire::TASK_STATE_SUBMITTED);
  host.Restart();
  host.clock.Pass(10 * wire::kA2aReclaimGraceSeconds * 1000);
  host.Timers();  // before the first handshake nothing ends
  const Peer ada2 = host.Register("c1", "ada");
  host.Handshake();
  host.clock.Pass(wire::kA2aReclaimGraceSeconds * 1000 - 1);
  host.Timers();
  host.Handshake();  // a later one changes nothing
  EXPECT_THAT(host.sink.said, IsEmpty());
  host.clock.Pass(1);
  EXPECT_EQ(host.broker().NextTimerMillis(), 0);
  host.Timers();
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada failed!", "ada canceled!"));
  const std::string reason =
      "of this task, bob, was cut off by a stop of the host and did not come back within 300 seconds.";
  ExpectEnd(ada2, served, wire::TASK_STATE_FAILED, "The worker " + reason, 3);
  ExpectEnd(ada2, asked, wire::TASK_STATE_CANCELED, "The requester " + reason, 2);
  // The name is free for its context.
  EXPECT_EQ(host.Register("c2", "bob").id, "bob");
  EXPECT_EQ(host.core().registry.all().size(), 2u);
}

TEST_F(Lifecycle, WhenBothAreLostTheTaskFailsAndNobodyHears) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_INPUT_REQUIRED);
  const store::AgentKey keys[] = {host.core().registry.FindById("ada")->key, host.core().registry.FindById("bob")->key};
  host.Restart();
  PassGrace();
  for (store::AgentKey key : keys) EXPECT_EQ(host.store().EventsAfter(key, 0, 10)->size(), 1u);
  EXPECT_THAT(host.sink.said, IsEmpty());
  EXPECT_EQ(host.broker().figures().open_tasks, 0);
  EXPECT_EQ(host.broker().figures().undelivered_events, 0);
  const auto row = host.store().FindTask(id);
  ASSERT_TRUE(row.ok() && row->has_value());
  EXPECT_EQ((*row)->state, wire::TASK_STATE_FAILED);
  EXPECT_EQ((*row)->generation, 3);
  const auto message = host.store().ReadMessage((*row)->status_message);
  ASSERT_TRUE(message.ok());
  EXPECT_EQ(
      TextOf(*message),
      "Both agents of this task, ada and bob, were cut off by a stop of the host and did not come back within 300 "
      "seconds.");
}

TEST_F(Lifecycle, WhoDeregistersAfterTheGraceWasNotCutOff) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  host.Restart();
  const Peer ada2 = host.Register("c1", "ada");
  host.Handshake();
  host.clock.Pass(wire::kA2aReclaimGraceSeconds * 1000);
  // The timers have not run yet: bob is lost, but not ended.
  ASSERT_TRUE(host.Deregister(ada2).ok());
  const auto row = host.store().FindTask(id);
  ASSERT_TRUE(row.ok() && row->has_value());
  EXPECT_EQ((*row)->state, wire::TASK_STATE_CANCELED);
  const auto message = host.store().ReadMessage((*row)->status_message);
  ASSERT_TRUE(message.ok());
  EXPECT_EQ(TextOf(*message), "The requester of this task, ada, deregistered while the task was open.");
}

TEST_F(Lifecycle, AfterTheGraceNobodyIsReclaimed) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  host.Restart();
  host.Handshake();
  host.clock.Pass(wire::kA2aReclaimGraceSeconds * 1000);
  // The timers have not run yet.
  const Peer late = host.Register("c1", "ada");
  EXPECT_EQ(late.id, "ada-2");
  ErrorOf(host.Get(late, id).status(), wire::kErrorA2aUnknownAgent);
}

TEST(LifecycleOptions, TheGraceIsTheOperators) {
  Options options;
  options.reclaim_grace_seconds = 2;
  Host host(options);
  host.Register("c1", "ada");
  host.Restart();
  host.Handshake();
  host.clock.Pass(1999);
  host.Timers();
  EXPECT_EQ(host.core().registry.all().size(), 1u);
  host.clock.Pass(1);
  host.Timers();
  EXPECT_EQ(host.core().registry.all().size(), 0u);
}

TEST_F(Lifecycle, VeryManyLostTasksEndInSlices) {
  host.BeginBatch();
  for (int i = 0; i < 12; ++i) {
    const Peer requester = host.Register(absl::StrCat("r", i), "r");
    const Peer worker = host.Register(absl::StrCat("r", i), "w");
    for (int j = 0; j < 100; ++j) {
      ASSERT_TRUE(host.Send(requester, Text(absl::StrCat("m", j)), worker.id).ok());
    }
  }
  ASSERT_TRUE(host.EndBatch().ok());
  host.Restart();
  const Peer ada2 = host.Register("c1", "ada");
  host.Handshake();
  host.clock.Pass(wire::kA2aReclaimGraceSeconds * 1000);
  host.Timers();
  const int64_t left = host.broker().figures().open_tasks;
  EXPECT_GT(left, 0);
  EXPECT_LT(left, 1200);
  EXPECT_EQ(host.broker().NextTimerMillis(), 0);
  for (int i = 0; i < 10 && host.core().registry.all().size() > 1; ++i) host.Timers();
  EXPECT_EQ(host.broker().figures().open_tasks, 0);
  EXPECT_EQ(host.core().registry.all().size(), 1u);
  EXPECT_THAT(host.sink.said, IsEmpty());
}

TEST_F(Lifecycle, HeldEventsWithPushesFollowTheirOrder) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  wire::PushNotificationConfig config;
  config.set_id("p");
  config.set_token("secret of ada");
  ASSERT_TRUE(host.SetPush(ada, id, config).ok());
  const std::string other = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  host.Restart();
  const Peer bob2 = host.Register("c2", "bob");
  ASSERT_TRUE(host.Status(bob2, id, wire::TASK_STATE_COMPLETED).ok());
  ASSERT_TRUE(host.Send(bob2, Text("f", "x", other)).ok());
  EXPECT_THAT(host.sink.said, IsEmpty());
  host.Register("c1", "ada");
  const std::vector<Said> said = host.sink.Take();
  EXPECT_THAT(Brief(said), ElementsAre("ada completed!", "push ada", "ada working"));
  EXPECT_EQ(said[1].push.token(), "secret of ada");
}

}  // namespace
}  // namespace a2a::broker

// Push configs (contract section 4.6).
#include <gmock/gmock.h>

#include "absl/strings/str_cat.h"
#include "broker/core.h"
#include "broker/fixture.h"

namespace a2a::broker {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

wire::PushNotificationConfig Config(const std::string& id, const std::string& token = "") {
  wire::PushNotificationConfig config;
  config.set_id(id);
  config.set_url("https://example.org/" + id);
  if (!token.empty()) config.set_token(token);
  return config;
}

class Push : public testing::Test {
 protected:
  Push() : ada(host.Register("c1", "ada")), bob(host.Register("c2", "bob")) {
    id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  }
  Host host;
  Peer ada, bob;
  std::string id;
};

TEST_F(Push, AConfigIsReadByItsSetterAlone) {
  EXPECT_FALSE(host.GetPush(ada, id)->has_value());
  const auto set = host.SetPush(ada, id, Config("one", "t1"));
  ASSERT_TRUE(set.ok()) << set.status();
  EXPECT_EQ(set->token(), "t1");
  EXPECT_FALSE(host.GetPush(bob, id)->has_value());
  ASSERT_TRUE(host.SetPush(bob, id, Config("one", "of bob")).ok());
  EXPECT_EQ((*host.GetPush(ada, id))->token(), "t1");
  EXPECT_EQ((*host.GetPush(ada, id))->url(), "https://example.org/one");
  // The one set last, replaced or not.
  ASSERT_TRUE(host.SetPush(ada, id, Config("two")).ok());
  EXPECT_EQ((*host.GetPush(ada, id))->id(), "two");
  EXPECT_FALSE((*host.GetPush(ada, id))->has_token());
  ASSERT_TRUE(host.SetPush(ada, id, Config("one", "t2")).ok());
  EXPECT_EQ((*host.GetPush(ada, id))->token(), "t2");
}

TEST_F(Push, SettingIsNoChangeOfTheTask) {
  ASSERT_TRUE(host.SetPush(ada, id, Config("one")).ok());
  EXPECT_THAT(host.sink.said, IsEmpty());
  EXPECT_EQ(host.Get(ada, id)->generation(), 2);
}

TEST_F(Push, AtTheEndEachConfigYieldsOneToTheCounterpart) {
  ASSERT_TRUE(host.SetPush(ada, id, Config("one", "t1")).ok());
  ASSERT_TRUE(host.SetPush(bob, id, Config("two", "t2")).ok());
  ASSERT_TRUE(host.SetPush(ada, id, Config("three")).ok());
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_INPUT_REQUIRED).ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada input-required"));
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_FAILED, Text("s", "no luck")).ok());
  const std::vector<Said> said = host.sink.Take();
  EXPECT_THAT(Brief(said), ElementsAre("ada failed!", "push ada", "push ada", "push ada"));
  std::vector<std::string> tokens;
  for (size_t i = 1; i < said.size(); ++i) {
    const wire::PushNotification& push = said[i].push;
    tokens.push_back(push.has_token() ? push.token() : "none");
    EXPECT_EQ(push.recipient_context_id(), "c1");
    EXPECT_EQ(push.context_id(), "c1");
    EXPECT_EQ(push.task_id(), id);
    EXPECT_EQ(push.status().state(), wire::TASK_STATE_FAILED);
    EXPECT_EQ(TextOf(push.status().message()), "no luck");
    // Another setter's token leaves in no frame.
    EXPECT_EQ(said[i].frame.find("t2"), std::string::npos);
  }
  EXPECT_THAT(tokens, ElementsAre("t1", "none", "none"));
}

// As when both parties hear of the same end.
TEST_F(Push, OnlyTheRecipientsOwnWhenTheEventSaysSo) {
  ASSERT_TRUE(host.SetPush(ada, id, Config("one", "t1")).ok());
  ASSERT_TRUE(host.SetPush(bob, id, Config("two", "t2")).ok());
  Core& core = const_cast<Core&>(host.core());
  const store::TaskRow task = **host.store().FindTask(id);
  for (bool held : {false, true}) {
    host.sink.accepting = !held;
    for (const Peer& peer : {ada, bob}) {
      Agent* recipient = core.registry.FindById(peer.id);
      store::EventRow event;
      event.seq = host.store().NextEventSeq();
      event.recipient = recipient->key;
      event.task = task.key;
      event.state = wire::TASK_STATE_FAILED;
      event.status_at = task.status_at;
      event.generation = task.generation + 1;
      event.pushes = store::Pushes::kOwn;
      ASSERT_TRUE(host.store().InsertEvent(event).ok());
      ASSERT_TRUE(core.deliveries.Deliver(recipient, task, event, nullptr).ok());
    }
    host.sink.accepting = true;
    host.broker().RenderBacklog();
    ASSERT_TRUE(host.broker().Commit().ok());
    const std::vector<Said> said = host.sink.Take();
    ASSERT_THAT(Brief(said), ElementsAre("ada failed!", "push ada", "bob failed!", "push bob"));
    EXPECT_EQ(said[1].push.token(), "t1");
    EXPECT_EQ(said[3].push.token(), "t2");
  }
}

TEST_F(Push, FollowsWhoeverCausedTheEnd) {
  ASSERT_TRUE(host.SetPush(ada, id, Config("one", "t1")).ok());
  ASSERT_TRUE(host.Cancel(ada, id).ok());
  const std::vector<Said> said = host.sink.Take();
  EXPECT_THAT(Brief(said), ElementsAre("bob canceled!", "push bob"));
  EXPECT_FALSE(said[1].push.has_token());
  EXPECT_EQ(said[1].push.recipient_context_id(), "c2");
}

TEST_F(Push, FollowsTheBrokersEndToo) {
  ASSERT_TRUE(host.SetPush(ada, id, Config("one", "t1")).ok());
  ASSERT_TRUE(host.Deregister(bob).ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada failed!", "push ada"));
}

TEST_F(Push, IsNotRepeated) {
  ASSERT_TRUE(host.SetPush(ada, id, Config("one")).ok());
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_COMPLETED).ok());
  host.sink.said.clear();
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_COMPLETED).ok());
  ASSERT_TRUE(host.Resubscribe(ada, id).ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada completed!"));
  host.Restart();
  host.Register("c1", "ada");
  EXPECT_THAT(host.sink.said, IsEmpty());
}

TEST_F(Push, ASendBringsItsConfig) {
  wire::SendParams params;
  params.set_token(ada.token);
  *params.mutable_message() = Text("m1");
  params.mutable_message()->set_to("bob");
  *params.mutable_configuration()->mutable_push_notification_config() = Config("with send", "t");
  const auto task = host.Send(params);
  ASSERT_TRUE(task.ok());
  EXPECT_EQ((*host.GetPush(ada, task->id()))->id(), "with send");
  // A worker's follow-up as well.
  params.set_token(bob.token);
  *params.mutable_message() = Text("f1", "x", task->id());
  ASSERT_TRUE(host.Send(params).ok());
  EXPECT_EQ((*host.GetPush(bob, task->id()))->id(), "with send");
}

TEST_F(Push, ConfigsOfASetterAreBounded) {
  for (int i = 0; i < wire::kA2aMaxPushConfigs; ++i) {
    ASSERT_TRUE(host.SetPush(ada, id, Config(absl::StrCat("p", i))).ok());
  }
  EXPECT_EQ(ErrorOf(host.SetPush(ada, id, Config("more")).status(), wire::kErrorInvalidParams).path(),
            "/params/config");
  EXPECT_TRUE(host.SetPush(ada, id, Config("p0", "replaced")).ok());
  EXPECT_TRUE(host.SetPush(bob, id, Config("more")).ok());
  wire::SendParams params;
  params.set_token(ada.token);
  *params.mutable_message() = Text("f1", "x", id);
  *params.mutable_configuration()->mutable_push_notification_config() = Config("more");
  host.sink.said.clear();
  EXPECT_EQ(ErrorOf(host.Send(params).status(), wire::kErrorInvalidParams).path(),
            "/params/configuration/pushNotificationConfig");
  EXPECT_EQ(host.Get(ada, id)->history_total(), 1);
  EXPECT_THAT(host.sink.said, IsEmpty());
}

}  // namespace
}  // namespace a2a::broker

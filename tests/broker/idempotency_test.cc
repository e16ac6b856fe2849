// A repeated message changes nothing (contract section 4.1, Idempotent).
#include <gmock/gmock.h>

#include "absl/strings/str_cat.h"
#include "broker/fixture.h"

namespace a2a::broker {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Repeats : public testing::Test {
 protected:
  Repeats() : ada(host.Register("c1", "ada")), bob(host.Register("c1", "bob")) {}

  // The call gives the same task again and leaves no trace.
  template <typename Call>
  void ExpectRepeat(Call call) {
    const std::string before = host.DumpMemory();
    const absl::StatusOr<wire::Task> again = call();
    ASSERT_TRUE(again.ok()) << again.status();
    EXPECT_EQ(host.DumpMemory(), before);
    EXPECT_THAT(host.sink.said, IsEmpty());
  }

  wire::SendParams Params(const Peer& peer, wire::Message message) {
    wire::SendParams params;
    params.set_token(peer.token);
    *params.mutable_message() = std::move(message);
    return params;
  }

  Host host;
  Peer ada, bob;
};

TEST_F(Repeats, OfANewTaskReturnTheTaskAsItIsNow) {
  const auto task = host.Send(ada, Text("m1"), "bob");
  ASSERT_TRUE(task.ok());
  ASSERT_TRUE(host.Status(bob, task->id(), wire::TASK_STATE_WORKING, Text("s1", "at it")).ok());
  host.sink.said.clear();
  ExpectRepeat([&] { return host.Send(ada, Text("m1"), "bob"); });
  const auto again = host.Send(ada, Text("m1"), "bob");
  EXPECT_EQ(again->id(), task->id());
  EXPECT_EQ(again->status().state(), wire::TASK_STATE_WORKING);
  EXPECT_EQ(again->generation(), 2);
  ASSERT_EQ(again->history_size(), 1);
  EXPECT_EQ(DecodeMessage(again->history(0)).message_id(), "m1");
}

TEST_F(Repeats, CountForFollowUpsAndStatusMessages) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  ASSERT_TRUE(host.Send(ada, Text("f1", "more", id)).ok());
  ASSERT_TRUE(host.Send(bob, Text("f2", "less", id)).ok());
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_INPUT_REQUIRED, Text("s1", "which?")).ok());
  host.sink.said.clear();
  ExpectRepeat([&] { return host.Send(ada, Text("f1", "more", id)); });
  ExpectRepeat([&] { return host.Send(bob, Text("f2", "less", id)); });
  ExpectRepeat([&] { return host.Status(bob, id, wire::TASK_STATE_INPUT_REQUIRED, Text("s1", "which?")); });
  const auto again = host.Send(ada, Text("f1", "more", id));
  // The repeat of the follow-up does not move the task out of its pause.
  EXPECT_EQ(again->status().state(), wire::TASK_STATE_INPUT_REQUIRED);
  EXPECT_EQ(TextOf(again->history(0)), "more");
  EXPECT_EQ(again->history_total(), 4);
}

TEST_F(Repeats, AreKnownOnTerminalTasks) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_SUBMITTED);
  ASSERT_TRUE(host.Send(ada, Text("f1", "more", id)).ok());
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_COMPLETED, Text("s1", "done")).ok());
  host.sink.said.clear();
  ExpectRepeat([&] { return host.Send(ada, Text("f1", "more", id)); });
  ExpectRepeat([&] { return host.Status(bob, id, wire::TASK_STATE_COMPLETED, Text("s1", "done")); });
  ExpectRepeat([&] { return host.Status(bob, id, wire::TASK_STATE_COMPLETED); });
  ErrorOf(host.Status(bob, id, wire::TASK_STATE_COMPLETED, Text("s2", "done")).status(), wire::kErrorA2aTaskTerminal);
}

TEST_F(Repeats, AreKnownAfterTheStoreWasOpenedAgain) {
  const auto task = host.Send(ada, Text("m1"), "bob");
  ASSERT_TRUE(task.ok());
  ASSERT_TRUE(host.Send(bob, Text("f1", "less", task->id())).ok());
  ASSERT_TRUE(host.Status(bob, task->id(), wire::TASK_STATE_FAILED, Text("s1", "no")).ok());
  host.Restart();
  ada = host.Register("c1", "ada");
  bob = host.Register("c1", "bob");
  ASSERT_EQ(ada.id, "ada");
  host.sink.said.clear();
  ExpectRepeat([&] { return host.Send(ada, Text("m1"), "bob"); });
  EXPECT_EQ(host.Send(ada, Text("m1"), "bob")->id(), task->id());
  ExpectRepeat([&] { return host.Send(bob, Text("f1", "less", task->id())); });
  ExpectRepeat([&] { return host.Status(bob, task->id(), wire::TASK_STATE_FAILED, Text("s1", "no")); });
  ErrorOf(host.Send(ada, Text("m1", "other"), "bob").status(), wire::kErrorA2aMessageConflict);
}

TEST_F(Repeats, WithOtherContentAreConflicts) {
  const auto task = host.Send(ada, Text("m1"), "bob");
  const std::string id = task->id();
  ASSERT_TRUE(host.Send(ada, Text("f1", "more", id)).ok());
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_WORKING, Text("s1", "at it")).ok());
  host.sink.said.clear();
  const std::string before = host.DumpMemory();
  wire::Message other = Text("m1");
  other.set_metadata("{}");
  const absl::Status conflicts[] = {
      host.Send(ada, Text("m1", "other"), "bob").status(),
      host.Send(ada, Text("m1")).status(),  // without `to`, though it would mean the same agent
      host.Send(ada, other, "bob").status(),
      host.Send(ada, Text("m1", "hello", id)).status(),  // a follow-up under the opening message's id
      host.Send(ada, Text("f1", "less", id)).status(),
      host.Send(bob, Text("f1", "more", id)).status(),  // another sender
      host.Status(bob, id, wire::TASK_STATE_INPUT_REQUIRED, Text("s1", "at it")).status(),
      host.Status(bob, id, wire::TASK_STATE_WORKING, Text("s1", "at it!")).status(),
      host.Send(bob, Text("s1", "at it", id)).status(),
      host.Stream(Params(ada, Text("f1", "more", id))).status(),  // another method
  };
  for (const absl::Status& status : conflicts) ErrorOf(status, wire::kErrorA2aMessageConflict);
  EXPECT_EQ(host.DumpMemory(), before);
  EXPECT_THAT(host.sink.said, IsEmpty());
}

TEST_F(Repeats, KeysBelongToRequesterOrTask) {
  const Peer cleo = host.Register("c1", "cleo");
  const auto one = host.Send(ada, Text("m1"), "cleo");
  const auto two = host.Send(bob, Text("m1", "other"), "cleo");
  ASSERT_TRUE(one.ok() && two.ok());
  EXPECT_NE(one->id(), two->id());
  ASSERT_TRUE(host.Send(ada, Text("f1", "x", one->id())).ok());
  ASSERT_TRUE(host.Send(bob, Text("f1", "y", two->id())).ok());
  // A requester's key of new tasks and those within its tasks are different keys.
  EXPECT_TRUE(host.Send(ada, Text("f1", "z"), "cleo").ok());
}

TEST_F(Repeats, ALaterInstanceHasKeysOfItsOwn) {
  const auto first = host.Send(ada, Text("m1"), "bob");
  ASSERT_TRUE(host.Deregister(ada).ok());
  const Peer again = host.Register("c1", "ada");
  const auto second = host.Send(again, Text("m1", "other"), "bob");
  ASSERT_TRUE(second.ok()) << second.status();
  EXPECT_NE(first->id(), second->id());
}

TEST_F(Repeats, ConfigurationDoesNotCount) {
  wire::Message message = Text("m1");
  message.set_to("bob");
  wire::SendParams params = Params(ada, message);
  const auto task = host.Send(params);
  ASSERT_TRUE(task.ok());
  params.mutable_configuration()->set_history_length(0);
  params.mutable_configuration()->mutable_push_notification_config()->set_id("p");
  const auto again = host.Send(params);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(again->id(), task->id());
  EXPECT_EQ(again->history_size(), 0);
  // Nothing was stored of it either.
  EXPECT_FALSE(host.GetPush(ada, task->id())->has_value());
}

TEST_F(Repeats, OfAStreamShowTheStatusAgain) {
  wire::Message message = Text("m1");
  message.set_to("bob");
  ASSERT_TRUE(host.Stream(Params(ada, message)).ok());
  host.sink.said.clear();
  ASSERT_TRUE(host.Stream(Params(ada, message)).ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada submitted"));
}

TEST_F(Repeats, ThatBlockPark) {
  wire::Message message = Text("m1");
  message.set_to("bob");
  wire::SendParams params = Params(ada, message);
  const auto task = host.Send(params);
  ASSERT_TRUE(task.ok());
  params.mutable_configuration()->set_blocking(true);
  ASSERT_TRUE(host.Send(params).ok());
  EXPECT_TRUE(host.last_parked());
  const CallId waiting = host.last_call();
  host.sink.said.clear();
  ASSERT_TRUE(host.Status(bob, task->id(), wire::TASK_STATE_COMPLETED).ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada completed!", absl::StrCat("finish ", waiting, " completed")));
  // Once it is settled a repeat is answered at once.
  const auto again = host.Send(params);
  ASSERT_TRUE(again.ok());
  EXPECT_FALSE(host.last_parked());
  EXPECT_EQ(again->status().state(), wire::TASK_STATE_COMPLETED);
}

}  // namespace
}  // namespace a2a::broker

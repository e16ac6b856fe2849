// What replies carry of a task (contract sections 4.1 and 4.3).
#include <gmock/gmock.h>

#include "absl/strings/str_cat.h"
#include "broker/fixture.h"

namespace a2a::broker {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> History(const absl::StatusOr<wire::Task>& task) {
  EXPECT_TRUE(task.ok()) << task.status();
  std::vector<std::string> ids;
  if (task.ok()) {
    for (const wire::Message& message : task->history()) ids.push_back(DecodeMessage(message).message_id());
  }
  return ids;
}

class Reads : public testing::Test {
 protected:
  Reads() : ada(host.Register("c1", "ada")), bob(host.Register("c1", "bob")) {}

  wire::SendParams Params(const Peer& peer, wire::Message message, int32_t history) {
    wire::SendParams params;
    params.set_token(peer.token);
    *params.mutable_message() = std::move(message);
    params.mutable_configuration()->set_history_length(history);
    return params;
  }
  static wire::Message Large(const std::string& id, const std::string& task, size_t bytes) {
    wire::Message message = Text(id, "x", task);
    message.add_parts()->mutable_data()->set_data("{\"x\":\"" + std::string(bytes, 'y') + "\"}");
    return message;
  }

  Host host;
  Peer ada, bob;
};

TEST_F(Reads, AWriteCarriesTheMessageItWrote) {
  const auto task = host.Send(ada, Text("m1"), "bob");
  EXPECT_THAT(History(task), ElementsAre("m1"));
  const std::string id = task->id();
  EXPECT_THAT(History(host.Send(bob, Text("m2", "x", id))), ElementsAre("m2"));
  EXPECT_THAT(History(host.Status(bob, id, wire::TASK_STATE_WORKING, Text("m3"))), ElementsAre("m3"));
  EXPECT_THAT(History(host.Status(bob, id, wire::TASK_STATE_WORKING)), IsEmpty());
  EXPECT_THAT(History(host.Resubscribe(bob, id)), IsEmpty());
  const auto canceled = host.Cancel(ada, id);
  EXPECT_THAT(History(canceled), IsEmpty());
  EXPECT_EQ(canceled->history_total(), 3);
}

TEST_F(Reads, HistoryLengthAsksForTheNewest) {
  const auto task = host.Send(ada, Text("m1"), "bob");
  const std::string id = task->id();
  EXPECT_THAT(History(host.Send(Params(bob, Text("m2", "x", id), 0))), IsEmpty());
  EXPECT_THAT(History(host.Send(Params(bob, Text("m3", "x", id), 1))), ElementsAre("m3"));
  EXPECT_THAT(History(host.Send(Params(bob, Text("m4", "x", id), 3))), ElementsAre("m2", "m3", "m4"));
  EXPECT_THAT(History(host.Send(Params(bob, Text("m5", "x", id), 99))), ElementsAre("m1", "m2", "m3", "m4", "m5"));
}

TEST_F(Reads, GetReturnsOldestFirst) {
  const auto task = host.Send(ada, Text("m1"), "bob");
  const std::string id = task->id();
  ASSERT_TRUE(host.Send(bob, Text("m2", "x", id)).ok());
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_COMPLETED, Text("m3")).ok());
  EXPECT_THAT(History(host.Get(ada, id)), ElementsAre("m1", "m2", "m3"));
  EXPECT_THAT(History(host.Get(bob, id, 2)), ElementsAre("m2", "m3"));
  EXPECT_THAT(History(host.Get(bob, id, 0)), IsEmpty());
  EXPECT_EQ(host.Get(bob, id, 0)->history_total(), 3);
  EXPECT_EQ(host.Get(ada, id)->generation(), 3);
}

TEST_F(Reads, GetReturnsAtMostTheBoundOfMessages) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  const int count = wire::kA2aMaxTaskHistory + 10;
  host.BeginBatch();
  for (int i = 0; i < count; ++i) {
    if (i % 100 == 0) {
      ASSERT_TRUE(host.NewRun(ada).ok());
    }
    ASSERT_TRUE(host.Send(ada, Text(absl::StrCat("f", i), "x", id)).ok());
  }
  ASSERT_TRUE(host.EndBatch().ok());
  for (std::optional<int32_t> length : {std::optional<int32_t>(), std::optional<int32_t>(1000)}) {
    const auto task = host.Get(ada, id, length);
    const std::vector<std::string> ids = History(task);
    ASSERT_EQ(ids.size(), static_cast<size_t>(wire::kA2aMaxTaskHistory));
    EXPECT_EQ(ids.front(), "f10");
    EXPECT_EQ(ids.back(), absl::StrCat("f", count - 1));
    EXPECT_EQ(task->history_total(), count + 1);
  }
}

TEST_F(Reads, AReplyNeverOutgrowsItsFrame) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  constexpr size_t kTwelve = 12 << 20;
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(host.Send(ada, Large(absl::StrCat("f", i), id, kTwelve)).ok());
  ASSERT_TRUE(host.Send(ada, Text("last", "x", id)).ok());
  const auto task = host.Get(bob, id);
  EXPECT_THAT(History(task), ElementsAre("f2", "f3", "last"));
  EXPECT_EQ(task->history_total(), 6);
  int64_t bytes = 0;
  for (const wire::Message& message : task->history()) bytes += message.json().size();
  EXPECT_LT(bytes, wire::kA2aMaxOutFrameBytes);
  EXPECT_THAT(History(host.Send(Params(ada, Large("f4", id, kTwelve), 256))), ElementsAre("f3", "last", "f4"));
}

TEST_F(Reads, TheLargestMessageStillFits) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_WORKING, Text("s", std::string(15'000, 's'))).ok());
  const auto sent = host.Send(ada, Large("big", id, wire::kA2aMaxEncodedBytes - 400));
  EXPECT_THAT(History(sent), ElementsAre("big"));
  EXPECT_EQ(TextOf(sent->status().message()).size(), 15'000u);
  EXPECT_GT(static_cast<int64_t>(sent->history(0).json().size()), wire::kA2aMaxEncodedBytes - 300);
  EXPECT_THAT(History(host.Get(bob, id, 1)), ElementsAre("big"));
  // As the message of a status it is omitted there and whole in the history.
  wire::Message message = Large("end", id, wire::kA2aMaxEncodedBytes - 400);
  message.clear_task_id();
  const auto ended = host.Status(bob, id, wire::TASK_STATE_COMPLETED, message);
  EXPECT_THAT(History(ended), ElementsAre("end"));
  EXPECT_TRUE(DecodeMessage(ended->status().message()).omitted());
}

TEST_F(Reads, EitherPartySeesTheSame) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_AUTH_REQUIRED);
  EXPECT_EQ(host.Get(ada, id)->SerializeAsString(), host.Get(bob, id)->SerializeAsString());
}

}  // namespace
}  // namespace a2a::broker

// Events that stay until they are acknowledged (contract section 5, with acks).
#include <gmock/gmock.h>

#include <algorithm>

#include "a2a/wire/codec.h"
#include "absl/strings/str_cat.h"
#include "broker/core.h"
#include "broker/fixture.h"

namespace a2a::broker {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;
using testing::SizeIs;

class Acks : public testing::Test {
 protected:
  Acks() : ada(host.Register("c1", "ada")), bob(host.Register("c2", "bob")) {}

  // `count` events of the task for its requester.
  std::vector<int64_t> Events(const std::string& id, int count, const Peer& worker) {
    std::vector<int64_t> seqs;
    for (int i = 0; i < count; ++i) {
      EXPECT_TRUE(host.Status(worker, id, wire::TASK_STATE_WORKING).ok());
      seqs.push_back(host.store().last_seq());
    }
    host.sink.said.clear();
    return seqs;
  }
  std::vector<int64_t> Events(const std::string& id, int count) { return Events(id, count, bob); }
  // What ada has not acknowledged.
  std::vector<int64_t> Pending(const std::string& task = "") {
    WaitArgs args;
    args.task = task;
    args.timeout = 0;
    const auto result = host.Wait(ada, args);
    EXPECT_TRUE(result.ok()) << result.status();
    return result.ok() ? Seqs(*result) : std::vector<int64_t>{-1};
  }
  int64_t Undelivered(const Peer& peer) { return host.core().registry.FindById(peer.id)->undelivered; }
  void Restart() {
    host.Restart();
    host.Handshake(true);
    ada = host.Register("c1", "ada");
    bob = host.Register("c2", "bob");
  }

  Host host{{}, "", /*acks=*/true};
  Peer ada, bob;
};

TEST(NoAcks, WaitAndAckAreInvalid) {
  Host host;
  const Peer ada = host.Register("c1", "ada");
  for (const Peer& peer : {ada, Peer{"nobody", "no token"}}) {
    EXPECT_EQ(ErrorOf(host.Wait(peer).status(), wire::kErrorInvalidParams).path(), "/params");
    EXPECT_EQ(ErrorOf(host.Ack(peer, {}), wire::kErrorInvalidParams).path(), "/params");
  }
}

TEST(NoAcks, TheFirstHandshakeDecides) {
  Host host;
  host.Handshake(true);
  const Peer ada = host.Register("c1", "ada");
  ErrorOf(host.Wait(ada).status(), wire::kErrorInvalidParams);
  host.Crash();
  // One whose batch fails decides nothing.
  host.broker().OnFirstHandshake(false);
  host.broker().Abort();
  host.Handshake(true);
  host.Handshake(false);
  const Peer back = host.Register("c1", "ada");
  EXPECT_TRUE(host.Wait(back, {.task = "", .timeout = 0}).ok());
  host.Crash();
  host.broker().OnFirstHandshake(true);
  host.broker().Abort();
  host.Handshake(false);
  ErrorOf(host.Ack(host.Register("c1", "ada"), {}), wire::kErrorInvalidParams);
}

TEST_F(Acks, AnEventIsNotifiedAndStaysUndelivered) {
  const auto task = host.Send(ada, Text("m1"), "bob");
  ASSERT_TRUE(task.ok());
  const std::vector<Said> said = host.sink.Take();
  EXPECT_THAT(Brief(said), ElementsAre("bob submitted"));
  EXPECT_EQ(Undelivered(bob), 1);
  EXPECT_EQ(host.broker().figures().undelivered_events, 1);
  const auto result = host.Wait(bob);
  ASSERT_TRUE(result.ok());
  EXPECT_FALSE(host.last_parked());
  ASSERT_THAT(result->events(), SizeIs(1));
  EXPECT_FALSE(result->more());
  // The reply holds what the notification said.
  std::string in_reply;
  wire::Encode(result->events(0), &in_reply);
  EXPECT_NE(said[0].frame.find(in_reply), std::string::npos) << in_reply << "\n" << said[0].frame;
  // As often as it is asked for.
  EXPECT_EQ(Seqs(*host.Wait(bob)), Seqs(*result));
  ASSERT_TRUE(host.Ack(bob, Seqs(*result)).ok());
  EXPECT_EQ(Undelivered(bob), 0);
  ASSERT_TRUE(host.Wait(bob).ok());
  EXPECT_TRUE(host.last_parked());
  EXPECT_THAT(host.sink.said, IsEmpty());
}

TEST_F(Acks, InOrderMoveWhatIsDelivered) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  const std::vector<int64_t> seqs = Events(id, 4);
  ASSERT_TRUE(host.Ack(ada, {}, seqs[0] - 1).ok());
  for (size_t i = 0; i < seqs.size(); ++i) {
    ASSERT_TRUE(host.Ack(ada, {seqs[i]}).ok());
    EXPECT_THAT(Pending(), ElementsAreArray(seqs.begin() + i + 1, seqs.end()));
    EXPECT_EQ(host.core().registry.FindById("ada")->recorded_through, seqs[i]);
  }
  EXPECT_EQ(Undelivered(ada), 0);
  Restart();
  EXPECT_THAT(Pending(), IsEmpty());
}

TEST_F(Acks, OutOfOrderAreKeptToo) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  ASSERT_TRUE(host.Ack(ada, {}, host.store().last_seq()).ok());
  const std::vector<int64_t> seqs = Events(id, 6);
  ASSERT_TRUE(host.Ack(ada, {seqs[4], seqs[2], seqs[2]}).ok());
  const auto rest = ElementsAre(seqs[0], seqs[1], seqs[3], seqs[5]);
  EXPECT_THAT(Pending(), rest);
  EXPECT_EQ(Undelivered(ada), 4);
  // Again changes nothing.
  ASSERT_TRUE(host.Ack(ada, {seqs[4]}).ok());
  EXPECT_EQ(Undelivered(ada), 4);
  host.Crash();
  host.Handshake(true);
  EXPECT_EQ(Undelivered(ada), 4);
  ada = host.Register("c1", "ada");
  EXPECT_THAT(Pending(), rest);
  // The first gap closes; marks above it are passed.
  ASSERT_TRUE(host.Ack(ada, {seqs[0], seqs[1]}).ok());
  EXPECT_THAT(Pending(), ElementsAre(seqs[3], seqs[5]));
  ASSERT_TRUE(host.Ack(ada, {seqs[3]}).ok());
  EXPECT_EQ(Undelivered(ada), 1);
  ASSERT_TRUE(host.Ack(ada, {seqs[5]}).ok());
  EXPECT_EQ(Undelivered(ada), 0);
  EXPECT_EQ(host.core().registry.FindById("ada")->recorded_through, seqs[5]);
  Restart();
  EXPECT_EQ(Undelivered(ada), 0);
}

TEST_F(Acks, UpToTakesAllBelow) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  const std::vector<int64_t> seqs = Events(id, 5);
  ASSERT_TRUE(host.Ack(ada, {seqs[1], seqs[4]}, {}).ok());
  ASSERT_TRUE(host.Ack(ada, {seqs[3]}, seqs[1]).ok());
  EXPECT_THAT(Pending(), ElementsAre(seqs[2]));
  EXPECT_EQ(Undelivered(ada), 1);
  // A lower one takes nothing back.
  ASSERT_TRUE(host.Ack(ada, {}, 0).ok());
  EXPECT_THAT(Pending(), ElementsAre(seqs[2]));
  ASSERT_TRUE(host.Ack(ada, {}, host.store().last_seq()).ok());
  EXPECT_THAT(Pending(), IsEmpty());
  EXPECT_EQ(Undelivered(ada), 0);
}

TEST_F(Acks, AfterSeqAcknowledgesWithinItsTask) {
  const std::string one = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  const std::string two = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  ASSERT_TRUE(host.Ack(ada, {}, host.store().last_seq()).ok());
  std::vector<int64_t> seqs;
  for (int i = 0; i < 6; ++i) seqs.push_back(Events(i % 2 == 0 ? one : two, 1)[0]);
  EXPECT_THAT(Pending(one), ElementsAre(seqs[0], seqs[2], seqs[4]));
  EXPECT_THAT(Pending(two), ElementsAre(seqs[1], seqs[3], seqs[5]));
  EXPECT_THAT(Seqs(*host.Wait(ada, {.task = two, .timeout = {}, .after = seqs[4]})), ElementsAre(seqs[5]));
  EXPECT_THAT(Pending(), ElementsAre(seqs[0], seqs[2], seqs[4], seqs[5]));
  EXPECT_EQ(Undelivered(ada), 4);
  Restart();
  EXPECT_THAT(Pending(), ElementsAre(seqs[0], seqs[2], seqs[4], seqs[5]));
  EXPECT_THAT(Seqs(*host.Wait(ada, {.task = "", .timeout = {}, .after = seqs[2]})), ElementsAre(seqs[4], seqs[5]));
  EXPECT_EQ(Undelivered(ada), 2);
  // A call that parks acknowledges as well.
  ASSERT_TRUE(host.Wait(ada, {.task = one, .timeout = {}, .after = seqs[5]}).ok());
  EXPECT_TRUE(host.last_parked());
  EXPECT_THAT(Pending(), ElementsAre(seqs[5]));
}

TEST_F(Acks, ForeignNumbersAreIgnored) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);  // 1: bob's, 2: ada's
  ASSERT_TRUE(host.Send(ada, Text("f", "x", id)).ok());                    // 3: bob's
  Events(id, 1);                                                           // 4: ada's
  const std::vector<int64_t> all = {0, 1, 2, 3, 4};
  ASSERT_TRUE(host.Ack(bob, {4, 2, 0}).ok());
  EXPECT_EQ(Undelivered(bob), 2);
  EXPECT_THAT(Pending(), ElementsAre(2, 4));
  ASSERT_TRUE(host.Ack(ada, {1, 3, 4}).ok());
  EXPECT_THAT(Pending(), ElementsAre(2));
  ASSERT_TRUE(host.Ack(ada, all).ok());
  EXPECT_THAT(Pending(), IsEmpty());
  EXPECT_EQ(Undelivered(bob), 2);
  // No longer theirs.
  ASSERT_TRUE(host.Ack(ada, all, 4).ok());
  EXPECT_EQ(Undelivered(ada), 0);
  EXPECT_EQ(Seqs(*host.Wait(bob)), (std::vector<int64_t>{1, 3}));
  // Neither names anything.
  EXPECT_TRUE(host.Ack(bob, {}).ok());
  EXPECT_EQ(Undelivered(bob), 2);
}

TEST_F(Acks, NumbersBeyondTheHighestAreRefusedAndNothingIsAcknowledged) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  Events(id, 2);
  const int64_t last = host.store().last_seq();
  const std::string before = host.DumpMemory();
  for (const Peer& peer : {ada, Peer{"nobody", "no token"}}) {
    EXPECT_EQ(ErrorOf(host.Ack(peer, {last, last + 1}), wire::kErrorInvalidParams).path(), "/params/seqs/1");
    EXPECT_EQ(ErrorOf(host.Ack(peer, {last}, last + 1), wire::kErrorInvalidParams).path(), "/params/upTo");
    EXPECT_EQ(ErrorOf(host.Wait(peer, {.task = "no task", .timeout = {}, .after = last + 1}).status(),
                      wire::kErrorInvalidParams)
                  .path(),
              "/params/afterSeq");
  }
  ErrorOf(host.Ack({"nobody", "no token"}, {last}, last), wire::kErrorA2aUnknownToken);
  EXPECT_EQ(host.DumpMemory(), before);
}

TEST_F(Acks, ARefusedWaitAcknowledgesNothing) {
  const Peer eve = host.Register("c3", "eve");
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  const std::string other = host.TaskIn(eve, bob, wire::TASK_STATE_WORKING);
  const int64_t last = host.store().last_seq();
  const std::string before = host.DumpMemory();
  ErrorOf(host.Wait(ada, {.task = "no task", .timeout = 0, .after = last}).status(), wire::kErrorA2aUnknownTask);
  ErrorOf(host.Wait(ada, {.task = other, .timeout = 0, .after = last}).status(), wire::kErrorA2aUnknownAgent);
  ErrorOf(host.Wait({"nobody", "no token"}, {.task = "no task"}).status(), wire::kErrorA2aUnknownToken);
  EXPECT_EQ(host.DumpMemory(), before);
  EXPECT_THAT(Pending(), SizeIs(1));
  // A circle.
  ASSERT_TRUE(host.Ack(bob, {}, last).ok());
  ASSERT_TRUE(host.Wait(bob, {.task = id}).ok());
  ASSERT_TRUE(host.last_parked());
  ErrorOf(host.Wait(ada, {.task = id, .timeout = {}, .after = last}).status(), wire::kErrorA2aWaitCycle);
  EXPECT_THAT(Pending(), SizeIs(1));
}

TEST_F(Acks, AFailedBatchTakesThemBack) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  const std::vector<int64_t> seqs = Events(id, 6);
  ASSERT_TRUE(host.Ack(ada, {seqs[1]}).ok());
  const std::vector<int64_t> before = Pending();
  const std::string memory = host.DumpMemory();
  const auto acknowledge = [&] {
    EXPECT_TRUE(host.Ack(ada, {seqs[3]}).ok());
    EXPECT_TRUE(host.Ack(ada, {before[0], seqs[0]}).ok());
    EXPECT_TRUE(host.Wait(ada, {.task = id, .timeout = {}, .after = seqs[2]}).ok());
    EXPECT_TRUE(host.Ack(ada, {}, seqs[4]).ok());
  };
  host.BeginBatch();
  acknowledge();
  EXPECT_EQ(Undelivered(ada), 1);
  EXPECT_TRUE(host.broker().Dirty());
  host.AbortBatch();
  EXPECT_EQ(host.DumpMemory(), memory);
  EXPECT_EQ(Pending(), before);
  // Nothing of it comes with a later commit.
  ASSERT_TRUE(host.NewRun(bob).ok());
  ASSERT_TRUE(host.Send(ada, Text("f", "x", id)).ok());
  Restart();
  EXPECT_EQ(Pending(), before);
  acknowledge();
  EXPECT_THAT(Pending(), ElementsAre(seqs[5]));
}

TEST_F(Acks, ManyOutOfOrderAgreeWithASet) {
  std::mt19937 random(7);
  const std::string one = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  const std::string two = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  ASSERT_TRUE(host.Ack(ada, {}, host.store().last_seq()).ok());
  std::vector<std::pair<int64_t, std::string>> left;
  const auto pick = [&](size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random); };
  for (int round = 0; round < 600; ++round) {
    const int64_t last = host.store().last_seq();
    const std::string& task = pick(2) == 0 ? one : two;
    std::vector<int64_t> seqs;
    switch (pick(6)) {
      case 0:
        for (size_t i = pick(8); i > 0; --i) seqs.push_back(std::max<int64_t>(0, last - pick(40)));
        ASSERT_TRUE(host.Ack(ada, seqs).ok());
        std::erase_if(left,
                      [&](const auto& one) { return std::find(seqs.begin(), seqs.end(), one.first) != seqs.end(); });
        break;
      case 1: {
        const int64_t after = std::max<int64_t>(0, last - pick(30));
        ASSERT_TRUE(host.Wait(ada, {.task = task, .timeout = 0, .after = after}).ok());
        std::erase_if(left, [&](const auto& one) { return one.second == task && one.first <= after; });
        break;
      }
      case 2: {
        const int64_t through = std::max<int64_t>(0, last - 15 - pick(30));
        ASSERT_TRUE(host.Ack(ada, {}, through).ok());
        std::erase_if(left, [&](const auto& one) { return one.first <= through; });
        break;
      }
      case 3:
        if (round % 10 == 0) Restart();
        break;
      default:
        for (size_t i = pick(6); i > 0; --i) left.emplace_back(Events(task, 1)[0], task);
        ASSERT_TRUE(host.Send(ada, Text(absl::StrCat("f", round), "x", one)).ok());  // bob's number in between
        ASSERT_TRUE(host.NewRun(ada).ok());
    }
    host.sink.said.clear();
    ASSERT_EQ(Undelivered(ada), static_cast<int64_t>(left.size())) << "round " << round;
    std::vector<int64_t> expected;
    for (const auto& [seq, of] : left) {
      if (expected.size() < 32) expected.push_back(seq);
    }
    ASSERT_EQ(Pending(), expected) << "round " << round;
  }
}

// The client may be behind for as long as it likes; what it did not hear is there.
TEST_F(Acks, FiveThousandEventsComeInOrderAndWithinTheBounds) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  ASSERT_TRUE(host.Ack(ada, {}, host.store().last_seq()).ok());
  host.sink.accepting = false;
  constexpr int kCount = 5000;
  std::vector<int64_t> sent;
  host.BeginBatch();
  for (int i = 0; i < kCount; ++i) {
    std::optional<wire::Message> message;
    if (i % 50 >= 10 && i % 50 < 40 && i < 500) {  // too many of these for one reply
      message = Text(absl::StrCat("s", i));
      message->mutable_parts(0)->mutable_data()->set_data("{\"x\":\"" + std::string(60'000, 'x') + "\"}");
      ASSERT_TRUE(host.NewRun(bob).ok());
    }
    ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_WORKING, message).ok());
    sent.push_back(host.store().last_seq());
  }
  ASSERT_TRUE(host.EndBatch().ok());
  EXPECT_THAT(host.sink.said, IsEmpty());
  EXPECT_EQ(Undelivered(ada), kCount);

  std::vector<int64_t> got;
  int64_t after = 0, largest = 0;
  int short_replies = 0;
  while (true) {
    const auto result = host.Wait(ada, {.task = got.size() % 3 == 0 ? "" : id, .timeout = 0, .after = after});
    ASSERT_TRUE(result.ok());
    ASSERT_FALSE(host.last_parked());
    if (result->events().empty()) break;
    EXPECT_LE(result->events_size(), wire::kA2aMaxWaitEvents);
    int64_t bytes = 0;
    for (const wire::TaskEventNotification& event : result->events()) {
      std::string json;
      wire::Encode(event, &json);
      bytes += json.size();
      got.push_back(event.seq());
    }
    EXPECT_LE(bytes, wire::kA2aMaxWaitBytes);
    largest = std::max(largest, bytes);
    if (result->more() && result->events_size() < wire::kA2aMaxWaitEvents) ++short_replies;
    EXPECT_EQ(result->more(), got.size() < sent.size());
    after = got.back();
  }
  EXPECT_EQ(got, sent);
  EXPECT_EQ(Undelivered(ada), 0);
  EXPECT_GT(short_replies, 0);
  EXPECT_GT(largest, wire::kA2aMaxWaitBytes * 9 / 10);
  // Acknowledged before it was notified: nothing is left to notify.
  host.sink.accepting = true;
  host.broker().RenderBacklog();
  ASSERT_TRUE(host.broker().Commit().ok());
  EXPECT_THAT(host.sink.said, IsEmpty());
}

TEST_F(Acks, AnEventAboveTheBoundComesAlone) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  ASSERT_TRUE(host.Ack(ada, {}, host.store().last_seq()).ok());
  const std::vector<int64_t> seqs = Events(id, 3);
  const auto one = host.Wait(ada, {.task = "", .timeout = {}, .after = {}, .max = 1});
  EXPECT_THAT(Seqs(*one), ElementsAre(seqs[0]));
  EXPECT_TRUE(one->more());
  const auto all = host.Wait(ada, {.task = "", .timeout = {}, .after = {}, .max = 3});
  EXPECT_THAT(Seqs(*all), ElementsAreArray(seqs));
  EXPECT_FALSE(all->more());
}

TEST_F(Acks, WhatTheClientWasBehindForIsNotifiedOnceAndOnlyIfItIsNotAcknowledged) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  host.sink.accepting = false;
  const std::vector<int64_t> seqs = Events(id, 4);
  ASSERT_TRUE(host.Ack(ada, {seqs[1], seqs[0] - 1}).ok());
  host.sink.accepting = true;
  host.broker().RenderBacklog();
  ASSERT_TRUE(host.broker().Commit().ok());
  std::vector<int64_t> notified;
  for (const Said& one : host.sink.Take()) notified.push_back(one.event.seq());
  EXPECT_THAT(notified, ElementsAre(seqs[0], seqs[2], seqs[3]));
  EXPECT_EQ(Undelivered(ada), 3 + 1 - 1);
  host.broker().RenderBacklog();
  ASSERT_TRUE(host.broker().Commit().ok());
  EXPECT_THAT(host.sink.said, IsEmpty());
}

TEST_F(Acks, AfterAReclaimOnlyAWaitReturnsThem) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  const std::vector<int64_t> seqs = Events(id, 2);
  ASSERT_TRUE(host.Ack(ada, {}, seqs[0]).ok());
  host.Restart();
  host.Handshake(true);
  bob = host.Register("c2", "bob");
  const int64_t held = Events(id, 1)[0];
  ada = host.Register("c1", "ada");
  EXPECT_THAT(host.sink.said, IsEmpty());
  host.broker().RenderBacklog();
  ASSERT_TRUE(host.broker().Commit().ok());
  EXPECT_THAT(host.sink.said, IsEmpty());
  EXPECT_THAT(Pending(), ElementsAre(seqs[1], held));
  // What happens from now on is notified, and nothing before it when the client was behind.
  host.sink.accepting = false;
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_INPUT_REQUIRED).ok());
  host.sink.accepting = true;
  host.broker().RenderBacklog();
  ASSERT_TRUE(host.broker().Commit().ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada input-required"));
}

TEST_F(Acks, ACrashLosesNothing) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  const std::vector<int64_t> before = Pending();
  const std::vector<int64_t> seqs = Events(id, 3);
  ASSERT_TRUE(host.Ack(ada, {seqs[0], before[0]}).ok());
  host.Crash();
  host.Handshake(true);
  ada = host.Register("c1", "ada");
  EXPECT_THAT(Pending(), ElementsAre(seqs[1], seqs[2]));
}

TEST_F(Acks, AWorkerThatCompletesAndLeavesDoesNotTakeTheResultAlong) {
  for (bool restart : {false, true}) {
    const Peer eve = host.Register("c3", absl::StrCat("eve", restart));
    const std::string id = host.TaskIn(ada, eve, wire::TASK_STATE_WORKING);
    const std::string open = host.TaskIn(ada, eve, wire::TASK_STATE_WORKING);
    ASSERT_TRUE(host.Ack(ada, {}, host.store().last_seq()).ok());
    host.BeginBatch();
    ASSERT_TRUE(host.Status(eve, id, wire::TASK_STATE_COMPLETED, Text("s", "the result")).ok());
    ASSERT_TRUE(host.Deregister(eve).ok());
    ASSERT_TRUE(host.EndBatch().ok());
    if (restart) Restart();
    const auto result = host.Wait(ada, {.task = id});
    ASSERT_TRUE(result.ok());
    ASSERT_THAT(result->events(), SizeIs(1));
    const wire::TaskStatusUpdateEvent& update = result->events(0).event().status_update();
    EXPECT_TRUE(update.final());
    EXPECT_EQ(update.status().state(), wire::TASK_STATE_COMPLETED);
    EXPECT_EQ(TextOf(update.status().message()), "the result");
    const auto failed = host.Wait(ada, {.task = open});
    ASSERT_THAT(failed->events(), SizeIs(1));
    EXPECT_EQ(failed->events(0).event().status_update().status().state(), wire::TASK_STATE_FAILED);
  }
}

TEST_F(Acks, UndeliveredEventsOfARecipientBoundWhatIsSentToIt) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  host.BeginBatch();
  for (int i = 0; i < wire::kA2aMaxUndeliveredEvents; ++i) {
    ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_WORKING).ok());
  }
  ASSERT_TRUE(host.EndBatch().ok());
  host.sink.said.clear();
  EXPECT_EQ(ErrorOf(host.Send(bob, Text("f", "x", id)).status(), wire::kErrorA2aSendCap).limit(), "recipientBacklog");
  ASSERT_TRUE(host.Ack(ada, {}, host.store().last_seq()).ok());
  EXPECT_TRUE(host.Send(bob, Text("f", "x", id)).ok());
}

TEST_F(Acks, PushesFollowTheNotificationAndNoWait) {
  wire::PushNotificationConfig config;
  config.set_id("one");
  const std::string first = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  const std::string second = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  for (const std::string& id : {first, second}) ASSERT_TRUE(host.SetPush(ada, id, config).ok());
  ASSERT_TRUE(host.Status(bob, first, wire::TASK_STATE_COMPLETED).ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada completed!", "push ada"));
  ASSERT_TRUE(host.Wait(ada).ok());
  EXPECT_THAT(host.sink.said, IsEmpty());
  host.Restart();
  host.Handshake(true);
  bob = host.Register("c2", "bob");
  ASSERT_TRUE(host.Status(bob, second, wire::TASK_STATE_COMPLETED).ok());
  ada = host.Register("c1", "ada");
  EXPECT_THAT(Pending(second), SizeIs(2));
  EXPECT_THAT(host.sink.said, IsEmpty());
}

}  // namespace
}  // namespace a2a::broker

// Every state, target and role (contract section 4.2), against a table written out here once more.
#include <gmock/gmock.h>

#include <map>
#include <set>

#include "a2a/wire/codec.h"
#include "absl/strings/str_cat.h"
#include "broker/fixture.h"

namespace a2a::broker {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr wire::TaskState kSubmitted = wire::TASK_STATE_SUBMITTED, kWorking = wire::TASK_STATE_WORKING,
                          kInput = wire::TASK_STATE_INPUT_REQUIRED, kAuth = wire::TASK_STATE_AUTH_REQUIRED,
                          kCompleted = wire::TASK_STATE_COMPLETED, kCanceled = wire::TASK_STATE_CANCELED,
                          kFailed = wire::TASK_STATE_FAILED, kRejected = wire::TASK_STATE_REJECTED;
constexpr wire::TaskState kAll[] = {kSubmitted, kWorking, kInput, kAuth, kCompleted, kCanceled, kFailed, kRejected};

using States = std::set<wire::TaskState>;

const std::map<wire::TaskState, States> kWorkerMoves = {
    {kSubmitted, {kWorking, kInput, kAuth, kCompleted, kCanceled, kFailed, kRejected}},
    {kWorking, {kWorking, kInput, kAuth, kCompleted, kCanceled, kFailed, kRejected}},
    {kInput, {kWorking, kCanceled, kFailed, kRejected}},
    {kAuth, {kWorking, kCanceled, kFailed, kRejected}}};
const std::map<wire::TaskState, States> kRequesterMoves = {{kSubmitted, {kCanceled}},
                                                           {kWorking, {kCanceled}},
                                                           {kInput, {kWorking, kCanceled}},
                                                           {kAuth, {kWorking, kCanceled}}};
const States kTerminal = {kCompleted, kCanceled, kFailed, kRejected};

class EveryMove : public testing::TestWithParam<bool> {
 protected:
  EveryMove() : ada(host.Register("c1", "ada")), bob(host.Register("c2", "bob")) {}
  bool by_worker() const { return GetParam(); }
  const Peer& caller() const { return by_worker() ? bob : ada; }
  const Peer& other() const { return by_worker() ? ada : bob; }

  Host host;
  Peer ada, bob;
};

TEST_P(EveryMove, IsLegalOrRefusedAsTheTableSays) {
  const auto& moves = by_worker() ? kWorkerMoves : kRequesterMoves;
  int serial = 0;
  for (wire::TaskState from : kAll) {
    for (wire::TaskState to : kAll) {
      for (bool with_message : {false, true}) {
        SCOPED_TRACE(absl::StrCat(wire::WireName(from), " to ", wire::WireName(to), " message ", with_message));
        ASSERT_TRUE(host.NewRun(ada).ok() && host.NewRun(bob).ok());
        const std::string id = host.TaskIn(ada, bob, from);
        const auto before = host.Get(ada, id);
        ASSERT_TRUE(before.ok());
        std::optional<wire::Message> message;
        if (with_message) message = Text(absl::StrCat("status ", ++serial));
        const auto moved = host.Status(caller(), id, to, message);
        const auto after = host.Get(ada, id);
        ASSERT_TRUE(after.ok());
        if (kTerminal.contains(from)) {
          // The worker's own end without a message is a repeat; with a new message it is not.
          if (by_worker() && from == to && !with_message) {
            EXPECT_TRUE(moved.ok()) << moved.status();
          } else {
            const wire::ErrorData data = ErrorOf(moved.status(), wire::kErrorA2aTaskTerminal);
            EXPECT_EQ(data.state(), from);
            EXPECT_EQ(data.by(), "bob");
          }
        } else if (!moves.at(from).contains(to)) {
          const wire::ErrorData data = ErrorOf(moved.status(), wire::kErrorA2aInvalidTransition);
          EXPECT_EQ(data.state(), from);
          States allowed;
          for (int state : data.allowed()) allowed.insert(static_cast<wire::TaskState>(state));
          EXPECT_EQ(allowed, moves.at(from));
          EXPECT_NE(moved.status().message().find(by_worker() ? "as its worker" : "as its requester"),
                    absl::string_view::npos)
              << moved.status();
        } else {
          ASSERT_TRUE(moved.ok()) << moved.status();
          EXPECT_EQ(after->status().state(), to);
          EXPECT_EQ(after->generation(), before->generation() + 1);
          EXPECT_EQ(after->history_total(), before->history_total() + (with_message ? 1 : 0));
          EXPECT_EQ(after->status().has_message(), with_message);
          EXPECT_THAT(Brief(host.sink.Take()), ElementsAre(absl::StrCat(other().id, " ", wire::WireName(to),
                                                                        kTerminal.contains(to) ? "!" : "")));
          continue;
        }
        EXPECT_EQ(after->SerializeAsString(), before->SerializeAsString());
        EXPECT_THAT(Brief(host.sink.Take()), IsEmpty());
      }
    }
  }
}

TEST_P(EveryMove, CancelEndsWhatIsOpen) {
  for (wire::TaskState from : kAll) {
    SCOPED_TRACE(std::string(wire::WireName(from)));
    const std::string id = host.TaskIn(ada, bob, from);
    const auto done = host.Cancel(caller(), id);
    if (!kTerminal.contains(from)) {
      ASSERT_TRUE(done.ok()) << done.status();
      EXPECT_EQ(done->status().state(), kCanceled);
      EXPECT_THAT(Brief(host.sink.Take()), ElementsAre(other().id + " canceled!"));
      // A repeat of one's own is answered, that of the other is too late.
      const auto again = host.Cancel(caller(), id);
      ASSERT_TRUE(again.ok()) << again.status();
      EXPECT_EQ(again->generation(), done->generation());
      EXPECT_EQ(ErrorOf(host.Cancel(other(), id).status(), wire::kErrorA2aTaskTerminal).by(), caller().id);
      EXPECT_TRUE(host.Status(caller(), id, kCanceled).ok());
    } else if (from == kCanceled && by_worker()) {
      EXPECT_TRUE(done.ok()) << done.status();  // TaskIn ended it by a call of the worker
    } else {
      const wire::ErrorData data = ErrorOf(done.status(), wire::kErrorA2aTaskTerminal);
      EXPECT_EQ(data.state(), from);
      EXPECT_EQ(data.by(), "bob");
    }
    EXPECT_THAT(Brief(host.sink.Take()), IsEmpty());
  }
}

TEST_P(EveryMove, AMessageMovesAsItsRoleSays) {
  int serial = 0;
  for (wire::TaskState from : kAll) {
    SCOPED_TRACE(std::string(wire::WireName(from)));
    const std::string id = host.TaskIn(ada, bob, from);
    const auto sent = host.Send(caller(), Text(absl::StrCat("m", ++serial), "more", id));
    if (kTerminal.contains(from)) {
      EXPECT_EQ(ErrorOf(sent.status(), wire::kErrorA2aTaskTerminal).state(), from);
      continue;
    }
    wire::TaskState expected = from;
    if (by_worker() && from == kSubmitted) expected = kWorking;
    if (!by_worker() && (from == kInput || from == kAuth)) expected = kWorking;
    ASSERT_TRUE(sent.ok()) << sent.status();
    EXPECT_EQ(sent->status().state(), expected);
    EXPECT_EQ(sent->history_total(), 2);
    EXPECT_THAT(Brief(host.sink.Take()), ElementsAre(absl::StrCat(other().id, " ", wire::WireName(expected))));
  }
}

INSTANTIATE_TEST_SUITE_P(Roles, EveryMove, testing::Bool(),
                         [](const auto& info) { return info.param ? "Worker" : "Requester"; });

TEST(Status, KeepsItsMessageUntilTheStateChangesOtherwise) {
  Host host;
  const Peer ada = host.Register("c1", "ada"), bob = host.Register("c1", "bob");
  const std::string id = host.TaskIn(ada, bob, kSubmitted);
  auto task = host.Status(bob, id, kWorking, Text("s1", "started"));
  ASSERT_TRUE(task.ok());
  EXPECT_EQ(TextOf(task->status().message()), "started");
  EXPECT_EQ(task->history_size(), 1);
  // A message that changes no state leaves the status alone, stamp and all.
  host.clock.Pass(5000);
  const std::string stamp = task->status().timestamp();
  task = host.Send(bob, Text("m1", "still at it", id));
  ASSERT_TRUE(task.ok());
  EXPECT_EQ(TextOf(task->status().message()), "started");
  EXPECT_EQ(task->status().timestamp(), stamp);
  // working to working is a status of its own.
  task = host.Status(bob, id, kWorking);
  ASSERT_TRUE(task.ok());
  EXPECT_FALSE(task->status().has_message());
  EXPECT_NE(task->status().timestamp(), stamp);
  ASSERT_TRUE(host.Status(bob, id, kInput, Text("s2", "which one?")).ok());
  task = host.Send(ada, Text("m2", "that one", id));
  ASSERT_TRUE(task.ok());
  EXPECT_EQ(task->status().state(), kWorking);
  EXPECT_FALSE(task->status().has_message());
  ASSERT_TRUE(host.Status(bob, id, kInput, Text("s3", "sure?")).ok());
  task = host.Cancel(ada, id);
  ASSERT_TRUE(task.ok());
  EXPECT_FALSE(task->status().has_message());
  EXPECT_EQ(task->history_size(), 0);
  EXPECT_EQ(task->history_total(), 6);
}

TEST(Status, StampsItsMessage) {
  Host host;
  const Peer ada = host.Register("c1", "ada"), bob = host.Register("c2", "bob");
  const std::string id = host.TaskIn(ada, bob, kWorking);
  wire::Message message = Text("s1", "done", "another task");
  message.set_from("ada");
  message.set_context_id("c9");
  const auto task = host.Status(bob, id, kCompleted, message);
  ASSERT_TRUE(task.ok()) << task.status();
  const wire::Message stored = DecodeMessage(task->status().message());
  EXPECT_EQ(stored.from(), "bob");
  EXPECT_EQ(stored.to(), "ada");
  EXPECT_EQ(stored.context_id(), "c1");
  EXPECT_EQ(stored.task_id(), id);
}

TEST(Status, StampsNeverDecrease) {
  Host host;
  const Peer ada = host.Register("c1", "ada"), bob = host.Register("c1", "bob");
  const std::string id = host.TaskIn(ada, bob, kWorking);
  const std::string before = host.Get(ada, id)->status().timestamp();
  host.clock.wall -= 3'600'000;
  const auto task = host.Status(bob, id, kInput);
  ASSERT_TRUE(task.ok());
  EXPECT_GE(task->status().timestamp(), before);
  host.Restart();
  const Peer bob2 = host.Register("c1", "bob");
  EXPECT_GE(host.Status(bob2, id, kWorking)->status().timestamp(), before);
}

TEST(Status, OfRacingEndsOneWins) {
  Host host;
  const Peer ada = host.Register("c1", "ada"), bob = host.Register("c1", "bob");
  const std::string id = host.TaskIn(ada, bob, kWorking);
  host.BeginBatch();
  EXPECT_TRUE(host.Status(bob, id, kCompleted).ok());
  EXPECT_EQ(ErrorOf(host.Cancel(ada, id).status(), wire::kErrorA2aTaskTerminal).by(), "bob");
  EXPECT_EQ(ErrorOf(host.Status(bob, id, kFailed).status(), wire::kErrorA2aTaskTerminal).state(), kCompleted);
  ASSERT_TRUE(host.EndBatch().ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada completed!"));
}

}  // namespace
}  // namespace a2a::broker

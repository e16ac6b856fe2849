// Blocking sends (contract section 4.1).
#include <gmock/gmock.h>

#include "absl/strings/str_cat.h"
#include "broker/fixture.h"

namespace a2a::broker {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Parked : public testing::Test {
 protected:
  Parked() : ada(host.Register("c1", "ada")), bob(host.Register("c1", "bob")) {}

  wire::SendParams Params(const Peer& peer, wire::Message message, const std::string& to = "") {
    wire::SendParams params;
    params.set_token(peer.token);
    if (!to.empty()) message.set_to(to);
    *params.mutable_message() = std::move(message);
    params.mutable_configuration()->set_blocking(true);
    return params;
  }
  // Parks a call that opens a task, and returns both.
  std::pair<CallId, std::string> Park(const Peer& requester, const Peer& worker) {
    const auto parked = host.Send(Params(requester, Text(absl::StrCat("p", ++serial)), worker.id));
    EXPECT_TRUE(parked.ok()) << parked.status();
    EXPECT_TRUE(host.last_parked());
    const CallId call = host.last_call();
    const std::vector<Said> said = host.sink.Take();
    return {call, said.empty() ? "" : said.back().update().task_id()};
  }

  Host host;
  Peer ada, bob;
  int serial = 0;
};

TEST_F(Parked, AreAnsweredWhenTheTaskIsSettled) {
  for (wire::TaskState state :
       {wire::TASK_STATE_COMPLETED, wire::TASK_STATE_FAILED, wire::TASK_STATE_REJECTED, wire::TASK_STATE_CANCELED,
        wire::TASK_STATE_INPUT_REQUIRED, wire::TASK_STATE_AUTH_REQUIRED}) {
    const auto [call, id] = Park(ada, bob);
    ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_WORKING).ok());
    ASSERT_TRUE(host.Send(bob, Text(absl::StrCat("w", ++serial), "working on it", id)).ok());
    EXPECT_EQ(host.broker().figures().parked_calls, 1);
    host.sink.said.clear();
    ASSERT_TRUE(host.Status(bob, id, state, Text(absl::StrCat("s", ++serial), "so it is")).ok());
    const std::vector<Said> said = host.sink.Take();
    ASSERT_EQ(said.size(), 2u);
    EXPECT_EQ(said[1].kind, Said::kFinish);
    EXPECT_EQ(said[1].call, call);
    EXPECT_EQ(said[1].task.status().state(), state);
    EXPECT_EQ(TextOf(said[1].task.status().message()), "so it is");
    // In history only what the call wrote.
    ASSERT_EQ(said[1].task.history_size(), 1);
    EXPECT_EQ(TextOf(said[1].task.history(0)), "hello");
    EXPECT_EQ(said[1].task.history_total(), 3);
    EXPECT_EQ(host.broker().figures().parked_calls, 0);
  }
}

TEST_F(Parked, ByAnyonesHand) {
  const auto [call, id] = Park(ada, bob);
  ASSERT_TRUE(host.Cancel(ada, id).ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("bob canceled!", absl::StrCat("finish ", call, " canceled")));
}

TEST_F(Parked, AFollowUpIsJudgedAfterItsOwnMove) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_INPUT_REQUIRED);
  ASSERT_TRUE(host.Send(Params(ada, Text("f1", "that one", id))).ok());
  EXPECT_TRUE(host.last_parked());
  const CallId call = host.last_call();
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("bob working"));
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_INPUT_REQUIRED).ok());
  EXPECT_THAT(Brief(host.sink.Take()),
              ElementsAre("ada input-required", absl::StrCat("finish ", call, " input-required")));
}

TEST_F(Parked, TimeOutWithTheTaskAsItStands) {
  const auto [first, id] = Park(ada, bob);
  host.clock.Pass(1000);
  const auto [second, id2] = Park(ada, bob);
  host.clock.Pass(wire::kA2aMaxStreamWaitSeconds * 1000 - 1001);
  host.Timers();
  EXPECT_THAT(host.sink.said, IsEmpty());
  host.clock.Pass(1);
  EXPECT_EQ(host.broker().NextTimerMillis(), 0);
  host.Timers();
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre(absl::StrCat("finish ", first, " submitted")));
  host.clock.Pass(1000);
  host.Timers();
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre(absl::StrCat("finish ", second, " submitted")));
}

TEST_F(Parked, WaitOnTheMonotonicClock) {
  Park(ada, bob);
  host.clock.wall += 86'400'000;
  host.Timers();
  EXPECT_THAT(host.sink.said, IsEmpty());
}

TEST_F(Parked, OfOneTaskAreAnsweredInParkingOrder) {
  const auto [first, id] = Park(ada, bob);
  ASSERT_TRUE(host.Send(Params(ada, Text("f1", "x", id))).ok());
  const CallId second = host.last_call();
  ASSERT_TRUE(host.Send(Params(ada, Text("f2", "x", id))).ok());
  const CallId third = host.last_call();
  host.sink.said.clear();
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_COMPLETED).ok());
  EXPECT_THAT(Brief(host.sink.Take()),
              ElementsAre("ada completed!", absl::StrCat("finish ", first, " completed"),
                          absl::StrCat("finish ", second, " completed"), absl::StrCat("finish ", third, " completed")));
}

TEST_F(Parked, ReleaseAnswersAllAsTheyStand) {
  const auto [first, id] = Park(ada, bob);
  const auto [second, id2] = Park(host.Register("c1", "cleo"), ada);
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_WORKING).ok());
  host.sink.said.clear();
  host.broker().ReleaseParked();
  ASSERT_TRUE(host.broker().Commit().ok());
  EXPECT_THAT(Brief(host.sink.Take()),
              ElementsAre(absl::StrCat("finish ", first, " working"), absl::StrCat("finish ", second, " submitted")));
}

TEST_F(Parked, HistoryLengthIsKept) {
  wire::SendParams params = Params(ada, Text("m1"), "bob");
  params.mutable_configuration()->set_history_length(2);
  ASSERT_TRUE(host.Send(params).ok());
  const std::string id = host.sink.Take().back().update().task_id();
  ASSERT_TRUE(host.Send(bob, Text("w1", "one", id)).ok());
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_COMPLETED, Text("w2", "two")).ok());
  const wire::Task task = host.sink.Take().back().task;
  ASSERT_EQ(task.history_size(), 2);
  EXPECT_EQ(TextOf(task.history(0)), "one");
  EXPECT_EQ(TextOf(task.history(1)), "two");
}

TEST_F(Parked, AStreamShowsItsSnapshotOnceStored) {
  wire::SendParams params = Params(ada, Text("m1"), "bob");
  ASSERT_TRUE(host.Stream(params).ok());
  EXPECT_TRUE(host.last_parked());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada submitted", "bob submitted"));
}

TEST_F(Parked, AreBoundedPerAgent) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  host.BeginBatch();
  for (int i = 0; i < wire::kA2aMaxParkedCallsPerAgent; ++i) {
    ASSERT_TRUE(host.NewRun(ada).ok());
    ASSERT_TRUE(host.Send(Params(ada, Text(absl::StrCat("f", i), "x", id))).ok());
  }
  ASSERT_TRUE(host.EndBatch().ok());
  ASSERT_TRUE(host.NewRun(ada).ok());
  const std::string before = host.DumpMemory();
  host.sink.said.clear();
  wire::ErrorData data =
      ErrorOf(host.Send(Params(ada, Text("one more", "x", id))).status(), wire::kErrorHostOverloaded);
  EXPECT_EQ(data.max(), wire::kA2aMaxParkedCallsPerAgent);
  data = ErrorOf(host.Send(Params(ada, Text("one more"), "bob")).status(), wire::kErrorHostOverloaded);
  // A repeat would park as well.
  ErrorOf(host.Send(Params(ada, Text("f0", "x", id))).status(), wire::kErrorHostOverloaded);
  EXPECT_EQ(host.DumpMemory(), before);
  EXPECT_THAT(host.sink.said, IsEmpty());
  EXPECT_EQ(host.Get(ada, id)->history_total(), wire::kA2aMaxParkedCallsPerAgent + 1);
  // Others still can.
  Park(host.Register("c1", "cleo"), ada);
}

TEST_F(Parked, AreBoundedInAll) {
  int parked = 0;
  for (int i = 0; parked < wire::kA2aMaxParkedCalls; ++i) {
    const Peer peer = host.Register(absl::StrCat("x", i), absl::StrCat("w", i));
    const std::string id = host.TaskIn(peer, bob, wire::TASK_STATE_WORKING);
    host.BeginBatch();
    for (int j = 0; j < wire::kA2aMaxParkedCallsPerAgent && parked < wire::kA2aMaxParkedCalls; ++j, ++parked) {
      if (j % 100 == 0) {
        ASSERT_TRUE(host.NewRun(peer).ok());
      }
      ASSERT_TRUE(host.Send(Params(peer, Text(absl::StrCat("f", j), "x", id))).ok());
    }
    ASSERT_TRUE(host.EndBatch().ok());
    host.sink.said.clear();
  }
  EXPECT_EQ(host.broker().figures().parked_calls, wire::kA2aMaxParkedCalls);
  const wire::ErrorData data = ErrorOf(host.Send(Params(ada, Text("m"), "bob")).status(), wire::kErrorHostOverloaded);
  EXPECT_EQ(data.max(), wire::kA2aMaxParkedCalls);
}

}  // namespace
}  // namespace a2a::broker

// The counts that bound sending, at the bound and one above (contract sections 5 and 6).
#include <gmock/gmock.h>

#include "absl/strings/str_cat.h"
#include "broker/core.h"
#include "broker/fixture.h"

namespace a2a::broker {
namespace {

class Caps : public testing::Test {
 protected:
  Caps() : ada(host.Register("c1", "ada")), bob(host.Register("c1", "bob")) {}

  int64_t SendsOf(const Peer& peer) { return host.core().registry.FindById(peer.id)->sends; }

  void Send(const Peer& peer, const std::string& task, int count) {
    host.BeginBatch();
    for (int i = 0; i < count; ++i) {
      const auto sent = host.Send(peer, Text(absl::StrCat(peer.id, ++serial), "x", task));
      ASSERT_TRUE(sent.ok()) << sent.status();
    }
    ASSERT_TRUE(host.EndBatch().ok());
  }
  wire::Message Next() { return Text(absl::StrCat("next ", ++serial)); }

  void ExpectSendsCap(const absl::Status& status) {
    const wire::ErrorData data = ErrorOf(status, wire::kErrorA2aSendCap);
    EXPECT_EQ(data.limit(), wire::kA2aMaxSendsPerRunBound.limit);
    EXPECT_EQ(data.max(), wire::kA2aMaxSendsPerRun);
    EXPECT_EQ(data.actual(), wire::kA2aMaxSendsPerRun);
  }

  Host host;
  Peer ada, bob;
  int serial = 0;
};

TEST_F(Caps, SendsPerRunCountMessagesAndNothingElse) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  EXPECT_EQ(SendsOf(ada), 1);
  EXPECT_EQ(SendsOf(bob), 0);  // a status without a message
  ASSERT_TRUE(host.Send(ada, Text("f", "x", id)).ok());
  ASSERT_TRUE(host.Send(ada, Text("f", "x", id)).ok());  // a repeat
  EXPECT_EQ(SendsOf(ada), 2);
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_WORKING, Next()).ok());
  ASSERT_TRUE(host.Send(bob, Text("g", "x", id)).ok());
  EXPECT_EQ(SendsOf(bob), 2);
  EXPECT_FALSE(host.Status(ada, id, wire::TASK_STATE_COMPLETED, Next()).ok());
  ASSERT_TRUE(host.Get(ada, id).ok() && host.Resubscribe(ada, id).ok() && host.Cancel(ada, id).ok());
  EXPECT_EQ(SendsOf(ada), 2);
  wire::SendParams params;
  params.set_token(ada.token);
  *params.mutable_message() = Next();
  ASSERT_TRUE(host.Stream(params).ok());
  EXPECT_EQ(SendsOf(ada), 3);
}

TEST_F(Caps, SendsPerRunRefuseAtTheirBound) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  Send(ada, id, wire::kA2aMaxSendsPerRun - 1);
  Send(bob, id, wire::kA2aMaxSendsPerRun);
  wire::Message follow_up = Next();
  follow_up.set_task_id(id);
  ExpectSendsCap(host.Send(ada, follow_up).status());
  ExpectSendsCap(host.Send(ada, Next(), "bob").status());
  ExpectSendsCap(host.Status(bob, id, wire::TASK_STATE_INPUT_REQUIRED, Next()).status());
  // What writes no message is never refused, nor is an end with one: it counts.
  EXPECT_TRUE(host.Status(bob, id, wire::TASK_STATE_INPUT_REQUIRED).ok());
  EXPECT_TRUE(host.Status(ada, id, wire::TASK_STATE_WORKING).ok());
  EXPECT_TRUE(host.Status(bob, id, wire::TASK_STATE_COMPLETED, Next()).ok());
  EXPECT_EQ(SendsOf(bob), wire::kA2aMaxSendsPerRun + 1);
}

TEST_F(Caps, ANewRunStartsTheCountAgain) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  Send(ada, id, wire::kA2aMaxSendsPerRun - 1);
  ExpectSendsCap(host.Send(ada, Next(), "bob").status());
  ASSERT_TRUE(host.NewRun(ada).ok());
  EXPECT_TRUE(host.Send(ada, Next(), "bob").ok());
  ASSERT_TRUE(host.NewRun(ada).ok() && host.NewRun(ada).ok());
}

TEST_F(Caps, TheCountSurvivesReclaimingAndSoDoesItsReset) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  Send(ada, id, 41);
  Send(bob, id, 7);
  ASSERT_TRUE(host.NewRun(bob).ok());
  host.Crash();
  ada = host.Register("c1", "ada");
  bob = host.Register("c1", "bob");
  EXPECT_EQ(SendsOf(ada), 42);
  EXPECT_EQ(SendsOf(bob), 0);
}

TEST_F(Caps, OpenTasksAreCountedPerRequesterContext) {
  const Peer near = host.Register("c1", "near");
  const Peer boss = host.Register("c1", "boss", wire::AGENT_KIND_PARENT);
  const Peer chief = host.Register("c2", "chief", wire::AGENT_KIND_PARENT);
  std::vector<std::string> ids;
  host.BeginBatch();
  for (int i = 0; i < wire::kA2aMaxTasksPerContext; ++i) {
    const auto task = host.Send(i % 2 == 0 ? ada : near, Next(), "bob");
    ASSERT_TRUE(task.ok()) << task.status();
    ids.push_back(task->id());
  }
  ASSERT_TRUE(host.EndBatch().ok());
  // Everybody of the context shares the count.
  for (const Peer& peer : {ada, near, boss}) {
    const auto refused = host.Send(peer, Next(), peer.id == "boss" ? "chief" : "bob");
    const wire::ErrorData data = ErrorOf(refused.status(), wire::kErrorA2aSendCap);
    EXPECT_EQ(data.limit(), wire::kA2aMaxTasksPerContextBound.limit);
    EXPECT_EQ(data.max(), wire::kA2aMaxTasksPerContext);
    EXPECT_EQ(data.actual(), wire::kA2aMaxTasksPerContext);
  }
  EXPECT_TRUE(host.Send(chief, Next(), "boss").ok());  // another context
  EXPECT_TRUE(host.Send(ada, Text("f", "x", ids[0])).ok());
  EXPECT_EQ(host.broker().figures().open_tasks, wire::kA2aMaxTasksPerContext + 1);
  // After a restart the count still stands.
  host.Restart();
  ada = host.Register("c1", "ada");
  bob = host.Register("c1", "bob");
  ErrorOf(host.Send(ada, Next(), "bob").status(), wire::kErrorA2aSendCap);
  ASSERT_TRUE(host.Cancel(bob, ids[0]).ok());
  EXPECT_TRUE(host.Send(ada, Next(), "bob").ok());
  ErrorOf(host.Send(ada, Next(), "bob").status(), wire::kErrorA2aSendCap);
}

TEST_F(Caps, ARecipientWithTooManyUndeliveredEventsTakesNoMore) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  host.sink.accepting = false;
  for (int sent = 0; sent <= wire::kA2aMaxUndeliveredEvents;) {
    ASSERT_TRUE(host.NewRun(ada).ok());
    const int count = std::min(wire::kA2aMaxSendsPerRun, wire::kA2aMaxUndeliveredEvents + 1 - sent);
    Send(ada, id, count);
    if ((sent += count) == wire::kA2aMaxUndeliveredEvents + 1) break;
  }
  ASSERT_TRUE(host.NewRun(ada).ok());
  EXPECT_EQ(host.broker().figures().undelivered_events, wire::kA2aMaxUndeliveredEvents + 1);
  wire::Message follow_up = Next();
  follow_up.set_task_id(id);
  const wire::ErrorData data = ErrorOf(host.Send(ada, follow_up).status(), wire::kErrorA2aSendCap);
  EXPECT_EQ(data.limit(), wire::kA2aMaxUndeliveredEventsBound.limit);
  EXPECT_EQ(data.max(), wire::kA2aMaxUndeliveredEvents);
  EXPECT_EQ(data.actual(), wire::kA2aMaxUndeliveredEvents + 1);
  ErrorOf(host.Send(ada, Next(), "bob").status(), wire::kErrorA2aSendCap);
  // Nothing else is refused, and the other direction is open.
  EXPECT_TRUE(host.Send(bob, Text("back", "x", id)).ok());
  EXPECT_TRUE(host.Cancel(ada, id).ok());
  host.sink.accepting = true;
  while (host.broker().RenderBacklog()) {
  }
  ASSERT_TRUE(host.broker().Commit().ok());
  EXPECT_EQ(host.broker().figures().undelivered_events, 0);
  EXPECT_TRUE(host.Send(ada, Next(), "bob").ok());
}

TEST_F(Caps, ExactlyAtItsBoundARecipientStillTakesOne) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  host.sink.accepting = false;
  for (int sent = 0; sent < wire::kA2aMaxUndeliveredEvents; sent += wire::kA2aMaxSendsPerRun) {
    ASSERT_TRUE(host.NewRun(ada).ok());
    Send(ada, id, wire::kA2aMaxSendsPerRun);
  }
  ASSERT_TRUE(host.NewRun(ada).ok());
  EXPECT_EQ(host.broker().figures().undelivered_events, wire::kA2aMaxUndeliveredEvents);
  Send(ada, id, 1);
  ErrorOf(host.Send(ada, Next(), "bob").status(), wire::kErrorA2aSendCap);
}

}  // namespace
}  // namespace a2a::broker

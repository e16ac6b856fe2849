// Who a message goes to and what the broker writes on it (contract section 4.1).
#include <gmock/gmock.h>

#include "absl/strings/str_cat.h"
#include "broker/fixture.h"

namespace a2a::broker {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Candidates(const wire::ErrorData& data) {
  return {data.candidates().begin(), data.candidates().end()};
}

TEST(Routing, ToNamesAnyLiveAgentOfTheKind) {
  Host host;
  const Peer ada = host.Register("c1", "ada");
  host.Register("c1", "bob");
  host.Register("c2", "cleo");
  const auto task = host.Send(ada, Text("m1"), "cleo");
  ASSERT_TRUE(task.ok()) << task.status();
  EXPECT_EQ(task->agent_name(), "cleo");
  EXPECT_EQ(task->requester_name(), "ada");
  EXPECT_EQ(task->context_id(), "c1");
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("cleo submitted"));
}

TEST(Routing, WithoutToTheOnlyPeerOfTheContextIsMeant) {
  Host host;
  const Peer ada = host.Register("c1", "ada");
  host.Register("c2", "elsewhere");
  host.Register("c1", "near");
  host.Register("c1", "boss", wire::AGENT_KIND_PARENT);
  EXPECT_EQ(host.Send(ada, Text("m1"))->agent_name(), "near");
}

TEST(Routing, WithNobodyInTheContextTheOnlyPeerElsewhereIsMeant) {
  Host host;
  const Peer ada = host.Register("c1", "ada");
  host.Register("c1", "boss", wire::AGENT_KIND_PARENT);
  host.Register("c2", "far");
  EXPECT_EQ(host.Send(ada, Text("m1"))->agent_name(), "far");
}

TEST(Routing, SeveralPeersOrNoneAreNamed) {
  Host host;
  const Peer ada = host.Register("c1", "ada");
  EXPECT_THAT(Candidates(ErrorOf(host.Send(ada, Text("m1")).status(), wire::kErrorA2aNoPeers)), IsEmpty());
  host.Register("c2", "far");
  host.Register("c3", "away");
  EXPECT_THAT(Candidates(ErrorOf(host.Send(ada, Text("m1")).status(), wire::kErrorA2aNoPeers)),
              ElementsAre("away", "far"));
  host.Register("c1", "near");
  host.Register("c1", "close");
  EXPECT_THAT(Candidates(ErrorOf(host.Send(ada, Text("m1")).status(), wire::kErrorA2aNoPeers)),
              ElementsAre("close", "near"));
  EXPECT_THAT(host.sink.said, IsEmpty());
}

TEST(Routing, AnUnknownNameIsAnsweredWithThoseThatExist) {
  Host host;
  const Peer ada = host.Register("c1", "ada");
  host.Register("c2", "a far one");
  host.Register("c1", "near");
  host.Register("c1", "boss", wire::AGENT_KIND_PARENT);
  for (const char* to : {"nobody", "boss", "NEAR", " near"}) {
    const wire::ErrorData data = ErrorOf(host.Send(ada, Text("m1"), to).status(), wire::kErrorA2aUnknownAgent);
    EXPECT_THAT(Candidates(data), ElementsAre("near", "a far one"));
    EXPECT_FALSE(data.has_reclaimable());
  }
}

TEST(Routing, OneselfIsNoRecipient) {
  Host host;
  const Peer ada = host.Register("c1", "ada");
  host.Register("c1", "bob");
  EXPECT_EQ(ErrorOf(host.Send(ada, Text("m1"), "ada").status(), wire::kErrorInvalidParams).path(),
            "/params/message/to");
}

TEST(Routing, AnAgentThatIsNotBackYetTakesFollowUpsOnly) {
  Host host;
  const Peer ada = host.Register("c1", "ada"), bob = host.Register("c1", "bob");
  const Peer boss = host.Register("c1", "boss", wire::AGENT_KIND_PARENT);
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  host.Restart();
  const Peer ada2 = host.Register("c1", "ada");
  const wire::ErrorData data = ErrorOf(host.Send(ada2, Text("m1"), "bob").status(), wire::kErrorA2aUnknownAgent);
  EXPECT_TRUE(data.reclaimable());
  // Of the other kind nothing is told, not even that.
  EXPECT_FALSE(ErrorOf(host.Send(ada2, Text("m1"), "boss").status(), wire::kErrorA2aUnknownAgent).has_reclaimable());
  const auto more = host.Send(ada2, Text("m2", "more", id));
  ASSERT_TRUE(more.ok()) << more.status();
  EXPECT_EQ(more->history_total(), 2);
  EXPECT_THAT(host.sink.said, IsEmpty());
  EXPECT_EQ(host.broker().figures().undelivered_events, 1);
  host.Register("c1", "bob");
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("bob working"));
}

TEST(Routing, AFollowUpGoesToTheCounterpartAndMayNameIt) {
  Host host;
  const Peer ada = host.Register("c1", "ada"), bob = host.Register("c2", "bob");
  host.Register("c1", "cleo");
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  EXPECT_TRUE(host.Send(ada, Text("m1", "x", id), "bob").ok());
  EXPECT_TRUE(host.Send(bob, Text("m2", "x", id), "ada").ok());
  for (const char* to : {"ada", "cleo", "nobody"}) {
    EXPECT_EQ(ErrorOf(host.Send(ada, Text("m3", "x", id), to).status(), wire::kErrorInvalidParams).path(),
              "/params/message/to");
    wire::Message message = Text("m4");
    message.set_to(to == std::string("ada") ? "bob" : to);
    EXPECT_EQ(
        ErrorOf(host.Status(bob, id, wire::TASK_STATE_COMPLETED, message).status(), wire::kErrorInvalidParams).path(),
        "/params/message/to");
  }
}

TEST(Routing, ProvenanceIsTheBrokers) {
  Host host;
  const Peer ada = host.Register("c1", "ada"), bob = host.Register("c2", "bob");
  wire::Message message = Text("m1");
  message.set_from("somebody else");
  message.set_context_id("c9");
  message.set_omitted(true);
  message.set_extras(",\"x\":1");
  const auto task = host.Send(ada, message, "bob");
  ASSERT_TRUE(task.ok()) << task.status();
  const wire::Message stored = DecodeMessage(task->history(0));
  EXPECT_EQ(stored.from(), "ada");
  EXPECT_EQ(stored.to(), "bob");
  EXPECT_EQ(stored.context_id(), "c1");
  EXPECT_EQ(stored.task_id(), task->id());
  EXPECT_FALSE(stored.has_omitted());
  EXPECT_EQ(stored.extras(), ",\"x\":1");
  EXPECT_EQ(stored.message_id(), "m1");
  // The same for a worker's message in the task, whose context is the requester's.
  message = Text("m2", "x", task->id());
  message.set_from("ada");
  const wire::Message reply = DecodeMessage(host.Send(bob, message)->history(0));
  EXPECT_EQ(reply.from(), "bob");
  EXPECT_EQ(reply.to(), "ada");
  EXPECT_EQ(reply.context_id(), "c1");
}

TEST(Routing, EveryChangeGoesToTheCounterpartOfItsCause) {
  Host host;
  const Peer ada = host.Register("c1", "ada"), bob = host.Register("c2", "bob");
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_SUBMITTED);
  ASSERT_TRUE(host.Send(ada, Text("m1", "x", id)).ok());
  ASSERT_TRUE(host.Send(bob, Text("m2", "x", id)).ok());
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_INPUT_REQUIRED).ok());
  ASSERT_TRUE(host.Status(ada, id, wire::TASK_STATE_WORKING).ok());
  ASSERT_TRUE(host.Cancel(bob, id).ok());
  const std::vector<Said> said = host.sink.Take();
  EXPECT_THAT(Brief(said),
              ElementsAre("bob submitted", "ada working", "ada input-required", "bob working", "ada canceled!"));
  int64_t generation = 1;
  for (const Said& one : said) {
    EXPECT_EQ(one.update().generation(), ++generation);
    EXPECT_EQ(one.update().task_id(), id);
    EXPECT_EQ(one.update().context_id(), "c1");
    EXPECT_EQ(one.event.context_id(), "c1");
    EXPECT_EQ(one.event.recipient_context_id(), one.event.recipient() == "ada" ? "c1" : "c2");
  }
}

TEST(Routing, ManyCandidatesAreCut) {
  Host host;
  const Peer ada = host.Register("c1", "ada");
  host.BeginBatch();
  for (int i = 0; i < 80; ++i) host.Register("c2", absl::StrCat("w", i));
  ASSERT_TRUE(host.EndBatch().ok());
  EXPECT_EQ(ErrorOf(host.Send(ada, Text("m")).status(), wire::kErrorA2aNoPeers).candidates_size(), 50);
}

}  // namespace
}  // namespace a2a::broker

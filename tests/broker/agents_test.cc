// Registration, addresses and discovery (contract section 3).
#include <gmock/gmock.h>

#include "a2a/wire/codec.h"
#include "absl/strings/str_cat.h"
#include "broker/fixture.h"

namespace a2a::broker {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Names(const absl::StatusOr<wire::AgentsListResult>& list) {
  EXPECT_TRUE(list.ok()) << list.status();
  std::vector<std::string> names;
  if (list.ok()) {
    for (const wire::AgentCard& card : list->agents()) names.push_back(card.name());
  }
  return names;
}

TEST(Agents, AreNamedByTheirCard) {
  Host host;
  const Peer ada = host.Register("c1", "  ada ");
  EXPECT_EQ(ada.id, "ada");
  EXPECT_EQ(ada.token.size(), 43u);
  const Peer bob = host.Register("c2", "bob");
  const auto list = host.List(bob);
  ASSERT_TRUE(list.ok());
  ASSERT_EQ(list->agents_size(), 1);
  EXPECT_EQ(list->agents(0).name(), "ada");
  EXPECT_EQ(list->agents(0).context_id(), "c1");
  EXPECT_EQ(list->agents(0).description(), "an agent");
}

TEST(Agents, OfOneNameGetSuffixes) {
  Host host;
  EXPECT_EQ(host.Register("c1", "ada").id, "ada");
  EXPECT_EQ(host.Register("c1", "ada").id, "ada-2");
  EXPECT_EQ(host.Register("c2", "ada").id, "ada-3");
  EXPECT_EQ(host.Register("c2", "ada-2").id, "ada-2-2");
  // The kind makes no difference to an address.
  EXPECT_EQ(host.Register("c2", "ada", wire::AGENT_KIND_PARENT).id, "ada-4");
}

TEST(Agents, ANameOfThisRunGoesOnlyToItsContext) {
  Host host;
  const Peer first = host.Register("c1", "ada");
  ASSERT_TRUE(host.Deregister(first).ok());
  EXPECT_EQ(host.Register("c2", "ada").id, "ada-2");
  EXPECT_EQ(host.Register("c1", "ada").id, "ada");
  host.Restart();
}

TEST(Agents, AFreshRunForgetsNamesOfEndedAgents) {
  Host host;
  ASSERT_TRUE(host.Deregister(host.Register("c1", "ada")).ok());
  host.Restart();
  EXPECT_EQ(host.Register("c2", "ada").id, "ada");
}

TEST(Agents, SeeAllOfTheirKindByNameAndNobodyElse) {
  Host host;
  const Peer zoe = host.Register("c1", "zoe");
  const Peer ada = host.Register("c2", "ada");
  const Peer mid = host.Register("c1", "mid", wire::AGENT_KIND_SUBAGENT);
  const Peer boss = host.Register("c1", "boss", wire::AGENT_KIND_PARENT);
  const Peer chief = host.Register("c1", "chief", wire::AGENT_KIND_PARENT);
  EXPECT_THAT(Names(host.List(zoe)), ElementsAre("ada", "mid"));
  EXPECT_THAT(Names(host.List(mid)), ElementsAre("ada", "zoe"));
  EXPECT_THAT(Names(host.List(boss)), ElementsAre("chief"));
  ASSERT_TRUE(host.Deregister(zoe).ok());
  EXPECT_THAT(Names(host.List(ada)), ElementsAre("mid"));
  ErrorOf(host.List(zoe).status(), wire::kErrorA2aUnknownToken);
}

TEST(Agents, WaitingToBeReclaimedAreNotListed) {
  Host host;
  host.Register("c1", "ada");
  host.Restart();
  EXPECT_THAT(Names(host.List(host.Register("c1", "bob"))), IsEmpty());
}

TEST(Agents, AreListedInPagesWhenThereAreVeryMany) {
  Host host;
  const Peer caller = host.Register("c1", "m caller");
  constexpr int kAgents = 300;  // some 60 KiB each
  host.BeginBatch();
  for (int i = 0; i < kAgents; ++i) {
    wire::AgentCard card = Card(absl::StrCat("agent ", 1000 + i));
    card.set_description(std::string(60'000, 'x'));
    ASSERT_TRUE(host.TryRegister("c1", card).ok());
  }
  ASSERT_TRUE(host.EndBatch().ok());
  std::vector<std::string> all;
  std::string token;
  int pages = 0;
  do {
    const auto page = host.List(caller, token);
    ASSERT_TRUE(page.ok()) << page.status();
    std::string frame;
    wire::Encode(*page, &frame);
    EXPECT_LE(static_cast<int64_t>(frame.size()), wire::kA2aMaxOutFrameBytes / 2);
    for (const std::string& name : Names(page)) all.push_back(name);
    token = page->next_page_token();
    ++pages;
  } while (!token.empty());
  EXPECT_GT(pages, 2);
  ASSERT_EQ(all.size(), static_cast<size_t>(kAgents));
  for (int i = 0; i < kAgents; ++i) EXPECT_EQ(all[i], absl::StrCat("agent ", 1000 + i));
}

TEST(Agents, APageTokenIsOursOrInvalid) {
  Host host;
  const Peer ada = host.Register("c1", "ada");
  for (const char* token : {"x", "!!!", "YWRh", "YWdlbnRz", "YWdlbnRzIGFmdGVyIGE="}) {
    EXPECT_EQ(ErrorOf(host.List(ada, token).status(), wire::kErrorInvalidParams).path(), "/params/pageToken");
  }
  // Params come before the token.
  ErrorOf(host.List({"", "nobody"}, "x").status(), wire::kErrorInvalidParams);
}

TEST(Agents, RefusedNamesAndCardsSayWhere) {
  Host host;
  EXPECT_EQ(ErrorOf(host.TryRegister("c", Card("a[b")).status(), wire::kErrorInvalidParams).path(),
            "/params/card/name");
  wire::AgentCard large = Card("ada");
  large.set_description(std::string(wire::kA2aMaxCardBytes, 'x'));
  const wire::ErrorData data = ErrorOf(host.TryRegister("c", large).status(), wire::kErrorA2aPayloadTooLarge);
  EXPECT_EQ(data.limit(), wire::kA2aMaxCardBytesBound.limit);
  EXPECT_EQ(data.max(), wire::kA2aMaxCardBytes);
  EXPECT_GT(data.actual(), wire::kA2aMaxCardBytes);
  EXPECT_EQ(data.path(), "/params/card");
  // Nothing of it stayed.
  EXPECT_EQ(host.Register("c2", "ada").id, "ada");
}

TEST(Agents, ACardAtItsBoundIsTaken) {
  Host host;
  wire::AgentCard card = Card("ada");
  const auto size = [&](size_t fill) {
    card.set_description(std::string(fill, 'x'));
    wire::AgentCard stamped = card;
    stamped.set_context_id("c");
    return static_cast<int64_t>(host.store().Canonicalize(&stamped));
  };
  const int64_t rest = wire::kA2aMaxCardBytes - size(0);
  ASSERT_EQ(size(rest), wire::kA2aMaxCardBytes);
  EXPECT_TRUE(host.TryRegister("c", card).ok());
  // The suffix counts: it is part of what is written.
  ErrorOf(host.TryRegister("c", card).status(), wire::kErrorA2aPayloadTooLarge);
}

TEST(Agents, FiguresCountLiveOnes) {
  Host host;
  const Peer ada = host.Register("c1", "ada");
  host.Register("c1", "bob");
  EXPECT_EQ(host.broker().figures().agents, 2);
  ASSERT_TRUE(host.Deregister(ada).ok());
  EXPECT_EQ(host.broker().figures().agents, 1);
  host.Restart();
  EXPECT_EQ(host.broker().figures().agents, 0);
}

TEST(Agents, ADeregisteredTokenIsUnknownEverywhere) {
  Host host;
  const Peer ada = host.Register("c1", "ada");
  const Peer bob = host.Register("c1", "bob");
  const std::string task = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  ASSERT_TRUE(host.Deregister(ada).ok());
  ErrorOf(host.Deregister(ada), wire::kErrorA2aUnknownToken);
  ErrorOf(host.NewRun(ada), wire::kErrorA2aUnknownToken);
  ErrorOf(host.Send(ada, Text("m"), "bob").status(), wire::kErrorA2aUnknownToken);
  ErrorOf(host.Get(ada, task).status(), wire::kErrorA2aUnknownToken);
  ErrorOf(host.Status(ada, task, wire::TASK_STATE_CANCELED).status(), wire::kErrorA2aUnknownToken);
  ErrorOf(host.Cancel(ada, task).status(), wire::kErrorA2aUnknownToken);
  ErrorOf(host.Resubscribe(ada, task).status(), wire::kErrorA2aUnknownToken);
  ErrorOf(host.GetPush(ada, task).status(), wire::kErrorA2aUnknownToken);
  ErrorOf(host.SetPush(ada, task, {}).status(), wire::kErrorA2aUnknownToken);
}

TEST(Agents, ALaterAgentOfTheSameNameIsAStranger) {
  Host host;
  const Peer ada = host.Register("c1", "ada");
  const Peer bob = host.Register("c1", "bob");
  const std::string task = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  ASSERT_TRUE(host.Deregister(ada).ok());
  const Peer again = host.Register("c1", "ada");
  ASSERT_EQ(again.id, "ada");
  ErrorOf(host.Get(again, task).status(), wire::kErrorA2aUnknownAgent);
}

}  // namespace
}  // namespace a2a::broker

#include "fixture.h"

namespace a2a::store {
namespace {

using AgentsTest = StoreTest;

TEST_F(AgentsTest, ARowComesBackWhole) {
  AgentRow agent = MakeAgent("planner", "ctx-1");
  agent.requested_name = "plan";
  agent.kind = wire::AGENT_KIND_PARENT;
  agent.sends = 3;
  agent.delivered_through = 17;
  ASSERT_OK(store_->InsertAgent(agent));
  ASSERT_OK(store_->Commit());
  Reopen();
  const auto agents = store_->UnendedAgents();
  ASSERT_TRUE(agents.ok()) << agents.status();
  ASSERT_EQ(agents->size(), 1u);
  const AgentRow& read = agents->front();
  EXPECT_EQ(read.key, agent.key);
  EXPECT_EQ(read.requested_name, "plan");
  EXPECT_EQ(read.agent_id, "planner");
  EXPECT_EQ(read.context_id, "ctx-1");
  EXPECT_EQ(read.kind, wire::AGENT_KIND_PARENT);
  EXPECT_EQ(read.registered_at, agent.registered_at);
  EXPECT_EQ(read.sends, 3);
  EXPECT_EQ(read.delivered_through, 17);
  EXPECT_EQ(read.card.SerializeAsString(), agent.card.SerializeAsString());
}

TEST_F(AgentsTest, CardAndProgressCanChange) {
  AgentRow agent = MakeAgent("a");
  ASSERT_OK(store_->InsertAgent(agent));
  agent.card.set_description("does other things");
  store_->Canonicalize(&agent.card);
  ASSERT_OK(store_->ReclaimAgent(agent.key, agent.card, "", true));
  ASSERT_OK(store_->UpdateAgentProgress(agent.key, 5, 6));
  ASSERT_OK(store_->UpdateAgentProgress(agent.key, 7, 8));
  const AgentRow read = store_->UnendedAgents()->front();
  EXPECT_EQ(read.card.description(), "does other things");
  EXPECT_EQ(read.sends, 7);
  EXPECT_EQ(read.delivered_through, 8);
}

TEST_F(AgentsTest, EndedOnesAreLeftOutAndTellHow) {
  const AgentKey a = AddAgent("a");
  const AgentKey b = AddAgent("b");
  const AgentKey c = AddAgent("c");
  ASSERT_OK(store_->EndAgent(a, AgentEnd::kDeregistered, 2000));
  ASSERT_OK(store_->EndAgent(c, AgentEnd::kLost, 3000));
  ASSERT_OK(store_->Commit());
  const auto agents = store_->UnendedAgents();
  ASSERT_EQ(agents->size(), 1u);
  EXPECT_EQ(agents->front().key, b);
  EXPECT_EQ(Sqlite(options_.path, "SELECT agent_id, ended_at, ended_how FROM a2a_agents ORDER BY 1"),
            (std::vector<std::string>{"a|2000|deregistered", "b|null|null", "c|3000|lost"}));
}

TEST_F(AgentsTest, TheSameNameMayBeStoredAgain) {
  AddAgent("a");
  AddAgent("a");
  EXPECT_EQ(store_->UnendedAgents()->size(), 2u);
}

TEST_F(AgentsTest, AnUnreadableCardIsDamage) {
  AddAgent("a");
  ASSERT_OK(store_->Commit());
  for (const char* card : {"{\"name\":1}", "{", ""}) {
    Sqlite(options_.path, std::string("UPDATE a2a_agents SET card = '") + card + "'");
    Reopen();
    EXPECT_FALSE(store_->UnendedAgents().ok());
    EXPECT_EQ(store_->fault().kind, FaultKind::kDamaged) << card;
  }
}

TEST_F(AgentsTest, AnUnknownKindIsDamage) {
  AddAgent("a");
  ASSERT_OK(store_->Commit());
  Sqlite(options_.path, "UPDATE a2a_agents SET kind = 'robot'");
  EXPECT_FALSE(store_->UnendedAgents().ok());
  EXPECT_EQ(store_->fault().kind, FaultKind::kDamaged);
}

}  // namespace
}  // namespace a2a::store

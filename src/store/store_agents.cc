// Agent instances and what changes of them with every send.
#include <utility>

#include "a2a/wire/codec.h"
#include "a2a/wire/constants.h"
#include "store/store_impl.h"

namespace a2a::store {
namespace {

std::optional<Blob> NullIfEmpty(absl::string_view bytes) {
  if (bytes.empty()) return std::nullopt;
  return Blob{bytes};
}

absl::string_view EndName(AgentEnd how) { return how == AgentEnd::kLost ? "lost" : "deregistered"; }

// The broker looks into a card, so unlike a message it is decoded. False when the stored text is no card.
bool ReadCard(absl::string_view json, wire::AgentCard* card) {
  json::SyntaxError error;
  if (!json::Validate(json, wire::kA2aMaxDepth, &error)) return false;
  json::Cursor cursor(json);
  if (!wire::Decode(&cursor, card)) return false;
  card->set_json(json.data(), json.size());
  return true;
}

}  // namespace

absl::Status Store::InsertAgent(const AgentRow& agent) {
  absl::Status status = impl_->Write(Sql::kInsertAgent, agent.key, agent.agent_id, agent.requested_name,
                                     wire::WireName(agent.kind), agent.context_id, agent.registered_at,
                                     agent.card.json(), NullIfEmpty(agent.secret_hash), agent.by_name ? 1 : 0);
  if (!status.ok()) return status;
  return UpdateAgentProgress(agent.key, agent.sends, agent.delivered_through);
}

absl::Status Store::ReclaimAgent(AgentKey key, const wire::AgentCard& card, absl::string_view secret_hash,
                                 bool by_name) {
  return impl_->Write(Sql::kReclaimAgent, key, card.json(), NullIfEmpty(secret_hash), by_name ? 1 : 0);
}

absl::Status Store::UpdateAgentProgress(AgentKey key, int64_t sends, EventSeq delivered_through) {
  return impl_->Write(Sql::kPutAgentProgress, key, sends, delivered_through);
}

absl::Status Store::EndAgent(AgentKey key, AgentEnd how, int64_t at) {
  return impl_->Write(Sql::kEndAgent, key, EndName(how), at);
}

absl::StatusOr<std::vector<AgentRow>> Store::UnendedAgents() {
  std::vector<AgentRow> agents;
  Rows rows(impl_.get(), Sql::kUnendedAgents);
  while (rows.Next()) {
    AgentRow agent;
    agent.key = rows->Int(0);
    agent.agent_id = std::string(rows->Text(1));
    agent.requested_name = std::string(rows->Text(2));
    if (!wire::FromWire(rows->Text(3), &agent.kind)) return impl_->FailDamaged("unknown kind of an agent");
    agent.context_id = std::string(rows->Text(4));
    agent.registered_at = rows->Int(5);
    agent.sends = rows->Int(6);
    agent.delivered_through = rows->Int(7);
    if (!ReadCard(rows->Text(8), &agent.card)) return impl_->FailDamaged("unreadable card of an agent");
    agent.secret_hash = std::string(rows->Text(9));
    agent.by_name = rows->Int(10) != 0;
    agents.push_back(std::move(agent));
  }
  if (!rows.status().ok()) return rows.status();
  return agents;
}

}  // namespace a2a::store

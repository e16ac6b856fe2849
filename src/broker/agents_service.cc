#include "broker/agents_service.h"

#include <memory>
#include <string>
#include <utility>

#include "a2a/wire/constants.h"
#include "base/random.h"
#include "base/status_macros.h"
#include "broker/access.h"
#include "broker/errors.h"
#include "broker/lifecycle.h"
#include "broker/names.h"
#include "broker/page_token.h"

namespace a2a::broker {
namespace {

// A page of cards is large enough for any ordinary host and far below what one frame may hold.
constexpr int64_t kPageBytes = 8 * int64_t{wire::kA2aMaxBatchBytes};

// The list of agents, as page tokens name it.
constexpr absl::string_view kList = "agents";

absl::Status StampCard(Core& core, const std::string& agent_id, const std::string& context_id, wire::AgentCard* card) {
  card->set_name(agent_id);
  card->set_context_id(context_id);
  const int64_t size = core.store->Canonicalize(card);
  if (size <= wire::kA2aMaxCardBytes) return absl::OkStatus();
  return PayloadTooLarge(wire::kA2aMaxCardBytesBound, size, "/params/card");
}

wire::AgentCard JsonOnly(wire::AgentCard* card) {
  wire::AgentCard json;
  json.mutable_json()->swap(*card->mutable_json());
  return json;
}

// Stores a new instance and returns it, live.
absl::StatusOr<Agent*> AddInstance(Core& core, std::unique_ptr<Agent> agent) {
  store::AgentRow row;
  agent->key = row.key = core.store->NextAgentKey();
  row.requested_name = agent->requested_name;
  row.agent_id = agent->agent_id;
  row.context_id = agent->context_id;
  row.kind = agent->kind;
  row.card = agent->card;
  row.registered_at = core.Now();
  RETURN_IF_ERROR(core.store->InsertAgent(row));
  return core.registry.Add(std::move(agent));
}

}  // namespace

absl::StatusOr<Disposition> AgentsService::Register(const CallContext&, wire::RegisterParams* params,
                                                    wire::RegisterResult* result) {
  wire::AgentCard* card = params->mutable_card();
  const std::string& context_id = params->context_id();
  ASSIGN_OR_RETURN(const std::string name, CheckedName(card->name(), "/params/card/name"));
  const wire::AgentKind kind = card->kind() == wire::AGENT_KIND_UNSPECIFIED ? wire::AGENT_KIND_SUBAGENT : card->kind();
  Agent* agent = core_.grace.IsOver() ? nullptr : core_.registry.FindReclaimable(name, kind, context_id);
  const std::string agent_id = agent != nullptr ? agent->agent_id : core_.registry.UniqueId(name, context_id);
  RETURN_IF_ERROR(StampCard(core_, agent_id, context_id, card));

  const std::string token = MintToken(core_.random);
  if (agent != nullptr) {
    RETURN_IF_ERROR(core_.store->ReclaimAgent(agent->key, *card, "", true));
    core_.registry.Revive(agent, token, JsonOnly(card));
    core_.deliveries.Resume(agent);
    RETURN_IF_ERROR(core_.deliveries.Drain(wire::kA2aMaxBatchBytes));
  } else {
    auto fresh = std::make_unique<Agent>();
    fresh->requested_name = name;
    fresh->agent_id = agent_id;
    fresh->context_id = context_id;
    fresh->kind = kind;
    fresh->token = token;
    fresh->card = JsonOnly(card);
    ASSIGN_OR_RETURN(agent, AddInstance(core_, std::move(fresh)));
  }
  result->set_agent_id(agent->agent_id);
  result->set_token(token);
  return Disposition::kReply;
}

absl::StatusOr<Disposition> AgentsService::Deregister(const CallContext&, wire::TokenParams* params,
                                                      wire::OkResult* result) {
  ASSIGN_OR_RETURN(Agent* const caller, CallerOf(core_, params->token()));
  RETURN_IF_ERROR(broker::Deregister(core_, caller));
  result->set_ok(true);
  return Disposition::kReply;
}

absl::StatusOr<Disposition> AgentsService::NewRun(const CallContext&, wire::TokenParams* params,
                                                  wire::OkResult* result) {
  ASSIGN_OR_RETURN(Agent* const caller, CallerOf(core_, params->token()));
  core_.progress.NewRun(caller);
  result->set_ok(true);
  return Disposition::kReply;
}

absl::StatusOr<Disposition> AgentsService::List(const CallContext&, wire::AgentsListParams* params,
                                                wire::AgentsListResult* result) {
  std::string after;
  if (params->has_page_token()) {
    ASSIGN_OR_RETURN(after, PlaceOf(params->page_token(), kList, "/params/pageToken"));
  }
  ASSIGN_OR_RETURN(const Agent* const caller, CallerOf(core_, params->token()));
  int64_t bytes = 0;
  const Agent* last = nullptr;
  core_.registry.ForEachLiveAfter(caller->kind, after, [&](const Agent& agent) {
    if (&agent == caller) return true;
    bytes += agent.card.json().size() + 1;
    if (last != nullptr && bytes > kPageBytes) {
      result->set_next_page_token(PageToken(kList, last->agent_id));
      return false;
    }
    *result->add_agents() = agent.card;
    last = &agent;
    return true;
  });
  return Disposition::kReply;
}

}  // namespace a2a::broker

#include "broker/agents_service.h"

#include <memory>
#include <string>
#include <utility>

#include "a2a/wire/constants.h"
#include "a2a/wire/paths.h"
#include "base/clock.h"
#include "base/random.h"
#include "base/status_macros.h"
#include "broker/access.h"
#include "broker/errors.h"
#include "broker/lifecycle.h"
#include "broker/names.h"
#include "broker/page_token.h"
#include "broker/wakes.h"

namespace a2a::broker {
namespace {

// A page of cards is large enough for any ordinary host and far below what one frame may hold.
constexpr int64_t kPageBytes = 8 * int64_t{wire::kA2aMaxBatchBytes};

constexpr auto kCardPath = ParamsPath<wire::RegisterParams>().card();
constexpr auto kPageTokenPath = ParamsPath<wire::AgentsListParams>().page_token();

// The list of agents, as page tokens name it.
constexpr absl::string_view kList = "agents";

// What lastSeen and the comma between two cards take in a list.
constexpr int64_t kLastSeenBytes = 64;

wire::AgentKind KindOf(const wire::AgentCard& card) {
  return card.kind() == wire::AGENT_KIND_UNSPECIFIED ? wire::AGENT_KIND_SUBAGENT : card.kind();
}

// Puts the broker's stamps on the card, and sets its `json`. Errors: A2A_PAYLOAD_TOO_LARGE.
absl::Status StampCard(Core& core, const std::string& agent_id, const std::string& context_id, wire::AgentCard* card) {
  card->set_name(agent_id);
  card->set_context_id(context_id);
  card->clear_last_seen();
  const int64_t size = core.store->Canonicalize(card);
  if (size <= wire::kA2aMaxCardBytes) return absl::OkStatus();
  return PayloadTooLarge(wire::kA2aMaxCardBytesBound, size, kCardPath);
}

// True when the call holds all that resuming the un-ended instance `agent` takes. After the grace one that was cut off
// is as good as lost.
bool MayResume(const Core& core, const wire::RegisterParams& params, const Agent& agent) {
  return (agent.live() || !core.grace.IsOver()) && agent.kind == KindOf(params.card()) &&
         agent.context_id == params.context_id() &&
         store::Store::SecretMatches(params.resume().secret(), agent.registration.secret_hash);
}

// Stores a new instance and returns it, live.
absl::StatusOr<Agent*> AddInstance(Core& core, std::unique_ptr<Agent> agent) {
  store::AgentRow row;
  agent->key = row.key = core.store->NextAgentKey();
  row.requested_name = agent->requested_name;
  row.agent_id = agent->agent_id;
  row.context_id = agent->context_id;
  row.kind = agent->kind;
  row.card.Swap(&agent->registration.card);
  row.registered_at = core.Now();
  row.secret_hash = agent->registration.secret_hash;
  row.by_name = agent->registration.by_name;
  RETURN_IF_ERROR(core.store->InsertAgent(row));
  row.card.clear_json();
  agent->registration.card.Swap(&row.card);
  return core.registry.Add(std::move(agent));
}

// Gives an instance to whoever registers for it now.
absl::Status TakeOver(Core& core, Agent* agent, Registration registration) {
  RETURN_IF_ERROR(
      core.store->ReclaimAgent(agent->key, registration.card, registration.secret_hash, registration.by_name));
  registration.card.clear_json();
  const bool was_live = agent->live();
  core.registry.Renew(agent, std::move(registration));
  if (was_live) return ReleaseParkedOf(core, agent->key);
  core.deliveries.Resume(agent);
  return core.deliveries.Drain(wire::kA2aMaxBatchBytes);
}

}  // namespace

absl::StatusOr<Disposition> AgentsService::Register(const CallContext&, wire::RegisterParams* params,
                                                    wire::RegisterResult* result) {
  wire::AgentCard* card = params->mutable_card();
  const std::string& context_id = params->context_id();
  ASSIGN_OR_RETURN(const std::string name, CheckedName(card->name(), kCardPath.name()));
  const wire::AgentKind kind = KindOf(*card);
  const bool resumes = params->has_resume();
  Agent* agent = nullptr;
  if (resumes) {
    agent = core_.registry.FindById(params->resume().agent_id());
  } else if (!params->secret_only() && !core_.grace.IsOver()) {
    agent = core_.registry.FindReclaimable(name, kind, context_id);
  }
  const std::string agent_id = agent != nullptr ? agent->agent_id : core_.registry.UniqueId(name, context_id);
  RETURN_IF_ERROR(StampCard(core_, agent_id, context_id, card));
  if (resumes && (agent == nullptr || !MayResume(core_, *params, *agent))) return CannotResume();

  Registration registration;
  registration.token = MintToken(core_.random);
  const std::string secret = resumes ? params->resume().secret() : MintToken(core_.random);
  registration.secret_hash = store::Store::SecretHash(secret);
  registration.by_name = !resumes && !params->secret_only();
  registration.card_bytes = card->json().size();
  registration.card.Swap(card);
  result->set_token(registration.token);
  result->set_resume_secret(secret);
  result->set_resumed(agent != nullptr);
  if (agent != nullptr) {
    RETURN_IF_ERROR(TakeOver(core_, agent, std::move(registration)));
  } else {
    auto fresh = std::make_unique<Agent>();
    fresh->requested_name = name;
    fresh->agent_id = agent_id;
    fresh->context_id = context_id;
    fresh->kind = kind;
    fresh->registration = std::move(registration);
    ASSIGN_OR_RETURN(agent, AddInstance(core_, std::move(fresh)));
  }
  agent->last_seen = core_.Now();
  result->set_agent_id(agent->agent_id);
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
    ASSIGN_OR_RETURN(after, PlaceOf(params->page_token(), kList, kPageTokenPath));
  }
  ASSIGN_OR_RETURN(const Agent* const caller, CallerOf(core_, params->token()));
  int64_t bytes = 0;
  const Agent* last = nullptr;
  core_.registry.ForEachLiveAfter(caller->kind, after, [&](const Agent& agent) {
    if (&agent == caller) return true;
    bytes += agent.registration.card_bytes + kLastSeenBytes;
    if (last != nullptr && bytes > kPageBytes) {
      result->set_next_page_token(PageToken(kList, last->agent_id));
      return false;
    }
    wire::AgentCard* card = result->add_agents();
    *card = agent.registration.card;
    card->set_last_seen(FormatIsoMillis(agent.last_seen));
    last = &agent;
    return true;
  });
  return Disposition::kReply;
}

}  // namespace a2a::broker

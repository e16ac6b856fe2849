#include "broker/lifecycle.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "broker/access.h"
#include "broker/endings.h"
#include "broker/task_machine.h"

namespace a2a::broker {
namespace {

bool IsLost(const Core& core, const Agent& agent) { return !agent.live() && core.grace.IsOver(); }

std::string Reason(const Core& core, const Agent& gone, Party party, const Agent* also_gone) {
  if (also_gone != nullptr) {
    return absl::StrCat("Both agents of this task, ", gone.agent_id, " and ", also_gone->agent_id,
                        ", were cut off by a stop of the host and did not come back within ", core.grace.seconds(),
                        " seconds.");
  }
  if (gone.live()) {
    return absl::StrCat("The ", PartyName(party), " of this task, ", gone.agent_id,
                        ", deregistered while the task was open.");
  }
  return absl::StrCat("The ", PartyName(party), " of this task, ", gone.agent_id,
                      ", was cut off by a stop of the host and did not come back within ", core.grace.seconds(),
                      " seconds.");
}

// Ends one open task of `gone` by the rules of section 4.4.
absl::Status EndTask(Core& core, const Agent& gone, store::TaskRow task, Endings* endings) {
  const Party party = *PartyOf(task, gone.key);
  ASSIGN_OR_RETURN(Agent* const other, OtherParty(core, task, party));
  const bool both = !gone.live() && IsLost(core, *other);
  const bool failed = both || party == Party::kWorker;
  const std::string reason = Reason(core, gone, party, both ? other : nullptr);
  const std::vector<Agent*> recipients = both ? std::vector<Agent*>() : std::vector<Agent*>{other};
  return endings->End(std::move(task), failed ? wire::TASK_STATE_FAILED : wire::TASK_STATE_CANCELED, reason,
                      recipients);
}

absl::Status EndAgent(Core& core, Agent* agent, store::AgentEnd how, Endings* endings) {
  ASSIGN_OR_RETURN(std::vector<store::TaskRow> tasks, core.store->OpenTasksOf(agent->key));
  for (store::TaskRow& task : tasks) RETURN_IF_ERROR(EndTask(core, *agent, std::move(task), endings));
  RETURN_IF_ERROR(core.store->EndAgent(agent->key, how, core.Now()));
  core.registry.Remove(agent);
  return absl::OkStatus();
}

}  // namespace

absl::Status LoadAgents(Core& core) {
  ASSIGN_OR_RETURN(std::vector<store::AgentRow> rows, core.store->UnendedAgents());
  for (store::AgentRow& row : rows) {
    auto agent = std::make_unique<Agent>();
    agent->key = row.key;
    agent->requested_name = std::move(row.requested_name);
    agent->agent_id = std::move(row.agent_id);
    agent->context_id = std::move(row.context_id);
    agent->kind = row.kind;
    agent->registration.secret_hash = std::move(row.secret_hash);
    agent->registration.by_name = row.by_name;
    agent->registration.card_bytes = row.card.json().size();
    row.card.clear_json();
    agent->registration.card.Swap(&row.card);
    agent->sends = agent->recorded_sends = row.sends;
    agent->notified_through = agent->recordable_through = agent->recorded_through = row.delivered_through;
    ASSIGN_OR_RETURN(agent->undelivered, core.store->CountEventsAfter(row.key, row.delivered_through));
    core.registry.Add(std::move(agent));
  }
  ASSIGN_OR_RETURN(const std::vector<store::OpenCount> counts, core.store->OpenTasksPerContext());
  for (const store::OpenCount& count : counts) core.open_tasks.Load(count.context_id, count.open_tasks);
  core.undo.Clear();
  return absl::OkStatus();
}

absl::Status Deregister(Core& core, Agent* agent) {
  Endings endings(&core);
  RETURN_IF_ERROR(EndAgent(core, agent, store::AgentEnd::kDeregistered, &endings));
  core.parked.Release(agent->key);
  return endings.Announce();
}

bool HasLostAgents(const Core& core) {
  return core.registry.live_count() < core.registry.all().size() && core.grace.IsOver();
}

absl::Status EndLostAgents(Core& core) {
  std::vector<Agent*> lost;
  for (const auto& [key, agent] : core.registry.all()) {
    if (IsLost(core, *agent)) lost.push_back(agent.get());
  }
  Endings endings(&core);
  for (Agent* agent : lost) {
    RETURN_IF_ERROR(EndAgent(core, agent, store::AgentEnd::kLost, &endings));
    if (endings.size() >= Endings::kSlice) break;
  }
  return endings.Announce();
}

}  // namespace a2a::broker

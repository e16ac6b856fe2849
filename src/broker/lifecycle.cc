#include "broker/lifecycle.h"

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "a2a/wire/constants.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "broker/changes.h"
#include "broker/idempotency.h"
#include "broker/task_machine.h"
#include "broker/wakes.h"

namespace a2a::broker {
namespace {

// Tasks that one batch ends before it lets others run.
constexpr size_t kTasksPerSlice = 500;

// A task that was ended, and whom to tell.
struct Ending {
  store::TaskRow task;
  store::MessageRow message;
  store::EventRow event;
  Agent* recipient = nullptr;
};

bool IsLost(const Core& core, const Agent& agent) { return !agent.live() && core.grace.IsOver(); }

absl::string_view PartyName(Party party) { return party == Party::kRequester ? "requester" : "worker"; }

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
absl::Status EndTask(Core& core, const Agent& gone, store::TaskRow task, std::deque<Ending>* endings) {
  const Party party = *PartyOf(task, gone.key);
  Agent* other = core.registry.FindByKey(CounterpartOf(task, party).key);
  if (other == nullptr) return absl::InternalError(absl::StrCat("open task ", task.id, " has lost a party"));
  const bool both = IsLost(core, *other);
  const bool failed = both || party == Party::kWorker;

  Ending& ending = endings->emplace_back();
  ending.task = std::move(task);
  wire::Message message;
  message.set_role(wire::ROLE_AGENT);
  message.set_message_id(core.ids.Next(core.Now()));
  message.add_parts()->mutable_text()->set_text(Reason(core, gone, party, both ? other : nullptr));
  const wire::TaskState state = failed ? wire::TASK_STATE_FAILED : wire::TASK_STATE_CANCELED;
  const std::string content = ContentOf(core.store, Means::kStatus, state, message);
  ASSIGN_OR_RETURN(ending.message, StampMessage(core, ending.task, wire::kBrokerName, other->agent_id, &message));
  ending.message.content_hash = content;

  Change change;
  change.move = state;
  change.message = &ending.message;
  change.in_status = true;
  change.recipient = ending.recipient = both ? nullptr : other;
  ASSIGN_OR_RETURN(ending.event, WriteChange(core, change, &ending.task));
  return absl::OkStatus();
}

absl::Status EndAgent(Core& core, Agent* agent, store::AgentEnd how, std::deque<Ending>* endings) {
  ASSIGN_OR_RETURN(std::vector<store::TaskRow> tasks, core.store->OpenTasksOf(agent->key));
  for (store::TaskRow& task : tasks) RETURN_IF_ERROR(EndTask(core, *agent, std::move(task), endings));
  RETURN_IF_ERROR(core.store->EndAgent(agent->key, how, core.Now()));
  core.registry.Remove(agent);
  return absl::OkStatus();
}

absl::Status Announce(Core& core, const std::deque<Ending>& endings) {
  std::vector<const store::TaskRow*> tasks;
  for (const Ending& ending : endings) {
    tasks.push_back(&ending.task);
    if (ending.recipient == nullptr) continue;
    RETURN_IF_ERROR(core.deliveries.Deliver(ending.recipient, ending.task, ending.event, &ending.message));
  }
  return WakeCalls(core, tasks);
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
    agent->card.set_json(std::move(*row.card.mutable_json()));
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
  std::deque<Ending> endings;
  RETURN_IF_ERROR(EndAgent(core, agent, store::AgentEnd::kDeregistered, &endings));
  core.parked.Release(agent->key);
  return Announce(core, endings);
}

bool HasLostAgents(const Core& core) {
  return core.registry.live_count() < core.registry.all().size() && core.grace.IsOver();
}

absl::Status EndLostAgents(Core& core) {
  std::vector<Agent*> lost;
  for (const auto& [key, agent] : core.registry.all()) {
    if (IsLost(core, *agent)) lost.push_back(agent.get());
  }
  std::deque<Ending> endings;
  for (Agent* agent : lost) {
    RETURN_IF_ERROR(EndAgent(core, agent, store::AgentEnd::kLost, &endings));
    if (endings.size() >= kTasksPerSlice) break;
  }
  return Announce(core, endings);
}

}  // namespace a2a::broker

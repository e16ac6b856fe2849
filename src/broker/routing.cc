#include "broker/routing.h"

#include <string>
#include <vector>

#include "a2a/wire/paths.h"
#include "absl/strings/str_cat.h"
#include "broker/errors.h"

namespace a2a::broker {
namespace {

constexpr auto kToPath = ParamsPath<wire::SendParams>().message().to();
static_assert(kToPath == ParamsPath<wire::TasksStatusParams>().message().to());

// An error names so many agents; the list of agents has the rest.
constexpr size_t kMaxCandidates = 50;

std::vector<std::string> IdsOf(const std::vector<const Agent*>& agents) {
  std::vector<std::string> ids;
  for (const Agent* agent : agents) ids.push_back(agent->agent_id);
  return ids;
}

std::vector<std::string> AllCandidates(const Registry& registry, const Agent& caller) {
  std::vector<const Agent*> agents = registry.PeersInContext(caller, kMaxCandidates);
  for (const Agent* agent : registry.PeersElsewhere(caller, kMaxCandidates - agents.size())) agents.push_back(agent);
  return IdsOf(agents);
}

absl::StatusOr<Agent*> NamedWorker(const Registry& registry, const Agent& caller, const std::string& to) {
  if (to == caller.agent_id) return InvalidParams(kToPath, "this is yourself; a task goes to another agent");
  Agent* named = registry.FindById(to);
  // Agents of the other kind do not exist for the caller.
  if (named != nullptr && named->kind != caller.kind) named = nullptr;
  if (named != nullptr && named->live()) return named;
  const std::vector<std::string> candidates = AllCandidates(registry, caller);
  if (named == nullptr) {
    return UnknownAgent("`to` names no live agent that you can reach; data.candidates does.", false, candidates);
  }
  return UnknownAgent(
      "The agent that `to` names was cut off by a stop of the host and is not back yet; it takes no new "
      "tasks now.",
      true, candidates);
}

}  // namespace

absl::StatusOr<Agent*> WorkerOfNewTask(const Registry& registry, const Agent& caller, const wire::Message& message) {
  if (message.has_to()) return NamedWorker(registry, caller, message.to());
  std::vector<const Agent*> peers = registry.PeersInContext(caller, 2);
  const bool in_context = !peers.empty();
  if (!in_context) peers = registry.PeersElsewhere(caller, 2);
  if (peers.size() == 1) return registry.FindByKey(peers[0]->key);
  if (peers.empty()) return NoPeers("No other agent that you could reach is live on this host.", {});
  peers =
      in_context ? registry.PeersInContext(caller, kMaxCandidates) : registry.PeersElsewhere(caller, kMaxCandidates);
  return NoPeers(absl::StrCat("Several agents are live ", in_context ? "in your context" : "on this host",
                              " and `to` names none of them; data.candidates lists them."),
                 IdsOf(peers));
}

absl::Status CheckFollowUpRecipient(const store::TaskRow& task, Party caller, const wire::Message& message) {
  const std::string& counterpart = CounterpartOf(task, caller).agent_id;
  if (!message.has_to() || message.to() == counterpart) return absl::OkStatus();
  return InvalidParams(
      kToPath, absl::StrCat("a message within a task goes to its other party, ", counterpart, ", or names none"));
}

}  // namespace a2a::broker

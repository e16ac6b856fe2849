// Who is here: live agents and those that can still be reclaimed, by token, id and instance (contract section 3).
//
// An Agent's address is stable while it is in the registry; one that was removed lives on in the undo log until the
// batch ends. Changes go through the undo log. Owner thread only.
#ifndef A2A_BROKER_REGISTRY_H_
#define A2A_BROKER_REGISTRY_H_

#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/container/btree_set.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "broker/agent.h"
#include "broker/undo_log.h"

namespace a2a::broker {

class Registry {
 public:
  explicit Registry(UndoLog* undo) : undo_(undo) {}

  // Null when there is none. By token: live ones only; by id and key: reclaimable ones too.
  Agent* FindByToken(absl::string_view token) const;
  Agent* FindById(absl::string_view agent_id) const;
  Agent* FindByKey(store::AgentKey key) const;

  // The instance that registered under `requested_name` with this kind and context and can be reclaimed by its name, if
  // there is exactly one.
  Agent* FindReclaimable(absl::string_view requested_name, wire::AgentKind kind, absl::string_view context_id) const;

  // `name`, or `name-2`, `name-3`, ...: the first that no live or reclaimable agent has and that no other context used
  // in this run.
  std::string UniqueId(absl::string_view name, absl::string_view context_id) const;

  // Adds an agent, live if it has a token.
  Agent* Add(std::unique_ptr<Agent> agent);
  // A registration takes the instance over: a reclaimable one is live again, of a live one the old token is dead.
  void Renew(Agent* agent, Registration registration);
  // The instance has ended.
  void Remove(Agent* agent);

  // Live agents of the caller's kind, without the caller, in its context or elsewhere, by name; at most `max`.
  std::vector<const Agent*> PeersInContext(const Agent& caller, size_t max) const;
  std::vector<const Agent*> PeersElsewhere(const Agent& caller, size_t max) const;
  // Live agents of a kind whose names come after `after`, by name, until `visit` returns false.
  template <typename Visit>
  void ForEachLiveAfter(wire::AgentKind kind, absl::string_view after, Visit visit) const {
    for (auto at = by_name_.upper_bound({kind, after}); at != by_name_.end() && at->first.first == kind; ++at) {
      if (!visit(*at->second)) return;
    }
  }

  // By instance key, oldest first.
  const absl::btree_map<store::AgentKey, std::shared_ptr<Agent>>& all() const { return by_key_; }
  size_t live_count() const { return by_token_.size(); }
  const absl::flat_hash_map<std::string, std::string>& used_names() const { return used_names_; }

 private:
  using Place = std::tuple<int, absl::string_view, absl::string_view>;  // kind, context, id

  // The two halves of every change, without the undo log.
  void Link(const std::shared_ptr<Agent>& agent);
  void Unlink(const std::shared_ptr<Agent>& agent);
  void LinkLive(Agent* agent);
  void UnlinkLive(Agent* agent);
  void NoteName(const Agent& agent);

  UndoLog* undo_;
  absl::btree_map<store::AgentKey, std::shared_ptr<Agent>> by_key_;
  // Views into the agents themselves.
  absl::flat_hash_map<absl::string_view, Agent*> by_id_;
  absl::flat_hash_map<absl::string_view, Agent*> by_token_;
  absl::btree_map<std::pair<int, absl::string_view>, Agent*> by_name_;  // live, by kind and id
  absl::btree_map<Place, Agent*> by_place_;                             // live
  // Every agent id of this run and the context that has it: elsewhere it would name a stranger.
  absl::flat_hash_map<std::string, std::string> used_names_;
};

}  // namespace a2a::broker

#endif  // A2A_BROKER_REGISTRY_H_

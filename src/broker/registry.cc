#include "broker/registry.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace a2a::broker {
namespace {

template <typename Map>
Agent* Find(const Map& map, absl::string_view key) {
  auto found = map.find(key);
  return found == map.end() ? nullptr : found->second;
}

}  // namespace

Agent* Registry::FindByToken(absl::string_view token) const { return Find(by_token_, token); }

Agent* Registry::FindById(absl::string_view agent_id) const { return Find(by_id_, agent_id); }

Agent* Registry::FindByKey(store::AgentKey key) const {
  auto found = by_key_.find(key);
  return found == by_key_.end() ? nullptr : found->second.get();
}

Agent* Registry::FindReclaimable(absl::string_view requested_name, wire::AgentKind kind,
                                 absl::string_view context_id) const {
  if (by_token_.size() == by_key_.size()) return nullptr;
  Agent* match = nullptr;
  for (const auto& [key, agent] : by_key_) {
    if (agent->live() || !agent->registration.by_name || agent->kind != kind) continue;
    if (agent->requested_name != requested_name || agent->context_id != context_id) continue;
    if (match != nullptr) return nullptr;  // two could be meant: neither is
    match = agent.get();
  }
  return match;
}

std::string Registry::UniqueId(absl::string_view name, absl::string_view context_id) const {
  std::string id(name);
  for (int64_t suffix = 2;; ++suffix) {
    auto used = used_names_.find(id);
    if (!by_id_.contains(id) && (used == used_names_.end() || used->second == context_id)) return id;
    id = absl::StrCat(name, "-", suffix);
  }
}

Agent* Registry::Add(std::unique_ptr<Agent> owned) {
  std::shared_ptr<Agent> agent = std::move(owned);
  Link(agent);
  NoteName(*agent);
  undo_->Add([this, agent] { Unlink(agent); });
  return agent.get();
}

void Registry::Renew(Agent* agent, Registration registration) {
  if (agent->live()) UnlinkLive(agent);
  std::swap(agent->registration, registration);
  LinkLive(agent);
  // std::function wants what it holds to be copyable, and a card is not cheap to copy.
  auto old = std::make_shared<Registration>(std::move(registration));
  undo_->Add([this, agent, old] {
    UnlinkLive(agent);
    agent->registration = std::move(*old);
    if (agent->live()) LinkLive(agent);
  });
}

void Registry::Remove(Agent* agent) {
  std::shared_ptr<Agent> keep = by_key_.at(agent->key);
  Unlink(keep);
  undo_->Add([this, keep] { Link(keep); });
}

std::vector<const Agent*> Registry::PeersInContext(const Agent& caller, size_t max) const {
  std::vector<const Agent*> peers;
  const absl::string_view context = caller.context_id;
  for (auto at = by_place_.lower_bound({caller.kind, context, {}}); at != by_place_.end() && peers.size() < max; ++at) {
    if (std::get<0>(at->first) != caller.kind || std::get<1>(at->first) != context) break;
    if (at->second != &caller) peers.push_back(at->second);
  }
  return peers;
}

std::vector<const Agent*> Registry::PeersElsewhere(const Agent& caller, size_t max) const {
  std::vector<const Agent*> peers;
  ForEachLiveAfter(caller.kind, {}, [&](const Agent& agent) {
    if (peers.size() >= max) return false;
    if (agent.context_id != caller.context_id) peers.push_back(&agent);
    return true;
  });
  return peers;
}

void Registry::Link(const std::shared_ptr<Agent>& agent) {
  by_key_[agent->key] = agent;
  by_id_[agent->agent_id] = agent.get();
  if (agent->live()) LinkLive(agent.get());
}

void Registry::Unlink(const std::shared_ptr<Agent>& agent) {
  if (agent->live()) UnlinkLive(agent.get());
  by_id_.erase(agent->agent_id);
  by_key_.erase(agent->key);
}

void Registry::LinkLive(Agent* agent) {
  by_token_[agent->registration.token] = agent;
  by_name_[{agent->kind, agent->agent_id}] = agent;
  by_place_[{agent->kind, agent->context_id, agent->agent_id}] = agent;
}

void Registry::UnlinkLive(Agent* agent) {
  by_token_.erase(agent->registration.token);
  by_name_.erase({agent->kind, agent->agent_id});
  by_place_.erase({agent->kind, agent->context_id, agent->agent_id});
}

void Registry::NoteName(const Agent& agent) {
  if (!used_names_.emplace(agent.agent_id, agent.context_id).second) return;
  undo_->Add([this, name = agent.agent_id] { used_names_.erase(name); });
}

}  // namespace a2a::broker

#include "broker/parked_calls.h"

#include "a2a/wire/constants.h"
#include "broker/errors.h"

namespace a2a::broker {
namespace {

template <typename Map, typename Key>
void Drop(Map* map, const Key& key, uint64_t order) {
  auto found = map->find(key);
  found->second.erase(order);
  if (found->second.empty()) map->erase(found);
}

template <typename Map, typename Key>
ParkedCalls::Orders Copy(const Map& map, const Key& key) {
  auto found = map.find(key);
  return found == map.end() ? ParkedCalls::Orders() : found->second;
}

}  // namespace

absl::Status ParkedCalls::CheckRoom(store::AgentKey agent) const {
  const int64_t own = static_cast<int64_t>(OfAgent(agent).size());
  if (own >= wire::kA2aMaxParkedCallsPerAgent) return HostOverloaded(wire::kA2aMaxParkedCallsPerAgentBound, own);
  const int64_t all = static_cast<int64_t>(calls_.size());
  if (all >= wire::kA2aMaxParkedCalls) return HostOverloaded(wire::kA2aMaxParkedCallsBound, all);
  return absl::OkStatus();
}

void ParkedCalls::Park(ParkedCall call) {
  call.order = ++last_order_;
  Link(call);
  undo_->Add([this, call] { Unlink(call); });
}

void ParkedCalls::WakeSends(store::TaskKey task) { Wake(Copy(sends_, task), Woken::kYes); }

void ParkedCalls::WakeWaits(store::AgentKey agent, store::TaskKey task) {
  Wake(Copy(waits_, std::make_pair(agent, task)), Woken::kYes);
}

void ParkedCalls::WakeDue(int64_t now) {
  Orders orders;
  for (const auto& [deadline, order] : by_deadline_) {
    if (deadline > now) break;
    orders.insert(order);
  }
  Wake(orders, Woken::kYes);
}

void ParkedCalls::Release(store::AgentKey agent) { Wake(Copy(by_agent_, agent), Woken::kReleased); }

void ParkedCalls::ReleaseAll() {
  Orders orders;
  for (const auto& [order, call] : calls_) orders.insert(order);
  Wake(orders, Woken::kReleased);
}

ParkedCall ParkedCalls::TakeWoken() {
  const ParkedCall call = calls_.at(*woken_.begin());
  Unlink(call);
  undo_->Add([this, call] { Link(call); });
  return call;
}

std::optional<int64_t> ParkedCalls::NextDeadline() const {
  if (by_deadline_.empty()) return std::nullopt;
  return by_deadline_.begin()->first;
}

const ParkedCalls::Orders& ParkedCalls::OfAgent(store::AgentKey agent) const {
  static const Orders* const kNone = new Orders();
  auto found = by_agent_.find(agent);
  return found == by_agent_.end() ? *kNone : found->second;
}

void ParkedCalls::Link(const ParkedCall& call) {
  calls_[call.order] = call;
  by_agent_[call.agent].insert(call.order);
  if (call.woken == Woken::kNo) {
    LinkWaiting(call);
  } else {
    woken_.insert(call.order);
  }
}

void ParkedCalls::Unlink(const ParkedCall& call) {
  if (call.woken == Woken::kNo) {
    UnlinkWaiting(call);
  } else {
    woken_.erase(call.order);
  }
  Drop(&by_agent_, call.agent, call.order);
  calls_.erase(call.order);
}

void ParkedCalls::LinkWaiting(const ParkedCall& call) {
  by_deadline_.insert({call.deadline, call.order});
  Orders& orders = call.is_wait() ? waits_[{call.agent, call.task}] : sends_[call.task];
  orders.insert(call.order);
}

void ParkedCalls::UnlinkWaiting(const ParkedCall& call) {
  by_deadline_.erase({call.deadline, call.order});
  if (call.is_wait()) {
    Drop(&waits_, std::make_pair(call.agent, call.task), call.order);
  } else {
    Drop(&sends_, call.task, call.order);
  }
}

void ParkedCalls::Wake(const Orders& orders, Woken how) {
  for (uint64_t order : orders) {
    const Woken before = calls_.at(order).woken;
    if (before == how) continue;
    SetWoken(order, how);
    undo_->Add([this, order, before] { SetWoken(order, before); });
  }
}

void ParkedCalls::SetWoken(uint64_t order, Woken woken) {
  ParkedCall call = calls_.at(order);
  Unlink(call);
  call.woken = woken;
  Link(call);
}

}  // namespace a2a::broker

#include "broker/parked_calls.h"

#include "a2a/wire/constants.h"
#include "broker/errors.h"

namespace a2a::broker {

absl::Status ParkedCalls::CheckRoom(store::AgentKey agent) const {
  auto own = per_agent_.find(agent);
  if (own != per_agent_.end() && own->second >= wire::kA2aMaxParkedCallsPerAgent) {
    return HostOverloaded(wire::kA2aMaxParkedCallsPerAgentBound, own->second);
  }
  const int64_t all = static_cast<int64_t>(calls_.size());
  if (all >= wire::kA2aMaxParkedCalls) return HostOverloaded(wire::kA2aMaxParkedCallsBound, all);
  return absl::OkStatus();
}

void ParkedCalls::Park(ParkedCall call) {
  call.order = ++last_order_;
  Link(call);
  undo_->Add([this, call] { Unlink(call); });
}

std::vector<ParkedCall> ParkedCalls::TakeOfTasks(const std::vector<store::TaskKey>& tasks) {
  Orders orders;
  for (store::TaskKey task : tasks) {
    auto found = by_task_.find(task);
    if (found != by_task_.end()) orders.insert(found->second.begin(), found->second.end());
  }
  return Take(orders);
}

std::vector<ParkedCall> ParkedCalls::TakeOfAgent(store::AgentKey agent) {
  Orders orders;
  for (const auto& [order, call] : calls_) {
    if (call.agent == agent) orders.insert(order);
  }
  return Take(orders);
}

std::vector<ParkedCall> ParkedCalls::TakeDue(int64_t now) {
  Orders orders;
  for (const auto& [deadline, order] : by_deadline_) {
    if (deadline > now) break;
    orders.insert(order);
  }
  return Take(orders);
}

std::vector<ParkedCall> ParkedCalls::TakeAll() {
  Orders orders;
  for (const auto& [order, call] : calls_) orders.insert(order);
  return Take(orders);
}

std::optional<int64_t> ParkedCalls::NextDeadline() const {
  if (by_deadline_.empty()) return std::nullopt;
  return by_deadline_.begin()->first;
}

void ParkedCalls::Link(const ParkedCall& call) {
  calls_[call.order] = call;
  by_deadline_.insert({call.deadline, call.order});
  by_task_[call.task].insert(call.order);
  ++per_agent_[call.agent];
}

void ParkedCalls::Unlink(const ParkedCall& call) {
  auto task = by_task_.find(call.task);
  task->second.erase(call.order);
  if (task->second.empty()) by_task_.erase(task);
  auto agent = per_agent_.find(call.agent);
  if (--agent->second == 0) per_agent_.erase(agent);
  by_deadline_.erase({call.deadline, call.order});
  calls_.erase(call.order);
}

std::vector<ParkedCall> ParkedCalls::Take(const Orders& orders) {
  std::vector<ParkedCall> taken;
  for (uint64_t order : orders) {
    const ParkedCall call = calls_.at(order);
    taken.push_back(call);
    Unlink(call);
    undo_->Add([this, call] { Link(call); });
  }
  return taken;
}

}  // namespace a2a::broker

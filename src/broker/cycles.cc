#include "broker/cycles.h"

#include <optional>
#include <vector>

#include "a2a/wire/errors.pb.h"
#include "base/status_macros.h"
#include "broker/errors.h"

namespace a2a::broker {
namespace {

struct Edge {
  store::AgentKey from, to;
  store::TaskKey task;  // of the first call; 0: a new one
};

std::optional<Edge> EdgeOf(const ParkedCalls& parked, store::AgentKey agent) {
  std::optional<Edge> edge;
  for (uint64_t order : parked.OfAgent(agent)) {
    const ParkedCall& call = parked.calls().at(order);
    if (call.woken != Woken::kNo || call.task == 0) return std::nullopt;
    if (!edge.has_value()) edge = Edge{agent, call.other, call.task};
    if (edge->to != call.other) return std::nullopt;
  }
  return edge;
}

absl::Status Refuse(const Core& core, const std::vector<Edge>& circle) {
  wire::ErrorData data;
  for (const Edge& edge : circle) {
    wire::WaitEdge* one = data.add_cycle();
    one->set_agent_id(core.registry.FindByKey(edge.from)->agent_id);
    one->set_waits_for(core.registry.FindByKey(edge.to)->agent_id);
    if (edge.task == 0) continue;
    ASSIGN_OR_RETURN(const std::optional<store::TaskRow> task, core.store->FindTaskByKey(edge.task));
    if (task.has_value()) one->set_task_id(task->id);
  }
  return WaitCycle(data);
}

}  // namespace

absl::Status CheckCycle(const Core& core, const Agent& caller, const store::TaskRow& task, Party party, bool tells) {
  const ParkedCalls& parked = core.parked;
  const store::AgentKey other = CounterpartOf(task, party).key;
  if (!parked.OfAgent(caller.key).empty()) {
    const std::optional<Edge> edge = EdgeOf(parked, caller.key);
    if (!edge.has_value() || edge->to != other) return absl::OkStatus();
  }
  if (tells && parked.AnyWait(other, task.key)) return absl::OkStatus();
  std::vector<Edge> circle = {{caller.key, other, task.key}};
  while (circle.back().to != caller.key) {
    const std::optional<Edge> edge = EdgeOf(parked, circle.back().to);
    // There may be a circle ahead that the caller is not of: it closed when a call ended that was its hope.
    if (!edge.has_value() || circle.size() > core.registry.live_count()) return absl::OkStatus();
    circle.push_back(*edge);
  }
  return Refuse(core, circle);
}

}  // namespace a2a::broker

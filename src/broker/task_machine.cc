#include "broker/task_machine.h"

#include "a2a/wire/codec.h"

namespace a2a::broker {
namespace {

wire::TaskStateRole RoleOf(Party party) {
  return party == Party::kRequester ? wire::TaskStateRole::kRequester : wire::TaskStateRole::kAny;
}

}  // namespace

absl::string_view PartyName(Party party) {
  return wire::WireName(party == Party::kRequester ? wire::TASK_ROLE_REQUESTER : wire::TASK_ROLE_WORKER);
}

std::optional<Party> PartyOf(const store::TaskRow& task, store::AgentKey agent) {
  if (agent == task.requester) return Party::kRequester;
  if (agent == task.worker) return Party::kWorker;
  return std::nullopt;
}

Counterpart CounterpartOf(const store::TaskRow& task, Party party) {
  if (party == Party::kRequester) return {task.worker, task.worker_id};
  return {task.requester, task.requester_id};
}

absl::Span<const wire::TaskState> AllowedFor(wire::TaskState from, Party party) {
  return wire::AllowedMoves(from, RoleOf(party));
}

bool MayMove(wire::TaskState from, wire::TaskState to, Party party) { return wire::CanMove(from, to, RoleOf(party)); }

std::optional<wire::TaskState> MoveOfMessage(wire::TaskState state, Party sender) {
  const bool moves = sender == Party::kWorker ? state == wire::kInitialTaskState : wire::IsPaused(state);
  if (!moves) return std::nullopt;
  return wire::TASK_STATE_WORKING;
}

}  // namespace a2a::broker

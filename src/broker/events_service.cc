#include "broker/events_service.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "a2a/wire/constants.h"
#include "a2a/wire/paths.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "broker/access.h"
#include "broker/cycles.h"
#include "broker/errors.h"
#include "broker/pending.h"

namespace a2a::broker {
namespace {

constexpr auto kWait = ParamsPath<wire::EventsWaitParams>();
constexpr auto kAck = ParamsPath<wire::EventsAckParams>();

absl::Status CheckAcks(const Core& core) {
  if (core.acks) return absl::OkStatus();
  return InvalidParams(kParamsPath,
                       "this host's first handshake did not say acks, so events are notified once and are delivered "
                       "then; there is nothing to wait for or to acknowledge");
}

absl::Status CheckSeq(const Core& core, store::EventSeq seq, absl::string_view path) {
  const store::EventSeq last = core.store->last_seq();
  if (seq <= last) return absl::OkStatus();
  return InvalidParams(path, absl::StrCat("the highest seq of this host is ", last));
}

int64_t TimeoutSeconds(const wire::EventsWaitParams& params) {
  if (!params.has_timeout_seconds()) return wire::kA2aDefaultStreamWaitSeconds;
  return std::min(params.timeout_seconds(), wire::kA2aMaxStreamWaitSeconds);
}

int64_t MaxEvents(const wire::EventsWaitParams& params) {
  return params.has_max() ? std::min(params.max(), wire::kA2aMaxWaitEvents) : wire::kA2aMaxWaitEvents;
}

}  // namespace

absl::StatusOr<Disposition> EventsService::Wait(const CallContext& call, wire::EventsWaitParams* params,
                                                wire::EventsWaitResult* result) {
  RETURN_IF_ERROR(CheckAcks(core_));
  const store::EventSeq after = params->after_seq();
  RETURN_IF_ERROR(CheckSeq(core_, after, kWait.after_seq()));
  ASSIGN_OR_RETURN(Agent* const caller, CallerOf(core_, params->token()));
  std::optional<TaskAccess> access;
  if (params->has_task_id()) {
    ASSIGN_OR_RETURN(access, AccessTask(core_, caller, params->task_id()));
  }
  const store::TaskKey task = access.has_value() ? access->task.key : 0;
  const int64_t timeout_ms = TimeoutSeconds(*params) * 1000;
  const int64_t max = MaxEvents(*params);

  RETURN_IF_ERROR(FillPending(core_, *caller, task, after, max, result));
  const bool over = access.has_value() && wire::IsTerminal(access->task.state);
  const bool parks = result->events().empty() && !over && timeout_ms > 0;
  if (parks) RETURN_IF_ERROR(core_.parked.CheckRoom(caller->key));
  if (parks && access.has_value()) {
    RETURN_IF_ERROR(CheckCycle(core_, *caller, access->task, access->party, /*tells=*/false));
  }
  RETURN_IF_ERROR(AckThrough(core_, caller, task, after));
  if (!parks) return Disposition::kReply;

  ParkedCall parked;
  parked.call = call.id;
  parked.agent = caller->key;
  parked.task = task;
  if (access.has_value()) parked.other = CounterpartOf(access->task, access->party).key;
  parked.deadline = core_.clock->MonotonicMillis() + timeout_ms;
  parked.max_events = max;
  core_.parked.Park(parked);
  return Disposition::kParked;
}

absl::StatusOr<Disposition> EventsService::Ack(const CallContext&, wire::EventsAckParams* params,
                                               wire::OkResult* result) {
  RETURN_IF_ERROR(CheckAcks(core_));
  if (params->seqs_size() > wire::kA2aMaxUndeliveredEvents) {
    return InvalidParams(kAck.seqs(), absl::StrCat("at most ", wire::kA2aMaxUndeliveredEvents,
                                                   " numbers in one call; upTo names any number of events"));
  }
  for (int i = 0; i < params->seqs_size(); ++i) {
    RETURN_IF_ERROR(CheckSeq(core_, params->seqs(i), kAck.seqs(i)));
  }
  RETURN_IF_ERROR(CheckSeq(core_, params->up_to(), kAck.up_to()));
  ASSIGN_OR_RETURN(Agent* const caller, CallerOf(core_, params->token()));
  RETURN_IF_ERROR(AckThrough(core_, caller, 0, params->up_to()));
  RETURN_IF_ERROR(AckSeqs(core_, caller, {params->seqs().begin(), params->seqs().end()}));
  result->set_ok(true);
  return Disposition::kReply;
}

}  // namespace a2a::broker

#include "broker/tasks_service.h"

#include <optional>
#include <string>

#include "a2a/wire/constants.h"
#include "base/status_macros.h"
#include "broker/errors.h"
#include "broker/idempotency.h"
#include "broker/quotas.h"
#include "broker/routing.h"
#include "broker/task_machine.h"
#include "broker/view.h"
#include "broker/wakes.h"

namespace a2a::broker {
namespace {

// The caller itself brought the task to this end: its call is a repeat.
bool IsOwnEnd(const TaskAccess& access, wire::TaskState state) {
  return access.task.state == state && access.task.ended_by == access.caller->key;
}

}  // namespace

absl::StatusOr<Disposition> TasksService::Get(const CallContext&, wire::TasksGetParams* params,
                                              wire::TaskResult* result) {
  ASSIGN_OR_RETURN(const TaskAccess access, AccessTask(core_, params->token(), params->id()));
  TaskView view;
  view.history_length = params->has_history_length() ? params->history_length() : wire::kA2aMaxTaskHistory;
  view.artifacts = true;
  if (params->has_before_message_id()) {
    ASSIGN_OR_RETURN(view.before,
                     MessageOf(core_.store, access.task.key, params->before_message_id(), "/params/beforeMessageId"));
  }
  RETURN_IF_ERROR(
      FillTask(core_.store, core_.registry, access.task, access.party, view, nullptr, result->mutable_task()));
  return Disposition::kReply;
}

absl::StatusOr<Disposition> TasksService::Status(const CallContext&, wire::TasksStatusParams* params,
                                                 wire::TaskResult* result) {
  wire::Message* message = params->has_message() ? params->mutable_message() : nullptr;
  const wire::TaskState state = params->state();
  if (message != nullptr) RETURN_IF_ERROR(CheckEncodedSize(core_, message));
  ASSIGN_OR_RETURN(TaskAccess access, AccessTask(core_, params->token(), params->id()));
  const Agent& caller = *access.caller;
  const store::TaskRow& task = access.task;

  std::string content;
  if (message != nullptr) {
    content = ContentOf(core_.store, Means::kStatus, state, *message);
    ASSIGN_OR_RETURN(const store::MessageKey repeat,
                     FindRepeat(core_.store, task.key, message->message_id(), caller.key, content));
    if (repeat != 0) return Reply(access, repeat, nullptr, result);
  } else if (wire::IsTerminal(state) && IsOwnEnd(access, state)) {
    return Reply(access, 0, nullptr, result);
  }
  if (wire::IsTerminal(task.state)) return TaskTerminal(task);
  if (!MayMove(task.state, state, access.party)) return InvalidTransition(task, access.party, state);
  if (message == nullptr) return Move(&access, state, nullptr, result);

  RETURN_IF_ERROR(CheckFollowUpRecipient(task, access.party, *message));
  ASSIGN_OR_RETURN(store::MessageRow row,
                   StampMessage(core_, task, caller.agent_id, CounterpartOf(task, access.party).agent_id, message));
  row.sender = caller.key;
  row.content_hash = content;
  // An agent can always end what it works on.
  if (!wire::IsTerminal(state)) RETURN_IF_ERROR(CheckSendsPerRun(caller));
  core_.progress.Sent(access.caller);
  return Move(&access, state, &row, result);
}

absl::StatusOr<Disposition> TasksService::Cancel(const CallContext&, wire::TaskParams* params,
                                                 wire::TaskResult* result) {
  ASSIGN_OR_RETURN(TaskAccess access, AccessTask(core_, params->token(), params->id()));
  if (IsOwnEnd(access, wire::TASK_STATE_CANCELED)) return Reply(access, 0, nullptr, result);
  if (wire::IsTerminal(access.task.state)) return TaskTerminal(access.task);
  return Move(&access, wire::TASK_STATE_CANCELED, nullptr, result);
}

absl::StatusOr<Disposition> TasksService::Resubscribe(const CallContext&, wire::TaskParams* params,
                                                      wire::TaskResult* result) {
  ASSIGN_OR_RETURN(const TaskAccess access, AccessTask(core_, params->token(), params->id()));
  RETURN_IF_ERROR(core_.deliveries.Snapshot(*access.caller, access.task, nullptr));
  return Reply(access, 0, nullptr, result);
}

absl::StatusOr<Disposition> TasksService::List(const CallContext&, wire::TasksListParams*, wire::TasksListResult*) {
  return absl::UnimplementedError("a list of tasks");
}

absl::StatusOr<Disposition> TasksService::Artifact(const CallContext&, wire::TasksArtifactParams*, wire::TaskResult*) {
  return absl::UnimplementedError("artifacts");
}

absl::StatusOr<Disposition> TasksService::Reply(const TaskAccess& access, store::MessageKey own,
                                                store::MessageRow* written, wire::TaskResult* result) {
  TaskView view;
  view.own = own;
  RETURN_IF_ERROR(
      FillTask(core_.store, core_.registry, access.task, access.party, view, written, result->mutable_task()));
  return Disposition::kReply;
}

absl::StatusOr<Disposition> TasksService::Move(TaskAccess* access, wire::TaskState state, store::MessageRow* message,
                                               wire::TaskResult* result) {
  ASSIGN_OR_RETURN(Agent* const recipient, OtherParty(core_, access->task, access->party));
  Change change;
  change.cause = access->caller->key;
  change.move = state;
  change.message = message;
  change.in_status = message != nullptr;
  change.recipient = recipient;
  ASSIGN_OR_RETURN(const store::EventRow event, WriteChange(core_, change, &access->task));
  RETURN_IF_ERROR(core_.deliveries.Deliver(recipient, access->task, event, message));
  RETURN_IF_ERROR(WakeCalls(core_, {&access->task}));
  return Reply(*access, message != nullptr ? message->key : 0, message, result);
}

}  // namespace a2a::broker

#include "broker/tasks_service.h"

#include <optional>
#include <string>

#include "a2a/wire/constants.h"
#include "broker/errors.h"
#include "broker/idempotency.h"
#include "broker/quotas.h"
#include "broker/routing.h"
#include "broker/task_machine.h"
#include "broker/try.h"
#include "broker/view.h"

namespace a2a::broker {
namespace {

// The caller itself brought the task to this end: its call is a repeat.
bool IsOwnEnd(const TaskAccess& access, wire::TaskState state) {
  return access.task.state == state && access.task.ended_by == access.caller->key;
}

}  // namespace

absl::StatusOr<Disposition> TasksService::Get(const CallContext&, wire::TasksGetParams* params,
                                              wire::TaskResult* result) {
  A2A_TRY_SET(const TaskAccess access, AccessTask(core_, params->token(), params->id()));
  TaskView view;
  view.history_length = params->has_history_length() ? params->history_length() : wire::kA2aMaxTaskHistory;
  view.artifacts = true;
  A2A_TRY(FillTask(core_.store, access.task, view, nullptr, result->mutable_task()));
  return Disposition::kReply;
}

absl::StatusOr<Disposition> TasksService::Status(const CallContext&, wire::TasksStatusParams* params,
                                                 wire::TaskResult* result) {
  wire::Message* message = params->has_message() ? params->mutable_message() : nullptr;
  const wire::TaskState state = params->state();
  if (message != nullptr) A2A_TRY(CheckEncodedSize(core_, message));
  A2A_TRY_SET(TaskAccess access, AccessTask(core_, params->token(), params->id()));
  const Agent& caller = *access.caller;
  const store::TaskRow& task = access.task;

  std::string content;
  if (message != nullptr) {
    content = ContentOf(core_.store, Means::kStatus, state, *message);
    A2A_TRY_SET(const store::MessageKey repeat,
                FindRepeat(core_.store, task.key, message->message_id(), caller.key, content));
    if (repeat != 0) return Reply(task, repeat, nullptr, result);
  } else if (wire::IsTerminal(state) && IsOwnEnd(access, state)) {
    return Reply(task, 0, nullptr, result);
  }
  if (wire::IsTerminal(task.state)) return TaskTerminal(task);
  if (!MayMove(task.state, state, access.party)) return InvalidTransition(task, access.party, state);
  if (message == nullptr) return Move(&access, state, nullptr, result);

  A2A_TRY(CheckFollowUpRecipient(task, access.party, *message));
  A2A_TRY_SET(store::MessageRow row,
              StampMessage(core_, task, caller.agent_id, CounterpartOf(task, access.party).agent_id, message));
  row.sender = caller.key;
  row.content_hash = content;
  // An agent can always end what it works on.
  if (!wire::IsTerminal(state)) A2A_TRY(CheckSendsPerRun(caller));
  core_.progress.Sent(access.caller);
  return Move(&access, state, &row, result);
}

absl::StatusOr<Disposition> TasksService::Cancel(const CallContext&, wire::TaskParams* params,
                                                 wire::TaskResult* result) {
  A2A_TRY_SET(TaskAccess access, AccessTask(core_, params->token(), params->id()));
  if (IsOwnEnd(access, wire::TASK_STATE_CANCELED)) return Reply(access.task, 0, nullptr, result);
  if (wire::IsTerminal(access.task.state)) return TaskTerminal(access.task);
  return Move(&access, wire::TASK_STATE_CANCELED, nullptr, result);
}

absl::StatusOr<Disposition> TasksService::Resubscribe(const CallContext&, wire::TaskParams* params,
                                                      wire::TaskResult* result) {
  A2A_TRY_SET(const TaskAccess access, AccessTask(core_, params->token(), params->id()));
  A2A_TRY(core_.deliveries.Snapshot(*access.caller, access.task, nullptr));
  return Reply(access.task, 0, nullptr, result);
}

absl::StatusOr<Disposition> TasksService::Reply(const store::TaskRow& task, store::MessageKey own,
                                                store::MessageRow* written, wire::TaskResult* result) {
  TaskView view;
  view.own = own;
  A2A_TRY(FillTask(core_.store, task, view, written, result->mutable_task()));
  return Disposition::kReply;
}

absl::StatusOr<Disposition> TasksService::Move(TaskAccess* access, wire::TaskState state, store::MessageRow* message,
                                               wire::TaskResult* result) {
  A2A_TRY_SET(Agent* const recipient, OtherParty(core_, access->task, access->party));
  Change change;
  change.cause = access->caller->key;
  change.move = state;
  change.message = message;
  change.in_status = message != nullptr;
  change.recipient = recipient;
  A2A_TRY_SET(const store::EventRow event, WriteChange(core_, change, &access->task));
  A2A_TRY(core_.deliveries.Deliver(recipient, access->task, event, message));
  A2A_TRY(WakeCalls(core_, {&access->task}));
  return Reply(access->task, message != nullptr ? message->key : 0, message, result);
}

}  // namespace a2a::broker

#include "broker/tasks_service.h"

#include <optional>
#include <string>
#include <vector>

#include "a2a/wire/constants.h"
#include "a2a/wire/paths.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "broker/artifacts.h"
#include "broker/errors.h"
#include "broker/idempotency.h"
#include "broker/page_token.h"
#include "broker/quotas.h"
#include "broker/routing.h"
#include "broker/task_machine.h"
#include "broker/view.h"
#include "broker/wakes.h"

namespace a2a::broker {
namespace {

constexpr auto kPageTokenPath = ParamsPath<wire::TasksListParams>().page_token();
constexpr auto kBeforePath = ParamsPath<wire::TasksGetParams>().before_message_id();

// The caller itself brought the task to this end: its call is a repeat.
bool IsOwnEnd(const TaskAccess& access, wire::TaskState state) {
  return access.task.state == state && access.task.ended_by == access.caller->key;
}

// Names the list that a page token belongs to.
std::string NameOfList(const Agent& caller, const wire::TasksListParams& params) {
  return absl::StrCat("tasks ", caller.key, " ", params.state(), " ", params.role(), " ", params.has_context_id(), " ",
                      params.context_id());
}

store::TaskQuery QueryOf(const Agent& caller, const wire::TasksListParams& params) {
  store::TaskQuery query;
  query.agent = caller.key;
  query.requested = params.role() != wire::TASK_ROLE_WORKER;
  query.served = params.role() != wire::TASK_ROLE_REQUESTER;
  if (params.state() != wire::TASK_STATE_UNSPECIFIED) query.state = params.state();
  if (params.has_context_id()) query.context_id = params.context_id();
  return query;
}

}  // namespace

absl::StatusOr<Disposition> TasksService::Get(const CallContext&, wire::TasksGetParams* params,
                                              wire::TaskResult* result) {
  ASSIGN_OR_RETURN(const TaskAccess access, AccessTask(core_, params->token(), params->id()));
  TaskView view;
  view.history_length = params->has_history_length() ? params->history_length() : wire::kA2aMaxTaskHistory;
  view.artifacts = true;
  if (params->has_before_message_id()) {
    ASSIGN_OR_RETURN(view.before, MessageOf(core_.store, access.task.key, params->before_message_id(), kBeforePath));
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

absl::StatusOr<Disposition> TasksService::List(const CallContext&, wire::TasksListParams* params,
                                               wire::TasksListResult* result) {
  ASSIGN_OR_RETURN(const Agent* const caller, CallerOf(core_, params->token()));
  const std::string list = NameOfList(*caller, *params);
  store::TaskQuery query = QueryOf(*caller, *params);
  if (params->has_page_token()) {
    ASSIGN_OR_RETURN(const std::string place, PlaceOf(params->page_token(), list, kPageTokenPath));
    if (!absl::SimpleAtoi(place, &query.before)) return InvalidParams(kPageTokenPath, "this is no page token");
  }
  const int64_t page = params->has_page_size() ? params->page_size() : wire::kA2aDefaultPageSize;
  query.count = page + 1;  // one more tells whether there is a next page
  ASSIGN_OR_RETURN(std::vector<store::TaskRow> rows, core_.store->ListTasks(query));
  if (static_cast<int64_t>(rows.size()) > page) {
    rows.pop_back();
    result->set_next_page_token(PageToken(list, absl::StrCat(rows.back().change)));
  }
  for (const store::TaskRow& row : rows) {
    RETURN_IF_ERROR(FillTask(core_.store, core_.registry, row, *PartyOf(row, caller->key), TaskView(), nullptr,
                             result->add_tasks()));
  }
  return Disposition::kReply;
}

absl::StatusOr<Disposition> TasksService::Artifact(const CallContext&, wire::TasksArtifactParams* params,
                                                   wire::TaskResult* result) {
  RETURN_IF_ERROR(CheckArtifactSize(core_, params->mutable_artifact()));
  ASSIGN_OR_RETURN(TaskAccess access, AccessTask(core_, params->token(), params->id()));
  store::TaskRow& task = access.task;
  std::string content;
  if (params->has_request_id()) {
    content = ArtifactContent(core_.store, *params);
    ASSIGN_OR_RETURN(const bool repeat,
                     IsArtifactRepeat(core_.store, task.key, access.party, params->request_id(), content));
    if (repeat) return Reply(access, 0, nullptr, result);
  }
  if (wire::IsTerminal(task.state)) return TaskTerminal(task);
  if (access.party != Party::kWorker) return NotTheWorker(task);
  ASSIGN_OR_RETURN(const ArtifactPlan plan, PlanArtifact(core_, task.key, params));
  ASSIGN_OR_RETURN(Agent* const recipient, OtherParty(core_, task, access.party));

  RETURN_IF_ERROR(WriteArtifact(core_.store, task.key, plan));
  if (params->has_request_id()) {
    RETURN_IF_ERROR(core_.store->InsertArtifactRequest(task.key, params->request_id(), content));
  }
  Change change;
  change.cause = access.caller->key;
  change.artifact = &plan.update;
  change.recipient = recipient;
  ASSIGN_OR_RETURN(const store::EventRow event, WriteChange(core_, change, &task));
  RETURN_IF_ERROR(core_.deliveries.Deliver(recipient, task, event, nullptr));
  RETURN_IF_ERROR(WakeCalls(core_, {&task}));
  return Reply(access, 0, nullptr, result);
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

#include "broker/messages_service.h"

#include <optional>
#include <string>
#include <utility>

#include "a2a/wire/constants.h"
#include "a2a/wire/paths.h"
#include "base/status_macros.h"
#include "broker/changes.h"
#include "broker/cycles.h"
#include "broker/errors.h"
#include "broker/push.h"
#include "broker/quotas.h"
#include "broker/routing.h"
#include "broker/view.h"
#include "broker/wakes.h"

namespace a2a::broker {
namespace {

constexpr auto kConfiguration = ParamsPath<wire::SendParams>().configuration();
constexpr auto kBlockingPath = kConfiguration.blocking();
constexpr auto kDeadlinePath = kConfiguration.deadline_seconds();
constexpr auto kPushPath = kConfiguration.push_notification_config();
constexpr auto kMessageIdPath = ParamsPath<wire::MessagesGetParams>().message_id();

bool IsBlocking(const wire::SendParams& params) { return params.configuration().blocking(); }

// 0: the call sets none.
int64_t DeadlineMillis(const wire::SendParams& params) {
  return int64_t{params.configuration().deadline_seconds()} * 1000;
}

std::optional<int32_t> HistoryLength(const wire::SendParams& params) {
  if (!params.configuration().has_history_length()) return std::nullopt;
  return params.configuration().history_length();
}

}  // namespace

absl::StatusOr<Disposition> MessagesService::Send(const CallContext& call, wire::SendParams* params,
                                                  wire::TaskResult* result) {
  return Handle({call, params, result, Means::kSend});
}

absl::StatusOr<Disposition> MessagesService::Stream(const CallContext& call, wire::SendParams* params,
                                                    wire::TaskResult* result) {
  return Handle({call, params, result, Means::kStream});
}

absl::StatusOr<Disposition> MessagesService::Get(const CallContext&, wire::MessagesGetParams* params,
                                                 wire::MessagesGetResult* result) {
  ASSIGN_OR_RETURN(const TaskAccess access, AccessTask(core_, params->token(), params->task_id()));
  ASSIGN_OR_RETURN(const store::MessageKey key,
                   MessageOf(core_.store, access.task.key, params->message_id(), kMessageIdPath));
  ASSIGN_OR_RETURN(*result->mutable_message(), core_.store->ReadMessage(key));
  return Disposition::kReply;
}

absl::StatusOr<Disposition> MessagesService::Handle(Sending sending) {
  if (IsBlocking(*sending.params) && sending.call.notification) {
    return InvalidParams(kBlockingPath, "a call without an id is never answered, so it cannot wait for an answer");
  }
  RETURN_IF_ERROR(CheckEncodedSize(core_, sending.params->mutable_message()));
  ASSIGN_OR_RETURN(sending.caller, CallerOf(core_, sending.params->token()));
  RETURN_IF_ERROR(core_.store->ExpectWrite());
  return sending.params->message().has_task_id() ? FollowUp(sending) : NewTask(sending);
}

absl::StatusOr<Disposition> MessagesService::NewTask(const Sending& sending) {
  wire::Message* message = sending.params->mutable_message();
  const Agent& requester = *sending.caller;
  const std::string content = ContentOf(core_.store, sending.means, wire::TASK_STATE_UNSPECIFIED, *message);
  ASSIGN_OR_RETURN(const std::optional<RepeatedTask> repeat,
                   FindRepeatedTask(core_.store, requester.key, message->message_id(), content));
  if (repeat.has_value()) return Repeat(sending, repeat->task, repeat->message);
  ASSIGN_OR_RETURN(Agent* const worker, WorkerOfNewTask(core_.registry, requester, *message));

  store::TaskRow task;
  task.id = core_.ids.Next(core_.Now());
  task.requester = requester.key;
  task.worker = worker->key;
  task.context_id = requester.context_id;
  task.requester_id = requester.agent_id;
  task.worker_id = worker->agent_id;
  std::string metadata = message->metadata();
  if (static_cast<int64_t>(metadata.size()) > wire::kA2aOmitAboveBytes) metadata.clear();
  ASSIGN_OR_RETURN(store::MessageRow row, StampMessage(core_, task, requester.agent_id, worker->agent_id, message));
  row.sender = requester.key;
  row.content_hash = content;
  task.metadata = std::move(metadata);
  StampDeadline(sending, &task);
  RETURN_IF_ERROR(CheckSendsPerRun(requester));
  RETURN_IF_ERROR(CheckTasksPerContext(core_.open_tasks, task.context_id));
  RETURN_IF_ERROR(CheckCaps(sending, *worker, IsBlocking(*sending.params)));
  if (IsBlocking(*sending.params)) {
    RETURN_IF_ERROR(CheckCycle(core_, requester, task, Party::kRequester, /*tells=*/true));
  }

  ASSIGN_OR_RETURN(const store::EventRow event, WriteNewTask(core_, &task, &row, worker));
  RETURN_IF_ERROR(StoreExtras(sending, task));
  if (sending.means == Means::kStream) RETURN_IF_ERROR(core_.deliveries.Snapshot(requester, task, &row));
  RETURN_IF_ERROR(core_.deliveries.Deliver(worker, task, event, &row));
  RETURN_IF_ERROR(WakeCalls(core_, {&task}));
  return Answer(sending, task, row.key, &row, Party::kRequester);
}

absl::StatusOr<Disposition> MessagesService::FollowUp(const Sending& sending) {
  wire::Message* message = sending.params->mutable_message();
  ASSIGN_OR_RETURN(TaskAccess access, AccessTask(core_, sending.caller, message->task_id()));
  store::TaskRow& task = access.task;
  const Party party = access.party;
  const std::string content = ContentOf(core_.store, sending.means, wire::TASK_STATE_UNSPECIFIED, *message);
  ASSIGN_OR_RETURN(const store::MessageKey repeat,
                   FindRepeat(core_.store, task.key, message->message_id(), sending.caller->key, content));
  if (repeat != 0) return Repeat(sending, task, repeat);
  if (wire::IsTerminal(task.state)) return TaskTerminal(task);
  const bool blocking = IsBlocking(*sending.params);
  if (blocking && party == Party::kWorker) {
    return OnlyFor(Party::kRequester, kBlockingPath, "can wait for it");
  }
  if (DeadlineMillis(*sending.params) > 0 && party == Party::kWorker) {
    return OnlyFor(Party::kRequester, kDeadlinePath, "sets its deadline");
  }
  RETURN_IF_ERROR(CheckFollowUpRecipient(task, party, *message));
  ASSIGN_OR_RETURN(Agent* const recipient, OtherParty(core_, task, party));
  ASSIGN_OR_RETURN(store::MessageRow row,
                   StampMessage(core_, task, sending.caller->agent_id, recipient->agent_id, message));
  row.sender = sending.caller->key;
  row.content_hash = content;
  const std::optional<wire::TaskState> move = MoveOfMessage(task.state, party);
  RETURN_IF_ERROR(CheckSendsPerRun(*sending.caller));
  const bool parks = blocking && !IsSettled(move.value_or(task.state));
  RETURN_IF_ERROR(CheckCaps(sending, *recipient, parks));
  if (sending.params->configuration().has_push_notification_config()) {
    const wire::PushNotificationConfig& config = sending.params->configuration().push_notification_config();
    RETURN_IF_ERROR(CheckPushRoom(core_.store, task.key, sending.caller->key, config.id(), kPushPath));
  }
  if (parks) RETURN_IF_ERROR(CheckCycle(core_, *sending.caller, task, party, /*tells=*/true));

  StampDeadline(sending, &task);
  Change change;
  change.cause = sending.caller->key;
  change.move = move;
  change.message = &row;
  change.recipient = recipient;
  ASSIGN_OR_RETURN(const store::EventRow event, WriteChange(core_, change, &task));
  RETURN_IF_ERROR(StoreExtras(sending, task));
  if (sending.means == Means::kStream) RETURN_IF_ERROR(core_.deliveries.Snapshot(*sending.caller, task, &row));
  RETURN_IF_ERROR(core_.deliveries.Deliver(recipient, task, event, &row));
  RETURN_IF_ERROR(WakeCalls(core_, {&task}));
  return Answer(sending, task, row.key, &row, party);
}

absl::Status MessagesService::CheckCaps(const Sending& sending, const Agent& recipient, bool parks) const {
  RETURN_IF_ERROR(CheckRecipientBacklog(recipient));
  return parks ? core_.parked.CheckRoom(sending.caller->key) : absl::OkStatus();
}

void MessagesService::StampDeadline(const Sending& sending, store::TaskRow* task) const {
  const int64_t millis = DeadlineMillis(*sending.params);
  if (millis > 0) task->deadline_at = core_.Now() + millis;
}

absl::Status MessagesService::StoreExtras(const Sending& sending, const store::TaskRow& task) {
  core_.progress.Sent(sending.caller);
  const int64_t deadline = DeadlineMillis(*sending.params);
  if (deadline > 0) core_.deadlines.Arm(task.key, core_.clock->MonotonicMillis() + deadline);
  if (!sending.params->configuration().has_push_notification_config()) return absl::OkStatus();
  return core_.store->PutPushConfig(
      {task.key, sending.caller->key, sending.params->configuration().push_notification_config()});
}

absl::StatusOr<Disposition> MessagesService::Answer(const Sending& sending, const store::TaskRow& task,
                                                    store::MessageKey message, store::MessageRow* written,
                                                    Party party) {
  const bool waits = IsBlocking(*sending.params) && party == Party::kRequester;
  if (waits && !IsSettled(task.state)) {
    ParkedCall parked;
    parked.call = sending.call.id;
    parked.agent = sending.caller->key;
    parked.task = task.key;
    parked.other = task.worker;
    parked.deadline = core_.clock->MonotonicMillis() + int64_t{wire::kA2aMaxStreamWaitSeconds} * 1000;
    parked.history_length = HistoryLength(*sending.params);
    parked.message = message;
    core_.parked.Park(parked);
    return Disposition::kParked;
  }
  const TaskView view{HistoryLength(*sending.params), message, /*artifacts=*/waits};
  RETURN_IF_ERROR(FillTask(core_.store, core_.registry, task, party, view, written, sending.result->mutable_task()));
  return Disposition::kReply;
}

absl::StatusOr<Disposition> MessagesService::Repeat(const Sending& sending, const store::TaskRow& task,
                                                    store::MessageKey message) {
  const Party party = *PartyOf(task, sending.caller->key);
  const bool parks = IsBlocking(*sending.params) && party == Party::kRequester && !IsSettled(task.state);
  if (parks) {
    RETURN_IF_ERROR(core_.parked.CheckRoom(sending.caller->key));
    RETURN_IF_ERROR(CheckCycle(core_, *sending.caller, task, party, /*tells=*/false));
  }
  if (sending.means == Means::kStream) RETURN_IF_ERROR(core_.deliveries.Snapshot(*sending.caller, task, nullptr));
  return Answer(sending, task, message, nullptr, party);
}

}  // namespace a2a::broker

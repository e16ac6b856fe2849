#include "broker/changes.h"

#include <cstdint>
#include <utility>

#include "a2a/wire/constants.h"
#include "a2a/wire/states.h"
#include "a2a/wire/tasks.pb.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "broker/errors.h"
#include "broker/task_machine.h"
#include "broker/view.h"

namespace a2a::broker {
namespace {

constexpr absl::string_view kMessagePath = "/params/message";

void Assign(absl::string_view value, std::string* out) { out->assign(value.data(), value.size()); }

absl::Status CheckSize(int64_t size) {
  if (size <= wire::kA2aMaxEncodedBytes) return absl::OkStatus();
  return PayloadTooLarge(wire::kA2aMaxEncodedBytesBound, size, kMessagePath);
}

// Moves what Canonicalize made into a message of its own. A large body must not stay in memory decoded as well.
wire::Message TakeJson(wire::Message* message) {
  wire::Message json;
  json.mutable_json()->swap(*message->mutable_json());
  if (json.json().size() > wire::kA2aOmitAboveBytes) {
    wire::Message drop;
    drop.Swap(message);
  }
  return json;
}

// The event of the change that brought `task` to where it stands.
absl::StatusOr<store::EventRow> WriteEvent(Core& core, const store::TaskRow& task, const Change& change) {
  store::EventRow event;
  event.seq = core.store->NextEventSeq();
  event.recipient = change.recipient->key;
  event.task = task.key;
  event.state = task.state;
  event.status_at = task.status_at;
  event.status_message = task.status_message;
  event.generation = task.generation;
  if (change.message != nullptr) event.message = change.message->key;
  if (change.artifact != nullptr) {
    event.artifact = change.artifact->json;
    event.append = change.artifact->append;
    event.last_chunk = change.artifact->last_chunk;
  }
  RETURN_IF_ERROR(core.store->InsertEvent(event));
  return event;
}

}  // namespace

absl::Status CheckEncodedSize(Core& core, wire::Message* message) {
  // JSON takes at most about six bytes for one of protobuf's; most messages need no closer look.
  if (static_cast<int64_t>(message->ByteSizeLong()) <= wire::kA2aMaxEncodedBytes / 8) return absl::OkStatus();
  // What the broker overwrites is not the sender's content. It is put back: the content hash covers it.
  std::optional<std::string> from, context_id;
  if (message->has_from()) from = std::move(*message->mutable_from());
  if (message->has_context_id()) context_id = std::move(*message->mutable_context_id());
  message->clear_from();
  message->clear_context_id();
  const int64_t size = core.store->Canonicalize(message);
  if (from.has_value()) *message->mutable_from() = *std::move(from);
  if (context_id.has_value()) *message->mutable_context_id() = *std::move(context_id);
  std::string().swap(*message->mutable_json());
  return CheckSize(size);
}

absl::StatusOr<store::MessageRow> StampMessage(Core& core, const store::TaskRow& task, absl::string_view from,
                                               absl::string_view to, wire::Message* message) {
  message->set_task_id(task.id);
  message->set_context_id(task.context_id);
  Assign(from, message->mutable_from());
  Assign(to, message->mutable_to());
  message->clear_omitted();
  RETURN_IF_ERROR(CheckSize(core.store->Canonicalize(message)));
  store::MessageRow row;
  row.message_id = message->message_id();
  row.message = TakeJson(message);
  return row;
}

absl::StatusOr<store::EventRow> WriteNewTask(Core& core, store::TaskRow* task, store::MessageRow* message,
                                             Agent* worker) {
  task->status_at = task->created_at = core.Now();
  task->key = core.store->NextTaskKey();
  task->state = wire::kInitialTaskState;
  task->messages = 1;
  message->key = core.store->NextMessageKey();
  message->task = task->key;
  RETURN_IF_ERROR(core.store->InsertTask(*task, message->message_id));
  RETURN_IF_ERROR(core.store->InsertMessage(*message));
  core.open_tasks.Opened(task->context_id);
  Change change;
  change.message = message;
  change.recipient = worker;
  return WriteEvent(core, *task, change);
}

absl::StatusOr<store::EventRow> WriteChange(Core& core, const Change& change, store::TaskRow* task) {
  const int64_t now = core.Now();  // the rows below carry it
  ++task->generation;
  if (change.message != nullptr) {
    change.message->key = core.store->NextMessageKey();
    change.message->task = task->key;
    ++task->messages;
    RETURN_IF_ERROR(core.store->InsertMessage(*change.message));
  }
  if (change.move.has_value()) {
    task->state = *change.move;
    task->status_at = now;
    task->status_message = change.in_status && change.message != nullptr ? change.message->key : 0;
    if (wire::IsTerminal(task->state)) {
      task->ended_by = change.cause;
      core.open_tasks.Closed(task->context_id);
    }
  }
  RETURN_IF_ERROR(core.store->UpdateTask(*task));
  if (change.recipient == nullptr) return store::EventRow();
  return WriteEvent(core, *task, change);
}

absl::Status WakeCalls(Core& core, const std::vector<const store::TaskRow*>& tasks) {
  std::vector<store::TaskKey> settled;
  for (const store::TaskRow* task : tasks) {
    if (IsSettled(task->state)) settled.push_back(task->key);
  }
  return AnswerParked(core, core.parked.TakeOfTasks(settled));
}

absl::Status AnswerParked(Core& core, const std::vector<ParkedCall>& calls) {
  for (const ParkedCall& call : calls) {
    ASSIGN_OR_RETURN(const std::optional<store::TaskRow> task, core.store->FindTaskByKey(call.task));
    if (!task.has_value()) return absl::InternalError("the task of a parked call is gone");
    wire::TaskResult result;
    const TaskView view{call.history_length, call.message, /*artifacts=*/true};
    RETURN_IF_ERROR(
        FillTask(core.store, core.registry, *task, Party::kRequester, view, nullptr, result.mutable_task()));
    core.sink->Finish(call.call, result);
  }
  return absl::OkStatus();
}

}  // namespace a2a::broker

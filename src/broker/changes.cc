#include "broker/changes.h"

#include <cstdint>
#include <utility>

#include "a2a/wire/constants.h"
#include "a2a/wire/paths.h"
#include "a2a/wire/states.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "broker/errors.h"

namespace a2a::broker {
namespace {

constexpr auto kMessagePath = ParamsPath<wire::SendParams>().message();
// A message stands in the same place in both calls that bring one.
static_assert(kMessagePath == ParamsPath<wire::TasksStatusParams>().message());

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
  if (to.empty()) {
    message->clear_to();
  } else {
    Assign(to, message->mutable_to());
  }
  message->clear_omitted();
  RETURN_IF_ERROR(CheckSize(core.store->Canonicalize(message)));
  store::MessageRow row;
  row.message_id = message->message_id();
  if (static_cast<int64_t>(message->json().size()) > wire::kA2aOmitAboveBytes) {
    row.omitted = core.store->OmittedForm(message, wire::kA2aOmitAboveBytes);
  }
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
  return WriteEvent(core, *task, worker->key, message->key, store::Pushes::kAll);
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
      task->deadline_at = 0;
      core.deadlines.Disarm(task->key);
      core.open_tasks.Closed(task->context_id);
    }
  }
  RETURN_IF_ERROR(core.store->UpdateTask(*task));
  if (change.recipient == nullptr) return store::EventRow();
  return WriteEvent(core, *task, change.recipient->key, change.message != nullptr ? change.message->key : 0,
                    store::Pushes::kAll, change.artifact);
}

absl::StatusOr<store::EventRow> WriteEvent(Core& core, const store::TaskRow& task, store::AgentKey recipient,
                                           store::MessageKey message, store::Pushes pushes,
                                           const ArtifactUpdate* artifact) {
  store::EventRow event;
  event.seq = core.store->NextEventSeq();
  event.recipient = recipient;
  event.task = task.key;
  event.state = task.state;
  event.status_at = task.status_at;
  event.status_message = task.status_message;
  event.generation = task.generation;
  event.message = message;
  event.pushes = pushes;
  if (artifact != nullptr) {
    event.artifact = artifact->json;
    event.append = artifact->append;
    event.last_chunk = artifact->last_chunk;
  }
  RETURN_IF_ERROR(core.store->InsertEvent(event));
  return event;
}

}  // namespace a2a::broker

#include "broker/view.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "a2a/wire/constants.h"
#include "a2a/wire/states.h"
#include "base/clock.h"
#include "base/status_macros.h"

namespace a2a::broker {
namespace {

// What a reply needs beside artifacts, status message and history: envelope, ids and names at their longest, escaped.
constexpr int64_t kFrameReserve = 64 * 1024;

int64_t Room(const wire::Task& task) {
  int64_t used = kFrameReserve + task.metadata().size();
  for (const wire::Artifact& artifact : task.artifacts()) used += artifact.json().size() + 1;
  return wire::kA2aMaxOutFrameBytes - used;
}

int64_t SizeOf(const wire::TaskStatus& status) { return status.message().json().size(); }

absl::Status FillOwn(store::Store* store, store::MessageKey own, store::MessageRow* written, int64_t room,
                     wire::Task* out) {
  if (written != nullptr && written->key == own) {
    if (static_cast<int64_t>(written->message.json().size()) <= room) out->add_history()->Swap(&written->message);
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(wire::Message message, store->ReadMessage(own));
  if (static_cast<int64_t>(message.json().size()) <= room) out->add_history()->Swap(&message);
  return absl::OkStatus();
}

absl::Status FillNewest(store::Store* store, const store::TaskRow& task, store::MessageKey before, int32_t count,
                        int64_t room, wire::Task* out) {
  ASSIGN_OR_RETURN(std::vector<wire::Message> newest, store->ReadHistory(task.key, before, count, room));
  size_t kept = 0;
  while (kept < newest.size()) {
    room -= newest[kept].json().size() + 1;
    if (room < 0) break;
    ++kept;
  }
  for (size_t i = kept; i > 0; --i) out->add_history()->Swap(&newest[i - 1]);
  return absl::OkStatus();
}

// In omitted form when it is large.
absl::Status FillMessage(store::Store* store, store::MessageKey key, const store::MessageRow* written,
                         wire::Message* out) {
  const bool at_hand = written != nullptr && written->key == key;
  if (at_hand && static_cast<int64_t>(written->message.json().size()) <= wire::kA2aOmitAboveBytes) {
    out->set_json(written->message.json());
    return absl::OkStatus();
  }
  if (at_hand && !written->omitted.json().empty()) {
    out->set_json(written->omitted.json());
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(wire::Message message, store->ReadMessageOrOmitted(key, wire::kA2aOmitAboveBytes));
  out->Swap(&message);
  return absl::OkStatus();
}

}  // namespace

absl::Status FillStatus(store::Store* store, const StatusRef& status, const store::MessageRow* written,
                        wire::TaskStatus* out) {
  out->set_state(status.state);
  out->set_timestamp(FormatIsoMillis(status.at));
  if (status.message == 0) return absl::OkStatus();
  return FillMessage(store, status.message, written, out->mutable_message());
}

absl::Status FillEvent(store::Store* store, const Agent& recipient, const store::TaskRow& task,
                       const store::EventRow& event, const store::MessageRow* written,
                       wire::TaskEventNotification* out) {
  out->set_recipient(recipient.agent_id);
  out->set_recipient_context_id(recipient.context_id);
  out->set_context_id(task.context_id);
  if (event.seq != 0) out->set_seq(event.seq);
  if (!event.artifact.empty()) {
    wire::TaskArtifactUpdateEvent* update = out->mutable_event()->mutable_artifact_update();
    update->set_task_id(task.id);
    update->set_context_id(task.context_id);
    update->mutable_artifact()->set_json(event.artifact);
    if (event.append) update->set_append(true);
    if (event.last_chunk) update->set_last_chunk(true);
    update->set_generation(event.generation);
    return absl::OkStatus();
  }
  wire::TaskStatusUpdateEvent* update = out->mutable_event()->mutable_status_update();
  update->set_task_id(task.id);
  update->set_context_id(task.context_id);
  update->set_final(wire::IsTerminal(event.state));
  update->set_generation(event.generation);
  RETURN_IF_ERROR(
      FillStatus(store, {event.state, event.status_at, event.status_message}, written, update->mutable_status()));
  if (event.message == 0 || event.message == event.status_message) return absl::OkStatus();
  return FillMessage(store, event.message, written, out->mutable_message());
}

absl::Status FillTask(store::Store* store, const Registry& registry, const store::TaskRow& task, Party viewer,
                      const TaskView& view, store::MessageRow* written, wire::Task* out) {
  out->set_id(task.id);
  out->set_context_id(task.context_id);
  out->set_agent_name(task.worker_id);
  out->set_requester_name(task.requester_id);
  out->set_generation(task.generation);
  out->set_history_total(static_cast<int32_t>(task.messages));
  out->set_number(task.key);
  const Agent* counterpart = registry.FindByKey(CounterpartOf(task, viewer).key);
  out->set_counterpart_live(counterpart != nullptr && counterpart->live());
  out->set_metadata(task.metadata);
  if (view.artifacts) {
    ASSIGN_OR_RETURN(std::vector<wire::Artifact> artifacts, store->ReadArtifacts(task.key));
    for (wire::Artifact& artifact : artifacts) {
      if (static_cast<int64_t>(artifact.json().size()) < Room(*out)) out->add_artifacts()->Swap(&artifact);
    }
  }
  RETURN_IF_ERROR(FillStatus(store, {task.state, task.status_at, task.status_message}, written, out->mutable_status()));
  int64_t room = Room(*out) - SizeOf(out->status());
  if (room < 0) {  // the message stays in the store, the state is told
    room += SizeOf(out->status());
    out->mutable_status()->clear_message();
  }
  if (view.history_length.has_value()) {
    const int32_t count = std::min(*view.history_length, wire::kA2aMaxTaskHistory);
    return count > 0 ? FillNewest(store, task, view.before, count, room, out) : absl::OkStatus();
  }
  return view.own != 0 ? FillOwn(store, view.own, written, room, out) : absl::OkStatus();
}

}  // namespace a2a::broker

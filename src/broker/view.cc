#include "broker/view.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "a2a/wire/constants.h"
#include "base/clock.h"
#include "base/status_macros.h"

namespace a2a::broker {
namespace {

// What a reply needs beside artifacts, status message and history: envelope, ids and names at their longest, escaped.
constexpr int64_t kFrameReserve = 64 * 1024;

int64_t Room(const wire::Task& task) {
  int64_t used = kFrameReserve;
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

absl::Status FillNewest(store::Store* store, const store::TaskRow& task, int32_t count, int64_t room, wire::Task* out) {
  ASSIGN_OR_RETURN(std::vector<wire::Message> newest, store->ReadHistory(task.key, count, room));
  size_t kept = 0;
  while (kept < newest.size()) {
    room -= newest[kept].json().size() + 1;
    if (room < 0) break;
    ++kept;
  }
  for (size_t i = kept; i > 0; --i) out->add_history()->Swap(&newest[i - 1]);
  return absl::OkStatus();
}

}  // namespace

absl::Status FillStatus(store::Store* store, const StatusRef& status, const store::MessageRow* written,
                        wire::TaskStatus* out) {
  out->set_state(status.state);
  out->set_timestamp(FormatIsoMillis(status.at));
  if (status.message == 0) return absl::OkStatus();
  const bool at_hand = written != nullptr && written->key == status.message;
  if (at_hand && written->message.json().size() <= wire::kA2aOmitAboveBytes) {
    out->mutable_message()->set_json(written->message.json());
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(wire::Message message, store->ReadMessageOrOmitted(status.message, wire::kA2aOmitAboveBytes));
  out->mutable_message()->Swap(&message);
  return absl::OkStatus();
}

absl::Status FillTask(store::Store* store, const store::TaskRow& task, const TaskView& view, store::MessageRow* written,
                      wire::Task* out) {
  out->set_id(task.id);
  out->set_context_id(task.context_id);
  out->set_agent_name(task.worker_id);
  out->set_requester_name(task.requester_id);
  out->set_generation(task.generation);
  out->set_history_total(static_cast<int32_t>(task.messages));
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
    return count > 0 ? FillNewest(store, task, count, room, out) : absl::OkStatus();
  }
  return view.own != 0 ? FillOwn(store, view.own, written, room, out) : absl::OkStatus();
}

}  // namespace a2a::broker

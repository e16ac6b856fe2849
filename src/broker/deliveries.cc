#include "broker/deliveries.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "a2a/wire/notifications.h"
#include "base/status_macros.h"
#include "broker/push.h"
#include "broker/view.h"

namespace a2a::broker {
namespace {

constexpr int64_t kEventsPerRead = 64;

}  // namespace

absl::Status Deliveries::Deliver(Agent* recipient, const store::TaskRow& task, const store::EventRow& event,
                                 const store::MessageRow* written) {
  if (*acks_) {
    parked_->WakeWaits(recipient->key, task.key);
    parked_->WakeWaits(recipient->key, 0);
  }
  const bool held = !recipient->live() || waiting_.contains(recipient->key);
  const bool notifies = !held && sink_->Accepting();
  if (!held && !notifies) Wait(recipient->key);
  if (*acks_ || !notifies) undo_->Set(&recipient->undelivered, recipient->undelivered + 1);
  if (!notifies) return absl::OkStatus();
  RETURN_IF_ERROR(Notify(*recipient, task, event, written, true).status());
  Notified(recipient, event.seq);
  return absl::OkStatus();
}

absl::Status Deliveries::Snapshot(const Agent& caller, const store::TaskRow& task, const store::MessageRow* written) {
  store::EventRow event;
  event.state = task.state;
  event.status_at = task.status_at;
  event.status_message = task.status_message;
  event.generation = task.generation;
  return Notify(caller, task, event, written, false).status();
}

void Deliveries::Resume(Agent* agent) {
  if (*acks_) {
    undo_->Set(&agent->notified_through, store_->last_seq());
    return;
  }
  if (agent->undelivered > 0 && !waiting_.contains(agent->key)) Wait(agent->key);
}

absl::Status Deliveries::Drain(int64_t max_bytes) {
  int64_t bytes = 0;
  const std::vector<store::AgentKey> keys(waiting_.begin(), waiting_.end());
  for (store::AgentKey key : keys) {
    Agent* agent = registry_->FindByKey(key);
    while (agent != nullptr) {
      ASSIGN_OR_RETURN(
          const std::vector<store::EventRow> events,
          store_->EventsAfter(key, std::max(agent->notified_through, agent->recordable_through), kEventsPerRead));
      for (const store::EventRow& event : events) {
        if (bytes >= max_bytes || !sink_->Accepting()) return absl::OkStatus();
        ASSIGN_OR_RETURN(const int64_t size, NotifyHeld(agent, event));
        bytes += size;
      }
      if (events.size() < kEventsPerRead) {
        if (!*acks_) undo_->Set(&agent->undelivered, 0);
        break;
      }
    }
    StopWaiting(key);
  }
  return absl::OkStatus();
}

absl::StatusOr<int64_t> Deliveries::NotifyHeld(Agent* recipient, const store::EventRow& event) {
  ASSIGN_OR_RETURN(const std::optional<store::TaskRow> task, store_->FindTaskByKey(event.task));
  int64_t size = 0;
  if (task.has_value()) {
    ASSIGN_OR_RETURN(size, Notify(*recipient, *task, event, nullptr, true));
  }
  if (!*acks_) undo_->Set(&recipient->undelivered, recipient->undelivered - 1);
  Notified(recipient, event.seq);
  return size;
}

void Deliveries::Notified(Agent* recipient, store::EventSeq seq) {
  if (*acks_) {
    undo_->Set(&recipient->notified_through, seq);
  } else {
    progress_->Notified(recipient, seq);
  }
}

absl::StatusOr<int64_t> Deliveries::Notify(const Agent& recipient, const store::TaskRow& task,
                                           const store::EventRow& event, const store::MessageRow* written,
                                           bool with_pushes) {
  scratch_.Clear();
  RETURN_IF_ERROR(FillEvent(store_, recipient, task, event, written, &scratch_));
  frame_.clear();
  wire::AppendEventNotification(scratch_, &frame_);
  sink_->Notify(frame_);
  int64_t bytes = frame_.size();
  const wire::TaskStatusUpdateEvent& update = scratch_.event().status_update();
  if (!with_pushes || !update.final()) return bytes;
  RETURN_IF_ERROR(ForEachPush(store_, task, recipient, event.pushes, update.status(), [&](absl::string_view frame) {
    sink_->Notify(frame);
    bytes += frame.size();
  }));
  return bytes;
}

void Deliveries::Wait(store::AgentKey agent) {
  waiting_.insert(agent);
  undo_->Add([this, agent] { waiting_.erase(agent); });
}

void Deliveries::StopWaiting(store::AgentKey agent) {
  waiting_.erase(agent);
  undo_->Add([this, agent] { waiting_.insert(agent); });
}

}  // namespace a2a::broker

#include "broker/progress.h"

#include "base/status_macros.h"

namespace a2a::broker {

void Progress::Sent(Agent* agent) {
  undo_->Set(&agent->sends, agent->sends + 1);
  dirty_.insert(agent->key);
}

void Progress::NewRun(Agent* agent) {
  if (agent->sends == 0) return;
  undo_->Set(&agent->sends, 0);
  dirty_.insert(agent->key);
  required_ = true;
}

void Progress::Notified(Agent* agent, store::EventSeq seq) {
  undo_->Set(&agent->notified_through, seq);
  dirty_.insert(agent->key);
}

void Progress::Acknowledged(Agent* agent, store::EventSeq through) {
  undo_->Set(&agent->recordable_through, through);
  dirty_.insert(agent->key);
  required_ = true;
}

absl::Status Progress::Flush() {
  if (!required_ && !store_->in_transaction()) return absl::OkStatus();
  for (store::AgentKey key : dirty_) {
    const Agent* agent = registry_->FindByKey(key);
    if (agent == nullptr) continue;  // ended in this batch, or its registration was undone
    if (agent->sends == agent->recorded_sends && agent->recordable_through == agent->recorded_through) continue;
    RETURN_IF_ERROR(store_->UpdateAgentProgress(key, agent->sends, agent->recordable_through));
  }
  flushed_ = true;
  return absl::OkStatus();
}

void Progress::Committed(bool acks) {
  for (auto at = dirty_.begin(); at != dirty_.end();) {
    Agent* agent = registry_->FindByKey(*at);
    if (agent == nullptr) {
      at = dirty_.erase(at);
      continue;
    }
    if (flushed_) {
      agent->recorded_sends = agent->sends;
      agent->recorded_through = agent->recordable_through;
    }
    if (!acks) agent->recordable_through = agent->notified_through;
    const bool recorded = agent->sends == agent->recorded_sends && agent->recordable_through == agent->recorded_through;
    at = recorded ? dirty_.erase(at) : std::next(at);
  }
  required_ = flushed_ = false;
}

}  // namespace a2a::broker

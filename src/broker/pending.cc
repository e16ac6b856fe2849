#include "broker/pending.h"

#include <algorithm>
#include <optional>
#include <string>

#include "a2a/wire/codec.h"
#include "a2a/wire/constants.h"
#include "base/status_macros.h"
#include "broker/view.h"

namespace a2a::broker {
namespace {

constexpr int64_t kEventsPerRead = 64;

absl::StatusOr<std::vector<store::EventRow>> Read(Core& core, const Agent& agent, store::TaskKey task,
                                                  store::EventSeq after, int64_t max) {
  after = std::max(after, agent.recordable_through);
  if (task == 0) return core.store->EventsAfter(agent.key, after, max);
  return core.store->EventsOfTaskAfter(agent.key, task, after, max);
}

// `count` events were undelivered until now.
void Delivered(Core& core, Agent* agent, int64_t count) {
  core.undo.Set(&agent->undelivered, agent->undelivered - count);
}

// Marked events that no gap keeps apart from what is delivered need their marks no longer. `highest` is the highest
// number that was acknowledged.
absl::Status CloseGap(Core& core, Agent* agent, store::EventSeq highest) {
  if (highest <= agent->recordable_through) return absl::OkStatus();
  store::EventSeq through = highest;
  if (agent->undelivered > 0) {
    ASSIGN_OR_RETURN(const std::vector<store::EventRow> first, Read(core, *agent, 0, 0, 1));
    if (!first.empty()) through = std::min(through, first.front().seq - 1);
  }
  if (through > agent->recordable_through) core.progress.Acknowledged(agent, through);
  return absl::OkStatus();
}

// Acknowledges those of `seqs`, ascending, that follow on what is delivered. Returns where the first gap is.
absl::StatusOr<size_t> AckInOrder(Core& core, Agent* agent, const std::vector<store::EventSeq>& seqs) {
  size_t at = 0;
  while (at < seqs.size()) {
    const int64_t left = seqs.size() - at;
    ASSIGN_OR_RETURN(const std::vector<store::EventRow> events,
                     Read(core, *agent, 0, 0, std::min(left, kEventsPerRead)));
    if (events.empty()) return seqs.size();  // there is nothing to acknowledge
    for (const store::EventRow& event : events) {
      at = std::lower_bound(seqs.begin() + at, seqs.end(), event.seq) - seqs.begin();
      if (at == seqs.size() || seqs[at] != event.seq) return at;
      Delivered(core, agent, 1);
      core.progress.Acknowledged(agent, event.seq);
      ++at;
      if (at == seqs.size()) break;
    }
  }
  return at;
}

}  // namespace

absl::Status FillPending(Core& core, const Agent& agent, store::TaskKey task, store::EventSeq after, int64_t max,
                         wire::EventsWaitResult* result) {
  result->set_more(false);
  if (agent.undelivered == 0) return absl::OkStatus();
  ASSIGN_OR_RETURN(const std::vector<store::EventRow> rows, Read(core, agent, task, after, max + 1));
  int64_t bytes = 0;
  std::string json;
  for (const store::EventRow& row : rows) {
    result->set_more(result->events_size() == max);
    if (result->more()) break;
    ASSIGN_OR_RETURN(const std::optional<store::TaskRow> of, core.store->FindTaskByKey(row.task));
    if (!of.has_value()) return absl::InternalError("the task of an undelivered event is gone");
    wire::TaskEventNotification* event = result->add_events();
    RETURN_IF_ERROR(FillEvent(core.store, agent, *of, row, nullptr, event));
    json.clear();
    wire::Encode(*event, &json);
    bytes += json.size() + 1;
    if (result->events_size() == 1 || bytes <= wire::kA2aMaxWaitBytes) continue;
    result->mutable_events()->RemoveLast();
    result->set_more(true);
    break;
  }
  return absl::OkStatus();
}

absl::Status AckThrough(Core& core, Agent* agent, store::TaskKey task, store::EventSeq through) {
  if (through <= agent->recordable_through) return absl::OkStatus();
  if (agent->undelivered > 0) {
    int64_t count = 0;
    if (task == 0) {
      ASSIGN_OR_RETURN(count, core.store->CountEvents(agent->key, agent->recordable_through, through));
    } else {
      ASSIGN_OR_RETURN(count, core.store->MarkTaskDelivered(agent->key, task, agent->recordable_through, through));
    }
    Delivered(core, agent, count);
  }
  if (task != 0) return CloseGap(core, agent, through);
  core.progress.Acknowledged(agent, through);
  return absl::OkStatus();
}

absl::Status AckSeqs(Core& core, Agent* agent, std::vector<store::EventSeq> seqs) {
  std::sort(seqs.begin(), seqs.end());
  seqs.erase(std::unique(seqs.begin(), seqs.end()), seqs.end());
  seqs.erase(seqs.begin(), std::upper_bound(seqs.begin(), seqs.end(), agent->recordable_through));
  if (seqs.empty()) return absl::OkStatus();
  ASSIGN_OR_RETURN(size_t at, AckInOrder(core, agent, seqs));
  for (; at < seqs.size() && agent->undelivered > 0; ++at) {
    ASSIGN_OR_RETURN(const int64_t count, core.store->MarkDelivered(agent->key, agent->recordable_through, seqs[at]));
    Delivered(core, agent, count);
  }
  return CloseGap(core, agent, seqs.back());
}

}  // namespace a2a::broker

// Events, each addressed to one instance. An agent's events are delivered up to a seq of its progress; those above it
// that are delivered all the same are marked one by one.
#include <limits>
#include <utility>

#include "a2a/wire/codec.h"
#include "store/store_impl.h"

namespace a2a::store {
namespace {

// Bits of the column `chunk`.
constexpr int64_t kAppend = 1;
constexpr int64_t kLastChunk = 2;

absl::StatusOr<std::vector<EventRow>> ReadEvents(StoreImpl* impl, AgentKey recipient, Rows* found) {
  Rows& rows = *found;
  std::vector<EventRow> events;
  while (rows.Next()) {
    EventRow& event = events.emplace_back();
    event.seq = rows->Int(0);
    event.recipient = recipient;
    event.task = rows->Int(1);
    if (!wire::FromWire(rows->Text(2), &event.state)) return impl->FailDamaged("unknown state of an event");
    event.status_at = rows->Int(3);
    event.status_message = rows->Int(4);
    event.generation = rows->Int(5);
    event.message = rows->Int(6);
    event.pushes = static_cast<Pushes>(rows->Int(7));
    event.append = (rows->Int(8) & kAppend) != 0;
    event.last_chunk = (rows->Int(8) & kLastChunk) != 0;
    event.artifact = std::string(rows->Text(9));
  }
  if (!rows.status().ok()) return rows.status();
  return events;
}

}  // namespace

absl::Status Store::InsertEvent(const EventRow& event) {
  std::optional<absl::string_view> artifact;
  if (!event.artifact.empty()) artifact = event.artifact;
  return impl_->Write(Sql::kInsertEvent, event.recipient, event.seq, event.task, wire::WireName(event.state),
                      event.status_at, NullIfZero{event.status_message}, event.generation, impl_->now.stamp,
                      NullIfZero{event.message}, static_cast<int64_t>(event.pushes),
                      (event.append ? kAppend : 0) | (event.last_chunk ? kLastChunk : 0), artifact);
}

absl::StatusOr<std::vector<EventRow>> Store::EventsAfter(AgentKey recipient, EventSeq after, int64_t max) {
  Rows rows(impl_.get(), Sql::kEventsAfter, recipient, after, max);
  return ReadEvents(impl_.get(), recipient, &rows);
}

absl::StatusOr<std::vector<EventRow>> Store::EventsOfTaskAfter(AgentKey recipient, TaskKey task, EventSeq after,
                                                               int64_t max) {
  Rows rows(impl_.get(), Sql::kEventsOfTaskAfter, recipient, after, max, task);
  return ReadEvents(impl_.get(), recipient, &rows);
}

absl::StatusOr<int64_t> Store::CountEvents(AgentKey recipient, EventSeq after, EventSeq through) {
  int64_t count = 0;
  Rows rows(impl_.get(), Sql::kCountEvents, recipient, after, through);
  if (rows.Next()) count = rows->Int(0);
  if (!rows.status().ok()) return rows.status();
  return count;
}

absl::StatusOr<int64_t> Store::CountEventsAfter(AgentKey recipient, EventSeq after) {
  return CountEvents(recipient, after, std::numeric_limits<EventSeq>::max());
}

absl::StatusOr<int64_t> Store::MarkDelivered(AgentKey recipient, EventSeq after, EventSeq seq) {
  absl::Status status = impl_->Write(Sql::kMarkDelivered, recipient, after, seq);
  if (!status.ok()) return status;
  return impl_->changed_rows();
}

absl::StatusOr<int64_t> Store::MarkTaskDelivered(AgentKey recipient, TaskKey task, EventSeq after, EventSeq through) {
  absl::Status status = impl_->Write(Sql::kMarkTaskDelivered, recipient, after, through, task);
  if (!status.ok()) return status;
  return impl_->changed_rows();
}

}  // namespace a2a::store

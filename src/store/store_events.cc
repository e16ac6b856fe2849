// Events, each addressed to one instance.
#include <utility>

#include "a2a/wire/codec.h"
#include "store/store_impl.h"

namespace a2a::store {

absl::Status Store::InsertEvent(const EventRow& event) {
  return impl_->Write(Sql::kInsertEvent, event.recipient, event.seq, event.task, wire::WireName(event.state),
                      event.status_at, NullIfZero{event.status_message}, event.generation, impl_->now.stamp);
}

absl::StatusOr<std::vector<EventRow>> Store::EventsAfter(AgentKey recipient, EventSeq after, int64_t max) {
  std::vector<EventRow> events;
  Rows rows(impl_.get(), Sql::kEventsAfter, recipient, after, max);
  while (rows.Next()) {
    EventRow& event = events.emplace_back();
    event.seq = rows->Int(0);
    event.recipient = recipient;
    event.task = rows->Int(1);
    if (!wire::FromWire(rows->Text(2), &event.state)) return impl_->FailDamaged("unknown state of an event");
    event.status_at = rows->Int(3);
    event.status_message = rows->Int(4);
    event.generation = rows->Int(5);
  }
  if (!rows.status().ok()) return rows.status();
  return events;
}

absl::StatusOr<int64_t> Store::CountEventsAfter(AgentKey recipient, EventSeq after) {
  int64_t count = 0;
  Rows rows(impl_.get(), Sql::kCountEventsAfter, recipient, after);
  if (rows.Next()) count = rows->Int(0);
  if (!rows.status().ok()) return rows.status();
  return count;
}

}  // namespace a2a::store

// The parts of the broker, in one place that its handlers share. Built by Broker; owner thread only.
#ifndef A2A_BROKER_CORE_H_
#define A2A_BROKER_CORE_H_

#include <cstdint>

#include "absl/status/status.h"
#include "base/call.h"
#include "base/clock.h"
#include "base/random.h"
#include "broker/deadlines.h"
#include "broker/deliveries.h"
#include "broker/grace.h"
#include "broker/options.h"
#include "broker/parked_calls.h"
#include "broker/progress.h"
#include "broker/quotas.h"
#include "broker/registry.h"
#include "broker/undo_log.h"
#include "broker/upkeep.h"
#include "store/store.h"

namespace a2a::broker {

struct Core {
  Core(const Options& options_in, store::Store* store_in, Clock* clock_in, RandomSource* random_in)
      : options(options_in), store(store_in), clock(clock_in), random(random_in) {}

  // The stamp of everything that the current batch writes.
  int64_t Now() const { return store->NextStamp(clock->WallMillis()); }

  const Options options;
  store::Store* const store;
  Clock* const clock;
  RandomSource* const random;
  CallSink* sink = nullptr;

  // The client acknowledges events. The first successful handshake of this run decides; no agent is live before.
  bool acks = false;

  UuidV7Source ids{random};
  UndoLog undo;
  Registry registry{&undo};
  OpenTasks open_tasks{&undo};
  Deadlines deadlines{&undo};
  ParkedCalls parked{&undo};
  Progress progress{store, &registry, &undo};
  Deliveries deliveries{store, &registry, &progress, &parked, &acks, &undo};
  Grace grace{options, clock, &undo};
  Upkeep upkeep{options, store, clock};
};

}  // namespace a2a::broker

#endif  // A2A_BROKER_CORE_H_

// What the operator decides about the broker. Values only.
#ifndef A2A_BROKER_OPTIONS_H_
#define A2A_BROKER_OPTIONS_H_

#include <cstdint>

#include "a2a/wire/constants.h"

namespace a2a::broker {

struct Options {
  // Seconds after the first handshake in which an agent cut off by a stop of the host can be reclaimed (section 3).
  int64_t reclaim_grace_seconds = wire::kA2aReclaimGraceSeconds;
  // Age in seconds at which delivered events and those of ended instances go (section 5).
  int64_t event_retention_seconds = wire::kA2aEventRetentionSeconds;
  // Age in seconds at which terminal tasks go (section 7); 0: they stay.
  int64_t task_retention_seconds = 0;
};

}  // namespace a2a::broker

#endif  // A2A_BROKER_OPTIONS_H_

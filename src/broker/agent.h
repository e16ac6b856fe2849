// One instance of an agent as the broker holds it in memory: live, or cut off by a stop of the host and still to be
// reclaimed (contract section 3). Owner thread only; numbers change through the undo log.
#ifndef A2A_BROKER_AGENT_H_
#define A2A_BROKER_AGENT_H_

#include <cstdint>
#include <string>

#include "a2a/wire/types.pb.h"
#include "store/store.h"

namespace a2a::broker {

struct Agent {
  store::AgentKey key = 0;
  std::string requested_name;
  std::string agent_id;
  std::string context_id;
  wire::AgentKind kind = wire::AGENT_KIND_SUBAGENT;
  wire::AgentCard card;  // only `json` is set
  std::string token;     // empty: not live

  int64_t sends = 0;             // messages sent in the current run
  int64_t undelivered = 0;       // stored events that it was not notified of; with acks: that it did not acknowledge
  int64_t notified_through = 0;  // highest seq it was notified of

  // What the next commit may record as delivered. With acks: up to here all is acknowledged. Without: what earlier
  // batches notified; a notification leaves after its batch is on disk, so recording it in the same batch could lose it
  // in a crash.
  int64_t recordable_through = 0;
  // What the store holds.
  int64_t recorded_through = 0;
  int64_t recorded_sends = 0;

  bool live() const { return !token.empty(); }
};

}  // namespace a2a::broker

#endif  // A2A_BROKER_AGENT_H_

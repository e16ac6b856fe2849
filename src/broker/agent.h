// One instance of an agent as the broker holds it in memory: live, or cut off by a stop of the host and still to be
// reclaimed (contract section 3). Owner thread only; numbers change through the undo log.
#ifndef A2A_BROKER_AGENT_H_
#define A2A_BROKER_AGENT_H_

#include <cstdint>
#include <string>

#include "a2a/wire/types.pb.h"
#include "store/store.h"

namespace a2a::broker {

// What every registration of an instance sets anew: the first one, and each by which it is reclaimed or taken over.
struct Registration {
  std::string token;        // empty: not live
  std::string secret_hash;  // of its resume secret; empty: it has none
  bool by_name = true;      // its name alone reclaims it
  wire::AgentCard card;     // as listed, but for lastSeen; `json` is not set
  int64_t card_bytes = 0;   // of the card as stored
};

struct Agent {
  store::AgentKey key = 0;
  std::string requested_name;
  std::string agent_id;
  std::string context_id;
  wire::AgentKind kind = wire::AGENT_KIND_SUBAGENT;
  Registration registration;
  // Stamp of the last call with the token. A failed batch leaves it: the call was made, whatever became of it.
  int64_t last_seen = 0;

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

  bool live() const { return !registration.token.empty(); }
};

}  // namespace a2a::broker

#endif  // A2A_BROKER_AGENT_H_

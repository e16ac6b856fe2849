// Who is who in a task, and which moves are whose (contract section 4.2). The table is generated; this adds the roles.
// Pure functions: any thread.
#ifndef A2A_BROKER_TASK_MACHINE_H_
#define A2A_BROKER_TASK_MACHINE_H_

#include <optional>

#include "a2a/wire/states.h"
#include "a2a/wire/types.pb.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "store/store.h"

namespace a2a::broker {

enum class Party { kRequester, kWorker };

constexpr Party OtherThan(Party party) { return party == Party::kRequester ? Party::kWorker : Party::kRequester; }
// As the wire calls it.
absl::string_view PartyName(Party party);

// By instance, never by name: a later agent of the same name is a stranger.
std::optional<Party> PartyOf(const store::TaskRow& task, store::AgentKey agent);

// The other party of the task.
struct Counterpart {
  store::AgentKey key;
  const std::string& agent_id;
};
Counterpart CounterpartOf(const store::TaskRow& task, Party party);

// Moves that the party may make from `from`.
absl::Span<const wire::TaskState> AllowedFor(wire::TaskState from, Party party);
bool MayMove(wire::TaskState from, wire::TaskState to, Party party);

// The move that a message of the party makes by itself; none: the state stays.
std::optional<wire::TaskState> MoveOfMessage(wire::TaskState state, Party sender);

// Where a blocking send waits no longer.
inline bool IsSettled(wire::TaskState state) { return wire::IsTerminal(state) || wire::IsPaused(state); }

}  // namespace a2a::broker

#endif  // A2A_BROKER_TASK_MACHINE_H_

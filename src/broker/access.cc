#include "broker/access.h"

#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "broker/errors.h"

namespace a2a::broker {

absl::StatusOr<Agent*> CallerOf(const Core& core, absl::string_view token) {
  Agent* caller = core.registry.FindByToken(token);
  if (caller == nullptr) return UnknownToken();
  caller->last_seen = core.Now();
  return caller;
}

absl::StatusOr<TaskAccess> AccessTask(const Core& core, Agent* caller, absl::string_view task_id) {
  ASSIGN_OR_RETURN(std::optional<store::TaskRow> task, core.store->FindTask(task_id));
  if (!task.has_value()) return UnknownTask();
  const std::optional<Party> party = PartyOf(*task, caller->key);
  if (!party.has_value()) return NotAParty(*task);
  return TaskAccess{caller, *party, std::move(*task)};
}

absl::StatusOr<TaskAccess> AccessTask(const Core& core, absl::string_view token, absl::string_view task_id) {
  ASSIGN_OR_RETURN(Agent* const caller, CallerOf(core, token));
  return AccessTask(core, caller, task_id);
}

absl::StatusOr<store::MessageKey> MessageOf(store::Store* store, store::TaskKey task, absl::string_view message_id,
                                            absl::string_view path) {
  ASSIGN_OR_RETURN(const std::optional<store::MessageRow> row, store->FindMessage(task, message_id));
  if (!row.has_value()) return InvalidParams(path, "the task holds no message of this id");
  return row->key;
}

absl::StatusOr<Agent*> OtherParty(const Core& core, const store::TaskRow& task, Party party) {
  Agent* other = core.registry.FindByKey(CounterpartOf(task, party).key);
  if (other == nullptr) return absl::InternalError(absl::StrCat("open task ", task.id, " has lost a party"));
  return other;
}

}  // namespace a2a::broker

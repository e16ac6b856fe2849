#include "broker/errors.h"

#include "a2a/wire/codec.h"
#include "a2a/wire/errors.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/error.h"

namespace a2a::broker {
namespace {

void Assign(absl::string_view value, std::string* out) { out->assign(value.data(), value.size()); }

void SetCandidates(const std::vector<std::string>& candidates, wire::ErrorData* data) {
  for (const std::string& candidate : candidates) data->add_candidates(candidate);
}

absl::string_view EndedBy(const store::TaskRow& task) {
  if (task.ended_by == task.requester) return task.requester_id;
  if (task.ended_by == task.worker) return task.worker_id;
  return wire::kBrokerName;
}

}  // namespace

absl::Status InvalidParams(absl::string_view path, absl::string_view text) {
  wire::ErrorData data;
  Assign(path, data.mutable_path());
  return MakeError(wire::kErrorInvalidParams, absl::StrCat(path, ": ", text), &data);
}

absl::Status PayloadTooLarge(const wire::BoundInfo& bound, int64_t actual, absl::string_view path) {
  wire::ErrorData data;
  Assign(bound.limit, data.mutable_limit());
  Assign(path, data.mutable_path());
  data.set_max(bound.value);
  data.set_actual(actual);
  return MakeError(wire::kErrorA2aPayloadTooLarge,
                   absl::StrCat(path, ": at most ", bound.value, " ", bound.unit, ", this has ", actual), &data);
}

absl::Status OnlyFor(Party party, absl::string_view path, absl::string_view text) {
  return InvalidParams(path, absl::StrCat("only the ", PartyName(party), " of a task ", text, "; you are its ",
                                          PartyName(OtherThan(party))));
}

absl::Status UnknownToken() {
  return MakeError(wire::kErrorA2aUnknownToken,
                   "No live agent has this token: it was never minted, or its agent has ended.");
}

absl::Status CannotResume() {
  return MakeError(
      wire::kErrorA2aUnknownToken,
      "There is no instance to resume with this agentId, secret, kind and contextId: one of them is wrong, "
      "or the instance has ended. Nothing was registered.");
}

absl::Status UnknownTask() { return MakeError(wire::kErrorA2aUnknownTask, "There is no task with this id."); }

absl::Status NotAParty(const store::TaskRow& task) {
  return MakeError(wire::kErrorA2aUnknownAgent, absl::StrCat("You are neither ", PartyName(Party::kRequester), " nor ",
                                                             PartyName(Party::kWorker), " of task ", task.id, "."));
}

absl::Status MessageConflict() {
  return MakeError(wire::kErrorA2aMessageConflict,
                   "This message id was used before by another sender or with other content; nothing was stored.");
}

absl::Status RequestConflict() {
  return MakeError(wire::kErrorA2aMessageConflict,
                   "This request id was used before in this task with other content; nothing was stored.");
}

absl::Status NotTheWorker(const store::TaskRow& task) {
  wire::ErrorData data;
  data.set_state(task.state);
  for (wire::TaskState allowed : AllowedFor(task.state, Party::kRequester)) data.add_allowed(allowed);
  return MakeError(
      wire::kErrorA2aInvalidTransition,
      absl::StrCat("Only the ", PartyName(Party::kWorker), " of a task, here ", task.worker_id,
                   ", stores artifacts; you are its ", PartyName(Party::kRequester), ". Nothing was stored."),
      &data);
}

absl::Status TaskTerminal(const store::TaskRow& task) {
  wire::ErrorData data;
  data.set_state(task.state);
  Assign(EndedBy(task), data.mutable_by());
  return MakeError(
      wire::kErrorA2aTaskTerminal,
      absl::StrCat("Task ", task.id, " is ", wire::WireName(task.state), " by ", EndedBy(task), " and stays so."),
      &data);
}

absl::Status InvalidTransition(const store::TaskRow& task, Party caller, wire::TaskState wanted) {
  wire::ErrorData data;
  data.set_state(task.state);
  std::vector<absl::string_view> names;
  for (wire::TaskState state : AllowedFor(task.state, caller)) {
    data.add_allowed(state);
    names.push_back(wire::WireName(state));
  }
  return MakeError(
      wire::kErrorA2aInvalidTransition,
      absl::StrCat("Task ", task.id, " is ", wire::WireName(task.state), "; as its ", PartyName(caller),
                   " you cannot make it ", wire::WireName(wanted), ", only ", absl::StrJoin(names, ", "), "."),
      &data);
}

absl::Status UnknownAgent(absl::string_view text, bool reclaimable, const std::vector<std::string>& candidates) {
  wire::ErrorData data;
  if (reclaimable) data.set_reclaimable(true);
  SetCandidates(candidates, &data);
  return MakeError(wire::kErrorA2aUnknownAgent, text, &data);
}

absl::Status NoPeers(absl::string_view text, const std::vector<std::string>& candidates) {
  wire::ErrorData data;
  SetCandidates(candidates, &data);
  return MakeError(wire::kErrorA2aNoPeers, text, &data);
}

absl::Status SendCap(const wire::BoundInfo& bound, int64_t actual, absl::string_view text) {
  wire::ErrorData data;
  Assign(bound.limit, data.mutable_limit());
  data.set_max(bound.value);
  data.set_actual(actual);
  return MakeError(wire::kErrorA2aSendCap, text, &data);
}

absl::Status WaitCycle(const wire::ErrorData& data) {
  const auto edge = [](std::string* out, const wire::WaitEdge& one) {
    absl::StrAppend(out, one.agent_id(), " waits for ", one.waits_for(), " in ",
                    one.task_id().empty() ? "a new task" : absl::StrCat("task ", one.task_id()));
  };
  return MakeError(wire::kErrorA2aWaitCycle,
                   absl::StrCat("Nobody in this circle could go on: ", absl::StrJoin(data.cycle(), ", ", edge),
                                ". Nothing of the call was kept."),
                   &data);
}

absl::Status HostOverloaded(const wire::BoundInfo& bound, int64_t actual) {
  wire::ErrorData data;
  data.set_max(bound.value);
  data.set_actual(actual);
  return MakeError(wire::kErrorHostOverloaded,
                   absl::StrCat(actual, " calls are waiting for an answer and no more than ", bound.value,
                                " may; nothing was stored."),
                   &data);
}

}  // namespace a2a::broker

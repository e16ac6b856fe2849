#include "broker/quotas.h"

#include "a2a/wire/constants.h"
#include "absl/strings/str_cat.h"
#include "broker/errors.h"

namespace a2a::broker {

void OpenTasks::Opened(const std::string& context_id) {
  Change(context_id, 1);
  undo_->Add([this, context_id] { Change(context_id, -1); });
}

void OpenTasks::Closed(const std::string& context_id) {
  Change(context_id, -1);
  undo_->Add([this, context_id] { Change(context_id, 1); });
}

int64_t OpenTasks::Of(absl::string_view context_id) const {
  auto found = per_context_.find(context_id);
  return found == per_context_.end() ? 0 : found->second;
}

void OpenTasks::Change(absl::string_view context_id, int64_t by) {
  total_ += by;
  auto found = per_context_.try_emplace(std::string(context_id), 0).first;
  found->second += by;
  if (found->second == 0) per_context_.erase(found);
}

absl::Status CheckSendsPerRun(const Agent& sender) {
  if (sender.sends < wire::kA2aMaxSendsPerRun) return absl::OkStatus();
  return SendCap(wire::kA2aMaxSendsPerRunBound, sender.sends,
                 absl::StrCat("You sent ", sender.sends, " messages in this run and no more than ",
                              wire::kA2aMaxSendsPerRun, " may be sent in one; nothing was sent."));
}

absl::Status CheckTasksPerContext(const OpenTasks& open, absl::string_view context_id) {
  const int64_t count = open.Of(context_id);
  if (count < wire::kA2aMaxTasksPerContext) return absl::OkStatus();
  return SendCap(wire::kA2aMaxTasksPerContextBound, count,
                 absl::StrCat("Your context has ", count, " open tasks and no more than ", wire::kA2aMaxTasksPerContext,
                              " may be open at once; nothing was sent."));
}

absl::Status CheckRecipientBacklog(const Agent& recipient) {
  if (recipient.undelivered <= wire::kA2aMaxUndeliveredEvents) return absl::OkStatus();
  return SendCap(
      wire::kA2aMaxUndeliveredEventsBound, recipient.undelivered,
      absl::StrCat(recipient.agent_id, " has ", recipient.undelivered, " undelivered events; until it has at most ",
                   wire::kA2aMaxUndeliveredEvents, " nothing more is sent to it."));
}

}  // namespace a2a::broker

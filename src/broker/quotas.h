// The counts that bound sending (contract sections 5 and 6). Owner thread only; counts change through the undo log.
#ifndef A2A_BROKER_QUOTAS_H_
#define A2A_BROKER_QUOTAS_H_

#include <cstdint>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "broker/agent.h"
#include "broker/undo_log.h"

namespace a2a::broker {

// Open tasks per requester context. A context without open tasks takes no memory.
class OpenTasks {
 public:
  explicit OpenTasks(UndoLog* undo) : undo_(undo) {}

  // `count` tasks that were open before this run.
  void Load(absl::string_view context_id, int64_t count) { Change(context_id, count); }
  void Opened(const std::string& context_id);
  void Closed(const std::string& context_id);

  int64_t Of(absl::string_view context_id) const;
  int64_t total() const { return total_; }

 private:
  void Change(absl::string_view context_id, int64_t by);

  UndoLog* undo_;
  absl::flat_hash_map<std::string, int64_t> per_context_;
  int64_t total_ = 0;
};

// Each of these is OK or A2A_SEND_CAP.
absl::Status CheckSendsPerRun(const Agent& sender);
absl::Status CheckTasksPerContext(const OpenTasks& open, absl::string_view context_id);
absl::Status CheckRecipientBacklog(const Agent& recipient);

}  // namespace a2a::broker

#endif  // A2A_BROKER_QUOTAS_H_

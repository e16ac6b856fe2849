// a2a.tasks.* but for push configs (contract sections 4.2, 4.3 and 5). Owner thread only.
#ifndef A2A_BROKER_TASKS_SERVICE_H_
#define A2A_BROKER_TASKS_SERVICE_H_

#include "a2a/wire/services.h"
#include "broker/access.h"
#include "broker/changes.h"
#include "broker/core.h"

namespace a2a::broker {

class TasksService final : public wire::TasksService {
 public:
  explicit TasksService(Core* core) : core_(*core) {}

  absl::StatusOr<Disposition> Get(const CallContext& call, wire::TasksGetParams* params,
                                  wire::TaskResult* result) override;
  absl::StatusOr<Disposition> Status(const CallContext& call, wire::TasksStatusParams* params,
                                     wire::TaskResult* result) override;
  absl::StatusOr<Disposition> Cancel(const CallContext& call, wire::TaskParams* params,
                                     wire::TaskResult* result) override;
  absl::StatusOr<Disposition> Resubscribe(const CallContext& call, wire::TaskParams* params,
                                          wire::TaskResult* result) override;
  absl::StatusOr<Disposition> List(const CallContext& call, wire::TasksListParams* params,
                                   wire::TasksListResult* result) override;
  absl::StatusOr<Disposition> Artifact(const CallContext& call, wire::TasksArtifactParams* params,
                                       wire::TaskResult* result) override;

 private:
  // The task with the one message `own`, or none; `written` as in FillTask.
  absl::StatusOr<Disposition> Reply(const TaskAccess& access, store::MessageKey own, store::MessageRow* written,
                                    wire::TaskResult* result);
  // Moves the task to `state`, tells the counterpart and whoever waits, and replies. `message` may be null.
  absl::StatusOr<Disposition> Move(TaskAccess* access, wire::TaskState state, store::MessageRow* message,
                                   wire::TaskResult* result);

  Core& core_;
};

}  // namespace a2a::broker

#endif  // A2A_BROKER_TASKS_SERVICE_H_

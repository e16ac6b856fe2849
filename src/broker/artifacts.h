// What a worker's artifact call does to the artifacts of its task (contract section 4.5). Owner thread only; errors are
// those of the contract or the store's.
#ifndef A2A_BROKER_ARTIFACTS_H_
#define A2A_BROKER_ARTIFACTS_H_

#include <string>

#include "a2a/wire/tasks.pb.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "broker/changes.h"
#include "broker/core.h"
#include "broker/task_machine.h"
#include "store/store.h"

namespace a2a::broker {

// Refuses an artifact that is above A2A_MAX_ENCODED_BYTES by itself: A2A_PAYLOAD_TOO_LARGE.
absl::Status CheckArtifactSize(Core& core, wire::Artifact* artifact);

// Identifies the content of the call for its request id. Before PlanArtifact, which uses the artifact up.
std::string ArtifactContent(store::Store* store, const wire::TasksArtifactParams& params);

// True when the task holds this request id with this content; A2A_MESSAGE_CONFLICT when with another, or when the
// caller is not the worker.
absl::StatusOr<bool> IsArtifactRepeat(store::Store* store, store::TaskKey task, Party caller,
                                      const std::string& request_id, const std::string& content);

// Decided, not written yet.
struct ArtifactPlan {
  store::ArtifactRow row;   // as it will be
  wire::Artifact artifact;  // only `json`: the body, or the chunk to append
  bool append = false;
  ArtifactUpdate update;  // what the event tells
};

// Errors: INVALID_PARAMS (nothing to append to), A2A_PAYLOAD_TOO_LARGE (bounds of a task).
absl::StatusOr<ArtifactPlan> PlanArtifact(Core& core, store::TaskKey task, wire::TasksArtifactParams* params);

absl::Status WriteArtifact(store::Store* store, store::TaskKey task, const ArtifactPlan& plan);

}  // namespace a2a::broker

#endif  // A2A_BROKER_ARTIFACTS_H_

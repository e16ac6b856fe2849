#include "broker/artifacts.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "a2a/wire/constants.h"
#include "a2a/wire/paths.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "broker/errors.h"

namespace a2a::broker {
namespace {

constexpr auto kArtifactPath = ParamsPath<wire::TasksArtifactParams>().artifact();
constexpr auto kAppendPath = ParamsPath<wire::TasksArtifactParams>().append();

wire::Artifact TakeJson(wire::Artifact* artifact) {
  wire::Artifact json;
  json.mutable_json()->swap(*artifact->mutable_json());
  return json;
}

// What a chunk adds to the artifact as it is written: its parts and the comma before them.
int64_t BytesOfParts(Core& core, const wire::Artifact& chunk, int64_t chunk_bytes) {
  wire::Artifact bare;
  bare.set_artifact_id(chunk.artifact_id());
  return chunk_bytes - static_cast<int64_t>(core.store->Canonicalize(&bare)) + 1;
}

// The artifact as events show it: whole, or in omitted form when it is large.
std::string Shown(Core& core, wire::Artifact* artifact) {
  if (static_cast<int64_t>(artifact->json().size()) <= wire::kA2aOmitAboveBytes) return artifact->json();
  wire::Artifact omitted;
  omitted.set_artifact_id(artifact->artifact_id());
  if (artifact->has_name()) omitted.set_name(artifact->name());
  if (artifact->has_description()) omitted.set_description(artifact->description());
  omitted.set_omitted(true);
  if (static_cast<int64_t>(core.store->Canonicalize(&omitted)) > wire::kA2aOmitAboveBytes) {
    omitted.clear_name();
    omitted.clear_description();
    core.store->Canonicalize(&omitted);
  }
  return omitted.json();
}

absl::Status CheckBounds(const std::vector<store::ArtifactRow>& all, const store::ArtifactRow& row, bool is_new) {
  if (is_new && static_cast<int64_t>(all.size()) >= wire::kA2aMaxArtifacts) {
    return PayloadTooLarge(wire::kA2aMaxArtifactsBound, static_cast<int64_t>(all.size()) + 1, kArtifactPath);
  }
  int64_t bytes = row.bytes;
  for (const store::ArtifactRow& other : all) {
    if (other.artifact_id != row.artifact_id) bytes += other.bytes;
  }
  if (bytes <= wire::kA2aMaxArtifactBytes) return absl::OkStatus();
  return PayloadTooLarge(wire::kA2aMaxArtifactBytesBound, bytes, kArtifactPath);
}

}  // namespace

absl::Status CheckArtifactSize(Core& core, wire::Artifact* artifact) {
  artifact->clear_omitted();  // the broker's own word
  const auto size = static_cast<int64_t>(core.store->Canonicalize(artifact));
  if (size <= wire::kA2aMaxEncodedBytes) return absl::OkStatus();
  return PayloadTooLarge(wire::kA2aMaxEncodedBytesBound, size, kArtifactPath);
}

std::string ArtifactContent(store::Store* store, const wire::TasksArtifactParams& params) {
  return store->ContentHash(absl::StrCat("artifact ", params.append(), " ", params.last_chunk()), params.artifact());
}

absl::StatusOr<bool> IsArtifactRepeat(store::Store* store, store::TaskKey task, Party caller,
                                      const std::string& request_id, const std::string& content) {
  ASSIGN_OR_RETURN(const std::optional<std::string> known, store->FindArtifactRequest(task, request_id));
  if (!known.has_value()) return false;
  if (caller != Party::kWorker || *known != content) return RequestConflict();
  return true;
}

absl::StatusOr<ArtifactPlan> PlanArtifact(Core& core, store::TaskKey task, wire::TasksArtifactParams* params) {
  ASSIGN_OR_RETURN(const std::vector<store::ArtifactRow> all, core.store->Artifacts(task));
  wire::Artifact* artifact = params->mutable_artifact();
  ArtifactPlan plan;
  plan.row.artifact_id = artifact->artifact_id();
  const store::ArtifactRow* known = nullptr;
  for (const store::ArtifactRow& row : all) {
    if (row.artifact_id == artifact->artifact_id()) known = &row;
  }
  plan.append = params->append();
  if (plan.append) {
    if (known == nullptr) return InvalidParams(kAppendPath, "the task has no artifact of this id to append to");
    if (known->closed) return InvalidParams(kAppendPath, "the artifact had its last chunk; nothing can be appended");
    wire::Artifact chunk;
    chunk.set_artifact_id(artifact->artifact_id());
    chunk.mutable_parts()->Swap(artifact->mutable_parts());
    artifact->Swap(&chunk);
  }
  const auto size = static_cast<int64_t>(core.store->Canonicalize(artifact));
  if (known != nullptr) plan.row.key = known->key;
  plan.row.bytes = plan.append ? known->bytes + BytesOfParts(core, *artifact, size) : size;
  plan.row.closed = params->last_chunk();
  RETURN_IF_ERROR(CheckBounds(all, plan.row, known == nullptr));
  plan.update = {Shown(core, artifact), plan.append, params->last_chunk()};
  plan.artifact = TakeJson(artifact);
  return plan;
}

absl::Status WriteArtifact(store::Store* store, store::TaskKey task, const ArtifactPlan& plan) {
  return plan.append ? store->AppendArtifact(plan.row, plan.artifact)
                     : store->PutArtifact(task, plan.row, plan.artifact);
}

}  // namespace a2a::broker

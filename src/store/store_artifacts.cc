// Artifacts: a body as it was stored, and chunks that were appended to it since.
//
// A chunk is a row of its own, so that appending costs what the chunk is long, however long the artifact has become.
// Whoever reads the artifact gets the two put together.
#include <utility>

#include "a2a/wire/codec.h"
#include "a2a/wire/constants.h"
#include "store/store_impl.h"

namespace a2a::store {
namespace {

bool DecodeArtifact(absl::string_view json, wire::Artifact* artifact) {
  json::SyntaxError error;
  if (!json::Validate(json, wire::kA2aMaxDepth, &error)) return false;
  json::Cursor cursor(json);
  return wire::Decode(&cursor, artifact);
}

}  // namespace

absl::StatusOr<std::vector<ArtifactRow>> Store::Artifacts(TaskKey task) {
  std::vector<ArtifactRow> artifacts;
  Rows rows(impl_.get(), Sql::kArtifacts, task);
  while (rows.Next()) {
    artifacts.push_back({rows->Int(0), std::string(rows->Text(1)), rows->Int(2), rows->Int(3) != 0});
  }
  if (!rows.status().ok()) return rows.status();
  return artifacts;
}

absl::StatusOr<std::vector<wire::Artifact>> Store::ReadArtifacts(TaskKey task) {
  std::vector<wire::Artifact> artifacts;
  Rows rows(impl_.get(), Sql::kReadArtifacts, task);
  while (rows.Next()) {
    wire::Artifact& artifact = artifacts.emplace_back();
    const absl::string_view json = rows->Text(1);
    artifact.mutable_json()->assign(json.data(), json.size());  // set_json() would copy it twice
    bool whole = false;  // the fields are set, and the parts of chunks are among them
    Rows chunks(impl_.get(), Sql::kReadChunks, rows->Int(0));
    while (chunks.Next()) {
      wire::Artifact chunk;
      if (!whole && !DecodeArtifact(json, &artifact)) return impl_->FailDamaged("unreadable artifact");
      whole = true;
      if (!DecodeArtifact(chunks->Text(0), &chunk)) return impl_->FailDamaged("unreadable chunk of an artifact");
      for (wire::Part& part : *chunk.mutable_parts()) artifact.add_parts()->Swap(&part);
    }
    if (!chunks.status().ok()) return chunks.status();
    if (!whole) continue;
    Canonicalize(&artifact);
    wire::Artifact json_only;
    json_only.mutable_json()->swap(*artifact.mutable_json());
    artifact.Swap(&json_only);
  }
  if (!rows.status().ok()) return rows.status();
  return artifacts;
}

absl::Status Store::PutArtifact(TaskKey task, const ArtifactRow& row, const wire::Artifact& artifact) {
  absl::Status status = impl_->Write(Sql::kDropChunks, task, row.artifact_id);
  if (!status.ok()) return status;
  return impl_->Write(Sql::kPutArtifact, task, row.artifact_id, row.bytes, row.closed ? 1 : 0, artifact.json());
}

absl::Status Store::AppendArtifact(const ArtifactRow& row, const wire::Artifact& chunk) {
  absl::Status status = impl_->Write(Sql::kUpdateArtifact, row.key, row.bytes, row.closed ? 1 : 0);
  if (!status.ok()) return status;
  return impl_->Write(Sql::kInsertChunk, row.key, chunk.json());
}

absl::StatusOr<std::optional<std::string>> Store::FindArtifactRequest(TaskKey task, absl::string_view request_id) {
  std::optional<std::string> hash;
  Rows rows(impl_.get(), Sql::kFindArtifactRequest, task, request_id);
  if (rows.Next()) hash = std::string(rows->Text(0));
  if (!rows.status().ok()) return rows.status();
  return hash;
}

absl::Status Store::InsertArtifactRequest(TaskKey task, absl::string_view request_id, absl::string_view content_hash) {
  return impl_->Write(Sql::kInsertArtifactRequest, task, request_id, Blob{content_hash});
}

}  // namespace a2a::store

#include "base/error.h"

#include <cstdint>
#include <cstring>

#include "absl/strings/cord.h"
#include "absl/types/optional.h"

namespace a2a {
namespace {

constexpr absl::string_view kPayloadUrl = "a2a/error";

// Payload: code (4 bytes, this machine's order), retryable (1 byte), length of the name (1 byte), name, data.
// It never leaves the process.
constexpr size_t kHeader = sizeof(int32_t) + 2;

}  // namespace

absl::Status MakeError(const ErrorInfo& error, absl::string_view text, const google::protobuf::MessageLite* data) {
  std::string serialized;
  if (data != nullptr) data->AppendPartialToString(&serialized);
  return MakeErrorWithData(error, text, serialized);
}

absl::Status MakeErrorWithData(const ErrorInfo& error, absl::string_view text, absl::string_view serialized) {
  absl::Status status(absl::StatusCode::kFailedPrecondition, text.empty() ? error.text : text);
  const int32_t code = error.code;
  std::string payload(reinterpret_cast<const char*>(&code), sizeof(code));
  payload.push_back(error.retryable ? 1 : 0);
  payload.push_back(static_cast<char>(error.name.size()));
  payload.append(error.name.data(), error.name.size());
  payload.append(serialized.data(), serialized.size());
  status.SetPayload(kPayloadUrl, absl::Cord(payload));
  return status;
}

bool GetErrorParts(const absl::Status& status, ErrorParts* parts) {
  if (status.ok()) return false;
  absl::optional<absl::Cord> cord = status.GetPayload(kPayloadUrl);
  if (!cord.has_value()) return false;
  const std::string payload(*cord);
  if (payload.size() < kHeader) return false;
  int32_t code;
  std::memcpy(&code, payload.data(), sizeof(code));
  const size_t name_size = static_cast<unsigned char>(payload[kHeader - 1]);
  parts->code = code;
  parts->retryable = payload[kHeader - 2] != 0;
  parts->name = payload.substr(kHeader, name_size);
  parts->data = payload.substr(kHeader + name_size);
  return true;
}

bool IsError(const absl::Status& status, const ErrorInfo& error) {
  ErrorParts parts;
  return GetErrorParts(status, &parts) && parts.code == error.code && error.name == parts.name;
}

}  // namespace a2a

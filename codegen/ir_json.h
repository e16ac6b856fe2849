// The IR as canonical JSON (generated/protocol.ir.json) and the hash that names a contract. Any thread.
#ifndef A2A_CODEGEN_IR_JSON_H_
#define A2A_CODEGEN_IR_JSON_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "codegen/ir.pb.h"

namespace a2a::codegen {

// Printed by protobuf's JSON util: same bytes on every protobuf version (see ir.proto).
absl::StatusOr<std::string> PrintIr(const ir::Ir& ir);
absl::Status ParseIr(absl::string_view json, ir::Ir* ir);

// SHA-256, in hex, of the printed IR without docs and without a hash: comments do not change a contract.
absl::StatusOr<std::string> ContractHash(const ir::Ir& ir);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_IR_JSON_H_

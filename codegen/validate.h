// Second phase: every rule of the schema language, checked on descriptors and the IR lowered from them. All mistakes
// of a schema are found in one run (codes.h lists them). One thread at a time.
#ifndef A2A_CODEGEN_VALIDATE_H_
#define A2A_CODEGEN_VALIDATE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "codegen/diagnostics.h"
#include "codegen/ir.pb.h"
#include "codegen/schema.h"

namespace a2a::codegen {

void Validate(const Schema& schema, const ir::Ir& ir, Diagnostics* diagnostics);

// The parts, one per file validate_*.cc.
void ValidateProtocol(const Schema& schema, const ir::Ir& ir, Diagnostics* diagnostics);
void ValidateErrors(const Schema& schema, Diagnostics* diagnostics);
void ValidateEnums(const Schema& schema, const ir::Ir& ir, Diagnostics* diagnostics);
void ValidateFields(const Schema& schema, const ir::Ir& ir, Diagnostics* diagnostics);
void ValidateTypes(const Schema& schema, const ir::Ir& ir, Diagnostics* diagnostics);
void ValidateMethods(const Schema& schema, const ir::Ir& ir, Diagnostics* diagnostics);
void ValidateCpp(const Schema& schema, const ir::Ir& ir, Diagnostics* diagnostics);
void ValidateCppMembers(const Schema& schema, Diagnostics* diagnostics);

// Reports a name that may not be a member, tag, discriminator, arm or enum string on the wire. `what` is its role.
void CheckWireName(absl::string_view name, absl::string_view what, const Place& place, Diagnostics* diagnostics);

// Where a field's wire name is written: wire_name, json_name, or the field itself.
Place WireNamePlace(const google::protobuf::FieldDescriptor* field);

// A letter, then letters, digits and any of `others`.
bool IsPlainName(absl::string_view name, absl::string_view others);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_VALIDATE_H_

// First phase: descriptors to IR. Names that do not resolve (bounds, states, types) are reported on the way; all other
// rules are checked by validate.h on the result. The IR is complete and canonical only when nothing was reported.
// One thread at a time.
#ifndef A2A_CODEGEN_LOWER_H_
#define A2A_CODEGEN_LOWER_H_

#include "codegen/diagnostics.h"
#include "codegen/ir.pb.h"
#include "codegen/schema.h"

namespace a2a::codegen {

// Everything but contract_hash (see ir_json.h).
ir::Ir Lower(const Schema& schema, Diagnostics* diagnostics);

// Parts of it, each for its lists of the IR.
void LowerTypes(const Schema& schema, Diagnostics* diagnostics, ir::Ir* out);
void LowerEnums(const Schema& schema, Diagnostics* diagnostics, ir::Ir* out);
void LowerServices(const Schema& schema, ir::Ir* out);

// The named bound, or null. `out` must hold its bounds already.
const ir::Bound* FindBound(const ir::Ir& out, absl::string_view name);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_LOWER_H_

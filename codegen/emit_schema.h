// Emitter of generated/docs/schema: JSON Schema (draft 2020-12) of what the host accepts, for other languages.
// protocol.defs.json holds every type under $defs; <Type>.json is a schema of one type that points there; README.md
// tells which rules JSON Schema cannot say. Reads only the IR. Any thread.
#ifndef A2A_CODEGEN_EMIT_SCHEMA_H_
#define A2A_CODEGEN_EMIT_SCHEMA_H_

#include "codegen/files.h"
#include "codegen/ir.pb.h"

namespace a2a::codegen {

void EmitSchema(const ir::Ir& ir, FileSink* sink);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_EMIT_SCHEMA_H_

// Writes ts/*: wire types, validators, method maps, constants and state tables of a protocol in TypeScript, without
// dependencies and without Node's types (TypeScript 5.4 and newer). Reads only the IR. Any thread.
#ifndef A2A_CODEGEN_EMIT_TS_H_
#define A2A_CODEGEN_EMIT_TS_H_

#include "codegen/files.h"
#include "codegen/ir.pb.h"

namespace a2a::codegen {

void EmitTs(const ir::Ir& ir, FileSink* sink);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_EMIT_TS_H_

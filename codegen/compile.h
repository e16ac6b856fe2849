// The whole generator as one function: lower, validate, emit. One thread at a time.
#ifndef A2A_CODEGEN_COMPILE_H_
#define A2A_CODEGEN_COMPILE_H_

#include <vector>

#include "absl/status/status.h"
#include "codegen/diagnostics.h"
#include "codegen/files.h"
#include "codegen/ir.pb.h"
#include "google/protobuf/descriptor.h"

namespace a2a::codegen {

// Descriptors to a checked IR with its hash. Mistakes of the schema go to *diagnostics; the IR means something only
// when there are none. An error status is a fault of the generator.
absl::Status CompileIr(const std::vector<const google::protobuf::FileDescriptor*>& files, Diagnostics* diagnostics,
                       ir::Ir* ir);

// Every output of a checked IR.
absl::Status EmitAll(const ir::Ir& ir, FileSink* sink);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_COMPILE_H_

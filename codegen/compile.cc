#include "codegen/compile.h"

#include <string>

#include "absl/status/statusor.h"
#include "codegen/emit_cpp.h"
#include "codegen/emit_docs.h"
#include "codegen/emit_schema.h"
#include "codegen/emit_ts.h"
#include "codegen/emit_vectors.h"
#include "codegen/ir_json.h"
#include "codegen/lower.h"
#include "codegen/schema.h"
#include "codegen/validate.h"

namespace a2a::codegen {

absl::Status CompileIr(const std::vector<const google::protobuf::FileDescriptor*>& files, Diagnostics* diagnostics,
                       ir::Ir* ir) {
  const Schema schema = CollectSchema(files);
  *ir = Lower(schema, diagnostics);
  Validate(schema, *ir, diagnostics);
  if (!diagnostics->empty()) return absl::OkStatus();
  const absl::StatusOr<std::string> hash = ContractHash(*ir);
  if (!hash.ok()) return hash.status();
  ir->set_contract_hash(*hash);
  return absl::OkStatus();
}

absl::Status EmitAll(const ir::Ir& ir, FileSink* sink) {
  absl::StatusOr<std::string> json = PrintIr(ir);
  if (!json.ok()) return json.status();
  sink->Add("protocol.ir.json", *std::move(json));
  EmitCpp(ir, sink);
  EmitTs(ir, sink);
  EmitDocs(ir, sink);
  EmitSchema(ir, sink);
  return EmitVectors(ir, sink);
}

}  // namespace a2a::codegen

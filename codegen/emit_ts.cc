#include "codegen/emit_ts.h"

#include "absl/strings/str_cat.h"
#include "codegen/emit_ts_model.h"

namespace a2a::codegen {
namespace {

bool HasCalls(const ir::Ir& ir) {
  for (const ir::Service& service : ir.services()) {
    for (const ir::Method& method : service.methods()) {
      if (!method.notification()) return true;
    }
  }
  return false;
}

}  // namespace

void EmitTs(const ir::Ir& ir, FileSink* sink) {
  const TsModel model(ir);
  sink->Add("ts/runtime.ts", TsRuntime(model));
  sink->Add("ts/diagnose.ts", TsDiagnose(model));
  sink->Add("ts/types.ts", TsTypes(model));
  sink->Add("ts/constants.ts", TsConstants(model));
  sink->Add("ts/validators.ts", TsValidators(model));
  sink->Add("ts/states.ts", TsStates(model));
  sink->Add("ts/methods.ts", TsMethods(model));
  const bool calls = HasCalls(ir);
  if (calls) sink->Add("ts/connection.ts", TsConnection(model));
  std::string index = model.preamble();
  for (const absl::string_view module :
       {"connection", "constants", "diagnose", "methods", "runtime", "states", "types", "validators"}) {
    if (module == "connection" && !calls) continue;
    absl::StrAppend(&index, "export * from \"./", module, ".js\";\n");
  }
  sink->Add("ts/index.ts", std::move(index));
}

}  // namespace a2a::codegen

// Small wrongs done to an IR on purpose. parity --self-test lets one of the three (reference, C++, TypeScript) work
// from a mutated IR and fails unless the comparison notices each of them. Any thread.
#ifndef A2A_CODEGEN_PARITY_MUTATE_H_
#define A2A_CODEGEN_PARITY_MUTATE_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "codegen/files.h"
#include "codegen/ir.pb.h"

namespace a2a::codegen {

struct Mutation {
  std::string name;    // "required-dropped"
  std::string target;  // what it hits in this schema: "AgentSkill.name"; empty when nothing there can be hit
  std::string what;    // for people
  // Empty: can be made everywhere. "cpp": made in the emitted C++, not in the IR. "outputs": expectations that lack
  // what the outputs have ask nothing about it.
  std::string only;
};

// Every mutation with its target. No two hit the same type or enum, so that they can be made together.
std::vector<Mutation> MutationsOf(const ir::Ir& ir);

// Makes the named ones; "all" stands for every one that has a target. Unknown names and those without target are
// errors.
absl::Status Mutate(const std::vector<std::string>& names, ir::Ir* ir);

// The mutations of emitted C++: what is named in `names` is done to the files of *sink.
absl::Status MutateCpp(const std::vector<std::string>& names, const ir::Ir& ir, FileSink* sink);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_PARITY_MUTATE_H_

// Running other programs without a shell. Blocks until they end. One thread at a time.
#ifndef A2A_CODEGEN_PROCESS_H_
#define A2A_CODEGEN_PROCESS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace a2a::codegen {

// Runs a program, found by PATH, to its end; `command` is its name and arguments. Its exit code, or an error when it
// did not start or was killed. With `output`, its stdout goes there and its stderr nowhere.
absl::StatusOr<int> RunProgram(const std::vector<std::string>& command, std::string* output = nullptr);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_PROCESS_H_

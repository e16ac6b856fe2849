// Programs as people run them. One thread at a time.
#ifndef A2A_TESTS_CODEGEN_RUN_SHELL_H_
#define A2A_TESTS_CODEGEN_RUN_SHELL_H_

#include <string>

namespace a2a::codegen {

struct Outcome {
  int exit_code = -1;
  std::string output;  // stdout and stderr
};

Outcome RunShell(const std::string& command);

}  // namespace a2a::codegen

#endif  // A2A_TESTS_CODEGEN_RUN_SHELL_H_

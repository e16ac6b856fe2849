// The commands of a2a-hostd: one table from which parsing and help follow. Start of the program; main only passes on.
#ifndef A2A_CLI_COMMAND_H_
#define A2A_CLI_COMMAND_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "cli/flags.h"
#include "cli/serve_options.h"

namespace a2a::cli {

// What a command may use of its surroundings.
struct Surroundings {
  Environment env;
  bool stdin_is_terminal = false;
  std::function<void(absl::string_view)> out;  // text for stdout
  std::function<void(absl::string_view)> err;  // text for stderr
  std::function<int(const ServeOptions&)> serve;
};

// Runs what `args` (without the program's name) ask for and returns the exit code.
int RunCommand(absl::Span<const absl::string_view> args, const Surroundings& around);

// main() of the daemon and of a2a-hostd-fault, which serves in its own way.
int Main(int argc, char** argv, const std::function<int(const ServeOptions&)>& serve);

}  // namespace a2a::cli

#endif  // A2A_CLI_COMMAND_H_

// a2a-hostd: see cli/command.h.
#include "cli/command.h"
#include "cli/serve.h"

int main(int argc, char** argv) {
  return a2a::cli::Main(argc, argv, [](const a2a::cli::ServeOptions& options) {
    return a2a::cli::RunServe(options, a2a::cli::ServeDeps());
  });
}

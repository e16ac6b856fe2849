// a2a-codegen: see `a2a-codegen --help`.
#include <filesystem>
#include <string>
#include <vector>

#include "codegen/driver.h"

int main(int argc, char** argv) {
  // The plugin lies beside this program, wherever it was called from.
  std::error_code error;
  std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) self = argv[0];
  return a2a::codegen::RunDriver(self.string(), std::vector<std::string>(argv + 1, argv + argc));
}

// a2a-parity: `a2a-codegen parity` on its own (see parity.h).
#include <string>
#include <vector>

#include "codegen/parity.h"

int main(int argc, char** argv) { return a2a::codegen::ParityCommand(std::vector<std::string>(argv + 1, argv + argc)); }

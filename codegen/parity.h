// `a2a-codegen parity`: do the C++ codecs and the TypeScript validators agree with the schema and with each other?
// Without a command it starts the driver (codegen/parity/main.ts); its commands are what the driver, CMake and the
// driver's self-test ask of the generator. Owner thread only.
#ifndef A2A_CODEGEN_PARITY_H_
#define A2A_CODEGEN_PARITY_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace a2a::codegen {

constexpr char kParityHelp[] =
    "Runs the C++ codecs and the TypeScript validators over generated/vectors and over random texts; compares both "
    "with\n"
    "what the schema says and with each other. One verdict line on stdout.\n\n"
    "  --json           the verdict as JSON\n"
    "  --seed N         of the random texts (default 1)\n"
    "  --cases N        how many of them (default 20000)\n"
    "  --self-test      mutate schema and outputs on purpose; fail unless the comparison notices each mutation\n"
    "  --bin DIR        folder of a2a-parity-cpp (default: the one of this program)\n"
    "  --cpp FILE, --typescript FILE, --generated DIR, --proto DIR, --exceptions FILE   of another protocol\n\n"
    "Commands for tools, all with --ir FILE:\n"
    "  vectors|ts|cpp|docs|types --out DIR [--mutate NAME,...]  write that output (vectors: [--longest BYTES])\n"
    "  fuzz --seed N --cases N [--mutate NAME,...]          random vectors on stdout\n"
    "  mutations                                            as JSON\n"
    "  places --proto DIR[,IMPORT_DIR...]                   where types and members are declared, as JSON\n\n"
    "Exit codes: 0 they agree, 1 they do not, 2 the comparison could not be made, 64 wrong command line.\n";

// `args` are those behind "parity". Does not return when it starts the driver.
int ParityCommand(const std::vector<std::string>& args);

// JSON object from "Type", "Type.member" and "Enum" to "file:line". The first folder holds the schema and starts the
// files' names; the others are there to import from.
absl::StatusOr<std::string> PlacesOf(const std::vector<std::string>& proto_dirs);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_PARITY_H_

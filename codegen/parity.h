// `a2a-codegen parity`: do the C++ codecs and the TypeScript validators agree with the schema and with each other?
//
//   a2a-codegen parity [--json] [--seed N] [--cases N] [--self-test] ...   starts the driver (codegen/parity/main.ts)
//
// and what the driver asks of the generator:
//   a2a-codegen parity vectors|ts|cpp|types --ir FILE [--mutate NAME,...] --out DIR   writes that output of an IR;
//                                                             vectors: [--longest BYTES] leaves out longer texts
//   a2a-codegen parity fuzz --ir FILE [--mutate NAME,...] --seed N --cases N          random vectors on stdout
//   a2a-codegen parity mutations --ir FILE                                            as JSON on stdout
//   a2a-codegen parity places --proto DIR                     where types and members are declared, as JSON on stdout
//
// Exit codes: 0 pass, 1 mismatch, 2 everything else.
#ifndef A2A_CODEGEN_PARITY_H_
#define A2A_CODEGEN_PARITY_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace a2a::codegen {

// `args` are those behind "parity". Does not return when it starts the driver.
int ParityCommand(const std::vector<std::string>& args);

// JSON object from "Type", "Type.member" and "Enum" to "file:line", files as seen from the folder above `proto_dir`.
absl::StatusOr<std::string> PlacesOf(const std::string& proto_dir);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_PARITY_H_

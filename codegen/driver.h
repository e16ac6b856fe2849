// The commands of a2a-codegen, so that nobody types protoc lines. Owner thread only.
#ifndef A2A_CODEGEN_DRIVER_H_
#define A2A_CODEGEN_DRIVER_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "codegen/tree.h"

namespace a2a::codegen {

// Exit codes of all commands.
constexpr int kExitOk = 0;
constexpr int kExitNo = 1;     // mistakes in the schema; output that is not up to date; clients that would break
constexpr int kExitFault = 2;  // protoc is missing, a file cannot be read or written
constexpr int kExitUsage = 64;

struct DriverOptions {
  std::string proto_root = "proto";  // every .proto below it is the schema
  std::string out = "generated";     // the folder that holds exactly what is generated
  std::vector<std::string> imports;  // more folders to import from
  std::vector<std::string> also;     // files below those that belong to the schema, such as a2a/jsonrpc.proto
  std::string protoc = "protoc";     // a path, or a name that PATH finds
  std::string plugin;                // empty: protoc-gen-a2a beside this program
  std::string language;              // folder of a2a/options.proto and a2a/jsonrpc.proto, which comes with this program
  std::string against;               // of `breaking`: a git revision or an IR file
  bool json = false;                 // of `breaking`: the report as JSON
};

// Runs the command line without the program's name; prints to stdout and stderr. `self` is the program's path.
int RunDriver(const std::string& self, const std::vector<std::string>& args);

// Everything the schema generates. *exit_code says what a failure means; protoc and the plugin have printed why.
absl::StatusOr<Tree> RunProtoc(const DriverOptions& options, int* exit_code);

int Generate(const DriverOptions& options);
int Check(const DriverOptions& options);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_DRIVER_H_

#include "codegen/parity.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "codegen/driver.h"
#include "codegen/emit_cpp.h"
#include "codegen/emit_docs.h"
#include "codegen/emit_schema.h"
#include "codegen/emit_ts.h"
#include "codegen/emit_vectors.h"
#include "codegen/ir_json.h"
#include "codegen/names_cpp.h"
#include "codegen/parity_fuzz.h"
#include "codegen/parity_mutate.h"

namespace a2a::codegen {
namespace {

constexpr int kFault = 2;

using Options = std::map<std::string, std::string>;

absl::StatusOr<Options> ParseOptions(const std::vector<std::string>& args) {
  Options options;
  for (size_t i = 1; i < args.size(); i += 2) {
    if (!absl::StartsWith(args[i], "--") || i + 1 == args.size()) {
      return absl::InvalidArgumentError(absl::StrCat("unexpected argument ", args[i]));
    }
    options[args[i].substr(2)] = args[i + 1];
  }
  return options;
}

std::vector<std::string> MutationNames(const Options& options) {
  const auto mutate = options.find("mutate");
  if (mutate == options.end()) return {};
  return absl::StrSplit(mutate->second, ',', absl::SkipEmpty());
}

// The IR of --ir with the mutations of --mutate.
absl::Status ReadIr(const Options& options, ir::Ir* ir) {
  const auto file = options.find("ir");
  if (file == options.end()) return absl::InvalidArgumentError("--ir FILE is missing");
  std::ifstream in(file->second, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) return absl::NotFoundError(absl::StrCat("cannot read ", file->second));
  const absl::Status status = ParseIr(text.str(), ir);
  return status.ok() ? Mutate(MutationNames(options), ir) : status;
}

absl::Status WriteFiles(const Options& options, const FileSink& sink) {
  const auto out = options.find("out");
  if (out == options.end()) return absl::InvalidArgumentError("--out DIR is missing");
  for (const auto& [path, content] : sink.files()) {
    const std::filesystem::path file = std::filesystem::path(out->second) / path;
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    std::ofstream stream(file, std::ios::binary);
    stream << content;
    if (!stream.flush()) return absl::InternalError(absl::StrCat("cannot write ", file.string()));
  }
  return absl::OkStatus();
}

// A2A_CODEC_TYPE(IR name, class, table) for every type, for tools that run over all of them; and codec_contract.inc, by
// which they know what schema they were built from.
void EmitTypeList(const ir::Ir& ir, FileSink* sink) {
  const std::string scope = absl::StrCat("::", CppNamespace(ir.protocol().package()), "::");
  std::string text;
  for (const ir::Type& type : ir.types()) {
    absl::StrAppend(&text, "A2A_CODEC_TYPE(", CppString(type.name()), ", ", scope,
                    CppTypeName(type.full_name(), ir.protocol().package()), ", ", scope, "k", type.name(), "Table)\n");
  }
  sink->Add("codec_types.inc", text);
  sink->Add("codec_contract.inc",
            absl::StrCat("#include \"", CppFolder(ir.protocol().package()), "/constants.h\"\n\n",
                         "inline constexpr absl::string_view kCodecContract = ", scope, "kContractHash;\n"));
}

absl::Status Emit(const std::string& what, const Options& options) {
  ir::Ir ir;
  absl::Status status = ReadIr(options, &ir);
  if (!status.ok()) return status;
  FileSink sink;
  if (what == "vectors") {
    int64_t longest = kLongestText;
    const auto option = options.find("longest");
    if (option != options.end() && !absl::SimpleAtoi(option->second, &longest)) {
      return absl::InvalidArgumentError("--longest takes a number of bytes");
    }
    status = EmitVectors(ir, &sink, longest);
  }
  if (what == "ts") EmitTs(ir, &sink);
  if (what == "cpp") {
    ir::Ir original;
    status = ReadIr({{"ir", options.at("ir")}}, &original);
    EmitCpp(ir, &sink);
    if (status.ok()) status = MutateCpp(MutationNames(options), original, &sink);
  }
  if (what == "types") EmitTypeList(ir, &sink);
  if (what == "docs") {
    EmitDocs(ir, &sink);
    EmitSchema(ir, &sink);
  }
  return status.ok() ? WriteFiles(options, sink) : status;
}

absl::Status Fuzz(const Options& options) {
  ir::Ir ir;
  const absl::Status status = ReadIr(options, &ir);
  if (!status.ok()) return status;
  uint64_t seed = 0;
  uint64_t cases = 0;
  const auto number = [&](const char* name, uint64_t* out) {
    const auto found = options.find(name);
    return found != options.end() && absl::SimpleAtoi(found->second, out);
  };
  if (!number("seed", &seed) || !number("cases", &cases)) {
    return absl::InvalidArgumentError("--seed N and --cases N are needed");
  }
  const IrIndex index(ir);
  Fuzzer fuzzer(index, seed);
  for (uint64_t i = 0; i < cases; ++i) {
    const std::string line = VectorLine(fuzzer.Next());
    std::fwrite(line.data(), 1, line.size(), stdout);
  }
  return absl::OkStatus();
}

absl::Status PrintMutations(const Options& options) {
  ir::Ir ir;
  const absl::Status status = ReadIr(options, &ir);
  if (!status.ok()) return status;
  Json list = Json::Array();
  for (const Mutation& mutation : MutationsOf(ir)) {
    list.Push(Json::Object({{"name", Json::String(mutation.name)},
                            {"target", Json::String(mutation.target)},
                            {"what", Json::String(mutation.what)},
                            {"only", Json::String(mutation.only)}}));
  }
  std::printf("%s\n", list.PrintPretty(/*ascii=*/true).c_str());
  return absl::OkStatus();
}

// Of this program.
std::filesystem::path OwnFolder() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
}

absl::Status PrintPlaces(const Options& options) {
  const auto dir = options.find("proto");
  if (dir == options.end()) return absl::InvalidArgumentError("--proto DIR is missing");
  std::vector<std::string> folders = absl::StrSplit(dir->second, ',');
  folders.push_back((OwnFolder().parent_path() / "include").string());
  const absl::StatusOr<std::string> places = PlacesOf(folders);
  if (!places.ok()) return places.status();
  std::fputs(places->c_str(), stdout);
  return absl::OkStatus();
}

// The driver runs on Node; NODE names another one than that of the PATH. A2A_ROOT: the repository.
int StartDriver(const std::vector<std::string>& args) {
  const auto variable = [](const char* name, const char* otherwise) {
    const char* const value = std::getenv(name);
    return std::string(value == nullptr || *value == '\0' ? otherwise : value);
  };
  const std::string node = variable("NODE", "node");
  // In the folder of another protocol the driver is that of this program's own build.
  std::string driver = variable("A2A_ROOT", ".") + "/build/ts/codegen/parity/main.js";
  const std::filesystem::path own = OwnFolder() / "../../ts/codegen/parity/main.js";
  if (!std::filesystem::exists(driver) && std::filesystem::exists(own)) driver = own.lexically_normal().string();
  setenv("A2A_CODEGEN", (OwnFolder() / "a2a-codegen").c_str(), /*overwrite=*/1);
  setenv("A2A_BIN_DIR", OwnFolder().c_str(), /*overwrite=*/0);
  std::vector<char*> argv = {const_cast<char*>(node.c_str()), const_cast<char*>(driver.c_str())};
  for (const std::string& arg : args) argv.push_back(const_cast<char*>(arg.c_str()));
  argv.push_back(nullptr);
  if (!std::filesystem::exists(driver)) {
    std::fprintf(stderr, "parity: there is no %s; build it with: make parity\n", driver.c_str());
    return kFault;
  }
  execvp(node.c_str(), argv.data());
  std::fprintf(stderr, "parity: cannot start %s: %s\n", node.c_str(), std::strerror(errno));
  return kFault;
}

}  // namespace

int ParityCommand(const std::vector<std::string>& args) {
  if (args.empty() || absl::StartsWith(args[0], "--")) return StartDriver(args);
  const absl::StatusOr<Options> options = ParseOptions(args);
  absl::Status status = options.status();
  if (status.ok()) {
    if (args[0] == "fuzz") {
      status = Fuzz(*options);
    } else if (args[0] == "mutations") {
      status = PrintMutations(*options);
    } else if (args[0] == "places") {
      status = PrintPlaces(*options);
    } else if (args[0] == "vectors" || args[0] == "ts" || args[0] == "cpp" || args[0] == "types" || args[0] == "docs") {
      status = Emit(args[0], *options);
    } else {
      std::fprintf(stderr, "parity: there is no command %s\nTry `a2a-codegen parity --help`.\n", args[0].c_str());
      return kExitUsage;
    }
  }
  if (status.ok()) return 0;
  std::fprintf(stderr, "parity: %s\n", std::string(status.message()).c_str());
  return kFault;
}

}  // namespace a2a::codegen

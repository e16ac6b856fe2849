#include "codegen/driver.h"

#include <cstdio>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "codegen/diff.h"
#include "codegen/process.h"

namespace a2a::codegen {
namespace {

constexpr size_t kDiffLines = 60;  // per file

int PrintFault(const absl::Status& status, int exit_code) {
  std::fprintf(stderr, "a2a-codegen: %s\n", std::string(status.message()).c_str());
  return exit_code;
}

// The command that mends what `check` found, with the options that were not left at their defaults.
std::string FixCommand(const DriverOptions& options) {
  const DriverOptions defaults;
  std::string command = "a2a-codegen generate";
  if (options.proto_root != defaults.proto_root) absl::StrAppend(&command, " --proto-root=", options.proto_root);
  if (options.out != defaults.out) absl::StrAppend(&command, " --out=", options.out);
  for (const std::string& import : options.imports) absl::StrAppend(&command, " --import=", import);
  for (const std::string& file : options.also) absl::StrAppend(&command, " --also=", file);
  if (options.protoc != defaults.protoc) absl::StrAppend(&command, " --protoc=", options.protoc);
  return command;
}

void PrintDifference(const DriverOptions& options, const Difference& difference, const Tree& actual,
                     const Tree& wanted) {
  const std::string path = absl::StrCat(options.out, "/", difference.path);
  switch (difference.kind) {
    case Difference::Kind::kMissing:
      std::printf("missing: %s\n", path.c_str());
      return;
    case Difference::Kind::kStale:
      std::printf("stale: %s is not generated from this schema\n", path.c_str());
      return;
    case Difference::Kind::kChanged:
      std::printf("changed: %s\n%s", path.c_str(),
                  LineDiff(actual.at(difference.path), wanted.at(difference.path), kDiffLines).c_str());
      return;
  }
}

// What is not generated gets deleted, so a folder of something else is refused: ours hold the IR.
absl::Status CheckOutputFolder(const std::string& folder) {
  const absl::StatusOr<Tree> actual = ReadTree(folder);
  if (!actual.ok()) return actual.status();
  if (actual->empty() || actual->count("protocol.ir.json") != 0) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      folder, " holds files but no protocol.ir.json, so it is no output folder; empty it or name another"));
}

}  // namespace

absl::StatusOr<Tree> RunProtoc(const DriverOptions& options, int* exit_code) {
  *exit_code = kExitFault;
  const absl::StatusOr<std::vector<std::string>> protos = FindProtos(options.proto_root);
  if (!protos.ok()) return protos.status();
  std::error_code ignored;
  if (!std::filesystem::exists(options.plugin, ignored)) {
    return absl::NotFoundError(absl::StrCat("there is no plugin ", options.plugin, " (--plugin names another)"));
  }
  const absl::StatusOr<TemporaryFolder> folder = TemporaryFolder::Make();
  if (!folder.ok()) return folder.status();
  std::vector<std::string> command = {options.protoc, absl::StrCat("--plugin=protoc-gen-a2a=", options.plugin),
                                      absl::StrCat("--a2a_out=", folder->path()),
                                      absl::StrCat("-I", options.proto_root)};
  for (const std::string& import : options.imports) command.push_back(absl::StrCat("-I", import));
  if (!options.language.empty()) command.push_back(absl::StrCat("-I", options.language));
  command.insert(command.end(), protos->begin(), protos->end());
  command.insert(command.end(), options.also.begin(), options.also.end());
  const absl::StatusOr<int> result = RunProgram(command);
  if (!result.ok()) return result.status();
  if (*result != 0) {
    *exit_code = kExitNo;
    return absl::InvalidArgumentError("the schema has mistakes (above); nothing was changed");
  }
  *exit_code = kExitOk;
  return ReadTree(folder->path());
}

int Generate(const DriverOptions& options) {
  int exit_code = kExitOk;
  const absl::StatusOr<Tree> wanted = RunProtoc(options, &exit_code);
  if (!wanted.ok()) return PrintFault(wanted.status(), exit_code == kExitOk ? kExitFault : exit_code);
  const absl::Status ours = CheckOutputFolder(options.out);
  if (!ours.ok()) return PrintFault(ours, kExitFault);
  const absl::StatusOr<std::vector<std::string>> done = ReplaceTree(options.out, *wanted);
  if (!done.ok()) return PrintFault(done.status(), kExitFault);
  for (const std::string& line : *done) std::printf("%s\n", line.c_str());
  std::printf("%s: %zu files, %zu changed\n", options.out.c_str(), wanted->size(), done->size());
  return kExitOk;
}

int Check(const DriverOptions& options) {
  int exit_code = kExitOk;
  const absl::StatusOr<Tree> wanted = RunProtoc(options, &exit_code);
  if (!wanted.ok()) return PrintFault(wanted.status(), exit_code == kExitOk ? kExitFault : exit_code);
  const absl::StatusOr<Tree> actual = ReadTree(options.out);
  if (!actual.ok()) return PrintFault(actual.status(), kExitFault);
  const std::vector<Difference> differences = CompareTrees(*actual, *wanted);
  for (const Difference& difference : differences) PrintDifference(options, difference, *actual, *wanted);
  if (differences.empty()) {
    std::printf("%s: %zu files, all up to date\n", options.out.c_str(), wanted->size());
    return kExitOk;
  }
  std::printf("%s: %zu of %zu files are not what the schema gives. To fix: %s\n", options.out.c_str(),
              differences.size(), wanted->size(), FixCommand(options).c_str());
  return kExitNo;
}

}  // namespace a2a::codegen

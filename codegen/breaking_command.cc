#include "codegen/breaking_command.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "codegen/breaking.h"
#include "codegen/breaking_places.h"
#include "codegen/breaking_report.h"
#include "codegen/compile.h"
#include "codegen/ir_json.h"
#include "codegen/load.h"
#include "codegen/process.h"
#include "codegen/schema.h"

namespace a2a::codegen {
namespace {

namespace fs = std::filesystem;

constexpr char kIrFile[] = "protocol.ir.json";

struct OldSchema {
  std::string name;  // for people
  ir::Ir ir;
};

absl::Status ParseOld(const std::string& json, OldSchema* old_schema) {
  const absl::Status status = ParseIr(json, &old_schema->ir);
  if (status.ok() && !old_schema->ir.protocol().name().empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(old_schema->name, " is no ", kIrFile, ": ",
                                                 status.ok() ? "it names no protocol" : std::string(status.message())));
}

absl::Status ReadFromFile(const std::string& path, OldSchema* old_schema) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) return absl::NotFoundError(absl::StrCat("cannot read ", path));
  old_schema->name = path;
  return ParseOld(text.str(), old_schema);
}

// Runs git in `folder` and returns what it printed.
absl::StatusOr<std::string> Git(const std::string& folder, const std::vector<std::string>& args, int* exit_code) {
  std::vector<std::string> command = {"git", "-C", folder};
  command.insert(command.end(), args.begin(), args.end());
  std::string output;
  const absl::StatusOr<int> result = RunProgram(command, &output);
  if (!result.ok()) return result.status();
  *exit_code = *result;
  return output;
}

// The output folder's IR as it is committed at a revision. Git itself resolves the path, from within the folder.
absl::Status ReadFromGit(const std::string& out, const std::string& revision, OldSchema* old_schema) {
  std::error_code ignored;
  const bool there = fs::is_directory(out, ignored);
  const std::string folder = there ? out : ".";
  const std::string path = there ? absl::StrCat("./", kIrFile) : absl::StrCat("./", out, "/", kIrFile);
  const std::string tried = absl::StrCat("there is no file ", revision, ", and ");
  int exit_code = 0;
  absl::StatusOr<std::string> printed = Git(folder, {"rev-parse", "--git-dir"}, &exit_code);
  if (!printed.ok()) return absl::NotFoundError(absl::StrCat(tried, std::string(printed.status().message())));
  if (exit_code != 0) {
    return absl::NotFoundError(
        absl::StrCat(tried, folder, " is not inside a git checkout, so it is no revision either"));
  }
  printed = Git(folder, {"rev-parse", "--verify", "--quiet", absl::StrCat(revision, "^{commit}")}, &exit_code);
  if (!printed.ok()) return printed.status();
  if (exit_code != 0) return absl::NotFoundError(absl::StrCat(tried, "git knows no revision ", revision));
  const std::string commit(absl::StripAsciiWhitespace(*printed));
  const absl::StatusOr<std::string> json = Git(folder, {"cat-file", "blob", commit + ":" + path}, &exit_code);
  if (!json.ok()) return json.status();
  old_schema->name = absl::StrCat(revision, " (", out, "/", kIrFile, " at ", commit.substr(0, 10), ")");
  if (exit_code != 0) {
    return absl::NotFoundError(absl::StrCat("revision ", revision, " has no ", out, "/", kIrFile));
  }
  return ParseOld(*json, old_schema);
}

absl::Status ReadOld(const DriverOptions& options, OldSchema* old_schema) {
  std::error_code ignored;
  if (fs::is_regular_file(options.against, ignored)) return ReadFromFile(options.against, old_schema);
  return ReadFromGit(options.out, options.against, old_schema);
}

int Fault(const absl::Status& status) {
  std::fprintf(stderr, "a2a-codegen: %s\n", std::string(status.message()).c_str());
  return kExitFault;
}

}  // namespace

int BreakingCommand(const DriverOptions& options) {
  if (options.against.empty() || absl::StartsWith(options.against, "-")) {
    std::fprintf(stderr, "a2a-codegen: breaking needs --against=REV|FILE\nTry `a2a-codegen breaking --help`.\n");
    return kExitUsage;
  }
  OldSchema before;
  const absl::Status read = ReadOld(options, &before);
  if (!read.ok()) return Fault(read);
  std::vector<std::string> imports = options.imports;
  if (!options.language.empty()) imports.push_back(options.language);  // where a2a/*.proto lie for a project of its own
  const auto loaded = SchemaFiles::Load(options.proto_root, imports, options.also);
  if (!loaded.ok()) return Fault(loaded.status());
  Diagnostics diagnostics;
  ir::Ir after;
  const absl::Status compiled = CompileIr((*loaded)->files(), &diagnostics, &after);
  for (const Diagnostic& mistake : diagnostics.Sorted()) std::fprintf(stderr, "%s\n", mistake.ToString().c_str());
  if (!diagnostics.empty()) return Fault(absl::InvalidArgumentError("the schema has mistakes (above)"));
  if (!compiled.ok()) return Fault(compiled);

  BreakingReport report;
  report.against = before.name;
  report.old_version = before.ir.protocol().version();
  report.new_version = after.protocol().version();
  report.old_hash = before.ir.contract_hash();
  report.new_hash = after.contract_hash();
  SchemaPlaces places(CollectSchema((*loaded)->files()));
  for (Change& change : CompareIrs(before.ir, after)) {
    Spot spot = places.Find(change.where);
    // As it is from here, so that an editor finds it.
    const std::string here = absl::StrCat(options.proto_root, "/", spot.file);
    std::error_code ignored;
    if (!spot.file.empty() && fs::exists(here, ignored)) spot.file = here;
    report.changes.push_back({std::move(change), std::move(spot)});
  }
  Sort(&report.changes);
  std::fputs((options.json ? ReportJson(report) : ReportText(report)).c_str(), stdout);
  return report.Verdict() == "breaking" ? kExitNo : kExitOk;
}

}  // namespace a2a::codegen

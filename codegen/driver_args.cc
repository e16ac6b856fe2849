// Command line of a2a-codegen: one table of commands and one of options, from which parsing and help both come.
#include <cstdio>
#include <filesystem>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "codegen/breaking_command.h"
#include "codegen/driver.h"
#include "codegen/explain.h"
#include "codegen/parity.h"

namespace a2a::codegen {
namespace {

struct Command {
  const char* name;
  const char* summary;
  const char* help;
  int (*run)(const DriverOptions& options);
  // Set instead of `run` by a command with options of its own; gets what stands behind its name.
  int (*run_raw)(const std::vector<std::string>& args) = nullptr;
  bool own_exits = false;  // `help` says what its exit codes mean
};

constexpr Command kCommands[] = {
    {"generate", "write everything that the schema generates",
     "Runs protoc with our plugin over every .proto file below the proto root and makes the output folder hold "
     "exactly\n"
     "what came out: files that changed are written, files that are not generated any more are deleted, "
     "CMakeLists.txt\n"
     "stays. A schema with mistakes changes nothing.\n",
     &Generate},
    {"check", "fail unless the output folder is what the schema generates",
     "Generates aside and compares file set and bytes with the output folder; files that nobody generates count too.\n"
     "Prints each difference and the command that mends them.\n",
     &Check},
    {"parity", "fail unless C++ and TypeScript codecs agree with the schema and with each other", kParityHelp, nullptr,
     &ParityCommand},
    {"breaking", "say which clients of an older schema the present one breaks", kBreakingHelp, &BreakingCommand,
     nullptr, /*own_exits=*/true},
    {"explain", "tell what a diagnostic means and how to mend it", kExplainHelp, nullptr, &ExplainCommand},
};

struct Option {
  const char* name;
  const char* value;  // null: a flag
  const char* help;
  void (*set)(DriverOptions* options, std::string value);
  const char* only = nullptr;  // the command that has it; null: all
};

constexpr Option kOptions[] = {
    {"--proto-root", "DIR", "folder of the schema (default: proto)",
     [](DriverOptions* options, std::string value) { options->proto_root = std::move(value); }},
    {"--out", "DIR", "output folder (default: generated)",
     [](DriverOptions* options, std::string value) { options->out = std::move(value); }},
    {"--import", "DIR", "another folder to import from; may be repeated",
     [](DriverOptions* options, std::string value) { options->imports.push_back(std::move(value)); }},
    {"--also", "FILE", "imported file that belongs to the schema (or: import it publicly); may be repeated",
     [](DriverOptions* options, std::string value) { options->also.push_back(std::move(value)); }},
    {"--protoc", "PATH", "protoc to run (default: the one that PATH finds)",
     [](DriverOptions* options, std::string value) { options->protoc = std::move(value); }},
    {"--plugin", "PATH", "protoc-gen-a2a to run (default: the one beside this program)",
     [](DriverOptions* options, std::string value) { options->plugin = std::move(value); }},
    {"--against", "REV|FILE", "the older schema: a git revision, or a protocol.ir.json",
     [](DriverOptions* options, std::string value) { options->against = std::move(value); }, "breaking"},
    {"--json", nullptr, "one JSON document instead of lines",
     [](DriverOptions* options, std::string) { options->json = true; }, "breaking"},
};

constexpr char kExits[] =
    "\nExit codes: 0 all is well, 1 mistakes in the schema or output not up to date, 2 something could not be run, "
    "read or\n"
    "written, 64 wrong command line.\n";

const Command* FindCommand(const std::string& name) {
  for (const Command& command : kCommands) {
    if (name == command.name) return &command;
  }
  return nullptr;
}

bool Has(const Command* command, const Option& option) {
  return option.only == nullptr || (command != nullptr && absl::string_view(option.only) == command->name);
}

void PrintOptions(const Command* command) {
  std::printf("\nOptions:\n");
  for (const Option& option : kOptions) {
    if (!Has(command, option)) continue;
    const std::string value = option.value == nullptr ? "" : absl::StrCat("=", option.value);
    std::printf("  %-20s %s\n", absl::StrCat(option.name, value).c_str(), option.help);
  }
}

int PrintHelp(const Command* command) {
  if (command == nullptr) {
    std::printf("a2a-codegen: from proto files to codecs, dispatch tables and documents.\n\n");
    std::printf("Usage: a2a-codegen COMMAND [OPTION...]\n\nCommands:\n");
    for (const Command& each : kCommands) std::printf("  %-20s %s\n", each.name, each.summary);
    PrintOptions(command);
    std::printf("\n`a2a-codegen COMMAND --help` says more about a command.\n%s", kExits);
    return kExitOk;
  }
  std::printf("Usage: a2a-codegen %s [OPTION...]\n\n%s", command->name, command->help);
  if (command->run_raw != nullptr) return kExitOk;
  PrintOptions(command);
  std::printf("%s", command->own_exits ? "" : kExits);
  return kExitOk;
}

int Usage(const std::string& text) {
  std::fprintf(stderr, "a2a-codegen: %s\nTry `a2a-codegen --help`.\n", text.c_str());
  return kExitUsage;
}

bool IsHelp(const std::string& arg) { return arg == "--help" || arg == "-h" || arg == "help"; }

// Takes `--name=value` or `--name value` from args[*i]; empty text when it is good, otherwise what is wrong.
std::string ParseOption(const Command* command, const std::vector<std::string>& args, size_t* i,
                        DriverOptions* options) {
  for (const Option& option : kOptions) {
    absl::string_view rest = args[*i];
    if (!Has(command, option) || !absl::ConsumePrefix(&rest, option.name)) continue;
    if (option.value == nullptr) {
      if (!rest.empty()) continue;
      option.set(options, "");
      return {};
    }
    if (absl::ConsumePrefix(&rest, "=")) {
      option.set(options, std::string(rest));
      return {};
    }
    if (!rest.empty()) continue;
    if (++*i == args.size()) return absl::StrCat(option.name, " needs a value");
    option.set(options, args[*i]);
    return {};
  }
  return absl::StrCat("unknown option ", args[*i]);
}

}  // namespace

int RunDriver(const std::string& self, const std::vector<std::string>& args) {
  if (args.empty()) return Usage("which command?");
  if (IsHelp(args[0])) return PrintHelp(args.size() > 1 ? FindCommand(args[1]) : nullptr);
  const Command* command = FindCommand(args[0]);
  if (command == nullptr) return Usage(absl::StrCat("unknown command ", args[0]));
  if (command->run_raw != nullptr) {
    const bool help = args.size() > 1 && IsHelp(args[1]);
    return help ? PrintHelp(command) : command->run_raw(std::vector<std::string>(args.begin() + 1, args.end()));
  }
  DriverOptions options;
  const std::filesystem::path folder = std::filesystem::path(self).parent_path();
  options.plugin = (folder / "protoc-gen-a2a").string();
  const std::filesystem::path language = folder.parent_path() / "include";
  if (std::filesystem::exists(language)) options.language = language.string();
  for (size_t i = 1; i < args.size(); ++i) {
    if (IsHelp(args[i])) return PrintHelp(command);
    const std::string wrong = ParseOption(command, args, &i, &options);
    if (!wrong.empty()) return Usage(wrong);
  }
  return command->run(options);
}

}  // namespace a2a::codegen

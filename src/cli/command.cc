#include "cli/command.h"

#include <cstdio>
#include <cstdlib>

#include "a2a/wire/constants.h"
#include "absl/strings/str_cat.h"
#include "base/exit_code.h"
#include "base/fd.h"
#include "cli/serve.h"

namespace a2a::cli {
namespace {

using Args = absl::Span<const absl::string_view>;

struct Command {
  absl::string_view name;
  absl::string_view arguments;
  absl::string_view summary;  // one line
  std::string (*details)();   // after the summary, may be null
  int (*run)(Args args, const Surroundings& around);
};

int Serve(Args args, const Surroundings& around);
int Help(Args args, const Surroundings& around);
int Version(Args args, const Surroundings& around);

std::string ServeDetails() {
  ServeOptions defaults;
  return absl::StrCat(
      "Reads JSON-RPC 2.0 from stdin, one JSON object per line, and writes replies and notifications to stdout in the\n"
      "same form. The log goes to stderr. Ends when stdin does, or on SIGTERM or SIGINT.\n\nFlags:\n",
      DescribeFlags(ServeFlags(&defaults)),
      "\nA flag wins over its environment variable. Sizes: 65536, 64KiB, 32MiB. Times: 300, 5m, 12h, 7d.\n");
}

constexpr Command kCommands[] = {
    {"serve", "[flags]", "Serve one client on stdin and stdout.", ServeDetails, Serve},
    {"help", "[command]", "Say what this program or one of its commands does.", nullptr, Help},
    {"version", "", "Say which version this is.", nullptr, Version},
};

const Command* FindCommand(absl::string_view name) {
  for (const Command& command : kCommands) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

bool AsksForHelp(absl::string_view arg) { return arg == "--help" || arg == "-h"; }

int UsageError(absl::string_view text, const Surroundings& around) {
  around.err(absl::StrCat(wire::kHostName, ": ", text, "\nSay `", wire::kHostName, " help` for what it can do.\n"));
  return kExitUsage;
}

std::string Overview() {
  std::string out = absl::StrCat(wire::kHostName, " ", ProgramVersion(),
                                 ": agents on one machine exchange durable tasks through it.\n\nUsage:\n");
  for (const Command& command : kCommands) {
    const std::string line =
        absl::StrCat("  ", wire::kHostName, " ", command.name, command.arguments.empty() ? "" : " ", command.arguments);
    const size_t gap = line.size() < 32 ? 32 - line.size() : 1;
    absl::StrAppend(&out, line, std::string(gap, ' '), command.summary, "\n");
  }
  absl::StrAppend(&out, "\nWithout a command it serves when stdin is not a terminal.\nSay `", wire::kHostName,
                  " help serve` for the flags and their environment variables.\n");
  return out;
}

int HelpOn(const Command& command, const Surroundings& around) {
  around.out(absl::StrCat("Usage: ", wire::kHostName, " ", command.name, command.arguments.empty() ? "" : " ",
                          command.arguments, "\n\n", command.summary, "\n",
                          command.details == nullptr ? "" : command.details()));
  return kExitOk;
}

int Serve(Args args, const Surroundings& around) {
  const absl::StatusOr<ServeOptions> options = ParseServeOptions(args, around.env);
  if (!options.ok()) return UsageError(options.status().message(), around);
  return around.serve(*options);
}

int Help(Args args, const Surroundings& around) {
  if (args.empty()) {
    around.out(Overview());
    return kExitOk;
  }
  const Command* command = FindCommand(args[0]);
  if (command == nullptr) return UsageError(absl::StrCat("There is no command \"", args[0], "\"."), around);
  return HelpOn(*command, around);
}

int Version(Args args, const Surroundings& around) {
  if (!args.empty()) return UsageError(absl::StrCat("Unexpected argument \"", args[0], "\"."), around);
  around.out(absl::StrCat(wire::kHostName, " ", ProgramVersion(), " (protocol ", wire::kProtocolVersion, ", schema ",
                          wire::kSchemaVersion, ")\n"));
  return kExitOk;
}

std::string ShowArgs(Args args) {
  std::string out;
  for (absl::string_view arg : args) absl::StrAppend(&out, " ", arg);
  return out;
}

}  // namespace

int RunCommand(Args args, const Surroundings& around) {
  if (!args.empty() && AsksForHelp(args[0])) return Help({}, around);
  if (!args.empty() && args[0] == "--version") return Version(args.subspan(1), around);
  if (args.empty() || (!args[0].empty() && args[0][0] == '-')) {
    // Desktop programs start a host without saying what it should do.
    if (!around.stdin_is_terminal) return Serve(args, around);
    if (args.empty()) return Help({}, around);
    return UsageError(absl::StrCat("Say `", wire::kHostName, " serve", ShowArgs(args), "` to serve in a terminal."),
                      around);
  }
  const Command* command = FindCommand(args[0]);
  if (command == nullptr) return UsageError(absl::StrCat("There is no command \"", args[0], "\"."), around);
  for (absl::string_view arg : args.subspan(1)) {
    if (AsksForHelp(arg)) return HelpOn(*command, around);
  }
  return command->run(args.subspan(1), around);
}

int Main(int argc, char** argv, const std::function<int(const ServeOptions&)>& serve) {
  OccupyStandardFds();
  std::vector<absl::string_view> args(argv + (argc > 0 ? 1 : 0), argv + argc);
  Surroundings around;
  around.env = [](const std::string& name) { return std::getenv(name.c_str()); };
  around.stdin_is_terminal = IsTerminal(0);
  around.out = [](absl::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); };
  around.err = [](absl::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); };
  around.serve = serve;
  return RunCommand(args, around);
}

}  // namespace a2a::cli

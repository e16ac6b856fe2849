// `a2a-codegen breaking` as people run it: the real program in a real git repository that holds a copy of our protocol.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "codegen/parity_json.h"
#include "codegen/run_shell.h"
#include "codegen/schema_text.h"
#include "codegen/tree.h"

namespace a2a::codegen {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr char kTypes[] = "proto/a2a/wire/types.proto";
constexpr char kTasks[] = "proto/a2a/wire/tasks.proto";
constexpr char kProtocol[] = "proto/a2a/wire/protocol.proto";

class BreakingCommandTest : public testing::Test {
 protected:
  BreakingCommandTest() {
    fs::copy(absl::StrCat(A2A_SOURCE_DIR, "/proto"), Path("proto"), fs::copy_options::recursive);
    fs::create_directory(Path("generated"));
    const EditTo copied = [](const std::string&) { return ReadSource("generated/protocol.ir.json"); };
    Change("generated/protocol.ir.json", copied);
  }

  using EditTo = std::function<std::string(const std::string&)>;

  std::string Path(const std::string& relative) const { return absl::StrCat(folder_.path(), "/", relative); }

  void Change(const std::string& relative, const EditTo& edit) const {
    std::ifstream in(Path(relative), std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    std::ofstream(Path(relative), std::ios::binary) << edit(text);
  }

  // Replaces the one place that matches.
  void Edit(const std::string& relative, const std::string& pattern, const std::string& replacement) const {
    Change(relative, [&](const std::string& text) {
      const std::regex regex(pattern);
      EXPECT_EQ(std::distance(std::sregex_iterator(text.begin(), text.end(), regex), {}), 1) << pattern;
      return std::regex_replace(text, regex, replacement);
    });
  }

  Outcome Shell(const std::string& command) const {
    return RunShell(absl::StrCat("cd '", folder_.path(), "' && ", command));
  }

  void Commit() const {
    const Outcome done = Shell(
        "{ test -d .git || git init -q .; } && git add -A && "
        "git -c user.name=test -c user.email=test@example.org commit -q --allow-empty -m change");
    ASSERT_EQ(done.exit_code, 0) << done.output;
  }

  Outcome Breaking(const std::string& options) const {
    return Shell(absl::StrCat("'", A2A_BIN_DIR, "/a2a-codegen' breaking ", options));
  }

  TemporaryFolder folder_ = *TemporaryFolder::Make();
};

// "BREAKING [rule] subject" of each line, then the verdict.
std::vector<std::string> Heads(const std::string& output) {
  std::vector<std::string> heads;
  for (const std::string& line : std::vector<std::string>(absl::StrSplit(output, '\n', absl::SkipEmpty()))) {
    static const std::regex kLine("proto/[a-z0-9/]+\\.proto:\\d+:\\d+: ([A-Z]+ \\[[a-z-]+\\] [^:]+): .*");
    std::smatch match;
    heads.push_back(std::regex_match(line, match, kLine) ? match[1].str() : line);
  }
  return heads;
}

TEST_F(BreakingCommandTest, SevenBreakingEditsOneAdditiveOneComment) {
  Commit();
  Edit(kTypes, "message Part \\{\\n  oneof content \\{\\n    option \\(a2a.union\\).discriminator = \"kind\"",
       "message Part {\n  oneof content {\n    option (a2a.union).discriminator = \"type\"");
  Edit(kTypes, "value: \"task\"", "value: \"job\"");
  Edit(kTypes, "AGENT_KIND_PARENT = 2;", "AGENT_KIND_PARENT = 2 [(a2a.value).wire = \"lead\"];");
  Edit(kTasks, "\"a2a.tasks.get\"", "\"a2a.tasks.read\"");
  Edit(kTasks, "optional bool blocking", "bool blocking");
  Edit(kProtocol, "name: \"A2A_MAX_TEXT_CHARS\" value: \\d+", "name: \"A2A_MAX_TEXT_CHARS\" value: 10");
  Edit(kTasks, "  // Emits the task's[^}]*\\}\\n", "");
  Edit(kTasks, "  TaskState state = 3", "  optional string reason = 99;\n  TaskState state = 3");
  Edit(kTypes, "// A piece of content.", "// A piece of what is said.");
  Commit();
  const Outcome outcome = Breaking("--against HEAD~1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(Heads(outcome.output),
              ElementsAre("BREAKING [bound-lowered] A2A_MAX_TEXT_CHARS",
                          "BREAKING [presence] MessageSendConfiguration.blocking",
                          "BREAKING [method-removed] a2a.tasks.resubscribe", "BREAKING [method-renamed] a2a.tasks.read",
                          "BREAKING [enum-value-renamed] AgentKind.lead", "BREAKING [discriminator-renamed] Part",
                          "BREAKING [tag-renamed] Task", "ADDITIVE [field-added] TasksStatusParams.reason",
                          "DOC [comment] Part",
                          StartsWith("verdict: breaking: 7 breaking, 1 additive, 1 doc against HEAD~1 (")))
      << outcome.output;
}

TEST_F(BreakingCommandTest, AGrownProtocolVersionAllowsIt) {
  Commit();
  Edit(kTasks, "\"a2a.tasks.get\"", "\"a2a.tasks.read\"");
  const Outcome refused = Breaking("--against=HEAD");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.output, HasSubstr("(a2a.protocol).version is 10 and must be at least 11\n"));
  Edit(kProtocol, "protocol\\).version = 10;", "protocol).version = 11;");
  const Outcome allowed = Breaking("--against=HEAD");
  EXPECT_EQ(allowed.exit_code, 0);
  EXPECT_THAT(Heads(allowed.output),
              ElementsAre("BREAKING [protocol-version] protocol version", "BREAKING [method-renamed] a2a.tasks.read",
                          StartsWith("verdict: allowed: 2 breaking, 0 additive, 0 doc against HEAD (")));
  EXPECT_THAT(allowed.output, HasSubstr("; the protocol version grew 10 -> 11\n"));
}

TEST_F(BreakingCommandTest, ComparesWithAFileToo) {
  Edit(kTypes, "// A piece of content.", "// A piece of what is said.");
  const Outcome outcome = Breaking("--against generated/protocol.ir.json");
  EXPECT_EQ(outcome.exit_code, 0) << "no git needed: " << outcome.output;
  EXPECT_THAT(Heads(outcome.output), ElementsAre("DOC [comment] Part", StartsWith("verdict: doc: 0 breaking, ")));
}

TEST_F(BreakingCommandTest, AFileWinsOverARevisionOfItsName) {
  Commit();
  ASSERT_EQ(Shell("git tag old && cp generated/protocol.ir.json old").exit_code, 0);
  EXPECT_THAT(Breaking("--against old").output, HasSubstr(" against old;"));
  EXPECT_THAT(Breaking("--against old^0").output, HasSubstr(" against old^0 (generated/protocol.ir.json at "));
}

TEST_F(BreakingCommandTest, ReadsTheSchemaFromAFolderBelow) {
  ASSERT_EQ(Shell("mkdir sub && mv proto generated sub").exit_code, 0);
  Commit();
  EXPECT_THAT(Breaking("--against HEAD --proto-root sub/proto --out sub/generated").output,
              StartsWith("verdict: same: 0 breaking, 0 additive, 0 doc against HEAD (sub/generated/"));
  EXPECT_EQ(Shell(absl::StrCat("cd sub && '", A2A_BIN_DIR, "/a2a-codegen' breaking --against HEAD")).exit_code, 0);
  EXPECT_EQ(Shell("rm -r sub/generated").exit_code, 0);
  EXPECT_EQ(Breaking("--against HEAD --proto-root sub/proto --out sub/generated").exit_code, 0)
      << "what is committed need not be in the working tree";
}

TEST_F(BreakingCommandTest, PrintsJson) {
  Commit();
  Edit(kTasks, "\"a2a.tasks.get\"", "\"a2a.tasks.read\"");
  Json report;
  ASSERT_TRUE(ParseJson(Breaking("--against HEAD --json").output, {}, &report));
  EXPECT_EQ(report.Find("verdict")->text(), "breaking");
  EXPECT_EQ(report.Find("breaking")->text(), "1");
  EXPECT_EQ(report.Find("protocolVersion")->Print(), "{\"old\":10,\"new\":10,\"needed\":11}");
  const Json& change = (*report.Find("changes"))[0];
  EXPECT_EQ(change.Find("rule")->text(), "method-renamed");
  EXPECT_EQ(change.Find("file")->text(), kTasks);
  EXPECT_EQ(change.Find("directions")->Print(),
            "[{\"direction\":\"client -> host\",\"class\":\"BREAKING\",\"why\":\"callers of the old name learn that "
            "there is no such method\",\"methods\":[\"a2a.tasks.get\"]}]");
}

TEST_F(BreakingCommandTest, SaysWhatItTried) {
  const auto expect = [this](const std::string& options, int exit_code, const std::string& text) {
    const Outcome outcome = Breaking(options);
    EXPECT_EQ(outcome.exit_code, exit_code) << options;
    EXPECT_THAT(outcome.output, HasSubstr(text)) << options;
  };
  expect("", 64, "breaking needs --against=REV|FILE");
  expect("--against=-x", 64, "breaking needs --against=REV|FILE");
  expect("--against HEAD", 2, "there is no file HEAD, and generated is not inside a git checkout");
  ASSERT_EQ(Shell("mv generated/protocol.ir.json aside").exit_code, 0);
  Commit();
  expect("--against nope", 2, "there is no file nope, and git knows no revision nope");
  expect("--against HEAD", 2, "revision HEAD has no generated/protocol.ir.json");
  ASSERT_EQ(Shell("echo '{\"types\": []}' > other.json").exit_code, 0);
  expect("--against other.json", 2, "other.json is no protocol.ir.json: it names no protocol");
  expect("--against proto/CMakeLists.txt", 2, "proto/CMakeLists.txt is no protocol.ir.json: ");
  Edit(kTasks, "\"a2a.tasks.get\"", "\"a2a tasks\"");
  expect("--against aside", 2, "tasks.proto:");
  expect("--against aside", 2, "the schema has mistakes (above)");
  Edit(kTasks, "syntax = ", "sintax = ");
  expect("--against aside", 2, "a2a/wire/tasks.proto:");
  ASSERT_EQ(Shell(absl::StrCat("'", A2A_BIN_DIR, "/a2a-codegen' check --against HEAD")).exit_code, 64);
}

TEST_F(BreakingCommandTest, HelpSaysHowToReadIt) {
  const Outcome help = Breaking("--help");
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_THAT(help.output, testing::AllOf(HasSubstr("--against=REV|FILE"), HasSubstr("buf lint"), HasSubstr("--json"),
                                          HasSubstr("1 breaking changes without it")));
}

}  // namespace
}  // namespace a2a::codegen

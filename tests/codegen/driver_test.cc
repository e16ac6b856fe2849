// a2a-codegen as people run it: the real program, the real protoc, folders of its own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "codegen/diff.h"
#include "codegen/run_shell.h"
#include "codegen/schema_text.h"
#include "codegen/tree.h"

namespace a2a::codegen {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class DriverTest : public testing::Test {
 protected:
  DriverTest() {
    fs::create_directories(Path("proto/plans"));
    for (const char* name : {"kinds", "names", "service"}) {
      Write(absl::StrCat("proto/plans/", name, ".proto"),
            ReadSource(absl::StrCat("tests/codegen/plans/plans/", name, ".proto")));
    }
  }

  std::string Path(const std::string& relative) const { return absl::StrCat(folder_.path(), "/", relative); }

  void Write(const std::string& relative, const std::string& content) {
    fs::create_directories(fs::path(Path(relative)).parent_path());
    std::ofstream(Path(relative), std::ios::binary) << content;
  }

  std::string Read(const std::string& relative) const {
    std::ifstream in(Path(relative), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }

  // Runs a command on this test's folders.
  Outcome Run(const std::string& command, const std::string& more = "") const {
    return RunShell(absl::StrCat("cd '", folder_.path(), "' && '", A2A_BIN_DIR, "/a2a-codegen' ", command,
                                 " --import='", A2A_SOURCE_DIR, "/proto' ", more));
  }

  TemporaryFolder folder_ = *TemporaryFolder::Make();
};

TEST_F(DriverTest, GeneratesThenChecks) {
  EXPECT_EQ(Run("check").exit_code, 1) << "nothing is there yet";
  const Outcome generated = Run("generate");
  EXPECT_EQ(generated.exit_code, 0) << generated.output;
  EXPECT_THAT(generated.output, HasSubstr("wrote cpp/plans/codec.h"));
  EXPECT_TRUE(fs::exists(Path("generated/protocol.ir.json")));
  const Outcome checked = Run("check");
  EXPECT_EQ(checked.exit_code, 0) << checked.output;
  EXPECT_THAT(checked.output, HasSubstr("all up to date"));
  EXPECT_THAT(Run("generate").output, HasSubstr(", 0 changed"));
}

// A project of its own names no folder to import from: what comes with the program is found by itself.
TEST_F(DriverTest, AProjectOfItsOwnNeedsNoImportsInAnyCommand) {
  fs::remove_all(Path("proto"));
  Write("proto/shop.proto", R"(syntax = "proto3";
package shop;
import "a2a/options.proto";
import public "a2a/jsonrpc.proto";
option (a2a.protocol) = { name: "shop" version: 1 capability: { name: "c" } };
message Item { string name = 1 [(a2a.field).required = true]; }
)");
  const auto run = [&](const std::string& command) {
    return RunShell(absl::StrCat("cd '", folder_.path(), "' && '", A2A_BIN_DIR, "/a2a-codegen' ", command));
  };
  const Outcome generated = run("generate");
  ASSERT_EQ(generated.exit_code, 0) << generated.output;
  EXPECT_EQ(run("check").exit_code, 0);
  fs::copy_file(Path("generated/protocol.ir.json"), Path("old.json"));
  const Outcome same = run("breaking --against=old.json");
  EXPECT_EQ(same.exit_code, 0) << same.output;
  EXPECT_THAT(same.output, HasSubstr("verdict: same"));
}

TEST_F(DriverTest, ARequiredMapOfTheTypeItselfIsAMistakeAndNoCrash) {
  fs::remove_all(Path("proto"));
  Write("proto/shop.proto", R"(syntax = "proto3";
package shop;
import "a2a/options.proto";
import public "a2a/jsonrpc.proto";
option (a2a.protocol) = { name: "shop" version: 1 capability: { name: "c" } };
message A { map<string, A> u = 1 [(a2a.field).required = true, (a2a.field).min_items = "1"]; }
)");
  const Outcome refused = Run("generate");
  EXPECT_EQ(refused.exit_code, 1) << refused.output;
  EXPECT_THAT(refused.output, HasSubstr("[A2A319]"));
}

TEST_F(DriverTest, SameBytesTwiceAndWithTheFilesInAnyOrder) {
  ASSERT_EQ(Run("generate").exit_code, 0);
  ASSERT_EQ(Run("generate", "--out=again").exit_code, 0);
  const absl::StatusOr<Tree> first = ReadTree(Path("generated"));
  ASSERT_GT(first->size(), 50u);
  EXPECT_EQ(*ReadTree(Path("again")), *first);
  std::vector<std::string> files = {"plans/kinds.proto", "plans/names.proto", "plans/service.proto"};
  do {
    const std::string out = Path(absl::StrCat("order-", absl::StrReplaceAll(absl::StrJoin(files, "-"), {{"/", "_"}})));
    fs::create_directories(out);
    const Outcome outcome = RunShell(absl::StrCat("cd '", folder_.path(), "' && protoc -Iproto -I", A2A_SOURCE_DIR,
                                                  "/proto --plugin=", A2A_BIN_DIR, "/protoc-gen-a2a --a2a_out='", out,
                                                  "' ", absl::StrJoin(files, " ")));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
    EXPECT_EQ(*ReadTree(out), *first) << absl::StrJoin(files, " ");
  } while (std::next_permutation(files.begin(), files.end()));
}

TEST_F(DriverTest, CheckFindsChangedMissingAndStaleFiles) {
  ASSERT_EQ(Run("generate").exit_code, 0);
  Write("generated/cpp/CMakeLists.txt", "# handwritten");
  EXPECT_EQ(Run("check").exit_code, 0) << "CMakeLists.txt belongs to people";
  Write("generated/cpp/plans/states.h", Read("generated/cpp/plans/states.h") + "// edited\n");
  fs::remove(Path("generated/cpp/plans/errors.h"));
  Write("generated/cpp/old/stale.cc", "int x;\n");
  const Outcome checked = Run("check");
  EXPECT_EQ(checked.exit_code, 1);
  EXPECT_THAT(checked.output, HasSubstr("changed: generated/cpp/plans/states.h"));
  EXPECT_THAT(checked.output, HasSubstr("-// edited\n"));
  EXPECT_THAT(checked.output, HasSubstr("missing: generated/cpp/plans/errors.h"));
  EXPECT_THAT(checked.output, HasSubstr("stale: generated/cpp/old/stale.cc"));
  EXPECT_THAT(checked.output, HasSubstr("To fix: a2a-codegen generate --import="));
  const Outcome generated = Run("generate");
  EXPECT_EQ(generated.exit_code, 0);
  EXPECT_THAT(generated.output, HasSubstr("deleted cpp/old/stale.cc"));
  EXPECT_FALSE(fs::exists(Path("generated/cpp/old"))) << "no empty folder stays";
  EXPECT_EQ(Read("generated/cpp/CMakeLists.txt"), "# handwritten");
  EXPECT_EQ(Run("check").exit_code, 0);
}

TEST_F(DriverTest, MistakesChangeNothing) {
  ASSERT_EQ(Run("generate").exit_code, 0);
  const absl::StatusOr<Tree> before = ReadTree(Path("generated"));
  Write("proto/plans/more.proto",
        "syntax = \"proto3\"; package plans; import \"a2a/options.proto\";\n"
        "message New { bytes a = 1;\n  string b = 2 [(a2a.field).max_items = \"x\"]; }\n");
  for (const char* command : {"generate", "check"}) {
    const Outcome outcome = Run(command);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.output, HasSubstr("plans/more.proto:2:15 [A2A305] "));
    EXPECT_THAT(outcome.output, HasSubstr("plans/more.proto:3:17 [A2A306] "));
    EXPECT_THAT(outcome.output, HasSubstr("plans/more.proto:3:17 [A2A307] "));
  }
  EXPECT_EQ(*ReadTree(Path("generated")), *before);
}

TEST_F(DriverTest, RefusesAFolderOfSomethingElse) {
  Write("home/letter.txt", "dear");
  const Outcome outcome = Run("generate", "--out=home");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("no protocol.ir.json"));
  EXPECT_EQ(Read("home/letter.txt"), "dear");
}

TEST_F(DriverTest, SaysWhatCannotBeRun) {
  EXPECT_EQ(Run("generate", "--protoc=/nowhere/protoc").exit_code, 2);
  EXPECT_THAT(Run("generate", "--protoc=/nowhere/protoc").output, HasSubstr("cannot start /nowhere/protoc"));
  EXPECT_EQ(Run("generate", "--plugin=/nowhere/plugin").exit_code, 2);
  EXPECT_EQ(Run("generate", "--proto-root=/nowhere").exit_code, 2);
}

TEST_F(DriverTest, HelpsAndRefusesWrongCommandLines) {
  const Outcome help = RunShell(absl::StrCat(A2A_BIN_DIR, "/a2a-codegen --help"));
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_THAT(help.output, testing::AllOf(HasSubstr("generate"), HasSubstr("check"), HasSubstr("--proto-root=DIR")));
  EXPECT_THAT(RunShell(absl::StrCat(A2A_BIN_DIR, "/a2a-codegen check --help")).output,
              HasSubstr("compares file set and bytes"));
  EXPECT_EQ(RunShell(absl::StrCat(A2A_BIN_DIR, "/a2a-codegen")).exit_code, 64);
  EXPECT_EQ(RunShell(absl::StrCat(A2A_BIN_DIR, "/a2a-codegen nope")).exit_code, 64);
  EXPECT_EQ(Run("check", "--nope").exit_code, 64);
  EXPECT_EQ(Run("check", "--out").exit_code, 64);
}

TEST_F(DriverTest, DiagnosticsComeThroughProtocUnchanged) {
  Write("proto/plans/bad.proto", "syntax = \"proto3\";\npackage plans;\nmessage Bad { float x = 1; }\n");
  const Outcome outcome = RunShell(
      absl::StrCat("cd '", folder_.path(), "' && protoc -Iproto -I", A2A_SOURCE_DIR, "/proto --plugin=", A2A_BIN_DIR,
                   "/protoc-gen-a2a --a2a_out=. plans/bad.proto plans/service.proto plans/kinds.proto"));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.output.substr(0, outcome.output.find('\n')),
            "plans/bad.proto:3:15 [A2A301] field x has type float, which has no form on the wire");
  EXPECT_THAT(outcome.output, HasSubstr("--a2a_out: 1 mistake in the schema; nothing was written. "
                                        "`a2a-codegen explain A2A301` tells how to mend it."));
}

TEST_F(DriverTest, ExplainsDiagnostics) {
  const Outcome one = RunShell(absl::StrCat(A2A_BIN_DIR, "/a2a-codegen explain A2A305"));
  EXPECT_EQ(one.exit_code, 0);
  EXPECT_THAT(one.output, testing::AllOf(testing::StartsWith("## A2A305 BytesWithoutRule\n"), HasSubstr("**Fix:** "),
                                         testing::EndsWith("```\n"), testing::Not(HasSubstr("A2A306"))));
  EXPECT_EQ(RunShell(absl::StrCat(A2A_BIN_DIR, "/a2a-codegen explain 305")).output, one.output);
  EXPECT_THAT(RunShell(absl::StrCat(A2A_BIN_DIR, "/a2a-codegen explain a2a305 712")).output,
              testing::AllOf(testing::StartsWith(one.output), HasSubstr("\n## A2A712 ForeignParams\n")));
  const std::string list = RunShell(absl::StrCat(A2A_BIN_DIR, "/a2a-codegen explain")).output;
  EXPECT_THAT(
      list, testing::AllOf(testing::StartsWith("A2A101  NoProtocol\n"), testing::EndsWith("A2A712  ForeignParams\n")));
  const std::vector<std::string> lines = absl::StrSplit(list, '\n', absl::SkipEmpty());
  EXPECT_GT(lines.size(), 70u);
  EXPECT_TRUE(std::is_sorted(lines.begin(), lines.end())) << list;
  const Outcome wrong = RunShell(absl::StrCat(A2A_BIN_DIR, "/a2a-codegen explain A2A305 A2A999"));
  EXPECT_EQ(wrong.exit_code, 64);
  EXPECT_THAT(wrong.output, HasSubstr("there is no diagnostic A2A999"));
}

TEST_F(DriverTest, TheLanguageNeedsNoImportAndPublicImportsBelongToTheSchema) {
  const std::string service = Read("proto/plans/service.proto");
  const std::string in_folder = absl::StrCat("cd '", folder_.path(), "' && '", A2A_BIN_DIR, "/a2a-codegen' generate");
  ASSERT_EQ(RunShell(in_folder).exit_code, 0);
  EXPECT_THAT(Read("generated/ts/constants.ts"), testing::Not(HasSubstr("PARSE_ERROR")));
  Write("proto/plans/service.proto", absl::StrCat(service, "import public \"a2a/jsonrpc.proto\";\n"));
  const Outcome outcome = RunShell(in_folder);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, testing::Not(HasSubstr("warning")));
  EXPECT_THAT(Read("generated/ts/constants.ts"), HasSubstr("PARSE_ERROR"));
  EXPECT_THAT(Read("generated/cpp/plans/errors.h"), HasSubstr("kErrorParseError"));
}

TEST(DiffTest, ShowsWhatChangedWithContext) {
  EXPECT_EQ(LineDiff("a\n", "a\n", 10), "");
  EXPECT_EQ(LineDiff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n", 99),
            "@@ line 2\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n");
  EXPECT_EQ(LineDiff("", "a\nb\n", 1), "@@ line 1\n+a\n... 1 more lines\n");
  EXPECT_EQ(LineDiff("a", "a\n", 9), "the texts differ in the newline at their end\n");
}

}  // namespace
}  // namespace a2a::codegen

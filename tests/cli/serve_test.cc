// The whole daemon: in process on real pipes and SQLite, and as a program where descriptors and exit codes matter.
#include "cli/serve.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "a2a/wire/constants.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace a2a::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const char kHandshake[] = R"({"jsonrpc":"2.0","id":"hs","method":"app.handshake","params":{"protocolVersion":10}})";

class ServeTest : public testing::Test {
 protected:
  ServeTest() {
    char path[] = "/tmp/a2a_serve_test_XXXXXX";
    folder_ = mkdtemp(path);
    options_.db = folder_ + "/host.db";
  }
  ~ServeTest() override { std::filesystem::remove_all(folder_); }

  struct Outcome {
    int code = -1;
    std::string out, err;
  };

  // Serves `input` in this process.
  Outcome Serve(const std::string& input, const ServeDeps& deps = ServeDeps()) {
    int in[2], out[2], err[2];
    EXPECT_EQ(pipe2(in, O_CLOEXEC) | pipe2(out, O_CLOEXEC) | pipe2(err, O_CLOEXEC), 0);
    Outcome outcome;
    std::thread writer([&] { Put(in[1], input); });
    std::thread reader([&] { outcome.out = Get(out[0]); });
    outcome.code = RunServeOn(options_, deps, {in[0], out[1], err[1]});
    close(out[1]);
    close(err[1]);
    writer.join();
    reader.join();
    close(in[0]);
    outcome.err = Get(err[0]);
    return outcome;
  }

  // Runs the program with `input` on descriptor 0, without the descriptors in `closed`.
  Outcome Program(std::vector<std::string> args, const std::string& input, const std::string& closed = "") {
    int in[2], out[2], err[2];
    EXPECT_EQ(pipe2(in, O_CLOEXEC) | pipe2(out, O_CLOEXEC) | pipe2(err, O_CLOEXEC), 0);
    const pid_t child = fork();
    if (child == 0) {
      dup2(in[0], 0);
      dup2(out[1], 1);
      dup2(err[1], 2);
      for (char c : closed) close(c - '0');
      if (file_size_ != 0) {
        const rlimit limit{file_size_, file_size_};
        setrlimit(RLIMIT_FSIZE, &limit);
      }
      std::vector<char*> argv = {const_cast<char*>("a2a-hostd")};
      for (std::string& arg : args) argv.push_back(arg.data());
      argv.push_back(nullptr);
      execv(A2A_BIN_DIR "/a2a-hostd", argv.data());
      _exit(127);
    }
    close(in[0]);
    close(out[1]);
    close(err[1]);
    Outcome outcome;
    Put(in[1], input);
    outcome.out = Get(out[0]);
    outcome.err = Get(err[0]);
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return outcome;
  }

  std::string folder_;
  ServeOptions options_;
  rlim_t file_size_ = 0;  // limit of Program(); 0: none

 private:
  static void Put(int fd, const std::string& text) {
    EXPECT_EQ(write(fd, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    close(fd);
  }
  static std::string Get(int fd) {
    std::string all;
    char buffer[4096];
    for (ssize_t got; (got = read(fd, buffer, sizeof(buffer))) > 0;) all.append(buffer, static_cast<size_t>(got));
    close(fd);
    return all;
  }
};

TEST_F(ServeTest, ServesAndChecksWhatItDidIntoTheDatabase) {
  const Outcome outcome =
      Serve(absl::StrCat(kHandshake, "\n", R"({"jsonrpc":"2.0","id":2,"method":"app.health"})", "\n"));
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out,
              StartsWith(R"({"jsonrpc":"2.0","id":"hs","result":{"protocolVersion":10,"host":"a2a-hostd",)"));
  EXPECT_THAT(outcome.out, HasSubstr(R"({"jsonrpc":"2.0","id":2,"result":{"ok":true,)"));
  EXPECT_THAT(outcome.err, HasSubstr(absl::StrCat("a2a-hostd: serving ", options_.db)));
  EXPECT_TRUE(std::filesystem::exists(options_.db));
  EXPECT_FALSE(std::filesystem::exists(options_.db + "-wal"));
}

TEST_F(ServeTest, ShowsItsOptions) {
  options_.durability = store::Durability::kNormal;
  options_.limits.max_frame_bytes = 5000;
  const Outcome outcome =
      Serve(absl::StrCat(kHandshake, "\n", R"({"jsonrpc":"2.0","id":2,"method":"app.health"})", "\n"));
  EXPECT_THAT(outcome.err, HasSubstr("durability normal"));
  EXPECT_THAT(outcome.out, HasSubstr(R"("durability":"normal")"));
  EXPECT_THAT(outcome.out, HasSubstr(absl::StrCat("\"", wire::kA2aMaxFrameBytesBound.name, "\":5000,")));
}

TEST_F(ServeTest, PassesTheNamedPointsInTheirOrder) {
  std::vector<std::string> points;
  ServeDeps deps;
  deps.at_point = [&](absl::string_view point) { points.emplace_back(point); };
  const std::string card =
      R"({"name":"n","description":"","version":"1","skills":[],"capabilities":{"streaming":false,)"
      R"("pushNotifications":false},"defaultInputModes":[],"defaultOutputModes":[]})";
  Serve(absl::StrCat(kHandshake, "\n",
                     R"({"jsonrpc":"2.0","id":2,"method":"a2a.agents.register","params":{"contextId":"c","card":)",
                     card, "}}\n"),
        deps);
  const auto at = [&](absl::string_view name) {
    return std::find(points.begin(), points.end(), name) - points.begin();
  };
  EXPECT_LT(at("before-commit"), at("after-commit"));
  EXPECT_LT(at("after-commit"), at("before-write"));
  EXPECT_LT(at("before-write"), at("mid-write"));
  EXPECT_LT(at("mid-write"), static_cast<long>(points.size()));
}

TEST_F(ServeTest, RefusesStoresThatAreNotOursWithTheirExitCode) {
  std::ofstream(options_.db) << "this is no database, but a text that is long enough to look at";
  const Outcome text = Serve("");
  EXPECT_EQ(text.code, 65);
  EXPECT_EQ(text.out, "");
  EXPECT_THAT(text.err, HasSubstr(options_.db));
  std::filesystem::remove(options_.db);
  options_.db = folder_ + "/host.db/below";
  std::ofstream(folder_ + "/host.db") << "";
  EXPECT_EQ(Serve("").code, 73);
}

TEST_F(ServeTest, ASecondOwnerIsRefused) {
  const Outcome first = Serve("");
  ASSERT_EQ(first.code, 0);
  Outcome second;
  ServeDeps deps;
  deps.at_point = [&](absl::string_view point) {
    if (point == "before-write") second = Program({"serve", "--db", options_.db}, "");
  };
  EXPECT_EQ(Serve(absl::StrCat(kHandshake, "\n"), deps).code, 0);
  EXPECT_EQ(second.code, 75);
  EXPECT_THAT(second.err, HasSubstr(absl::StrCat(getpid())));
}

TEST_F(ServeTest, TheProgramServesWithoutACommand) {
  const Outcome outcome = Program({"--db", options_.db}, absl::StrCat(kHandshake, "\n"));
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, StartsWith(R"({"jsonrpc":"2.0","id":"hs","result":)"));
}

TEST_F(ServeTest, TheProgramTellsUsageErrors) {
  const Outcome outcome = Program({"serve", "--max-frame-bytes", "x"}, "");
  EXPECT_EQ(outcome.code, 64);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, StartsWith("a2a-hostd: --max-frame-bytes must be"));
}

TEST_F(ServeTest, TheProgramSurvivesAStartWithoutDescriptors) {
  const std::vector<std::string> args = {"serve", "--db", options_.db};
  for (const char* closed : {"0", "1", "2", "01", "02", "12", "012"}) {
    SCOPED_TRACE(closed);
    const Outcome outcome = Program(args, absl::StrCat(kHandshake, "\n"), closed);
    EXPECT_EQ(outcome.code, 0);
    // No file of ours took the place of a closed descriptor.
    std::ifstream file(options_.db, std::ios::binary);
    std::string head(15, '\0');
    file.read(head.data(), 15);
    EXPECT_EQ(head, "SQLite format 3");
    EXPECT_THAT(outcome.err, testing::AnyOf("", StartsWith("a2a-hostd: ")));
    EXPECT_THAT(outcome.out, testing::AnyOf("", StartsWith("{\"jsonrpc\"")));
  }
}

TEST_F(ServeTest, AStoreThatCannotGrowEndsTheProgramAfterItsAnswers) {
  const std::vector<std::string> args = {"serve", "--db", options_.db};
  ASSERT_EQ(Program(args, "").code, 0);
  std::string input = absl::StrCat(kHandshake, "\n");
  for (int i = 0; i < 3; ++i) {
    absl::StrAppend(&input, R"({"jsonrpc":"2.0","id":)", i,
                    R"(,"method":"a2a.agents.register","params":{"contextId":"c","card":{"name":"n","description":")",
                    std::string(20000, 'd'),
                    R"(","version":"1","skills":[],"capabilities":{"streaming":false,"pushNotifications":false},)"
                    R"("defaultInputModes":[],"defaultOutputModes":[]}}})",
                    "\n");
  }
  file_size_ = 32 << 10;
  const Outcome outcome = Program(args, input);
  EXPECT_EQ(outcome.code, 74);
  EXPECT_THAT(outcome.out, HasSubstr(R"("errorCode":"STORE_UNAVAILABLE","retryable":true,"outcome":"unknown")"));
  EXPECT_THAT(outcome.out, testing::Not(HasSubstr("token")));
}

}  // namespace
}  // namespace a2a::cli

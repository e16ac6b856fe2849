#include "cli/command.h"

#include <map>
#include <optional>

#include "a2a/wire/constants.h"
#include "cli/serve.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace a2a::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class CommandTest : public testing::Test {
 protected:
  int Run(const std::vector<absl::string_view>& args) {
    out_.clear();
    err_.clear();
    served_.reset();
    Surroundings around;
    around.env = [this](const std::string& name) { return env_.count(name) != 0 ? env_[name].c_str() : nullptr; };
    around.stdin_is_terminal = terminal_;
    around.out = [this](absl::string_view text) { out_.append(text.data(), text.size()); };
    around.err = [this](absl::string_view text) { err_.append(text.data(), text.size()); };
    around.serve = [this](const ServeOptions& options) {
      served_ = options;
      return 42;
    };
    return RunCommand(args, around);
  }
  void ExpectUsage(const std::vector<absl::string_view>& args, absl::string_view says) {
    EXPECT_EQ(Run(args), 64);
    EXPECT_THAT(err_, StartsWith("a2a-hostd: " + std::string(says)));
    EXPECT_THAT(err_, HasSubstr("Say `a2a-hostd help`"));
    EXPECT_EQ(out_, "");
    EXPECT_FALSE(served_.has_value());
  }

  std::map<std::string, std::string> env_ = {{"HOME", "/home/u"}};
  bool terminal_ = false;
  std::string out_, err_;
  std::optional<ServeOptions> served_;
};

TEST_F(CommandTest, ServeServesWithItsDefaults) {
  EXPECT_EQ(Run({"serve"}), 42);
  ASSERT_TRUE(served_.has_value());
  EXPECT_EQ(served_->db, "/home/u/.local/state/a2a-host/host.db");
  EXPECT_EQ(served_->durability, store::Durability::kFull);
  EXPECT_EQ(served_->limits.max_frame_bytes, size_t{wire::kA2aMaxFrameBytes});
  EXPECT_EQ(served_->limits.max_outbox_bytes, size_t{wire::kA2aMaxOutboxBytes});
  EXPECT_EQ(served_->broker.reclaim_grace_seconds, 300);
  EXPECT_EQ(served_->broker.event_retention_seconds, 604800);
  EXPECT_EQ(served_->broker.task_retention_seconds, 0);
}

TEST_F(CommandTest, EveryFlagIsTaken) {
  EXPECT_EQ(Run({"serve", "--db", "/x/y.db", "--durability=normal", "--max-frame-bytes=1MiB", "--max-outbox-bytes",
                 "2000", "--reclaim-grace=1m", "--event-retention=1h", "--task-retention=30d"}),
            42);
  EXPECT_EQ(served_->db, "/x/y.db");
  EXPECT_EQ(served_->durability, store::Durability::kNormal);
  EXPECT_EQ(served_->limits.max_frame_bytes, size_t{1} << 20);
  EXPECT_EQ(served_->limits.max_outbox_bytes, 2000u);
  EXPECT_EQ(served_->broker.reclaim_grace_seconds, 60);
  EXPECT_EQ(served_->broker.event_retention_seconds, 3600);
  EXPECT_EQ(served_->broker.task_retention_seconds, 30 * 86400);
}

TEST_F(CommandTest, EveryFlagHasItsVariable) {
  env_ = {{"A2A_DB", "e.db"},
          {"A2A_DURABILITY", "normal"},
          {"A2A_MAX_FRAME_BYTES", "3000"},
          {"A2A_MAX_OUTBOX_BYTES", "4000"},
          {"A2A_RECLAIM_GRACE", "5"},
          {"A2A_EVENT_RETENTION", "6"},
          {"A2A_TASK_RETENTION", "7"}};
  EXPECT_EQ(Run({}), 42);
  EXPECT_EQ(served_->db, "e.db");
  EXPECT_EQ(served_->durability, store::Durability::kNormal);
  EXPECT_EQ(served_->limits.max_frame_bytes, 3000u);
  EXPECT_EQ(served_->limits.max_outbox_bytes, 4000u);
  EXPECT_EQ(served_->broker.reclaim_grace_seconds, 5);
  EXPECT_EQ(served_->broker.event_retention_seconds, 6);
  EXPECT_EQ(served_->broker.task_retention_seconds, 7);
  EXPECT_EQ(Run({"serve", "--task-retention", "off", "--db=f.db"}), 42);
  EXPECT_EQ(served_->broker.task_retention_seconds, 0);
  EXPECT_EQ(served_->db, "f.db");
}

TEST_F(CommandTest, TheHandshakeWillNameWhatWasConfigured) {
  EXPECT_EQ(Run({"serve", "--max-frame-bytes=5000", "--max-outbox-bytes=6000", "--reclaim-grace=7"}), 42);
  const std::vector<std::pair<absl::string_view, int64_t>> expected = {
      {wire::kA2aMaxFrameBytesBound.name, 5000},
      {wire::kA2aMaxOutboxBytesBound.name, 6000},
      {wire::kA2aReclaimGraceSecondsBound.name, 7},
      {wire::kA2aEventRetentionSecondsBound.name, wire::kA2aEventRetentionSeconds}};
  EXPECT_EQ(ConfiguredBounds(*served_), expected);
}

TEST_F(CommandTest, TheDatabaseDefaultsToTheStateFolder) {
  env_["XDG_STATE_HOME"] = "/state";
  EXPECT_EQ(Run({"serve"}), 42);
  EXPECT_EQ(served_->db, "/state/a2a-host/host.db");
  env_["XDG_STATE_HOME"] = "relative";  // to be ignored
  EXPECT_EQ(Run({"serve"}), 42);
  EXPECT_EQ(served_->db, "/home/u/.local/state/a2a-host/host.db");
  env_.clear();
  ExpectUsage({"serve"}, "Neither XDG_STATE_HOME nor HOME is set");
  EXPECT_EQ(Run({"serve", "--db=x"}), 42);
}

TEST_F(CommandTest, WithoutACommandItServesUnlessInATerminal) {
  EXPECT_EQ(Run({}), 42);
  EXPECT_EQ(Run({"--db=x"}), 42);
  EXPECT_EQ(served_->db, "x");
  terminal_ = true;
  EXPECT_EQ(Run({}), 0);
  EXPECT_THAT(out_, HasSubstr("Usage:"));
  EXPECT_FALSE(served_.has_value());
  ExpectUsage({"--db=x"}, "Say `a2a-hostd serve --db=x` to serve in a terminal.");
  EXPECT_EQ(Run({"serve"}), 42);
}

TEST_F(CommandTest, BadValuesAreUsageErrors) {
  ExpectUsage({"serve", "--max-frame-bytes=0"}, "--max-frame-bytes must be a number of bytes");
  ExpectUsage({"serve", "--max-frame-bytes=-5"}, "--max-frame-bytes must be a number of bytes");
  ExpectUsage({"serve", "--max-outbox-bytes=2GiB"}, "--max-outbox-bytes must be a number of bytes");
  ExpectUsage({"serve", "--durability=fast"}, "--durability must be full or normal, not \"fast\".");
  ExpectUsage({"serve", "--reclaim-grace=soon"}, "--reclaim-grace must be a time");
  ExpectUsage({"serve", "--event-retention=1w"}, "--event-retention must be a time");
  ExpectUsage({"serve", "--task-retention=0"}, "--task-retention must be above 0, or off, not \"0\".");
  ExpectUsage({"serve", "--db="}, "--db must be a path");
  ExpectUsage({"serve", "--nosuch"}, "Unknown flag \"--nosuch\".");
  ExpectUsage({"serve", "extra"}, "Unexpected argument \"extra\".");
  ExpectUsage({"nosuch"}, "There is no command \"nosuch\".");
  ExpectUsage({"help", "nosuch"}, "There is no command \"nosuch\".");
  ExpectUsage({"version", "x"}, "Unexpected argument \"x\".");
  ExpectUsage({""}, "There is no command \"\".");
  env_["A2A_MAX_FRAME_BYTES"] = "many";
  ExpectUsage({"serve"}, "A2A_MAX_FRAME_BYTES must be a number of bytes");
}

TEST_F(CommandTest, HelpNamesEveryCommandAndEveryFlag) {
  for (const std::vector<absl::string_view>& args : {std::vector<absl::string_view>{"help"}, {"--help"}, {"-h"}}) {
    EXPECT_EQ(Run(args), 0);
    for (const char* command : {"serve", "help", "version"}) EXPECT_THAT(out_, HasSubstr(command));
    EXPECT_EQ(err_, "");
  }
  for (const std::vector<absl::string_view>& args :
       {std::vector<absl::string_view>{"help", "serve"}, {"serve", "--help"}, {"serve", "--db", "x", "-h"}}) {
    EXPECT_EQ(Run(args), 0);
    EXPECT_FALSE(served_.has_value());
    ServeOptions options;
    for (const Flag& flag : ServeFlags(&options)) {
      EXPECT_THAT(out_, HasSubstr("\n  " + flag.name + " "));
      EXPECT_THAT(out_, HasSubstr("Environment: " + flag.env + "."));
    }
    EXPECT_THAT(out_, HasSubstr("Default: 32MiB."));
    EXPECT_THAT(out_, HasSubstr("Default: 7d."));
  }
}

TEST_F(CommandTest, VersionNamesProgramProtocolAndSchema) {
  for (const char* arg : {"version", "--version"}) {
    EXPECT_EQ(Run({arg}), 0);
    EXPECT_EQ(out_, "a2a-hostd " + std::string(ProgramVersion()) + " (protocol " +
                        std::to_string(wire::kProtocolVersion) + ", schema " + std::to_string(wire::kSchemaVersion) +
                        ")\n");
  }
}

}  // namespace
}  // namespace a2a::cli

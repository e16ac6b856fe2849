// SIGKILL under load, at random times and at named points. After each: acknowledged is a subset of stored, stored of
// sent; repeating what had no reply gives exactly one task each.
//
// A2A_SEED repeats a run, A2A_CRASH_ROUNDS makes it longer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sqlite3.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "crash/audit.h"
#include "crash/daemon.h"
#include "crash/load.h"

namespace a2a::crash {
namespace {

namespace fs = std::filesystem;

int64_t EnvOr(const char* name, int64_t otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : std::strtoll(value, nullptr, 10);
}

class CrashTest : public testing::Test {
 protected:
  CrashTest() {
    std::string pattern = (fs::temp_directory_path() / "a2a-crash-XXXXXX").string();
    dir_ = mkdtemp(pattern.data());
    const auto seed = static_cast<uint32_t>(EnvOr("A2A_SEED", std::random_device()()));
    std::printf("A2A_SEED=%u\n", seed);
    random_.seed(seed);
  }
  ~CrashTest() override {
    if (HasFailure()) {
      std::printf("left for a look: %s\n", dir_.c_str());
    } else {
      fs::remove_all(dir_);
    }
  }

  int Random(int from, int to) { return std::uniform_int_distribution<int>(from, to)(random_); }

  std::string database() const { return dir_ + "/host.db"; }

  Daemon Start(const std::string& binary = "a2a-hostd", const std::map<std::string, std::string>& env = {}) {
    return Daemon(std::string(A2A_BIN_DIR) + "/" + binary, {"serve", "--db", database()}, dir_ + "/log", env);
  }

  // A daemon that nobody kills: everything open is repeated and must be there once.
  void MakeWhole() {
    Daemon daemon = Start();
    ASSERT_TRUE(load_.Begin(&daemon));
    ASSERT_TRUE(load_.Repeat(&daemon));
    daemon.CloseInput();
    std::string line;
    while (daemon.Next(&line)) {
    }
    EXPECT_EQ(daemon.Wait(), 0);
    Audit(database(), load_, /*all_answered=*/true);
    EXPECT_THAT(load_.complaints(), testing::IsEmpty());
  }

  std::string dir_;
  std::mt19937 random_;
  Load load_;
};

TEST_F(CrashTest, AtRandomTimes) {
  const int64_t rounds = EnvOr("A2A_CRASH_ROUNDS", 20);
  for (int64_t round = 1; round <= rounds; ++round) {
    SCOPED_TRACE(testing::Message() << "round " << round);
    {
      Daemon daemon = Start();
      ASSERT_TRUE(load_.Begin(&daemon));
      const int replies = Random(0, 400);
      ASSERT_EQ(load_.Run(&daemon, replies), replies);
      daemon.Kill();
      EXPECT_EQ(daemon.Wait(), -SIGKILL);
    }
    Audit(database(), load_, /*all_answered=*/false);
    // Every other time the repeat is under load too, with the next kill.
    if (round % 2 == 0) MakeWhole();
    if (HasFailure()) break;
  }
  MakeWhole();
  std::printf("%lld kills, %zu messages\n", static_cast<long long>(rounds), load_.sent().size());
}

TEST_F(CrashTest, AtNamedPoints) {
  for (const char* point : {"before-commit", "after-commit", "before-write", "mid-write"}) {
    for (int passing : {1, 2, Random(3, 12), Random(13, 40)}) {
      SCOPED_TRACE(testing::Message() << point << ":" << passing);
      {
        Daemon daemon =
            Start("a2a-hostd-fault", {{"A2A_FAULT_KILL", std::string(point) + ":" + std::to_string(passing)}});
        if (load_.Begin(&daemon)) load_.Run(&daemon, 1 << 20);
        EXPECT_EQ(daemon.Wait(), -SIGKILL);
      }
      Audit(database(), load_, /*all_answered=*/false);
      MakeWhole();
      if (HasFailure()) return;
    }
  }
}

TEST_F(CrashTest, AroundACheckpoint) {
  for (const char* point : {"before-checkpoint", "after-checkpoint"}) {
    SCOPED_TRACE(point);
    {
      Daemon daemon = Start();
      ASSERT_TRUE(load_.Begin(&daemon));
      load_.Run(&daemon, 100);
      daemon.Kill();
      daemon.Wait();
    }
    {
      // What the WAL holds is copied at the start.
      Daemon daemon = Start("a2a-hostd-fault", {{"A2A_FAULT_KILL", point}});
      EXPECT_EQ(daemon.Wait(), -SIGKILL);
    }
    Audit(database(), load_, /*all_answered=*/false);
    MakeWhole();
  }
}

TEST_F(CrashTest, InTheMiddleOfAMigration) {
  for (const char* point : {"backup-made", "mid-migration:1", "migrated:1", "mid-migration:2", "migrated:2"}) {
    SCOPED_TRACE(point);
    fs::remove(database());
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(database().c_str(), &db), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(db,
                           "PRAGMA user_version = 11; CREATE TABLE sessions (title TEXT);"
                           "INSERT INTO sessions VALUES ('kept')",
                           nullptr, nullptr, nullptr),
              SQLITE_OK);
    sqlite3_close(db);
    {
      Daemon daemon = Start("a2a-hostd-fault", {{"A2A_FAULT_KILL", point}});
      EXPECT_EQ(daemon.Wait(), -SIGKILL);
    }
    load_ = Load();
    MakeWhole();
    ASSERT_EQ(sqlite3_open(database().c_str(), &db), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(db, "SELECT 1 / (title = 'kept') FROM sessions", nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(db);
  }
}

}  // namespace
}  // namespace a2a::crash

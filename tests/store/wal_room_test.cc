// Room in the WAL: made in slices up to a size, seen by nobody, and no obstacle to anything else.
#include <signal.h>
#include <sys/wait.h>

#include "fixture.h"

namespace a2a::store {
namespace {

constexpr uintmax_t kRoom = 16 << 20;

class WalRoomTest : public StoreTest {
 protected:
  uintmax_t WalFile() const { return std::filesystem::file_size(options_.path + "-wal"); }

  // Slices made until there was nothing more to do.
  int MakeAll() {
    int slices = 0;
    while (true) {
      const absl::StatusOr<bool> more = store_->MakeWalRoom();
      EXPECT_TRUE(more.ok()) << more.status();
      if (!more.ok() || !*more || slices > 100) return slices;
      ++slices;
    }
  }
};

TEST_F(WalRoomTest, GrowsBySlicesToItsSizeAndNoFurther) {
  const absl::StatusOr<bool> more = store_->MakeWalRoom();
  ASSERT_TRUE(more.ok() && *more);
  EXPECT_EQ(WalFile(), 1u << 20);
  EXPECT_EQ(MakeAll(), 15);
  EXPECT_EQ(WalFile(), kRoom);
  EXPECT_EQ(MakeAll(), 0);
  EXPECT_EQ(WalFile(), kRoom);
  EXPECT_EQ(store_->WalBytes(), 0);
}

TEST_F(WalRoomTest, CommitsGoIntoItAndOthersReadThem) {
  MakeAll();
  for (int i = 0; i < 50; ++i) {
    AddAgent("agent" + std::to_string(i));
    ASSERT_OK(store_->Commit());
    EXPECT_EQ(Sqlite(options_.path, "SELECT count(*) FROM a2a_agents"),
              std::vector<std::string>{std::to_string(i + 1)});
  }
  EXPECT_EQ(WalFile(), kRoom);
  ASSERT_OK(store_->Checkpoint(/*truncate=*/false));
  AddAgent("last");
  ASSERT_OK(store_->Commit());
  EXPECT_EQ(Sqlite(options_.path, "SELECT count(*) FROM a2a_agents; PRAGMA integrity_check"),
            (std::vector<std::string>{"51", "ok"}));
}

TEST_F(WalRoomTest, IsGoneWithTheStore) {
  MakeAll();
  store_.reset();
  EXPECT_FALSE(std::filesystem::exists(options_.path + "-wal"));
}

TEST_F(WalRoomTest, AKilledProcessLeavesItAndWhatItCommitted) {
  store_.reset();
  const pid_t child = fork();
  if (child == 0) {
    Reopen();
    MakeAll();
    AddAgent("a");
    if (!store_->Commit().ok()) _exit(1);
    kill(getpid(), SIGKILL);
  }
  int how = 0;
  ASSERT_EQ(waitpid(child, &how, 0), child);
  ASSERT_TRUE(WIFSIGNALED(how));
  EXPECT_EQ(WalFile(), kRoom);
  EXPECT_EQ(Sqlite(options_.path, "SELECT agent_id FROM a2a_agents"), std::vector<std::string>{"a"});
  Reopen();
  EXPECT_EQ(store_->UnendedAgents()->size(), 1u);
}

TEST_F(WalRoomTest, AnUnusedOneIsNoObstacleToTheNextStart) {
  store_.reset();
  const pid_t child = fork();
  if (child == 0) {
    Reopen();
    MakeAll();
    kill(getpid(), SIGKILL);
  }
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  Reopen();
  AddAgent("a");
  ASSERT_OK(store_->Commit());
  EXPECT_EQ(Sqlite(options_.path, "PRAGMA integrity_check"), std::vector<std::string>{"ok"});
}

// Another program that writes may be about to use what lies behind the end of the file.
TEST_F(WalRoomTest, WaitsForNobodyWhoWrites) {
  sqlite3* writer = nullptr;
  ASSERT_EQ(sqlite3_open(options_.path.c_str(), &writer), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(writer, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  const absl::StatusOr<bool> more = store_->MakeWalRoom();
  ASSERT_TRUE(more.ok()) << more.status();
  EXPECT_FALSE(*more);
  EXPECT_EQ(WalFile(), 0u);
  sqlite3_close(writer);
  EXPECT_EQ(MakeAll(), 16);
}

TEST_F(WalRoomTest, ReadersDoNotKeepItFromBeingMade) {
  AddAgent("a");
  ASSERT_OK(store_->Commit());
  sqlite3* reader = nullptr;
  ASSERT_EQ(sqlite3_open(options_.path.c_str(), &reader), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(reader, "BEGIN; SELECT count(*) FROM a2a_agents", nullptr, nullptr, nullptr), SQLITE_OK);
  MakeAll();
  AddAgent("b");
  ASSERT_OK(store_->Commit());
  sqlite3_close(reader);
  EXPECT_EQ(WalFile(), kRoom);
  EXPECT_EQ(Sqlite(options_.path, "SELECT count(*) FROM a2a_agents"), std::vector<std::string>{"2"});
}

TEST_F(WalRoomTest, NotWhereCommitsDoNotSyncNorWithinATransaction) {
  AddAgent("a");
  EXPECT_FALSE(*store_->MakeWalRoom());
  EXPECT_TRUE(store_->in_transaction());
  ASSERT_OK(store_->Commit());
  options_.durability = Durability::kNormal;
  Reopen();
  EXPECT_FALSE(*store_->MakeWalRoom());
  EXPECT_EQ(WalFile(), 0u);
}

}  // namespace
}  // namespace a2a::store

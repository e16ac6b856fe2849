// What is written to a WAL reaches the file by commit, not by page; and where a commit does not sync, at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "fault/cycle.h"
#include "fault/fault_plan.h"
#include "fault/fault_vfs.h"
#include "fault/fixture.h"

namespace a2a::fault {
namespace {

// Writes and syncs of WALs, as sizes; a sync is 0.
class WalWatcher : public FileWatcher {
 public:
  WalWatcher() { WatchFiles(this); }
  ~WalWatcher() override { WatchFiles(nullptr); }
  void OnWrite(const std::string& path, absl::string_view bytes, size_t) override { Add(path, bytes.size()); }
  void OnTruncate(const std::string&, size_t) override {}
  void OnSync(const std::string& path) override { Add(path, 0); }
  void OnDelete(const std::string&) override {}

  std::vector<size_t> seen;

 private:
  void Add(const std::string& path, size_t size) {
    if (path.substr(path.size() - 4) == "-wal") seen.push_back(size);
  }
};

class WalGatherTest : public testing::Test {
 protected:
  WalGatherTest() { ThePlan().skip_syncs = true; }

  // What a commit does to the WAL after one before it.
  std::vector<size_t> CommitOnce(store::Durability durability) {
    const auto store = OpenStore(dir_ / "host.db", durability);
    Cycle cycle(store.get());
    EXPECT_TRUE(cycle.Agents().ok());
    EXPECT_TRUE(cycle.Open(1).ok());
    WalWatcher watcher;
    EXPECT_TRUE(cycle.Complete(1).ok());
    return watcher.seen;
  }

  TempFolder dir_;
};

TEST_F(WalGatherTest, ACommitIsOneWriteAndOneSync) {
  const std::vector<size_t> seen = CommitOnce(store::Durability::kFull);
  ASSERT_EQ(seen.size(), 2u) << testing::PrintToString(seen);
  EXPECT_GT(seen[0], 4 * 4120u);
  EXPECT_EQ(seen[0] % 4120, 0u);
  EXPECT_EQ(seen[1], 0u);
}

// Nobody would hand on what was gathered before others are told of it.
TEST_F(WalGatherTest, WithoutSyncsNothingIsHeldBack) {
  const std::vector<size_t> seen = CommitOnce(store::Durability::kNormal);
  EXPECT_GT(seen.size(), 8u);
  EXPECT_THAT(seen, testing::Each(testing::AnyOf(24u, 4096u)));
}

TEST_F(WalGatherTest, ALongCommitIsWrittenInPiecesAndReadBackBeforeItEnds) {
  const auto store = OpenStore(dir_ / "host.db");
  Cycle cycle(store.get());
  ASSERT_TRUE(cycle.Agents().ok());
  ASSERT_TRUE(cycle.Open(1).ok());
  const auto task = store->FindTask("task-1");
  ASSERT_TRUE(task.ok() && task->has_value());
  store::MessageRow row;
  row.key = store->NextMessageKey();
  row.task = (*task)->key;
  row.message_id = "long";
  row.sender = (*task)->requester;
  row.content_hash = "0123456789abcdef";
  row.message.set_json("\"" + std::string(20 << 20, 'x') + "\"");  // more than SQLite's cache holds
  WalWatcher watcher;
  ASSERT_TRUE(store->InsertMessage(row).ok());
  EXPECT_GT(watcher.seen.size(), 0u) << "nothing left the cache early, so nothing is read back";
  EXPECT_EQ(store->ReadMessage(row.key)->json(), row.message.json());
  store->Rollback();
  EXPECT_FALSE(store->FindMessage((*task)->key, "long")->has_value());
  ASSERT_TRUE(store->InsertMessage(row).ok());
  ASSERT_TRUE(store->Commit().ok());
  EXPECT_EQ(watcher.seen.back(), 0u);
  EXPECT_LE(*std::max_element(watcher.seen.begin(), watcher.seen.end()), 120u << 10);
  EXPECT_EQ(store->ReadMessage(row.key)->json(), row.message.json());
}

}  // namespace
}  // namespace a2a::fault

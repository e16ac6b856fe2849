// Writes to a WAL that are gathered, seen through SQLite with a cache so small that a transaction reads its own pages
// back from the WAL all the time.
#include "store/wal_gather.h"

#include <memory>

#include "fixture.h"

namespace a2a::store {
namespace {

class WalGatherTest : public testing::Test {
 protected:
  void Open() {
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open_v2(path_.c_str(), &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, GatheringVfs("").c_str()),
              SQLITE_OK);
    db_.reset(db);
    Run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = 4;"
        "CREATE TABLE IF NOT EXISTS t (id INTEGER PRIMARY KEY, text TEXT)");
    GatherWalWrites(db);
  }

  void Run(const std::string& sql) {
    ASSERT_EQ(sqlite3_exec(db_.get(), sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(db_.get()) << " in " << sql;
  }

  // The row as it should be.
  static std::string TextOf(int id) { return "'" + std::string(3000, static_cast<char>('a' + id % 26)) + "'"; }

  // Fills the table within a transaction, reading older and newer rows back in between.
  void Fill(int from, int to) {
    for (int id = from; id < to; ++id) {
      Run("INSERT INTO t VALUES (" + std::to_string(id) + ", " + TextOf(id) + ")");
      for (int back : {id, id - 1, id - 3, id - 7, id - 20, id - 60}) {
        if (back < from) continue;
        // Division by zero is null, which is no error: so a wrong row is made to break a constraint.
        Run("INSERT INTO t SELECT 1, '' FROM t WHERE id = " + std::to_string(back) + " AND text <> " + TextOf(back));
      }
    }
  }

  std::vector<std::string> Content() const {
    return Sqlite(path_, "SELECT count(*), sum(length(text)), count(DISTINCT text) FROM t; PRAGMA integrity_check");
  }

  struct Closer {
    void operator()(sqlite3* db) const { sqlite3_close(db); }
  };
  TempDir dir_;
  std::string path_ = dir_ / "t.db";
  std::unique_ptr<sqlite3, Closer> db_;
};

TEST_F(WalGatherTest, ATransactionReadsItsOwnPagesBack) {
  Open();
  Run("BEGIN");
  Fill(1, 200);
  EXPECT_EQ(Content().front(), "0|null|0");  // nobody sees it yet
  Run("COMMIT");
  EXPECT_EQ(Content(), (std::vector<std::string>{"199|597000|26", "ok"}));
}

TEST_F(WalGatherTest, WhatIsRolledBackLeavesNoTrace) {
  Open();
  Run("BEGIN");
  Fill(1, 50);
  Run("COMMIT; BEGIN");
  Fill(50, 150);
  Run("ROLLBACK; BEGIN");
  Fill(50, 60);
  Run("SAVEPOINT s");
  Fill(60, 100);
  Run("ROLLBACK TO s");
  Fill(60, 70);
  Run("COMMIT");
  EXPECT_EQ(Content(), (std::vector<std::string>{"69|207000|26", "ok"}));
  Run("PRAGMA wal_checkpoint(TRUNCATE)");
  EXPECT_EQ(Content(), (std::vector<std::string>{"69|207000|26", "ok"}));
}

TEST_F(WalGatherTest, ALogThatBeginsAnewIsReadRight) {
  Open();
  for (int round = 0; round < 5; ++round) {
    Run("BEGIN");
    Fill(1 + round * 20, 21 + round * 20);
    Run("COMMIT; PRAGMA wal_checkpoint(PASSIVE)");
    EXPECT_EQ(Content().back(), "ok");
  }
  db_.reset();
  Open();
  EXPECT_EQ(Content().front(), "100|300000|26");
}

TEST_F(WalGatherTest, AnUnknownVfsBelowIsNotReplaced) {
  EXPECT_EQ(GatheringVfs("no-such-vfs"), "no-such-vfs");
  EXPECT_EQ(GatheringVfs(""), GatheringVfs(""));
}

}  // namespace
}  // namespace a2a::store

// Transactions, and the keys, seqs and stamps that follow them.
#include "fixture.h"

namespace a2a::store {
namespace {

using TransactionTest = StoreTest;

TEST_F(TransactionTest, OpensWithTheFirstWriteAndEndsWithCommit) {
  EXPECT_FALSE(store_->in_transaction());
  ASSERT_OK(store_->Commit());
  AddAgent("a");
  EXPECT_TRUE(store_->in_transaction());
  ASSERT_OK(store_->Commit());
  EXPECT_FALSE(store_->in_transaction());
  EXPECT_EQ(Sqlite(options_.path, "SELECT agent_id FROM a2a_agents"), std::vector<std::string>{"a"});
}

TEST_F(TransactionTest, NothingIsSeenOutsideBeforeCommit) {
  AddAgent("a");
  EXPECT_EQ(Sqlite(options_.path, "SELECT count(*) FROM a2a_agents"), std::vector<std::string>{"0"});
}

TEST_F(TransactionTest, RollbackForgetsRowsKeysSeqsAndStamps) {
  const AgentKey a = AddAgent("a");
  const AgentKey b = AddAgent("b");
  const TaskRow task = AddTask(a, b);
  const MessageKey message = AddMessage(task, "m");
  const EventSeq seq = AddEvent(task, b);
  ASSERT_OK(store_->Commit());

  EXPECT_EQ(store_->NextStamp(9000), 9000);
  const TaskRow second = AddTask(a, b);
  AddMessage(second, "m");
  AddEvent(second, b);
  store_->NextAgentKey();
  store_->Rollback();
  EXPECT_FALSE(store_->in_transaction());
  EXPECT_EQ(store_->NextAgentKey(), b + 1);
  EXPECT_EQ(store_->NextTaskKey(), task.key + 1);
  EXPECT_EQ(store_->NextMessageKey(), message + 1);
  EXPECT_EQ(store_->NextEventSeq(), seq + 1);
  EXPECT_EQ(store_->NextStamp(2000), 2000);
  EXPECT_FALSE(store_->FindTask(second.id)->has_value());
}

TEST_F(TransactionTest, AStampStaysForABatchAndNeverGoesBack) {
  EXPECT_EQ(store_->NextStamp(5000), 5000);
  EXPECT_EQ(store_->NextStamp(6000), 5000);
  ASSERT_OK(store_->Commit());
  EXPECT_EQ(store_->NextStamp(4000), 5000);
  ASSERT_OK(store_->Commit());
  EXPECT_EQ(store_->NextStamp(7000), 7000);
}

TEST_F(TransactionTest, CountersOutliveARestart) {
  const AgentKey a = AddAgent("a");
  const AgentKey b = AddAgent("b");
  const TaskRow task = AddTask(a, b);
  const MessageKey message = AddMessage(task, "m");
  const EventSeq seq = AddEvent(task, b);
  ASSERT_OK(store_->Commit());
  store_->NextStamp(8000);
  ASSERT_OK(store_->UpdateAgentProgress(a, 1, 0));
  ASSERT_OK(store_->Commit());
  Reopen();
  EXPECT_EQ(store_->NextAgentKey(), b + 1);
  EXPECT_EQ(store_->NextTaskKey(), task.key + 1);
  EXPECT_EQ(store_->NextMessageKey(), message + 1);
  EXPECT_EQ(store_->NextEventSeq(), seq + 1);
  EXPECT_EQ(store_->NextStamp(1), 8000);
}

// What a commit costs is the pages that it writes. A send of a message: its task, the message under its key and under
// its id, the event, the sender's progress; now and then the counters. A new index shows here.
TEST_F(TransactionTest, ASendWritesFewPages) {
  const AgentKey a = AddAgent("a"), b = AddAgent("b");
  ASSERT_OK(store_->Commit());
  const auto pages_of = [this](const auto& write) {
    EXPECT_TRUE(store_->Checkpoint(/*truncate=*/true).ok());
    write();
    EXPECT_TRUE(store_->Commit().ok());
    return store_->WalBytes() / 4096;
  };
  TaskRow task;
  const auto open = [&] {
    task = AddTask(a, b);
    AddMessage(task, "m1");
    AddEvent(task, b);
    ASSERT_OK(store_->UpdateAgentProgress(a, 100 + task.key, 0));
  };
  const auto follow_up = [&] {
    AddMessage(task, "m" + std::to_string(++task.generation));
    ASSERT_OK(store_->UpdateTask(task));
    AddEvent(task, b);
    ASSERT_OK(store_->UpdateAgentProgress(a, task.generation, 0));
  };
  pages_of(open);  // takes the first numbers ahead
  EXPECT_EQ(pages_of(follow_up), 5);
  EXPECT_EQ(pages_of(open), 8);
}

TEST_F(TransactionTest, AnExpectedWriteThatDoesNotComeWritesNothing) {
  AddAgent("a");
  ASSERT_OK(store_->Commit());
  ASSERT_OK(store_->Checkpoint(/*truncate=*/true));
  for (const bool commit : {true, false}) {
    ASSERT_OK(store_->ExpectWrite());
    EXPECT_FALSE(store_->in_transaction());
    ASSERT_OK(store_->ExpectWrite());
    EXPECT_EQ(store_->UnendedAgents()->size(), 1u);
    if (commit) {
      ASSERT_OK(store_->Commit());
    } else {
      store_->Rollback();
    }
    // Others may write again.
    Sqlite(options_.path, "BEGIN IMMEDIATE; ROLLBACK");
  }
  EXPECT_EQ(store_->WalBytes(), 0);
  ASSERT_OK(store_->ExpectWrite());
  AddAgent("b");
  EXPECT_TRUE(store_->in_transaction());
  ASSERT_OK(store_->Commit());
  EXPECT_FALSE(store_->in_transaction());
  EXPECT_EQ(Sqlite(options_.path, "SELECT count(*) FROM a2a_agents"), std::vector<std::string>{"2"});
}

TEST_F(TransactionTest, AFailedWriteEndsTheTransactionAndStopsTheStore) {
  const AgentKey a = AddAgent("a");
  ASSERT_OK(store_->Commit());
  const AgentKey next = store_->NextAgentKey();
  store_->Rollback();

  AddAgent("b");
  AgentRow twice = MakeAgent("c");
  twice.key = a;
  EXPECT_FALSE(store_->InsertAgent(twice).ok());
  EXPECT_EQ(store_->fault().kind, FaultKind::kFatal);
  EXPECT_THAT(store_->fault().text, testing::HasSubstr("UNIQUE"));
  EXPECT_FALSE(store_->in_transaction());
  EXPECT_EQ(store_->NextAgentKey(), next);
  store_->ClearFault();
  EXPECT_FALSE(store_->UpdateAgentProgress(a, 1, 0).ok());
  EXPECT_EQ(store_->fault().kind, FaultKind::kFatal);
  EXPECT_FALSE(store_->Commit().ok());
  EXPECT_FALSE(store_->UnendedAgents().ok());
  Reopen();
  EXPECT_EQ(store_->UnendedAgents()->size(), 1u);
}

TEST_F(TransactionTest, RowsWithoutTheirOwnersAreRefused) {
  const AgentKey a = AddAgent("a");
  ASSERT_OK(store_->Commit());
  EXPECT_FALSE(store_->InsertTask(MakeTask(a, a + 100), "m").ok());
  EXPECT_THAT(store_->fault().text, testing::HasSubstr("FOREIGN KEY"));
}

TEST_F(TransactionTest, UncommittedWorkIsGoneAfterARestart) {
  AddAgent("a");
  Reopen();
  EXPECT_TRUE(store_->UnendedAgents()->empty());
}

TEST_F(TransactionTest, CheckpointMovesTheWalIntoTheDatabase) {
  AddAgent("a");
  ASSERT_OK(store_->Commit());
  EXPECT_GT(store_->WalBytes(), 0);
  EXPECT_GT(std::filesystem::file_size(options_.path + "-wal"), 0u);
  ASSERT_OK(store_->Checkpoint(/*truncate=*/true));
  EXPECT_EQ(store_->WalBytes(), 0);
  EXPECT_EQ(std::filesystem::file_size(options_.path + "-wal"), 0u);
  EXPECT_EQ(store_->DatabaseBytes(), static_cast<int64_t>(std::filesystem::file_size(options_.path)));
}

TEST_F(TransactionTest, CheckpointPassesAReaderBeside) {
  AddAgent("a");
  ASSERT_OK(store_->Commit());
  sqlite3* reader = nullptr;
  ASSERT_EQ(sqlite3_open(options_.path.c_str(), &reader), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(reader, "BEGIN; SELECT count(*) FROM a2a_agents", nullptr, nullptr, nullptr), SQLITE_OK);
  AddAgent("b");
  ASSERT_OK(store_->Commit());
  ASSERT_OK(store_->Checkpoint(/*truncate=*/true));
  ASSERT_OK(store_->Checkpoint(/*truncate=*/false));
  AddAgent("c");
  ASSERT_OK(store_->Commit());
  sqlite3_close(reader);
  ASSERT_OK(store_->Checkpoint(/*truncate=*/true));
  EXPECT_EQ(store_->WalBytes(), 0);
}

TEST_F(TransactionTest, CommitCheckpointsALongWal) {
  const AgentKey a = AddAgent("a");
  const AgentKey b = AddAgent("b");
  const TaskRow task = AddTask(a, b);
  const std::string text(1 << 20, 'x');
  int64_t most = 0;
  for (int i = 0; i < 150; ++i) {
    AddMessage(task, std::to_string(i), text);
    ASSERT_OK(store_->Commit());
    most = std::max(most, store_->WalBytes());
  }
  EXPECT_LT(most, 70 << 20);
  EXPECT_LT(std::filesystem::file_size(options_.path + "-wal"), 70u << 20);
}

}  // namespace
}  // namespace a2a::store

// Events and retention.
#include <signal.h>
#include <sys/wait.h>

#include "fixture.h"

namespace a2a::store {
namespace {

class EventsTest : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    a_ = AddAgent("a");
    b_ = AddAgent("b");
    ASSERT_OK(store_->Commit());
  }

  // A task with one event for its worker, at a stamp.
  TaskRow TaskAt(int64_t stamp) {
    store_->NextStamp(stamp);
    const TaskRow task = AddTask(a_, b_);
    AddMessage(task, "m");
    AddEvent(task, b_);
    EXPECT_TRUE(store_->Commit().ok());
    return task;
  }

  // Everybody has heard of everything.
  void DeliverAll() {
    for (AgentKey agent : {a_, b_}) ASSERT_OK(store_->UpdateAgentProgress(agent, 0, store_->last_seq()));
    ASSERT_OK(store_->Commit());
  }

  int64_t Rows(const std::string& table) {
    return std::stoll(Sqlite(options_.path, "SELECT count(*) FROM " + table).front());
  }

  AgentKey a_ = 0, b_ = 0;
};

TEST_F(EventsTest, ARowComesBackWhole) {
  const TaskRow task = AddTask(a_, b_);
  EventRow event;
  event.seq = store_->NextEventSeq();
  event.recipient = b_;
  event.task = task.key;
  event.state = wire::TASK_STATE_INPUT_REQUIRED;
  event.status_at = 1234;
  event.status_message = AddMessage(task, "m");
  event.generation = 9;
  event.message = event.status_message - 1;
  event.pushes = Pushes::kOwn;
  event.artifact = "{}";
  event.last_chunk = true;
  ASSERT_OK(store_->InsertEvent(event));
  ASSERT_OK(store_->Commit());
  Reopen();
  const auto read = store_->EventsAfter(b_, 0, 10);
  ASSERT_EQ(read->size(), 1u);
  EXPECT_EQ(read->front().seq, event.seq);
  EXPECT_EQ(read->front().recipient, b_);
  EXPECT_EQ(read->front().task, task.key);
  EXPECT_EQ(read->front().state, event.state);
  EXPECT_EQ(read->front().status_at, 1234);
  EXPECT_EQ(read->front().status_message, event.status_message);
  EXPECT_EQ(read->front().generation, 9);
  EXPECT_EQ(read->front().message, event.message);
  EXPECT_EQ(read->front().pushes, Pushes::kOwn);
  EXPECT_EQ(read->front().artifact, "{}");
  EXPECT_FALSE(read->front().append);
  EXPECT_TRUE(read->front().last_chunk);
}

TEST_F(EventsTest, MarkedEventsAreNotReadAgainAndGoWithTime) {
  const TaskRow first = AddTask(a_, b_), second = AddTask(a_, b_);
  store_->NextStamp(1000);
  std::vector<EventSeq> seqs;
  for (const TaskRow& task : {first, second, first, second, first}) {
    AddEvent(task, b_);
    seqs.push_back(store_->last_seq());
  }
  EXPECT_EQ(*store_->MarkDelivered(b_, 0, seqs[1]), 1);
  EXPECT_EQ(*store_->MarkDelivered(b_, 0, seqs[1]), 0);        // is marked
  EXPECT_EQ(*store_->MarkDelivered(a_, 0, seqs[2]), 0);        // is another's
  EXPECT_EQ(*store_->MarkDelivered(b_, seqs[2], seqs[2]), 0);  // is below the mark
  EXPECT_EQ(*store_->CountEventsAfter(b_, 0), 4);
  EXPECT_EQ(*store_->CountEvents(b_, seqs[0], seqs[3]), 2);
  EXPECT_EQ(store_->EventsOfTaskAfter(b_, first.key, seqs[0], 9)->front().seq, seqs[2]);
  EXPECT_EQ(*store_->MarkTaskDelivered(b_, first.key, seqs[0], seqs[3]), 1);
  ASSERT_OK(store_->Commit());
  const auto left = store_->EventsAfter(b_, 0, 9);
  ASSERT_EQ(left->size(), 3u);
  EXPECT_EQ(left->at(0).seq, seqs[0]);
  EXPECT_EQ(left->at(1).seq, seqs[3]);
  EXPECT_EQ(left->at(2).seq, seqs[4]);
  EXPECT_EQ(*store_->PruneEvents(5000, 100), 2);
  EXPECT_EQ(*store_->CountEventsAfter(b_, 0), 3);
}

TEST_F(EventsTest, EachRecipientHasItsOwnOldestFirst) {
  const TaskRow task = AddTask(a_, b_);
  std::vector<EventSeq> of_a, of_b;
  for (int i = 0; i < 5; ++i) {
    of_b.push_back(AddEvent(task, b_));
    of_a.push_back(AddEvent(task, a_));
  }
  const auto seqs = [&](AgentKey recipient, EventSeq after, int64_t max) {
    std::vector<EventSeq> result;
    const auto events = store_->EventsAfter(recipient, after, max);
    for (const EventRow& event : *events) result.push_back(event.seq);
    return result;
  };
  EXPECT_EQ(seqs(a_, 0, 99), of_a);
  EXPECT_EQ(seqs(b_, 0, 2), (std::vector<EventSeq>{of_b[0], of_b[1]}));
  EXPECT_EQ(seqs(b_, of_b[3], 99), std::vector<EventSeq>{of_b[4]});
  EXPECT_EQ(seqs(b_, of_b[4], 99), std::vector<EventSeq>{});
  EXPECT_EQ(*store_->CountEventsAfter(b_, of_b[1]), 3);
  EXPECT_EQ(*store_->CountEventsAfter(99, 0), 0);
}

TEST_F(EventsTest, DeliveredEventsGoWhenTheyAreOldAndTheRestStays) {
  TaskAt(1000);
  TaskAt(2000);
  const EventSeq second = store_->EventsAfter(b_, 0, 9)->at(1).seq;
  TaskAt(3000);
  EXPECT_EQ(*store_->PruneEvents(9000, 100), 0);  // nothing is delivered
  ASSERT_OK(store_->UpdateAgentProgress(b_, 0, second));
  ASSERT_OK(store_->Commit());
  EXPECT_EQ(*store_->PruneEvents(1000, 100), 0);  // nothing is older
  EXPECT_EQ(*store_->PruneEvents(2000, 100), 1);
  EXPECT_EQ(*store_->PruneEvents(9000, 100), 1);
  EXPECT_EQ(*store_->CountEventsAfter(b_, 0), 1);
  EXPECT_FALSE(store_->in_transaction());
}

TEST_F(EventsTest, EventsOfEndedInstancesGoDeliveredOrNot) {
  TaskAt(1000);
  TaskAt(2000);
  ASSERT_OK(store_->EndAgent(b_, AgentEnd::kLost, 2500));
  ASSERT_OK(store_->Commit());
  EXPECT_EQ(*store_->PruneEvents(2000, 100), 1);
  EXPECT_EQ(*store_->PruneEvents(3000, 100), 1);
}

TEST_F(EventsTest, PruningStopsAtItsMaximum) {
  for (int i = 0; i < 10; ++i) {
    const TaskRow task = TaskAt(1000);
    AddEvent(task, a_);
  }
  ASSERT_OK(store_->UpdateAgentProgress(a_, 0, 1000));
  ASSERT_OK(store_->UpdateAgentProgress(b_, 0, 1000));
  ASSERT_OK(store_->Commit());
  EXPECT_EQ(*store_->PruneEvents(9000, 7), 7);
  EXPECT_EQ(*store_->PruneEvents(9000, 7), 7);
  EXPECT_EQ(*store_->PruneEvents(9000, 7), 6);
  EXPECT_EQ(*store_->PruneEvents(9000, 7), 0);
}

TEST_F(EventsTest, ASeqIsNotUsedAgainAfterPruningAndARestart) {
  TaskAt(1000);
  const EventSeq last = store_->EventsAfter(b_, 0, 9)->at(0).seq;
  ASSERT_OK(store_->UpdateAgentProgress(b_, 0, last));
  ASSERT_OK(store_->Commit());
  EXPECT_EQ(*store_->PruneEvents(9000, 100), 1);
  Reopen();
  EXPECT_EQ(store_->NextEventSeq(), last + 1);
}

TEST_F(EventsTest, OldTerminalTasksGoWithAllThatHangsOnThem) {
  TaskRow old = TaskAt(1000);
  PushConfigRow config;
  config.task = old.key;
  config.setter = a_;
  config.config.set_id("c");
  ASSERT_OK(store_->PutPushConfig(config));
  End(old, 1500);
  const TaskRow open = TaskAt(2000);
  const TaskRow late = TaskAt(2500);
  End(late, 8000);
  ASSERT_OK(store_->Commit());
  wire::Artifact artifact;
  artifact.set_json("{}");
  ASSERT_OK(store_->PutArtifact(old.key, {0, "x", 2, false}, artifact));
  ASSERT_OK(store_->AppendArtifact(store_->Artifacts(old.key)->front(), artifact));
  ASSERT_OK(store_->InsertArtifactRequest(old.key, "r", "hash"));
  ASSERT_OK(store_->Commit());

  EXPECT_EQ(*store_->PruneTasks(1500, 100), 0);
  EXPECT_EQ(*store_->PruneTasks(5000, 100), 0);  // somebody has not heard of its end yet
  DeliverAll();

  EXPECT_EQ(*store_->PruneTasks(5000, 100), 1);
  EXPECT_FALSE(store_->FindTask(old.id)->has_value());
  EXPECT_TRUE(store_->FindTask(open.id)->has_value());
  EXPECT_TRUE(store_->FindTask(late.id)->has_value());
  EXPECT_FALSE(store_->FindTaskByRequest(a_, "request-" + old.id)->has_value());
  EXPECT_EQ(Rows("a2a_messages"), 2);
  EXPECT_EQ(Rows("a2a_events"), 2);
  EXPECT_EQ(Rows("a2a_push_configs"), 0);
  EXPECT_EQ(Rows("a2a_artifacts"), 0);
  EXPECT_EQ(Rows("a2a_artifact_chunks"), 0);
  EXPECT_EQ(Rows("a2a_artifact_requests"), 0);
  EXPECT_EQ(*store_->PruneTasks(9000, 100), 1);
  End(open, 8500);
  ASSERT_OK(store_->Commit());
  EXPECT_EQ(*store_->PruneTasks(9000, 100), 1);
}

TEST_F(EventsTest, AKeyIsNotUsedAgainAfterItsTaskWentAndARestart) {
  const TaskRow task = TaskAt(1000);
  End(task, 1000);
  ASSERT_OK(store_->Commit());
  const MessageKey next = store_->NextMessageKey();
  store_->Rollback();
  DeliverAll();
  EXPECT_EQ(*store_->PruneTasks(9000, 100), 1);
  Reopen();
  EXPECT_EQ(store_->NextTaskKey(), task.key + 1);
  EXPECT_EQ(store_->NextMessageKey(), next);
}

// A child commits in a store of its own and is killed; what it had in use is not used again, keys without a gap.
TEST_F(EventsTest, NumbersAreNotUsedAgainAfterACrash) {
  TaskRow last = TaskAt(1000);
  ASSERT_OK(store_->Commit());
  store_.reset();
  const pid_t child = fork();
  if (child == 0) {
    Reopen();
    for (int i = 0; i < 100; ++i) {
      last = TaskAt(2000 + i);
      if (!store_->Commit().ok()) _exit(1);
    }
    kill(getpid(), SIGKILL);
  }
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  Reopen();
  const auto events = store_->EventsAfter(b_, 0, 1000);
  ASSERT_TRUE(events.ok() && events->size() == 101);
  const TaskRow newest = **store_->FindTaskByKey(events->back().task);
  EXPECT_EQ(store_->NextTaskKey(), newest.key + 1);
  const EventSeq seq = store_->NextEventSeq();
  EXPECT_GT(seq, events->back().seq);
  EXPECT_LT(seq, events->back().seq + 100);
  const int64_t stamp = store_->NextStamp(1);
  EXPECT_GE(stamp, 2099);
  EXPECT_LT(stamp, 2099 + 200);
  TaskQuery query;
  query.agent = a_;
  query.count = 1;
  const TaskRow next = TaskAt(3000);
  ASSERT_OK(store_->Commit());
  EXPECT_EQ(store_->ListTasks(query)->front().id, next.id);  // changes go on growing
}

// Of the newest rows the tables tell nothing once they are removed.
TEST_F(EventsTest, NumbersOfRemovedTasksAreNotUsedAgainAfterACrash) {
  store_.reset();
  const pid_t child = fork();
  if (child == 0) {
    Reopen();
    for (int i = 0; i < 5; ++i) End(TaskAt(1000), 1500);
    if (!store_->Commit().ok()) _exit(1);
    DeliverAll();
    if (*store_->PruneTasks(5000, 100) != 5) _exit(2);
    kill(getpid(), SIGKILL);
  }
  int how = 0;
  ASSERT_EQ(waitpid(child, &how, 0), child);
  ASSERT_TRUE(WIFSIGNALED(how)) << WEXITSTATUS(how);
  Reopen();
  EXPECT_EQ(Rows("a2a_tasks"), 0);
  EXPECT_EQ(store_->NextTaskKey(), 6);
  EXPECT_EQ(store_->NextMessageKey(), 6);
}

TEST_F(EventsTest, PruningManyTasksGoesOnWhereItStopped) {
  std::vector<TaskRow> tasks;
  for (int i = 0; i < 9000; ++i) {
    store_->NextStamp(1000);
    tasks.push_back(AddTask(a_, b_));
    if (i % 2 == 0) End(tasks.back(), 1000);
  }
  ASSERT_OK(store_->Commit());
  int64_t removed = 0;
  for (int call = 0; call < 60; ++call) removed += *store_->PruneTasks(2000, 100);
  EXPECT_EQ(removed, 4500);
  // Those that were open are looked at again once they have ended.
  for (int i = 1; i < 9000; i += 2) End(tasks[i], 1000);
  ASSERT_OK(store_->Commit());
  for (int call = 0; call < 60; ++call) removed += *store_->PruneTasks(2000, 100);
  EXPECT_EQ(removed, 9000);
}

}  // namespace
}  // namespace a2a::store

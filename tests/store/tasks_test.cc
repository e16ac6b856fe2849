#include "fixture.h"

namespace a2a::store {
namespace {

class TasksTest : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    a_ = AddAgent("a");
    b_ = AddAgent("b");
    ASSERT_OK(store_->Commit());
  }

  std::vector<TaskKey> OpenOf(AgentKey agent) {
    std::vector<TaskKey> keys;
    const auto tasks = store_->OpenTasksOf(agent);
    EXPECT_TRUE(tasks.ok());
    for (const TaskRow& task : *tasks) keys.push_back(task.key);
    return keys;
  }

  AgentKey a_ = 0, b_ = 0;
};

void ExpectEqual(const TaskRow& read, const TaskRow& task) {
  EXPECT_EQ(read.key, task.key);
  EXPECT_EQ(read.id, task.id);
  EXPECT_EQ(read.requester, task.requester);
  EXPECT_EQ(read.worker, task.worker);
  EXPECT_EQ(read.context_id, task.context_id);
  EXPECT_EQ(read.state, task.state);
  EXPECT_EQ(read.status_at, task.status_at);
  EXPECT_EQ(read.status_message, task.status_message);
  EXPECT_EQ(read.ended_by, task.ended_by);
  EXPECT_EQ(read.generation, task.generation);
  EXPECT_EQ(read.messages, task.messages);
  EXPECT_EQ(read.created_at, task.created_at);
}

TEST_F(TasksTest, ARowComesBackWholeByEachOfItsNames) {
  TaskRow task = MakeTask(a_, b_);
  task.id = "0193798e-7a5b-7c3d-8000-000000000001";
  task.state = wire::TASK_STATE_WORKING;
  ASSERT_OK(store_->InsertTask(task, "request"));
  ASSERT_OK(store_->Commit());
  Reopen();
  for (const auto& found :
       {store_->FindTask(task.id), store_->FindTaskByKey(task.key), store_->FindTaskByRequest(a_, "request")}) {
    ASSERT_TRUE(found.ok() && found->has_value());
    ExpectEqual(**found, task);
    EXPECT_EQ((*found)->requester_id, "a");
    EXPECT_EQ((*found)->worker_id, "b");
  }
}

TEST_F(TasksTest, UnknownNamesFindNothing) {
  AddTask(a_, b_, "request");
  EXPECT_FALSE(store_->FindTask("task")->has_value());
  EXPECT_FALSE(store_->FindTask("")->has_value());
  EXPECT_FALSE(store_->FindTaskByKey(99)->has_value());
  EXPECT_FALSE(store_->FindTaskByRequest(b_, "request")->has_value());
  EXPECT_FALSE(store_->FindTaskByRequest(a_, "Request")->has_value());
}

TEST_F(TasksTest, ARequestIdMayHoldAnything) {
  const std::string id("nul\0quote'\xF0\x9F\x98\x80", 14);
  const TaskRow task = AddTask(a_, b_, id);
  EXPECT_EQ((*store_->FindTaskByRequest(a_, id))->key, task.key);
  EXPECT_FALSE(store_->FindTaskByRequest(a_, id.substr(0, 3))->has_value());
}

TEST_F(TasksTest, ARequestOpensOneTaskOnly) {
  AddTask(a_, b_, "request");
  AddTask(b_, a_, "request");
  EXPECT_FALSE(store_->InsertTask(MakeTask(a_, b_), "request").ok());
}

TEST_F(TasksTest, AnUpdateComesBack) {
  TaskRow task = AddTask(a_, b_);
  task.state = wire::TASK_STATE_FAILED;
  task.status_at = 7000;
  task.status_message = AddMessage(task, "m");
  task.ended_by = b_;
  task.generation = 4;
  task.messages = 2;
  ASSERT_OK(store_->UpdateTask(task));
  ExpectEqual(**store_->FindTask(task.id), task);
  ASSERT_OK(store_->Commit());
  EXPECT_EQ(Sqlite(options_.path, "SELECT state, ended_at, ended_by FROM a2a_tasks"),
            std::vector<std::string>{"failed|7000|" + std::to_string(b_)});
}

TEST_F(TasksTest, TheBrokersEndHasNoInstance) {
  TaskRow task = AddTask(a_, b_);
  task.state = wire::TASK_STATE_CANCELED;
  ASSERT_OK(store_->UpdateTask(task));
  ExpectEqual(**store_->FindTask(task.id), task);
}

TEST_F(TasksTest, EveryStateComesBackAndOnlyTerminalOnesLeaveTheOpen) {
  std::vector<TaskKey> open;
  for (wire::TaskState state : {wire::TASK_STATE_SUBMITTED, wire::TASK_STATE_WORKING, wire::TASK_STATE_INPUT_REQUIRED,
                                wire::TASK_STATE_AUTH_REQUIRED, wire::TASK_STATE_COMPLETED, wire::TASK_STATE_CANCELED,
                                wire::TASK_STATE_FAILED, wire::TASK_STATE_REJECTED}) {
    TaskRow task = AddTask(a_, b_);
    task.state = state;
    ASSERT_OK(store_->UpdateTask(task));
    EXPECT_EQ((*store_->FindTask(task.id))->state, state);
    if (!wire::IsTerminal(state)) open.push_back(task.key);
  }
  EXPECT_EQ(OpenOf(a_), open);
  EXPECT_EQ(OpenOf(b_), open);
}

TEST_F(TasksTest, OpenTasksAreThoseOfEitherRoleOnceEach) {
  const AgentKey c = AddAgent("c");
  const TaskKey ab = AddTask(a_, b_).key;
  const TaskKey ca = AddTask(c, a_).key;
  const TaskKey aa = AddTask(a_, a_).key;
  const TaskKey bc = AddTask(b_, c).key;
  EXPECT_EQ(OpenOf(a_), (std::vector<TaskKey>{ab, ca, aa}));
  EXPECT_EQ(OpenOf(b_), (std::vector<TaskKey>{ab, bc}));
  EXPECT_EQ(OpenOf(c), (std::vector<TaskKey>{ca, bc}));
  EXPECT_EQ(OpenOf(99), std::vector<TaskKey>{});
}

TEST_F(TasksTest, OpenTasksAreCountedPerContext) {
  EXPECT_TRUE(store_->OpenTasksPerContext()->empty());
  AddTask(a_, b_);
  AddTask(a_, b_);
  End(AddTask(a_, b_), 2000);
  const AgentKey c = AddAgent("c", "other");
  TaskRow other = MakeTask(c, a_);
  other.context_id = "other";
  ASSERT_OK(store_->InsertTask(other, "r"));
  AddTask(b_, a_);
  std::vector<std::string> counts;
  const auto read = store_->OpenTasksPerContext();
  for (const OpenCount& count : *read) counts.push_back(count.context_id + "=" + std::to_string(count.open_tasks));
  std::sort(counts.begin(), counts.end());
  EXPECT_EQ(counts, (std::vector<std::string>{"ctx=3", "other=1"}));
}

TEST_F(TasksTest, AnUnknownStateIsDamage) {
  const TaskRow task = AddTask(a_, b_);
  ASSERT_OK(store_->Commit());
  Sqlite(options_.path, "UPDATE a2a_tasks SET state = 'dancing'");
  EXPECT_FALSE(store_->FindTask(task.id).ok());
  EXPECT_EQ(store_->fault().kind, FaultKind::kDamaged);
}

}  // namespace
}  // namespace a2a::store

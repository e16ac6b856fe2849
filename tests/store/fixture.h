// A store in a folder of its own, and rows to put into it.
#ifndef A2A_TESTS_STORE_FIXTURE_H_
#define A2A_TESTS_STORE_FIXTURE_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "a2a/wire/constants.h"
#include "a2a/wire/states.h"
#include "store/store.h"

namespace a2a::store {

#define ASSERT_OK(expression)                  \
  do {                                         \
    const absl::Status status_ = (expression); \
    ASSERT_TRUE(status_.ok()) << status_;      \
  } while (false)

class TempDir {
 public:
  TempDir() {
    std::string pattern = (std::filesystem::temp_directory_path() / "a2a-store-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~TempDir() { std::filesystem::remove_all(path_); }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

inline std::string ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void WriteFile(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

// Every file of a folder with its content: equal before and after means untouched.
inline std::vector<std::pair<std::string, std::string>> Snapshot(const std::string& folder) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    files.emplace_back(entry.path().string(), entry.is_regular_file() ? ReadFile(entry.path()) : "");
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Runs SQL on a file as another program would. Each row is one string, its columns joined by '|'.
inline std::vector<std::string> Sqlite(const std::string& path, const std::string& sql) {
  std::vector<std::string> rows;
  sqlite3* db = nullptr;
  EXPECT_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK);
  char* error = nullptr;
  const auto add = [](void* out, int columns, char** values, char**) {
    std::string row;
    for (int i = 0; i < columns; ++i) {
      if (i > 0) row += "|";
      row += values[i] == nullptr ? "null" : values[i];
    }
    static_cast<std::vector<std::string>*>(out)->push_back(row);
    return 0;
  };
  EXPECT_EQ(sqlite3_exec(db, sql.c_str(), add, &rows, &error), SQLITE_OK)
      << (error != nullptr ? error : "") << " in " << sql;
  sqlite3_free(error);
  sqlite3_close(db);
  return rows;
}

class StoreTest : public testing::Test {
 protected:
  StoreTest() { options_.path = dir_ / "host.db"; }

  void SetUp() override { Reopen(); }

  void Reopen() {
    store_.reset();
    absl::StatusOr<std::unique_ptr<Store>> store = Store::Open(options_);
    ASSERT_TRUE(store.ok()) << store.status();
    store_ = *std::move(store);
  }

  AgentRow MakeAgent(const std::string& name, const std::string& context = "ctx") {
    AgentRow agent;
    agent.key = store_->NextAgentKey();
    agent.requested_name = name;
    agent.agent_id = name;
    agent.context_id = context;
    agent.card.set_name(name);
    agent.card.set_description("does things");
    agent.card.set_version("1");
    agent.card.mutable_capabilities()->set_streaming(true);
    agent.card.set_context_id(context);
    agent.registered_at = store_->NextStamp(1000);
    store_->Canonicalize(&agent.card);
    return agent;
  }

  AgentKey AddAgent(const std::string& name, const std::string& context = "ctx") {
    const AgentRow agent = MakeAgent(name, context);
    EXPECT_TRUE(store_->InsertAgent(agent).ok());
    return agent.key;
  }

  TaskRow MakeTask(AgentKey requester, AgentKey worker) {
    TaskRow task;
    task.key = store_->NextTaskKey();
    task.id = "task-" + std::to_string(task.key);
    task.requester = requester;
    task.worker = worker;
    task.context_id = "ctx";
    task.created_at = task.status_at = store_->NextStamp(1000);
    task.messages = 1;
    return task;
  }

  TaskRow AddTask(AgentKey requester, AgentKey worker, const std::string& request = "") {
    const TaskRow task = MakeTask(requester, worker);
    EXPECT_TRUE(store_->InsertTask(task, request.empty() ? "request-" + task.id : request).ok());
    return task;
  }

  MessageRow MakeMessage(const TaskRow& task, const std::string& id, const std::string& text = "hello") {
    MessageRow row;
    row.key = store_->NextMessageKey();
    row.task = task.key;
    row.message_id = id;
    row.sender = task.requester;
    row.message.set_role(wire::ROLE_USER);
    row.message.set_message_id(id);
    row.message.set_task_id(task.id);
    row.message.set_context_id(task.context_id);
    row.message.add_parts()->mutable_text()->set_text(text);
    row.content_hash = store_->ContentHash("send", row.message);
    store_->Canonicalize(&row.message);
    return row;
  }

  MessageKey AddMessage(const TaskRow& task, const std::string& id, const std::string& text = "hello") {
    const MessageRow message = MakeMessage(task, id, text);
    EXPECT_TRUE(store_->InsertMessage(message).ok());
    return message.key;
  }

  EventSeq AddEvent(const TaskRow& task, AgentKey recipient) {
    EventRow event;
    event.seq = store_->NextEventSeq();
    event.recipient = recipient;
    event.task = task.key;
    event.state = task.state;
    event.status_at = task.status_at;
    event.generation = task.generation;
    EXPECT_TRUE(store_->InsertEvent(event).ok());
    return event.seq;
  }

  // Ends a task as its worker's doing.
  void End(TaskRow task, int64_t at) {
    task.state = wire::TASK_STATE_COMPLETED;
    task.status_at = at;
    task.ended_by = task.worker;
    EXPECT_TRUE(store_->UpdateTask(task).ok());
  }

  TempDir dir_;
  Options options_;
  std::unique_ptr<Store> store_;
};

}  // namespace a2a::store

#endif  // A2A_TESTS_STORE_FIXTURE_H_

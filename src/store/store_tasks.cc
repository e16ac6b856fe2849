// Tasks and where they stand.
#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "a2a/wire/codec.h"
#include "a2a/wire/states.h"
#include "store/store_impl.h"

namespace a2a::store {
namespace {

std::optional<absl::string_view> TextOrNull(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return absl::string_view(text);
}

// Reads the columns of a statement that selects whole tasks (sql.cc). False when they make no sense.
bool ReadTask(const Rows& rows, TaskRow* task) {
  task->key = rows->Int(0);
  task->id = std::string(rows->Text(1));
  task->requester = rows->Int(2);
  task->worker = rows->Int(3);
  task->context_id = std::string(rows->Text(4));
  task->requester_id = std::string(rows->Text(5));
  task->worker_id = std::string(rows->Text(6));
  task->status_at = rows->Int(8);
  task->status_message = rows->Int(9);
  task->ended_by = rows->Int(10);
  task->generation = rows->Int(11);
  task->messages = rows->Int(12);
  task->created_at = rows->Int(13);
  task->change = rows->Int(14);
  task->deadline_at = rows->Int(15);
  task->metadata = std::string(rows->Text(16));
  return wire::FromWire(rows->Text(7), &task->state);
}

absl::StatusOr<std::vector<TaskRow>> ReadAll(StoreImpl* impl, Rows* rows) {
  std::vector<TaskRow> tasks;
  while (rows->Next()) {
    tasks.emplace_back();
    if (!ReadTask(*rows, &tasks.back())) return impl->FailDamaged("unknown state of a task");
  }
  if (!rows->status().ok()) return rows->status();
  return tasks;
}

absl::StatusOr<std::optional<TaskRow>> ReadOne(StoreImpl* impl, Rows* rows) {
  std::optional<TaskRow> task;
  if (rows->Next()) {
    task.emplace();
    if (!ReadTask(*rows, &*task)) return impl->FailDamaged("unknown state of a task");
  }
  if (!rows->status().ok()) return rows->status();
  return task;
}

}  // namespace

absl::Status Store::InsertTask(const TaskRow& task, absl::string_view request_message_id) {
  return impl_->Write(Sql::kInsertTask, task.key, task.id, task.requester, task.worker, task.context_id,
                      wire::WireName(task.state), task.status_at, NullIfZero{task.status_message}, task.created_at,
                      task.generation, task.messages, request_message_id, ++impl_->now.change,
                      NullIfZero{task.deadline_at}, TextOrNull(task.metadata), impl_->now.seq);
}

absl::Status Store::UpdateTask(const TaskRow& task) {
  const int64_t change = ++impl_->now.change;
  if (!wire::IsTerminal(task.state)) {
    return impl_->Write(Sql::kUpdateTask, task.key, wire::WireName(task.state), task.status_at,
                        NullIfZero{task.status_message}, task.generation, task.messages, change,
                        NullIfZero{task.deadline_at});
  }
  return impl_->Write(Sql::kEndTask, task.key, wire::WireName(task.state), task.status_at,
                      NullIfZero{task.status_message}, task.generation, task.messages, change,
                      NullIfZero{task.deadline_at}, NullIfZero{task.ended_by});
}

absl::StatusOr<std::optional<TaskRow>> Store::FindTask(absl::string_view id) {
  Rows rows(impl_.get(), Sql::kFindTask, id);
  return ReadOne(impl_.get(), &rows);
}

absl::StatusOr<std::optional<TaskRow>> Store::FindTaskByKey(TaskKey key) {
  Rows rows(impl_.get(), Sql::kFindTaskByKey, key);
  return ReadOne(impl_.get(), &rows);
}

absl::StatusOr<std::optional<TaskRow>> Store::FindTaskByRequest(AgentKey requester, absl::string_view message_id) {
  Rows rows(impl_.get(), Sql::kFindTaskByRequest, requester, message_id);
  return ReadOne(impl_.get(), &rows);
}

absl::StatusOr<std::vector<TaskRow>> Store::OpenTasksOf(AgentKey agent) {
  Rows rows(impl_.get(), Sql::kOpenTasksOf, agent);
  return ReadAll(impl_.get(), &rows);
}

absl::StatusOr<std::vector<TaskRow>> Store::ListTasks(const TaskQuery& query) {
  std::vector<TaskRow> tasks;
  const int64_t before = query.before > 0 ? query.before : std::numeric_limits<int64_t>::max();
  std::optional<absl::string_view> state, context_id;
  if (query.state.has_value()) state = wire::WireName(*query.state);
  if (query.context_id.has_value()) context_id = *query.context_id;
  const bool ended = !query.state.has_value() || wire::IsTerminal(*query.state);
  const bool open = !query.state.has_value() || !wire::IsTerminal(*query.state);
  const struct {
    Sql sql;
    bool wanted;
  } parts[] = {{Sql::kListAskedOpen, query.requested && open},
               {Sql::kListAskedEnded, query.requested && ended},
               {Sql::kListServedOpen, query.served && open},
               {Sql::kListServedEnded, query.served && ended}};
  for (const auto& part : parts) {
    if (!part.wanted) continue;
    Rows rows(impl_.get(), part.sql, query.agent, before, state, context_id, query.count);
    absl::StatusOr<std::vector<TaskRow>> found = ReadAll(impl_.get(), &rows);
    if (!found.ok()) return found.status();
    std::move(found->begin(), found->end(), std::back_inserter(tasks));
  }
  std::sort(tasks.begin(), tasks.end(), [](const TaskRow& a, const TaskRow& b) { return a.change > b.change; });
  if (static_cast<int64_t>(tasks.size()) > query.count) tasks.resize(query.count);
  return tasks;
}

absl::StatusOr<std::vector<Deadline>> Store::OpenDeadlines() {
  std::vector<Deadline> deadlines;
  Rows rows(impl_.get(), Sql::kOpenDeadlines);
  while (rows.Next()) deadlines.push_back({rows->Int(0), rows->Int(1)});
  if (!rows.status().ok()) return rows.status();
  return deadlines;
}

absl::StatusOr<std::vector<OpenCount>> Store::OpenTasksPerContext() {
  std::vector<OpenCount> counts;
  Rows rows(impl_.get(), Sql::kOpenTasksPerContext);
  while (rows.Next()) counts.push_back({std::string(rows->Text(0)), rows->Int(1)});
  if (!rows.status().ok()) return rows.status();
  return counts;
}

}  // namespace a2a::store

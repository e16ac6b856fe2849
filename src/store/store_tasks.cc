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

// When the task ended, as the column wants it: null (0) while it is open. Stamps are never 0.
NullIfZero EndedAt(const TaskRow& task) { return {wire::IsTerminal(task.state) ? task.status_at : 0}; }

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
                      EndedAt(task), NullIfZero{task.ended_by}, task.generation, task.messages, request_message_id,
                      ++impl_->now.change, NullIfZero{task.deadline_at}, TextOrNull(task.metadata));
}

absl::Status Store::UpdateTask(const TaskRow& task) {
  return impl_->Write(Sql::kUpdateTask, task.key, wire::WireName(task.state), task.status_at,
                      NullIfZero{task.status_message}, EndedAt(task), NullIfZero{task.ended_by}, task.generation,
                      task.messages, ++impl_->now.change, NullIfZero{task.deadline_at});
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
  for (const Sql sql : {Sql::kListAsked, Sql::kListServed}) {
    if (!(sql == Sql::kListAsked ? query.requested : query.served)) continue;
    Rows rows(impl_.get(), sql, query.agent, before, state, context_id, query.count);
    absl::StatusOr<std::vector<TaskRow>> half = ReadAll(impl_.get(), &rows);
    if (!half.ok()) return half.status();
    std::move(half->begin(), half->end(), std::back_inserter(tasks));
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

#include "fault/cycle.h"

#include <sqlite3.h>

#include "base/status_macros.h"

namespace a2a::fault {
namespace {

using store::AgentRow;
using store::EventRow;
using store::MessageRow;
using store::TaskRow;

std::string TaskId(int number) { return "task-" + std::to_string(number); }

AgentRow MakeAgent(store::Store* store, const std::string& name) {
  AgentRow agent;
  agent.key = store->NextAgentKey();
  agent.agent_id = agent.requested_name = name;
  agent.context_id = "ctx";
  agent.card.set_name(name);
  agent.card.mutable_capabilities();
  agent.registered_at = store->NextStamp(1000);
  store->Canonicalize(&agent.card);
  return agent;
}

MessageRow MakeMessage(store::Store* store, const TaskRow& task, const std::string& id) {
  MessageRow row;
  row.key = store->NextMessageKey();
  row.task = task.key;
  row.message_id = id;
  row.sender = task.requester;
  row.message.set_role(wire::ROLE_USER);
  row.message.set_message_id(id);
  row.message.add_parts()->mutable_text()->set_text(std::string(3000, 'x'));
  row.content_hash = store->ContentHash("", row.message);
  store->Canonicalize(&row.message);
  return row;
}

EventRow MakeEvent(store::Store* store, const TaskRow& task, store::AgentKey recipient) {
  EventRow event;
  event.seq = store->NextEventSeq();
  event.recipient = recipient;
  event.task = task.key;
  event.state = task.state;
  event.status_at = task.status_at;
  event.generation = task.generation;
  return event;
}

}  // namespace

Cycle::Outcome Cycle::Run(int step) {
  absl::Status status;
  switch (step) {
    case 0:
      status = Agents();
      break;
    case 1:
    case 2:
    case 4:
      status = Open(step);
      break;
    case 3:
      status = Complete(1);
      break;
    case 5:
      status = ReadBack();
      break;
    case 6:
      status = store_->Checkpoint(/*truncate=*/false);
      break;
    case 7:
      status = Complete(2);
      break;
  }
  // A checkpoint behind a commit may have failed; the commit has not.
  return status.ok() ? Outcome::kDone : Outcome::kFailed;
}

absl::Status Cycle::Commit(const std::string& fact) {
  attempted_.insert(fact);
  RETURN_IF_ERROR(store_->Commit());
  acknowledged_.insert(fact);
  return absl::OkStatus();
}

absl::Status Cycle::Agents() {
  const AgentRow requester = MakeAgent(store_, "requester");
  const AgentRow worker = MakeAgent(store_, "worker");
  RETURN_IF_ERROR(store_->InsertAgent(requester));
  RETURN_IF_ERROR(store_->InsertAgent(worker));
  RETURN_IF_ERROR(Commit("agents"));
  requester_ = requester.key;
  worker_ = worker.key;
  return absl::OkStatus();
}

absl::Status Cycle::Open(int number) {
  TaskRow task;
  task.key = store_->NextTaskKey();
  task.id = TaskId(number);
  task.requester = requester_;
  task.worker = worker_;
  task.context_id = "ctx";
  task.status_at = task.created_at = store_->NextStamp(2000);
  task.messages = 1;
  attempted_.insert(task.id + " submitted");
  RETURN_IF_ERROR(store_->FindTaskByRequest(requester_, task.id).status());
  RETURN_IF_ERROR(store_->InsertTask(task, task.id));
  RETURN_IF_ERROR(store_->InsertMessage(MakeMessage(store_, task, "m1")));
  RETURN_IF_ERROR(store_->InsertEvent(MakeEvent(store_, task, worker_)));
  RETURN_IF_ERROR(store_->UpdateAgentProgress(requester_, number, 0));
  return Commit(task.id + " submitted");
}

absl::Status Cycle::Complete(int number) {
  const std::string fact = TaskId(number) + " completed";
  attempted_.insert(fact);
  ASSIGN_OR_RETURN(const std::optional<TaskRow> found, store_->FindTask(TaskId(number)));
  if (!found.has_value()) return absl::InternalError("an acknowledged task is missing");
  TaskRow task = *found;
  const MessageRow message = MakeMessage(store_, task, "m2");
  RETURN_IF_ERROR(store_->InsertMessage(message));
  task.state = wire::TASK_STATE_COMPLETED;
  task.status_at = store_->NextStamp(3000);
  task.status_message = message.key;
  task.ended_by = worker_;
  ++task.generation;
  ++task.messages;
  RETURN_IF_ERROR(store_->UpdateTask(task));
  RETURN_IF_ERROR(store_->InsertEvent(MakeEvent(store_, task, requester_)));
  RETURN_IF_ERROR(store_->UpdateAgentProgress(worker_, 1, 1));
  return Commit(fact);
}

absl::Status Cycle::ReadBack() {
  ASSIGN_OR_RETURN(const std::optional<TaskRow> task, store_->FindTask(TaskId(1)));
  if (!task.has_value() || task->state != wire::TASK_STATE_COMPLETED) return absl::InternalError("a wrong task");
  ASSIGN_OR_RETURN(const auto history, store_->ReadHistory(task->key, 0, 10, 1 << 20));
  if (history.size() != 2) return absl::InternalError("a message is missing");
  for (const wire::Message& message : history) {
    if (message.json().size() < 3000) return absl::InternalError("a message is cut");
  }
  ASSIGN_OR_RETURN(const auto events, store_->EventsAfter(worker_, 0, 10));
  if (events.size() != 3) return absl::InternalError("an event is missing");
  return store_->UnendedAgents().status();
}

bool Cycle::ReadFacts(const std::string& path, std::set<std::string>* facts) {
  sqlite3* db = nullptr;
  const auto add = [](void* out, int, char** values, char**) {
    static_cast<std::set<std::string>*>(out)->insert(values[0]);
    return 0;
  };
  // A task that is completed was submitted.
  const bool read = sqlite3_open(path.c_str(), &db) == SQLITE_OK &&
                    sqlite3_exec(db,
                                 "SELECT 'agents' WHERE (SELECT count(*) FROM a2a_agents) = 2;"
                                 "SELECT id || ' submitted' FROM a2a_tasks;"
                                 "SELECT id || ' ' || state FROM a2a_tasks;"
                                 "SELECT 'unsound: ' || integrity_check FROM pragma_integrity_check"
                                 " WHERE integrity_check <> 'ok';"
                                 "SELECT 'unsound: broken reference' FROM pragma_foreign_key_check;"
                                 "SELECT 'unsound: messages of ' || id FROM a2a_tasks WHERE messages <>"
                                 " (SELECT count(*) FROM a2a_messages WHERE task_id = id);"
                                 "SELECT 'unsound: events of ' || id FROM a2a_tasks WHERE generation <>"
                                 " (SELECT count(*) FROM a2a_events e WHERE e.task_key = a2a_tasks.task_key);",
                                 add, facts, nullptr) == SQLITE_OK;
  sqlite3_close(db);
  return read;
}

}  // namespace a2a::fault

#include "store/sql.h"

#include <cstddef>

namespace a2a::store {
namespace {

struct Row {
  Sql sql;
  absl::string_view text;
};

// Columns of a TaskRow, in the order in which store_tasks.cc reads them.
#define A2A_STORE_SELECT_TASK                                                                                   \
  "SELECT t.task_key, t.id, t.requester, t.worker, t.context_id, r.agent_id, w.agent_id, t.state, t.status_at," \
  " t.status_message, t.ended_by, t.generation, t.messages, t.created_at FROM a2a_tasks t"                      \
  " JOIN a2a_agents r ON r.agent_key = t.requester JOIN a2a_agents w ON w.agent_key = t.worker "

constexpr Row kRows[] = {
    {Sql::kBegin, "BEGIN IMMEDIATE"},
    {Sql::kCommit, "COMMIT"},
    {Sql::kRollback, "ROLLBACK"},
    {Sql::kReadCounters, "SELECT agent_key, task_key, message_key, seq, stamp FROM a2a_counters"},
    {Sql::kWriteCounters,
     "UPDATE a2a_counters SET agent_key = ?1, task_key = ?2, message_key = ?3, seq = ?4, stamp = ?5 WHERE one = 1"},

    {Sql::kInsertAgent,
     "INSERT INTO a2a_agents (agent_key, agent_id, requested_name, kind, context_id, registered_at, card)"
     " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"},
    {Sql::kUpdateAgentCard, "UPDATE a2a_agents SET card = ?2 WHERE agent_key = ?1"},
    {Sql::kPutAgentProgress,
     "INSERT INTO a2a_agent_progress (agent_key, sends, delivered_through) VALUES (?1, ?2, ?3)"
     " ON CONFLICT (agent_key) DO UPDATE SET sends = ?2, delivered_through = ?3"},
    {Sql::kEndAgent, "UPDATE a2a_agents SET ended_how = ?2, ended_at = ?3 WHERE agent_key = ?1"},
    {Sql::kUnendedAgents,
     "SELECT a.agent_key, a.agent_id, a.requested_name, a.kind, a.context_id, a.registered_at,"
     " coalesce(p.sends, 0), coalesce(p.delivered_through, 0), a.card"
     " FROM a2a_agents a LEFT JOIN a2a_agent_progress p ON p.agent_key = a.agent_key"
     " WHERE a.ended_at IS NULL ORDER BY a.agent_key"},

    {Sql::kInsertTask,
     "INSERT INTO a2a_tasks (task_key, id, requester, worker, context_id, state, status_at, status_message,"
     " created_at, ended_at, ended_by, generation, messages, request_message_id)"
     " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)"},
    {Sql::kUpdateTask,
     "UPDATE a2a_tasks SET state = ?2, status_at = ?3, status_message = ?4, ended_at = ?5, ended_by = ?6,"
     " generation = ?7, messages = ?8 WHERE task_key = ?1"},
    {Sql::kFindTask, A2A_STORE_SELECT_TASK "WHERE t.id = ?1"},
    {Sql::kFindTaskByKey, A2A_STORE_SELECT_TASK "WHERE t.task_key = ?1"},
    {Sql::kFindTaskByRequest, A2A_STORE_SELECT_TASK "WHERE t.requester = ?1 AND t.request_message_id = ?2"},
    {Sql::kOpenTasksOf, A2A_STORE_SELECT_TASK
     "WHERE t.task_key IN"
     " (SELECT task_key FROM a2a_tasks INDEXED BY a2a_tasks_open WHERE ended_at IS NULL AND requester = ?1"
     "  UNION SELECT task_key FROM a2a_tasks INDEXED BY a2a_tasks_open WHERE ended_at IS NULL AND worker = ?1)"
     " ORDER BY t.task_key"},
    // A task's context is its requester's, so that counting needs the small index only.
    {Sql::kOpenTasksPerContext,
     "SELECT a.context_id, sum(n.open) FROM"
     " (SELECT requester, count(*) AS open FROM a2a_tasks INDEXED BY a2a_tasks_open WHERE ended_at IS NULL"
     "  GROUP BY requester) n JOIN a2a_agents a ON a.agent_key = n.requester GROUP BY a.context_id"},

    {Sql::kInsertMessage,
     "INSERT INTO a2a_messages (message_key, task_id, message_id, sender, created_at, content_hash, json)"
     " VALUES (?1, (SELECT id FROM a2a_tasks WHERE task_key = ?2), ?3, ?4, ?5, ?6, ?7)"},
    {Sql::kFindMessage,
     "SELECT m.message_key, m.sender, m.content_hash FROM a2a_tasks t JOIN a2a_messages m ON m.task_id = t.id"
     " WHERE t.task_key = ?1 AND m.message_id = ?2"},
    {Sql::kReadMessage, "SELECT json FROM a2a_messages WHERE message_key = ?1"},
    {Sql::kReadHistory,
     "SELECT json FROM a2a_messages WHERE rowid IN"
     " (SELECT m.rowid FROM a2a_tasks t JOIN a2a_messages m ON m.task_id = t.id WHERE t.task_key = ?1"
     "  ORDER BY m.rowid DESC LIMIT ?2) ORDER BY rowid DESC"},
    {Sql::kReadArtifacts,
     "SELECT f.json FROM a2a_tasks t JOIN a2a_artifacts f ON f.task_id = t.id WHERE t.task_key = ?1"
     " ORDER BY f.artifact_key"},

    // Replacing takes a new key above all others, which makes the config the one set last.
    {Sql::kPutPushConfig,
     "INSERT OR REPLACE INTO a2a_push_configs (task_id, setter, config_id, url, token)"
     " VALUES ((SELECT id FROM a2a_tasks WHERE task_key = ?1), ?2, ?3, ?4, ?5)"},
    {Sql::kPushConfigs,
     "SELECT p.setter, p.config_id, p.url, p.token FROM a2a_tasks t JOIN a2a_push_configs p ON p.task_id = t.id"
     " WHERE t.task_key = ?1 AND (?2 = 0 OR p.setter = ?2) ORDER BY p.config_key"},

    {Sql::kInsertEvent,
     "INSERT INTO a2a_events (recipient, seq, task_key, state, status_at, status_message, generation, created_at)"
     " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"},
    {Sql::kEventsAfter,
     "SELECT seq, task_key, state, status_at, status_message, generation FROM a2a_events"
     " WHERE recipient = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3"},
    {Sql::kCountEventsAfter, "SELECT count(*) FROM a2a_events WHERE recipient = ?1 AND seq > ?2"},

    {Sql::kNextRecipient, "SELECT recipient FROM a2a_events WHERE recipient > ?1 ORDER BY recipient LIMIT 1"},
    {Sql::kRecipientReach,
     "SELECT a.ended_at, coalesce(p.delivered_through, 0) FROM a2a_agents a"
     " LEFT JOIN a2a_agent_progress p ON p.agent_key = a.agent_key WHERE a.agent_key = ?1"},
    {Sql::kOldestEvents,
     "SELECT seq, created_at FROM a2a_events WHERE recipient = ?1 AND seq <= ?2 ORDER BY seq LIMIT ?3"},
    {Sql::kDeleteEvents, "DELETE FROM a2a_events WHERE recipient = ?1 AND seq <= ?2"},
    {Sql::kOldestTasks,
     "SELECT task_key, created_at, ended_at FROM a2a_tasks WHERE task_key > ?1 ORDER BY task_key LIMIT ?2"},
    {Sql::kDeleteTask, "DELETE FROM a2a_tasks WHERE task_key = ?1"},
};

#undef A2A_STORE_SELECT_TASK

constexpr size_t kRowCount = sizeof(kRows) / sizeof(kRows[0]);

constexpr bool InOrder() {
  for (size_t i = 0; i < kRowCount; ++i) {
    if (kRows[i].sql != static_cast<Sql>(i)) return false;
  }
  return true;
}
static_assert(kRowCount == static_cast<size_t>(Sql::kCount) && InOrder(), "one row per statement, in the enum's order");

}  // namespace

absl::string_view TextOf(Sql sql) { return kRows[static_cast<size_t>(sql)].text; }

}  // namespace a2a::store

#include "store/sql.h"

#include <cstddef>

namespace a2a::store {
namespace {

struct Row {
  Sql sql;
  absl::string_view text;
};

// Columns of a TaskRow, in the order in which store_tasks.cc reads them.
#define A2A_STORE_SELECT_TASK A2A_STORE_SELECT_TASK_BY("")
#define A2A_STORE_SELECT_TASK_BY(index)                                                                         \
  "SELECT t.task_key, t.id, t.requester, t.worker, t.context_id, r.agent_id, w.agent_id, t.state, t.status_at," \
  " t.status_message, t.ended_by, t.generation, t.messages, t.created_at, t.change, t.deadline_at, t.metadata"  \
  " FROM a2a_tasks t " index                                                                                    \
  " JOIN a2a_agents r ON r.agent_key = t.requester JOIN a2a_agents w ON w.agent_key = t.worker "

// Tasks of one agent in one role, latest change first.
#define A2A_STORE_LIST_TASKS(index, role, ended)                  \
  A2A_STORE_SELECT_TASK_BY(index)                                 \
  "WHERE t." role " = ?1 AND t.change < ?2 AND t.ended_at " ended \
  " AND (?3 IS NULL OR t.state = ?3) AND (?4 IS NULL OR t.context_id = ?4) ORDER BY t.change DESC LIMIT ?5"

// Columns of an EventRow, in the order in which store_events.cc reads them.
#define A2A_STORE_SELECT_EVENTS                                                                          \
  "SELECT seq, task_key, state, status_at, status_message, generation, message, pushes, chunk, artifact" \
  " FROM a2a_events WHERE recipient = ?1 AND delivered = 0 "

constexpr Row kRows[] = {
    {Sql::kBegin, "BEGIN IMMEDIATE"},
    {Sql::kCommit, "COMMIT"},
    {Sql::kRollback, "ROLLBACK"},
    {Sql::kReadCounters,
     "SELECT agent_key, task_key, message_key, seq, stamp, change, (SELECT max(agent_key) FROM a2a_agents),"
     " (SELECT max(task_key) FROM a2a_tasks), (SELECT max(message_key) FROM a2a_messages) FROM a2a_counters"},
    {Sql::kWriteCounters,
     "UPDATE a2a_counters SET agent_key = ?1, task_key = ?2, message_key = ?3, seq = ?4, stamp = ?5, change = ?6"
     " WHERE one = 1"},

    {Sql::kInsertAgent,
     "INSERT INTO a2a_agents (agent_key, agent_id, requested_name, kind, context_id, registered_at, card, secret_hash,"
     " by_name) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"},
    {Sql::kReclaimAgent, "UPDATE a2a_agents SET card = ?2, secret_hash = ?3, by_name = ?4 WHERE agent_key = ?1"},
    {Sql::kPutAgentProgress,
     "INSERT INTO a2a_agent_progress (agent_key, sends, delivered_through) VALUES (?1, ?2, ?3)"
     " ON CONFLICT (agent_key) DO UPDATE SET sends = ?2, delivered_through = ?3"},
    {Sql::kEndAgent, "UPDATE a2a_agents SET ended_how = ?2, ended_at = ?3 WHERE agent_key = ?1"},
    {Sql::kUnendedAgents,
     "SELECT a.agent_key, a.agent_id, a.requested_name, a.kind, a.context_id, a.registered_at,"
     " coalesce(p.sends, 0), coalesce(p.delivered_through, 0), a.card, a.secret_hash, a.by_name"
     " FROM a2a_agents a LEFT JOIN a2a_agent_progress p ON p.agent_key = a.agent_key"
     " WHERE a.ended_at IS NULL ORDER BY a.agent_key"},

    {Sql::kInsertTask,
     "INSERT INTO a2a_tasks (task_key, id, requester, worker, context_id, state, status_at, status_message,"
     " created_at, generation, messages, request_message_id, change, deadline_at, metadata, first_seq)"
     " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)"},
    // An index is rewritten when a statement names a column of it, changed or not: so two of them.
    {Sql::kUpdateTask,
     "UPDATE a2a_tasks SET state = ?2, status_at = ?3, status_message = ?4, generation = ?5, messages = ?6,"
     " change = ?7, deadline_at = ?8 WHERE task_key = ?1"},
    {Sql::kEndTask,
     "UPDATE a2a_tasks SET state = ?2, status_at = ?3, status_message = ?4, generation = ?5, messages = ?6,"
     " change = ?7, deadline_at = ?8, ended_at = ?3, ended_by = ?9 WHERE task_key = ?1"},
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
    {Sql::kListAskedOpen, A2A_STORE_LIST_TASKS("INDEXED BY a2a_tasks_open", "requester", "IS NULL")},
    {Sql::kListAskedEnded, A2A_STORE_LIST_TASKS("INDEXED BY a2a_tasks_asked", "requester", "IS NOT NULL")},
    {Sql::kListServedOpen, A2A_STORE_LIST_TASKS("INDEXED BY a2a_tasks_open", "worker", "IS NULL")},
    {Sql::kListServedEnded, A2A_STORE_LIST_TASKS("INDEXED BY a2a_tasks_served", "worker", "IS NOT NULL")},
    {Sql::kOpenDeadlines,
     "SELECT task_key, deadline_at FROM a2a_tasks INDEXED BY a2a_tasks_deadline"
     " WHERE deadline_at IS NOT NULL AND ended_at IS NULL ORDER BY deadline_at"},

    {Sql::kInsertMessage,
     "INSERT INTO a2a_messages (message_key, task_id, message_id, sender, created_at, content_hash, json)"
     " VALUES (?1, (SELECT id FROM a2a_tasks WHERE task_key = ?2), ?3, ?4, ?5, ?6, ?7)"},
    {Sql::kFindMessage,
     "SELECT m.message_key, m.sender, m.content_hash FROM a2a_tasks t JOIN a2a_messages m ON m.task_id = t.id"
     " WHERE t.task_key = ?1 AND m.message_id = ?2"},
    {Sql::kReadMessage, "SELECT json FROM a2a_messages WHERE message_key = ?1"},
    {Sql::kReadHistory,
     "SELECT json FROM a2a_messages WHERE message_key IN"
     " (SELECT m.message_key FROM a2a_tasks t JOIN a2a_messages m ON m.task_id = t.id WHERE t.task_key = ?1"
     "  AND (?2 = 0 OR m.message_key < ?2) ORDER BY m.message_key DESC LIMIT ?3) ORDER BY message_key DESC"},

    {Sql::kArtifacts,
     "SELECT f.artifact_key, f.artifact_id, f.bytes, f.closed FROM a2a_tasks t JOIN a2a_artifacts f ON f.task_id = t.id"
     " WHERE t.task_key = ?1 ORDER BY f.artifact_key"},
    {Sql::kReadArtifacts,
     "SELECT f.artifact_key, f.json FROM a2a_tasks t JOIN a2a_artifacts f ON f.task_id = t.id WHERE t.task_key = ?1"
     " ORDER BY f.artifact_key"},
    {Sql::kReadChunks, "SELECT json FROM a2a_artifact_chunks WHERE artifact_key = ?1 ORDER BY chunk_key"},
    {Sql::kPutArtifact,
     "INSERT INTO a2a_artifacts (task_id, artifact_id, bytes, closed, json)"
     " VALUES ((SELECT id FROM a2a_tasks WHERE task_key = ?1), ?2, ?3, ?4, ?5)"
     " ON CONFLICT (task_id, artifact_id) DO UPDATE SET bytes = ?3, closed = ?4, json = ?5"},
    {Sql::kDropChunks,
     "DELETE FROM a2a_artifact_chunks WHERE artifact_key = (SELECT f.artifact_key FROM a2a_tasks t"
     " JOIN a2a_artifacts f ON f.task_id = t.id WHERE t.task_key = ?1 AND f.artifact_id = ?2)"},
    {Sql::kUpdateArtifact, "UPDATE a2a_artifacts SET bytes = ?2, closed = ?3 WHERE artifact_key = ?1"},
    {Sql::kInsertChunk, "INSERT INTO a2a_artifact_chunks (artifact_key, json) VALUES (?1, ?2)"},
    {Sql::kFindArtifactRequest,
     "SELECT content_hash FROM a2a_artifact_requests WHERE task_key = ?1 AND request_id = ?2"},
    {Sql::kInsertArtifactRequest,
     "INSERT INTO a2a_artifact_requests (task_key, request_id, content_hash) VALUES (?1, ?2, ?3)"},

    // Replacing takes a new key above all others, which makes the config the one set last.
    {Sql::kPutPushConfig,
     "INSERT OR REPLACE INTO a2a_push_configs (task_id, setter, config_id, url, token)"
     " VALUES ((SELECT id FROM a2a_tasks WHERE task_key = ?1), ?2, ?3, ?4, ?5)"},
    {Sql::kPushConfigs,
     "SELECT p.setter, p.config_id, p.url, p.token FROM a2a_tasks t JOIN a2a_push_configs p ON p.task_id = t.id"
     " WHERE t.task_key = ?1 AND (?2 = 0 OR p.setter = ?2) ORDER BY p.config_key"},
    {Sql::kDeletePushConfig,
     "DELETE FROM a2a_push_configs WHERE task_id = (SELECT id FROM a2a_tasks WHERE task_key = ?1) AND setter = ?2"
     " AND config_id = ?3"},

    {Sql::kInsertEvent,
     "INSERT INTO a2a_events (recipient, seq, task_key, state, status_at, status_message, generation, created_at,"
     " message, pushes, chunk, artifact) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"},
    {Sql::kEventsAfter, A2A_STORE_SELECT_EVENTS "AND seq > ?2 ORDER BY seq LIMIT ?3"},
    {Sql::kEventsOfTaskAfter, A2A_STORE_SELECT_EVENTS "AND seq > ?2 AND task_key = ?4 ORDER BY seq LIMIT ?3"},
    {Sql::kCountEvents,
     "SELECT count(*) FROM a2a_events WHERE recipient = ?1 AND seq > ?2 AND seq <= ?3 AND delivered = 0"},
    {Sql::kMarkDelivered,
     "UPDATE a2a_events SET delivered = 1 WHERE recipient = ?1 AND seq = ?3 AND seq > ?2 AND delivered = 0"},
    {Sql::kMarkTaskDelivered,
     "UPDATE a2a_events SET delivered = 1 WHERE recipient = ?1 AND seq > ?2 AND seq <= ?3 AND task_key = ?4"
     " AND delivered = 0"},

    {Sql::kNextRecipient, "SELECT recipient FROM a2a_events WHERE recipient > ?1 ORDER BY recipient LIMIT 1"},
    {Sql::kRecipientReach,
     "SELECT a.ended_at, coalesce(p.delivered_through, 0) FROM a2a_agents a"
     " LEFT JOIN a2a_agent_progress p ON p.agent_key = a.agent_key WHERE a.agent_key = ?1"},
    {Sql::kOldestEvents,
     "SELECT seq, created_at FROM a2a_events WHERE recipient = ?1 AND (seq <= ?2 OR delivered = 1)"
     " ORDER BY seq LIMIT ?3"},
    {Sql::kDeleteEvents, "DELETE FROM a2a_events WHERE recipient = ?1 AND seq <= ?3 AND (seq <= ?2 OR delivered = 1)"},
    {Sql::kOldestTasks,
     "SELECT task_key, created_at, ended_at, requester, worker, first_seq FROM a2a_tasks WHERE task_key > ?1"
     " ORDER BY task_key LIMIT ?2"},
    {Sql::kIsAwaited,
     "SELECT 1 FROM a2a_agents a LEFT JOIN a2a_agent_progress p ON p.agent_key = a.agent_key"
     " JOIN a2a_events e ON e.recipient = a.agent_key AND e.seq > coalesce(p.delivered_through, 0)"
     " WHERE a.agent_key = ?1 AND a.ended_at IS NULL AND e.task_key = ?2 AND e.delivered = 0 LIMIT 1"},
    {Sql::kDeleteTaskEvents,
     "DELETE FROM a2a_events WHERE recipient = ?1 AND seq > ?2 AND task_key = ?4 AND seq < coalesce("
     "(SELECT seq FROM a2a_events WHERE recipient = ?1 AND seq > ?2 AND created_at > ?3 ORDER BY seq LIMIT 1),"
     " 9223372036854775807)"},
    {Sql::kDeleteTask, "DELETE FROM a2a_tasks WHERE task_key = ?1"},
};

#undef A2A_STORE_LIST_TASKS
#undef A2A_STORE_SELECT_EVENTS
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

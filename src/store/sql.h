// Every statement of the running store, in one place. They are prepared once, when the store is opened.
#ifndef A2A_STORE_SQL_H_
#define A2A_STORE_SQL_H_

#include "absl/strings/string_view.h"

namespace a2a::store {

enum class Sql {
  kBegin,
  kCommit,
  kRollback,
  kReadCounters,
  kWriteCounters,

  kInsertAgent,
  kReclaimAgent,
  kPutAgentProgress,
  kEndAgent,
  kUnendedAgents,

  kInsertTask,
  kUpdateTask,
  kEndTask,
  kFindTask,
  kFindTaskByKey,
  kFindTaskByRequest,
  kOpenTasksOf,
  kOpenTasksPerContext,
  kListAskedOpen,
  kListAskedEnded,
  kListServedOpen,
  kListServedEnded,
  kOpenDeadlines,

  kInsertMessage,
  kFindMessage,
  kReadMessage,
  kReadHistory,

  kArtifacts,
  kReadArtifacts,
  kReadChunks,
  kPutArtifact,
  kDropChunks,
  kUpdateArtifact,
  kInsertChunk,
  kFindArtifactRequest,
  kInsertArtifactRequest,

  kPutPushConfig,
  kPushConfigs,
  kDeletePushConfig,

  kInsertEvent,
  kEventsAfter,
  kEventsOfTaskAfter,
  kCountEvents,
  kMarkDelivered,
  kMarkTaskDelivered,

  kNextRecipient,
  kRecipientReach,
  kOldestEvents,
  kDeleteEvents,
  kOldestTasks,
  kIsAwaited,
  kDeleteTaskEvents,
  kDeleteTask,

  kCount,
};

absl::string_view TextOf(Sql sql);

}  // namespace a2a::store

#endif  // A2A_STORE_SQL_H_

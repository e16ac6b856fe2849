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
  kUpdateAgentCard,
  kPutAgentProgress,
  kEndAgent,
  kUnendedAgents,

  kInsertTask,
  kUpdateTask,
  kFindTask,
  kFindTaskByKey,
  kFindTaskByRequest,
  kOpenTasksOf,
  kOpenTasksPerContext,

  kInsertMessage,
  kFindMessage,
  kReadMessage,
  kReadHistory,
  kReadArtifacts,

  kPutPushConfig,
  kPushConfigs,

  kInsertEvent,
  kEventsAfter,
  kCountEventsAfter,

  kNextRecipient,
  kRecipientReach,
  kOldestEvents,
  kDeleteEvents,
  kOldestTasks,
  kDeleteTask,

  kCount,
};

absl::string_view TextOf(Sql sql);

}  // namespace a2a::store

#endif  // A2A_STORE_SQL_H_

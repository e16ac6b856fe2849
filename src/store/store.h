// The durable store in the broker's words: agent instances, tasks, messages, artifacts, push configs and events in
// one SQLite file (contract section 7). Start here; SQL lives behind it.
//
// Transactions. Reads run at any time. The first write of a batch opens a transaction (BEGIN IMMEDIATE) that Commit()
// ends; until then nothing is durable. After any failed call, and after Rollback(), the transaction is gone and
// fault() says what that means. After a fault other than kTransient every later call is refused. Commit() checkpoints a
// long WAL behind itself; when that fails it still returns OK, since the batch is on disk, and fault() is set.
// Owner thread only. Times are milliseconds since 1970 UTC from NextStamp().
#ifndef A2A_STORE_STORE_H_
#define A2A_STORE_STORE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "a2a/wire/events.pb.h"
#include "a2a/wire/types.pb.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace a2a::store {

class StoreImpl;

// Row keys. They grow with time and are never reused in a store. 0 is none.
using AgentKey = int64_t;
using TaskKey = int64_t;
using MessageKey = int64_t;
using EventSeq = int64_t;

// What a failed store call means (contract section 1, STORE_UNAVAILABLE; section 8).
enum class FaultKind {
  kNone,
  kTransient,  // full disk or no memory: rolled back, the daemon goes on; outcome "none"
  kFatal,      // any other error before COMMIT: outcome "none", stop with 74
  kDamaged,    // the file is damaged: outcome "none", stop with 65
  kUnknown,    // COMMIT or a sync failed: outcome "unknown", stop with 74
};

struct Fault {
  FaultKind kind = FaultKind::kNone;
  std::string text;  // for the log: SQLite's words and the step; never for a reply
};

enum class AgentEnd { kDeregistered = 1, kLost = 2 };

// One instance of an agent (contract section 3).
struct AgentRow {
  AgentKey key = 0;
  std::string requested_name;
  std::string agent_id;
  std::string context_id;
  wire::AgentKind kind = wire::AGENT_KIND_SUBAGENT;
  wire::AgentCard card;  // as listed: name is agent_id, contextId stamped; `json` is set
  int64_t registered_at = 0;
  int64_t sends = 0;               // successful sends of the current run
  EventSeq delivered_through = 0;  // events of this instance up to here are delivered
  std::string secret_hash;         // of its resume secret; empty: it has none
  bool by_name = true;             // its name alone reclaims it
};

struct TaskRow {
  TaskKey key = 0;
  std::string id;  // UUIDv7 text
  AgentKey requester = 0;
  AgentKey worker = 0;
  std::string context_id;               // the requester's
  std::string requester_id, worker_id;  // agent ids of the two
  wire::TaskState state = wire::TASK_STATE_SUBMITTED;
  int64_t status_at = 0;
  MessageKey status_message = 0;  // 0: none
  AgentKey ended_by = 0;          // instance whose call made it terminal; 0: open, or the broker
  int64_t generation = 1;
  int64_t messages = 0;  // stored messages
  int64_t created_at = 0;
  int64_t change = 0;       // set by the store with each insert and update; grows over the whole store
  int64_t deadline_at = 0;  // 0: none
  std::string metadata;     // raw JSON of the first message's metadata, unless that is large
};

// Tasks of one agent, latest change first.
struct TaskQuery {
  AgentKey agent = 0;
  bool requested = true, served = true;   // which of them
  std::optional<wire::TaskState> state;   // unset: any
  std::optional<std::string> context_id;  // unset: any
  int64_t before = 0;                     // only changes before this one; 0: from the latest
  int64_t count = 0;                      // at most so many
};

struct Deadline {
  TaskKey task = 0;
  int64_t at = 0;
};

struct MessageRow {
  MessageKey key = 0;
  TaskKey task = 0;
  std::string message_id;
  AgentKey sender = 0;       // 0: the broker
  std::string content_hash;  // of method, state and the message before stamping (16 bytes)
  wire::Message message;     // stamped; `json` set by Canonicalize or by a read (a read sets nothing else)
  wire::Message omitted;     // of a large message that is at hand: `json` of its omitted form; not stored
};

// What an artifact is apart from its body.
struct ArtifactRow {
  int64_t key = 0;
  std::string artifact_id;
  int64_t bytes = 0;    // of body and chunks, as the host writes them
  bool closed = false;  // nothing can be appended any more
};

// Push configs that a final event fires: those of everybody, or only those that its recipient set.
enum class Pushes { kAll = 1, kOwn = 2 };

// An event addressed to one instance, written in the transaction of its cause.
struct EventRow {
  EventSeq seq = 0;
  AgentKey recipient = 0;
  TaskKey task = 0;
  wire::TaskState state = wire::TASK_STATE_UNSPECIFIED;
  int64_t status_at = 0;
  MessageKey status_message = 0;  // 0: none
  int64_t generation = 0;
  MessageKey message = 0;  // the message that caused it; 0: none did
  Pushes pushes = Pushes::kAll;
  // Of an artifact update: the artifact as it leaves, as `json`. Empty: the event tells a status.
  std::string artifact;
  bool append = false;
  bool last_chunk = false;
};

struct PushConfigRow {
  TaskKey task = 0;
  AgentKey setter = 0;
  wire::PushNotificationConfig config;
};

struct OpenCount {
  std::string context_id;
  int64_t open_tasks = 0;
};

enum class Durability { kFull, kNormal };

struct Options {
  std::string path;
  Durability durability = Durability::kFull;
  std::string vfs;                             // SQLite VFS name; empty: the default one
  std::function<void(absl::string_view)> log;  // one line, no newline; may be empty
  // Called when the store passes a named point (store/points.h); may not return. Empty in the released binary.
  std::function<void(absl::string_view)> at_point;
};

// Why Open refused, as an exit code of contract section 8 (in absl::Status payload; see ExitCodeOf).
int ExitCodeOf(const absl::Status& open_error);

class Store {
 public:
  // Takes the owner lock, judges the file, migrates it (a verified backup first) and prepares the statements.
  // Errors: exit code by ExitCodeOf and a text for people that names the file and what to do.
  static absl::StatusOr<std::unique_ptr<Store>> Open(const Options& options);
  ~Store();  // rolls back what is not committed, checkpoints, closes, releases the lock

  // ---- transaction
  bool in_transaction() const;
  // Optional, for a call that reads before it writes: within a transaction reads cost less. Until the first write all
  // is as if there were none.
  absl::Status ExpectWrite();
  absl::Status Commit();       // no-op without a transaction
  void Rollback();             // no-op without a transaction; also forgets keys, seqs and stamps handed out since
  const Fault& fault() const;  // of the last failed call
  void ClearFault();

  // ---- stamps and keys (memory only until a row with them is written)
  // Never decreasing, at least `wall_millis`; the same value until the next Commit or Rollback.
  int64_t NextStamp(int64_t wall_millis);
  TaskKey NextTaskKey();
  MessageKey NextMessageKey();
  EventSeq NextEventSeq();
  EventSeq last_seq() const;  // the highest that was handed out
  AgentKey NextAgentKey();

  // ---- canonical JSON
  // Sets `json` of a stamped message, artifact or card to what will be stored, and returns its size in bytes.
  size_t Canonicalize(wire::Message* message);
  size_t Canonicalize(wire::AgentCard* card);
  size_t Canonicalize(wire::Artifact* artifact);
  // `json` of the omitted form (contract section 5) of a message, which stays as it is. It is at most `omit_above`
  // bytes long, whatever the message holds.
  wire::Message OmittedForm(wire::Message* message, int64_t omit_above);
  // 16 bytes that identify content for idempotency; `salt` names method and state.
  std::string ContentHash(absl::string_view salt, const wire::Message& unstamped);
  std::string ContentHash(absl::string_view salt, const wire::Artifact& artifact);
  // What the store keeps of a resume secret (32 bytes).
  static std::string SecretHash(absl::string_view secret);
  // True when `secret` is the one that was hashed; takes as long either way.
  static bool SecretMatches(absl::string_view secret, absl::string_view hash);

  // ---- agents
  absl::Status InsertAgent(const AgentRow& agent);
  // A reclaimed instance: card, secret and how it may be reclaimed next time.
  absl::Status ReclaimAgent(AgentKey key, const wire::AgentCard& card, absl::string_view secret_hash, bool by_name);
  absl::Status UpdateAgentProgress(AgentKey key, int64_t sends, EventSeq delivered_through);
  absl::Status EndAgent(AgentKey key, AgentEnd how, int64_t at);
  // Instances that have not ended: at start these are the ones to reclaim. By key.
  absl::StatusOr<std::vector<AgentRow>> UnendedAgents();

  // ---- tasks
  absl::Status InsertTask(const TaskRow& task, absl::string_view request_message_id);  // an open one
  // Writes state, status_at, status_message, generation, messages and deadline_at of an existing task that is open, and
  // ended_by when the state is a terminal one.
  absl::Status UpdateTask(const TaskRow& task);
  absl::StatusOr<std::optional<TaskRow>> FindTask(absl::string_view id);
  absl::StatusOr<std::optional<TaskRow>> FindTaskByKey(TaskKey key);
  // The task that `requester` opened with this message id.
  absl::StatusOr<std::optional<TaskRow>> FindTaskByRequest(AgentKey requester, absl::string_view message_id);
  // Open tasks in which the instance is requester or worker, by key.
  absl::StatusOr<std::vector<TaskRow>> OpenTasksOf(AgentKey agent);
  absl::StatusOr<std::vector<OpenCount>> OpenTasksPerContext();
  absl::StatusOr<std::vector<TaskRow>> ListTasks(const TaskQuery& query);
  // Of open tasks.
  absl::StatusOr<std::vector<Deadline>> OpenDeadlines();

  // ---- messages
  absl::Status InsertMessage(const MessageRow& message);  // message.json must be set
  // Without the body.
  absl::StatusOr<std::optional<MessageRow>> FindMessage(TaskKey task, absl::string_view message_id);
  // Only `json` of the result is set.
  absl::StatusOr<wire::Message> ReadMessage(MessageKey key);
  // The same, but in omitted form when the body is above `omit_above` bytes.
  absl::StatusOr<wire::Message> ReadMessageOrOmitted(MessageKey key, int64_t omit_above);
  // The newest `count` messages older than `before` (0: of all), newest first, stopping after the one whose body makes
  // the sum exceed `max_bytes`.
  absl::StatusOr<std::vector<wire::Message>> ReadHistory(TaskKey task, MessageKey before, int64_t count,
                                                         int64_t max_bytes);

  // ---- artifacts; `json` of what is passed in must be set
  // Without bodies, in the order in which their ids were first stored.
  absl::StatusOr<std::vector<ArtifactRow>> Artifacts(TaskKey task);
  // In the same order; only `json` of the results is set.
  absl::StatusOr<std::vector<wire::Artifact>> ReadArtifacts(TaskKey task);
  // Stores the artifact, or replaces the one of the same id with all that was appended to it. `row` lacks its key.
  absl::Status PutArtifact(TaskKey task, const ArtifactRow& row, const wire::Artifact& artifact);
  // Adds the parts of `chunk`; `row` says what the artifact is then.
  absl::Status AppendArtifact(const ArtifactRow& row, const wire::Artifact& chunk);
  // Content hash of the artifact call that used this request id.
  absl::StatusOr<std::optional<std::string>> FindArtifactRequest(TaskKey task, absl::string_view request_id);
  absl::Status InsertArtifactRequest(TaskKey task, absl::string_view request_id, absl::string_view content_hash);

  // ---- push configs
  // Inserts, or replaces the one of the same task, setter and id; it becomes the one set last.
  absl::Status PutPushConfig(const PushConfigRow& row);
  // Oldest set first; `setter` 0: of everybody.
  absl::StatusOr<std::vector<PushConfigRow>> PushConfigs(TaskKey task, AgentKey setter);
  absl::Status DeletePushConfig(TaskKey task, AgentKey setter, absl::string_view config_id);

  // ---- events
  absl::Status InsertEvent(const EventRow& event);
  // Events of one instance after `after` that are not marked as delivered, oldest first, at most `max`.
  absl::StatusOr<std::vector<EventRow>> EventsAfter(AgentKey recipient, EventSeq after, int64_t max);
  // The same, of one task.
  absl::StatusOr<std::vector<EventRow>> EventsOfTaskAfter(AgentKey recipient, TaskKey task, EventSeq after,
                                                          int64_t max);
  // Those after `after` and up to `through` that are not marked.
  absl::StatusOr<int64_t> CountEvents(AgentKey recipient, EventSeq after, EventSeq through);
  absl::StatusOr<int64_t> CountEventsAfter(AgentKey recipient, EventSeq after);
  // Mark events after `after` as delivered, out of order; what is marked already stays so. They return how many were
  // not marked before.
  absl::StatusOr<int64_t> MarkDelivered(AgentKey recipient, EventSeq after, EventSeq seq);
  absl::StatusOr<int64_t> MarkTaskDelivered(AgentKey recipient, TaskKey task, EventSeq after, EventSeq through);

  // ---- upkeep, outside transactions
  // Removes at most `max` delivered events, and events of ended instances, that are older than `before`.
  absl::StatusOr<int64_t> PruneEvents(int64_t before, int64_t max);
  // Removes at most `max` terminal tasks, with all that hangs on them, that ended before `before`; not those of which
  // an agent that is here, or can come back, has undelivered events.
  absl::StatusOr<int64_t> PruneTasks(int64_t before, int64_t max);
  absl::Status Checkpoint(bool truncate);
  // Readies one slice of the WAL's blocks, so that commits need not make the file longer. True when there is more to
  // do.
  absl::StatusOr<bool> MakeWalRoom();
  int64_t WalBytes() const;
  int64_t DatabaseBytes() const;

 private:
  explicit Store(std::unique_ptr<StoreImpl> impl);
  std::unique_ptr<StoreImpl> impl_;
};

}  // namespace a2a::store

#endif  // A2A_STORE_STORE_H_

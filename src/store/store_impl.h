// What the files store_*.cc share: the connection, the prepared statements, the transaction and its faults.
// Private to store/. Owner thread only.
#ifndef A2A_STORE_STORE_IMPL_H_
#define A2A_STORE_STORE_IMPL_H_

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/fd_lock.h"
#include "store/connection.h"
#include "store/sql.h"
#include "store/statement.h"
#include "store/store.h"

namespace a2a::store {

// A number of each kind that is handed out.
struct Counters {
  int64_t agent = 0;
  int64_t task = 0;
  int64_t message = 0;
  int64_t seq = 0;
  int64_t stamp = 0;
  int64_t change = 0;

  friend bool operator==(const Counters&, const Counters&) = default;
};

class StoreImpl {
 public:
  explicit StoreImpl(Options options) : options(std::move(options)) {}
  ~StoreImpl();

  // Prepares every statement and reads the counters. An SQLite result code.
  int Prepare();

  // Runs a statement that writes, in a transaction that it opens if there is none.
  template <typename... Args>
  absl::Status Write(Sql sql, const Args&... args) {
    absl::Status begun = Begin();
    if (!begun.ok()) return begun;
    wrote = true;
    return RunToEnd(sql, args...);
  }

  // Runs a statement that gives no rows.
  template <typename... Args>
  absl::Status RunToEnd(Sql sql, const Args&... args) {
    Statement& statement = statements[static_cast<size_t>(sql)];
    int rc = statement.Bind(args...);
    if (rc == SQLITE_OK) rc = statement.Step();
    if (rc != SQLITE_DONE) return Fail(sql, rc);
    statement.Reset();
    return absl::OkStatus();
  }

  absl::Status Begin();
  absl::Status Commit();
  void Rollback();
  absl::Status Checkpoint(bool truncate);
  void OnWalPages(int64_t pages);
  absl::StatusOr<bool> MakeWalRoom();

  // Ends the transaction, if SQLite has not done it, and tells what the failure of `sql` means.
  absl::Status Fail(Sql sql, int rc);
  // The same for a fault that SQLite did not notice: rows that make no sense.
  absl::Status FailDamaged(absl::string_view what);
  // Refuses work after a fault that only a restart can mend; OK otherwise.
  absl::Status Refusal();

  bool in_transaction() const { return sqlite3_get_autocommit(connection.db()) == 0; }
  // By the statement that ran last.
  int64_t changed_rows() const { return sqlite3_changes64(connection.db()); }
  void AtPoint(absl::string_view point) const {
    if (options.at_point) options.at_point(point);
  }
  void Log(absl::string_view line) const {
    if (options.log) options.log(line);
  }

  const Options options;
  OwnerLock lock;  // released after the connection is closed
  Connection connection;
  Statement statements[static_cast<size_t>(Sql::kCount)];

  Counters now;               // the last handed out
  Counters committed;         // what Rollback returns to
  Counters reserved;          // what the file holds: none of these or below is handed out after the next start
  bool removed_keys = false;  // in this transaction: their tables no longer tell what was in use
  bool stamp_taken = false;
  bool wrote = false;  // in this transaction
  Fault fault;
  bool ready = false;                       // opened in full
  bool stopped = false;                     // after a fault that only a restart can mend
  FaultKind stopped_by = FaultKind::kNone;  // what later calls are refused with
  int64_t wal_pages = 0;                    // pages in the WAL
  int64_t wal_pending = 0;                  // of these, not yet copied to the database
  int64_t checkpoint_at = 0;                // pages in the WAL at which Commit checkpoints
  int64_t page_size = 0;
  bool wal_room_refused = false;
  int64_t prune_from = 0;  // task key after which PruneTasks goes on
  std::string scratch;     // serialized messages

 private:
  absl::Status WriteCounters(const Counters& counters);
  absl::Status SetFault(FaultKind kind, std::string text);
};

// The rows of one query, which is reset when this goes away.
//
//   Rows rows(impl, Sql::kFindTask, id);
//   while (rows.Next()) Use(rows->Int(0));
//   if (!rows.status().ok()) return rows.status();
class Rows {
 public:
  template <typename... Args>
  Rows(StoreImpl* impl, Sql sql, const Args&... args)
      : impl_(impl), sql_(sql), statement_(&impl->statements[static_cast<size_t>(sql)]), status_(impl->Refusal()) {
    if (!status_.ok()) return;
    const int rc = statement_->Bind(args...);
    if (rc != SQLITE_OK) status_ = impl_->Fail(sql_, rc);
  }
  ~Rows() { statement_->Reset(); }
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;

  bool Next();
  const Statement* operator->() const { return statement_; }
  const absl::Status& status() const { return status_; }

 private:
  StoreImpl* impl_;
  Sql sql_;
  Statement* statement_;
  absl::Status status_;
};

}  // namespace a2a::store

#endif  // A2A_STORE_STORE_IMPL_H_

#include "store/store_impl.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "store/fault.h"
#include "store/points.h"

namespace a2a::store {
namespace {

// The WAL is copied into the database when it reaches this size (contract section 7), and when idle.
constexpr int64_t kWalLimitBytes = int64_t{64} << 20;

// Writing the counters with each commit would cost a page each. Keys of rows are found in their tables, and counters
// hold the others a little ahead of those in use: a start after a crash skips so many of them, and milliseconds of
// stamps.
constexpr int64_t kAhead = 64;
constexpr int64_t kStampAhead = 100;

Counters AheadOf(Counters counters) {
  counters.seq += kAhead;
  counters.change += kAhead;
  counters.stamp += kStampAhead;
  return counters;
}

bool Covers(const Counters& reserved, const Counters& now) {
  return now.seq <= reserved.seq && now.change <= reserved.change && now.stamp <= reserved.stamp;
}

int OnCommit(void* impl, sqlite3*, const char*, int pages) {
  static_cast<StoreImpl*>(impl)->OnWalPages(pages);
  return SQLITE_OK;
}

}  // namespace

StoreImpl::~StoreImpl() {
  if (!ready) return;  // closing rolls back whatever was begun
  Rollback();
  // After a failed sync the system may have thrown the unwritten pages away while it believes them written. The WAL
  // then stays as it is, for a new process that reads it again.
  if (stopped) return;
  // Nothing is skipped after an orderly end. If this fails, something is: nothing worse.
  if (!(reserved == committed) && Begin().ok() && WriteCounters(committed).ok()) (void)RunToEnd(Sql::kCommit);
  if (stopped || !Checkpoint(/*truncate=*/true).ok()) return;
  // Nothing is left to copy, so closing may remove the -wal and -shm files.
  sqlite3_db_config(connection.db(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, nullptr);
}

int StoreImpl::Prepare() {
  for (size_t i = 0; i < static_cast<size_t>(Sql::kCount); ++i) {
    const int rc = statements[i].Prepare(connection.db(), TextOf(static_cast<Sql>(i)));
    if (rc != SQLITE_OK) return rc;
  }
  int rc = connection.QueryInt("PRAGMA page_size", &page_size);
  if (rc != SQLITE_OK) return rc;
  checkpoint_at = kWalLimitBytes / page_size;
  sqlite3_wal_hook(connection.db(), &OnCommit, this);

  Statement& counters = statements[static_cast<size_t>(Sql::kReadCounters)];
  rc = counters.Step();
  if (rc == SQLITE_ROW) {
    reserved = {counters.Int(0), counters.Int(1), counters.Int(2), counters.Int(3), counters.Int(4), counters.Int(5)};
    now = reserved;
    for (const auto& [key, column] : {std::pair(&now.agent, 6), {&now.task, 7}, {&now.message, 8}}) {
      *key = std::max(*key, counters.Int(column));
    }
    committed = now;
    rc = SQLITE_OK;
  } else if (rc == SQLITE_DONE) {
    rc = SQLITE_CORRUPT;
  }
  counters.Reset();
  return rc;
}

absl::Status StoreImpl::Refusal() {
  if (!stopped) return absl::OkStatus();
  // Nothing was tried, so nothing of this call can be stored, whatever is unknown of an earlier one.
  if (fault.kind == FaultKind::kNone) fault = {stopped_by, "refused: the store has stopped after a fault"};
  return absl::UnavailableError("the store has stopped after a fault");
}

absl::Status StoreImpl::Begin() {
  if (in_transaction()) return absl::OkStatus();
  absl::Status refusal = Refusal();
  if (!refusal.ok()) return refusal;
  return RunToEnd(Sql::kBegin);
}

absl::Status StoreImpl::Commit() {
  stamp_taken = false;
  absl::Status refusal = Refusal();
  if (!refusal.ok()) return refusal;
  if (!wrote) {
    committed = now;
    return in_transaction() ? RunToEnd(Sql::kRollback) : absl::OkStatus();
  }
  Counters reserve = reserved;
  if (removed_keys || !Covers(reserved, now)) {
    reserve = AheadOf(now);
    absl::Status status = WriteCounters(reserve);
    if (!status.ok()) return status;
  }
  AtPoint(kPointBeforeCommit);
  absl::Status status = RunToEnd(Sql::kCommit);
  if (!status.ok()) return status;
  AtPoint(kPointAfterCommit);
  wrote = removed_keys = false;
  committed = now;
  reserved = reserve;
  // What this commit holds is on disk whatever the checkpoint says. A fault of it is met by the next call.
  if (wal_pages >= checkpoint_at) (void)Checkpoint(/*truncate=*/false);
  return absl::OkStatus();
}

void StoreImpl::Rollback() {
  stamp_taken = wrote = removed_keys = false;
  now = committed;
  if (!in_transaction()) return;
  Statement& rollback = statements[static_cast<size_t>(Sql::kRollback)];
  rollback.Step();
  rollback.Reset();
  if (in_transaction()) {
    (void)SetFault(FaultKind::kFatal, absl::StrCat("rollback failed: ", connection.ErrorText()));
  }
}

absl::Status StoreImpl::Checkpoint(bool truncate) {
  absl::Status refusal = Refusal();
  if (!refusal.ok()) return refusal;
  AtPoint(kPointBeforeCheckpoint);
  int pages = 0;
  int copied = 0;
  // A reader beside us makes the checkpoint partial; waiting for it would stop every call.
  sqlite3_busy_timeout(connection.db(), 0);
  const int rc = sqlite3_wal_checkpoint_v2(
      connection.db(), nullptr, truncate ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE, &pages, &copied);
  const std::string words = connection.ErrorText();
  sqlite3_busy_timeout(connection.db(), Connection::kBusyMillis);
  checkpoint_at = wal_pages + kWalLimitBytes / page_size;
  if (rc == SQLITE_OK || (rc & 0xff) == SQLITE_BUSY) {
    if (pages >= 0 && copied >= 0) wal_pending = pages - copied;
    if (rc == SQLITE_OK && truncate) OnWalPages(0);
    AtPoint(kPointAfterCheckpoint);
    return absl::OkStatus();
  }
  // Nothing is lost: what was not copied is still in the WAL. But only a full disk or no memory can pass by itself.
  Log(absl::StrCat("checkpoint failed: ", words));
  return SetFault(ClassifyFault(rc, /*committing=*/false), absl::StrCat("checkpoint: ", words));
}

void StoreImpl::OnWalPages(int64_t pages) {
  if (pages < wal_pages) checkpoint_at = kWalLimitBytes / page_size;  // SQLite began the WAL anew
  wal_pages = wal_pending = pages;
}

absl::Status StoreImpl::Fail(Sql sql, int rc) {
  std::string text = absl::StrCat(connection.ErrorText(), " in ", TextOf(sql).substr(0, 48));
  statements[static_cast<size_t>(sql)].Reset();
  const FaultKind kind = ClassifyFault(rc, sql == Sql::kCommit);
  // SQLite may have rolled back by itself; if not, it is done here.
  Rollback();
  if (stopped) return Refusal();  // the rollback failed: worse than what led to it
  return SetFault(kind, std::move(text));
}

absl::Status StoreImpl::FailDamaged(absl::string_view what) {
  Rollback();
  return SetFault(FaultKind::kDamaged, std::string(what));
}

absl::Status StoreImpl::WriteCounters(const Counters& counters) {
  return RunToEnd(Sql::kWriteCounters, counters.agent, counters.task, counters.message, counters.seq, counters.stamp,
                  counters.change);
}

absl::Status StoreImpl::SetFault(FaultKind kind, std::string text) {
  fault.kind = kind;
  fault.text = std::move(text);
  if (kind != FaultKind::kTransient && !stopped) {
    stopped = true;
    stopped_by = kind == FaultKind::kDamaged ? kind : FaultKind::kFatal;
  }
  Log(absl::StrCat("store fault (", FaultName(kind), "): ", fault.text));
  return absl::UnavailableError("the store failed");
}

bool Rows::Next() {
  if (!status_.ok()) return false;
  const int rc = statement_->Step();
  if (rc == SQLITE_ROW) return true;
  if (rc != SQLITE_DONE) status_ = impl_->Fail(sql_, rc);
  return false;
}

}  // namespace a2a::store

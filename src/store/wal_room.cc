// Room in the WAL: blocks that are written before they are needed.
//
// A commit that makes its file longer waits for the file system's journal as well as for its own bytes; one that writes
// over what is there waits for its bytes only, which halves it on common disks. SQLite writes over the WAL from its
// start again after each checkpoint, so that only the first pass pays; zeros written behind it in a quiet moment spare
// that one too. Zeros are no frame: whoever reads the WAL stops before them.
#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "store/fault.h"
#include "store/store_impl.h"
#include "store/wal_gather.h"

namespace a2a::store {
namespace {

constexpr int64_t kRoomBytes = int64_t{16} << 20;
// One slice: a write and a sync of a few milliseconds.
constexpr int64_t kSliceBytes = int64_t{1} << 20;
constexpr int kWriteBytes = 1 << 16;  // SQLite's files take no more than twice as much at once

// Makes the file one slice longer, within the limit. An SQLite result code.
int Lengthen(sqlite3_file* wal, bool* more) {
  sqlite3_int64 size = 0;
  int rc = wal->pMethods->xFileSize(wal, &size);
  *more = rc == SQLITE_OK && size < kRoomBytes;
  if (!*more) return rc;
  const std::string zeros(kWriteBytes, '\0');
  for (const int64_t end = std::min<int64_t>(size + kSliceBytes, kRoomBytes); rc == SQLITE_OK && size < end;) {
    const auto count = static_cast<int>(std::min<int64_t>(kWriteBytes, end - size));
    rc = wal->pMethods->xWrite(wal, zeros.data(), count, size);
    size += count;
  }
  return rc == SQLITE_OK ? wal->pMethods->xSync(wal, SQLITE_SYNC_NORMAL) : rc;
}

}  // namespace

absl::StatusOr<bool> StoreImpl::MakeWalRoom() {
  if (options.durability != Durability::kFull || wal_room_refused || in_transaction()) return false;
  absl::Status refusal = Refusal();
  if (!refusal.ok()) return refusal;
  sqlite3_file* const wal = WalOf(connection.db());
  if (wal == nullptr) return false;
  // Only who holds the write lock may write behind the end of the file. Another program may hold it: then not now.
  sqlite3_busy_timeout(connection.db(), 0);
  int rc = connection.Execute("BEGIN IMMEDIATE");
  sqlite3_busy_timeout(connection.db(), Connection::kBusyMillis);
  bool more = false;
  if (rc == SQLITE_OK) rc = Lengthen(wal, &more);
  Rollback();
  if (rc == SQLITE_OK) return more;
  if ((rc & 0xff) == SQLITE_BUSY) return false;
  // Room is a convenience: where there is no space for it the store goes on without. A failed sync is a failed sync.
  wal_room_refused = true;
  const FaultKind kind = ClassifyFault(rc, /*committing=*/false);
  if (kind != FaultKind::kTransient) return SetFault(kind, absl::StrCat("no room in the WAL (code ", rc, ")"));
  Log(absl::StrCat("no room was made in the WAL (code ", rc, "); going on without"));
  return false;
}

}  // namespace a2a::store

// Store::Open: lock, judge, migrate, prepare; nothing is written before the file is known to be ours to write.
#include <cstring>
#include <utility>

#include "a2a/wire/constants.h"
#include "absl/strings/str_cat.h"
#include "base/fd_file.h"
#include "store/judge.h"
#include "store/migrator.h"
#include "store/open_error.h"
#include "store/points.h"
#include "store/store_impl.h"
#include "store/wal_gather.h"

namespace a2a::store {
namespace {

using Verdict = Judgement::Verdict;

// Counting every allocation costs 5 % of a send and nobody asks for the counts. Possible only before SQLite is first
// used in the process; afterwards it is refused, which does no harm.
void SpareStatistics() { (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

// The one name of the database, so that every way to it meets the same lock.
absl::StatusOr<std::string> FindPath(const std::string& path) {
  int error = MakePrivateFolders(path);
  if (error != 0) {
    return OpenError(kExitCannotCreate, absl::StrCat("The folder of the database ", path, " cannot be made: ",
                                                     std::strerror(error), ". Name another file with --db."));
  }
  std::string canonical;
  error = Canonicalize(path, &canonical);
  if (error != 0) {
    return OpenError(kExitCannotCreate, absl::StrCat("The database ", path, " cannot be reached: ",
                                                     std::strerror(error), ". Name another file with --db."));
  }
  return canonical;
}

absl::Status TakeLock(OwnerLock* lock, const std::string& path) {
  const std::string name = absl::StrCat(path, ".lock");
  switch (lock->Take(name)) {
    case OwnerLock::Outcome::kTaken:
      return absl::OkStatus();
    case OwnerLock::Outcome::kOwned:
      return OpenError(kExitOwned,
                       absl::StrCat("The database ", path, " is owned by process ",
                                    lock->pid() == 0 ? std::string("(starting)") : absl::StrCat(lock->pid()),
                                    ". End that process, or name another file with --db."));
    case OwnerLock::Outcome::kFailed:
      break;
  }
  return OpenError(kExitCannotCreate, absl::StrCat("The lock file ", name, " cannot be taken: ",
                                                   std::strerror(lock->error()), ". Check the folder's permissions."));
}

// A file that cannot be opened to write is for the judge and for SQLite to refuse, in better words.
absl::Status GuardFile(OwnerLock* lock, const std::string& path) {
  if (lock->guards() || lock->Guard(path) != OwnerLock::Outcome::kOwned) return absl::OkStatus();
  return OpenError(kExitOwned, absl::StrCat("The database ", path,
                                            " is owned by another process, under another name or with its lock file "
                                            "removed. End that process, or name another file with --db."));
}

// A v11 database gets its copy before the first change.
absl::Status BackUpHost(StoreImpl* impl, const std::string& path, int version) {
  Connection* connection = &impl->connection;
  int64_t seen = 0;
  int64_t now = 0;
  int rc = connection->QueryInt("PRAGMA data_version", &seen);
  std::string backup;
  if (rc == SQLITE_OK) {
    absl::Status status = BackUp(connection, path, impl->options.vfs, version, &backup);
    if (!status.ok()) return status;
    rc = connection->QueryInt("PRAGMA data_version", &now);
  }
  if (rc == SQLITE_OK && seen != now) rc = SQLITE_BUSY;
  if (rc != SQLITE_OK) return OpenErrorFromSqlite(rc, path, "backing it up", connection->ErrorText());
  impl->Log(absl::StrCat("backup of version ", version, " made and verified: ", backup));
  impl->AtPoint(kPointBackupMade);
  return absl::OkStatus();
}

absl::Status BringUpToDate(StoreImpl* impl, const std::string& path, const Judgement& judgement) {
  const bool creating = judgement.verdict == Verdict::kMissing || judgement.verdict == Verdict::kEmpty;
  if (judgement.verdict == Verdict::kMissing) {
    const int error = CreatePrivateFile(path);
    if (error != 0) {
      return OpenError(kExitCannotCreate, absl::StrCat("The database ", path, " cannot be created: ",
                                                       std::strerror(error), ". Name another file with --db."));
    }
  }
  Connection* connection = &impl->connection;
  int rc = connection->OpenToWrite(path, GatheringVfs(impl->options.vfs));
  if (rc == SQLITE_OK && judgement.verdict == Verdict::kHost) {
    absl::Status status = BackUpHost(impl, path, judgement.version);
    if (!status.ok()) return status;
  }
  if (rc == SQLITE_OK) rc = connection->Configure(impl->options.durability);
  std::string words = connection->ErrorText();
  if (rc == SQLITE_OK) {
    rc = creating ? CreateSchema(connection, impl->options.at_point, &words)
                  : Migrate(connection, judgement.version, impl->options.at_point, &words);
  }
  if (rc == SQLITE_OK) {
    if (!creating && judgement.version != wire::kSchemaVersion) {
      impl->Log(absl::StrCat("database migrated from version ", judgement.version, " to ", wire::kSchemaVersion));
    }
    return absl::OkStatus();
  }
  if (creating && (rc & 0xff) != SQLITE_BUSY) {
    return OpenError(kExitCannotCreate, absl::StrCat("The database ", path, " cannot be created: ", words,
                                                     ". Check the disk and its free space."));
  }
  // A migration that does not fit the tables means that these are not what the version says.
  if ((rc & 0xff) == SQLITE_ERROR) rc = SQLITE_CORRUPT;
  return OpenErrorFromSqlite(rc, path, "bringing it to the newest version", words);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Store>> Store::Open(const Options& options) {
  SpareStatistics();
  absl::StatusOr<std::string> path = FindPath(options.path);
  if (!path.ok()) return path.status();

  auto impl = std::make_unique<StoreImpl>(options);
  absl::Status status = TakeLock(&impl->lock, *path);
  if (!status.ok()) return status;
  status = GuardFile(&impl->lock, *path);
  if (!status.ok()) return status;
  absl::StatusOr<Judgement> judgement = Judge(*path, options.vfs);
  if (!judgement.ok()) return judgement.status();
  status = BringUpToDate(impl.get(), *path, *judgement);
  if (status.ok()) status = GuardFile(&impl->lock, *path);
  if (!status.ok()) return status;

  const int rc = impl->Prepare();
  if (rc != SQLITE_OK) {
    // Statements that do not fit the tables mean that these are not what the version says.
    return OpenErrorFromSqlite((rc & 0xff) == SQLITE_ERROR ? SQLITE_CORRUPT : rc, *path, "preparing it",
                               impl->connection.ErrorText());
  }
  // Whatever a stopped process left in the WAL goes into the database with a sync of its own, since that process may
  // have stopped because a sync had failed.
  status = impl->Checkpoint(/*truncate=*/true);
  if (!status.ok()) {
    return OpenError(impl->fault.kind == FaultKind::kDamaged ? kExitDamaged : kExitIo,
                     absl::StrCat("The database ", *path, " cannot be used: ", impl->fault.text,
                                  ". Check the disk and its free space."));
  }
  if (options.durability == Durability::kFull) GatherWalWrites(impl->connection.db());
  impl->ready = true;
  return std::unique_ptr<Store>(new Store(std::move(impl)));
}

}  // namespace a2a::store

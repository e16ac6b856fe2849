#include "fault/fault_vfs.h"

#include <sqlite3.h>

#include <string>

#include "fault/fault_plan.h"

namespace a2a::fault {
namespace {

constexpr char kName[] = "a2a-fault";

// Our part of an open file; the default VFS's own follows it in memory.
struct File {
  sqlite3_file base;
  FileType type;
  const char* name;  // SQLite's, which lives as long as the file is open; null for temporary files
};

FileWatcher* the_watcher = nullptr;

sqlite3_vfs* Real() {
  static sqlite3_vfs* const real = sqlite3_vfs_find(nullptr);
  return real;
}

sqlite3_file* Inner(sqlite3_file* file) { return reinterpret_cast<sqlite3_file*>(reinterpret_cast<File*>(file) + 1); }
const sqlite3_io_methods* Methods(sqlite3_file* file) { return Inner(file)->pMethods; }
bool Watched(sqlite3_file* file) { return the_watcher != nullptr && reinterpret_cast<File*>(file)->name != nullptr; }
std::string NameOf(sqlite3_file* file) { return reinterpret_cast<File*>(file)->name; }
FileType TypeOf(sqlite3_file* file) { return reinterpret_cast<File*>(file)->type; }

int Close(sqlite3_file* file) { return Methods(file)->xClose(Inner(file)); }

int Read(sqlite3_file* file, void* out, int size, sqlite3_int64 at) {
  How how;
  if (ThePlan().Strikes(kRead, TypeOf(file), &how)) return SQLITE_IOERR_READ;
  return Methods(file)->xRead(Inner(file), out, size, at);
}

int Write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 at) {
  How how;
  if (!ThePlan().Strikes(kWrite, TypeOf(file), &how)) {
    const int rc = Methods(file)->xWrite(Inner(file), bytes, size, at);
    if (rc == SQLITE_OK && Watched(file)) {
      the_watcher->OnWrite(NameOf(file), {static_cast<const char*>(bytes), static_cast<size_t>(size)},
                           static_cast<size_t>(at));
    }
    return rc;
  }
  if (how == How::kTorn) (void)Methods(file)->xWrite(Inner(file), bytes, size / 2, at);
  return how == How::kFull ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

int Truncate(sqlite3_file* file, sqlite3_int64 size) {
  How how;
  if (ThePlan().Strikes(kTruncate, TypeOf(file), &how)) return SQLITE_IOERR_TRUNCATE;
  const int rc = Methods(file)->xTruncate(Inner(file), size);
  if (rc == SQLITE_OK && Watched(file)) the_watcher->OnTruncate(NameOf(file), static_cast<size_t>(size));
  return rc;
}

int Sync(sqlite3_file* file, int flags) {
  How how;
  if (ThePlan().Strikes(kSync, TypeOf(file), &how)) return SQLITE_IOERR_FSYNC;
  const int rc = ThePlan().skip_syncs ? SQLITE_OK : Methods(file)->xSync(Inner(file), flags);
  if (rc == SQLITE_OK && Watched(file)) the_watcher->OnSync(NameOf(file));
  return rc;
}

int FileSize(sqlite3_file* file, sqlite3_int64* size) { return Methods(file)->xFileSize(Inner(file), size); }
int Lock(sqlite3_file* file, int level) { return Methods(file)->xLock(Inner(file), level); }
int Unlock(sqlite3_file* file, int level) { return Methods(file)->xUnlock(Inner(file), level); }
int CheckReserved(sqlite3_file* file, int* out) { return Methods(file)->xCheckReservedLock(Inner(file), out); }
int Control(sqlite3_file* file, int op, void* arg) { return Methods(file)->xFileControl(Inner(file), op, arg); }
int SectorSize(sqlite3_file* file) { return Methods(file)->xSectorSize(Inner(file)); }
int Characteristics(sqlite3_file* file) { return Methods(file)->xDeviceCharacteristics(Inner(file)); }
int ShmMap(sqlite3_file* file, int page, int size, int extend, void volatile** out) {
  return Methods(file)->xShmMap(Inner(file), page, size, extend, out);
}
int ShmLock(sqlite3_file* file, int offset, int n, int flags) {
  return Methods(file)->xShmLock(Inner(file), offset, n, flags);
}
void ShmBarrier(sqlite3_file* file) { Methods(file)->xShmBarrier(Inner(file)); }
int ShmUnmap(sqlite3_file* file, int remove) { return Methods(file)->xShmUnmap(Inner(file), remove); }

// Version 2: without memory mapping, which would pass us by.
constexpr sqlite3_io_methods kMethods = {
    2,        Close,         Read,    Write,      Truncate,        Sync,   FileSize, Lock,
    Unlock,   CheckReserved, Control, SectorSize, Characteristics, ShmMap, ShmLock,  ShmBarrier,
    ShmUnmap, nullptr,       nullptr};

int Open(sqlite3_vfs*, sqlite3_filename name, sqlite3_file* file, int flags, int* out_flags) {
  auto* ours = reinterpret_cast<File*>(file);
  ours->base.pMethods = nullptr;
  ours->name = name;
  ours->type = (flags & SQLITE_OPEN_MAIN_DB) != 0 ? FileType::kDatabase
               : (flags & SQLITE_OPEN_WAL) != 0   ? FileType::kWal
                                                  : FileType::kOther;
  How how;
  if (ThePlan().Strikes(kOpen, ours->type, &how)) return SQLITE_CANTOPEN;
  const int rc = Real()->xOpen(Real(), name, Inner(file), flags, out_flags);
  if (Inner(file)->pMethods != nullptr) ours->base.pMethods = &kMethods;
  return rc;
}

int Delete(sqlite3_vfs*, const char* name, int sync) {
  const int rc = Real()->xDelete(Real(), name, ThePlan().skip_syncs ? 0 : sync);
  if (rc == SQLITE_OK && the_watcher != nullptr) the_watcher->OnDelete(name);
  return rc;
}
int Access(sqlite3_vfs*, const char* name, int flags, int* out) { return Real()->xAccess(Real(), name, flags, out); }
int FullPathname(sqlite3_vfs*, const char* name, int size, char* out) {
  return Real()->xFullPathname(Real(), name, size, out);
}
int Randomness(sqlite3_vfs*, int size, char* out) { return Real()->xRandomness(Real(), size, out); }
int Sleep(sqlite3_vfs*, int micros) { return Real()->xSleep(Real(), micros); }
int CurrentTime(sqlite3_vfs*, double* out) { return Real()->xCurrentTime(Real(), out); }
int LastError(sqlite3_vfs*, int size, char* out) { return Real()->xGetLastError(Real(), size, out); }
int CurrentTimeInt64(sqlite3_vfs*, sqlite3_int64* out) { return Real()->xCurrentTimeInt64(Real(), out); }

sqlite3_mem_methods& RealMemory() {
  static sqlite3_mem_methods real;
  return real;
}

bool OutOfMemory() {
  How how;
  return ThePlan().Strikes(kAllocate, FileType::kAny, &how);
}

void* Allocate(int size) { return OutOfMemory() ? nullptr : RealMemory().xMalloc(size); }
void* Reallocate(void* block, int size) { return OutOfMemory() ? nullptr : RealMemory().xRealloc(block, size); }

}  // namespace

void WatchFiles(FileWatcher* watcher) { the_watcher = watcher; }

const char* RegisterFaultVfs() {
  static sqlite3_vfs vfs = {};
  if (vfs.zName != nullptr) return kName;
  vfs.iVersion = 2;
  vfs.szOsFile = static_cast<int>(sizeof(File)) + Real()->szOsFile;
  vfs.mxPathname = Real()->mxPathname;
  vfs.zName = kName;
  vfs.xOpen = Open;
  vfs.xDelete = Delete;
  vfs.xAccess = Access;
  vfs.xFullPathname = FullPathname;
  vfs.xRandomness = Randomness;
  vfs.xSleep = Sleep;
  vfs.xCurrentTime = CurrentTime;
  vfs.xGetLastError = LastError;
  vfs.xCurrentTimeInt64 = CurrentTimeInt64;
  sqlite3_vfs_register(&vfs, /*makeDflt=*/0);
  return kName;
}

bool InstallFaultAllocator() {
  if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &RealMemory()) != SQLITE_OK) return false;
  sqlite3_mem_methods ours = RealMemory();
  ours.xMalloc = Allocate;
  ours.xRealloc = Reallocate;
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &ours) == SQLITE_OK;
}

}  // namespace a2a::fault

#include "store/wal_gather.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

namespace a2a::store {
namespace {

// SQLite's own files take less than 128 KiB by one call.
constexpr int kBufferBytes = 120 << 10;

// A VFS of ours, and the one below.
struct Vfs {
  sqlite3_vfs base;
  sqlite3_vfs* under;
  std::string name;
};

// Our part of an open WAL; the part of the VFS below follows it in memory.
struct Wal {
  sqlite3_file base;
  bool gathers;
  char* buffer;      // kBufferBytes, from SQLite's allocator
  int size;          // bytes gathered
  sqlite3_int64 at;  // where they belong
};

Wal* Ours(sqlite3_file* file) { return reinterpret_cast<Wal*>(file); }
sqlite3_file* Inner(sqlite3_file* file) { return reinterpret_cast<sqlite3_file*>(Ours(file) + 1); }
const sqlite3_io_methods* Methods(sqlite3_file* file) { return Inner(file)->pMethods; }

// Hands on what was gathered. What cannot be written is dropped: the commit that it is part of fails, and SQLite writes
// other bytes there.
int HandOn(sqlite3_file* file) {
  Wal* wal = Ours(file);
  if (wal->size == 0) return SQLITE_OK;
  return Methods(file)->xWrite(Inner(file), wal->buffer, std::exchange(wal->size, 0), wal->at);
}

int Close(sqlite3_file* file) {
  // What was not synced is no part of a commit.
  sqlite3_free(Ours(file)->buffer);
  return Methods(file)->xClose(Inner(file));
}

int Read(sqlite3_file* file, void* out, int size, sqlite3_int64 at) {
  const int rc = HandOn(file);
  return rc == SQLITE_OK ? Methods(file)->xRead(Inner(file), out, size, at) : rc;
}

int Write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 at) {
  Wal* wal = Ours(file);
  if (!wal->gathers) return Methods(file)->xWrite(Inner(file), bytes, size, at);
  if (wal->size > 0 && (at != wal->at + wal->size || wal->size + size > kBufferBytes)) {
    const int rc = HandOn(file);
    if (rc != SQLITE_OK) return rc;
  }
  if (size > kBufferBytes) return Methods(file)->xWrite(Inner(file), bytes, size, at);
  if (wal->size == 0) wal->at = at;
  std::memcpy(wal->buffer + wal->size, bytes, static_cast<size_t>(size));
  wal->size += size;
  return SQLITE_OK;
}

int Truncate(sqlite3_file* file, sqlite3_int64 size) {
  const int rc = HandOn(file);
  return rc == SQLITE_OK ? Methods(file)->xTruncate(Inner(file), size) : rc;
}

int Sync(sqlite3_file* file, int flags) {
  const int rc = HandOn(file);
  return rc == SQLITE_OK ? Methods(file)->xSync(Inner(file), flags) : rc;
}

int FileSize(sqlite3_file* file, sqlite3_int64* size) {
  const Wal* wal = Ours(file);
  const int rc = Methods(file)->xFileSize(Inner(file), size);
  if (rc == SQLITE_OK && wal->size > 0) *size = std::max(*size, wal->at + wal->size);
  return rc;
}

// A WAL is locked through the database's shared memory, never by itself.
int Lock(sqlite3_file*, int) { return SQLITE_OK; }
int CheckReserved(sqlite3_file*, int* out) {
  *out = 0;
  return SQLITE_OK;
}

int Control(sqlite3_file* file, int op, void* arg) { return Methods(file)->xFileControl(Inner(file), op, arg); }
int SectorSize(sqlite3_file* file) { return Methods(file)->xSectorSize(Inner(file)); }
int Characteristics(sqlite3_file* file) { return Methods(file)->xDeviceCharacteristics(Inner(file)); }

// Version 1: neither shared memory nor memory mapping, which SQLite asks of the database file only.
constexpr sqlite3_io_methods kMethods = {
    1,          Close,           Read,    Write,   Truncate, Sync,    FileSize, Lock,   Lock, CheckReserved, Control,
    SectorSize, Characteristics, nullptr, nullptr, nullptr,  nullptr, nullptr,  nullptr};

int Open(sqlite3_vfs* vfs, sqlite3_filename name, sqlite3_file* file, int flags, int* out_flags) {
  sqlite3_vfs* const under = reinterpret_cast<Vfs*>(vfs)->under;
  if ((flags & SQLITE_OPEN_WAL) == 0) return under->xOpen(under, name, file, flags, out_flags);
  Wal* wal = Ours(file);
  *wal = {};
  Inner(file)->pMethods = nullptr;
  wal->buffer = static_cast<char*>(sqlite3_malloc(kBufferBytes));
  if (wal->buffer == nullptr) return SQLITE_NOMEM;
  const int rc = under->xOpen(under, name, Inner(file), flags, out_flags);
  if (rc == SQLITE_OK) {
    wal->base.pMethods = &kMethods;
    return rc;
  }
  if (Inner(file)->pMethods != nullptr) Methods(file)->xClose(Inner(file));
  sqlite3_free(wal->buffer);
  return rc;
}

}  // namespace

std::string GatheringVfs(const std::string& under) {
  static auto& all = *new std::map<std::string, Vfs>;  // SQLite keeps pointers to them for ever
  const auto [at, fresh] = all.try_emplace(under);
  Vfs& vfs = at->second;
  if (!fresh) return vfs.name;
  vfs.under = sqlite3_vfs_find(under.empty() ? nullptr : under.c_str());
  if (vfs.under == nullptr) {
    all.erase(at);
    return under;
  }
  vfs.name = "a2a-gather-" + std::string(vfs.under->zName);
  vfs.base = *vfs.under;  // all but opening is its own
  vfs.base.pNext = nullptr;
  vfs.base.szOsFile += static_cast<int>(sizeof(Wal));
  vfs.base.zName = vfs.name.c_str();
  vfs.base.xOpen = Open;
  sqlite3_vfs_register(&vfs.base, /*makeDflt=*/0);
  return vfs.name;
}

sqlite3_file* WalOf(sqlite3* db) {
  sqlite3_file* file = nullptr;
  if (sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file) != SQLITE_OK) return nullptr;
  return file != nullptr && file->pMethods != nullptr ? file : nullptr;
}

void GatherWalWrites(sqlite3* db) {
  sqlite3_file* const file = WalOf(db);
  if (file != nullptr && file->pMethods == &kMethods) Ours(file)->gathers = true;
}

}  // namespace a2a::store

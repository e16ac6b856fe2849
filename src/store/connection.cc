#include "store/connection.h"

#include "absl/strings/str_cat.h"
#include "store/statement.h"

namespace a2a::store {
namespace {

// Enough for the upper levels of every index of a million tasks; the rest is in the system's page cache.
constexpr int kCacheKib = 16 * 1024;

// Characters that mean something in a file: URI.
std::string UriPath(const std::string& path) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string uri = "file:";
  for (unsigned char c : path) {
    if (c == '%' || c == '?' || c == '#') {
      uri.push_back('%');
      uri.push_back(kHex[c >> 4]);
      uri.push_back(kHex[c & 15]);
    } else {
      uri.push_back(static_cast<char>(c));
    }
  }
  return uri;
}

}  // namespace

int Connection::Open(const std::string& name, const std::string& vfs, int flags) {
  Close();
  const int rc = sqlite3_open_v2(name.c_str(), &db_, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
                                 vfs.empty() ? nullptr : vfs.c_str());
  if (rc != SQLITE_OK) return rc;
  // The last connection to close would checkpoint by itself, even after a failed sync and even when it only looked.
  sqlite3_db_config(db_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  return sqlite3_busy_timeout(db_, kBusyMillis);
}

int Connection::OpenToRead(const std::string& path, const std::string& vfs, bool immutable) {
  return Open(absl::StrCat(UriPath(path), immutable ? "?immutable=1" : ""), vfs,
              SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
}

int Connection::OpenToWrite(const std::string& path, const std::string& vfs) {
  return Open(path, vfs, SQLITE_OPEN_READWRITE);
}

int Connection::Configure(Durability durability) {
  std::string mode;
  int rc = QueryText("PRAGMA journal_mode = WAL", &mode);
  if (rc != SQLITE_OK) return rc;
  if (mode != "wal") return SQLITE_CANTOPEN;  // a file system without shared memory, or a read-only file
  // No automatic checkpoint: SQLite would swallow its errors.
  return Execute(absl::StrCat("PRAGMA synchronous = ", durability == Durability::kFull ? "FULL" : "NORMAL",
                              "; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 0; PRAGMA temp_store = MEMORY;",
                              " PRAGMA trusted_schema = OFF; PRAGMA cache_size = -", kCacheKib));
}

void Connection::Close() {
  sqlite3_close(db_);
  db_ = nullptr;
}

int Connection::Execute(const std::string& sql) { return sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr); }

int Connection::QueryInt(const std::string& sql, int64_t* value) {
  Statement statement;
  int rc = statement.Prepare(db_, sql);
  if (rc != SQLITE_OK) return rc;
  rc = statement.Step();
  if (rc != SQLITE_ROW) return rc == SQLITE_DONE ? SQLITE_ERROR : rc;
  *value = statement.Int(0);
  return SQLITE_OK;
}

int Connection::QueryText(const std::string& sql, std::string* value) {
  Statement statement;
  int rc = statement.Prepare(db_, sql);
  if (rc != SQLITE_OK) return rc;
  rc = statement.Step();
  if (rc != SQLITE_ROW) return rc == SQLITE_DONE ? SQLITE_ERROR : rc;
  const absl::string_view text = statement.Text(0);
  value->assign(text.data(), text.size());
  return SQLITE_OK;
}

std::string Connection::ErrorText() const {
  if (db_ == nullptr) return "out of memory";
  return absl::StrCat(sqlite3_errmsg(db_), " (code ", sqlite3_extended_errcode(db_), ", errno ",
                      sqlite3_system_errno(db_), ")");
}

}  // namespace a2a::store

// A copy of a database that proves to be one: it passes SQLite's check and holds the same schema and rows.
#include <sodium.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/fd_file.h"
#include "store/migrator.h"
#include "store/open_error.h"
#include "store/statement.h"

namespace a2a::store {
namespace {

// Names tried before giving up: a backup never overwrites another.
constexpr int kMaxBackups = 1000;

using Hash = crypto_generichash_state;

void Add(Hash* hash, absl::string_view bytes) {
  const uint64_t size = bytes.size();  // so that neighbours cannot run into each other
  crypto_generichash_update(hash, reinterpret_cast<const unsigned char*>(&size), sizeof(size));
  crypto_generichash_update(hash, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
}

std::string Quoted(absl::string_view name) {
  std::string quoted = "\"";
  for (char c : name) {
    if (c == '"') quoted.push_back('"');
    quoted.push_back(c);
  }
  quoted.push_back('"');
  return quoted;
}

int AddRows(Connection* connection, absl::string_view table, Hash* hash) {
  sqlite3_stmt* rows = nullptr;
  int rc =
      sqlite3_prepare_v2(connection->db(), absl::StrCat("SELECT * FROM ", Quoted(table)).c_str(), -1, &rows, nullptr);
  if (rc != SQLITE_OK) return rc;
  while ((rc = sqlite3_step(rows)) == SQLITE_ROW) {
    for (int column = 0; column < sqlite3_column_count(rows); ++column) {
      const int type = sqlite3_column_type(rows, column);
      Add(hash, absl::StrCat(type));
      // Numbers as text: exact for integers, and equal for equal reals.
      const void* bytes = type == SQLITE_BLOB ? sqlite3_column_blob(rows, column) : sqlite3_column_text(rows, column);
      Add(hash, {static_cast<const char*>(bytes), static_cast<size_t>(sqlite3_column_bytes(rows, column))});
    }
  }
  sqlite3_finalize(rows);
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

// A hash over the schema and all rows of all tables. Virtual tables count by the tables that hold their content.
int Digest(Connection* connection, std::string* digest) {
  Hash hash;
  crypto_generichash_init(&hash, nullptr, 0, crypto_generichash_BYTES);
  std::vector<std::string> tables;
  {
    Statement schema;
    int rc =
        schema.Prepare(connection->db(), "SELECT type, name, coalesce(sql, '') FROM sqlite_schema ORDER BY type, name");
    if (rc != SQLITE_OK) return rc;
    while ((rc = schema.Step()) == SQLITE_ROW) {
      for (int column = 0; column < 3; ++column) Add(&hash, schema.Text(column));
      const bool is_virtual = schema.Text(2).substr(0, 14) == "CREATE VIRTUAL";
      if (schema.Text(0) == "table" && !is_virtual) tables.emplace_back(schema.Text(1));
    }
    if (rc != SQLITE_DONE) return rc;
  }
  for (const std::string& table : tables) {
    const int rc = AddRows(connection, table, &hash);
    if (rc != SQLITE_OK) return rc;
  }
  digest->assign(crypto_generichash_BYTES, '\0');
  crypto_generichash_final(&hash, reinterpret_cast<unsigned char*>(digest->data()), digest->size());
  return SQLITE_OK;
}

int Copy(Connection* from, Connection* to) {
  sqlite3_backup* backup = sqlite3_backup_init(to->db(), "main", from->db(), "main");
  if (backup == nullptr) return sqlite3_extended_errcode(to->db());
  const int rc = sqlite3_backup_step(backup, -1);
  const int finished = sqlite3_backup_finish(backup);
  return rc == SQLITE_DONE ? finished : rc;
}

// Copies and compares within one read transaction of the original.
int CopyAndCompare(Connection* original, Connection* copy, std::string* trouble) {
  std::string check, before, after;
  int rc = Copy(original, copy);
  if (rc == SQLITE_OK) rc = copy->QueryText("PRAGMA integrity_check(1)", &check);
  if (rc == SQLITE_OK && check != "ok") {
    *trouble = check;
    return SQLITE_CORRUPT;
  }
  if (rc == SQLITE_OK) rc = Digest(original, &before);
  if (rc == SQLITE_OK) rc = Digest(copy, &after);
  if (rc == SQLITE_OK && before != after) {
    *trouble = "the copy differs from the original";
    return SQLITE_IOERR;
  }
  if (rc != SQLITE_OK) *trouble = absl::StrCat(original->ErrorText(), "; copy: ", copy->ErrorText());
  return rc;
}

}  // namespace

absl::Status BackUp(Connection* connection, const std::string& path, const std::string& vfs, int version,
                    std::string* backup) {
  int error = EEXIST;
  for (int i = 1; error == EEXIST && i <= kMaxBackups; ++i) {
    *backup = absl::StrCat(path, ".v", version, i == 1 ? "" : absl::StrCat("-", i), ".bak");
    error = CreatePrivateFile(*backup);
  }
  if (error != 0) {
    return OpenError(kExitCannotCreate, absl::StrCat("The backup ", *backup, " cannot be made: ", std::strerror(error),
                                                     ". The database was left as it is."));
  }
  std::string trouble;
  int rc = SQLITE_OK;
  {
    Connection copy;
    rc = copy.OpenToWrite(*backup, vfs);
    // A copy of a database in WAL mode is in WAL mode too: closing it shall leave one file.
    if (rc == SQLITE_OK) rc = sqlite3_db_config(copy.db(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, nullptr);
    if (rc == SQLITE_OK) rc = connection->Execute("BEGIN");
    if (rc == SQLITE_OK) {
      rc = CopyAndCompare(connection, &copy, &trouble);
      (void)connection->Execute("COMMIT");
    } else {
      trouble = copy.ErrorText();
    }
  }
  if (rc == SQLITE_OK) {
    error = SyncFile(*backup);
    if (error == 0) return absl::OkStatus();
    rc = SQLITE_IOERR_FSYNC;
    trouble = std::strerror(error);
  }
  for (absl::string_view suffix : {"", "-journal", "-wal", "-shm"}) (void)RemoveFile(absl::StrCat(*backup, suffix));
  return OpenErrorFromSqlite(rc, path, absl::StrCat("backing it up to ", *backup), trouble);
}

}  // namespace a2a::store

// An open SQLite connection: opening with the store's pragmas, and small helpers for code that runs before the
// statements are prepared (judging, migrating, backing up). Owner thread only.
#ifndef A2A_STORE_CONNECTION_H_
#define A2A_STORE_CONNECTION_H_

#include <sqlite3.h>

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "store/store.h"

namespace a2a::store {

class Connection {
 public:
  // How long a statement waits for somebody who writes with another program before it fails.
  static constexpr int kBusyMillis = 5000;

  Connection() = default;
  ~Connection() { Close(); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // All return an extended SQLite result code; `path` is canonical, `vfs` may be empty.
  //
  // To look only. `immutable` promises that nobody else has the file open: no locks and no -shm file then.
  int OpenToRead(const std::string& path, const std::string& vfs, bool immutable);
  // An existing file to write to. Sets no pragma.
  int OpenToWrite(const std::string& path, const std::string& vfs);
  // WAL, synchronous, foreign keys and the rest of what the running store relies on.
  int Configure(Durability durability);
  void Close();

  int Execute(const std::string& sql);
  // The first column of the first row of `sql`, as a number or as text.
  int QueryInt(const std::string& sql, int64_t* value);
  int QueryText(const std::string& sql, std::string* value);

  sqlite3* db() const { return db_; }
  // SQLite's words about the last failure.
  std::string ErrorText() const;

 private:
  int Open(const std::string& name, const std::string& vfs, int flags);

  sqlite3* db_ = nullptr;
};

}  // namespace a2a::store

#endif  // A2A_STORE_CONNECTION_H_

// One prepared statement: bind, step, read columns. Owner thread only.
//
// Text and blobs are bound by reference; what is bound must live until Reset(). Results of SQLite are returned as they
// are; store_impl turns them into faults.
#ifndef A2A_STORE_STATEMENT_H_
#define A2A_STORE_STATEMENT_H_

#include <sqlite3.h>

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace a2a::store {

// Marks bytes that are no text.
struct Blob {
  absl::string_view bytes;
};

// A key in whose column 0 is written as null.
struct NullIfZero {
  int64_t value;
};

class Statement {
 public:
  Statement() = default;
  ~Statement() { Finalize(); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  // An SQLite result code. `sql` must be one statement.
  int Prepare(sqlite3* db, absl::string_view sql);
  void Finalize();
  bool prepared() const { return stmt_ != nullptr; }

  // Binds the arguments to ?1, ?2, ... in order.
  template <typename... Args>
  int Bind(const Args&... args) {
    int index = 0;
    int rc = SQLITE_OK;
    ((rc == SQLITE_OK ? rc = BindOne(++index, args) : 0), ...);
    return rc;
  }

  int Step() { return sqlite3_step(stmt_); }
  void Reset() { sqlite3_reset(stmt_); }

  bool IsNull(int column) const { return sqlite3_column_type(stmt_, column) == SQLITE_NULL; }
  int64_t Int(int column) const { return sqlite3_column_int64(stmt_, column); }  // null is 0
  // Text or blob as stored; lives until the next Step or Reset. Empty for null.
  absl::string_view Text(int column) const;

 private:
  int BindOne(int index, int64_t value) { return sqlite3_bind_int64(stmt_, index, value); }
  int BindOne(int index, int value) { return sqlite3_bind_int64(stmt_, index, value); }
  int BindOne(int index, NullIfZero key);
  int BindOne(int index, absl::string_view text);
  int BindOne(int index, const std::string& text) { return BindOne(index, absl::string_view(text)); }
  int BindOne(int index, const char* text) { return BindOne(index, absl::string_view(text)); }
  int BindOne(int index, Blob blob);
  int BindOne(int index, const std::optional<absl::string_view>& text);
  int BindOne(int index, const std::optional<Blob>& blob);

  sqlite3_stmt* stmt_ = nullptr;
};

}  // namespace a2a::store

#endif  // A2A_STORE_STATEMENT_H_

#include "store/statement.h"

namespace a2a::store {

int Statement::Prepare(sqlite3* db, absl::string_view sql) {
  Finalize();
  return sqlite3_prepare_v3(db, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT, &stmt_, nullptr);
}

void Statement::Finalize() {
  sqlite3_finalize(stmt_);
  stmt_ = nullptr;
}

absl::string_view Statement::Text(int column) const {
  // Not column_text, which copies to add a NUL and can run out of memory over it. Our databases are UTF-8.
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(stmt_, column));
  if (bytes == nullptr) return {};
  return {bytes, static_cast<size_t>(sqlite3_column_bytes(stmt_, column))};
}

int Statement::BindOne(int index, NullIfZero key) {
  return key.value == 0 ? sqlite3_bind_null(stmt_, index) : sqlite3_bind_int64(stmt_, index, key.value);
}

int Statement::BindOne(int index, absl::string_view text) {
  // A null pointer would bind null, which an empty text is not.
  const char* data = text.data() == nullptr ? "" : text.data();
  return sqlite3_bind_text64(stmt_, index, data, text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

int Statement::BindOne(int index, Blob blob) {
  const char* data = blob.bytes.data() == nullptr ? "" : blob.bytes.data();
  return sqlite3_bind_blob64(stmt_, index, data, blob.bytes.size(), SQLITE_STATIC);
}

int Statement::BindOne(int index, const std::optional<absl::string_view>& text) {
  return text.has_value() ? BindOne(index, *text) : sqlite3_bind_null(stmt_, index);
}

int Statement::BindOne(int index, const std::optional<Blob>& blob) {
  return blob.has_value() ? BindOne(index, *blob) : sqlite3_bind_null(stmt_, index);
}

}  // namespace a2a::store

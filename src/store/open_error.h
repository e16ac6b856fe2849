// Refusals of Store::Open: an exit code of contract section 8 inside an absl::Status. Values only: any thread.
#ifndef A2A_STORE_OPEN_ERROR_H_
#define A2A_STORE_OPEN_ERROR_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "base/exit_code.h"

namespace a2a::store {

// `text` is for people: it names the file and says what to do.
absl::Status OpenError(int exit_code, absl::string_view text);

// What SQLite said while a database was being opened. `doing` completes "... failed while <doing>".
absl::Status OpenErrorFromSqlite(int rc, absl::string_view path, absl::string_view doing, absl::string_view words);

}  // namespace a2a::store

#endif  // A2A_STORE_OPEN_ERROR_H_

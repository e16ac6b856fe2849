// Brings a database to the newest schema version (contract section 7). Owner thread only.
#ifndef A2A_STORE_MIGRATOR_H_
#define A2A_STORE_MIGRATOR_H_

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "store/connection.h"

namespace a2a::store {

using AtPoint = std::function<void(absl::string_view)>;

// Everything in one transaction: the file is either empty or of the newest version. An SQLite result code; `*words`
// are SQLite's about a failure.
int CreateSchema(Connection* connection, const AtPoint& at_point, std::string* words);

// Each migration above `from` in a transaction with its user_version. Results as above.
int Migrate(Connection* connection, int from, const AtPoint& at_point, std::string* words);

// Copies the database that `connection` has open to a new private file beside `path`, checks the copy, compares it with
// the original and puts it on the disk. `*backup` is its name. Errors as Store::Open.
absl::Status BackUp(Connection* connection, const std::string& path, const std::string& vfs, int version,
                    std::string* backup);

}  // namespace a2a::store

#endif  // A2A_STORE_MIGRATOR_H_

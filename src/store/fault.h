// What an SQLite result code means for the store (contract section 1, STORE_UNAVAILABLE). Values only: any thread.
#ifndef A2A_STORE_FAULT_H_
#define A2A_STORE_FAULT_H_

#include "absl/strings/string_view.h"
#include "store/store.h"

namespace a2a::store {

// `rc` is an extended result code of a statement that failed; `committing` when that statement was COMMIT.
FaultKind ClassifyFault(int rc, bool committing);

// "none", "transient", ...: for logs.
absl::string_view FaultName(FaultKind kind);

}  // namespace a2a::store

#endif  // A2A_STORE_FAULT_H_

#include "store/fault.h"

#include <sqlite3.h>

namespace a2a::store {

FaultKind ClassifyFault(int rc, bool committing) {
  // SQLite reports a failed allocation inside its I/O layer as an I/O error.
  if (rc == SQLITE_IOERR_NOMEM) return FaultKind::kTransient;
  switch (rc & 0xff) {
    case SQLITE_FULL:
    case SQLITE_NOMEM:
      return FaultKind::kTransient;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return committing ? FaultKind::kUnknown : FaultKind::kDamaged;
    default:
      return committing ? FaultKind::kUnknown : FaultKind::kFatal;
  }
}

absl::string_view FaultName(FaultKind kind) {
  switch (kind) {
    case FaultKind::kNone:
      return "none";
    case FaultKind::kTransient:
      return "transient";
    case FaultKind::kFatal:
      return "fatal";
    case FaultKind::kDamaged:
      return "damaged";
    case FaultKind::kUnknown:
      return "unknown";
  }
  return "";
}

}  // namespace a2a::store

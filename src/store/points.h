// Named points that a running store passes, for tests that stop the process there (tests/fault/README.md).
#ifndef A2A_STORE_POINTS_H_
#define A2A_STORE_POINTS_H_

#include "absl/strings/string_view.h"

namespace a2a::store {

inline constexpr absl::string_view kPointBackupMade = "backup-made";      // verified, nothing migrated yet
inline constexpr absl::string_view kPointMidMigration = "mid-migration";  // a migration's statements ran
inline constexpr absl::string_view kPointMigrated = "migrated";           // a migration is on disk
inline constexpr absl::string_view kPointBeforeCommit = "before-commit";  // all writes of a batch are done
inline constexpr absl::string_view kPointAfterCommit = "after-commit";    // they are on disk
inline constexpr absl::string_view kPointBeforeCheckpoint = "before-checkpoint";
inline constexpr absl::string_view kPointAfterCheckpoint = "after-checkpoint";

}  // namespace a2a::store

#endif  // A2A_STORE_POINTS_H_

#include "store/open_error.h"

#include <sqlite3.h>

#include <optional>
#include <string>

#include "absl/strings/cord.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "store/store.h"

namespace a2a::store {
namespace {

constexpr absl::string_view kExitCodeUrl = "a2a.store/exit_code";

}  // namespace

absl::Status OpenError(int exit_code, absl::string_view text) {
  absl::Status status = absl::FailedPreconditionError(text);
  status.SetPayload(kExitCodeUrl, absl::Cord(absl::StrCat(exit_code)));
  return status;
}

int ExitCodeOf(const absl::Status& open_error) {
  const auto payload = open_error.GetPayload(kExitCodeUrl);
  int code = 0;
  if (!payload.has_value() || !absl::SimpleAtoi(std::string(*payload), &code)) return kExitInternal;
  return code;
}

absl::Status OpenErrorFromSqlite(int rc, absl::string_view path, absl::string_view doing, absl::string_view words) {
  switch (rc & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return OpenError(kExitDamaged,
                       absl::StrCat("The database ", path, " is damaged: ", words, " while ", doing,
                                    ". It was left as it is; restore it from a backup, or name another file "
                                    "with --db."));
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return OpenError(kExitIo, absl::StrCat("The database ", path, " is in use by another program: ", words, " while ",
                                             doing, ". End that program and try again."));
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return OpenError(kExitCannotCreate,
                       absl::StrCat("The database ", path, " cannot be opened for writing: ", words, " while ", doing,
                                    ". Check the permissions of the file and its folder."));
    default:
      return OpenError(kExitIo, absl::StrCat("The database ", path, " cannot be used: ", words, " while ", doing,
                                             ". Check the disk and its free space."));
  }
}

}  // namespace a2a::store

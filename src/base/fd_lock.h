// A lock file that says who owns something (contract section 7, One owner). Any thread, one owner per object.
//
// The lock is one of an open file description, so it ends with the process however that ends, and a second attempt
// fails within one process too.
#ifndef A2A_BASE_FD_LOCK_H_
#define A2A_BASE_FD_LOCK_H_

#include <cstdint>
#include <string>

#include "base/fd.h"

namespace a2a {

class OwnerLock {
 public:
  enum class Outcome {
    kTaken,
    kOwned,   // by another; `pid()` is its process, 0 when it has not said yet
    kFailed,  // `error()` is the errno
  };

  OwnerLock() = default;
  ~OwnerLock() { Release(); }
  OwnerLock(const OwnerLock&) = delete;
  OwnerLock& operator=(const OwnerLock&) = delete;

  // Makes the file (0600, whatever the umask) if it is not there; follows no link in the last part of `path`.
  Outcome Take(const std::string& path);
  // Also locks the owned file itself, which must exist, so that another name of it (a hard link) and a lock file that
  // somebody removed let nobody else in. The byte lies where no database engine locks. Follows no link.
  Outcome Guard(const std::string& owned);
  bool guards() const { return guard_.valid(); }
  // Removes the lock file and ends the locks. Nothing else of this process may have the owned file open any more.
  void Release();

  bool taken() const { return fd_.valid(); }
  int64_t pid() const { return pid_; }
  int error() const { return error_; }

 private:
  UniqueFd fd_;
  UniqueFd guard_;
  std::string path_;
  int64_t pid_ = 0;
  int error_ = 0;
};

}  // namespace a2a

#endif  // A2A_BASE_FD_LOCK_H_

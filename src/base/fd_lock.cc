#include "base/fd_lock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <limits>
#include <utility>

namespace a2a {
namespace {

// Far behind any byte that a database can hold or that SQLite locks.
constexpr off_t kGuardByte = std::numeric_limits<off_t>::max() - 1;

// `size` 0: to the end of the file, however long.
bool Lock(int fd, off_t start, off_t size) {
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = start;
  lock.l_len = size;
  return fcntl(fd, F_OFD_SETLK, &lock) == 0;
}

bool LockWhole(int fd) { return Lock(fd, 0, 0); }

bool IsOwnedError(int error) { return error == EAGAIN || error == EACCES; }

int64_t ReadPid(int fd) {
  char text[32] = {};
  const ssize_t size = pread(fd, text, sizeof(text) - 1, 0);
  return size > 0 ? std::strtoll(text, nullptr, 10) : 0;
}

bool WritePid(int fd) {
  const std::string text = std::to_string(getpid()) + "\n";
  return ftruncate(fd, 0) == 0 && pwrite(fd, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
}

// Whether `path` still names the open file: an owner that left removes it.
bool IsSameFile(int fd, const std::string& path) {
  struct stat held = {};
  struct stat named = {};
  return fstat(fd, &held) == 0 && lstat(path.c_str(), &named) == 0 && held.st_dev == named.st_dev &&
         held.st_ino == named.st_ino;
}

}  // namespace

OwnerLock::Outcome OwnerLock::Take(const std::string& path) {
  Release();
  for (;;) {
    UniqueFd fd(open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!fd.valid()) {
      error_ = errno;
      return Outcome::kFailed;
    }
    if (!LockWhole(fd.get())) {
      error_ = errno;
      if (!IsOwnedError(error_)) return Outcome::kFailed;
      pid_ = ReadPid(fd.get());
      return Outcome::kOwned;
    }
    if (!IsSameFile(fd.get(), path)) continue;
    if (fchmod(fd.get(), 0600) != 0 || !WritePid(fd.get())) {
      error_ = errno;
      unlink(path.c_str());
      return Outcome::kFailed;
    }
    fd_ = std::move(fd);
    path_ = path;
    return Outcome::kTaken;
  }
}

OwnerLock::Outcome OwnerLock::Guard(const std::string& owned) {
  UniqueFd fd(open(owned.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  if (!fd.valid() || !Lock(fd.get(), kGuardByte, 1)) {
    error_ = errno;
    pid_ = 0;
    return fd.valid() && IsOwnedError(error_) ? Outcome::kOwned : Outcome::kFailed;
  }
  guard_ = std::move(fd);
  return Outcome::kTaken;
}

void OwnerLock::Release() {
  guard_.Reset();
  if (!fd_.valid()) return;
  // While it is still locked: whoever opened it before finds that the name is gone and tries again.
  unlink(path_.c_str());
  fd_.Reset();
}

}  // namespace a2a

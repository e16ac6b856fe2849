#include "base/fd_lock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <utility>

namespace a2a {
namespace {

bool LockWhole(int fd) {
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return fcntl(fd, F_OFD_SETLK, &lock) == 0;
}

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
      if (error_ != EAGAIN && error_ != EACCES) return Outcome::kFailed;
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

void OwnerLock::Release() {
  if (!fd_.valid()) return;
  // While it is still locked: whoever opened it before finds that the name is gone and tries again.
  unlink(path_.c_str());
  fd_.Reset();
}

}  // namespace a2a

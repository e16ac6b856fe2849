#include "base/fd_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "base/fd.h"

namespace a2a {
namespace {

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string LastPartOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

int Resolve(const std::string& path, std::string* resolved) {
  char* real = realpath(path.c_str(), nullptr);
  if (real == nullptr) return errno;
  *resolved = real;
  std::free(real);
  return 0;
}

int SyncPath(const std::string& path, int flags) {
  UniqueFd fd(open(path.c_str(), flags | O_CLOEXEC));
  if (!fd.valid()) return errno;
  return fsync(fd.get()) == 0 ? 0 : errno;
}

}  // namespace

FileLook LookAt(const std::string& path) {
  FileLook look;
  struct stat info = {};
  if (stat(path.c_str(), &info) != 0) {
    look.error = errno;
    if (errno == ENOENT && lstat(path.c_str(), &info) == 0) look.kind = FileKind::kDangling;
    return look;
  }
  look.kind = S_ISREG(info.st_mode) ? FileKind::kRegular : S_ISDIR(info.st_mode) ? FileKind::kFolder : FileKind::kOther;
  look.size = info.st_size;
  // Root may write everything; a file that nobody is meant to write is left alone all the same.
  look.writable = access(path.c_str(), R_OK | W_OK) == 0 && (info.st_mode & 0222) != 0;
  return look;
}

int MakePrivateFolders(const std::string& path) {
  const std::string folder = FolderOf(path);
  struct stat info = {};
  if (stat(folder.c_str(), &info) == 0) return S_ISDIR(info.st_mode) ? 0 : ENOTDIR;
  if (errno != ENOENT) return errno;
  const int above = MakePrivateFolders(folder);
  if (above != 0) return above;
  if (mkdir(folder.c_str(), 0700) != 0) return errno == EEXIST ? 0 : errno;
  if (chmod(folder.c_str(), 0700) != 0) return errno;
  return SyncFolderOf(folder);
}

int Canonicalize(const std::string& path, std::string* canonical) {
  const int error = Resolve(path, canonical);
  if (error != ENOENT) return error;
  const std::string last = LastPartOf(path);
  if (last.empty() || last == "." || last == "..") return EISDIR;
  const int folder = Resolve(FolderOf(path), canonical);
  if (folder != 0) return folder;
  if (canonical->back() != '/') canonical->push_back('/');
  canonical->append(last);
  return 0;
}

int CreatePrivateFile(const std::string& path) {
  UniqueFd fd(open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!fd.valid()) return errno;
  return fchmod(fd.get(), 0600) == 0 ? 0 : errno;
}

int ReadHead(const std::string& path, int64_t size, std::string* head) {
  head->clear();
  UniqueFd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.valid()) return errno;
  head->resize(static_cast<size_t>(size));
  const ssize_t got = pread(fd.get(), head->data(), head->size(), 0);
  head->resize(got < 0 ? 0 : static_cast<size_t>(got));
  return got < 0 ? errno : 0;
}

int SyncFile(const std::string& path) {
  const int error = SyncPath(path, O_RDONLY);
  return error != 0 ? error : SyncFolderOf(path);
}

int SyncFolderOf(const std::string& path) { return SyncPath(FolderOf(path), O_RDONLY | O_DIRECTORY); }

int RemoveFile(const std::string& path) { return unlink(path.c_str()) == 0 ? 0 : errno; }

}  // namespace a2a

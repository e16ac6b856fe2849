// What the store does to files beside opening a database: finding, creating privately, looking, syncing. Any thread.
// Results are errno values, 0 for success.
#ifndef A2A_BASE_FD_FILE_H_
#define A2A_BASE_FD_FILE_H_

#include <cstdint>
#include <string>

namespace a2a {

enum class FileKind { kMissing, kRegular, kFolder, kOther, kDangling };

struct FileLook {
  FileKind kind = FileKind::kMissing;
  int error = 0;  // why it could not be looked at
  int64_t size = 0;
  bool writable = false;  // by this process, and marked so
};

// Follows links.
FileLook LookAt(const std::string& path);

// Makes the folders that lead to `path`'s last part, each 0700 whatever the umask, and leaves existing ones alone.
int MakePrivateFolders(const std::string& path);

// The one name of `path`, whose last part need not exist: links and `..` resolved. The folder must exist.
int Canonicalize(const std::string& path, std::string* canonical);

// An empty file, 0600 whatever the umask. EEXIST when there is something.
int CreatePrivateFile(const std::string& path);

// At most `size` bytes from the start. Only for a file that nothing in this process has open: closing it again
// would drop SQLite's locks.
int ReadHead(const std::string& path, int64_t size, std::string* head);

// Writes a finished file, and its name in its folder, to the disk.
int SyncFile(const std::string& path);
int SyncFolderOf(const std::string& path);

int RemoveFile(const std::string& path);

}  // namespace a2a

#endif  // A2A_BASE_FD_FILE_H_

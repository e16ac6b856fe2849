// An SQLite VFS over the default one whose reads, writes, syncs, truncates and opens fail as the plan says, and an
// allocator likewise. What does not fail can be watched.
#ifndef A2A_TESTS_FAULT_FAULT_VFS_H_
#define A2A_TESTS_FAULT_FAULT_VFS_H_

#include <string>

#include "absl/strings/string_view.h"

namespace a2a::fault {

// Sees what reaches the files, after it has.
class FileWatcher {
 public:
  virtual ~FileWatcher() = default;
  virtual void OnWrite(const std::string& path, absl::string_view bytes, size_t at) = 0;
  virtual void OnTruncate(const std::string& path, size_t size) = 0;
  virtual void OnSync(const std::string& path) = 0;
  virtual void OnDelete(const std::string& path) = 0;
};

// Null: nobody.
void WatchFiles(FileWatcher* watcher);

// Registers the VFS (once) and returns its name.
const char* RegisterFaultVfs();

// Makes SQLite's allocations ask the plan. Before anything else of SQLite; false when it is too late.
bool InstallFaultAllocator();

}  // namespace a2a::fault

#endif  // A2A_TESTS_FAULT_FAULT_VFS_H_

// A disk that keeps only what was synced, and of the rest whatever it likes (any sectors, in any order), when the power
// goes. Watches the files of the fault VFS. Owner thread only.
#ifndef A2A_TESTS_FAULT_POWER_H_
#define A2A_TESTS_FAULT_POWER_H_

#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "fault/fault_vfs.h"

namespace a2a::fault {

class PowerModel : public FileWatcher {
 public:
  // Called before each change of a file takes effect in the model: the power may go just there.
  std::function<void()> before_change;

  // Writes to `folder` what a power loss now would leave of each file, under the file's own last name. `keep` is the
  // share of unsynced sectors that survive.
  void Survive(const std::string& folder, double keep, std::mt19937* random) const;

  void OnWrite(const std::string& path, absl::string_view bytes, size_t at) override;
  void OnTruncate(const std::string& path, size_t size) override;
  void OnSync(const std::string& path) override;
  void OnDelete(const std::string& path) override;

 private:
  // A write, or with no bytes a truncation to `at`.
  struct Change {
    std::string bytes;
    size_t at = 0;
  };
  struct File {
    std::string synced;
    std::vector<Change> unsynced;
  };

  static void Apply(const Change& change, std::string* content);
  void Changing() const {
    if (before_change) before_change();
  }

  std::map<std::string, File> files_;
};

}  // namespace a2a::fault

#endif  // A2A_TESTS_FAULT_POWER_H_

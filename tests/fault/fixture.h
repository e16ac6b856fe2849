// What tests of a store under faults begin with: a folder of their own, and a store in it whose files obey the plan.
#ifndef A2A_TESTS_FAULT_FIXTURE_H_
#define A2A_TESTS_FAULT_FIXTURE_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "fault/fault_vfs.h"
#include "store/store.h"

namespace a2a::fault {

// A new folder, removed with all it holds.
class TempFolder {
 public:
  TempFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "a2a-fault-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~TempFolder() { std::filesystem::remove_all(path_); }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// Null, and a failed test, when it does not open.
inline std::unique_ptr<store::Store> OpenStore(const std::string& path,
                                               store::Durability durability = store::Durability::kFull) {
  store::Options options;
  options.path = path;
  options.vfs = RegisterFaultVfs();
  options.durability = durability;
  auto store = store::Store::Open(options);
  EXPECT_TRUE(store.ok()) << store.status();
  return store.ok() ? *std::move(store) : nullptr;
}

}  // namespace a2a::fault

#endif  // A2A_TESTS_FAULT_FIXTURE_H_

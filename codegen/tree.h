// Folders of files: reading them, comparing them, replacing one by another. Errors name the path. One thread at a time.
#ifndef A2A_CODEGEN_TREE_H_
#define A2A_CODEGEN_TREE_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace a2a::codegen {

// Content by path relative to the folder, with forward slashes.
using Tree = std::map<std::string, std::string>;

// Every regular file below `folder`. A folder that does not exist is empty.
absl::StatusOr<Tree> ReadTree(const std::string& folder);

// Paths below `root` that end in .proto, sorted.
absl::StatusOr<std::vector<std::string>> FindProtos(const std::string& root);

// True for what people keep beside generated files: it is neither compared nor deleted.
bool IsHandwritten(absl::string_view path);

// Makes `folder` hold exactly `wanted` and what is handwritten. Files that are right already are not touched, so that
// builds see only what changed. Returns what was done, one "wrote x" or "deleted x" per entry.
absl::StatusOr<std::vector<std::string>> ReplaceTree(const std::string& folder, const Tree& wanted);

struct Difference {
  std::string path;
  enum class Kind { kMissing, kStale, kChanged } kind;
};

// What keeps `actual` from being `wanted`, by path.
std::vector<Difference> CompareTrees(const Tree& actual, const Tree& wanted);

// A folder of its own below the system's temporary folder, deleted with everything in it at the end.
class TemporaryFolder {
 public:
  static absl::StatusOr<TemporaryFolder> Make();
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::move(other.path_)) { other.path_.clear(); }
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();

  const std::string& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_TREE_H_

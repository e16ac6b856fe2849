#include "codegen/tree.h"

#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace a2a::codegen {
namespace {

namespace fs = std::filesystem;

absl::Status Fault(absl::string_view what, const fs::path& path, const std::error_code& error) {
  return absl::InternalError(absl::StrCat("cannot ", what, " ", path.string(), ": ", error.message()));
}

absl::StatusOr<std::string> ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream content;
  content << in.rdbuf();
  if (!in) return Fault("read", path, std::make_error_code(std::errc::io_error));
  return content.str();
}

// Regular files below `folder`, relative; a missing folder has none.
absl::StatusOr<std::vector<std::string>> ListFiles(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code error;
  if (!fs::exists(folder, error)) return paths;
  fs::recursive_directory_iterator it(folder, error);
  for (; !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
    if (it->is_regular_file()) paths.push_back(it->path().lexically_relative(folder).generic_string());
  }
  if (error) return Fault("list", folder, error);
  std::sort(paths.begin(), paths.end());
  return paths;
}

absl::Status WriteFile(const fs::path& path, const std::string& content) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) return Fault("create", path.parent_path(), error);
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(content.data(), static_cast<std::streamsize>(content.size()));
  out.close();
  if (!out) return Fault("write", path, std::make_error_code(std::errc::io_error));
  return absl::OkStatus();
}

// Deletes `path` and the folders that it leaves empty, up to `top`.
absl::Status DeleteFile(fs::path path, const fs::path& top) {
  std::error_code error;
  if (!fs::remove(path, error) || error) return Fault("delete", path, error);
  for (path = path.parent_path(); path != top && fs::is_empty(path, error) && !error; path = path.parent_path()) {
    fs::remove(path, error);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Tree> ReadTree(const std::string& folder) {
  const absl::StatusOr<std::vector<std::string>> paths = ListFiles(folder);
  if (!paths.ok()) return paths.status();
  Tree tree;
  for (const std::string& path : *paths) {
    absl::StatusOr<std::string> content = ReadFile(fs::path(folder) / path);
    if (!content.ok()) return content.status();
    tree[path] = *std::move(content);
  }
  return tree;
}

absl::StatusOr<std::vector<std::string>> FindProtos(const std::string& root) {
  absl::StatusOr<std::vector<std::string>> paths = ListFiles(root);
  if (!paths.ok()) return paths.status();
  const auto is_other = [](const std::string& path) { return !absl::EndsWith(path, ".proto"); };
  paths->erase(std::remove_if(paths->begin(), paths->end(), is_other), paths->end());
  if (paths->empty()) return absl::NotFoundError(absl::StrCat("there is no .proto file below ", root));
  return paths;
}

bool IsHandwritten(absl::string_view path) {
  return path == "CMakeLists.txt" || absl::EndsWith(path, "/CMakeLists.txt");
}

std::vector<Difference> CompareTrees(const Tree& actual, const Tree& wanted) {
  std::vector<Difference> differences;
  for (const auto& [path, content] : wanted) {
    const auto found = actual.find(path);
    if (found == actual.end()) {
      differences.push_back({path, Difference::Kind::kMissing});
    } else if (found->second != content) {
      differences.push_back({path, Difference::Kind::kChanged});
    }
  }
  for (const auto& [path, content] : actual) {
    if (wanted.count(path) == 0 && !IsHandwritten(path)) differences.push_back({path, Difference::Kind::kStale});
  }
  std::sort(differences.begin(), differences.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return differences;
}

absl::StatusOr<std::vector<std::string>> ReplaceTree(const std::string& folder, const Tree& wanted) {
  const absl::StatusOr<Tree> actual = ReadTree(folder);
  if (!actual.ok()) return actual.status();
  std::vector<std::string> done;
  for (const Difference& difference : CompareTrees(*actual, wanted)) {
    const fs::path path = fs::path(folder) / difference.path;
    const bool stale = difference.kind == Difference::Kind::kStale;
    const absl::Status status = stale ? DeleteFile(path, folder) : WriteFile(path, wanted.at(difference.path));
    if (!status.ok()) return status;
    done.push_back(absl::StrCat(stale ? "deleted " : "wrote ", difference.path));
  }
  return done;
}

absl::StatusOr<TemporaryFolder> TemporaryFolder::Make() {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  if (error) return Fault("find", "the temporary folder", error);
  std::string path = (parent / "a2a-codegen-XXXXXX").string();
  if (mkdtemp(path.data()) == nullptr) return Fault("create", path, std::error_code(errno, std::generic_category()));
  return TemporaryFolder(path);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace a2a::codegen

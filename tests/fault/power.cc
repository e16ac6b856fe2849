#include "fault/power.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace a2a::fault {
namespace {

constexpr size_t kSector = 512;

}  // namespace

void PowerModel::Apply(const Change& change, std::string* content) {
  if (change.bytes.empty()) {
    content->resize(std::min(content->size(), change.at));
    return;
  }
  content->resize(std::max(content->size(), change.at + change.bytes.size()));
  content->replace(change.at, change.bytes.size(), change.bytes);
}

void PowerModel::OnWrite(const std::string& path, absl::string_view bytes, size_t at) {
  Changing();
  files_[path].unsynced.push_back({std::string(bytes), at});
}

void PowerModel::OnTruncate(const std::string& path, size_t size) {
  Changing();
  files_[path].unsynced.push_back({"", size});
}

void PowerModel::OnSync(const std::string& path) {
  Changing();
  File& file = files_[path];
  for (const Change& change : file.unsynced) Apply(change, &file.synced);
  file.unsynced.clear();
}

void PowerModel::OnDelete(const std::string& path) {
  Changing();
  files_.erase(path);
}

void PowerModel::Survive(const std::string& folder, double keep, std::mt19937* random) const {
  std::bernoulli_distribution kept(keep);
  for (const auto& [path, file] : files_) {
    std::string content = file.synced;
    for (const Change& change : file.unsynced) {
      if (change.bytes.empty()) {
        if (kept(*random)) Apply(change, &content);
        continue;
      }
      // Sectors of one write survive each for itself.
      for (size_t from = 0; from < change.bytes.size();) {
        const size_t to = std::min(change.bytes.size(), (change.at + from) / kSector * kSector + kSector - change.at);
        if (kept(*random)) Apply({change.bytes.substr(from, to - from), change.at + from}, &content);
        from = to;
      }
    }
    std::ofstream(folder + "/" + std::filesystem::path(path).filename().string(), std::ios::binary) << content;
  }
}

}  // namespace a2a::fault

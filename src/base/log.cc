#include "base/log.h"

#include "absl/strings/str_cat.h"

namespace a2a {
namespace {

// Below PIPE_BUF, so that a pipe takes a line whole or not at all.
constexpr size_t kMaxText = 2000;

}  // namespace

bool Log::Put(absl::string_view text) {
  line_.clear();
  if (torn_) line_.push_back('\n');
  absl::StrAppend(&line_, name_, ": ");
  for (char c : text.substr(0, kMaxText)) {
    const auto byte = static_cast<unsigned char>(c);
    line_.push_back(byte < 0x20 || byte == 0x7f ? ' ' : c);
  }
  line_.push_back('\n');
  const IoResult result = out_.Write(line_);
  if (result.status != IoStatus::kOk || result.bytes == 0) return false;
  torn_ = result.bytes < line_.size();
  return true;
}

void Log::Line(absl::string_view text) {
  if (dropped_ > 0) {
    if (!Put(absl::StrCat(dropped_, " lines were dropped because nobody read them"))) {
      ++dropped_;
      return;
    }
    dropped_ = 0;
  }
  if (!Put(text)) ++dropped_;
}

}  // namespace a2a

// The files that one run of the generator writes. Emitters put every file in here; the caller writes them out only
// when the whole run succeeded. Any thread, one at a time.
#ifndef A2A_CODEGEN_FILES_H_
#define A2A_CODEGEN_FILES_H_

#include <map>
#include <string>
#include <utility>

namespace a2a::codegen {

// In the preamble of every file: true wherever the schema lies, for the driver is what everybody runs.
constexpr char kRewriteWith[] = "Rewrite with: a2a-codegen generate";

class FileSink {
 public:
  // `path` is relative to the output folder, with forward slashes ("cpp/a2a/wire/codec.h"). Each path once.
  void Add(std::string path, std::string content) { files_[std::move(path)] = std::move(content); }

  const std::map<std::string, std::string>& files() const { return files_; }

 private:
  std::map<std::string, std::string> files_;
};

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_FILES_H_

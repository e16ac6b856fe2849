// Replays the committed corpus of each fuzz target, whole, cut at every byte and with every byte removed.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/reader_fuzz.h"
#include "gtest/gtest.h"

namespace a2a {
namespace {

std::vector<std::string> Corpus(const std::string& target) {
  std::vector<std::string> inputs;
  for (const auto& entry : std::filesystem::directory_iterator(A2A_SOURCE_DIR "/tests/fuzz/corpus/" + target)) {
    std::ifstream file(entry.path(), std::ios::binary);
    inputs.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return inputs;
}

TEST(ReplayTest, Reader) {
  std::vector<std::string> corpus = Corpus("reader");
  EXPECT_GE(corpus.size(), 10u);
  for (const std::string& input : corpus) {
    json::FuzzReader(input);
    for (size_t i = 0; i < input.size(); ++i) {
      json::FuzzReader(input.substr(0, i));
      json::FuzzReader(std::string(input).erase(i, 1));
    }
  }
}

}  // namespace
}  // namespace a2a

// A small JSON tree for tests that mutate documents: keeps order, duplicates and number text. Input is valid JSON.
#ifndef A2A_TESTS_CODEGEN_JSON_TREE_H_
#define A2A_TESTS_CODEGEN_JSON_TREE_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace a2a::codegen {

struct JsonTree {
  enum class Kind { kScalar, kArray, kObject } kind = Kind::kScalar;
  std::string scalar = "null";  // as written
  std::vector<JsonTree> elements;
  std::vector<std::pair<std::string, JsonTree>> members;  // names as written, with quotes

  static JsonTree Parse(absl::string_view text);
  void Append(std::string* out) const;
  std::string ToString() const;
};

// Every node of the tree, the root first.
std::vector<JsonTree*> NodesOf(JsonTree* root);

}  // namespace a2a::codegen

#endif  // A2A_TESTS_CODEGEN_JSON_TREE_H_

#include "codegen/json_tree.h"

#include "json/cursor.h"

namespace a2a::codegen {
namespace {

JsonTree ParseValue(json::Cursor* cursor) {
  JsonTree tree;
  if (cursor->EnterArray()) {
    tree.kind = JsonTree::Kind::kArray;
    while (cursor->NextElement()) tree.elements.push_back(ParseValue(cursor));
  } else if (cursor->EnterObject()) {
    tree.kind = JsonTree::Kind::kObject;
    absl::string_view key;
    while (cursor->NextMember(&key)) {
      std::string name(cursor->KeyText());
      tree.members.emplace_back(std::move(name), ParseValue(cursor));
    }
  } else {
    tree.scalar = std::string(cursor->ReadRaw());
  }
  return tree;
}

}  // namespace

JsonTree JsonTree::Parse(absl::string_view text) {
  json::Cursor cursor(text);
  return ParseValue(&cursor);
}

void JsonTree::Append(std::string* out) const {
  const char* separator = "";
  if (kind == Kind::kScalar) {
    out->append(scalar);
  } else if (kind == Kind::kArray) {
    out->push_back('[');
    for (const JsonTree& element : elements) {
      out->append(separator);
      separator = ",";
      element.Append(out);
    }
    out->push_back(']');
  } else {
    out->push_back('{');
    for (const auto& [name, value] : members) {
      out->append(separator);
      separator = ",";
      out->append(name);
      out->push_back(':');
      value.Append(out);
    }
    out->push_back('}');
  }
}

std::string JsonTree::ToString() const {
  std::string out;
  Append(&out);
  return out;
}

std::vector<JsonTree*> NodesOf(JsonTree* root) {
  std::vector<JsonTree*> nodes = {root};
  for (size_t i = 0; i < nodes.size(); ++i) {
    JsonTree* node = nodes[i];  // push_back below moves the list, not the nodes
    for (JsonTree& element : node->elements) nodes.push_back(&element);
    for (auto& member : node->members) nodes.push_back(&member.second);
  }
  return nodes;
}

}  // namespace a2a::codegen

#include "codegen/instances.h"

#include <algorithm>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "json/writer.h"

namespace a2a::codegen {
namespace {

JsonTree Scalar(std::string text) {
  JsonTree tree;
  tree.scalar = std::move(text);
  return tree;
}

std::string Quote(absl::string_view text) {
  std::string out;
  json::AppendString(text, &out);
  return out;
}

// A name written with an escape for its first letter.
std::string QuoteEscaped(absl::string_view name) {
  if (name.empty() || static_cast<unsigned char>(name[0]) >= 0x80) return Quote(name);
  const std::string rest = Quote(name.substr(1));
  return absl::StrCat("\"\\u00", absl::BytesToHexString(name.substr(0, 1)), rest.substr(1));
}

constexpr int kMaxDepth = 4;

}  // namespace

JsonTree Instances::Object(const json::TypeTable& type, int depth) {
  JsonTree tree;
  tree.kind = JsonTree::Kind::kObject;
  const json::TypeTable* body = &type;
  if (!type.discriminator.empty()) {
    // Deep down the last arm: in the types under test it holds no further union.
    const json::FieldTable& arm = depth > kMaxDepth ? type.fields.back() : type.fields[Below(type.fields.size())];
    tree.members.emplace_back(Quote(type.discriminator), Scalar(Quote(arm.arm)));
    body = arm.type;
  }
  AddMembers(*body, depth, &tree);
  if (Chance(30)) std::shuffle(tree.members.begin(), tree.members.end(), random_);
  return tree;
}

void Instances::AddMembers(const json::TypeTable& type, int depth, JsonTree* tree) {
  if (!type.tag_name.empty() && Chance(50)) {
    tree->members.emplace_back(Quote(type.tag_name), Scalar(Chance(90) ? Quote(type.tag_value) : "null"));
  }
  for (const json::FieldTable& field : type.fields) {
    if (!field.required && (Chance(50) || depth > kMaxDepth)) continue;
    const bool null = !field.required && Chance(5);
    const std::string name = Chance(5) ? QuoteEscaped(field.name) : Quote(field.name);
    tree->members.emplace_back(name, null ? Scalar("null") : FieldValue(field, depth));
  }
  for (int i = 0; type.open && Chance(30) && i < 3; ++i) {
    tree->members.emplace_back(Quote(absl::StrCat("unknown", i)), Any());
  }
}

JsonTree Instances::FieldValue(const json::FieldTable& field, int depth) {
  const bool map = field.kind == json::Kind::kMap;
  if (!map && !field.repeated) return Value(field, field.kind, depth);
  JsonTree tree;
  tree.kind = map ? JsonTree::Kind::kObject : JsonTree::Kind::kArray;
  const size_t least = field.min_items.set ? static_cast<size_t>(field.min_items.value) : 0;
  const size_t count = depth > kMaxDepth ? least : std::max(least, Below(4));
  for (size_t i = 0; i < count; ++i) {
    if (map) {
      tree.members.emplace_back(Quote(absl::StrCat("key", i)), Value(field, field.map_value, depth));
    } else {
      tree.elements.push_back(Value(field, field.kind, depth));
    }
  }
  return tree;
}

JsonTree Instances::Value(const json::FieldTable& field, json::Kind kind, int depth) {
  switch (kind) {
    case json::Kind::kMessage:
      return Object(*field.type, depth + 1);
    case json::Kind::kBool:
      return Scalar(Chance(50) ? "true" : "false");
    case json::Kind::kEnum:
      return Scalar(Quote(field.values[Below(field.values.size())]));
    case json::Kind::kRawAny:
      return Any();
    case json::Kind::kRawObject: {
      JsonTree tree;
      tree.kind = JsonTree::Kind::kObject;
      for (size_t i = Below(3); i > 0; --i) tree.members.emplace_back("\"same\"", Any());
      return tree;
    }
    case json::Kind::kString:
    case json::Kind::kBase64:
      return Text(field, kind);
    default:
      return Number(field, kind);
  }
}

JsonTree Instances::Number(const json::FieldTable& field, json::Kind kind) {
  const bool is_unsigned = kind == json::Kind::kUint32 || kind == json::Kind::kUint64;
  int64_t low = is_unsigned ? 0 : -4, high = 300;
  if (field.min_value.set) low = field.min_value.value;
  if (field.max_value.set) high = field.max_value.value + (field.clamp ? 5 : 0);
  int64_t value = low + static_cast<int64_t>(Below(static_cast<size_t>(std::max<int64_t>(high - low, 0) + 1)));
  if (Chance(10)) value = Chance(50) ? low : high;
  if (Chance(2)) return Scalar(absl::StrCat(value, "e0"));
  if (Chance(2)) return Scalar(absl::StrCat(value, ".0"));
  return Scalar(absl::StrCat(value));
}

JsonTree Instances::Text(const json::FieldTable& field, json::Kind kind) {
  size_t size = Below(12);
  if (field.min_bytes.set) size = std::max(size, static_cast<size_t>(field.min_bytes.value));
  if (field.min_chars.set) size = std::max(size, static_cast<size_t>(field.min_chars.value));
  if (field.max_bytes.set) size = std::min(size, static_cast<size_t>(field.max_bytes.value));
  if (field.max_chars.set) size = std::min(size, static_cast<size_t>(field.max_chars.value));
  if (kind == json::Kind::kBase64) return Scalar(Quote(absl::Base64Escape(std::string(size, 'x'))));
  std::string text(size, 'a');
  if (size > 0 && Chance(30)) text[Below(size)] = Chance(50) ? '\\' : '\n';
  if (size > 0 && !field.max_bytes.set && Chance(30)) text.replace(Below(size), 1, Chance(50) ? "\u00e9" : "\u2028");
  return Scalar(Quote(text));
}

JsonTree Instances::Any() {
  static const char* const kValues[] = {"null",
                                        "true",
                                        "0",
                                        "-1",
                                        "1.5",
                                        "1e2",
                                        "1e400",
                                        "-1e400",
                                        "2147483648",
                                        "-2147483649",
                                        "9007199254740993",
                                        "9223372036854775808",
                                        "-9223372036854775809",
                                        "18446744073709551616",
                                        "3",
                                        "\"\"",
                                        "\"x\"",
                                        "\"AQ==\"",
                                        "\"AR==\"",
                                        "\"AQ\"",
                                        "[]",
                                        "{}",
                                        "[null]",
                                        "{\"a\":1,\"a\":1}",
                                        "[[{\"x\":[]}]]",
                                        "\"\\ud834\\udd1e\"",
                                        "\"text\"",
                                        "\"working\"",
                                        "\"walk\""};
  return JsonTree::Parse(kValues[Below(std::size(kValues))]);
}

// Some name that means something near `type`, or one that means nothing.
std::string Instances::Name(const json::TypeTable& type) {
  const json::TypeTable* at = &type;
  for (size_t steps = Below(3); steps > 0 && !at->fields.empty(); --steps) {
    const json::FieldTable& field = at->fields[Below(at->fields.size())];
    if (field.type != nullptr) at = field.type;
  }
  if (Chance(20) && !at->discriminator.empty()) return std::string(at->discriminator);
  if (Chance(20) && !at->tag_name.empty()) return std::string(at->tag_name);
  if (Chance(60) && !at->fields.empty()) return std::string(at->fields[Below(at->fields.size())].name);
  static const char* const kNames[] = {"unknown0", "", "__proto__", "kind", "type", "extras", "json"};
  return kNames[Below(std::size(kNames))];
}

void Instances::DamageObject(const json::TypeTable& type, JsonTree* object) {
  auto& members = object->members;
  if (members.empty() || Chance(20)) {
    const std::string name = Name(type);
    members.emplace(members.begin() + static_cast<ptrdiff_t>(Below(members.size() + 1)),
                    Chance(80) ? Quote(name) : QuoteEscaped(name), Any());
    return;
  }
  const size_t victim = Below(members.size());
  switch (Below(4)) {
    case 0:
      members.erase(members.begin() + static_cast<ptrdiff_t>(victim));
      return;
    case 1: {
      auto copy = members[victim];
      if (Chance(30)) copy.second = Any();
      members.insert(members.begin() + static_cast<ptrdiff_t>(Below(members.size() + 1)), std::move(copy));
      return;
    }
    case 2:
      members[victim].first = Quote(Name(type));
      return;
    default:
      std::shuffle(members.begin(), members.end(), random_);
  }
}

void Instances::DamageArray(JsonTree* array) {
  auto& elements = array->elements;
  if (elements.empty() || Chance(30)) {
    elements.push_back(Any());
  } else if (Chance(50)) {
    elements.erase(elements.begin() + static_cast<ptrdiff_t>(Below(elements.size())));
  } else {
    const JsonTree copy = elements[Below(elements.size())];
    elements.insert(elements.end(), Chance(20) ? 64 : 1, copy);
  }
}

void Instances::Damage(const json::TypeTable& type, JsonTree* tree) {
  const std::vector<JsonTree*> nodes = NodesOf(tree);
  JsonTree* node = nodes[Below(nodes.size())];
  if (Chance(25) || node->kind == JsonTree::Kind::kScalar) {
    *node = Any();
  } else if (node->kind == JsonTree::Kind::kObject) {
    DamageObject(type, node);
  } else {
    DamageArray(node);
  }
}

}  // namespace a2a::codegen

#include "json/codec.h"

#include <algorithm>

namespace a2a::json {

void UnknownMembers::Keep(absl::string_view key, Cursor* in, std::string* extras) {
  names_.emplace_back(key.data(), key.size());
  extras->push_back(',');
  // The name as it was written, escapes included: what we do not know we relay and do not touch.
  AppendCanonical(in->KeyText(), extras);
  extras->push_back(':');
  AppendCanonical(in->ReadRaw(), extras);
}

bool UnknownMembers::Unique() {
  // Sorting keeps a hostile object of many members from costing their square.
  if (names_.size() < 2) return true;
  std::sort(names_.begin(), names_.end());
  return std::adjacent_find(names_.begin(), names_.end()) == names_.end();
}

bool ReadExactly(absl::string_view wanted, Cursor* in) {
  std::string text;
  return in->ReadString(&text) && wanted == text;
}

bool FindString(Cursor in, absl::string_view name, std::string* value) {
  if (!in.EnterObject()) return false;
  absl::string_view key;
  while (in.NextMember(&key)) {
    if (key == name) return in.ReadString(value);
    in.Skip();
  }
  return false;
}

}  // namespace a2a::json

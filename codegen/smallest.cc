#include "codegen/smallest.h"

#include <algorithm>

namespace a2a::codegen {

Smallest::Smallest(const ir::Ir& ir) {
  for (const ir::Type& type : ir.types()) levels_[type.name()] = kEndless;
  // From "endless" down: a type gets its number from those that have theirs.
  for (bool changed = true; changed;) {
    changed = false;
    for (const ir::Type& type : ir.types()) {
      const int levels = Count(type);
      changed |= levels != Levels(type.name());
      levels_[type.name()] = levels;
    }
  }
}

int Smallest::Levels(const std::string& type) const {
  const auto found = levels_.find(type);
  return found == levels_.end() ? 0 : found->second;
}

int Smallest::NeededLevels(const ir::Field& field) const {
  if (!field.required()) return 0;
  const bool is_map = field.kind() == ir::KIND_MAP;
  const bool is_container = is_map || field.repeated();
  if (is_container && field.min_items().value() <= 0) return 1;
  const ir::Kind kind = is_map ? field.map_value() : field.kind();
  const int inner = kind == ir::KIND_MESSAGE ? Levels(field.type()) : kind == ir::KIND_RAW_OBJECT ? 1 : 0;
  return inner == kEndless ? kEndless : inner + (is_container ? 1 : 0);
}

const ir::Field& Smallest::Arm(const ir::Type& type) const {
  const auto fewer = [this](const ir::Field& a, const ir::Field& b) { return Levels(a.type()) < Levels(b.type()); };
  return *std::min_element(type.fields().begin(), type.fields().end(), fewer);
}

int Smallest::Count(const ir::Type& type) const {
  if (!type.discriminator().empty() && !type.fields().empty()) return Levels(Arm(type).type());
  int inner = 0;
  for (const ir::Field& field : type.fields()) inner = std::max(inner, NeededLevels(field));
  return inner == kEndless ? kEndless : inner + 1;
}

}  // namespace a2a::codegen

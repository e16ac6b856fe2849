// Which types of the two schemas stand for each other: those that one method carries at one place, whatever their
// names.
#include <algorithm>

#include "codegen/breaking_compare.h"

namespace a2a::codegen {
namespace {

constexpr char kErrorData[] = "error.data";  // what carries the shape of errors, in place of a method

bool HoldsMessage(const ir::Field& field) {
  return field.kind() == ir::KIND_MESSAGE || field.map_value() == ir::KIND_MESSAGE;
}
bool HoldsEnum(const ir::Field& field) { return field.kind() == ir::KIND_ENUM || field.map_value() == ir::KIND_ENUM; }

void Reach(const NameIndex& names, const std::string& type, std::set<std::string>* reached) {
  const ir::Type* const found = names.Type(type);
  if (found == nullptr || !reached->insert(type).second) return;
  for (const ir::Field& field : found->fields()) {
    if (HoldsEnum(field)) reached->insert(field.type());
    if (HoldsMessage(field)) Reach(names, field.type(), reached);
  }
}

// Names of the types and enums that some method, or an error, carries.
std::set<std::string> Reached(const ir::Ir& ir, const NameIndex& names) {
  std::set<std::string> reached;
  for (const MethodOf& each : MethodsOf(ir)) {
    Reach(names, each.method->params(), &reached);
    Reach(names, each.method->result(), &reached);
  }
  for (const ir::Type& type : ir.types()) {
    if (type.error_data()) Reach(names, type.name(), &reached);
  }
  return reached;
}

const ir::Type* ErrorData(const ir::Ir& ir) {
  for (const ir::Type& type : ir.types()) {
    if (type.error_data()) return &type;
  }
  return nullptr;
}

bool Covers(const Usage& wide, const Usage& narrow) {
  return (wide.unused || !narrow.unused) &&
         std::includes(wide.callers.begin(), wide.callers.end(), narrow.callers.begin(), narrow.callers.end()) &&
         std::includes(wide.readers.begin(), wide.readers.end(), narrow.readers.begin(), narrow.readers.end());
}

}  // namespace

NameIndex::NameIndex(const ir::Ir& ir) {
  for (const ir::Type& type : ir.types()) types.emplace(type.name(), &type);
  for (const ir::Enum& each : ir.enums()) enums.emplace(each.name(), &each);
}

const ir::Type* NameIndex::Type(const std::string& name) const {
  const auto found = types.find(name);
  return found == types.end() ? nullptr : found->second;
}

const ir::Enum* NameIndex::Enum(const std::string& name) const {
  const auto found = enums.find(name);
  return found == enums.end() ? nullptr : found->second;
}

bool Comparison::Renamed(const NamePair& names, bool enums) const {
  const auto& [before, after] = names;
  if (before == after) return true;
  return enums ? new_names_.Enum(before) == nullptr && old_names_.Enum(after) == nullptr
               : new_names_.Type(before) == nullptr && old_names_.Type(after) == nullptr;
}

bool Comparison::Follows(const NamePair& names, bool enums) const {
  if (Renamed(names, enums) || assumed_.count(names) != 0) return true;
  // Both names are in use: another type. It does no harm when it looks the same on the wire.
  Comparison trial(before_, after_);
  trial.assumed_ = assumed_;
  trial.assumed_.insert(names);
  Usage both_ways;
  both_ways.unused = true;
  if (enums) {
    trial.enums_[names] = both_ways;
  } else {
    trial.Walk(names, both_ways);
  }
  trial.Types();
  trial.Enums();
  return std::none_of(trial.changes_.begin(), trial.changes_.end(),
                      [](const Change& change) { return change.impact() == Impact::kBreaking; });
}

void Comparison::WalkField(const ir::Field& before, const ir::Field& after, const Usage& usage) {
  const NamePair names = {before.type(), after.type()};
  if (before.kind() != after.kind() || before.map_value() != after.map_value() || names.first.empty()) return;
  if (HoldsEnum(before) && Follows(names, /*enums=*/true)) enums_[names].Add(usage);
  if (HoldsMessage(before) && Follows(names, /*enums=*/false)) Walk(names, usage);
}

void Comparison::Walk(const NamePair& types, const Usage& usage) {
  const ir::Type* const before = old_names_.Type(types.first);
  const ir::Type* const after = new_names_.Type(types.second);
  if (before == nullptr || after == nullptr) return;
  const auto [found, added] = types_.try_emplace(types);
  if (!added && Covers(found->second, usage)) return;
  found->second.Add(usage);
  for (const auto& [old_field, new_field] : MatchFields(*before, *after).both) WalkField(*old_field, *new_field, usage);
}

void Comparison::Pairs() {
  for (const auto& [old_one, new_one] : methods_.both) {
    const ir::Method& before = *old_one->method;
    const ir::Method& after = *new_one->method;
    if (before.notification() != after.notification()) continue;
    Usage sent, received;
    (before.notification() ? sent.readers : sent.callers).insert(before.name());
    received.readers.insert(before.name());
    Walk({before.params(), after.params()}, sent);
    Walk({before.result(), after.result()}, received);
  }
  const ir::Type* const old_data = ErrorData(before_);
  const ir::Type* const new_data = ErrorData(after_);
  if (old_data != nullptr && new_data != nullptr) {
    Usage usage;
    usage.readers.insert(kErrorData);
    Walk({old_data->name(), new_data->name()}, usage);
  }
  UnusedPairs();
}

void Comparison::UnusedPairs() {
  std::set<std::string> used = Reached(before_, old_names_);
  used.merge(Reached(after_, new_names_));
  Usage usage;
  usage.unused = true;
  for (const auto& [name, type] : old_names_.types) {
    if (used.count(name) == 0) Walk({name, name}, usage);
  }
  for (const auto& [name, each] : old_names_.enums) {
    if (used.count(name) == 0 && new_names_.Enum(name) != nullptr) enums_[{name, name}].Add(usage);
  }
}

}  // namespace a2a::codegen

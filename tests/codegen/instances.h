// Random instances of generated types, made from their tables, and random damage done to them. Deterministic per seed.
#ifndef A2A_TESTS_CODEGEN_INSTANCES_H_
#define A2A_TESTS_CODEGEN_INSTANCES_H_

#include <random>
#include <string>

#include "codegen/json_tree.h"
#include "json/table.h"

namespace a2a::codegen {

class Instances {
 public:
  explicit Instances(uint32_t seed) : random_(seed) {}

  // An instance that is valid more often than not: members in random order, optional ones at random.
  JsonTree Make(const json::TypeTable& type) { return Object(type, 0); }

  // One random change somewhere in *tree; names of `type` are among those that members get.
  void Damage(const json::TypeTable& type, JsonTree* tree);

  size_t Below(size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random_); }

 private:
  bool Chance(int percent) { return static_cast<int>(Below(100)) < percent; }
  JsonTree Object(const json::TypeTable& type, int depth);
  void AddMembers(const json::TypeTable& type, int depth, JsonTree* tree);
  JsonTree FieldValue(const json::FieldTable& field, int depth);
  JsonTree Value(const json::FieldTable& field, json::Kind kind, int depth);
  JsonTree Number(const json::FieldTable& field, json::Kind kind);
  JsonTree Text(const json::FieldTable& field, json::Kind kind);
  JsonTree Any();
  std::string Name(const json::TypeTable& type);
  void DamageObject(const json::TypeTable& type, JsonTree* object);
  void DamageArray(JsonTree* array);

  std::mt19937 random_;
};

}  // namespace a2a::codegen

#endif  // A2A_TESTS_CODEGEN_INSTANCES_H_

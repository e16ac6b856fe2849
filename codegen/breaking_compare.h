// Inside of CompareIrs: what its parts share. One thread at a time.
#ifndef A2A_CODEGEN_BREAKING_COMPARE_H_
#define A2A_CODEGEN_BREAKING_COMPARE_H_

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "codegen/breaking.h"
#include "codegen/breaking_match.h"

namespace a2a::codegen {

// Short names of a schema's types and enums.
struct NameIndex {
  explicit NameIndex(const ir::Ir& ir);
  const ir::Type* Type(const std::string& name) const;
  const ir::Enum* Enum(const std::string& name) const;

  std::map<std::string, const ir::Type*> types;
  std::map<std::string, const ir::Enum*> enums;
};

using NamePair = std::pair<std::string, std::string>;  // of the old schema, of the new one

// How fields use a named bound.
struct BoundUse {
  Usage upper, lower;
  std::set<std::string> fields;
};

class Comparison {
 public:
  Comparison(const ir::Ir& before, const ir::Ir& after);

  // All of it, in the order of these parts.
  void Protocol();
  void Constants();  // needs Types
  void Errors();
  void Methods();
  void Pairs();  // which types and enums are to be compared, and who carries them
  void Types();
  void Enums();

  std::vector<Change>& changes() { return changes_; }

 private:
  // breaking.cc
  Change* Add(absl::string_view rule, absl::string_view subject, absl::string_view text,
              std::vector<std::string> where);
  // Drops the effects of directions that `usage` does not have, and with both gone the change.
  void Judge(Change* change, const Usage& usage, Effect in, Effect out);
  void Doc(const std::string& subject, const std::string& before, const std::string& after,
           std::vector<std::string> where);
  void SourceName(absl::string_view rule, const std::string& subject, const std::string& before,
                  const std::string& after, std::vector<std::string> where);

  // breaking_pairs.cc
  void Walk(const NamePair& types, const Usage& usage);
  void WalkField(const ir::Field& before, const ir::Field& after, const Usage& usage);
  // Are the two types (enums) one, perhaps under another name? Otherwise a field of them changed its type.
  bool Follows(const NamePair& names, bool enums) const;
  bool Renamed(const NamePair& names, bool enums) const;
  void UnusedPairs();

  // breaking_types.cc
  void CompareType(const ir::Type& before, const ir::Type& after, const Usage& usage);
  void CompareTag(const ir::Type& before, const ir::Type& after, const Usage& usage);
  void CompareFields(const ir::Type& before, const ir::Type& after, const Usage& usage);
  void FieldGone(const ir::Type& after, const ir::Field& field, const Usage& usage);
  void FieldNew(const ir::Type& after, const ir::Field& field, const Usage& usage);
  // breaking_fields.cc
  void CompareField(const ir::Type& type, const ir::Field& before, const ir::Field& after, const Usage& usage);
  void CompareFieldName(const ir::Type& type, const ir::Field& before, const ir::Field& after, const Usage& usage);
  void CompareFieldType(const ir::Type& type, const ir::Field& before, const ir::Field& after, const Usage& usage);
  void ComparePresence(const ir::Type& type, const ir::Field& before, const ir::Field& after, const Usage& usage);
  void CompareFlags(const ir::Type& type, const ir::Field& before, const ir::Field& after, const Usage& usage);
  void CompareLimits(const ir::Type& type, const ir::Field& before, const ir::Field& after, const Usage& usage);

  // breaking_enums.cc
  void CompareEnum(const ir::Enum& before, const ir::Enum& after, const Usage& usage);
  void CompareState(const ir::Enum& before, const ir::Enum& after, const ir::EnumValue& old_value,
                    const ir::EnumValue& new_value, const Usage& usage);

  // breaking_methods.cc
  void CompareMethod(const MethodOf& before, const MethodOf& after);
  void CompareMethodRules(const std::string& where, const ir::Method& before, const ir::Method& after);
  void CompareMethodErrors(const std::string& where, const ir::Method& before, const ir::Method& after);

  // breaking_protocol.cc
  void CompareBound(const ir::Bound& before, const ir::Bound& after);
  void CompareBoundValue(const ir::Bound& before, const ir::Bound& after);

  const ir::Ir& before_;
  const ir::Ir& after_;
  const NameIndex old_names_, new_names_;
  const std::vector<MethodOf> old_methods_, new_methods_;
  const Matched<MethodOf> methods_;
  // Old name -> new name of what was renamed, so that what refers to it does not count as changed.
  std::map<std::string, std::string> errors_, bounds_, capabilities_;
  std::map<NamePair, Usage> types_, enums_;
  std::map<std::string, BoundUse> bound_uses_;  // by the bound's new name
  std::set<NamePair> assumed_;                  // pairs that whoever asks Follows is already comparing
  std::vector<Change> changes_;
};

// The name that stands for `name` in the new schema.
std::string NameAfter(const std::map<std::string, std::string>& renamed, const std::string& name);
// "Type.member", with the wire's name; of an arm its tag.
std::string MemberName(const ir::Type& type, const ir::Field& field);
Effect Breaking(absl::string_view why);
Effect Additive(absl::string_view why);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_BREAKING_COMPARE_H_

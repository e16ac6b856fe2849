// Emitter of generated/vectors: for every type valid and invalid texts with what must become of them. The expectation
// of each follows from the rule that made it; the reference of parity_reference.h must agree. Reads only the IR. Any
// thread.
#ifndef A2A_CODEGEN_EMIT_VECTORS_H_
#define A2A_CODEGEN_EMIT_VECTORS_H_

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "codegen/files.h"
#include "codegen/ir.pb.h"
#include "codegen/parity_json.h"
#include "codegen/parity_reference.h"
#include "codegen/parity_samples.h"
#include "codegen/parity_vectors.h"

namespace a2a::codegen {

// Limits that only a longer text shows are left out.
constexpr int64_t kLongestText = int64_t{48} << 20;

// Writes vectors/*.jsonl and vectors/README.md. An error is a fault of the generator: a rule and the reference
// disagree.
absl::Status EmitVectors(const ir::Ir& ir, FileSink* sink, int64_t longest_text = kLongestText);

// Collects the vectors of one type. Text of a value is given as a tree, whose numbers are written as they are: any
// text can stand there (see Verbatim).
class VectorSet {
 public:
  VectorSet(const IrIndex& index, const ir::Type& type, int64_t longest_text)
      : index_(index), samples_(index), type_(type), longest_text_(longest_text) {}

  const IrIndex& index() const { return index_; }
  const Samples& samples() const { return samples_; }
  const ir::Type& type() const { return type_; }
  int64_t longest_text() const { return longest_text_; }

  void Good(absl::string_view name, const Json& value) { Add(name, value.Print(), Outcome()); }
  void Bad(absl::string_view name, const Json& value, absl::string_view path, absl::string_view reason);
  // Not JSON.
  void Broken(absl::string_view name, absl::string_view text);
  // Above an upper limit.
  void Above(absl::string_view name, const Json& value, absl::string_view path, absl::string_view reason,
             const ir::Limit& limit, int64_t actual);
  // As a client looks at what the host writes.
  void GoodOutput(absl::string_view name, const Json& value);
  void BadOutput(absl::string_view name, const Json& value, absl::string_view path, absl::string_view reason);

  // JSON lines.
  const std::string& text() const { return text_; }
  // Where a rule and the reference disagree.
  const std::vector<std::string>& disagreements() const { return disagreements_; }

 private:
  Outcome Fault(absl::string_view path, absl::string_view reason) const;
  void Add(absl::string_view name, std::string text, Outcome expected, Side side = Side::kInput);

  const IrIndex& index_;
  const Samples samples_;
  const ir::Type& type_;
  const int64_t longest_text_;
  std::string text_;
  std::set<std::string> names_;
  std::vector<std::string> disagreements_;
};

// JSON text as it is, also text that is none.
inline Json Verbatim(absl::string_view text) { return Json::Number(text); }

// A vector of one member shows it among others, so that those of a message with n members would take n * n bytes. Up to
// this many members they may.
constexpr int kManyMembers = 32;
// Beyond, `whole`, a value of `body` with all its members, keeps those that must be there and the neighbours of
// `field`.
Json Near(const ir::Type& body, const ir::Field& field, Json whole);
// The members that get vectors of their own. All of them, unless more than kManyMembers must be there in each vector:
// then some of each kind, and some in even distances. Random texts show the others.
std::vector<const ir::Field*> Shown(const ir::Type& body);

// Rules, each for its part of a type.
void AddFieldVectors(const ir::Field& field, VectorSet* set);  // presence, types, containers
void AddObjectVectors(VectorSet* set);                         // tag, union, unknown and repeated members, ranks
void AddTextVectors(VectorSet* set);                           // what is no JSON
void AddOutputVectors(VectorSet* set);                         // what a client checks

// One place in a minimal value where a value of the field's item kind can stand.
class Slot {
 public:
  Slot(const VectorSet& set, const ir::Field& field);

  const ir::Field& field() const { return field_; }
  // The whole value with `item` in the place.
  Json With(const Json& item) const;
  const std::string& path() const { return path_; }
  // Starts the vectors' names.
  const std::string& name() const { return name_; }

 private:
  const ir::Field& field_;
  Json base_;
  Json container_;  // of an array or map what else must be in there
  std::string path_;
  std::string name_;
};

// Values of one kind, as an item of the slot's field.
void AddValueVectors(const Slot& slot, ir::Kind kind, VectorSet* set);
void AddNumberVectors(const Slot& slot, ir::Kind kind, VectorSet* set);
void AddStringVectors(const Slot& slot, VectorSet* set);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_EMIT_VECTORS_H_

// Values of the schema's types that are valid by construction: what vectors start from, and the examples of the
// reference documents. Any thread.
#ifndef A2A_CODEGEN_PARITY_SAMPLES_H_
#define A2A_CODEGEN_PARITY_SAMPLES_H_

#include <cstdint>
#include <string>

#include "codegen/ir.pb.h"
#include "codegen/parity_json.h"
#include "codegen/parity_reference.h"

namespace a2a::codegen {

class Samples {
 public:
  // `index` must outlive this.
  explicit Samples(const IrIndex& index) : index_(index) {}

  // What must be there and nothing else, in the smallest size.
  Json Minimal(const ir::Type& type) const { return Build(type, kMinimal, nullptr); }
  // Every member; what they hold is minimal. Of a union its smallest arm.
  Json Full(const ir::Type& type) const { return Build(type, kFull, nullptr); }
  // What a client would send: no members that the host sets.
  Json Input(const ir::Type& type) const { return Build(type, kInput, nullptr); }
  // What the host writes: also members that it always writes.
  Json Output(const ir::Type& type) const { return Build(type, kOutput, nullptr); }

  Json MinimalArm(const ir::Type& type, const ir::Field& arm) const { return Arm(type, arm, kMinimal, nullptr); }
  Json FullArm(const ir::Type& type, const ir::Field& arm) const { return Arm(type, arm, kFull, nullptr); }

  // A value of the member, an array or object where the schema says so.
  Json Value(const ir::Field& field) const { return Member(field, kFull, nullptr); }
  // One value of it: of an array an item, of a map an entry's value.
  Json Item(const ir::Field& field) const;

 private:
  struct Shape {
    bool optional;  // members that may be left out
    bool stamped;   // those of them that the host sets
    bool always;    // members that the host always writes
    bool items;     // an item where none is needed
    const Shape* nested;
  };
  static const Shape kMinimal, kExample, kAgain, kFull, kInput, kOutput;
  // The types around a value. A type inside itself has no items that it does not need, or examples would have no end.
  struct Around {
    const ir::Type* type;
    const Around* outer;
  };

  Json Build(const ir::Type& type, const Shape& shape, const Around* around) const;
  Json Arm(const ir::Type& type, const ir::Field& arm, const Shape& shape, const Around* around) const;
  void AddMembers(const ir::Type& type, const Shape& shape, const Around* around, Json* out) const;
  Json Member(const ir::Field& field, const Shape& shape, const Around* around) const;
  Json Item(const ir::Field& field, ir::Kind kind, const Shape& shape, const Around* around) const;

  const IrIndex& index_;
};

// What an array or map field holds: the kind of its items or entries; of other fields their own kind.
ir::Kind ItemKind(const ir::Field& field);
bool IsMap(const ir::Field& field);

// Padded base64 of `size` zero bytes.
std::string ZeroBytes(int64_t size);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_PARITY_SAMPLES_H_

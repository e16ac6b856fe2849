// Random texts for all types: valid values, values with a few things wrong, and now and then text that is no JSON.
// The same seed gives the same texts on every machine. One thread at a time.
#ifndef A2A_CODEGEN_PARITY_FUZZ_H_
#define A2A_CODEGEN_PARITY_FUZZ_H_

#include <cstdint>
#include <string>

#include "codegen/ir.pb.h"
#include "codegen/parity_json.h"
#include "codegen/parity_reference.h"
#include "codegen/parity_samples.h"
#include "codegen/parity_vectors.h"

namespace a2a::codegen {

class Fuzzer {
 public:
  // `index` must outlive this.
  Fuzzer(const IrIndex& index, uint64_t seed) : index_(index), samples_(index), seed_(seed), state_(seed) {}

  // The next case; the reference says what must become of it.
  Vector Next();

 private:
  // Below `end`, which is at least 1.
  uint64_t Random(uint64_t end);
  bool Chance(int percent) { return Random(100) < static_cast<uint64_t>(percent); }
  template <typename List>
  const auto& OneOf(const List& list) {
    return list[Random(std::size(list))];
  }

  Json Value(const ir::Type& type, int depth);
  Json Member(const ir::Field& field, int depth);
  Json Item(const ir::Field& field, ir::Kind kind, int depth);
  Json Anything(int depth);
  Json Text(const ir::Field& field, ir::Kind kind);
  std::string Number(const ir::Field& field);
  std::string Name();

  void Spoil(const ir::Type& type, Json* root);
  Json* Somewhere(Json* root);
  void SpoilObject(const ir::Type& type, Json* object);
  void SpoilArray(Json* array);

  // `json` with white space and escapes here and there.
  void Write(const Json& json, bool odd, std::string* out);
  void WriteString(const std::string& text, bool odd, std::string* out);
  void SpoilText(std::string* text);

  const IrIndex& index_;
  const Samples samples_;
  const uint64_t seed_;
  uint64_t state_;
  int64_t count_ = 0;
};

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_PARITY_FUZZ_H_

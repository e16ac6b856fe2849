// A vector: one text, a type, and what becomes of it. And how vectors are written as JSON lines. Any thread.
#ifndef A2A_CODEGEN_PARITY_VECTORS_H_
#define A2A_CODEGEN_PARITY_VECTORS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "codegen/parity_json.h"
#include "codegen/parity_reference.h"

namespace a2a::codegen {

struct Vector {
  std::string type;
  std::string name;  // unique in its file
  std::string text;  // any bytes
  Side side = Side::kInput;
  Outcome expected;
};

// One line of JSON with its newline, pure ASCII; generated/vectors/README.md tells its members.
std::string VectorLine(const Vector& vector);

// `bytes` as a string, or as an array of strings, {"repeat": string, "times": n} and {"bytes": hex} when it is long or
// no UTF-8.
Json ToPieces(absl::string_view bytes);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_PARITY_VECTORS_H_

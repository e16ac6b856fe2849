// How deep the smallest value of each type nests, and which arm of a union it takes. Any thread.
#ifndef A2A_CODEGEN_SMALLEST_H_
#define A2A_CODEGEN_SMALLEST_H_

#include <limits>
#include <map>
#include <string>

#include "codegen/ir.pb.h"

namespace a2a::codegen {

// There is no finite value.
constexpr int kEndless = std::numeric_limits<int>::max();

// `ir` must outlive this. What it does not know, such as a type that is not part of the schema, counts nothing.
class Smallest {
 public:
  explicit Smallest(const ir::Ir& ir);

  // Objects and arrays inside each other, the type's own included.
  int Levels(const std::string& type) const;
  // Those of what stands in the member in a smallest value, 0 when nothing needs to.
  int NeededLevels(const ir::Field& field) const;
  // The arm with the fewest levels, of several the first.
  const ir::Field& Arm(const ir::Type& type) const;

 private:
  int Count(const ir::Type& type) const;

  std::map<std::string, int> levels_;
};

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_SMALLEST_H_

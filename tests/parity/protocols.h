// The IRs of our protocol and of the one in tests/codegen/plans, which has every kind of field.
#ifndef A2A_TESTS_PARITY_PROTOCOLS_H_
#define A2A_TESTS_PARITY_PROTOCOLS_H_

#include <string>

#include "codegen/ir.pb.h"

namespace a2a::codegen {

const ir::Ir& OurProtocol();
const ir::Ir& PlansProtocol();

std::string ReadWhole(const std::string& path);

}  // namespace a2a::codegen

#endif  // A2A_TESTS_PARITY_PROTOCOLS_H_

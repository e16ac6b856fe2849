// Macros of the C and C++ standard libraries and of POSIX that protoc's headers bring in: a message, field or enum
// value of such a name does not compile. Any thread.
#ifndef A2A_CODEGEN_MACROS_CPP_H_
#define A2A_CODEGEN_MACROS_CPP_H_

#include "absl/strings/string_view.h"

namespace a2a::codegen {

bool IsCppMacro(absl::string_view name);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_MACROS_CPP_H_

// C++ names and literals of what the IR describes, by the rules of protoc's own C++ generator. Any thread.
#ifndef A2A_CODEGEN_NAMES_CPP_H_
#define A2A_CODEGEN_NAMES_CPP_H_

#include <string>

#include "absl/strings/string_view.h"
#include "codegen/ir.pb.h"

namespace a2a::codegen {

bool IsCppKeyword(absl::string_view name);
// Keywords of C++20 that protoc escapes in some versions only.
bool IsNewCppKeyword(absl::string_view name);

// Names that protoc's code uses without qualification, such as int32_t: a type or value of that name would hide them.
bool IsCppLibraryType(absl::string_view name);

// Members of every message class of protoc: neither the class nor a type or value nested in one can have the name.
bool IsCppMessageMember(absl::string_view name);

// Parameters and locals of protoc's code and of ours, which would hide a type of that name at namespace scope.
bool IsCppLocal(absl::string_view name);

// `name` as an identifier: keywords get a trailing underscore, as protoc does.
std::string CppIdentifier(absl::string_view name);

// "a2a.wire" -> "a2a::wire" and "a2a/wire".
std::string CppNamespace(absl::string_view package);
std::string CppFolder(absl::string_view package);

// Class or enum inside the package's namespace: a2a.wire.Outer.Inner -> Outer_Inner.
std::string CppTypeName(absl::string_view full_name, absl::string_view package);
std::string CppEnumerator(const ir::Enum& enumeration, const ir::EnumValue& value, absl::string_view package);

// The stem of a field's accessors: x(), set_x, mutable_x, add_x, has_x, clear_x, x_size.
std::string CppField(absl::string_view name);

// Constants: A2A_MAX_PARTS -> kA2aMaxParts, A2A_UNKNOWN_TASK -> kErrorA2aUnknownTask.
std::string CppConstant(absl::string_view name);
std::string CppErrorConstant(absl::string_view name);

// A string literal for any bytes.
std::string CppString(absl::string_view text);

// Type of `absl::string_view` for any bytes, also those with NUL inside.
std::string CppStringView(absl::string_view text);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_NAMES_CPP_H_

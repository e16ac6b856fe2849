// C++ members of protoc's message classes: accessors of one field against those of another and against the class's own.
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "codegen/macros_cpp.h"
#include "codegen/names_cpp.h"
#include "codegen/validate.h"

namespace a2a::codegen {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

// Names of the accessors that protoc writes for a field, its getter first.
std::vector<std::string> AccessorsOf(const FieldDescriptor* field) {
  const std::string stem = CppField(std::string(field->name()));
  std::vector<std::string> names = {stem, absl::StrCat("clear_", stem), absl::StrCat("_internal_", stem)};
  const bool text = field->cpp_type() == FieldDescriptor::CPPTYPE_STRING;
  const bool message = field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
  const auto add = [&](bool condition, const char* prefix) {
    if (condition) names.push_back(absl::StrCat(prefix, stem));
  };
  const bool repeated = field->is_repeated();
  if (repeated) names.push_back(absl::StrCat(stem, "_size"));
  add(repeated && !field->is_map(), "add_");
  add(!message, "set_");
  add(repeated || text || message, "mutable_");
  add(!repeated && (text || message), "release_");
  add(!repeated && (text || message), "set_allocated_");
  add(!repeated && message, "unsafe_arena_release_");
  add(!repeated && message, "unsafe_arena_set_allocated_");
  add(field->has_presence(), "has_");
  return names;
}

void CheckMessage(const Descriptor* message, Diagnostics* diagnostics) {
  std::map<std::string, std::string> owners;  // accessor -> whose
  owners[CppIdentifier(std::string(message->name()))] = "the class itself";
  for (int i = 0; i < message->real_oneof_decl_count(); ++i) {
    const std::string name(message->oneof_decl(i)->name());
    owners[absl::StrCat(name, "_case")] = owners[absl::StrCat("clear_", name)] = absl::StrCat("oneof ", name);
  }
  for (int i = 0; i < message->field_count(); ++i) {
    const FieldDescriptor* field = message->field(i);
    const std::string what = absl::StrCat("field ", std::string(field->name()));
    const std::string stem = CppField(std::string(field->name()));
    const auto add = [&](absl::string_view text) {
      diagnostics->Add(Code::kCppName, PlaceOf(field), absl::StrCat(what, " ", text));
    };
    if (IsNewCppKeyword(stem)) add("is a C++20 keyword that some versions of protoc do not escape");
    if (stem[0] == '_') add("begins with an underscore, as names of protoc and the compiler do");
    if (IsCppLibraryType(stem)) add("would hide a type that protoc's C++ uses");
    if (IsCppMacro(stem)) add("is a macro of the C++ library");
    if (IsCppMessageMember(stem)) add("is a member of protoc's message classes");
    for (const std::string& accessor : AccessorsOf(field)) {
      const auto [owner, added] = owners.emplace(accessor, what);
      if (!added) add(absl::StrCat("gets an accessor ", accessor, "() in C++ that ", owner->second, " has already"));
    }
  }
}

}  // namespace

void ValidateCppMembers(const Schema& schema, Diagnostics* diagnostics) {
  for (const Descriptor* message : schema.messages) CheckMessage(message, diagnostics);
}

}  // namespace a2a::codegen

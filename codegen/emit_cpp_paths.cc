// paths.h: JSON Pointers to members, by name. The templates are in base/path.h.
#include <string>

#include "absl/strings/str_cat.h"
#include "codegen/emit_cpp.h"
#include "codegen/names_cpp.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

// The class of a pointer that is `bytes` longer than its parent.
std::string PathClass(const CppContext& context, const ir::Field& field, const std::string& bytes) {
  if (field.kind() != ir::KIND_MESSAGE) return absl::StrCat("PathText<", bytes, ">");
  return absl::StrCat("FieldPath<::", CppNamespace(context.package()), "::", context.TypeName(field.type()), ", ",
                      bytes, ">");
}

void PrintMember(const CppContext& context, const ir::Field& field, Printer* out) {
  const std::string name = CppField(field.name());
  if (!field.arm().empty()) {
    out->Print("constexpr auto $0() const { return $1(*this, \"\"); }\n", name, PathClass(context, field, "N"));
    return;
  }
  const std::string step = PointerTo(field.wire_name());
  const std::string bytes = absl::StrCat("N + ", step.size());
  const std::string text = CppStringView(step);
  if (!field.repeated()) {
    out->Print("constexpr auto $0() const { return $1(*this, $2); }\n", name, PathClass(context, field, bytes), text);
    return;
  }
  out->Print("constexpr auto $0() const { return PathText<$1>(*this, $2); }\n", name, bytes, text);
  out->Print("constexpr auto $0(size_t index) const { return $1(*this, $2, index); }\n", name,
             PathClass(context, field, absl::StrCat(bytes, " + kPathIndexBytes")), text);
}

}  // namespace

void EmitCppPaths(const CppContext& context) {
  Printer out;
  for (const ir::Type& type : context.ir().types()) {
    if (!out.text().empty()) out.Print("\n");
    out.Print("template <size_t N>\nclass FieldPath<::$0::$1, N> : public PathText<N> {\n public:\n",
              CppNamespace(context.package()), context.TypeName(type.name()));
    const Indented body(&out);
    out.Print("using PathText<N>::PathText;\n");
    for (const ir::Field& field : type.fields()) PrintMember(context, field, &out);
    out.Outdent();
    out.Print("};\n");
    out.Indent();
  }
  std::vector<std::string> includes = context.ProtoHeaders();
  includes.push_back("base/path.h");
  context.AddRuntimeHeader("paths.h", {"cstddef"}, includes, out.text());
}

}  // namespace a2a::codegen

#include "codegen/emit_cpp.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "codegen/names_cpp.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

std::string IncludeGuard(absl::string_view header) {
  return absl::StrCat(absl::AsciiStrToUpper(absl::StrReplaceAll(header, {{"/", "_"}, {".", "_"}})), "_");
}

// System headers first, then everything else sorted: the style guide's order.
std::string Includes(const std::vector<std::string>& system_includes, const std::vector<std::string>& includes) {
  std::set<std::string> first(system_includes.begin(), system_includes.end());
  std::set<std::string> rest(includes.begin(), includes.end());
  std::string out;
  for (const std::string& header : first) absl::StrAppend(&out, "#include <", header, ">\n");
  if (!first.empty() && !rest.empty()) out += "\n";
  for (const std::string& header : rest) absl::StrAppend(&out, "#include \"", header, "\"\n");
  if (!out.empty()) out += "\n";
  return out;
}

// A thing of the schema that protoc or we call `name` in C++; empty when there is none.
std::string OwnerOf(const std::string& name, const ir::Ir& ir) {
  const auto has_part = [&](const std::string& full_name) {
    for (const absl::string_view part : absl::StrSplit(full_name, '.')) {
      if (part == name) return true;
    }
    return false;
  };
  for (const ir::Type& type : ir.types()) {
    if (has_part(type.full_name())) return type.full_name();
    for (const ir::Field& field : type.fields()) {
      if (CppField(field.name()) == name) return absl::StrCat(type.full_name(), ".", field.name());
    }
  }
  for (const ir::Enum& enumeration : ir.enums()) {
    if (has_part(enumeration.full_name())) return enumeration.full_name();
    for (const ir::EnumValue& value : enumeration.values()) {
      if (value.name() == name) return absl::StrCat(enumeration.full_name(), ".", value.name());
    }
  }
  for (const ir::Service& service : ir.services()) {
    for (const ir::Method& method : service.methods()) {
      if (method.rpc() == name) return absl::StrCat(service.name(), ".", method.rpc());
    }
  }
  return "";
}

// Macros of gcc that -std=gnu++NN has and -std=c++NN has not: the schema may use the names, and whoever compiles in
// such a mode learns from these lines what stands in the way.
std::string GnuMacroChecks(const ir::Ir& ir) {
  std::string out;
  for (const char* macro : {"linux", "unix"}) {
    const std::string owner = OwnerOf(macro, ir);
    if (owner.empty()) continue;
    absl::StrAppend(&out, "#ifdef ", macro, "\n#error \"", owner, " of the schema and the macro ", macro,
                    " of gcc's gnu modes: compile with -std=c++20 or -U", macro, "\"\n#endif\n\n");
  }
  return out;
}

std::string InNamespace(absl::string_view name, absl::string_view body) {
  return absl::StrCat("namespace ", name, " {\n\n", body, "\n}  // namespace ", name, "\n");
}

}  // namespace

CppContext::CppContext(const ir::Ir& ir, FileSink* sink) : ir_(ir), sink_(sink) {
  const std::string folder = absl::StrCat(CppFolder(package()), "/");
  std::set<std::string> stems;
  for (const std::string& file : ir.protocol().files()) {
    for (const ir::Type& type : ir.types()) {
      if (type.file() != file || codec_files_.count(file) != 0) continue;
      absl::string_view stem = file;
      absl::ConsumePrefix(&stem, folder);
      absl::ConsumeSuffix(&stem, ".proto");
      std::string name = absl::StrReplaceAll(stem, {{"/", "_"}});
      while (!stems.insert(name).second) name += "_";  // a/b.proto and a_b.proto
      codec_files_[file] = name;
    }
  }
  for (const ir::Type& type : ir.types()) {
    types_[type.name()] = &type;
    if (type.error_data()) error_data_ = &type;
    for (const ir::Field& field : type.fields()) {
      if (!field.arm().empty()) arms_.insert(field.type());
    }
  }
  for (const ir::Enum& enumeration : ir.enums()) enums_[enumeration.name()] = &enumeration;
}

std::string CppContext::TypeName(absl::string_view name) const {
  return CppTypeName(type(name).full_name(), package());
}

std::string CppContext::EnumName(absl::string_view name) const {
  return CppTypeName(enumeration(name).full_name(), package());
}

std::string CppContext::Enumerator(const ir::Enum& enumeration, const ir::EnumValue& value) const {
  return CppEnumerator(enumeration, value, package());
}

const ir::Error* CppContext::ErrorOfCode(int code) const {
  for (const ir::Error& error : ir_.errors()) {
    if (error.code() == code && !error.reserved()) return &error;
  }
  return nullptr;
}

std::vector<std::string> CppContext::ProtoHeaders() const {
  std::vector<std::string> headers;
  for (const std::string& file : ir_.protocol().files()) {
    const auto in_file = [&](const auto& element) { return element.file() == file; };
    if (std::any_of(ir_.types().begin(), ir_.types().end(), in_file) ||
        std::any_of(ir_.enums().begin(), ir_.enums().end(), in_file)) {
      headers.push_back(absl::StrCat(absl::StripSuffix(file, ".proto"), ".pb.h"));
    }
  }
  return headers;
}

std::string CppContext::Header(absl::string_view name) const { return absl::StrCat(CppFolder(package()), "/", name); }

std::string CppContext::Preamble() const {
  return absl::StrCat("// Generated by protoc-gen-a2a from the proto files of protocol ", ir_.protocol().name(),
                      "; do not edit.\n// ", kRewriteWith, "\n");
}

void CppContext::AddHeader(absl::string_view name, const std::vector<std::string>& system_includes,
                           const std::vector<std::string>& includes, absl::string_view body) const {
  AddGuarded(name, system_includes, includes, InNamespace(CppNamespace(package()), body));
}

void CppContext::AddRuntimeHeader(absl::string_view name, const std::vector<std::string>& system_includes,
                                  const std::vector<std::string>& includes, absl::string_view body) const {
  AddGuarded(name, system_includes, includes, InNamespace("a2a", body));
}

void CppContext::AddGuarded(absl::string_view name, const std::vector<std::string>& system_includes,
                            const std::vector<std::string>& includes, absl::string_view body) const {
  const std::string guard = IncludeGuard(Header(name));
  const bool names_schema = std::any_of(includes.begin(), includes.end(),
                                        [](const std::string& header) { return absl::EndsWith(header, ".pb.h"); });
  sink_->Add(
      absl::StrCat("cpp/", Header(name)),
      absl::StrCat(Preamble(), "#ifndef ", guard, "\n#define ", guard, "\n\n", names_schema ? GnuMacroChecks(ir_) : "",
                   Includes(system_includes, includes), body, "\n#endif  // ", guard, "\n"));
}

void CppContext::AddSource(absl::string_view name, absl::string_view header,
                           const std::vector<std::string>& system_includes, const std::vector<std::string>& includes,
                           absl::string_view body) const {
  sink_->Add(absl::StrCat("cpp/", Header(name)),
             absl::StrCat(Preamble(), "#include \"", Header(header), "\"\n\n", Includes(system_includes, includes),
                          InNamespace(CppNamespace(package()), body)));
}

void PrintCppDoc(absl::string_view doc, Printer* out) {
  for (const std::string& line : CommentLines(doc)) out->Print(line.empty() ? "//$0\n" : "// $0\n", line);
}

void EmitCpp(const ir::Ir& ir, FileSink* sink) {
  const CppContext context(ir, sink);
  EmitCppConstants(context);
  EmitCppErrors(context);
  EmitCppStates(context);
  EmitCppCodec(context);
  EmitCppPaths(context);
  EmitCppServices(context);
  EmitCppNotifications(context);
  EmitCppDispatch(context);
}

}  // namespace a2a::codegen

// codec.h, codec_internal.h, codec_enums.cc and one codec_<file>.cc per proto file.
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "codegen/emit_cpp.h"
#include "codegen/names_cpp.h"

namespace a2a::codegen {
namespace {

constexpr absl::string_view kHeaderDoc =
    "// Decode reads one value of validated JSON text into *out, which is cleared first, and says whether the value is "
    "an\n"
    "// instance of the type; which fault it has, json::Diagnose finds along the type's table. Encode appends the "
    "value.\n\n";

constexpr absl::string_view kInternalDoc =
    "// What the codecs of this protocol share among their files; not for use elsewhere.\n"
    "// Read fills a message that is clear. ReadMembers and WriteMembers are for the arms of unions: the object is "
    "open\n"
    "// already, and its discriminator is known to be valid.\n\n";

void PrintPublic(const CppContext& context, Printer* out) {
  out->Raw(kHeaderDoc);
  for (const ir::Enum& enumeration : context.ir().enums()) {
    const std::string name = context.EnumName(enumeration.name());
    out->Print("absl::string_view WireName($0 value);\n", name);
    out->Print("bool FromWire(absl::string_view wire, $0* value);\n", name);
  }
  for (const ir::Type& type : context.ir().types()) {
    const std::string name = context.TypeName(type.name());
    out->Print("\nextern const a2a::json::TypeTable k$0Table;\n", type.name());
    out->Print("bool Decode(a2a::json::Cursor* in, $0* out);\n", name);
    out->Print("void Encode(const $0& in, std::string* out);\n", name);
  }
}

void PrintInternal(const CppContext& context, Printer* out) {
  out->Print("namespace internal {\n\n");
  out->Raw(kInternalDoc);
  for (const ir::Enum& enumeration : context.ir().enums()) {
    std::vector<std::string> wires;
    for (const ir::EnumValue& value : enumeration.values()) wires.push_back(CppString(value.wire()));
    out->Print("inline constexpr absl::string_view k$0Wire[] = {\n    $1};\n", enumeration.name(),
               absl::StrJoin(wires, ",\n    "));
    out->Print("bool Read(a2a::json::Cursor* in, $0* out);\n", context.EnumName(enumeration.name()));
  }
  for (const ir::Type& type : context.ir().types()) {
    const std::string name = context.TypeName(type.name());
    out->Print("bool Read(a2a::json::Cursor* in, $0* out);\n", name);
    if (!context.IsArm(type.name())) continue;
    out->Print("bool ReadMembers(a2a::json::Cursor* in, absl::string_view discriminator, bool discriminator_seen,\n");
    out->Print("                 $0* out);\n", name);
    out->Print("void WriteMembers(const $0& in, std::string* out);\n", name);
  }
  out->Print("\n}  // namespace internal\n");
}

void PrintEnum(const CppContext& context, const ir::Enum& enumeration, Printer* out) {
  const std::string name = context.EnumName(enumeration.name());
  out->Print("absl::string_view WireName($0 value) {\n  switch (value) {\n", name);
  for (const ir::EnumValue& value : enumeration.values()) {
    out->Print("    case $0:\n      return $1;\n", context.Enumerator(enumeration, value), CppString(value.wire()));
  }
  out->Print("    default:\n      return {};\n  }\n}\n\n");
  out->Print("bool FromWire(absl::string_view wire, $0* value) {\n", name);
  for (const ir::EnumValue& value : enumeration.values()) {
    out->Print("  if (wire == $0) return *value = $1, true;\n", CppString(value.wire()),
               context.Enumerator(enumeration, value));
  }
  out->Print("  return false;\n}\n\n");
  out->Print("bool internal::Read(a2a::json::Cursor* in, $0* out) {\n", name);
  out->Print("  std::string wire;\n  return in->ReadString(&wire) && FromWire(wire, out);\n}\n\n");
}

void EmitFile(const CppContext& context, absl::string_view file, absl::string_view stem) {
  Printer out;
  for (const ir::Type& type : context.ir().types()) {
    if (type.file() != file) continue;
    if (!out.text().empty()) out.Print("\n");
    out.Print("// ---- $0\n\n", type.name());
    PrintCppTable(context, type, &out);
    PrintCppDecoder(context, type, &out);
    PrintCppEncoder(context, type, &out);
  }
  context.AddSource(
      absl::StrCat("codec_", stem, ".cc"), "codec.h",
      {"algorithm", "cstdint", "cstring", "limits", "string", "utility", "vector"},
      {context.Header("codec_internal.h"), context.Header("constants.h"), "json/codec.h", "json/writer.h"}, out.text());
}

}  // namespace

void EmitCppCodec(const CppContext& context) {
  std::vector<std::string> includes = context.ProtoHeaders();
  includes.insert(includes.end(), {"absl/strings/string_view.h", "json/cursor.h", "json/table.h"});
  Printer header;
  PrintPublic(context, &header);
  context.AddHeader("codec.h", {"string"}, includes, header.text());

  Printer internal;
  PrintInternal(context, &internal);
  includes.push_back("json/codec.h");
  context.AddHeader("codec_internal.h", {"string"}, includes, internal.text());

  Printer enums;
  for (const ir::Enum& enumeration : context.ir().enums()) PrintEnum(context, enumeration, &enums);
  if (!context.ir().enums().empty()) {
    context.AddSource("codec_enums.cc", "codec.h", {"string"}, {context.Header("codec_internal.h")}, enums.text());
  }
  for (const auto& [file, stem] : context.codec_files()) EmitFile(context, file, stem);
}

}  // namespace a2a::codegen

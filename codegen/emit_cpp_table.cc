// The constant tables along which json::Diagnose explains a refusal.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "codegen/emit_cpp.h"
#include "codegen/names_cpp.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

// KIND_RAW_ANY -> kRawAny.
std::string KindName(ir::Kind kind) { return absl::StrCat("k", UpperCamel(ir::Kind_Name(kind).substr(5))); }

std::string LimitText(const CppContext& context, const ir::Limit& limit) {
  if (limit.bound().empty()) return absl::StrCat("{.set = true, .value = ", limit.value(), "}");
  const std::string bound = absl::StrCat(CppConstant(limit.bound()), "Bound");
  for (const ir::Bound& declared : context.ir().bounds()) {
    if (declared.name() != limit.bound() || (declared.limit().empty() && declared.error().empty())) continue;
    return absl::StrCat("{.set = true, .value = ", bound, ".value, .bound = ", bound, ".name, .limit = ", bound,
                        ".limit, .error = ", bound, ".error}");
  }
  return absl::StrCat("{.set = true, .value = ", bound, ".value, .bound = ", bound, ".name}");
}

std::string FieldText(const CppContext& context, const ir::Field& field) {
  std::vector<std::string> parts = {absl::StrCat(".name = ", CppString(field.wire_name())),
                                    absl::StrCat(".kind = a2a::json::Kind::", KindName(field.kind()))};
  if (field.repeated()) parts.push_back(".repeated = true");
  if (field.required()) parts.push_back(".required = true");
  if (field.clamp()) parts.push_back(".clamp = true");
  const auto limit = [&](absl::string_view name, bool set, const ir::Limit& value) {
    if (set) parts.push_back(absl::StrCat(".", name, " = ", LimitText(context, value)));
  };
  limit("min_chars", field.has_min_chars(), field.min_chars());
  limit("max_chars", field.has_max_chars(), field.max_chars());
  limit("min_bytes", field.has_min_bytes(), field.min_bytes());
  limit("max_bytes", field.has_max_bytes(), field.max_bytes());
  limit("min_items", field.has_min_items(), field.min_items());
  limit("max_items", field.has_max_items(), field.max_items());
  limit("min_value", field.has_min_value(), field.min_value());
  limit("max_value", field.has_max_value(), field.max_value());
  const ir::Kind value_kind = field.kind() == ir::KIND_MAP ? field.map_value() : field.kind();
  if (value_kind == ir::KIND_MESSAGE) parts.push_back(absl::StrCat(".type = &k", field.type(), "Table"));
  if (value_kind == ir::KIND_ENUM) parts.push_back(absl::StrCat(".values = internal::k", field.type(), "Wire"));
  if (field.kind() == ir::KIND_MAP) {
    parts.push_back(absl::StrCat(".map_value = a2a::json::Kind::", KindName(field.map_value())));
  }
  if (!field.arm().empty()) parts.push_back(absl::StrCat(".arm = ", CppString(field.arm())));
  return absl::StrJoin(parts, ",\n     ");
}

}  // namespace

void PrintCppTable(const CppContext& context, const ir::Type& type, Printer* out) {
  if (!type.fields().empty()) {
    out->Print("static constexpr a2a::json::FieldTable k$0Fields[] = {\n", type.name());
    for (const ir::Field& field : type.fields()) out->Print("    {$0},\n", FieldText(context, field));
    out->Print("};\n");
  }
  std::vector<std::string> parts = {absl::StrCat(".name = ", CppString(type.name()))};
  if (type.open()) parts.push_back(".open = true");
  if (type.has_tag()) {
    parts.push_back(absl::StrCat(".tag_name = ", CppString(type.tag().name())));
    parts.push_back(absl::StrCat(".tag_value = ", CppString(type.tag().value())));
  }
  if (!type.discriminator().empty())
    parts.push_back(absl::StrCat(".discriminator = ", CppString(type.discriminator())));
  if (!type.fields().empty()) parts.push_back(absl::StrCat(".fields = k", type.name(), "Fields"));
  out->Print("constexpr a2a::json::TypeTable k$0Table{\n    $1};\n\n", type.name(), absl::StrJoin(parts, ",\n    "));
}

}  // namespace a2a::codegen

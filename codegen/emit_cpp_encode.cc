// Encoders: append members, splice what is kept as text.
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/substitute.h"
#include "codegen/emit_cpp.h"
#include "codegen/names_cpp.h"

namespace a2a::codegen {
namespace {

// `text` as a C++ literal of JSON text: the member's name quoted for JSON, then for C++. Names of the schema hold no
// control characters, so only quotes and backslashes need JSON's escape.
std::string MemberLiteral(absl::string_view name, absl::string_view value) {
  const auto quoted = [](absl::string_view text) {
    std::string json = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') json.push_back('\\');
      json.push_back(c);
    }
    return json + "\"";
  };
  return CppString(absl::StrCat(",", quoted(name), ":", value.empty() ? "" : quoted(value)));
}

// Statement that appends one value given by an expression.
std::string ValueStatement(ir::Kind kind, absl::string_view value) {
  switch (kind) {
    case ir::KIND_BOOL:
      return absl::Substitute("a2a::json::AppendBool($0, out);", value);
    case ir::KIND_INT32:
    case ir::KIND_INT64:
      return absl::Substitute("a2a::json::AppendInt($0, out);", value);
    case ir::KIND_UINT32:
    case ir::KIND_UINT64:
      return absl::Substitute("a2a::json::AppendUint($0, out);", value);
    case ir::KIND_DOUBLE:
      return absl::Substitute("a2a::json::AppendDouble($0, out);", value);
    case ir::KIND_ENUM:
      return absl::Substitute("a2a::json::AppendString(WireName($0), out);", value);
    case ir::KIND_MESSAGE:
      return absl::Substitute("Encode($0, out);", value);
    case ir::KIND_RAW_ANY:
    case ir::KIND_RAW_OBJECT:
      return absl::Substitute("a2a::json::AppendRaw($0, out);", value);
    default:
      return absl::Substitute("a2a::json::AppendString($0, out);", value);
  }
}

bool IsRaw(ir::Kind kind) { return kind == ir::KIND_RAW_ANY || kind == ir::KIND_RAW_OBJECT; }

class FieldEncoder {
 public:
  FieldEncoder(const CppContext& context, const ir::Field& field, Printer* out)
      : context_(context), field_(field), name_(CppField(field.name())), out_(out) {}

  void Print() {
    if (field_.kind() == ir::KIND_MAP) return PrintList("!in.$0().empty()", [this] { PrintMap(); });
    if (field_.repeated()) return PrintList("!in.$0().empty()", [this] { PrintItems(); });
    PrintSingle();
  }

 private:
  void Line(absl::string_view text) { out_->Raw(absl::StrCat(text, "\n")); }
  void Name() { Line(absl::Substitute("out->append($0);", MemberLiteral(field_.wire_name(), ""))); }

  template <typename PrintBody>
  void PrintList(absl::string_view present, PrintBody print_body) {
    const bool always = field_.required() || field_.always();
    Line(always ? "{" : absl::Substitute("if ($0) {", absl::Substitute(present, name_)));
    {
      const Indented body(out_);
      Name();
      Line("const size_t items = out->size();");
      print_body();
    }
    Line("}");
  }

  void PrintItems() {
    Line(absl::Substitute("for (const auto& item : in.$0()) {", name_));
    Line("  out->push_back(',');");
    Line(absl::StrCat("  ", ValueStatement(field_.kind(), EnumValue("item"))));
    Line("}");
    Line("a2a::json::CloseArray(items, out);");
  }

  // Protobuf's maps have no order of their own: sorted by the bytes of the keys.
  void PrintMap() {
    Line(absl::Substitute("std::vector<std::pair<absl::string_view, decltype(&in.$0().begin()->second)>> entries;",
                          name_));
    Line(
        absl::Substitute("for (const auto& entry : in.$0()) entries.emplace_back(entry.first, &entry.second);", name_));
    Line("std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.first < b.first; });");
    Line("for (const auto& [key, value] : entries) {");
    Line("  out->push_back(',');");
    Line("  a2a::json::AppendString(key, out);");
    Line("  out->push_back(':');");
    Line(absl::StrCat("  ", ValueStatement(field_.map_value(), EnumValue("*value"))));
    Line("}");
    Line("a2a::json::CloseObject(items, out);");
  }

  // A map holds its enums as integers on some protobuf versions.
  std::string EnumValue(absl::string_view value) const {
    const ir::Kind kind = field_.kind() == ir::KIND_MAP ? field_.map_value() : field_.kind();
    if (kind != ir::KIND_ENUM) return std::string(value);
    return absl::Substitute("static_cast<$0>($1)", context_.EnumName(field_.type()), value);
  }

  // Condition under which an optional field is there.
  std::string Present() const {
    if (IsRaw(field_.kind())) return absl::Substitute("!in.$0().empty()", name_);
    if (field_.has_presence()) return absl::Substitute("in.has_$0()", name_);
    switch (field_.kind()) {
      case ir::KIND_STRING:
      case ir::KIND_BASE64:
        return absl::Substitute("!in.$0().empty()", name_);
      case ir::KIND_BOOL:
        return absl::Substitute("in.$0()", name_);
      default:
        return absl::Substitute("in.$0() != 0", name_);
    }
  }

  void PrintSingle() {
    const std::string value = absl::Substitute("in.$0()", name_);
    const std::string statement = ValueStatement(field_.kind(), value);
    if (field_.required()) {
      Name();
      if (!IsRaw(field_.kind())) return Line(statement);
      const absl::string_view none = field_.kind() == ir::KIND_RAW_OBJECT ? "{}" : "null";
      // A bare conditional between a literal and a string would copy the string.
      return Line(absl::Substitute(
          "a2a::json::AppendRaw($0.empty() ? absl::string_view(\"$1\") : absl::string_view($0), out);", value, none));
    }
    Line(absl::Substitute("if ($0) {", Present()));
    {
      const Indented body(out_);
      Name();
      Line(statement);
    }
    if (field_.nullable()) {
      Line("} else {");
      const std::string member = MemberLiteral(field_.wire_name(), "");
      Line(absl::Substitute("  out->append($0null\");", member.substr(0, member.size() - 1)));
    }
    Line("}");
  }

  const CppContext& context_;
  const ir::Field& field_;
  const std::string name_;
  Printer* const out_;
};

void PrintMembers(const CppContext& context, const ir::Type& type, Printer* out) {
  const Indented body(out);
  if (type.has_tag() && type.tag().written()) {
    out->Print("out->append($0);\n", MemberLiteral(type.tag().name(), type.tag().value()));
  }
  for (const ir::Field& field : type.fields()) FieldEncoder(context, field, out).Print();
  if (!type.extras_field().empty()) out->Print("a2a::json::AppendRaw(in.$0(), out);\n", CppField(type.extras_field()));
}

void PrintUnion(const CppContext& context, const ir::Type& type, Printer* out) {
  out->Print("void Encode(const $0& in, std::string* out) {\n", context.TypeName(type.name()));
  out->Print("  const size_t start = out->size();\n");
  const char* keyword = "if";
  for (const ir::Field& field : type.fields()) {
    out->Print("  $0 (in.has_$1()) {\n", keyword, CppField(field.name()));
    out->Print("    out->append($0);\n", MemberLiteral(type.discriminator(), field.arm()));
    out->Print("    internal::WriteMembers(in.$0(), out);\n", CppField(field.name()));
    keyword = "} else if";
  }
  if (!type.fields().empty()) out->Print("  }\n");
  out->Print("  a2a::json::CloseObject(start, out);\n}\n");
}

// True when an encoder of the type looks at its message.
bool UsesMessage(const ir::Type& type) { return !type.fields().empty() || !type.extras_field().empty(); }

}  // namespace

void PrintCppEncoder(const CppContext& context, const ir::Type& type, Printer* out) {
  if (!type.discriminator().empty()) return PrintUnion(context, type, out);
  const std::string name = context.TypeName(type.name());
  const std::string parameter = UsesMessage(type) ? "in" : "/*in*/";
  const bool is_arm = context.IsArm(type.name());
  if (is_arm) {
    const bool writes = UsesMessage(type) || (type.has_tag() && type.tag().written());
    out->Print("void internal::WriteMembers(const $0& $1, std::string* $2) {\n", name, parameter,
               writes ? "out" : "/*out*/");
    PrintMembers(context, type, out);
    out->Print("}\n\n");
  }
  const std::string cached = CppField(type.cached_json_field());
  out->Print("void Encode(const $0& $1, std::string* out) {\n", name,
             is_arm || !type.cached_json_field().empty() ? "in" : parameter);
  if (!type.cached_json_field().empty()) {
    out->Print("  if (!in.$0().empty()) {\n    a2a::json::AppendRaw(in.$0(), out);\n    return;\n  }\n", cached);
  }
  out->Print("  const size_t start = out->size();\n");
  if (is_arm) {
    out->Print("  internal::WriteMembers(in, out);\n");
  } else {
    PrintMembers(context, type, out);
  }
  out->Print("  a2a::json::CloseObject(start, out);\n}\n");
}

}  // namespace a2a::codegen

// Decoders: straight code per message that only says yes or no. They fill whatever message they are given and clear
// what the text does not mention, instead of clearing all of it first: protobuf's Clear() throws sub-messages away.
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/substitute.h"
#include "codegen/emit_cpp.h"
#include "codegen/names_cpp.h"

namespace a2a::codegen {
namespace {

// Where a value goes, as C++ expressions.
struct Target {
  std::string pointer;  // to a string or message that is filled in place
  std::string value;    // the string again, for checks
  std::string set;      // statement with $0 for a scalar
};

std::string LimitExpression(const ir::Limit& limit) {
  return limit.bound().empty() ? absl::StrCat(limit.value()) : CppConstant(limit.bound());
}

class FieldDecoder {
 public:
  FieldDecoder(const CppContext& context, const ir::Field& field, Printer* out)
      : context_(context), field_(field), name_(CppField(field.name())), out_(out) {}

  // Statements that read the field's value and end in `break`.
  void Print() {
    if (!field_.required()) {
      Line("if (in->ReadNull()) {");
      Line(absl::Substitute("  out->clear_$0();", name_));
      Line("  break;");
      Line("}");
    }
    if (field_.kind() == ir::KIND_MAP) {
      PrintMap();
    } else if (field_.repeated()) {
      PrintItems();
    } else {
      const Target target = {absl::StrCat("out->mutable_", name_, "()"), absl::StrCat("out->", name_, "()"),
                             absl::StrCat("out->set_", name_, "($0);")};
      PrintValue(field_.kind(), target);
    }
    Line("break;");
  }

 private:
  void Line(absl::string_view text) { out_->Raw(absl::StrCat(text, "\n")); }
  void RefuseIf(absl::string_view condition) { Line(absl::StrCat("if (", condition, ") return false;")); }

  void PrintItems() {
    // Messages of the last call are filled again: making one costs more than reading it.
    const bool reuse = field_.kind() == ir::KIND_MESSAGE;
    Line("if (!in->EnterArray()) return false;");
    Line(reuse ? "int size = 0;" : absl::Substitute("out->clear_$0();", name_));
    Line("while (in->NextElement()) {");
    const std::string size = reuse ? "size" : absl::Substitute("out->$0_size()", name_);
    {
      const Indented body(out_);
      // Judged before an item is made: a hostile array costs no memory.
      if (field_.has_max_items()) RefuseIf(absl::StrCat(size, " >= ", LimitExpression(field_.max_items())));
      if (reuse) {
        Line(absl::Substitute("auto* const item = size < out->$0_size() ? out->mutable_$0(size) : out->add_$0();",
                              name_));
        RefuseIf("!internal::Read(in, item)");
        Line("++size;");
      } else {
        PrintItem(field_.kind());
      }
    }
    Line("}");
    if (reuse) Line(absl::Substitute("a2a::json::Shrink(size, out->mutable_$0());", name_));
    if (field_.has_min_items()) RefuseIf(absl::StrCat(size, " < ", LimitExpression(field_.min_items())));
  }

  void PrintItem(ir::Kind kind) {
    const Target target = {absl::StrCat("out->add_", name_, "()"), "*item", absl::StrCat("out->add_", name_, "($0);")};
    if (!IsText(kind)) return PrintValue(kind, target);
    Line(absl::Substitute("std::string* const item = $0;", target.pointer));
    PrintValue(kind, {"item", "*item", target.set});
  }

  void PrintMap() {
    Line("if (!in->EnterObject()) return false;");
    Line(absl::Substitute("out->clear_$0();", name_));
    Line("absl::string_view entry;");
    Line("while (in->NextMember(&entry)) {");
    {
      const Indented body(out_);
      if (field_.has_max_items()) {
        RefuseIf(absl::Substitute("static_cast<int64_t>(out->$0().size()) >= $1", name_,
                                  LimitExpression(field_.max_items())));
      }
      Line("const std::string name(entry.data(), entry.size());");
      RefuseIf(absl::Substitute("out->$0().count(name) != 0", name_));
      Line(absl::Substitute("auto& item = (*out->mutable_$0())[name];", name_));
      PrintValue(field_.map_value(), {"&item", "item", "item = $0;"});
    }
    Line("}");
    if (field_.has_min_items()) {
      RefuseIf(
          absl::Substitute("static_cast<int64_t>(out->$0().size()) < $1", name_, LimitExpression(field_.min_items())));
    }
  }

  static bool IsText(ir::Kind kind) {
    return kind == ir::KIND_STRING || kind == ir::KIND_BASE64 || kind == ir::KIND_RAW_ANY ||
           kind == ir::KIND_RAW_OBJECT;
  }

  void PrintValue(ir::Kind kind, const Target& target) {
    switch (kind) {
      case ir::KIND_STRING:
        RefuseIf(absl::Substitute("!in->ReadString($0)", target.pointer));
        return PrintTextChecks(target.value, target.value[0] == '*' ? absl::StrCat("(", target.value, ").size()")
                                                                    : absl::StrCat(target.value, ".size()"));
      case ir::KIND_BASE64:
        Line("size_t decoded = 0;");
        RefuseIf(absl::Substitute("!in->ReadBase64($0, &decoded)", target.pointer));
        return PrintTextChecks(target.value, "decoded");
      case ir::KIND_RAW_OBJECT:
        RefuseIf("in->type() != a2a::json::Type::kObject");
        return Line(absl::Substitute("a2a::json::ReadCanonical(in, $0);", target.pointer));
      case ir::KIND_RAW_ANY:
        return Line(absl::Substitute("a2a::json::ReadCanonical(in, $0);", target.pointer));
      case ir::KIND_MESSAGE:
        return RefuseIf(absl::Substitute("!internal::Read(in, $0)", target.pointer));
      case ir::KIND_ENUM:
        Line(absl::Substitute("$0 value;", context_.EnumName(field_.type())));
        RefuseIf("!internal::Read(in, &value)");
        return Line(absl::Substitute(target.set, "value"));
      case ir::KIND_BOOL:
        Line("bool value;");
        RefuseIf("!in->ReadBool(&value)");
        return Line(absl::Substitute(target.set, "value"));
      default:
        return PrintNumber(kind, target);
    }
  }

  // `bytes` is the expression of what limits in bytes count.
  void PrintTextChecks(const std::string& text, const std::string& bytes) {
    if (field_.has_min_chars()) {
      RefuseIf(absl::Substitute("a2a::json::ShorterThan($0, $1)", text, LimitExpression(field_.min_chars())));
    }
    if (field_.has_max_chars()) {
      RefuseIf(absl::Substitute("a2a::json::LongerThan($0, $1)", text, LimitExpression(field_.max_chars())));
    }
    if (field_.has_min_bytes()) {
      RefuseIf(absl::Substitute("$0 < size_t{$1}", bytes, LimitExpression(field_.min_bytes())));
    }
    if (field_.has_max_bytes()) {
      RefuseIf(absl::Substitute("$0 > size_t{$1}", bytes, LimitExpression(field_.max_bytes())));
    }
  }

  void PrintNumber(ir::Kind kind, const Target& target) {
    struct Reader {
      const char* type;
      const char* function;
    };
    static const std::map<ir::Kind, Reader> kReaders = {
        {ir::KIND_INT32, {"int32_t", "Int32"}},    {ir::KIND_INT64, {"int64_t", "Int64"}},
        {ir::KIND_UINT32, {"uint32_t", "Uint32"}}, {ir::KIND_UINT64, {"uint64_t", "Uint64"}},
        {ir::KIND_DOUBLE, {"double", "Double"}},
    };
    const Reader& reader = kReaders.at(kind);
    if (field_.clamp()) return PrintClamped(kind, reader.type, target);
    Line(absl::Substitute("$0 value;", reader.type));
    RefuseIf(absl::Substitute("!in->Read$0(&value)", reader.function));
    const bool is_unsigned = kind == ir::KIND_UINT32 || kind == ir::KIND_UINT64;
    const auto limit = [&](const ir::Limit& value) {
      return is_unsigned ? absl::Substitute("$0{$1}", reader.type, LimitExpression(value)) : LimitExpression(value);
    };
    if (field_.has_min_value()) RefuseIf(absl::StrCat("value < ", limit(field_.min_value())));
    if (field_.has_max_value()) RefuseIf(absl::StrCat("value > ", limit(field_.max_value())));
    Line(absl::Substitute(target.set, "value"));
  }

  // Too large is never wrong here, whatever the kind's range; too small is.
  void PrintClamped(ir::Kind kind, absl::string_view type, const Target& target) {
    const bool is_unsigned = kind == ir::KIND_UINT32 || kind == ir::KIND_UINT64;
    const std::string wide = is_unsigned ? "uint64_t" : "int64_t";
    Line(absl::Substitute("$0 value;", wide));
    if (kind == ir::KIND_INT64) {
      RefuseIf("!in->ReadInt64(&value) && (!in->ReadInt64Clamped(&value) || value < 0)");
    } else {
      RefuseIf(absl::Substitute("!in->Read$0Clamped(&value)", is_unsigned ? "Uint64" : "Int64"));
    }
    if (kind == ir::KIND_INT32) RefuseIf("value < std::numeric_limits<int32_t>::min()");
    if (field_.has_min_value()) {
      RefuseIf(absl::Substitute("value < $0{$1}", wide, LimitExpression(field_.min_value())));
    }
    const std::string clamped =
        absl::Substitute("static_cast<$0>(std::min(value, $1{$2}))", type, wide, LimitExpression(field_.max_value()));
    Line(absl::Substitute(target.set, clamped));
  }

  const CppContext& context_;
  const ir::Field& field_;
  const std::string name_;
  Printer* const out_;
};

// `static int MemberOfX(key)`: index of a member by its wire name, -1 for others.
void PrintLookup(const ir::Type& type, Printer* out) {
  std::map<size_t, std::vector<std::pair<std::string, int>>> by_size;
  int index = 0;
  for (const ir::Field& field : type.fields())
    by_size[field.wire_name().size()].push_back({field.wire_name(), index++});
  if (type.has_tag()) by_size[type.tag().name().size()].push_back({type.tag().name(), index});
  out->Print("static int MemberOf$0(absl::string_view key) {\n  switch (key.size()) {\n", type.name());
  for (const auto& [size, members] : by_size) {
    out->Print("    case $0:\n", size);
    for (const auto& [name, member] : members) {
      out->Print("      if (std::memcmp(key.data(), $0, $1) == 0) return $2;\n", CppString(name), size, member);
    }
    out->Print("      break;\n");
  }
  out->Print("  }\n  return -1;\n}\n\n");
}

class TypeDecoder {
 public:
  TypeDecoder(const CppContext& context, const ir::Type& type, Printer* out)
      : context_(context),
        type_(type),
        name_(context.TypeName(type.name())),
        is_arm_(context.IsArm(type.name())),
        members_(type.fields_size() + (type.has_tag() ? 1 : 0)),
        out_(out) {}

  void Print() {
    if (members_ > 0) PrintLookup(type_, out_);
    if (is_arm_) {
      out_->Print("bool internal::ReadMembers(a2a::json::Cursor* in, absl::string_view discriminator,\n");
      out_->Print("                           bool discriminator_seen, $0* $1) {\n", name_, OutParameter());
      PrintLoop();
      out_->Print("}\n\n");
      out_->Print("bool internal::Read(a2a::json::Cursor* in, $0* out) {\n", name_);
      out_->Print("  return in->EnterObject() && ReadMembers(in, {}, true, out);\n}\n\n");
    } else {
      out_->Print("bool internal::Read(a2a::json::Cursor* in, $0* $1) {\n", name_, OutParameter());
      out_->Print("  if (!in->EnterObject()) return false;\n");
      PrintLoop();
      out_->Print("}\n\n");
    }
  }

 private:
  std::string OutParameter() const {
    return type_.fields().empty() && type_.extras_field().empty() ? "/*out*/" : "out";
  }

  void PrintLoop() {
    const Indented body(out_);
    if (members_ > 0) out_->Print("a2a::json::Seen<$0> seen;\n", members_);
    if (type_.open()) out_->Print("a2a::json::UnknownMembers unknown;\n");
    for (const std::string& home : {type_.extras_field(), type_.cached_json_field()}) {
      if (!home.empty()) out_->Print("out->clear_$0();\n", CppField(home));
    }
    out_->Print("absl::string_view key;\nwhile (in->NextMember(&key)) {\n");
    if (members_ > 0) {
      PrintSwitch();
    } else {
      const Indented unknown(out_);
      PrintUnknown("continue;");
    }
    out_->Print("}\n");
    PrintVerdict();
  }

  void PrintSwitch() {
    const Indented body(out_);
    out_->Print("const int member = MemberOf$0(key);\n", type_.name());
    out_->Print("if (member >= 0 && !seen.Mark(member)) return false;\n");
    out_->Print("switch (member) {\n");
    int index = 0;
    for (const ir::Field& field : type_.fields()) {
      out_->Print("  case $0: {  // $1\n", index++, CppString(field.wire_name()));
      {
        const Indented code(out_, 4);
        FieldDecoder(context_, field, out_).Print();
      }
      out_->Print("  }\n");
    }
    if (type_.has_tag()) {
      out_->Print("  case $0:  // $1\n", index, CppString(type_.tag().name()));
      out_->Print("    if (!in->ReadNull() && !a2a::json::ReadExactly($0, in)) return false;\n    break;\n",
                  CppString(type_.tag().value()));
    }
    out_->Print("  default:\n");
    {
      const Indented code(out_, 4);
      PrintUnknown("break;");
    }
    out_->Print("}\n");
  }

  // What happens to a member that the type does not know; `next` leaves this turn of the loop.
  void PrintUnknown(absl::string_view next) {
    if (is_arm_) {
      out_->Print("if (!discriminator.empty() && key == discriminator) {\n");
      out_->Print("  if (discriminator_seen) return false;\n  discriminator_seen = true;\n  in->Skip();\n");
      out_->Raw(absl::StrCat("  ", next, "\n}\n"));
    }
    if (!type_.open()) return out_->Print("return false;\n");
    out_->Print("unknown.Keep(key, in, out->mutable_$0());\n", CppField(type_.extras_field()));
  }

  void PrintVerdict() {
    std::vector<std::string> required, optional;
    for (int i = 0; i < type_.fields_size(); ++i)
      (type_.fields(i).required() ? required : optional).push_back(absl::StrCat(i));
    std::vector<std::string> conditions;
    if (!required.empty()) conditions.push_back(absl::StrCat("seen.All<", absl::StrJoin(required, ", "), ">()"));
    if (type_.open()) conditions.push_back("unknown.Unique()");
    const std::string verdict = conditions.empty() ? "true" : absl::StrJoin(conditions, " && ");
    if (optional.empty()) return out_->Print("return $0;\n", verdict);
    for (const std::string& condition : conditions) out_->Print("if (!$0) return false;\n", condition);
    for (int i = 0; i < type_.fields_size(); ++i) {
      if (type_.fields(i).required()) continue;
      out_->Print("if (!seen.Has($0)) out->clear_$1();\n", i, CppField(type_.fields(i).name()));
    }
    out_->Print("return true;\n");
  }

  const CppContext& context_;
  const ir::Type& type_;
  const std::string name_;
  const bool is_arm_;
  const int members_;
  Printer* const out_;
};

void PrintUnionDecoder(const CppContext& context, const ir::Type& type, Printer* out) {
  const std::string discriminator = CppString(type.discriminator());
  out->Print("bool internal::Read(a2a::json::Cursor* in, $0* out) {\n", context.TypeName(type.name()));
  out->Print("  const a2a::json::Cursor object = *in;\n  absl::string_view key;\n");
  out->Print("  if (!in->EnterObject() || !in->NextMember(&key)) return false;\n");
  out->Print("  std::string arm;\n  const bool first = key == $0;\n", discriminator);
  out->Print("  if (first) {\n    if (!in->ReadString(&arm)) return false;\n  } else {\n");
  out->Print("    // The discriminator comes later, or never: look for it, then read the object from its start.\n");
  out->Print("    if (!a2a::json::FindString(object, $0, &arm)) return false;\n", discriminator);
  out->Print("    *in = object;\n    in->EnterObject();\n  }\n");
  for (const ir::Field& field : type.fields()) {
    out->Print("  if (arm == $0) return ReadMembers(in, $1, first, out->mutable_$2());\n", CppString(field.arm()),
               discriminator, CppField(field.name()));
  }
  out->Print("  return false;\n}\n\n");
}

}  // namespace

void PrintCppDecoder(const CppContext& context, const ir::Type& type, Printer* out) {
  if (type.discriminator().empty()) {
    TypeDecoder(context, type, out).Print();
  } else {
    PrintUnionDecoder(context, type, out);
  }
  out->Print("bool Decode(a2a::json::Cursor* in, $0* out) {\n", context.TypeName(type.name()));
  out->Print("  return internal::Read(in, out);\n}\n\n");
}

}  // namespace a2a::codegen

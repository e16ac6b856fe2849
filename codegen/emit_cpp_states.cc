// states.h and states.cc: which moves a state machine allows, to whom.
#include <map>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "codegen/emit_cpp.h"
#include "codegen/names_cpp.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

class StateEmitter {
 public:
  StateEmitter(const CppContext& context, const ir::Enum& states)
      : context_(context), states_(states), name_(context.EnumName(states.name())) {
    for (const ir::EnumValue& value : states.values()) {
      for (const ir::RoleMoves& role : value.state().roles()) roles_.insert(role.role());
    }
  }

  void PrintHeader(Printer* out) const {
    std::string roles = "kAny";
    for (const std::string& role : roles_) absl::StrAppend(&roles, ", ", CppConstant(role));
    out->Print("// Roles whose moves the schema narrows; kAny may make every legal move.\n");
    out->Print("enum class $0Role { $1 };\n\n", name_, roles);
    out->Print("inline constexpr $0 kInitial$1 = $2;\n", name_, states_.name(), Enumerator(Initial()));
    out->Print("bool IsTerminal($0 state);\n", name_);
    out->Print("bool IsPaused($0 state);\n", name_);
    out->Print("// Legal targets of `role` from `from`, in schema order.\n");
    out->Print("absl::Span<const $0> AllowedMoves($0 from, $0Role role = $0Role::kAny);\n", name_);
    out->Print("bool CanMove($0 from, $0 to, $0Role role = $0Role::kAny);\n", name_);
  }

  void PrintSource(Printer* out) const {
    PrintFlag(
        "IsTerminal", [](const ir::State& state) { return state.terminal(); }, out);
    PrintFlag(
        "IsPaused", [](const ir::State& state) { return state.paused(); }, out);
    PrintMoves(out);
    out->Print("bool CanMove($0 from, $0 to, $0Role role) {\n", name_);
    out->Print("  const absl::Span<const $0> moves = AllowedMoves(from, role);\n", name_);
    out->Print("  return std::find(moves.begin(), moves.end(), to) != moves.end();\n}\n");
  }

 private:
  const ir::EnumValue& Initial() const {
    for (const ir::EnumValue& value : states_.values()) {
      if (value.state().initial()) return value;
    }
    return states_.values(0);
  }

  std::string Enumerator(const ir::EnumValue& value) const { return context_.Enumerator(states_, value); }

  template <typename Flag>
  void PrintFlag(absl::string_view function, Flag flag, Printer* out) const {
    std::vector<std::string> tests;
    for (const ir::EnumValue& value : states_.values()) {
      if (flag(value.state())) tests.push_back(absl::StrCat("state == ", Enumerator(value)));
    }
    out->Print("bool $0($1$2) {\n  return $3;\n}\n\n", function, name_, tests.empty() ? "" : " state",
               tests.empty() ? "false" : absl::StrJoin(tests, " ||\n         "));
  }

  // Prints the static array of `moves` and returns the expression of a span over it.
  template <typename Moves>
  std::string PrintArray(const Moves& moves, absl::string_view array, Printer* out) const {
    if (moves.empty()) return "{}";
    std::vector<std::string> targets;
    for (const int target : moves) targets.push_back(Enumerator(states_.values(target)));
    out->Print("static constexpr $0 $1[] = {\n    $2};\n", name_, array, absl::StrJoin(targets, ",\n    "));
    return std::string(array);
  }

  void PrintMoves(Printer* out) const {
    out->Print("absl::Span<const $0> AllowedMoves($0 from, $0Role$1) {\n", name_, roles_.empty() ? "" : " role");
    out->Print("  switch (from) {\n");
    for (const ir::EnumValue& value : states_.values()) {
      if (value.state().to().empty()) continue;
      out->Print("    case $0: {\n", Enumerator(value));
      PrintMovesFrom(value.state(), out);
      out->Print("    }\n");
    }
    out->Print("    default:\n      return {};\n  }\n}\n\n");
  }

  void PrintMovesFrom(const ir::State& state, Printer* out) const {
    const Indented body(out, 6);
    const std::string all = PrintArray(state.to(), "kAll", out);
    for (const ir::RoleMoves& role : state.roles()) {
      const std::string moves = PrintArray(role.to(), absl::StrCat(CppConstant(role.role()), "Moves"), out);
      out->Print("if (role == $0Role::$1) return $2;\n", name_, CppConstant(role.role()), moves);
    }
    out->Print("return $0;\n", all);
  }

  const CppContext& context_;
  const ir::Enum& states_;
  const std::string name_;
  std::set<std::string> roles_;
};

}  // namespace

void EmitCppStates(const CppContext& context) {
  Printer header, source;
  std::vector<std::string> includes = context.ProtoHeaders();
  includes.push_back("absl/types/span.h");
  for (const ir::Enum& enumeration : context.ir().enums()) {
    if (!enumeration.is_state()) continue;
    if (!header.text().empty()) header.Print("\n"), source.Print("\n");
    const StateEmitter emitter(context, enumeration);
    emitter.PrintHeader(&header);
    emitter.PrintSource(&source);
  }
  if (header.text().empty()) return;
  context.AddHeader("states.h", {}, includes, header.text());
  context.AddSource("states.cc", "states.h", {"algorithm"}, {}, source.text());
}

}  // namespace a2a::codegen

// states.ts: the legal moves of every state enum.
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "codegen/emit_ts_model.h"
#include "codegen/emit_ts_text.h"
#include "codegen/printer.h"

namespace a2a::codegen {
namespace {

template <typename Indices>
std::string Targets(const ir::Enum& e, const Indices& indices) {
  std::vector<std::string> wires;
  for (const int index : indices) wires.push_back(e.values(index).wire());
  return TsStrings(wires);
}

// Roles in the order in which the schema first names them.
std::vector<std::string> Roles(const ir::Enum& e) {
  std::vector<std::string> roles;
  std::set<std::string> seen;
  for (const ir::EnumValue& value : e.values()) {
    for (const ir::RoleMoves& moves : value.state().roles()) {
      if (seen.insert(moves.role()).second) roles.push_back(moves.role());
    }
  }
  return roles;
}

std::string Union(const std::vector<std::string>& texts) {
  if (texts.empty()) return "never";
  return absl::StrJoin(texts, " | ", [](std::string* out, const std::string& text) { out->append(TsString(text)); });
}

void EmitRow(const ir::Enum& e, const ir::EnumValue& value, Printer* out) {
  const ir::State& state = value.state();
  std::vector<std::string> roles;
  for (const ir::RoleMoves& moves : state.roles()) {
    roles.push_back(absl::StrCat(TsKey(moves.role()), ": ", Targets(e, moves.to())));
  }
  out->Print("$0: {\n", TsKey(value.wire()));
  {
    const Indented indented(out);
    out->Print("to: $0,\n", Targets(e, state.to()));
    out->Print("roles: $0,\n", roles.empty() ? "{}" : TsBlock("{ ", roles, " }"));
    out->Print("terminal: $0,\npaused: $1,\n", state.terminal(), state.paused());
  }
  out->Raw("},\n");
}

void EmitMachine(const TsModel& model, const ir::Enum& e, Printer* out) {
  std::vector<std::string> terminals;
  std::string initial;
  for (const ir::EnumValue& value : e.values()) {
    if (value.state().terminal()) terminals.push_back(value.wire());
    if (value.state().initial()) initial = value.wire();
  }
  const std::string arguments =
      absl::StrCat("<t.", model.Name(e.name()), ", ", model.Terminal(e.name()), ", ", model.Role(e.name()), ">");
  out->Raw("\n/** Roles that may not make every legal move. */\n");
  out->Print("export type $0 = $1;\n\n", model.Role(e.name()), Union(Roles(e)));
  out->Raw("/** States that never move again. */\n");
  out->Print("export type $0 = $1;\n\n", model.Terminal(e.name()), Union(terminals));
  TsDoc({e.doc()}, out);
  out->Print("export const $0: StateMachine$1 =\n", model.Machine(e.name()), arguments);
  const Indented continued(out);
  out->Print("stateMachine$0($1, {\n", arguments, TsString(initial));
  {
    const Indented indented(out);
    for (const ir::EnumValue& value : e.values()) EmitRow(e, value, out);
  }
  out->Raw("});\n");
}

}  // namespace

std::string TsStates(const TsModel& model) {
  Printer out;
  out.Raw(model.preamble());
  bool first = true;
  for (const ir::Enum& e : model.ir().enums()) {
    if (!e.is_state()) continue;
    if (first) {
      out.Raw(
          "import { stateMachine } from \"./runtime.js\";\n"
          "import type { StateMachine } from \"./runtime.js\";\n"
          "import type * as t from \"./types.js\";\n");
    }
    first = false;
    EmitMachine(model, e, &out);
  }
  if (first) out.Raw("export {};\n");
  return out.Take();
}

}  // namespace a2a::codegen

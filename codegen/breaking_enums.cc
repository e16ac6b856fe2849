// Enum strings and state machines.
#include <algorithm>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "codegen/breaking_compare.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

using Names = std::set<std::string>;

std::string ValueWhere(const ir::Enum& type, const ir::EnumValue& value, absl::string_view option = "") {
  return absl::StrCat(type.name(), ".", value.name(), option.empty() ? "" : "#", option);
}

Names WireNames(const ir::Enum& type, const google::protobuf::RepeatedField<int32_t>& indices) {
  Names names;
  for (const int index : indices) {
    if (index >= 0 && index < type.values_size()) names.insert(type.values(index).wire());
  }
  return names;
}

Names Minus(const Names& a, const Names& b) {
  Names rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::inserter(rest, rest.end()));
  return rest;
}

// Legal moves out of a state, for everybody (role "") and for a role; one that is not listed may make all of them.
Names MovesOf(const ir::Enum& type, const ir::State& state, const std::string& role) {
  for (const ir::RoleMoves& moves : state.roles()) {
    if (moves.role() == role) return WireNames(type, moves.to());
  }
  return WireNames(type, state.to());
}

const ir::EnumValue* InitialOf(const ir::Enum& type) {
  for (const ir::EnumValue& value : type.values()) {
    if (value.state().initial()) return &value;
  }
  return nullptr;
}

}  // namespace

void Comparison::Enums() {
  for (const auto& [names, usage] : enums_) {
    const ir::Enum* const before = old_names_.Enum(names.first);
    const ir::Enum* const after = new_names_.Enum(names.second);
    if (before != nullptr && after != nullptr) CompareEnum(*before, *after, usage);
  }
}

void Comparison::CompareEnum(const ir::Enum& before, const ir::Enum& after, const Usage& usage) {
  const std::string& name = after.name();
  if (Renamed({before.name(), name}, /*enums=*/true)) {
    SourceName("enum-source-name", name, before.name(), name, {name});
    Doc(name, before.doc(), after.doc(), {name});
  }
  const bool states = before.is_state() && after.is_state();
  if (before.is_state() != after.is_state()) {
    Judge(Add("state-machine", name, after.is_state() ? "plain enum -> states" : "states -> plain enum", {name}), usage,
          after.is_state() ? Breaking("callers that make a move which is not legal now are refused")
                           : Additive("every move is legal"),
          Breaking("readers follow other moves"));
  }
  const Matched<ir::EnumValue> values = MatchValues(before, after);
  for (const auto& [old_value, new_value] : values.both) {
    const std::string subject = absl::StrCat(name, ".", new_value->wire());
    if (old_value->wire() != new_value->wire()) {
      Judge(
          Add("enum-value-renamed", subject, absl::StrCat(Quoted(old_value->wire()), " -> ", Quoted(new_value->wire())),
              {ValueWhere(after, *new_value, "wire")}),
          usage, Breaking("callers that send the old string are refused"),
          Breaking("readers refuse a string that they do not know"));
    } else {
      SourceName("enum-value-source-name", subject, old_value->name(), new_value->name(),
                 {ValueWhere(after, *new_value)});
    }
    Doc(subject, old_value->doc(), new_value->doc(), {ValueWhere(after, *new_value)});
    if (states) CompareState(before, after, *old_value, *new_value, usage);
  }
  for (const ir::EnumValue* value : values.removed) {
    Judge(Add("enum-value-removed", absl::StrCat(name, ".", value->wire()), "removed", {name}), usage,
          Breaking("callers that send it are refused"), Additive("readers never meet it again"));
  }
  for (const ir::EnumValue* value : values.added) {
    Judge(Add("enum-value-added", absl::StrCat(name, ".", value->wire()), "added", {ValueWhere(after, *value)}), usage,
          Additive("callers need not send it"), Breaking("readers refuse a string that they do not know"));
  }
  const ir::EnumValue* const old_initial = InitialOf(before);
  const ir::EnumValue* const new_initial = InitialOf(after);
  const auto start = std::find(values.both.begin(), values.both.end(), std::make_pair(old_initial, new_initial));
  if (states && old_initial != nullptr && new_initial != nullptr && start == values.both.end()) {
    Judge(Add("state-initial", name,
              absl::StrCat("initial state ", Quoted(old_initial->wire()), " -> ", Quoted(new_initial->wire())),
              {ValueWhere(after, *new_initial, "state")}),
          usage, Breaking("what callers start begins elsewhere"), Breaking("readers wait for another first state"));
  }
}

void Comparison::CompareState(const ir::Enum& before, const ir::Enum& after, const ir::EnumValue& old_value,
                              const ir::EnumValue& new_value, const Usage& usage) {
  const ir::State& old_state = old_value.state();
  const ir::State& new_state = new_value.state();
  const std::string subject = absl::StrCat(after.name(), ".", new_value.wire());
  const std::vector<std::string> where = {ValueWhere(after, new_value, "state")};
  const Matched<ir::EnumValue> values = MatchValues(before, after);
  // Moves to states that came or went are part of that.
  std::map<std::string, std::string> renamed;
  Names gone, fresh;
  for (const auto& [old_one, new_one] : values.both) renamed.emplace(old_one->wire(), new_one->wire());
  for (const ir::EnumValue* value : values.removed) gone.insert(value->wire());
  for (const ir::EnumValue* value : values.added) fresh.insert(value->wire());
  const auto old_moves = [&](const std::string& role) {
    Names moves;
    for (const std::string& to : Minus(MovesOf(before, old_state, role), gone)) moves.insert(NameAfter(renamed, to));
    return moves;
  };
  const auto new_moves = [&](const std::string& role) { return Minus(MovesOf(after, new_state, role), fresh); };
  const auto report = [&](absl::string_view who, const Names& removed, const Names& added) {
    const auto text = [&](const Names& to, absl::string_view verb) {
      return absl::StrCat("moves", who, " to ", absl::StrJoin(to, ", "), " ", verb);
    };
    if (!removed.empty()) {
      Judge(Add("move-removed", subject, text(removed, "removed"), where), usage,
            Breaking("callers that make the move are refused"), Additive("readers never see the move again"));
    }
    if (!added.empty()) {
      Judge(Add("move-added", subject, text(added, "added"), where), usage, Additive("callers need not make the move"),
            Additive("readers see a state that they know"));
    }
  };
  if (old_state.terminal() != new_state.terminal()) {
    Judge(Add("state-terminal", subject, new_state.terminal() ? "now terminal" : "no longer terminal", where), usage,
          new_state.terminal() ? Breaking("callers that move on from it are refused")
                               : Additive("callers need not move on from it"),
          new_state.terminal() ? Breaking("readers wait for a move that never comes")
                               : Breaking("readers take it for the end"));
  } else {
    const Names removed = Minus(old_moves(""), new_moves("")), added = Minus(new_moves(""), old_moves(""));
    report("", removed, added);
    Names roles;
    for (const ir::RoleMoves& moves : old_state.roles()) roles.insert(moves.role());
    for (const ir::RoleMoves& moves : new_state.roles()) roles.insert(moves.role());
    for (const std::string& role : roles) {
      report(absl::StrCat(" of ", role), Minus(Minus(old_moves(role), new_moves(role)), removed),
             Minus(Minus(new_moves(role), old_moves(role)), added));
    }
  }
  if (old_state.paused() != new_state.paused()) {
    Judge(Add("state-paused", subject, new_state.paused() ? "now a pause" : "no longer a pause", where), usage,
          Breaking("calls that wait for a pause return at other times"), Breaking("readers answer at other times"));
  }
}

}  // namespace a2a::codegen

// Enums and state machines.
#include <map>
#include <set>
#include <string>
#include <vector>

#include "a2a/options.pb.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "codegen/text.h"
#include "codegen/validate.h"

namespace a2a::codegen {
namespace {

using a2a::StateRule;
using google::protobuf::EnumDescriptor;
using google::protobuf::EnumValueDescriptor;

constexpr int kValue = a2a::kValueFieldNumber;
constexpr int kState = a2a::ValueOptions::kStateFieldNumber;

class EnumCheck {
 public:
  EnumCheck(const EnumDescriptor* enumeration, Diagnostics* diagnostics)
      : enum_(enumeration), name_(enumeration->name()), diagnostics_(diagnostics) {}

  void Run() {
    CheckZero();
    CheckNumbers();
    if (!IsErrorEnum(enum_)) CheckWires();
  }

 private:
  void CheckZero() {
    const EnumValueDescriptor* zero = enum_->FindValueByNumber(0);
    if (zero == nullptr || zero != enum_->value(0)) return;  // not proto3; reported there
    if (!absl::EndsWith(std::string(zero->name()), "_UNSPECIFIED")) {
      diagnostics_->Add(
          Code::kZeroValue, PlaceOf(zero),
          absl::StrCat("the zero value of enum ", name_, " must be called ..._UNSPECIFIED; it is never on the wire"));
    }
    if (zero->options().HasExtension(a2a::value) || zero->options().HasExtension(a2a::error)) {
      diagnostics_->Add(Code::kZeroValue, PlaceOf(zero),
                        absl::StrCat("the zero value of enum ", name_, " takes no options"));
    }
    if (enum_->value_count() == 1) {
      diagnostics_->Add(Code::kEmptyEnum, PlaceOf(enum_), absl::StrCat("enum ", name_, " has no value but its zero"));
    }
  }

  void CheckNumbers() {
    std::map<int, const EnumValueDescriptor*> numbers;
    for (int i = 0; i < enum_->value_count(); ++i) {
      const EnumValueDescriptor* value = enum_->value(i);
      const auto [other, added] = numbers.emplace(value->number(), value);
      if (added) continue;
      diagnostics_->Add(Code::kAlias, PlaceOf(value),
                        absl::StrCat(std::string(value->name()), " has the number ", value->number(), " of ",
                                     std::string(other->second->name())));
    }
  }

  void CheckWires() {
    std::map<std::string, std::string> wires, sanitized;
    for (int i = 0; i < enum_->value_count(); ++i) {
      const EnumValueDescriptor* value = enum_->value(i);
      if (value->number() == 0) continue;
      const std::string wire = WireNameOf(value);
      const Place place = OptionOf(value, {kValue, a2a::ValueOptions::kWireFieldNumber});
      CheckWireName(wire, "wire string", place, diagnostics_);
      const bool same = !wires.emplace(wire, wire).second;
      const auto [other, added] = sanitized.emplace(UpperCamel(wire), wire);
      if (same || !added) {
        diagnostics_->Add(Code::kDuplicateWire, place,
                          absl::StrCat("wire string ", Quoted(wire), " of enum ", name_, " collides with ",
                                       Quoted(same ? wire : other->second), same ? "" : " once both are identifiers"));
      }
    }
  }

  const EnumDescriptor* const enum_;
  const std::string name_;
  Diagnostics* const diagnostics_;
};

class StateCheck {
 public:
  StateCheck(const EnumDescriptor* enumeration, const ir::Enum& states, Diagnostics* diagnostics)
      : enum_(enumeration), states_(states), diagnostics_(diagnostics) {
    for (int i = 0; i < enum_->value_count(); ++i) {
      if (enum_->value(i)->number() != 0) values_.push_back(enum_->value(i));
    }
  }

  void Run() {
    for (size_t i = 0; i < values_.size(); ++i) {
      const StateRule& rule = values_[i]->options().GetExtension(a2a::value).state();
      if (!values_[i]->options().GetExtension(a2a::value).has_state()) {
        Add(Code::kMixedEnum, i, {}, "is in an enum of states but has no state of its own");
        continue;
      }
      CheckFlags(i, rule);
      CheckMoves(i, rule);
      for (int role = 0; role < rule.role_size(); ++role) CheckRole(i, rule, role);
    }
    CheckReachable();
  }

 private:
  void Add(Code code, size_t index, const std::vector<int>& option, absl::string_view text) {
    std::vector<int> path = {kValue, kState};
    path.insert(path.end(), option.begin(), option.end());
    diagnostics_->Add(code, OptionOf(values_[index], path),
                      absl::StrCat("state ", Quoted(states_.values(static_cast<int>(index)).wire()), " ", text));
  }

  void CheckFlags(size_t i, const StateRule& rule) {
    if (rule.terminal() && rule.to_size() > 0) {
      Add(Code::kTerminalMoves, i, {StateRule::kToFieldNumber}, "is terminal and has moves");
    }
    if (!rule.terminal() && rule.to_size() == 0) {
      Add(Code::kDeadEnd, i, {}, "has no moves and is not terminal");
    }
    if (rule.terminal() && rule.paused()) {
      Add(Code::kPausedTerminal, i, {StateRule::kPausedFieldNumber}, "is terminal and paused at once");
    }
    if (!rule.initial()) return;
    if (initial_ >= 0) {
      Add(Code::kSecondInitial, i, {StateRule::kInitialFieldNumber},
          absl::StrCat("is a second initial state; the first is ", Quoted(states_.values(initial_).wire())));
    } else {
      initial_ = static_cast<int>(i);
    }
  }

  void CheckMoves(size_t i, const StateRule& rule) {
    std::set<std::string> seen;
    for (int k = 0; k < rule.to_size(); ++k) {
      if (seen.insert(rule.to(k)).second) continue;
      Add(Code::kDuplicateMove, i, {StateRule::kToFieldNumber, k},
          absl::StrCat("lists the move to ", Quoted(rule.to(k)), " twice"));
    }
  }

  void CheckRole(size_t i, const StateRule& rule, int index) {
    const a2a::RoleMoves& role = rule.role(index);
    const std::vector<int> place = {StateRule::kRoleFieldNumber, index};
    if (!IsPlainName(role.name(), "_-") || UpperCamel(role.name()) == "Any") {
      Add(Code::kRoleName, i, place,
          absl::StrCat("has a role ", Quoted(role.name()), "; roles are letters, digits, _ and -, and not \"any\""));
    }
    for (int before = 0; before < index; ++before) {
      if (UpperCamel(rule.role(before).name()) != UpperCamel(role.name())) continue;
      Add(Code::kDuplicateMove, i, place, absl::StrCat("lists role ", Quoted(role.name()), " twice"));
    }
    const std::set<std::string> legal(rule.to().begin(), rule.to().end());
    std::set<std::string> seen;
    for (const std::string& target : role.to()) {
      if (legal.count(target) == 0) {
        Add(Code::kRoleMove, i, place,
            absl::StrCat("lets ", Quoted(role.name()), " move to ", Quoted(target), ", which is no legal move"));
      } else if (!seen.insert(target).second) {
        Add(Code::kDuplicateMove, i, place,
            absl::StrCat("lists the move of ", Quoted(role.name()), " to ", Quoted(target), " twice"));
      }
    }
  }

  void CheckReachable() {
    if (initial_ < 0) {
      diagnostics_->Add(Code::kNoInitial, PlaceOf(enum_),
                        absl::StrCat("enum ", std::string(enum_->name()), " of states has no initial state"));
      return;
    }
    std::set<int> reached = {initial_};
    std::vector<int> open = {initial_};
    while (!open.empty()) {
      const int from = open.back();
      open.pop_back();
      for (const int to : states_.values(from).state().to()) {
        if (reached.insert(to).second) open.push_back(to);
      }
    }
    for (size_t i = 0; i < values_.size(); ++i) {
      const bool is_state = values_[i]->options().GetExtension(a2a::value).has_state();
      if (is_state && reached.count(static_cast<int>(i)) == 0)
        Add(Code::kUnreachable, i, {}, "cannot be reached from the initial state");
    }
  }

  const EnumDescriptor* const enum_;
  const ir::Enum& states_;
  Diagnostics* const diagnostics_;
  std::vector<const EnumValueDescriptor*> values_;  // as in states_
  int initial_ = -1;
};

}  // namespace

void ValidateEnums(const Schema& schema, const ir::Ir& ir, Diagnostics* diagnostics) {
  std::map<std::string, const ir::Enum*> lowered;
  for (const ir::Enum& enumeration : ir.enums()) lowered[enumeration.full_name()] = &enumeration;
  for (const EnumDescriptor* enumeration : schema.error_enums) EnumCheck(enumeration, diagnostics).Run();
  for (const EnumDescriptor* enumeration : schema.enums) {
    EnumCheck(enumeration, diagnostics).Run();
    const ir::Enum* states = lowered.at(std::string(enumeration->full_name()));
    if (states->is_state()) StateCheck(enumeration, *states, diagnostics).Run();
  }
}

}  // namespace a2a::codegen

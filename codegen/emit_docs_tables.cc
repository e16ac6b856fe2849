// errors.md, bounds.md and states.md.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "codegen/emit_docs.h"
#include "codegen/emit_docs_text.h"

namespace a2a::codegen {
namespace {

using Callers = std::vector<const ir::Method*>;

Callers CallersOf(const ir::Ir& ir, const std::string& error) {
  Callers callers;
  for (const ir::Service& service : ir.services()) {
    for (const ir::Method& method : service.methods()) {
      if (std::find(method.errors().begin(), method.errors().end(), error) != method.errors().end()) {
        callers.push_back(&method);
      }
    }
  }
  return callers;
}

std::string ErrorSection(const DocsContext& context, const ir::Error& error) {
  std::string out = absl::StrCat("### ", MarkdownCode(error.name()), "\n\n", MarkdownParagraphs(error.doc()), "Code ",
                                 error.code(), ". Default text: ", MarkdownLine(error.text()), "\n\n");
  if (error.reserved()) out += "Reserved: nothing answers with it.\n\n";
  if (error.retryable()) out += "Repeating the call later can help.\n\n";
  if (!error.advice().empty()) absl::StrAppend(&out, "Advice to a model: ", MarkdownLine(error.advice()), "\n\n");
  std::vector<std::string> callers;
  for (const ir::Method* method : CallersOf(context.ir(), error.name())) callers.push_back(context.MethodLink(*method));
  if (!callers.empty()) absl::StrAppend(&out, "Answered by ", absl::StrJoin(callers, ", "), ".\n\n");
  std::vector<std::string> bounds;
  for (const ir::Bound& bound : context.ir().bounds()) {
    if (bound.error() == error.name()) bounds.push_back(context.BoundLink(bound.name()));
  }
  if (!bounds.empty()) absl::StrAppend(&out, "Says that a bound was exceeded: ", absl::StrJoin(bounds, ", "), ".\n\n");
  return out;
}

// The members that limit themselves by the bound.
std::string LimitedBy(const DocsContext& context, const ir::Bound& bound) {
  std::vector<std::string> members;
  for (const ir::Type& type : context.ir().types()) {
    for (const ir::Field& field : type.fields()) {
      for (const ir::Limit* limit : {&field.min_chars(), &field.max_chars(), &field.min_bytes(), &field.max_bytes(),
                                     &field.min_items(), &field.max_items(), &field.min_value(), &field.max_value()}) {
        if (limit->bound() != bound.name()) continue;
        members.push_back(absl::StrCat(context.TypeLink(type.name()), " ", MarkdownCode(field.wire_name())));
      }
    }
  }
  return absl::StrJoin(members, ", ");
}

std::string Moves(const ir::Enum& states, const google::protobuf::RepeatedField<int32_t>& to) {
  std::string cells;
  for (int i = 0; i < states.values_size(); ++i) {
    const bool legal = std::find(to.begin(), to.end(), i) != to.end();
    absl::StrAppend(&cells, legal ? " yes |" : " |");
  }
  return cells;
}

std::string MoveTableHead(const ir::Enum& states, absl::string_view first) {
  std::string names = absl::StrCat("| ", first, " |");
  std::string line = "|---|";
  for (const ir::EnumValue& value : states.values()) {
    absl::StrAppend(&names, " ", MarkdownCode(value.wire()), " |");
    line += "---|";
  }
  return absl::StrCat(names, "\n", line, "\n");
}

std::string RoleTables(const ir::Enum& states) {
  std::set<std::string> roles;
  for (const ir::EnumValue& value : states.values()) {
    for (const ir::RoleMoves& role : value.state().roles()) roles.insert(role.role());
  }
  std::string out;
  for (const std::string& name : roles) {
    absl::StrAppend(&out, "The ", MarkdownCode(name), " may make only these moves:\n\n", MoveTableHead(states, "from"));
    for (const ir::EnumValue& value : states.values()) {
      const google::protobuf::RepeatedField<int32_t>* to = &value.state().to();
      for (const ir::RoleMoves& role : value.state().roles()) {
        if (role.role() == name) to = &role.to();
      }
      absl::StrAppend(&out, "| ", MarkdownCode(value.wire()), " |", Moves(states, *to), "\n");
    }
    out += "\n";
  }
  return out;
}

std::string StateSection(const DocsContext& context, const ir::Enum& states) {
  std::string out =
      absl::StrCat("## ", states.name(), "\n\n", MarkdownParagraphs(states.doc()),
                   "Type: ", context.TypeLink(states.name()), ".\n\n| state | | meaning |\n|---|---|---|\n");
  for (const ir::EnumValue& value : states.values()) {
    std::vector<std::string> facts;
    if (value.state().initial()) facts.push_back("initial");
    if (value.state().paused()) facts.push_back("paused");
    if (value.state().terminal()) facts.push_back("terminal");
    absl::StrAppend(&out, "| ", MarkdownCode(value.wire()), " | ", absl::StrJoin(facts, ", "), " | ",
                    MarkdownLine(value.doc()), " |\n");
  }
  absl::StrAppend(&out, "\nLegal moves:\n\n", MoveTableHead(states, "from"));
  for (const ir::EnumValue& value : states.values()) {
    absl::StrAppend(&out, "| ", MarkdownCode(value.wire()), " |", Moves(states, value.state().to()), "\n");
  }
  return absl::StrCat(out, "\n", RoleTables(states));
}

}  // namespace

std::string DocsErrors(const DocsContext& context) {
  const ir::Ir& ir = context.ir();
  std::string out = context.Head("Errors");
  for (const ir::Type& type : ir.types()) {
    if (!type.error_data()) continue;
    absl::StrAppend(&out, "`error.data` is ", context.TypeLink(type.name()),
                    "; its `errorCode` is the name below. Several errors share one numeric code.\n\n");
    Json error = Json::Object({{"code", Json::Int(kInvalidParams)}, {"message", Json::String("...")}});
    error.Add("data", context.samples().Minimal(type));
    for (const ir::Error& known : ir.errors()) {
      if (known.code() != kInvalidParams) continue;
      error.Set("message", Json::String(known.text()));
      error.Find("data")->Set("errorCode", Json::String(known.name()));
      break;
    }
    Json frame = Json::Object({{"jsonrpc", Json::String("2.0")}, {"id", Json::Int(1)}});
    frame.Add("error", std::move(error));
    out += DocsExample(type.name(), "output", "error/data", frame);
  }
  out += "| code | name | text |\n|---|---|---|\n";
  for (const ir::Error& error : ir.errors()) {
    absl::StrAppend(&out, "| ", error.code(), " | ", context.ErrorLink(error.name()), " | ", MarkdownLine(error.text()),
                    " |\n");
  }
  std::string own;
  std::string common;
  for (const ir::Error& error : ir.errors()) {
    const bool is_own = error.reserved() || !CallersOf(ir, error.name()).empty();
    (is_own ? own : common) += ErrorSection(context, error);
  }
  return absl::StrCat(out, "\n## Every call\n\nAny call may answer with these.\n\n", common,
                      "## Single calls\n\nThese belong to the calls that name them.\n\n", own);
}

std::string DocsBounds(const DocsContext& context) {
  std::string out = context.Head("Bounds");
  out += "Content above a bound is refused whole, never cut, unless a member says that it clamps.\n\n";
  for (const ir::Bound& bound : context.ir().bounds()) {
    absl::StrAppend(&out, "### ", MarkdownCode(bound.name()), "\n\n**", bound.value(), "** ",
                    MarkdownLine(bound.unit()), ". ", MarkdownLine(bound.doc()), "\n\n");
    std::vector<std::string> facts;
    if (!bound.error().empty())
      facts.push_back(absl::StrCat("Exceeding it answers ", context.ErrorLink(bound.error()), "."));
    if (!bound.limit().empty()) facts.push_back(absl::StrCat("`data.limit` is ", MarkdownCode(bound.limit()), "."));
    const std::string members = LimitedBy(context, bound);
    if (!members.empty()) facts.push_back(absl::StrCat("Limits ", members, "."));
    if (!facts.empty()) absl::StrAppend(&out, absl::StrJoin(facts, " "), "\n\n");
  }
  return out;
}

std::string DocsStates(const DocsContext& context) {
  std::string out = context.Head("States");
  for (const ir::Enum& enumeration : context.ir().enums()) {
    if (enumeration.is_state()) out += StateSection(context, enumeration);
  }
  return out;
}

}  // namespace a2a::codegen

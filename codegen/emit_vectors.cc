#include "codegen/emit_vectors.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace a2a::codegen {
namespace {

constexpr absl::string_view kReadme = R"(# Test vectors

One file per type, one vector per line, for whoever writes a codec of this protocol. Generated from `proto/`; the
expectation of every vector follows from the schema by rule.

| member | meaning |
|---|---|
| `type`, `name` | the type and what the vector shows; together unique |
| `side` | absent: the host reads what a client sends. `"output"`: a client reads what the host sends |
| `json` | the text that is read |
| `ok` | whether it is an instance of the type |
| `path`, `reason`, `error` | of a refusal: JSON Pointer from the value, a short stable word, the error's name |
| `limit`, `max`, `actual` | when an upper limit was exceeded: its name in `data.limit` if it has one, its value, what was found (-1: not told) |
| `value` | text of what the host writes after reading; absent: the same as it read |
| `traits` | what a reader built on JSON.parse cannot see: `duplicate` names, numbers that are `inexact` as a double, an unpaired `surrogate`, `depth` above 128 |

`json`, `path` and `value` are strings, or arrays of pieces to be put together: strings,
`{"repeat": s, "times": n}`, and `{"bytes": hex}` for what is no UTF-8. Values are to be compared as JSON: members in
any order, absent and null not alike, numbers by their exact decimal value, those of members that are doubles by the
double.

Reasons: `parse`, `type`, `required`, `duplicate`, `discriminator`, `tag`, `unknown`, `enum`, `range`, `value`, `base64`,
`items`, `chars`, `bytes`. A text with several faults is refused for the first of them in this order: the object's
type, its discriminator, its tag, its members in schema order, then unknown members by the bytes of their names.
)";

std::string Describe(const Outcome& outcome) {
  if (outcome.ok) return "ok";
  return absl::StrCat(outcome.reason, " at \"", outcome.path, "\", ", outcome.error, " ", outcome.limit, " ",
                      outcome.max.value_or(-1), " ", outcome.actual.value_or(-1));
}

void AddType(VectorSet* set) {
  AddObjectVectors(set);
  for (const ir::Field* field : Shown(set->type())) {
    if (set->type().discriminator().empty()) AddFieldVectors(*field, set);
  }
  AddTextVectors(set);
  AddOutputVectors(set);
}

}  // namespace

Outcome VectorSet::Fault(absl::string_view path, absl::string_view reason) const {
  Outcome outcome;
  outcome.ok = false;
  outcome.path = std::string(path);
  outcome.reason = std::string(reason);
  outcome.error = index_.ErrorOfCode(kInvalidParams);
  return outcome;
}

void VectorSet::Bad(absl::string_view name, const Json& value, absl::string_view path, absl::string_view reason) {
  Add(name, value.Print(), Fault(path, reason));
}

void VectorSet::Broken(absl::string_view name, absl::string_view text) {
  Outcome outcome = Fault("", "parse");
  outcome.error = index_.ErrorOfCode(kParseError);
  Add(name, std::string(text), std::move(outcome));
}

void VectorSet::Above(absl::string_view name, const Json& value, absl::string_view path, absl::string_view reason,
                      const ir::Limit& limit, int64_t actual) {
  Outcome outcome = Fault(path, reason);
  outcome.max = limit.value();
  outcome.actual = actual;
  const ir::Bound* const bound = index_.bound(limit.bound());
  if (bound != nullptr) {
    outcome.limit = bound->limit();
    if (!bound->error().empty()) outcome.error = bound->error();
  }
  Add(name, value.Print(), std::move(outcome));
}

void VectorSet::GoodOutput(absl::string_view name, const Json& value) {
  Add(name, value.Print(), Outcome(), Side::kOutput);
}

void VectorSet::BadOutput(absl::string_view name, const Json& value, absl::string_view path, absl::string_view reason) {
  Add(name, value.Print(), Fault(path, reason), Side::kOutput);
}

void VectorSet::Add(absl::string_view name, std::string text, Outcome expected, Side side) {
  Outcome judged = Judge(index_, type_.name(), text, side);
  if (Describe(judged) != Describe(expected)) {
    disagreements_.push_back(absl::StrCat(type_.name(), ": ", name, ": the rule says ", Describe(expected),
                                          ", the reference ", Describe(judged)));
  }
  std::string unique(name);
  for (int i = 2; !names_.insert(unique).second; ++i) unique = absl::StrCat(name, " #", i);
  expected.value = std::move(judged.value);
  text_ += VectorLine({type_.name(), std::move(unique), std::move(text), side, std::move(expected)});
}

absl::Status EmitVectors(const ir::Ir& ir, FileSink* sink, int64_t longest_text) {
  const IrIndex index(ir);
  std::vector<std::string> wrong;
  for (const ir::Type& type : ir.types()) {
    VectorSet set(index, type, longest_text);
    AddType(&set);
    wrong.insert(wrong.end(), set.disagreements().begin(), set.disagreements().end());
    sink->Add(absl::StrCat("vectors/", type.name(), ".jsonl"), set.text());
  }
  sink->Add("vectors/README.md", std::string(kReadme));
  if (wrong.empty()) return absl::OkStatus();
  return absl::InternalError(absl::StrCat("vectors:\n", absl::StrJoin(wrong, "\n")));
}

}  // namespace a2a::codegen

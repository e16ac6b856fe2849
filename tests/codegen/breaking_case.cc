#include "codegen/breaking_case.h"

#include <algorithm>
#include <cctype>

#include "absl/strings/str_cat.h"
#include "codegen/breaking_places.h"
#include "codegen/schema_text.h"

namespace a2a::codegen {
namespace {

constexpr char kFile[] = "x/x.proto";
constexpr char kMark[] = "<<>>";

Texts OneFile(const std::string& text) {
  return {{kFile, text}, {"a2a/jsonrpc.proto", ReadSource("proto/a2a/jsonrpc.proto")}};
}

std::string Carriers(Carried carried) {
  if (carried == Carried::kWhole) return "";
  const auto member = [](bool carries) { return carries ? "M m = 1;" : ""; };
  return absl::StrCat("\nmessage P { ", member(carried == Carried::kIn || carried == Carried::kBoth), " }\n",
                      "message R { ", member(carried == Carried::kOut || carried == Carried::kBoth), " }\n",
                      "message N { ", member(carried == Carried::kTold), " }\n", R"(
service S {
  rpc Do(P) returns (R) { option (a2a.method).name = "x.do"; option (a2a.method).capability = "c"; }
  rpc Tell(N) returns (a2a.None) {
    option (a2a.method).name = "x.tell";
    option (a2a.method).capability = "c";
    option (a2a.method).notification = true;
  }
}
)");
}

// Takes the marks out of *text; their places as "line:column".
std::vector<std::string> TakeMarks(std::string* text) {
  std::vector<std::string> marks;
  for (size_t at; (at = text->find(kMark)) != std::string::npos; text->erase(at, sizeof(kMark) - 1)) {
    const size_t start = at == 0 ? std::string::npos : text->rfind('\n', at - 1);
    marks.push_back(absl::StrCat(std::count(text->begin(), text->begin() + at, '\n') + 1, ":", at - start));
  }
  return marks;
}

}  // namespace

std::string BreakingHead(int version) {
  return absl::StrCat(
      "syntax = \"proto3\"; package x; import \"a2a/options.proto\"; import \"a2a/jsonrpc.proto\";\n"
      "option (a2a.protocol).name = \"x\"; option (a2a.protocol).version = ",
      version, ";\noption (a2a.protocol).capability = { name: \"c\" };\n");
}

std::string BreakingCaseName(const testing::TestParamInfo<BreakingCase>& info) {
  std::string name = info.param.name;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

BreakingReport CompareTexts(const std::string& before, const std::string& after) {
  ir::Ir old_ir, new_ir;
  EXPECT_THAT(CompileTexts(OneFile(before), &old_ir), testing::IsEmpty());
  EXPECT_THAT(CompileTexts(OneFile(after), &new_ir), testing::IsEmpty());
  const SchemaText parsed(OneFile(after));
  SchemaPlaces places(CollectSchema(parsed.Files({"a2a/jsonrpc.proto", kFile})));
  BreakingReport report;
  report.against = "the old one";
  report.old_version = old_ir.protocol().version();
  report.new_version = new_ir.protocol().version();
  report.old_hash = old_ir.contract_hash();
  report.new_hash = new_ir.contract_hash();
  for (Change& change : CompareIrs(old_ir, new_ir)) {
    const Spot spot = places.Find(change.where);
    report.changes.push_back({std::move(change), spot});
  }
  Sort(&report.changes);
  return report;
}

TEST_P(BreakingTest, SaysWhoIsHurt) {
  const BreakingCase& each = GetParam();
  const auto schema = [&](const std::string& text) {
    if (each.carried != Carried::kService) return BreakingHead() + text + Carriers(each.carried);
    return absl::StrCat(BreakingHead(), "message P {}\nmessage R {}\nservice S {\n", text, "\n}\n");
  };
  std::string after = schema(each.after);
  std::vector<std::string> marks = TakeMarks(&after), places, lines;
  const BreakingReport report = CompareTexts(schema(each.before), after);
  for (PlacedChange placed : report.changes) {
    places.push_back(absl::StrCat(placed.spot.line, ":", placed.spot.column));
    placed.spot = {};
    lines.push_back(ChangeLine(placed));
  }
  EXPECT_EQ(lines, each.lines);
  if (marks.empty()) marks.resize(lines.size(), "1:1");
  EXPECT_THAT(places, testing::UnorderedElementsAreArray(marks));
}

}  // namespace a2a::codegen

// What two schemas as a whole give: verdicts, renames that could be anything, older and newer IRs.
#include "codegen/breaking.h"

#include "absl/strings/str_cat.h"
#include "codegen/breaking_case.h"
#include "codegen/ir_json.h"

namespace a2a::codegen {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<std::string> Rules(const std::vector<Change>& changes) {
  std::vector<std::string> rules;
  for (const Change& change : changes) rules.push_back(absl::StrCat(change.rule, " ", change.subject));
  return rules;
}

std::vector<std::string> Rules(const BreakingReport& report) {
  std::vector<Change> changes;
  for (const PlacedChange& placed : report.changes) changes.push_back(placed.change);
  return Rules(changes);
}

TEST(BreakingReportTest, NothingChanged) {
  const std::string schema = BreakingHead() + "message X { string a = 1; }";
  EXPECT_EQ(ReportText(CompareTexts(schema, schema)),
            "verdict: same: 0 breaking, 0 additive, 0 doc against the old one; no version need grow\n");
}

TEST(BreakingReportTest, AVersionThatGrewAllowsAndOneThatShrankDoesNot) {
  const BreakingReport grown = CompareTexts(BreakingHead(1), BreakingHead(2));
  EXPECT_EQ(ReportText(grown),
            "x/x.proto:2:35: BREAKING [protocol-version] protocol version: 1 -> 2; clients and hosts of the other "
            "version refuse each other at the handshake\n"
            "verdict: allowed: 1 breaking, 0 additive, 0 doc against the old one; the protocol version grew 1 -> 2\n");
  const BreakingReport shrunk = CompareTexts(BreakingHead(2), BreakingHead(1));
  EXPECT_EQ(shrunk.Verdict(), "breaking");
  EXPECT_THAT(ReportText(shrunk), EndsWith("; (a2a.protocol).version is 1 and must be at least 3\n"));
}

TEST(BreakingReportTest, AdditiveNeedsNoVersion) {
  const BreakingReport report =
      CompareTexts(BreakingHead() + "message X {}", BreakingHead() + "message X { optional string a = 1; }");
  EXPECT_EQ(report.NeededVersion(), 1);
  EXPECT_THAT(ReportText(report), HasSubstr("verdict: additive: 0 breaking, 1 additive, 0 doc"));
  EXPECT_THAT(ReportText(report), EndsWith("; no version need grow (a capability of its own lets clients ask whether "
                                           "a host has it)\n"));
}

TEST(BreakingReportTest, SaysThatOnlyTheHashDiffers) {
  EXPECT_THAT(ReportText(CompareTexts(BreakingHead() + "message X { string a = 1; string b = 2; }",
                                      BreakingHead() + "message X { string b = 2; string a = 1; }")),
              EndsWith("; no version need grow; the contract hash differs, but by nothing that a client sees\n"));
}

TEST(BreakingReportTest, NamesThreeMethodsAndCountsTheRest) {
  std::string rpcs;
  for (const char* name : {"e", "d", "c", "b", "a"}) {
    absl::StrAppend(&rpcs, "rpc ", name, "(P) returns (R) { option (a2a.method).name = \"x.", name,
                    "\"; option (a2a.method).capability = \"c\"; }\n");
  }
  const auto schema = [&](const char* member) {
    return absl::StrCat(BreakingHead(), "message P { ", member, " }\nmessage R {}\nservice S {\n", rpcs, "}\n");
  };
  const BreakingReport report = CompareTexts(schema("string a = 1;"), schema(""));
  ASSERT_EQ(report.changes.size(), 1u) << "one edit, one line";
  EXPECT_THAT(ChangeLine(report.changes[0]), EndsWith(" (x.a, x.b, x.c and 2 more)"));
  EXPECT_THAT(ReportJson(report), HasSubstr("\"x.e\""));
}

TEST(BreakingMatchTest, WhatCouldBeSeveralRenamesIsNone) {
  EXPECT_THAT(Rules(CompareTexts(BreakingHead() + "message X { string a = 1; string b = 2; string c = 3; }",
                                 BreakingHead() + "message X { string d = 1; string e = 2; }")),
              testing::UnorderedElementsAre("field-renamed X.d", "field-renamed X.e", "field-removed X.b"));
  EXPECT_THAT(Rules(CompareTexts(BreakingHead() + "message X { string k = 1; string a = 2; int32 l = 3; }",
                                 BreakingHead() + "message X { string k = 1; int32 a1 = 4; int32 l = 3; }")),
              testing::UnorderedElementsAre("field-removed X.a", "field-added X.a1"))
      << "another type in its place is another member";
}

TEST(BreakingMatchTest, TypesThatHoldThemselvesAndNewNames) {
  const std::string before =
      BreakingHead() +
      "message A { A a = 1; B b = 2; } message B { A a = 1; C c = 2; } message C { string x = 1; "
      "} message D { string x = 1; }";
  const std::string after = BreakingHead() +
                            "message A { A a = 1; B b = 2; } message B { A a = 1; D c = 2; } message C { string x = 1; "
                            "} message D { string x = 1; }";
  EXPECT_THAT(Rules(CompareTexts(before, after)), testing::IsEmpty());
}

// Reads an IR as another generator could have written it.
ir::Ir Parse(const std::string& json) {
  ir::Ir ir;
  EXPECT_TRUE(ParseIr(json, &ir).ok());
  return ir;
}

TEST(BreakingOtherGeneratorTest, UnknownMembersAndKindsAreNoChange) {
  const std::string now = R"({"protocol": {"name": "x", "version": 1}, "types": [
    {"name": "X", "fields": [{"name": "a", "wire_name": "a", "kind": "KIND_STRING"}]}]})";
  const std::string newer = R"({"protocol": {"name": "x", "version": 1}, "novelty": {"y": [1]}, "types": [
    {"name": "X", "shape": "round", "fields": [{"name": "a", "wire_name": "a", "kind": "KIND_OF_TOMORROW"}]}]})";
  EXPECT_THAT(Rules(CompareIrs(Parse(newer), Parse(now))), testing::IsEmpty());
  EXPECT_THAT(Rules(CompareIrs(Parse(now), Parse(newer))), testing::IsEmpty());
}

TEST(BreakingOtherGeneratorTest, WhatAnOlderOneDidNotSayCountsAsAbsent) {
  const std::string older = R"({"protocol": {"name": "x", "version": 1}, "services": [
    {"name": "S", "methods": [{"name": "x.do", "rpc": "Do", "params": "P", "result": "P"}]}]})";
  const std::string now = R"({"protocol": {"name": "x", "version": 1}, "texts": [{"name": "T", "value": "t"}],
    "capabilities": [{"name": "c"}], "services": [
    {"name": "S", "methods": [{"name": "x.do", "rpc": "Do", "params": "P", "result": "P", "capability": "c"}]}]})";
  EXPECT_THAT(Rules(CompareIrs(Parse(older), Parse(now))), testing::ElementsAre("capability-added c", "text-added T"));
}

}  // namespace
}  // namespace a2a::codegen

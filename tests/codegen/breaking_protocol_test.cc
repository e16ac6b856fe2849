// What a change of an error, a bound, a capability, a text or a store version means.
#include "codegen/breaking_case.h"

namespace a2a::codegen {
namespace {

const BreakingCase kProtocolCases[] = {
    {"schema version",
     Carried::kWhole,
     "option (a2a.protocol).schema_version = 3; option (a2a.protocol).schema_baseline = 2;",
     "<<>>option (a2a.protocol).schema_version = 4; option (a2a.protocol).schema_baseline = 2;",
     {"ADDITIVE [schema-version] schema version: 3 -> 4; stores are migrated, and older hosts then refuse them"}},
    {"schema version back",
     Carried::kWhole,
     "option (a2a.protocol).schema_version = 3; option (a2a.protocol).schema_baseline = 2;",
     "<<>>option (a2a.protocol).schema_version = 2; option (a2a.protocol).schema_baseline = 2;",
     {"BREAKING [schema-version] schema version: 3 -> 2; stores of the newer schema are refused"}},
    {"schema baseline",
     Carried::kWhole,
     "option (a2a.protocol).schema_version = 3; option (a2a.protocol).schema_baseline = 2;",
     "option (a2a.protocol).schema_version = 3; <<>>option (a2a.protocol).schema_baseline = 3;",
     {"BREAKING [schema-baseline] schema baseline: 2 -> 3; stores below the new baseline are no longer the protocol's "
      "own"}},
    {"schema baseline back",
     Carried::kWhole,
     "option (a2a.protocol).schema_version = 3; option (a2a.protocol).schema_baseline = 2;",
     "option (a2a.protocol).schema_version = 3; <<>>option (a2a.protocol).schema_baseline = 1;",
     {"ADDITIVE [schema-baseline] schema baseline: 2 -> 1; older stores count as the protocol's own"}},
    {"error added",
     Carried::kWhole,
     "",
     R"(enum Err { ERR_UNSPECIFIED = 0; <<>>ERR_A = 1 [(a2a.error).code = 5, (a2a.error).text = "t"]; })",
     {"ADDITIVE [error-added] A: added; clients need not know it"}},
    {"error removed",
     Carried::kWhole,
     R"(enum Err { ERR_UNSPECIFIED = 0; ERR_A = 1 [(a2a.error).code = 5, (a2a.error).text = "t"]; })",
     "",
     {"BREAKING [error-removed] A: removed; clients that go by it miss it"}},
    {"error renamed, and the method that names it",
     Carried::kWhole,
     R"(enum Err { ERR_UNSPECIFIED = 0; ERR_A = 1 [(a2a.error).code = 5, (a2a.error).text = "t"]; }message P
  {} message R {} service S {
  rpc Go(P) returns (R) {
    option (a2a.method).name = "x.go"; option (a2a.method).capability = "c"; option
  (a2a.method).error = "A";
  }
})",
     R"(enum Err { ERR_UNSPECIFIED = 0; <<>>ERR_B = 1 [(a2a.error).code = 5, (a2a.error).text = "t"];
  }message P {} message R {} service S {
  rpc Go(P) returns (R) {
    option (a2a.method).name = "x.go"; option (a2a.method).capability = "c"; option
  (a2a.method).error = "B";
  }
})",
     {"BREAKING [error-renamed] B: \"A\" -> \"B\"; clients that go by the old name miss it"}},
    {"error code",
     Carried::kWhole,
     R"(enum Err { ERR_UNSPECIFIED = 0; ERR_A = 1 [(a2a.error).code = 5, (a2a.error).text = "t"]; })",
     R"(enum Err { ERR_UNSPECIFIED = 0; ERR_A = 1 [<<>>(a2a.error).code = 6, (a2a.error).text = "t"]; })",
     {"BREAKING [error-code] A: code 5 -> 6; readers that go by the code take it for another error"}},
    {"error text",
     Carried::kWhole,
     R"(enum Err { ERR_UNSPECIFIED = 0; ERR_A = 1 [(a2a.error).code = 5, (a2a.error).text = "t"]; })",
     R"(enum Err { ERR_UNSPECIFIED = 0; ERR_A = 1 [(a2a.error).code = 5, <<>>(a2a.error).text = "u"]; })",
     {"DOC [error-text] A: \"t\" -> \"u\"; the text is for people"}},
    {"error advice",
     Carried::kWhole,
     R"(enum Err { ERR_UNSPECIFIED = 0; ERR_A = 1 [(a2a.error).code = 5, (a2a.error).text = "t"]; })",
     R"(enum Err { ERR_UNSPECIFIED = 0; ERR_A = 1 [(a2a.error).code = 5, (a2a.error).text = "t",
  <<>>(a2a.error).advice = "Wait."]; })",
     {"DOC [error-advice] A: \"\" -> \"Wait.\"; the advice is for models"}},
    {"error retryable",
     Carried::kWhole,
     R"(enum Err { ERR_UNSPECIFIED = 0; ERR_A = 1 [(a2a.error).code = 5, (a2a.error).text = "t"]; })",
     R"(enum Err { ERR_UNSPECIFIED = 0; ERR_A = 1 [(a2a.error).code = 5, (a2a.error).text = "t",
  <<>>(a2a.error).retryable = true]; })",
     {"ADDITIVE [error-retryable] A: now retryable; callers may repeat the call"}},
    {"error no longer retryable",
     Carried::kWhole,
     R"(enum Err { ERR_UNSPECIFIED = 0; ERR_A = 1 [(a2a.error).code = 5, (a2a.error).text = "t",
  (a2a.error).retryable = true]; })",
     R"(enum Err { ERR_UNSPECIFIED = 0; ERR_A = 1 [<<>>(a2a.error).code = 5, (a2a.error).text = "t"]; })",
     {"BREAKING [error-retryable] A: no longer retryable; callers repeat the call in vain"}},
    {"error reserved",
     Carried::kWhole,
     R"(enum Err { ERR_UNSPECIFIED = 0; ERR_A = 1 [(a2a.error).code = 5, (a2a.error).text = "t"]; })",
     R"(enum Err { ERR_UNSPECIFIED = 0; ERR_A = 1 [(a2a.error).code = 5, (a2a.error).text = "t",
  <<>>(a2a.error).reserved = true]; })",
     {"ADDITIVE [error-reserved] A: now reserved; readers never meet it"}},
    {"bound added",
     Carried::kWhole,
     "",
     R"(<<>>option (a2a.protocol).bound = { name: "MAX" value: 9 };)",
     {"ADDITIVE [bound-added] MAX: added; clients need not know it"}},
    {"bound removed",
     Carried::kWhole,
     R"(option (a2a.protocol).bound = { name: "MAX" value: 9 };)",
     "",
     {"BREAKING [bound-removed] MAX: removed; clients that go by it miss it"}},
    {"bound renamed, and the member that uses it",
     Carried::kWhole,
     R"(option (a2a.protocol).bound = { name: "MAX" value: 9 };message X { string a = 1
  [(a2a.field).max_bytes = "MAX"]; })",
     R"(<<>>option (a2a.protocol).bound = { name: "TOP" value: 9 };message X { string a = 1
  [(a2a.field).max_bytes = "TOP"]; })",
     {"BREAKING [bound-renamed] TOP: \"MAX\" -> \"TOP\"; clients that go by the old name miss it"}},
    {"bound lowered that no member uses",
     Carried::kWhole,
     R"(option (a2a.protocol).bound = { name: "MAX" value: 9 };)",
     R"(<<>>option (a2a.protocol).bound = { name: "MAX" value: 8 };)",
     {"BREAKING [bound-lowered] MAX: 9 -> 8; the host allows less"}},
    {"bound raised that no member uses",
     Carried::kWhole,
     R"(option (a2a.protocol).bound = { name: "MAX" value: 9 };)",
     R"(<<>>option (a2a.protocol).bound = { name: "MAX" value: 10 };)",
     {"ADDITIVE [bound-raised] MAX: 9 -> 10; the host allows more"}},
    {"bound lowered",
     Carried::kBoth,
     R"(option (a2a.protocol).bound = { name: "MAX" value: 9 };message M { string a = 1
  [(a2a.field).max_bytes = "MAX"]; repeated string b = 2 [(a2a.field).max_bytes = "MAX"]; })",
     R"(<<>>option (a2a.protocol).bound = { name: "MAX" value: 8 };message M { string a = 1
  [(a2a.field).max_bytes = "MAX"]; repeated string b = 2 [(a2a.field).max_bytes = "MAX"]; })",
     {"BREAKING [bound-lowered] MAX: 9 -> 8 (M.a, M.b)"
      "; client -> host breaking, callers that go beyond it are refused or get less (x.do)"
      "; host -> client additive, what readers get is what they take (x.do)"}},
    {"bound raised",
     Carried::kBoth,
     R"(option (a2a.protocol).bound = { name: "MAX" value: 9 };message M { string a = 1
  [(a2a.field).max_bytes = "MAX"]; repeated string b = 2 [(a2a.field).max_bytes = "MAX"]; })",
     R"(<<>>option (a2a.protocol).bound = { name: "MAX" value: 10 };message M { string a = 1
  [(a2a.field).max_bytes = "MAX"]; repeated string b = 2 [(a2a.field).max_bytes = "MAX"]; })",
     {"BREAKING [bound-raised] MAX: 9 -> 10 (M.a, M.b)"
      "; client -> host additive, callers may go further (x.do)"
      "; host -> client breaking, readers that check the old limit refuse what goes beyond it (x.do)"}},
    {"lower bound raised",
     Carried::kIn,
     R"(option (a2a.protocol).bound = { name: "MAX" value: 9 };message M { string a = 1
  [(a2a.field).min_bytes = "MAX"]; })",
     R"(<<>>option (a2a.protocol).bound = { name: "MAX" value: 10 };message M { string a = 1
  [(a2a.field).min_bytes = "MAX"]; })",
     {"BREAKING [bound-raised] MAX: 9 -> 10 (M.a)"
      "; client -> host breaking, callers that go beyond it are refused or get less (x.do)"}},
    {"bound raised for params only",
     Carried::kIn,
     R"(option (a2a.protocol).bound = { name: "MAX" value: 9 };message M { string a = 1
  [(a2a.field).max_bytes = "MAX"]; repeated string b = 2 [(a2a.field).max_bytes = "MAX"]; })",
     R"(<<>>option (a2a.protocol).bound = { name: "MAX" value: 10 };message M { string a = 1
  [(a2a.field).max_bytes = "MAX"]; repeated string b = 2 [(a2a.field).max_bytes = "MAX"]; })",
     {"ADDITIVE [bound-raised] MAX: 9 -> 10 (M.a, M.b)"
      "; client -> host additive, callers may go further (x.do)"}},
    {"unit of a bound",
     Carried::kWhole,
     R"(option (a2a.protocol).bound = { name: "MAX" value: 9 unit: "bytes" };)",
     R"(<<>>option (a2a.protocol).bound = { name: "MAX" value: 9 unit: "items" };)",
     {"BREAKING [bound-unit] MAX: unit \"bytes\" -> \"items\"; clients count something else"}},
    {"data.limit of a bound",
     Carried::kWhole,
     R"(option (a2a.protocol).bound = { name: "MAX" value: 9 limit: "a" };)",
     R"(<<>>option (a2a.protocol).bound = { name: "MAX" value: 9 limit: "b" };)",
     {"BREAKING [bound-limit] MAX: data.limit \"a\" -> \"b\"; readers know the refusal by the old name"}},
    {"data.limit of a bound added",
     Carried::kWhole,
     R"(option (a2a.protocol).bound = { name: "MAX" value: 9 };)",
     R"(<<>>option (a2a.protocol).bound = { name: "MAX" value: 9 limit: "b" };)",
     {"ADDITIVE [bound-limit] MAX: data.limit \"\" -> \"b\"; it said nothing before"}},
    {"error of a bound",
     Carried::kWhole,
     R"(option (a2a.protocol).bound = { name: "MAX" value: 9 error: "INTERNAL" };)",
     R"(<<>>option (a2a.protocol).bound = { name: "MAX" value: 9 error: "NOT_FOUND" };)",
     {"BREAKING [bound-error] MAX: error \"INTERNAL\" -> \"NOT_FOUND\"; readers know the refusal by the old error"}},
    {"comment of a bound",
     Carried::kWhole,
     R"(option (a2a.protocol).bound = { name: "MAX" value: 9 };)",
     R"(<<>>option (a2a.protocol).bound = { name: "MAX" value: 9 doc: "New." };)",
     {"DOC [comment] MAX: comment added"}},
    {"capability added",
     Carried::kWhole,
     "",
     R"(<<>>option (a2a.protocol).capability = { name: "d" };)",
     {"ADDITIVE [capability-added] d: added; clients need not know it"}},
    {"capability removed",
     Carried::kWhole,
     R"(option (a2a.protocol).capability = { name: "d" };)",
     "",
     {"BREAKING [capability-removed] d: removed; clients that go by it miss it"}},
    {"text",
     Carried::kWhole,
     R"(option (a2a.protocol).text = { name: "T" value: "a" };)",
     R"(<<>>option (a2a.protocol).text = { name: "T" value: "b" };)",
     {"BREAKING [text-value] T: \"a\" -> \"b\"; clients that know the old text do not recognise the new one"}},
    {"text removed",
     Carried::kWhole,
     R"(option (a2a.protocol).text = { name: "T" value: "a" };)",
     "",
     {"BREAKING [text-removed] T: removed; clients that go by it miss it"}},
};

INSTANTIATE_TEST_SUITE_P(Protocol, BreakingTest, testing::ValuesIn(kProtocolCases), &BreakingCaseName);

}  // namespace
}  // namespace a2a::codegen

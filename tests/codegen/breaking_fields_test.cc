// What a change of a member means: presence, type, limits, by direction.
#include "codegen/breaking_case.h"

namespace a2a::codegen {
namespace {

const BreakingCase kFieldCases[] = {
    {"optional member added",
     Carried::kBoth,
     "message M {}",
     "message M { <<>>optional string a = 1; }",
     {"ADDITIVE [field-added] M.a: added, optional"
      "; client -> host additive, callers may leave it out (x.do)"
      "; host -> client additive, readers ignore members that they do not know (x.do)"}},
    {"required member added",
     Carried::kBoth,
     "message M {}",
     "message M { <<>>string a = 1 [(a2a.field).required = true]; }",
     {"BREAKING [field-added] M.a: added, required"
      "; client -> host breaking, callers that do not know it are refused (x.do)"
      "; host -> client additive, readers ignore members that they do not know (x.do)"}},
    {"member removed",
     Carried::kBoth,
     "message M { string a = 1; }",
     "<<>>message M {}",
     {"BREAKING [field-removed] M.a: removed, was optional"
      "; client -> host breaking, callers that send it are refused (x.do)"
      "; host -> client breaking, readers miss it (x.do)"}},
    {"member removed from an open type",
     Carried::kBoth,
     R"(message M { option (a2a.type).open = true; optional string a = 1; bytes e = 2 [(a2a.field).extras =
  true]; })",
     "<<>>message M { option (a2a.type).open = true; bytes e = 2 [(a2a.field).extras = true]; }",
     {"BREAKING [field-removed] M.a: removed, was optional"
      "; client -> host breaking, what callers send there is relayed but means nothing (x.do)"
      "; host -> client breaking, readers miss it (x.do)"}},
    {"wire name",
     Carried::kBoth,
     "message M { string a = 1; }",
     R"(message M { string a = 1 [<<>>(a2a.field).wire_name = "b"]; })",
     {"BREAKING [field-renamed] M.b: \"a\" -> \"b\""
      "; client -> host breaking, callers that send the old name are refused (x.do)"
      "; host -> client breaking, readers miss the old name (x.do)"}},
    {"wire name and presence: known by the proto name",
     Carried::kBoth,
     "message M { optional string a = 1; }",
     R"(message M { <<>>string a = 1 [<<>>(a2a.field).wire_name = "b", (a2a.field).required = true]; })",
     {"BREAKING [presence] M.b: optional -> required"
      "; client -> host breaking, callers that leave it out are refused (x.do)"
      "; host -> client additive, readers always get it (x.do)",
      "BREAKING [field-renamed] M.b: \"a\" -> \"b\""
      "; client -> host breaking, callers that send the old name are refused (x.do)"
      "; host -> client breaking, readers miss the old name (x.do)"}},
    {"both names of a member",
     Carried::kBoth,
     "message M { string a = 1; string b = 2; }",
     "message M { <<>>string c = 1; string b = 2; }",
     {"BREAKING [field-renamed] M.c: \"a\" -> \"c\""
      "; client -> host breaking, callers that send the old name are refused (x.do)"
      "; host -> client breaking, readers miss the old name (x.do)"}},
    {"proto name alone",
     Carried::kBoth,
     "message M { string a = 1; }",
     R"(message M { <<>>string b = 1 [(a2a.field).wire_name = "a"]; })",
     {"DOC [field-source-name] M.a: a -> b, a name of the proto files only"}},
    {"optional to required",
     Carried::kBoth,
     "message M { optional string a = 1; }",
     "message M { <<>>string a = 1 [(a2a.field).required = true]; }",
     {"BREAKING [presence] M.a: optional -> required"
      "; client -> host breaking, callers that leave it out are refused (x.do)"
      "; host -> client additive, readers always get it (x.do)"}},
    {"required to optional",
     Carried::kBoth,
     "message M { string a = 1 [(a2a.field).required = true]; }",
     "message M { <<>>optional string a = 1; }",
     {"BREAKING [presence] M.a: required -> optional"
      "; client -> host additive, callers may leave it out (x.do)"
      "; host -> client breaking, readers do not always get it (x.do)"}},
    {"optional dropped",
     Carried::kBoth,
     "message M { optional int32 a = 1; }",
     "message M { <<>>int32 a = 1; }",
     {"BREAKING [presence] M.a: optional -> without presence"
      "; client -> host breaking, callers that send zero, false or \"\" count as having left it out (x.do)"
      "; host -> client breaking, readers do not get it when it is zero, false or \"\" (x.do)"}},
    {"optional added",
     Carried::kBoth,
     "message M { int32 a = 1; }",
     "message M { <<>>optional int32 a = 1; }",
     {"ADDITIVE [presence] M.a: without presence -> optional"
      "; client -> host additive, zero is told from absent (x.do)"
      "; host -> client additive, readers get zero, too (x.do)"}},
    {"optional of an enum dropped: an enum has no zero",
     Carried::kBoth,
     "message M { optional E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1; }",
     "message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1; }",
     {}},
    {"nullable",
     Carried::kBoth,
     "message M { optional string a = 1; }",
     "message M { <<>>optional string a = 1 [(a2a.field).nullable = true]; }",
     {"BREAKING [presence] M.a: optional -> optional, written as null"
      "; host -> client breaking, readers get null for what is absent (x.do)"}},
    {"no longer nullable",
     Carried::kBoth,
     "message M { optional string a = 1 [(a2a.field).nullable = true]; }",
     "message M { <<>>optional string a = 1; }",
     {"BREAKING [presence] M.a: optional, written as null -> optional"
      "; host -> client breaking, readers do not always get it (x.do)"}},
    {"list no longer always written",
     Carried::kBoth,
     "message M { repeated string a = 1 [(a2a.field).always = true]; }",
     "message M { <<>>repeated string a = 1; }",
     {"BREAKING [presence] M.a: optional, always written -> optional"
      "; host -> client breaking, readers do not always get it (x.do)"}},
    {"list always written",
     Carried::kBoth,
     "message M { repeated string a = 1; }",
     "message M { <<>>repeated string a = 1 [(a2a.field).always = true]; }",
     {"ADDITIVE [presence] M.a: optional -> optional, always written"
      "; host -> client additive, readers always get it (x.do)"}},
    {"int32 to int64",
     Carried::kBoth,
     "message M { int32 a = 1; }",
     "message M { <<>>int64 a = 1; }",
     {"BREAKING [field-type] M.a: int32 -> int64"
      "; client -> host additive, what callers send is still good (x.do)"
      "; host -> client breaking, readers refuse what they get (x.do)"}},
    {"base64",
     Carried::kBoth,
     "message M { string a = 1; }",
     "message M { <<>>string a = 1 [(a2a.field).base64 = true]; }",
     {"BREAKING [field-type] M.a: string -> base64"
      "; client -> host breaking, what callers send is refused (x.do)"
      "; host -> client additive, what readers get is what they take (x.do)"}},
    {"any JSON to an object",
     Carried::kBoth,
     "message M { bytes a = 1 [(a2a.field).raw = RAW_ANY]; }",
     "message M { <<>>bytes a = 1 [(a2a.field).raw = RAW_OBJECT]; }",
     {"BREAKING [field-type] M.a: raw_any -> raw_object"
      "; client -> host breaking, what callers send is refused (x.do)"
      "; host -> client additive, what readers get is what they take (x.do)"}},
    {"string to number",
     Carried::kBoth,
     "message M { string a = 1; }",
     "message M { <<>>int32 a = 1; }",
     {"BREAKING [field-type] M.a: string -> int32"
      "; client -> host breaking, what callers send is refused (x.do)"
      "; host -> client breaking, readers refuse what they get (x.do)"}},
    {"one to list",
     Carried::kBoth,
     "message M { optional string a = 1; }",
     "message M { <<>>repeated string a = 1; }",
     {"BREAKING [field-type] M.a: string -> list of string"
      "; client -> host breaking, what callers send is refused (x.do)"
      "; host -> client breaking, readers refuse what they get (x.do)"}},
    {"map values",
     Carried::kBoth,
     "message M { map<string, string> a = 1; }",
     "message M { <<>>map<string, int32> a = 1; }",
     {"BREAKING [field-type] M.a: map of string -> map of int32"
      "; client -> host breaking, what callers send is refused (x.do)"
      "; host -> client breaking, readers refuse what they get (x.do)"}},
    {"other message",
     Carried::kBoth,
     "message M { A a = 1; } message A { string x = 1; } message B { int32 y = 1; }",
     "message M { <<>>B a = 1; } message A { string x = 1; } message B { int32 y = 1; }",
     {"BREAKING [field-type] M.a: A -> B"
      "; client -> host breaking, what callers send is refused (x.do)"
      "; host -> client breaking, readers refuse what they get (x.do)"}},
    {"message of the same shape",
     Carried::kBoth,
     "message M { A a = 1; } message A { string x = 1; } message B { string x = 1; }",
     "message M { B a = 1; } message A { string x = 1; } message B { string x = 1; }",
     {}},
    {"renamed message with a new member",
     Carried::kBoth,
     "message M { A a = 1; } message A { string x = 1; }",
     "message M { B a = 1; } <<>>message B { string x = 1; <<>>string y = 2; }",
     {"ADDITIVE [field-added] B.y: added, optional"
      "; client -> host additive, callers may leave it out (x.do)"
      "; host -> client additive, readers ignore members that they do not know (x.do)",
      "DOC [type-source-name] B: A -> B, a name of the proto files only"}},
    {"stamped",
     Carried::kBoth,
     "message M { optional string a = 1; }",
     "message M { optional string a = 1 [<<>>(a2a.field).stamped = true]; }",
     {"BREAKING [field-stamped] M.a: now set by the host"
      "; client -> host breaking, what callers send is overwritten (x.do)"
      "; host -> client additive, it is the host's word (x.do)"}},
    {"no longer stamped",
     Carried::kBoth,
     "message M { optional string a = 1 [(a2a.field).stamped = true]; }",
     "message M { <<>>optional string a = 1; }",
     {"BREAKING [field-stamped] M.a: no longer set by the host"
      "; client -> host additive, what callers send is kept (x.do)"
      "; host -> client breaking, it is any client's word (x.do)"}},
    {"secret",
     Carried::kBoth,
     "message M { string a = 1; }",
     "message M { string a = 1 [<<>>(a2a.field).secret = true]; }",
     {"DOC [field-secret] M.a: now a secret"}},
    {"exact",
     Carried::kBoth,
     "message M { int64 a = 1; }",
     "message M { int64 a = 1 [<<>>(a2a.field).exact = true]; }",
     {"DOC [field-exact] M.a: now exact in TypeScript"}},
    {"comment of a member",
     Carried::kBoth,
     R"(message M {
  // One.
  string a = 1;
})",
     R"(message M {
  // Two.
  <<>>string a = 1;
})",
     {"DOC [comment] M.a: comment changed"}},
    {"comment of a type",
     Carried::kBoth,
     "message M {}",
     R"(// New.
<<>>message M {})",
     {"DOC [comment] M: comment added"}},
    {"max_bytes tightened",
     Carried::kBoth,
     R"(message M { string a = 1 [(a2a.field).max_bytes = "9"]; })",
     R"(message M { string a = 1 [<<>>(a2a.field).max_bytes = "8"]; })",
     {"BREAKING [limit-tightened] M.a: max_bytes 9 -> 8"
      "; client -> host breaking, callers that go beyond it are refused (x.do)"
      "; host -> client additive, what readers get is what they take (x.do)"}},
    {"max_bytes loosened",
     Carried::kBoth,
     R"(message M { string a = 1 [(a2a.field).max_bytes = "8"]; })",
     R"(message M { string a = 1 [<<>>(a2a.field).max_bytes = "9"]; })",
     {"BREAKING [limit-loosened] M.a: max_bytes 8 -> 9"
      "; client -> host additive, callers may go further (x.do)"
      "; host -> client breaking, readers that check the old limit refuse what goes beyond it (x.do)"}},
    {"max_chars set",
     Carried::kBoth,
     "message M { string a = 1; }",
     R"(message M { string a = 1 [<<>>(a2a.field).max_chars = "9"]; })",
     {"BREAKING [limit-tightened] M.a: max_chars none -> 9"
      "; client -> host breaking, callers that go beyond it are refused (x.do)"
      "; host -> client additive, what readers get is what they take (x.do)"}},
    {"max_chars taken away",
     Carried::kBoth,
     R"(message M { string a = 1 [(a2a.field).max_chars = "9"]; })",
     "message M { <<>>string a = 1; }",
     {"BREAKING [limit-loosened] M.a: max_chars 9 -> none"
      "; client -> host additive, callers may go further (x.do)"
      "; host -> client breaking, readers that check the old limit refuse what goes beyond it (x.do)"}},
    {"min_bytes raised",
     Carried::kBoth,
     R"(message M { string a = 1 [(a2a.field).min_bytes = "1"]; })",
     R"(message M { string a = 1 [<<>>(a2a.field).min_bytes = "2"]; })",
     {"BREAKING [limit-tightened] M.a: min_bytes 1 -> 2"
      "; client -> host breaking, callers that go beyond it are refused (x.do)"
      "; host -> client additive, what readers get is what they take (x.do)"}},
    {"min_chars lowered",
     Carried::kBoth,
     R"(message M { string a = 1 [(a2a.field).min_chars = "2"]; })",
     R"(message M { string a = 1 [<<>>(a2a.field).min_chars = "1"]; })",
     {"BREAKING [limit-loosened] M.a: min_chars 2 -> 1"
      "; client -> host additive, callers may go further (x.do)"
      "; host -> client breaking, readers that check the old limit refuse what goes beyond it (x.do)"}},
    {"min_items set",
     Carried::kBoth,
     "message M { repeated string a = 1; }",
     R"(message M { repeated string a = 1 [<<>>(a2a.field).min_items = "1"]; })",
     {"BREAKING [limit-tightened] M.a: min_items none -> 1"
      "; client -> host breaking, callers that go beyond it are refused (x.do)"
      "; host -> client additive, what readers get is what they take (x.do)"}},
    {"min_value taken away",
     Carried::kBoth,
     R"(message M { int32 a = 1 [(a2a.field).min_value = "1"]; })",
     "message M { <<>>int32 a = 1; }",
     {"BREAKING [limit-loosened] M.a: min_value 1 -> none"
      "; client -> host additive, callers may go further (x.do)"
      "; host -> client breaking, readers that check the old limit refuse what goes beyond it (x.do)"}},
    {"max_items tightened",
     Carried::kBoth,
     R"(message M { repeated string a = 1 [(a2a.field).max_items = "3"]; })",
     R"(message M { repeated string a = 1 [<<>>(a2a.field).max_items = "2"]; })",
     {"BREAKING [limit-tightened] M.a: max_items 3 -> 2"
      "; client -> host breaking, callers that go beyond it are refused (x.do)"
      "; host -> client additive, what readers get is what they take (x.do)"}},
    {"max_value loosened",
     Carried::kBoth,
     R"(message M { int32 a = 1 [(a2a.field).max_value = "2"]; })",
     R"(message M { int32 a = 1 [<<>>(a2a.field).max_value = "3"]; })",
     {"BREAKING [limit-loosened] M.a: max_value 2 -> 3"
      "; client -> host additive, callers may go further (x.do)"
      "; host -> client breaking, readers that check the old limit refuse what goes beyond it (x.do)"}},
    {"clamped limit tightened",
     Carried::kBoth,
     R"(message M { int32 a = 1 [(a2a.field).max_value = "9", (a2a.field).clamp = true]; })",
     R"(message M { int32 a = 1 [<<>>(a2a.field).max_value = "8", (a2a.field).clamp = true]; })",
     {"BREAKING [limit-tightened] M.a: max_value 9 -> 8"
      "; client -> host breaking, callers get less than they ask for (x.do)"
      "; host -> client additive, what readers get is what they take (x.do)"}},
    {"no longer clamped",
     Carried::kBoth,
     R"(message M { int32 a = 1 [(a2a.field).max_value = "9", (a2a.field).clamp = true]; })",
     R"(message M { int32 a = 1 [<<>>(a2a.field).max_value = "9"]; })",
     {"BREAKING [field-clamp] M.a: too large: counts as the limit -> refused"
      "; client -> host breaking, callers are refused (x.do)"}},
    {"clamped",
     Carried::kBoth,
     R"(message M { int32 a = 1 [(a2a.field).max_value = "9"]; })",
     R"(message M { int32 a = 1 [(a2a.field).max_value = "9", <<>>(a2a.field).clamp = true]; })",
     {"ADDITIVE [field-clamp] M.a: too large: refused -> counts as the limit"
      "; client -> host additive, callers are no longer refused (x.do)"}},
};

const BreakingCase kDirectionCases[] = {
    {"member removed from params",
     Carried::kIn,
     "message M { string a = 1; }",
     "<<>>message M {}",
     {"BREAKING [field-removed] M.a: removed, was optional"
      "; client -> host breaking, callers that send it are refused (x.do)"}},
    {"member removed from a result",
     Carried::kOut,
     "message M { string a = 1; }",
     "<<>>message M {}",
     {"BREAKING [field-removed] M.a: removed, was optional"
      "; host -> client breaking, readers miss it (x.do)"}},
    {"enum string added to params",
     Carried::kIn,
     "message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1; }",
     "message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1; <<>>E_B = 2; }",
     {"ADDITIVE [enum-value-added] E.b: added"
      "; client -> host additive, callers need not send it (x.do)"}},
    {"limit tightened in a result",
     Carried::kOut,
     R"(message M { string a = 1 [(a2a.field).max_bytes = "9"]; })",
     R"(message M { string a = 1 [<<>>(a2a.field).max_bytes = "8"]; })",
     {"ADDITIVE [limit-tightened] M.a: max_bytes 9 -> 8"
      "; host -> client additive, what readers get is what they take (x.do)"}},
    {"nullable in a result",
     Carried::kOut,
     "message M { optional string a = 1; }",
     "message M { <<>>optional string a = 1 [(a2a.field).nullable = true]; }",
     {"BREAKING [presence] M.a: optional -> optional, written as null"
      "; host -> client breaking, readers get null for what is absent (x.do)"}},
    {"nullable in params",
     Carried::kIn,
     "message M { optional string a = 1; }",
     "message M { optional string a = 1 [(a2a.field).nullable = true]; }",
     {}},
    {"limit loosened in a notification",
     Carried::kTold,
     R"(message M { string a = 1 [(a2a.field).max_bytes = "8"]; })",
     R"(message M { string a = 1 [<<>>(a2a.field).max_bytes = "9"]; })",
     {"BREAKING [limit-loosened] M.a: max_bytes 8 -> 9"
      "; host -> client breaking, readers that check the old limit refuse what goes beyond it (x.tell)"}},
    {"error data",
     Carried::kWhole,
     R"(message D { option (a2a.type).error_data = true; string error_code = 1 [(a2a.field).required =
  true]; string a = 2; })",
     R"(<<>>message D { option (a2a.type).error_data = true; string error_code = 1 [(a2a.field).required =
  true]; })",
     {"BREAKING [field-removed] D.a: removed, was optional"
      "; host -> client breaking, readers miss it (error.data)"}},
    {"type that no method carries",
     Carried::kWhole,
     "message X { string a = 1; }",
     "<<>>message X { }",
     {"BREAKING [field-removed] X.a: removed, was optional"
      "; client -> host breaking, callers that send it are refused (no method carries it)"
      "; host -> client breaking, readers miss it (no method carries it)"}},
};

INSTANTIATE_TEST_SUITE_P(Field, BreakingTest, testing::ValuesIn(kFieldCases), &BreakingCaseName);
INSTANTIATE_TEST_SUITE_P(Direction, BreakingTest, testing::ValuesIn(kDirectionCases), &BreakingCaseName);

}  // namespace
}  // namespace a2a::codegen

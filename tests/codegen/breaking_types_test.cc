// What a change of a type, a union, an enum or a state machine means.
#include "codegen/breaking_case.h"

namespace a2a::codegen {
namespace {

const BreakingCase kTypeCases[] = {
    {"type opened",
     Carried::kBoth,
     "message M { }",
     "message M { <<>>option (a2a.type).open = true; bytes e = 9 [(a2a.field).extras = true]; }",
     {"ADDITIVE [type-opened] M: closed -> open"
      "; client -> host additive, members that it does not know are kept (x.do)"
      "; host -> client additive, readers ignore members that they do not know (x.do)"}},
    {"type closed",
     Carried::kBoth,
     "message M { option (a2a.type).open = true; bytes e = 9 [(a2a.field).extras = true]; }",
     "<<>>message M { }",
     {"BREAKING [type-closed] M: open -> closed"
      "; client -> host breaking, members that it does not know are refused (x.do)"
      "; host -> client breaking, members that it does not know are no longer relayed (x.do)"}},
    {"tag value",
     Carried::kBoth,
     R"(message M { option (a2a.type).tag = { name: "kind" value: "m" written: true }; })",
     R"(message M { <<>>option (a2a.type).tag = { name: "kind" value: "n" written: true }; })",
     {"BREAKING [tag-renamed] M: tag {\"kind\": \"m\"} -> {\"kind\": \"n\"}"
      "; client -> host breaking, callers that send the old one are refused (x.do)"
      "; host -> client breaking, readers know the object by it (x.do)"}},
    {"tag name of a tag that is not written",
     Carried::kBoth,
     R"(message M { option (a2a.type).tag = { name: "kind" value: "m" written: false }; })",
     R"(message M { <<>>option (a2a.type).tag = { name: "type" value: "m" written: false }; })",
     {"BREAKING [tag-renamed] M: tag {\"kind\": \"m\"} (not written) -> {\"type\": \"m\"} (not written)"
      "; client -> host breaking, callers that send the old one are refused (x.do)"}},
    {"tag added",
     Carried::kBoth,
     "message M { }",
     R"(message M { <<>>option (a2a.type).tag = { name: "kind" value: "m" written: true }; })",
     {"ADDITIVE [tag-added] M: tag {\"kind\": \"m\"}"
      "; client -> host additive, callers may leave it out (x.do)"
      "; host -> client additive, readers ignore members that they do not know (x.do)"}},
    {"tag added to an open type",
     Carried::kBoth,
     "message M { option (a2a.type).open = true; bytes e = 9 [(a2a.field).extras = true]; }",
     R"(message M { <<>>option (a2a.type).tag = { name: "kind" value: "m" written: false }; option
  (a2a.type).open = true; bytes e = 9 [(a2a.field).extras = true]; })",
     {"BREAKING [tag-added] M: tag {\"kind\": \"m\"} (not written)"
      "; client -> host breaking, a member of that name and another value is refused (x.do)"}},
    {"tag removed",
     Carried::kBoth,
     R"(message M { option (a2a.type).tag = { name: "kind" value: "m" written: true }; })",
     "<<>>message M { }",
     {"BREAKING [tag-removed] M: tag {\"kind\": \"m\"}"
      "; client -> host breaking, callers that send it are refused (x.do)"
      "; host -> client breaking, readers know the object by it (x.do)"}},
    {"tag no longer written",
     Carried::kBoth,
     R"(message M { option (a2a.type).tag = { name: "kind" value: "m" written: true }; })",
     R"(message M { <<>>option (a2a.type).tag = { name: "kind" value: "m" written: false }; })",
     {"BREAKING [tag-written] M: tag {\"kind\": \"m\"} -> {\"kind\": \"m\"} (not written)"
      "; host -> client breaking, readers know the object by it (x.do)"}},
    {"tag written",
     Carried::kBoth,
     R"(message M { option (a2a.type).tag = { name: "kind" value: "m" written: false }; })",
     R"(message M { <<>>option (a2a.type).tag = { name: "kind" value: "m" written: true }; })",
     {"ADDITIVE [tag-written] M: tag {\"kind\": \"m\"} (not written) -> {\"kind\": \"m\"}"
      "; host -> client additive, readers ignore members that they do not know (x.do)"}},
    {"discriminator",
     Carried::kBoth,
     R"(message M { oneof u { option (a2a.union).discriminator = "kind"; A a = 1; } } message A { string x =
  1; } message B { string y = 1; })",
     R"(message M { oneof u { <<>>option (a2a.union).discriminator = "type"; A a = 1; } } message A { string
  x = 1; } message B { string y = 1; })",
     {"BREAKING [discriminator-renamed] M: discriminator \"kind\" -> \"type\""
      "; client -> host breaking, what callers send is refused (x.do)"
      "; host -> client breaking, readers cannot tell the arms apart (x.do)"}},
    {"arm renamed",
     Carried::kBoth,
     R"(message M { oneof u { option (a2a.union).discriminator = "kind"; A a = 1; } } message A { string x =
  1; } message B { string y = 1; })",
     R"(message M { oneof u { option (a2a.union).discriminator = "kind"; A a = 1 [<<>>(a2a.arm) = "x"]; } }
  message A { string x = 1; } message B { string y = 1; })",
     {"BREAKING [arm-renamed] M.x: \"a\" -> \"x\""
      "; client -> host breaking, callers that send the old name are refused (x.do)"
      "; host -> client breaking, readers refuse a name that they do not know (x.do)"}},
    {"arm added",
     Carried::kBoth,
     R"(message M { oneof u { option (a2a.union).discriminator = "kind"; A a = 1; } } message A { string x =
  1; } message B { string y = 1; })",
     R"(message M { oneof u { option (a2a.union).discriminator = "kind"; A a = 1; <<>>B b = 2; } } message A
  { string x = 1; } message B { string y = 1; })",
     {"BREAKING [arm-added] M.b: added"
      "; client -> host additive, callers need not send it (x.do)"
      "; host -> client breaking, readers refuse an arm that they do not know (x.do)"}},
    {"arm removed",
     Carried::kBoth,
     R"(message M { oneof u { option (a2a.union).discriminator = "kind"; A a = 1; B b = 2; } } message A {
  string x = 1; } message B { string y = 1; })",
     R"(<<>>message M { oneof u { option (a2a.union).discriminator = "kind"; A a = 1; } } message A { string
  x = 1; } message B { string y = 1; })",
     {"BREAKING [arm-removed] M.b: removed"
      "; client -> host breaking, callers that send it are refused (x.do)"
      "; host -> client additive, readers never meet it again (x.do)"}},
    {"union to object",
     Carried::kBoth,
     R"(message M { oneof u { option (a2a.union).discriminator = "kind"; A a = 1; } } message A { string x =
  1; } message B { string y = 1; })",
     "<<>>message M { A a = 1; } message A { string x = 1; }",
     {"BREAKING [type-kind] M: union -> object"
      "; client -> host breaking, what callers send is refused (x.do)"
      "; host -> client breaking, readers look for members that are gone (x.do)"}},
};

const BreakingCase kEnumCases[] = {
    {"enum string",
     Carried::kBoth,
     "message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1; }",
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1 [<<>>(a2a.value).wire = "b"]; })",
     {"BREAKING [enum-value-renamed] E.b: \"a\" -> \"b\""
      "; client -> host breaking, callers that send the old string are refused (x.do)"
      "; host -> client breaking, readers refuse a string that they do not know (x.do)"}},
    {"enum value renamed in both names",
     Carried::kBoth,
     "message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1; }",
     "message M { E e = 1; } enum E { E_UNSPECIFIED = 0; <<>>E_B = 1; }",
     {"BREAKING [enum-value-renamed] E.b: \"a\" -> \"b\""
      "; client -> host breaking, callers that send the old string are refused (x.do)"
      "; host -> client breaking, readers refuse a string that they do not know (x.do)"}},
    {"proto name of an enum value alone",
     Carried::kBoth,
     "message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1; }",
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; <<>>E_B = 1 [(a2a.value).wire = "a"]; })",
     {"DOC [enum-value-source-name] E.a: E_A -> E_B, a name of the proto files only"}},
    {"enum string added",
     Carried::kBoth,
     "message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1; }",
     "message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1; <<>>E_B = 2; }",
     {"BREAKING [enum-value-added] E.b: added"
      "; client -> host additive, callers need not send it (x.do)"
      "; host -> client breaking, readers refuse a string that they do not know (x.do)"}},
    {"enum string removed",
     Carried::kBoth,
     "message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1; E_B = 2; }",
     "message M { E e = 1; } <<>>enum E { E_UNSPECIFIED = 0; E_A = 1; }",
     {"BREAKING [enum-value-removed] E.b: removed"
      "; client -> host breaking, callers that send it are refused (x.do)"
      "; host -> client additive, readers never meet it again (x.do)"}},
    {"enum to string",
     Carried::kBoth,
     "message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1; }",
     "message M { <<>>optional string e = 1; }",
     {"BREAKING [field-type] M.e: E -> string"
      "; client -> host additive, what callers send is still good (x.do)"
      "; host -> client breaking, readers refuse what they get (x.do)"}},
    {"comment of an enum string",
     Carried::kBoth,
     "message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1; }",
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; 
  // New.
  <<>>E_A = 1; })",
     {"DOC [comment] E.a: comment added"}},
    {"other enum",
     Carried::kBoth,
     "message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1; } enum F { F_UNSPECIFIED = 0; F_B = 1; }",
     R"(message M { <<>>F e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1; } enum F { F_UNSPECIFIED = 0; F_B =
  1; })",
     {"BREAKING [field-type] M.e: E -> F"
      "; client -> host breaking, what callers send is refused (x.do)"
      "; host -> client breaking, readers refuse what they get (x.do)"}},
    {"move removed",
     Carried::kBoth,
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.value).state.initial = true,
  (a2a.value).state.to = "b", (a2a.value).state.to = "c"]; E_B = 2 [(a2a.value).state.to = "c"]; E_C
  = 3 [(a2a.value).state.terminal = true]; })",
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.value).state.initial = true,
  <<>>(a2a.value).state.to = "b"]; E_B = 2 [(a2a.value).state.to = "c"]; E_C = 3
  [(a2a.value).state.terminal = true]; })",
     {"BREAKING [move-removed] E.a: moves to c removed"
      "; client -> host breaking, callers that make the move are refused (x.do)"
      "; host -> client additive, readers never see the move again (x.do)"}},
    {"move added",
     Carried::kBoth,
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.value).state.initial = true,
  (a2a.value).state.to = "b"]; E_B = 2 [(a2a.value).state.to = "c"]; E_C = 3
  [(a2a.value).state.terminal = true]; })",
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.value).state.initial = true,
  <<>>(a2a.value).state.to = "b", (a2a.value).state.to = "c"]; E_B = 2 [(a2a.value).state.to = "c"]; E_C
  = 3 [(a2a.value).state.terminal = true]; })",
     {"ADDITIVE [move-added] E.a: moves to c added"
      "; client -> host additive, callers need not make the move (x.do)"
      "; host -> client additive, readers see a state that they know (x.do)"}},
    {"role restricted",
     Carried::kBoth,
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.value).state.initial = true,
  (a2a.value).state.to = "b", (a2a.value).state.to = "c"]; E_B = 2 [(a2a.value).state.to = "c"]; E_C
  = 3 [(a2a.value).state.terminal = true]; })",
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.value).state.initial = true,
  <<>>(a2a.value).state.to = "b", (a2a.value).state.to = "c", (a2a.value).state.role = { name: "r" to:
  "b" }]; E_B = 2 [(a2a.value).state.to = "c"]; E_C = 3 [(a2a.value).state.terminal = true]; })",
     {"BREAKING [move-removed] E.a: moves of r to c removed"
      "; client -> host breaking, callers that make the move are refused (x.do)"
      "; host -> client additive, readers never see the move again (x.do)"}},
    {"role freed",
     Carried::kBoth,
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.value).state.initial = true,
  (a2a.value).state.to = "b", (a2a.value).state.to = "c", (a2a.value).state.role = { name: "r" to:
  "b" }]; E_B = 2 [(a2a.value).state.to = "c"]; E_C = 3 [(a2a.value).state.terminal = true]; })",
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.value).state.initial = true,
  <<>>(a2a.value).state.to = "b", (a2a.value).state.to = "c"]; E_B = 2 [(a2a.value).state.to = "c"]; E_C
  = 3 [(a2a.value).state.terminal = true]; })",
     {"ADDITIVE [move-added] E.a: moves of r to c added"
      "; client -> host additive, callers need not make the move (x.do)"
      "; host -> client additive, readers see a state that they know (x.do)"}},
    {"move and the role's with it",
     Carried::kBoth,
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.value).state.initial = true,
  (a2a.value).state.to = "b", (a2a.value).state.to = "c", (a2a.value).state.role = { name: "r" to:
  "b" to: "c" }]; E_B = 2 [(a2a.value).state.to = "c"]; E_C = 3 [(a2a.value).state.terminal = true];
  })",
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.value).state.initial = true,
  <<>>(a2a.value).state.to = "b", (a2a.value).state.role = { name: "r" to: "b" }]; E_B = 2
  [(a2a.value).state.to = "c"]; E_C = 3 [(a2a.value).state.terminal = true]; })",
     {"BREAKING [move-removed] E.a: moves to c removed"
      "; client -> host breaking, callers that make the move are refused (x.do)"
      "; host -> client additive, readers never see the move again (x.do)"}},
    {"state renamed keeps its moves",
     Carried::kBoth,
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.value).state.initial = true,
  (a2a.value).state.to = "b", (a2a.value).state.to = "c"]; E_B = 2 [(a2a.value).state.to = "c"]; E_C
  = 3 [(a2a.value).state.terminal = true]; })",
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.value).state.initial = true,
  (a2a.value).state.to = "b", (a2a.value).state.to = "d"]; E_B = 2 [(a2a.value).state.to = "d"]; E_C
  = 3 [<<>>(a2a.value).wire = "d", (a2a.value).state.terminal = true]; })",
     {"BREAKING [enum-value-renamed] E.d: \"c\" -> \"d\""
      "; client -> host breaking, callers that send the old string are refused (x.do)"
      "; host -> client breaking, readers refuse a string that they do not know (x.do)"}},
    {"now terminal",
     Carried::kBoth,
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.value).state.initial = true,
  (a2a.value).state.to = "b", (a2a.value).state.to = "c"]; E_B = 2 [(a2a.value).state.to = "c"]; E_C
  = 3 [(a2a.value).state.terminal = true]; })",
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.value).state.initial = true,
  (a2a.value).state.to = "b", (a2a.value).state.to = "c"]; E_B = 2 [<<>>(a2a.value).state.terminal =
  true]; E_C = 3 [(a2a.value).state.terminal = true]; })",
     {"BREAKING [state-terminal] E.b: now terminal"
      "; client -> host breaking, callers that move on from it are refused (x.do)"
      "; host -> client breaking, readers wait for a move that never comes (x.do)"}},
    {"no longer terminal",
     Carried::kBoth,
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.value).state.initial = true,
  (a2a.value).state.to = "b", (a2a.value).state.to = "c"]; E_B = 2 [(a2a.value).state.terminal =
  true]; E_C = 3 [(a2a.value).state.terminal = true]; })",
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.value).state.initial = true,
  (a2a.value).state.to = "b", (a2a.value).state.to = "c"]; E_B = 2 [<<>>(a2a.value).state.to = "c"];
  E_C = 3 [(a2a.value).state.terminal = true]; })",
     {"BREAKING [state-terminal] E.b: no longer terminal"
      "; client -> host additive, callers need not move on from it (x.do)"
      "; host -> client breaking, readers take it for the end (x.do)"}},
    {"pause",
     Carried::kBoth,
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.value).state.initial = true,
  (a2a.value).state.to = "b", (a2a.value).state.to = "c"]; E_B = 2 [(a2a.value).state.to = "c"]; E_C
  = 3 [(a2a.value).state.terminal = true]; })",
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.value).state.initial = true,
  (a2a.value).state.to = "b", (a2a.value).state.to = "c"]; E_B = 2 [(a2a.value).state.paused =
  true, <<>>(a2a.value).state.to = "c"]; E_C = 3 [(a2a.value).state.terminal = true]; })",
     {"BREAKING [state-paused] E.b: now a pause"
      "; client -> host breaking, calls that wait for a pause return at other times (x.do)"
      "; host -> client breaking, readers answer at other times (x.do)"}},
    {"initial state",
     Carried::kBoth,
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.value).state.initial = true,
  (a2a.value).state.to = "b", (a2a.value).state.to = "c"]; E_B = 2 [(a2a.value).state.to = "a",
  (a2a.value).state.to = "c"]; E_C = 3 [(a2a.value).state.terminal = true]; })",
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.value).state.to = "b",
  (a2a.value).state.to = "c"]; E_B = 2 [(a2a.value).state.initial = true, <<>>(a2a.value).state.to =
  "a", (a2a.value).state.to = "c"]; E_C = 3 [(a2a.value).state.terminal = true]; })",
     {"BREAKING [state-initial] E: initial state \"a\" -> \"b\""
      "; client -> host breaking, what callers start begins elsewhere (x.do)"
      "; host -> client breaking, readers wait for another first state (x.do)"}},
    {"states to plain enum",
     Carried::kBoth,
     R"(message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.value).state.initial = true,
  (a2a.value).state.to = "b"]; E_B = 2 [(a2a.value).state.to = "c"]; E_C = 3
  [(a2a.value).state.terminal = true]; })",
     "message M { E e = 1; } <<>>enum E { E_UNSPECIFIED = 0; E_A = 1; E_B = 2; E_C = 3; }",
     {"BREAKING [state-machine] E: states -> plain enum"
      "; client -> host additive, every move is legal (x.do)"
      "; host -> client breaking, readers follow other moves (x.do)"}},
    {"plain enum to states",
     Carried::kBoth,
     "message M { E e = 1; } enum E { E_UNSPECIFIED = 0; E_A = 1; E_B = 2; E_C = 3; }",
     R"(message M { E e = 1; } <<>>enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.value).state.initial = true,
  (a2a.value).state.to = "b"]; E_B = 2 [(a2a.value).state.to = "c"]; E_C = 3
  [(a2a.value).state.terminal = true]; })",
     {"BREAKING [state-machine] E: plain enum -> states"
      "; client -> host breaking, callers that make a move which is not legal now are refused (x.do)"
      "; host -> client breaking, readers follow other moves (x.do)"}},
};

INSTANTIATE_TEST_SUITE_P(Type, BreakingTest, testing::ValuesIn(kTypeCases), &BreakingCaseName);
INSTANTIATE_TEST_SUITE_P(Enum, BreakingTest, testing::ValuesIn(kEnumCases), &BreakingCaseName);

}  // namespace
}  // namespace a2a::codegen

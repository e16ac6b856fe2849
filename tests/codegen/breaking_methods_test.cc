// What a change of a method means.
#include "codegen/breaking_case.h"

namespace a2a::codegen {
namespace {

const BreakingCase kMethodCases[] = {
    {"method renamed",
     Carried::kService,
     R"(rpc Go(P) returns (R) { option (a2a.method).name = "x.go"; option (a2a.method).capability = "c"; })",
     R"(rpc Go(P) returns (R) { <<>>option (a2a.method).name = "x.went"; option (a2a.method).capability =
  "c"; })",
     {"BREAKING [method-renamed] x.went: \"x.go\" -> \"x.went\""
      "; client -> host breaking, callers of the old name learn that there is no such method (x.go)"}},
    {"method renamed with another rule: known by the proto name",
     Carried::kService,
     R"(rpc Go(P) returns (R) { option (a2a.method).name = "x.go"; option (a2a.method).capability = "c"; })",
     R"(rpc Go(P) returns (R) { <<>>option (a2a.method).name = "x.went"; option (a2a.method).capability =
  "c"; <<>>option (a2a.method).idempotent = true; })",
     {"BREAKING [method-renamed] x.went: \"x.go\" -> \"x.went\""
      "; client -> host breaking, callers of the old name learn that there is no such method (x.go)",
      "ADDITIVE [method-idempotent] x.went: now idempotent; client -> host additive, callers may repeat it (x.go)"}},
    {"method renamed in both names",
     Carried::kService,
     R"(rpc Go(P) returns (R) { option (a2a.method).name = "x.go"; option (a2a.method).capability = "c"; })",
     R"(rpc Went(P) returns (R) { <<>>option (a2a.method).name = "x.went"; option (a2a.method).capability =
  "c"; })",
     {"BREAKING [method-renamed] x.went: \"x.go\" -> \"x.went\""
      "; client -> host breaking, callers of the old name learn that there is no such method (x.go)"}},
    {"proto name of a method alone",
     Carried::kService,
     R"(rpc Go(P) returns (R) { option (a2a.method).name = "x.go"; option (a2a.method).capability = "c"; })",
     R"(<<>>rpc Went(P) returns (R) { option (a2a.method).name = "x.go"; option (a2a.method).capability =
  "c"; })",
     {"DOC [method-source-name] x.go: S.Go -> S.Went, a name of the proto files only"}},
    {"method removed",
     Carried::kWhole,
     R"(message P {} message R {} service S {
  rpc Go(P) returns (R) {
    option (a2a.method).name = "x.go"; option (a2a.method).capability = "c";
  }
  rpc B(R) returns (P) { option (a2a.method).name = "x.b"; option (a2a.method).capability = "c"; }
})",
     R"(message P {} message R {} <<>>service S {
  rpc Go(P) returns (R) {
    option (a2a.method).name = "x.go"; option (a2a.method).capability = "c";
  }
})",
     {"BREAKING [method-removed] x.b: removed"
      "; client -> host breaking, callers learn that there is no such method (x.b)"}},
    {"method added",
     Carried::kService,
     R"(rpc Go(P) returns (R) { option (a2a.method).name = "x.go"; option (a2a.method).capability = "c"; })",
     R"(rpc Go(P) returns (R) { option (a2a.method).name = "x.go"; option (a2a.method).capability = "c"; }
  <<>>rpc B(R) returns (P) { option (a2a.method).name = "x.b"; option (a2a.method).capability = "c";
  })",
     {"ADDITIVE [method-added] x.b: added to capability \"c\""
      "; client -> host additive, older hosts announce this capability without it, a new one would let clients ask "
      "(x.b)"}},
    {"method added with a capability",
     Carried::kWhole,
     R"(message P {} message R {} service S {
  rpc Go(P) returns (R) {
    option (a2a.method).name = "x.go"; option (a2a.method).capability = "c";
  }
})",
     R"(<<>>option (a2a.protocol).capability = { name: "d" };
message P {} message R {} service S {
  rpc Go(P) returns (R) {
    option (a2a.method).name = "x.go"; option (a2a.method).capability = "c";
  }
  <<>>rpc B(R) returns (P) { option (a2a.method).name = "x.b"; option (a2a.method).capability = "d";
  }
})",
     {"ADDITIVE [capability-added] d: added; clients need not know it",
      "ADDITIVE [method-added] x.b: added to capability \"d\""
      "; client -> host additive, clients see by the capability whether it is there (x.b)"}},
    {"notification renamed",
     Carried::kService,
     R"(rpc Tell(P) returns (a2a.None) { option (a2a.method).name = "x.go"; option (a2a.method).capability =
  "c"; option (a2a.method).notification = true; })",
     R"(rpc Tell(P) returns (a2a.None) { <<>>option (a2a.method).name = "x.told"; option
  (a2a.method).capability = "c"; option (a2a.method).notification = true; })",
     {"BREAKING [method-renamed] x.told: \"x.go\" -> \"x.told\""
      "; host -> client breaking, readers wait for the old name in vain (x.go)"}},
    {"notification removed",
     Carried::kWhole,
     R"(message P {} message R {} service S { rpc Tell(P) returns (a2a.None) { option (a2a.method).name =
  "x.t"; option (a2a.method).capability = "c"; option (a2a.method).notification = true; } })",
     "message P {} message R {} <<>>service S {}",
     {"BREAKING [method-removed] x.t: removed"
      "; host -> client breaking, readers wait for it in vain (x.t)"}},
    {"notification to call",
     Carried::kService,
     R"(rpc Tell(P) returns (a2a.None) { option (a2a.method).name = "x.go"; option (a2a.method).capability =
  "c"; option (a2a.method).notification = true; })",
     R"(rpc Tell(P) returns (R) { <<>>option (a2a.method).name = "x.go"; option (a2a.method).capability =
  "c"; })",
     {"BREAKING [method-kind] x.go: notification -> call"
      "; client -> host additive, it is a call (x.go)"
      "; host -> client breaking, readers wait for it in vain (x.go)"}},
    {"call to notification",
     Carried::kService,
     R"(rpc Tell(P) returns (R) { option (a2a.method).name = "x.go"; option (a2a.method).capability = "c"; })",
     R"(rpc Tell(P) returns (a2a.None) { option (a2a.method).name = "x.go"; option (a2a.method).capability =
  "c"; <<>>option (a2a.method).notification = true; })",
     {"BREAKING [method-kind] x.go: call -> notification"
      "; client -> host breaking, callers learn that there is no such method (x.go)"
      "; host -> client additive, readers ignore notifications that they do not know (x.go)"}},
    {"now notifiable",
     Carried::kService,
     R"(rpc Go(P) returns (R) { option (a2a.method).name = "x.go"; option (a2a.method).capability = "c"; })",
     R"(rpc Go(P) returns (R) { option (a2a.method).name = "x.go"; option (a2a.method).capability = "c";
  <<>>option (a2a.method).notifiable = true; })",
     {"ADDITIVE [method-notifiable] x.go: now notifiable"
      "; client -> host additive, callers may send it without an id (x.go)"}},
    {"no longer notifiable",
     Carried::kService,
     R"(rpc Go(P) returns (R) { option (a2a.method).name = "x.go"; option (a2a.method).capability = "c";
  option (a2a.method).notifiable = true; })",
     R"(rpc Go(P) returns (R) { <<>>option (a2a.method).name = "x.go"; option (a2a.method).capability = "c";
  })",
     {"BREAKING [method-notifiable] x.go: no longer notifiable"
      "; client -> host breaking, sent without an id it does not run any more (x.go)"}},
    {"now before_handshake",
     Carried::kService,
     R"(rpc Go(P) returns (R) { option (a2a.method).name = "x.go"; option (a2a.method).capability = "c"; })",
     R"(rpc Go(P) returns (R) { option (a2a.method).name = "x.go"; option (a2a.method).capability = "c";
  <<>>option (a2a.method).before_handshake = true; })",
     {"ADDITIVE [method-before-handshake] x.go: now before_handshake"
      "; client -> host additive, callers need not shake hands before it (x.go)"}},
    {"no longer before_handshake",
     Carried::kService,
     R"(rpc Go(P) returns (R) { option (a2a.method).name = "x.go"; option (a2a.method).capability = "c";
  option (a2a.method).before_handshake = true; })",
     R"(rpc Go(P) returns (R) { <<>>option (a2a.method).name = "x.go"; option (a2a.method).capability = "c";
  })",
     {"BREAKING [method-before-handshake] x.go: no longer before_handshake"
      "; client -> host breaking, callers that have not shaken hands are refused (x.go)"}},
    {"now idempotent",
     Carried::kService,
     R"(rpc Go(P) returns (R) { option (a2a.method).name = "x.go"; option (a2a.method).capability = "c"; })",
     R"(rpc Go(P) returns (R) { option (a2a.method).name = "x.go"; option (a2a.method).capability = "c";
  <<>>option (a2a.method).idempotent = true; })",
     {"ADDITIVE [method-idempotent] x.go: now idempotent"
      "; client -> host additive, callers may repeat it (x.go)"}},
    {"no longer idempotent",
     Carried::kService,
     R"(rpc Go(P) returns (R) { option (a2a.method).name = "x.go"; option (a2a.method).capability = "c";
  option (a2a.method).idempotent = true; })",
     R"(rpc Go(P) returns (R) { <<>>option (a2a.method).name = "x.go"; option (a2a.method).capability = "c";
  })",
     {"BREAKING [method-idempotent] x.go: no longer idempotent"
      "; client -> host breaking, callers that repeat it do it twice (x.go)"}},
    {"capability of a method",
     Carried::kWhole,
     R"(option (a2a.protocol).capability = { name: "d" };
message P {} message R {} service S {
  rpc Go(P) returns (R) {
    option (a2a.method).name = "x.go"; option (a2a.method).capability = "c";
  }
})",
     R"(option (a2a.protocol).capability = { name: "d" };
message P {} message R {} service S {
  rpc Go(P) returns (R) {
    option (a2a.method).name = "x.go"; <<>>option (a2a.method).capability = "d"; 
  }
})",
     {"BREAKING [method-capability] x.go: capability \"c\" -> \"d\""
      "; client -> host breaking, clients that look for the old capability call it where it may not be (x.go)"}},
    {"error added to a method",
     Carried::kService,
     R"(rpc Go(P) returns (R) { option (a2a.method).name = "x.go"; option (a2a.method).capability = "c"; })",
     R"(rpc Go(P) returns (R) { option (a2a.method).name = "x.go"; option (a2a.method).capability = "c";
  <<>>option (a2a.method).error = "INTERNAL"; })",
     {"ADDITIVE [method-error-added] x.go: may answer with INTERNAL"
      "; host -> client additive, readers must expect errors that the list does not name, such as those of every call "
      "(x.go)"}},
    {"error removed from a method",
     Carried::kService,
     R"(rpc Go(P) returns (R) { option (a2a.method).name = "x.go"; option (a2a.method).capability = "c";
  option (a2a.method).error = "INTERNAL"; })",
     R"(rpc Go(P) returns (R) { <<>>option (a2a.method).name = "x.go"; option (a2a.method).capability = "c";
  })",
     {"ADDITIVE [method-error-removed] x.go: never answers with INTERNAL"
      "; host -> client additive, readers never meet it again (x.go)"}},
    {"comment of a method",
     Carried::kService,
     R"(rpc Go(P) returns (R) { option (a2a.method).name = "x.go"; option (a2a.method).capability = "c"; })",
     R"(  // New.
  <<>>rpc Go(P) returns (R) {
    option (a2a.method).name = "x.go"; option (a2a.method).capability = "c";
  })",
     {"DOC [comment] x.go: comment added"}},
    {"comment of a service",
     Carried::kWhole,
     R"(message P {} message R {} service S {
  rpc Go(P) returns (R) {
    option (a2a.method).name = "x.go"; option (a2a.method).capability = "c";
  }
})",
     R"(message P {} message R {} 
// New.
<<>>service S {
  rpc Go(P) returns (R) {
    option (a2a.method).name = "x.go"; option (a2a.method).capability = "c";
  }
})",
     {"DOC [comment] S: comment added"}},
    {"other params type",
     Carried::kService,
     R"(rpc Go(P) returns (R) { option (a2a.method).name = "x.go"; option (a2a.method).capability = "c"; } }
  message Q { string a = 1;)",
     R"(rpc Go(Q) returns (R) { option (a2a.method).name = "x.go"; option (a2a.method).capability = "c"; } }
  message Q { <<>>string a = 1;)",
     {"ADDITIVE [field-added] Q.a: added, optional"
      "; client -> host additive, callers may leave it out (x.go)"}},
};

INSTANTIATE_TEST_SUITE_P(Method, BreakingTest, testing::ValuesIn(kMethodCases), &BreakingCaseName);

}  // namespace
}  // namespace a2a::codegen

// Every diagnostic of the generator: a schema that provokes it, with the place it must point at written into the text.
// `<<306>>` in a schema stands for "here the generator reports A2A306" and is taken out before parsing. What is
// reported without a mark, or marked and not reported, fails.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "codegen/schema_text.h"

namespace a2a::codegen {
namespace {

struct Case {
  const char* name;
  std::vector<std::pair<std::string, std::string>> files;
};

constexpr char kHead[] =
    "syntax = \"proto3\"; package x; import \"a2a/options.proto\"; import \"a2a/jsonrpc.proto\";\n"
    "option (a2a.protocol).name = \"x\"; option (a2a.protocol).version = 1;\n";
constexpr char kCapability[] = "option (a2a.protocol).capability = { name: \"c\" };\n";

// One file with the usual head.
Case One(const char* name, const std::string& body) { return {name, {{"x/x.proto", kHead + body}}}; }

// One rpc with what a call needs, its options in `options`.
Case Rpc(const char* name, const std::string& options, const std::string& before = "") {
  return {name,
          {{"x/x.proto", absl::StrCat(kHead, kCapability, "message P {}\nmessage R {}\n", before,
                                      "service S {\n  rpc Do(P) returns (R) {\n    ", options, "\n  }\n}\n")},
           {"a2a/jsonrpc.proto", ""}}};
}
constexpr char kNamed[] = "option (a2a.method).name = \"x.do\"; option (a2a.method).capability = \"c\";\n    ";

// An enum of states with one legal pair, and `rest`.
Case States(const char* name, const std::string& rest) {
  return One(name, "enum E {\n  E_UNSPECIFIED = 0;\n" + rest + "\n}\n");
}

std::vector<Case> FileCases() {
  return {
      {"no protocol", {{"x/x.proto", "<<101>>syntax = \"proto3\"; package x; import \"a2a/options.proto\";"}}},
      {"second protocol",
       {{"x/a.proto", kHead},
        {"x/b.proto",
         "syntax = \"proto3\"; package x; import \"a2a/options.proto\";\n"
         "<<102>>option (a2a.protocol).name = \"y\";"}}},
      {"protocol name",
       {{"x/x.proto",
         "syntax = \"proto3\"; package x; import \"a2a/options.proto\";\n"
         "  <<103>>option (a2a.protocol).name = \"x y\";\noption (a2a.protocol).version = 1;"}}},
      {"protocol version",
       {{"x/x.proto",
         "syntax = \"proto3\"; package x; import \"a2a/options.proto\";\n"
         "option (a2a.protocol).name = \"x\";\n<<104>>option (a2a.protocol).version = -1;"}}},
      One("schema version",
          "<<105>>option (a2a.protocol).schema_version = 3;\noption (a2a.protocol).schema_baseline = 4;"),
      {"syntax",
       {{"x/x.proto", kHead},
        {"x/y.proto", "<<106>>syntax = \"proto2\"; package x; message M { optional int32 a = 1; }"}}},
      {"package of a type",
       {{"x/x.proto", kHead}, {"y/y.proto", "syntax = \"proto3\"; package y;\n<<107>>message M {}"}}},
      {"no package",
       {{"x/x.proto",
         "<<107>>syntax = \"proto3\"; import \"a2a/options.proto\";\n"
         "option (a2a.protocol).name = \"x\"; option (a2a.protocol).version = 1;"}}},
      {"package that is a keyword",
       {{"x/x.proto",
         "syntax = \"proto3\"; <<107>>package x.class; import \"a2a/options.proto\";\n"
         "option (a2a.protocol).name = \"x\"; option (a2a.protocol).version = 1;"}}},
      One("constant name",
          "<<108>>option (a2a.protocol).bound = { name: \"MaxParts\" value: 1 };\n"
          "<<108>>option (a2a.protocol).text = { name: \"A__B\" value: \"x\" };"),
      One("duplicate constant",
          "option (a2a.protocol).bound = { name: \"A_B\" value: 1 };\n"
          "<<109>>option (a2a.protocol).text = { name: \"A_B\" value: \"x\" };"),
      One("bound value", "<<110>>option (a2a.protocol).bound = { name: \"A\" value: -1 };"),
      One("bound error", "<<111>>option (a2a.protocol).bound = { name: \"A\" value: 1 error: \"NOPE\" };"),
      One("capability name", "<<112>>option (a2a.protocol).capability = { name: \"a b\" };"),
      One("duplicate capability",
          "option (a2a.protocol).capability = { name: \"a\" };\n"
          "<<113>>option (a2a.protocol).capability = { name: \"a\" };"),
  };
}

std::vector<Case> NameCases() {
  return {
      One("__proto__ as wire name", "message M { string a = 1 [<<201>>(a2a.field).wire_name = \"__proto__\"]; }"),
      One("__proto__ as json_name", "message M { string a = 1 [<<201>>json_name = \"__proto__\"]; }"),
      One("__proto__ as enum string",
          "enum E { E_UNSPECIFIED = 0; E_A = 1 [<<201>>(a2a.value).wire = \"__proto__\"]; }"),
      One("type named like generated code", "<<201>>message Services {}\n<<201>>message absl {}"),
      One("wire name with a line separator",
          "message M { string a = 1 [<<202>>(a2a.field).wire_name = \"a\\xe2\\x80\\xa8\"]; }"),
      One("wire name with a control character",
          "message M { string a = 1 [<<202>>(a2a.field).wire_name = \"a\\n\"]; }"),
      One("wire name too long",
          "message M { string a = 1 [<<202>>(a2a.field).wire_name = \"" + std::string(129, 'a') + "\"]; }"),
      One("duplicate member", "message M { string a = 1; string b = 2 [<<203>>(a2a.field).wire_name = \"a\"]; }"),
      One("member like the tag",
          "message M {\n  option (a2a.type).tag = { name: \"kind\" value: \"m\" };\n"
          "  <<203>>string kind = 1;\n}"),
      One("flattened types", "message A { message B {} }\n<<204>>message AB {}"),
      One("flattened enum", "message A { <<204>>enum B { B_UNSPECIFIED = 0; B_X = 1; } }\nmessage AB {}"),
      One("C++ class of a nested type", "message A { message B {} }\n<<205>>message A_B {}"),
      One("C++ constants of two errors",
          "enum E { E_UNSPECIFIED = 0; E_A_1 = 1 [(a2a.error).code = 1, (a2a.error).text = \"t\"]; }\n"
          "enum F { F_UNSPECIFIED = 0; <<205>>F_A1 = 1 [(a2a.error).code = 1, (a2a.error).text = \"t\"]; }"),
      One("macro as enum value", "enum E { E_UNSPECIFIED = 0; <<206>>EOF = 1; }"),
      One("macro as message", "<<206>>message EOF {}"),
      One("macro as field", "message M { <<206>>string errno = 1; <<206>>string assert = 2; }"),
      One("member of protoc's classes", "message M { <<206>>string descriptor = 1; }"),
      One("accessor of another field", "message M { optional string a = 1; <<206>>bool has_a = 2; }"),
      One("E_MIN in enum E", "enum E { E_UNSPECIFIED = 0; <<206>>E_MIN = 1; <<206>>E_ARRAYSIZE = 2; }"),
      One("keyword of C++20", "message M { <<206>>string requires = 1; }"),
      One("type that is a parameter of generated code",
          "<<206>>message from {}\n<<206>>enum value { V_UNSPECIFIED = 0; V_A = 1; }"),
      One("member of message classes", "<<206>>message New {}\nmessage M { <<206>>message Clear {} }"),
      One("leading underscore", "message M { <<206>>string _impl_ = 1; }"),
      One("hidden type", "message M { <<206>>string size_t = 1; }\n<<206>>message int32_t {}"),
      One("field like its message", "message m { <<206>>string m = 1; }"),
  };
}

// L1 to L`count`, each of which needs a list of the next: two levels. The one that needs 125 is marked.
std::string DeepChain(int count) {
  std::string out;
  for (int i = 1; i < count; ++i) {
    absl::StrAppend(&out, 2 * (count - i) + 1 == 125 ? "<<321>>" : "", "message L", i, " { repeated L", i + 1,
                    " n = 1 [(a2a.field).required = true, (a2a.field).min_items = \"1\"]; }\n");
  }
  return absl::StrCat(out, "message L", count, " {}\n");
}

std::vector<Case> FieldCases() {
  return {
      One("float", "message M { <<301>>float a = 1; }"),
      {"type of another schema",
       {{"x/x.proto",
         absl::StrCat(
             "syntax = \"proto3\"; package x; import \"a2a/options.proto\"; option (a2a.protocol).name = \"x\";\n"
             "option (a2a.protocol).version = 1;\nmessage M { <<302>>a2a.None a = 1; <<302>>map<string, a2a.None> b = "
             "2;\n"
             "  <<302>>a2a.Raw c = 3; }")}}},
      One("raw on a string", "message M { string a = 1 [<<303>>(a2a.field).raw = RAW_ANY]; }"),
      One("base64 on a number", "message M { int32 a = 1 [<<304>>(a2a.field).base64 = true]; }"),
      One("bare bytes", "message M { <<305>>bytes a = 1; <<305>>map<string, bytes> b = 2; }"),
      One("bounds on the wrong kinds",
          "message M {\n  int32 a = 1 [<<306>>(a2a.field).max_chars = \"1\"];\n"
          "  string b = 2 [<<306>>(a2a.field).max_items = \"1\",\n    <<306>>(a2a.field).max_value = \"1\"];\n"
          "  string c = 3 [(a2a.field).base64 = true, <<306>>(a2a.field).min_chars = \"1\"];\n"
          "  bool d = 4 [<<306>>(a2a.field).min_bytes = \"1\"];\n}"),
      One("unknown bound",
          "message M { string a = 1 [<<307>>(a2a.field).max_chars = \"NOPE\",\n"
          "  <<307>>(a2a.field).max_bytes = \"99999999999\", <<307>>(a2a.field).min_chars = \"1e3\"]; }"),
      One("min above max",
          "message M { string a = 1 [<<308>>(a2a.field).min_chars = \"3\", (a2a.field).max_chars = \"2\"];\n"
          "  string b = 2 [<<308>>(a2a.field).min_chars = \"3\", (a2a.field).max_bytes = \"2\"];\n"
          "  string c = 3 [<<308>>(a2a.field).min_bytes = \"9\", (a2a.field).max_chars = \"2\"];\n"
          "  string d = 4 [(a2a.field).min_bytes = \"8\", (a2a.field).max_chars = \"2\"]; }"),
      One("room for nothing", "message M { repeated string a = 1 [<<309>>(a2a.field).max_items = \"0\"]; }"),
      One("negative bound",
          "message M { string a = 1 [<<309>>(a2a.field).max_chars = \"-1\"];\n"
          "  uint32 b = 2 [<<309>>(a2a.field).min_value = \"-1\"]; int32 c = 3 [(a2a.field).min_value = \"-1\"]; }"),
      One("clamp without maximum",
          "message M { int32 a = 1 [<<310>>(a2a.field).clamp = true];\n"
          "  double b = 2 [<<310>>(a2a.field).clamp = true, (a2a.field).max_value = \"1\"]; }"),
      One("exact on what is exact anyway, or clamps",
          "message M { int32 a = 1 [<<320>>(a2a.field).exact = true];\n"
          "  int64 b = 2 [<<320>>(a2a.field).exact = true, (a2a.field).clamp = true, (a2a.field).max_value = \"1\"]; "
          "}"),
      One("nullable",
          "message M { optional string ok = 1 [(a2a.field).nullable = true];\n"
          "  string a = 2 [<<311>>(a2a.field).nullable = true];\n"
          "  repeated string b = 3 [<<311>>(a2a.field).nullable = true];\n"
          "  string c = 4 [(a2a.field).required = true, <<311>>(a2a.field).nullable = true]; }"),
      One("always", "message M { string a = 1 [<<312>>(a2a.field).always = true]; }"),
      One("extras in a closed type", "message M { bytes a = 1 [<<313>>(a2a.field).extras = true]; }"),
      One("two homes for extras",
          "message M { option (a2a.type).open = true; bytes a = 1 [(a2a.field).extras = true];\n"
          "  bytes b = 2 [<<313>>(a2a.field).extras = true]; }"),
      One("extras in a string",
          "message M { option (a2a.type).open = true; string a = 1 [<<313>>(a2a.field).extras = true]; }"),
      One("extras with another rule",
          "message M { option (a2a.type).open = true; bytes a = 1 [<<313>>(a2a.field).extras = true, "
          "(a2a.field).required = true]; }"),
      One("open without extras", "message M { <<314>>option (a2a.type).open = true; string a = 1; }"),
      One("cached_json in a string", "message M { string a = 1 [<<315>>(a2a.field).cached_json = true]; }"),
      One("two homes for cached JSON",
          "message M { bytes a = 1 [(a2a.field).cached_json = true];\n"
          "  bytes b = 2 [<<315>>(a2a.field).cached_json = true]; }"),
      One("cached_json in an arm",
          "message A { bytes a = 1 [(a2a.field).cached_json = true]; }\n"
          "message U { oneof u { option (a2a.union).discriminator = \"kind\"; <<315>>A a = 1; } }"),
      One("required and optional", "message M { optional string a = 1 [<<316>>(a2a.field).required = true]; }"),
      One("map of numbers", "message M { <<317>>map<int32, string> a = 1; }"),
      One("arm outside a union", "message M { string a = 1 [<<318>>(a2a.arm) = \"a\"]; }"),
      One("endless types",
          "<<319>>message A { B b = 1 [(a2a.field).required = true]; }\n"
          "<<319>>message B { repeated A a = 1 [(a2a.field).required = true, (a2a.field).min_items = \"1\"]; }\n"
          "message C { C c = 1; repeated C d = 2 [(a2a.field).required = true]; }\n"
          "message D { oneof u { option (a2a.union).discriminator = \"kind\"; E e = 1; C c = 2; } }\n"
          "message E { D d = 1 [(a2a.field).required = true]; }"),
      One("types that nest too deep",
          absl::StrCat(
              DeepChain(64), "message Outer { L1 l = 1 [(a2a.field).required = true]; }\n",
              "message U { oneof u { option (a2a.union).discriminator = \"kind\"; L1 deep = 1; L64 flat = 2; } }\n"
              "message V { U u = 1 [(a2a.field).required = true]; L1 l = 2; }")),
  };
}

std::vector<Case> TypeCases() {
  const std::string arms = "message A { string a = 1; }\nmessage B { string b = 1; }\n";
  const std::string open = "message O { option (a2a.type).open = true; bytes e = 1 [(a2a.field).extras = true]; }\n";
  const std::string head = "message U { oneof u { option (a2a.union).discriminator = \"kind\"; ";
  return {
      One("half a tag", "message M { <<401>>option (a2a.type).tag = { name: \"kind\" }; }"),
      One("tag on a union", arms + "message U {\n  <<401>>option (a2a.type).tag = { name: \"t\" value: \"u\" };\n"
                                   "  oneof u { option (a2a.union).discriminator = \"kind\"; A a = 1; } }"),
      One("bare oneof", "message M { <<402>>oneof u { string a = 1; } }"),
      One("field beside the oneof", arms + head + "A a = 1; } <<403>>string c = 2; }"),
      One("no discriminator",
          arms + "message U { oneof u { <<404>>option (a2a.union).discriminator = \"\"; A a = 1; } }"),
      One("arms that are no messages", arms + head + "<<405>>string a = 1; } }"),
      One("an arm that is a union",
          arms + head +
              "A a = 1; } }\n"
              "message V { oneof v { option (a2a.union).discriminator = \"type\"; <<405>>U u = 1; } }"),
      One("two arms of one value", arms + head + "A a = 1; B b = 2 [<<406>>(a2a.arm) = \"a\"]; } }"),
      One("two arms of one identifier",
          arms + head + "A a = 1 [(a2a.arm) = \"x-y\"]; B b = 2 [<<406>>(a2a.arm) = \"x_y\"]; } }"),
      One("member like the discriminator",
          "message A { string kind = 1; }\nmessage B { option (a2a.type).tag = { name: \"kind\" value: \"b\" }; }\n" +
              head + "<<407>>A a = 1; <<407>>B b = 2; } }"),
      One("open and closed arms", arms + open + head + "A a = 1; <<408>>O o = 2; } }"),
      One("open on a union", open + "message U {\n  <<408>>option (a2a.type).open = true;\n"
                                    "  oneof u { option (a2a.union).discriminator = \"kind\"; O o = 1; } }"),
      One("two error data",
          "message A { option (a2a.type).error_data = true; string error_code = 1 [(a2a.field).required = true]; }\n"
          "message B { <<409>>option (a2a.type).error_data = true; string error_code = 1 [(a2a.field).required = "
          "true]; }"),
      One("error data without its code", "message A { <<410>>option (a2a.type).error_data = true; string code = 1; }"),
      One("rule on an arm", arms + head + "A a = 1 [<<411>>(a2a.field).required = true]; } }"),
  };
}

std::vector<Case> EnumCases() {
  return {
      One("zero value", "enum E { <<501>>E_ZERO = 0; E_A = 1; }"),
      One("options of the zero value", "enum E { <<501>>E_UNSPECIFIED = 0 [(a2a.value).wire = \"z\"]; E_A = 1; }"),
      One("empty enum", "<<502>>enum E { E_UNSPECIFIED = 0; }"),
      One("two values of one wire string",
          "enum E { E_UNSPECIFIED = 0; E_A = 1; E_B = 2 [<<503>>(a2a.value).wire = \"a\"];\n"
          "  E_C = 3 [(a2a.value).wire = \"x-y\"]; E_D = 4 [<<503>>(a2a.value).wire = \"x_y\"]; }"),
      One("alias", "enum E { option allow_alias = true; E_UNSPECIFIED = 0; E_A = 1; <<504>>E_B = 1; }"),
      States("a state among plain values",
             "  E_A = 1 [(a2a.value).state = { initial: true to: \"a\" }];\n  <<505>>E_B = 2;"),
      One("an error among plain values",
          "enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.error).code = 1, (a2a.error).text = \"t\"];\n"
          "  <<505>>E_B = 2; }"),
      States("move to nowhere",
             "  E_A = 1 [(a2a.value).state.initial = true, (a2a.value).state.to = \"a\",\n"
             "    <<506>>(a2a.value).state.to = \"nowhere\"];"),
      States("terminal with moves",
             "  E_A = 1 [(a2a.value).state.initial = true, (a2a.value).state.to = \"b\"];\n"
             "  E_B = 2 [(a2a.value).state.terminal = true,\n    <<507>>(a2a.value).state.to = \"a\"];"),
      States("dead end",
             "  E_A = 1 [(a2a.value).state.initial = true, (a2a.value).state.to = \"b\"];\n"
             "  E_B = 2 [<<508>>(a2a.value).state = {}];"),
      One("no initial state", "<<509>>enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.value).state.to = \"a\"]; }"),
      States("two initial states",
             "  E_A = 1 [(a2a.value).state.initial = true, (a2a.value).state.to = \"b\"];\n"
             "  E_B = 2 [(a2a.value).state.to = \"a\",\n    <<510>>(a2a.value).state.initial = true];"),
      States("unreachable",
             "  E_A = 1 [(a2a.value).state.initial = true, (a2a.value).state.to = \"a\"];\n"
             "  E_B = 2 [<<511>>(a2a.value).state.to = \"a\"];"),
      States("move listed twice",
             "  E_A = 1 [(a2a.value).state.initial = true, (a2a.value).state.to = \"a\",\n"
             "    <<512>>(a2a.value).state.to = \"a\"];"),
      States("role listed twice",
             "  E_A = 1 [(a2a.value).state.initial = true, (a2a.value).state.to = \"a\",\n"
             "    (a2a.value).state.role = { name: \"r\" to: \"a\" },\n    <<512>>(a2a.value).state.role = { name: "
             "\"r\" }];"),
      States("role beyond the legal moves",
             "  E_A = 1 [(a2a.value).state.initial = true, (a2a.value).state.to = \"b\",\n"
             "    <<513>>(a2a.value).state.role = { name: \"r\" to: \"a\" }];\n  E_B = 2 [(a2a.value).state.terminal = "
             "true];"),
      States("role name",
             "  E_A = 1 [(a2a.value).state.initial = true, (a2a.value).state.to = \"a\",\n"
             "    <<514>>(a2a.value).state.role = { name: \"any\" to: \"a\" }];"),
      States("paused and terminal",
             "  E_A = 1 [(a2a.value).state.initial = true, (a2a.value).state.to = \"b\"];\n"
             "  E_B = 2 [(a2a.value).state.terminal = true,\n    <<515>>(a2a.value).state.paused = true];"),
  };
}

std::vector<Case> ErrorAndMethodCases() {
  return {
      One("error without code", "enum E { E_UNSPECIFIED = 0; E_A = 1 [<<601>>(a2a.error).text = \"t\"]; }"),
      One("error without text", "enum E { E_UNSPECIFIED = 0; E_A = 1 [<<602>>(a2a.error).code = 1]; }"),
      One("error declared twice",
          "enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.error).code = 1, (a2a.error).text = \"t\"]; }\n"
          "enum F { F_UNSPECIFIED = 0; <<603>>F_A = 1 [(a2a.error).code = 1, (a2a.error).text = \"t\"]; }"),
      One("no error for wrong params",
          "option (a2a.protocol).capability = { name: \"c\" };\nmessage P {}\nservice S {\n"
          "  <<604>>rpc Do(P) returns (P) { option (a2a.method).name = \"d\"; option (a2a.method).capability = \"c\"; "
          "}\n}"),
      One("field of errors",
          "enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.error).code = 1, (a2a.error).text = \"t\"]; }\n"
          "message M { <<605>>E e = 1; }"),
      Rpc("method without name", "<<701>>option (a2a.method).capability = \"c\";"),
      Rpc("method name", "<<701>>option (a2a.method).name = \"a b\"; option (a2a.method).capability = \"c\";"),
      Rpc("method name of JSON-RPC",
          "<<701>>option (a2a.method).name = \"rpc.x\"; option (a2a.method).capability = \"c\";"),
      Rpc("duplicate method", "<<702>>option (a2a.method).name = \"x.do\"; option (a2a.method).capability = \"c\";",
          "service A { rpc Do(P) returns (R) { option (a2a.method).name = \"x.do\"; option (a2a.method).capability = "
          "\"c\"; } }\n"),
      Rpc("no capability", "<<703>>option (a2a.method).name = \"x.do\";"),
      Rpc("unknown capability",
          "option (a2a.method).name = \"x.do\";\n    <<704>>option (a2a.method).capability = \"d\";"),
      Rpc("notification with result", absl::StrCat(kNamed, "<<705>>option (a2a.method).notification = true;")),
      Rpc("call without result", kNamed,
          "service A { <<706>>rpc Do(P) returns (a2a.None) { option (a2a.method).name = \"y\"; option "
          "(a2a.method).capability = \"c\"; } }\n"),
      Rpc("stream", kNamed,
          "service A { <<707>>rpc Do(P) returns (stream R) { option (a2a.method).name = \"y\"; option "
          "(a2a.method).capability = \"c\"; } }\n"),
      Rpc("unknown error", absl::StrCat(kNamed, "<<708>>option (a2a.method).error = \"NOPE\";")),
      Rpc("reserved error", absl::StrCat(kNamed, "<<709>>option (a2a.method).error = \"A\";"),
          "enum E { E_UNSPECIFIED = 0; E_A = 1 [(a2a.error) = { code: 1 text: \"t\" reserved: true }]; }\n"),
      Rpc("error named twice", absl::StrCat(kNamed,
                                            "option (a2a.method).error = \"INTERNAL\";\n"
                                            "    <<710>>option (a2a.method).error = \"INTERNAL\";")),
      Rpc("rules of calls on a notification", kNamed,
          "service A { rpc Do(P) returns (a2a.None) { option (a2a.method).name = \"y\"; option (a2a.method).capability "
          "= \"c\";\n"
          "    option (a2a.method).notification = true;\n    <<711>>option (a2a.method).idempotent = true;\n"
          "    <<711>>option (a2a.method).error = \"INTERNAL\"; } }\n"),
      Rpc("foreign params", kNamed,
          "service A { <<712>>rpc Do(a2a.None) returns (R) { option (a2a.method).name = \"y\"; option "
          "(a2a.method).capability = \"c\"; } }\n"),
  };
}

std::vector<Case> AllCases() {
  std::vector<Case> all;
  for (auto cases : {FileCases, NameCases, FieldCases, TypeCases, EnumCases, ErrorAndMethodCases}) {
    for (Case& each : cases()) all.push_back(std::move(each));
  }
  return all;
}

// Takes the marks out of `text` and adds what they say to *expected as "file:line:column [A2Annn]".
std::string TakeMarks(const std::string& file, std::string text, std::vector<std::string>* expected) {
  static const std::regex kMark("<<(\\d+)>>");
  std::smatch match;
  while (std::regex_search(text, match, kMark)) {
    const std::string before = match.prefix();
    const size_t line = static_cast<size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
    const size_t column = before.size() - (before.rfind('\n') == std::string::npos ? 0 : before.rfind('\n') + 1) + 1;
    expected->push_back(absl::StrCat(file, ":", line, ":", column, " [A2A", match[1].str(), "]"));
    text = before + match.suffix().str();
  }
  return text;
}

class DiagnosticsTest : public testing::TestWithParam<Case> {};

TEST_P(DiagnosticsTest, PointsAtTheMarks) {
  std::vector<std::string> expected;
  Texts texts;
  for (const auto& [file, text] : GetParam().files) {
    texts[file] = text.empty() ? ReadSource("proto/" + file) : TakeMarks(file, text, &expected);
  }
  std::vector<std::string> reported = CompileTexts(texts, nullptr);
  const std::string all = absl::StrJoin(reported, "\n");
  for (std::string& line : reported) line = line.substr(0, line.find(']') + 1);
  EXPECT_THAT(reported, testing::UnorderedElementsAreArray(expected)) << all;
}

INSTANTIATE_TEST_SUITE_P(All, DiagnosticsTest, testing::ValuesIn(AllCases()), [](const auto& info) {
  std::string name;
  for (const char c : std::string(info.param.name))
    name.push_back(std::isalnum(static_cast<unsigned char>(c)) ? c : '_');
  return name + "_" + std::to_string(info.index);
});

TEST(DiagnosticsTest, EveryCodeHasACase) {
  std::set<std::string> declared, provoked;
  const std::string codes = ReadSource("codegen/codes.h");
  const std::regex declaration("= (\\d+),"), mark("<<(\\d+)>>");
  for (std::sregex_iterator it(codes.begin(), codes.end(), declaration), end; it != end; ++it)
    declared.insert((*it)[1]);
  for (const Case& each : AllCases()) {
    for (const auto& [file, text] : each.files) {
      for (std::sregex_iterator it(text.begin(), text.end(), mark), end; it != end; ++it) provoked.insert((*it)[1]);
    }
  }
  EXPECT_GT(declared.size(), 70u);
  EXPECT_EQ(declared, provoked);
}

}  // namespace
}  // namespace a2a::codegen

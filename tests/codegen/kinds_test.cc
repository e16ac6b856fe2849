// Generated codecs, text in, text out: every kind of field, presence, null, order, unions, unknown members, bounds.
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "codegen/types_under_test.h"
#include "json/cursor.h"
#include "json/table.h"
#include "plans/codec.h"

namespace a2a::codegen {
namespace {

constexpr int kDepth = 64;

// What the type's codec makes of `text`: its encoding, or "refused: <reason> at <path>".
std::string Recoded(absl::string_view type_name, const std::string& text) {
  json::SyntaxError error;
  if (!json::Validate(text, kDepth, &error)) return "not JSON";
  const TypeUnderTest& type = TypeNamed(type_name);
  json::Fault fault;
  std::string encoded;
  const bool decoded = type.recode(text, &encoded);
  const bool diagnosed = json::Diagnose(*type.table, text, "", &fault);
  EXPECT_EQ(decoded, diagnosed) << type_name << " " << text;
  return decoded ? encoded : absl::StrCat("refused: ", fault.reason, " at ", fault.path);
}

// `text` is accepted and comes out as it went in.
void ExpectSame(absl::string_view type, const std::string& text) { EXPECT_EQ(Recoded(type, text), text); }

constexpr char kScalars[] =
    R"({"text":"t","flag":true,"small":-1,"large":-9007199254740993,"positive":4294967295,)"
    R"("huge":18446744073709551615,"real":0.5,"color":"dark-blue","point":{"x":1,"y":2},"any":[1e400,null],)"
    R"("object":{"b":1,"a":2},"file":"AQI=","s32":-2147483648,"s64":9223372036854775807,"f32":0,"f64":0})";

TEST(KindsTest, Scalars) {
  ExpectSame("plans.Scalars", kScalars);
  EXPECT_EQ(Recoded("plans.Scalars", "{}"), "refused: required at /text");
  EXPECT_EQ(Recoded("plans.Scalars", "[]"), "refused: type at ");
}

TEST(KindsTest, RequiredMembersRefuseNull) {
  const std::string text = kScalars;
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    return Recoded("plans.Scalars", changed);
  };
  EXPECT_EQ(with("\"t\"", "null"), "refused: type at /text");
  EXPECT_EQ(with("true", "null"), "refused: type at /flag");
  EXPECT_EQ(with("-1,", "null,"), "refused: type at /small");
  EXPECT_EQ(with("0.5", "null"), "refused: type at /real");
  EXPECT_EQ(with("\"dark-blue\"", "null"), "refused: type at /color");
  EXPECT_EQ(with("{\"x\":1,\"y\":2}", "null"), "refused: type at /point");
  EXPECT_EQ(with("\"AQI=\"", "null"), "refused: type at /file");
  EXPECT_EQ(with("{\"b\":1,\"a\":2}", "null"), "refused: type at /object");
  // null is a value of free-form JSON.
  EXPECT_EQ(with("[1e400,null]", "null").find("refused"), std::string::npos);
}

TEST(KindsTest, ScalarsOutOfRange) {
  const std::string text = kScalars;
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    return Recoded("plans.Scalars", changed);
  };
  EXPECT_EQ(with("\"small\":-1", "\"small\":2147483648"), "refused: range at /small");
  EXPECT_EQ(with("\"small\":-1", "\"small\":1.5"), "refused: type at /small");
  EXPECT_NE(with("\"small\":-1", "\"small\":1e2").find("\"small\":100,"), std::string::npos);
  EXPECT_EQ(with("-9007199254740993", "9223372036854775808"), "refused: range at /large");
  EXPECT_EQ(with("4294967295", "-1"), "refused: range at /positive");
  EXPECT_EQ(with("18446744073709551615", "18446744073709551616"), "refused: range at /huge");
  EXPECT_EQ(with("\"real\":0.5", "\"real\":1e400"), "refused: range at /real");
  EXPECT_EQ(with("dark-blue", "blue"), "refused: enum at /color");
  EXPECT_EQ(with("AQI=", "AQI"), "refused: base64 at /file");
}

TEST(KindsTest, OptionalMembersAreAbsentOrNull) {
  ExpectSame("plans.Optionals", "{}");
  ExpectSame("plans.Optionals",
             R"({"text":"","flag":false,"small":0,"large":0,"positive":0,"huge":0,"real":0,"color":"red",)"
             R"("point":{"x":0,"y":0},"any":0,"object":{},"file":""})");
  EXPECT_EQ(Recoded("plans.Optionals",
                    R"({"text":null,"flag":null,"small":null,"large":null,"positive":null,"huge":null,"real":null,)"
                    R"("color":null,"point":null,"any":null,"object":null,"file":null})"),
            "{}");
  EXPECT_EQ(Recoded("plans.Optionals", R"({"text":null,"text":"x"})"), "refused: duplicate at /text");
  EXPECT_EQ(Recoded("plans.Optionals", R"({"text":"x","te\u0078t":"x"})"), "refused: duplicate at /text");
  EXPECT_EQ(Recoded("plans.Optionals", R"({"nope":1})"), "refused: unknown at /nope");
}

TEST(KindsTest, PlainMembersLeaveOutTheirZero) {
  ExpectSame("plans.Plain", R"({"text":"t","flag":true,"small":1,"huge":1,"real":1,"color":"red","file":"AA=="})");
  EXPECT_EQ(Recoded("plans.Plain", R"({"text":"","flag":false,"small":0,"huge":0,"real":0,"file":""})"), "{}");
}

TEST(KindsTest, NullableMembersAreWrittenAsNull) {
  EXPECT_EQ(Recoded("plans.Nullables", "{}"), R"({"text":null,"large":null,"color":null,"point":null,"any":null})");
  ExpectSame("plans.Nullables", R"({"text":"","large":0,"color":"red","point":{"x":1,"y":1},"any":false})");
}

TEST(KindsTest, Lists) {
  EXPECT_EQ(Recoded("plans.Lists", R"({"points":[]})"), R"({"numbers":[],"points":[]})");
  ExpectSame("plans.Lists",
             R"({"texts":["","a"],"flags":[true,false],"numbers":[1,-1],"reals":[0.25,-1e+300],"colors":["red","red"],)"
             R"("points":[{"x":1,"y":2}],"anys":[null,{"a":[]},"x"],"objects":[{},{"a":1}],"files":["","AA=="]})");
  EXPECT_EQ(Recoded("plans.Lists", R"({"points":[],"texts":null})"), R"({"numbers":[],"points":[]})");
  EXPECT_EQ(Recoded("plans.Lists", R"({"points":null})"), "refused: type at /points");
  EXPECT_EQ(Recoded("plans.Lists", R"({"points":[null]})"), "refused: type at /points/0");
  EXPECT_EQ(Recoded("plans.Lists", R"({"points":[{"x":1,"y":2},{"x":1}]})"), "refused: required at /points/1/y");
  EXPECT_EQ(Recoded("plans.Lists", R"({"points":[],"objects":[[]]})"), "refused: type at /objects/0");
}

TEST(KindsTest, Maps) {
  EXPECT_EQ(Recoded("plans.Maps", "{}"), R"({"numbers":{}})");
  // Sorted by the bytes of the keys, whatever order they came in.
  EXPECT_EQ(
      Recoded("plans.Maps", R"({"texts":{"b":"2","a":"1","é":"3","":"0"},"colors":{"x":"red"},)"
                            R"("points":{"p":{"x":1,"y":2}},"anys":{"n":null},"flags":{"f":true},"reals":{"r":2}})"),
      R"({"texts":{"":"0","a":"1","b":"2","é":"3"},"flags":{"f":true},"numbers":{},"reals":{"r":2},)"
      R"("colors":{"x":"red"},"points":{"p":{"x":1,"y":2}},"anys":{"n":null}})");
  EXPECT_EQ(Recoded("plans.Maps", R"({"texts":{"a":"1","\u0061":"2"}})"), "refused: duplicate at /texts/a");
  EXPECT_EQ(Recoded("plans.Maps", R"({"texts":{"a":null}})"), "refused: type at /texts/a");
  EXPECT_EQ(Recoded("plans.Maps", R"({"bounded":{}})"), "refused: items at /bounded");
  EXPECT_EQ(Recoded("plans.Maps", R"({"bounded":{"a":1,"b":2,"c":3,"d":4}})"), "refused: items at /bounded");
  EXPECT_EQ(Recoded("plans.Maps", R"({"bounded":{"a":10}})"), "refused: value at /bounded/a");
}

TEST(KindsTest, BoundsAtTheLimitAndBeyond) {
  const auto one = [](const std::string& member) { return Recoded("plans.Bounds", "{" + member + "}"); };
  EXPECT_EQ(one(R"("chars":"é€𝄞ab")"), R"({"chars":"é€𝄞ab"})");
  EXPECT_EQ(one(R"("chars":"é€𝄞abc")"), "refused: chars at /chars");
  EXPECT_EQ(one(R"("chars":"é")"), "refused: chars at /chars");
  EXPECT_EQ(one(R"("chars":"𝄞")"), "refused: chars at /chars");
  EXPECT_EQ(one(R"("bytes":"éé")"), R"({"bytes":"éé"})");
  EXPECT_EQ(one(R"("bytes":"éée")"), "refused: bytes at /bytes");
  EXPECT_EQ(one(R"("bytes":"")"), "refused: bytes at /bytes");
  EXPECT_EQ(one(R"("file":"AQID")"), R"({"file":"AQID"})");
  EXPECT_EQ(one(R"("file":"AQIDBA==")"), "refused: bytes at /file");
  EXPECT_EQ(one(R"("items":["aa","bb","cc"])"), R"({"items":["aa","bb","cc"]})");
  EXPECT_EQ(one(R"("items":["a","b","c","d"])"), "refused: items at /items");
  EXPECT_EQ(one(R"("items":[])"), "refused: items at /items");
  EXPECT_EQ(one(R"("items":["a","bbb"])"), "refused: chars at /items/1");
  EXPECT_EQ(one(R"("number":3)"), R"({"number":3})");
  EXPECT_EQ(one(R"("number":4)"), "refused: value at /number");
  EXPECT_EQ(one(R"("number":-3)"), R"({"number":-3})");
  EXPECT_EQ(one(R"("number":-4)"), "refused: value at /number");
  EXPECT_EQ(one(R"("positive":1)"), "refused: value at /positive");
  EXPECT_EQ(one(R"("positive":4)"), R"({"positive":4})");
  EXPECT_EQ(one(R"("real":1)"), R"({"real":1})");
  EXPECT_EQ(one(R"("real":1.0000001)"), "refused: value at /real");
}

TEST(KindsTest, ClampedNumbersAreNeverTooLarge) {
  const auto one = [](const std::string& member) { return Recoded("plans.Bounds", "{" + member + "}"); };
  EXPECT_EQ(one(R"("clamped":3)"), R"({"clamped":3})");
  EXPECT_EQ(one(R"("clamped":4)"), R"({"clamped":3})");
  EXPECT_EQ(one(R"("clamped":99999999999999999999999)"), R"({"clamped":3})");
  EXPECT_EQ(one(R"("clamped":1e400)"), R"({"clamped":3})");
  EXPECT_EQ(one(R"("clamped":-1)"), "refused: value at /clamped");
  EXPECT_EQ(one(R"("clamped":1.5)"), "refused: type at /clamped");
  EXPECT_EQ(one(R"("clampedLarge":1e400)"), R"({"clampedLarge":5})");
  EXPECT_EQ(one(R"("clampedLarge":-9223372036854775808)"), R"({"clampedLarge":-9223372036854775808})");
  EXPECT_EQ(one(R"("clampedLarge":-9223372036854775809)"), "refused: range at /clampedLarge");
  EXPECT_EQ(one(R"("clampedHuge":1e400)"), R"({"clampedHuge":5})");
  EXPECT_EQ(one(R"("clampedHuge":-1)"), "refused: range at /clampedHuge");
  EXPECT_EQ(one(R"("clampedPositive":4294967296)"), R"({"clampedPositive":5})");
  EXPECT_EQ(one(R"("clampedItems":[6,5,-2147483648])"), R"({"clampedItems":[5,5,-2147483648]})");
  EXPECT_EQ(one(R"("clampedItems":[-2147483649])"), "refused: range at /clampedItems/0");
}

TEST(KindsTest, UnknownMembersOfOpenTypesAreKeptAsWritten) {
  EXPECT_EQ(Recoded("plans.Note",
                    "{ \"z\" : [ 1 , 1e400 ], \"text\":\"t\", \"na\\u006de\" : {\"k\" : \"\\u2028\xe2\x80\xa8\"} }"),
            "{\"what\":\"note\",\"text\":\"t\",\"z\":[1,1e400],\"na\\u006de\":{\"k\":\"\\u2028\\u2028\"}}");
  EXPECT_EQ(Recoded("plans.Note", R"({"text":"t","z":1,"z":2})"), "refused: duplicate at /z");
  EXPECT_EQ(Recoded("plans.Note", R"({"text":"t","z":1,"\u007a":2})"), "refused: duplicate at /z");
  // Names of protobuf fields that are no members are names like any other.
  ExpectSame("plans.Note", R"({"what":"note","text":"t","rest":1,"whole":2,"extras":3})");
  ExpectSame("plans.OpenNothing", R"({"__proto__":{"a":1},"":null})");
  ExpectSame("plans.Nothing", "{}");
  EXPECT_EQ(Recoded("plans.Nothing", R"({"a":1})"), "refused: unknown at /a");
}

TEST(KindsTest, Tags) {
  EXPECT_EQ(Recoded("plans.Note", R"({"text":"t"})"), R"({"what":"note","text":"t"})");
  EXPECT_EQ(Recoded("plans.Note", R"({"text":"t","what":null})"), R"({"what":"note","text":"t"})");
  EXPECT_EQ(Recoded("plans.Note", R"({"text":"t","what":"other"})"), "refused: tag at /what");
  EXPECT_EQ(Recoded("plans.Note", R"({"text":"t","what":1})"), "refused: tag at /what");
  EXPECT_EQ(Recoded("plans.Note", R"({"what":"note","text":"t","what":"note"})"), "refused: duplicate at /what");
  EXPECT_EQ(Recoded("plans.Quiet", R"({"what":"quiet"})"), "{}");
}

TEST(KindsTest, Unions) {
  ExpectSame("plans.Step", R"({"type":"walk","way":[{"x":1,"y":2}],"more":true})");
  ExpectSame("plans.Step", R"({"type":"wait a while","seconds":1})");
  ExpectSame("plans.Step", R"({"type":"nothing","a":{"type":1}})");
  // The discriminator may come last, or with escapes.
  EXPECT_EQ(Recoded("plans.Step", R"({"way":[],"more":[{"type":"wait"}],"type":"walk"})"),
            R"({"type":"walk","way":[],"more":[{"type":"wait"}]})");
  EXPECT_EQ(Recoded("plans.Step", R"({"seconds":0,"t\u0079pe":"w\u0061it a while"})"),
            R"({"type":"wait a while","seconds":0})");
  EXPECT_EQ(Recoded("plans.Step", R"({"type":"walk","way":[],"type":"walk"})"), "refused: duplicate at /type");
  EXPECT_EQ(Recoded("plans.Step", R"({"way":[],"type":"walk","type":"walk"})"), "refused: duplicate at /type");
  EXPECT_EQ(Recoded("plans.Step", R"({"type":"run"})"), "refused: discriminator at /type");
  EXPECT_EQ(Recoded("plans.Step", R"({"type":null})"), "refused: discriminator at /type");
  EXPECT_EQ(Recoded("plans.Step", R"({"way":[]})"), "refused: discriminator at /type");
  EXPECT_EQ(Recoded("plans.Step", "{}"), "refused: discriminator at /type");
  EXPECT_EQ(Recoded("plans.Step", R"({"type":"walk"})"), "refused: required at /way");
  // By itself the arm knows no discriminator.
  ExpectSame("plans.StepWait", R"({"seconds":1,"type":"x"})");
}

TEST(KindsTest, RecursiveUnionOfClosedTypes) {
  ExpectSame("plans.Tree",
             R"({"node":"branch","children":[{"node":"leaf","what":"leaf","value":"a"},{"node":"nothing"}]})");
  EXPECT_EQ(Recoded("plans.Tree", R"({"children":[],"other":{"value":"a","node":"leaf"},"node":"branch"})"),
            R"({"node":"branch","children":[],"other":{"node":"leaf","what":"leaf","value":"a"}})");
  EXPECT_EQ(Recoded("plans.Tree", R"({"node":"branch","children":[{"node":"leaf","value":"a","x":1}]})"),
            "refused: unknown at /children/0/x");
}

TEST(KindsTest, MoreMembersThanBits) {
  const std::string required = R"("m0":0,"m7":7,"m14":14,"m21":21,"m28":28,"m35":35,"m42":42,"m49":49,"m56":56)";
  ExpectSame("plans.Wide", "{" + required + R"(,"m63":63})");
  EXPECT_EQ(Recoded("plans.Wide", "{" + required + "}"), "refused: required at /m63");
  EXPECT_EQ(Recoded("plans.Wide", "{" + required + R"(,"m63":63,"m69":1,"m69":1})"), "refused: duplicate at /m69");
}

TEST(KindsTest, NamesThatBite) {
  ExpectSame("plans.Object", R"({"constructor":"a","to\"String\\":"b","linux":"c","EOF":"d","class":"e","NULL":"f",)"
                             "\"\xf0\x9f\x98\x80 ?\?/ */ ${x} @@protoc\":\"g\"}");
  ExpectSame(
      "plans.Outer",
      R"({"inner":{"value":{"x":"1"}},"shape":"round","shapes":["register","constexpr"],"byName":{"a":"round"}})");
  ExpectSame("plans.Uses", "{\"symbol\":\"*/ \\\\ ${x} \\\" ' ` ?\?/\"}");
  ExpectSame("plans.Map", R"({"map":{"a":{"map":{"b":{}}}}})");
}

TEST(KindsTest, CachedJsonIsWrittenInsteadOfTheFields) {
  plans::Note note;
  note.set_text("fields");
  note.set_whole("{\"text\":\"cached\"}");
  std::string out = "before ";
  plans::Encode(note, &out);
  EXPECT_EQ(out, "before {\"text\":\"cached\"}");
  const std::string text = R"({"text":"t","whole":1})";
  json::Cursor cursor(text);
  ASSERT_TRUE(plans::Decode(&cursor, &note));
  EXPECT_EQ(note.whole(), "") << "never set by decode";
  EXPECT_EQ(note.rest(), ",\"whole\":1");
}

}  // namespace
}  // namespace a2a::codegen

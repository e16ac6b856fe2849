#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "json/cursor.h"
#include "json/table.h"

namespace a2a::json {
namespace {

constexpr absl::string_view kRoles[] = {"user", "agent"};

const FieldTable kTextFields[] = {
    {.name = "text",
     .kind = Kind::kString,
     .required = true,
     .max_chars = {true, 5, "A2A_MAX_TEXT_CHARS", "textChars", "A2A_PAYLOAD_TOO_LARGE"}},
    {.name = "metadata", .kind = Kind::kRawObject},
};
const TypeTable kText = {.name = "TextPart", .open = true, .fields = kTextFields};
const FieldTable kFileFields[] = {
    {.name = "bytes",
     .kind = Kind::kBase64,
     .required = true,
     .max_bytes = {true, 3, "A2A_MAX_FILE_BYTES", "fileBytes", "A2A_PAYLOAD_TOO_LARGE"}},
};
const TypeTable kFile = {.name = "FilePart", .open = true, .fields = kFileFields};
const FieldTable kArms[] = {
    {.name = "text", .kind = Kind::kMessage, .type = &kText, .arm = "text"},
    {.name = "file", .kind = Kind::kMessage, .type = &kFile, .arm = "file"},
};
const TypeTable kPart = {.name = "Part", .discriminator = "kind", .fields = kArms};

const FieldTable kMessageFields[] = {
    {.name = "role", .kind = Kind::kEnum, .required = true, .values = kRoles},
    {.name = "parts",
     .kind = Kind::kMessage,
     .repeated = true,
     .required = true,
     .min_items = {true, 1},
     .max_items = {true, 3, "A2A_MAX_PARTS"},
     .type = &kPart},
    {.name = "messageId", .kind = Kind::kString, .required = true, .min_bytes = {true, 1}, .max_bytes = {true, 8}},
    {.name = "refs", .kind = Kind::kString, .repeated = true, .max_bytes = {true, 4}},
};
const TypeTable kMessage = {
    .name = "Message", .open = true, .tag_name = "kind", .tag_value = "message", .fields = kMessageFields};

const FieldTable kClosedFields[] = {
    {.name = "message", .kind = Kind::kMessage, .type = &kMessage},
    {.name = "i32", .kind = Kind::kInt32, .min_value = {true, -5}, .max_value = {true, 5}},
    {.name = "history", .kind = Kind::kInt32, .clamp = true, .min_value = {true, 0}, .max_value = {true, 256}},
    {.name = "i64", .kind = Kind::kInt64},
    {.name = "u32", .kind = Kind::kUint32},
    {.name = "u64", .kind = Kind::kUint64},
    {.name = "ratio", .kind = Kind::kDouble, .min_value = {true, 0}, .max_value = {true, 1}},
    {.name = "yes", .kind = Kind::kBool},
    {.name = "any", .kind = Kind::kRawAny},
    {.name = "object", .kind = Kind::kRawObject},
    {.name = "sizes", .kind = Kind::kMap, .max_items = {true, 2}, .map_value = Kind::kUint32},
    {.name = "parts", .kind = Kind::kMap, .type = &kText, .map_value = Kind::kMessage},
    {.name = "free", .kind = Kind::kMap, .map_value = Kind::kRawAny},
};
const TypeTable kClosed = {.name = "Closed", .fields = kClosedFields};
const FieldTable kNeedsFields[] = {{.name = "any", .kind = Kind::kRawAny, .required = true},
                                   {.name = "yes", .kind = Kind::kBool, .required = true}};
const TypeTable kNeeds = {.name = "Needs", .fields = kNeedsFields};
const TypeTable kEmpty = {.name = "Empty"};

// "ok", or "reason path".
std::string Verdict(const TypeTable& type, const std::string& text, Fault* fault) {
  SyntaxError error;
  EXPECT_TRUE(Validate(text, 128, &error)) << text;
  if (Diagnose(type, text, "/params", fault)) return "ok";
  EXPECT_FALSE(fault->text.empty());
  EXPECT_EQ(fault->text.back(), '.');
  return absl::StrCat(fault->reason, " ", fault->path);
}

std::string Verdict(const TypeTable& type, const std::string& text) {
  Fault fault;
  return Verdict(type, text, &fault);
}

std::string TextOf(const TypeTable& type, const std::string& text) {
  Fault fault;
  Verdict(type, text, &fault);
  return fault.text;
}

const char kGood[] = R"({"role":"user","parts":[{"kind":"text","text":"hello"}],"messageId":"m1"})";

TEST(DiagnoseTest, AcceptsInstances) {
  EXPECT_EQ(Verdict(kMessage, kGood), "ok");
  EXPECT_EQ(Verdict(kMessage, R"( {"kind":"message","messageId":"m1","x":{"a":1,"a":2},"refs":null,
      "parts":[{"text":"","kind":"text","more":[]},{"bytes":"AAAA","kind":"file"}],"role":"agent"} )"),
            "ok");
  EXPECT_EQ(Verdict(kClosed, "{}"), "ok");
  EXPECT_EQ(Verdict(kClosed, R"({"message":null,"i32":null,"any":null,"object":null,"sizes":null,"yes":null})"), "ok");
  EXPECT_EQ(Verdict(kEmpty, "{}"), "ok");
}

TEST(DiagnoseTest, TypeComesFirst) {
  EXPECT_EQ(Verdict(kMessage, "[]"), "type /params");
  EXPECT_EQ(TextOf(kMessage, "[]"), "The value must be an object, not an array.");
  EXPECT_EQ(Verdict(kPart, "null"), "type /params");
}

TEST(DiagnoseTest, DiscriminatorDecidesBeforeFields) {
  EXPECT_EQ(Verdict(kPart, R"({"text":7})"), "discriminator /params/kind");
  EXPECT_EQ(Verdict(kPart, R"({"kind":null,"text":7})"), "discriminator /params/kind");
  EXPECT_EQ(Verdict(kPart, R"({"kind":3,"text":7})"), "discriminator /params/kind");
  EXPECT_EQ(Verdict(kPart, R"({"kind":"Text","text":"x"})"), "discriminator /params/kind");
  EXPECT_EQ(Verdict(kPart, R"({"kind":"text","text":7,"kind":"text"})"), "duplicate /params/kind");
  EXPECT_EQ(Verdict(kPart, R"({"text":7,"kind":"text"})"), "type /params/text");
  EXPECT_EQ(Verdict(kPart, R"({"kind":"file","text":7})"), "required /params/bytes");
  EXPECT_EQ(TextOf(kPart, "{}"), "\"kind\" is missing; it must be one of \"text\", \"file\".");
  EXPECT_EQ(TextOf(kPart, R"({"kind":"video"})"), "\"kind\" must be one of \"text\", \"file\".");
}

TEST(DiagnoseTest, TagComesRightAfterTheDiscriminator) {
  EXPECT_EQ(Verdict(kMessage, R"({"kind":"task","role":7})"), "tag /params/kind");
  EXPECT_EQ(Verdict(kMessage, R"({"kind":1})"), "tag /params/kind");
  EXPECT_EQ(Verdict(kMessage, R"({"kind":"message","kind":"message"})"), "duplicate /params/kind");
  EXPECT_EQ(Verdict(kMessage, R"({"kind":null})"), "required /params/role");
  EXPECT_EQ(TextOf(kMessage, R"({"kind":"task"})"), "\"kind\" must be \"message\" or left out.");
}

TEST(DiagnoseTest, FieldsGoInSchemaOrderWhateverTheText) {
  EXPECT_EQ(Verdict(kMessage, R"({"messageId":7,"parts":7})"), "required /params/role");
  EXPECT_EQ(Verdict(kMessage, R"({"messageId":7,"parts":7,"role":"user"})"), "type /params/parts");
  EXPECT_EQ(Verdict(kMessage, R"({"messageId":7,"parts":[{}],"role":"user"})"), "discriminator /params/parts/0/kind");
  EXPECT_EQ(Verdict(kMessage, R"({"messageId":7,"parts":[],"role":"user"})"), "items /params/parts");
  EXPECT_EQ(Verdict(kMessage, R"({"messageId":7,"messageId":"a","parts":[],"role":"user","role":"user"})"),
            "duplicate /params/role");
  EXPECT_EQ(TextOf(kMessage, "{}"), "\"role\" is missing; it must be one of \"user\", \"agent\".");
  EXPECT_EQ(TextOf(kMessage, R"({"role":"user"})"), "\"parts\" is missing; it must be an array.");
  EXPECT_EQ(TextOf(kMessage, R"({"role":"boss"})"), "\"role\" must be one of \"user\", \"agent\".");
  EXPECT_EQ(TextOf(kMessage, R"({"role":"user","role":"user"})"),
            "\"role\" is there more than once; a member may be given once.");
}

TEST(DiagnoseTest, DuplicatesCountByUnescapedNameAndEvenWithNull) {
  EXPECT_EQ(Verdict(kClosed, R"({"i32":1,"i\u00332":1})"), "duplicate /params/i32");
  EXPECT_EQ(Verdict(kClosed, R"({"i32":null,"i32":null})"), "duplicate /params/i32");
  EXPECT_EQ(Verdict(kClosed, R"({"i32":"wrong","i32":null})"), "duplicate /params/i32");
}

TEST(DiagnoseTest, NullIsAbsentOnlyWhereTheFieldIsNotRequired) {
  EXPECT_EQ(Verdict(kMessage, R"({"role":null})"), "type /params/role");
  EXPECT_EQ(Verdict(kNeeds, R"({"any":null,"yes":true})"), "ok");
  EXPECT_EQ(Verdict(kNeeds, R"({"yes":true})"), "required /params/any");
  EXPECT_EQ(Verdict(kNeeds, R"({"any":1,"yes":null})"), "type /params/yes");
  EXPECT_EQ(Verdict(kMessage, R"({"role":"user","parts":[null]})"), "type /params/parts/0");
  EXPECT_EQ(TextOf(kMessage, R"({"role":"user","parts":[null]})"), "Item 0 of \"parts\" must be an object, not null.");
}

TEST(DiagnoseTest, UnknownMembersComeLastSortedByUtf8) {
  EXPECT_EQ(Verdict(kClosed, R"({"zz":1,"aa":1,"i32":"x"})"), "type /params/i32");
  EXPECT_EQ(Verdict(kClosed, R"({"zz":1,"aa":1})"), "unknown /params/aa");
  // U+FF5E is before U+1F600 in UTF-8 and in code points, but after it in UTF-16.
  EXPECT_EQ(Verdict(kClosed, "{\"\\ud83d\\ude00\":1,\"\xEF\xBD\x9E\":1}"), "unknown /params/\xEF\xBD\x9E");
  EXPECT_EQ(Verdict(kClosed, "{\"\":1,\"\\u0000\":1}"), "unknown /params/");
  EXPECT_EQ(TextOf(kNeeds, R"({"any":1,"yes":true,"x":1})"),
            "\"x\" is not known here; the members are \"any\", \"yes\".");
  EXPECT_EQ(TextOf(kEmpty, R"({"x":1})"), "\"x\" is not known here; no members are.");
}

TEST(DiagnoseTest, OpenTypesKeepUnknownMembersOnce) {
  std::string open = kGood;
  open.insert(1, R"("b":1,"a":{"c":1,"c":2},"B":1,)");
  EXPECT_EQ(Verdict(kMessage, open), "ok");
  open.insert(1, R"("b":1,"a":3,)");
  EXPECT_EQ(Verdict(kMessage, open), "duplicate /params/a");
  EXPECT_EQ(Verdict(kPart, R"({"kind":"text","text":"","x":1,"\u0078":2})"), "duplicate /params/x");
}

TEST(DiagnoseTest, PathsAreJsonPointers) {
  EXPECT_EQ(Verdict(kClosed, R"({"a/b~c":1})"), "unknown /params/a~1b~0c");
  EXPECT_EQ(Verdict(kClosed, absl::StrCat("{\"message\":", R"({"role":"user","parts":[{"kind":"text","text":""},)",
                                          R"({"kind":"text","text":"abcdef"}],"messageId":"m"}})")),
            "chars /params/message/parts/1/text");
}

TEST(DiagnoseTest, LongNamesStayOutOfPathAndText) {
  Fault fault;
  std::string name(1 << 20, '~');
  EXPECT_EQ(Verdict(kClosed, absl::StrCat("{\"", name, "\":1}"), &fault), "unknown /params");
  EXPECT_LT(fault.text.size(), 500u);
  std::string fits(kMaxNameInPath, 'n');
  EXPECT_EQ(Verdict(kClosed, absl::StrCat("{\"", fits, "\":1}")), "unknown /params/" + fits);
  EXPECT_EQ(Verdict(kClosed, absl::StrCat("{\"sizes\":{\"", name, "\":true}}")), "type /params/sizes");
  // Cut between characters, so that the sentence stays UTF-8.
  std::string wide;
  for (int i = 0; i < 100; ++i) wide += "\xE2\x82\xAC";
  Verdict(kClosed, absl::StrCat("{\"x", wide, "\":1}"), &fault);
  std::string quoted = absl::StrCat("\"", fault.text.substr(1, fault.text.find("...") - 1), "\"");
  SyntaxError error;
  EXPECT_TRUE(Validate(quoted, 0, &error)) << fault.text;
}

TEST(DiagnoseTest, UpperLimitsCarryTheirError) {
  Fault fault;
  EXPECT_EQ(Verdict(kPart, R"({"kind":"text","text":"h\u00e9llo!"})", &fault), "chars /params/text");
  EXPECT_EQ(fault.error, "A2A_PAYLOAD_TOO_LARGE");
  EXPECT_EQ(fault.limit, "textChars");
  EXPECT_EQ(fault.max, 5);
  EXPECT_EQ(fault.actual, 6);
  EXPECT_EQ(fault.text, "\"text\" has 6 code points; at most 5 are accepted (A2A_MAX_TEXT_CHARS).");
  EXPECT_EQ(Verdict(kPart, R"({"kind":"file","bytes":"AAAAAA=="})", &fault), "bytes /params/bytes");
  EXPECT_EQ(fault.limit, "fileBytes");
  EXPECT_EQ(fault.actual, 4);
  EXPECT_EQ(Verdict(kPart, R"({"kind":"file","bytes":"AAAAA"})", &fault), "base64 /params/bytes");
  EXPECT_TRUE(fault.error.empty());
  EXPECT_EQ(fault.max, -1);
}

TEST(DiagnoseTest, LengthsOfStringsAndLists) {
  auto message = [](absl::string_view parts, absl::string_view id, absl::string_view refs) {
    return absl::StrCat("{\"role\":\"user\",\"parts\":[", parts, "],\"messageId\":\"", id, "\",\"refs\":[", refs, "]}");
  };
  const std::string part = R"({"kind":"text","text":""})";
  Fault fault;
  EXPECT_EQ(Verdict(kMessage, message(part, "12345678", "")), "ok");
  EXPECT_EQ(Verdict(kMessage, message(part, "123456789", ""), &fault), "bytes /params/messageId");
  EXPECT_TRUE(fault.error.empty());
  EXPECT_EQ(fault.max, 8);
  EXPECT_EQ(fault.actual, 9);
  EXPECT_EQ(Verdict(kMessage, message(part, "", ""), &fault), "bytes /params/messageId");
  EXPECT_EQ(fault.max, -1);
  EXPECT_EQ(fault.text, "\"messageId\" has 0 bytes; it must have at least 1.");
  EXPECT_EQ(Verdict(kMessage, message(part, "m", R"("abcd","abcde")")), "bytes /params/refs/1");
  EXPECT_EQ(Verdict(kMessage, message(part, "m", R"("abcd",5)")), "type /params/refs/1");
  std::string three = absl::StrCat(part, ",", part, ",", part);
  EXPECT_EQ(Verdict(kMessage, message(three, "m", "")), "ok");
  EXPECT_EQ(Verdict(kMessage, message(absl::StrCat(three, ",", part), "m", ""), &fault), "items /params/parts");
  EXPECT_EQ(fault.actual, 4);
  // A fault inside an item ranks before the number of items.
  EXPECT_EQ(Verdict(kMessage, message(absl::StrCat(three, ",{}"), "m", "")), "discriminator /params/parts/3/kind");
}

TEST(DiagnoseTest, Integers) {
  struct Case {
    const char* member;
    const char* verdict;
  };
  const Case cases[] = {
      {R"("i32":5)", "ok"},
      {R"("i32":50e-1)", "ok"},
      {R"("i32":6)", "value /params/i32"},
      {R"("i32":-6)", "value /params/i32"},
      {R"("i32":2147483648)", "range /params/i32"},
      {R"("i32":-1e400)", "range /params/i32"},
      {R"("i32":1.5)", "type /params/i32"},
      {R"("i32":"5")", "type /params/i32"},
      {R"("i64":9223372036854775807)", "ok"},
      {R"("i64":9223372036854775808)", "range /params/i64"},
      {R"("i64":-9223372036854775808)", "ok"},
      {R"("i64":-9223372036854775809)", "range /params/i64"},
      {R"("u32":4294967295)", "ok"},
      {R"("u32":4294967296)", "range /params/u32"},
      {R"("u32":-1)", "range /params/u32"},
      {R"("u32":-0)", "ok"},
      {R"("u64":18446744073709551615)", "ok"},
      {R"("u64":18446744073709551616)", "range /params/u64"},
      {R"("history":0)", "ok"},
      {R"("history":257)", "ok"},
      {R"("history":2147483648)", "ok"},
      {R"("history":1e400)", "ok"},
      {R"("history":-1)", "value /params/history"},
      {R"("history":-1e400)", "range /params/history"},
      {R"("history":0.5)", "type /params/history"},
  };
  for (const Case& c : cases) EXPECT_EQ(Verdict(kClosed, absl::StrCat("{", c.member, "}")), c.verdict) << c.member;
  EXPECT_EQ(TextOf(kClosed, R"({"i32":6})"), "\"i32\" must be at most 5.");
  EXPECT_EQ(TextOf(kClosed, R"({"history":-1})"), "\"history\" must be at least 0.");
  EXPECT_EQ(TextOf(kClosed, R"({"u32":-1})"), "\"u32\" must be an integer from 0 to 4294967295.");
  EXPECT_EQ(TextOf(kClosed, R"({"i32":1.5})"), "\"i32\" must be an integer.");
}

TEST(DiagnoseTest, OtherScalars) {
  EXPECT_EQ(Verdict(kClosed, R"({"ratio":0.5})"), "ok");
  EXPECT_EQ(Verdict(kClosed, R"({"ratio":1e-400})"), "ok");
  EXPECT_EQ(Verdict(kClosed, R"({"ratio":1.5})"), "value /params/ratio");
  EXPECT_EQ(Verdict(kClosed, R"({"ratio":-0.5})"), "value /params/ratio");
  EXPECT_EQ(Verdict(kClosed, R"({"ratio":1e400})"), "range /params/ratio");
  EXPECT_EQ(Verdict(kClosed, R"({"ratio":true})"), "type /params/ratio");
  EXPECT_EQ(Verdict(kClosed, R"({"yes":0})"), "type /params/yes");
  EXPECT_EQ(Verdict(kClosed, R"({"object":[]})"), "type /params/object");
  EXPECT_EQ(Verdict(kClosed, R"({"object":{"a":1,"a":1},"any":[{"a":1,"a":1}]})"), "ok");
}

TEST(DiagnoseTest, MapEntriesGoSortedByKey) {
  EXPECT_EQ(Verdict(kClosed, R"({"sizes":{"b":1,"a":2}})"), "ok");
  EXPECT_EQ(Verdict(kClosed, R"({"sizes":[]})"), "type /params/sizes");
  EXPECT_EQ(Verdict(kClosed, R"({"sizes":{"b":-1,"a":true}})"), "type /params/sizes/a");
  EXPECT_EQ(Verdict(kClosed, R"({"sizes":{"b":1,"b":1,"a":1}})"), "duplicate /params/sizes/b");
  EXPECT_EQ(Verdict(kClosed, R"({"sizes":{"b":1,"b":1,"a":null}})"), "type /params/sizes/a");
  EXPECT_EQ(Verdict(kClosed, R"({"sizes":{"a":1,"b":2,"c":3}})"), "items /params/sizes");
  EXPECT_EQ(Verdict(kClosed, R"({"parts":{"x":{"text":7}}})"), "type /params/parts/x/text");
  EXPECT_EQ(Verdict(kClosed, R"({"free":{"x":null}})"), "ok");
}

TEST(DiagnoseTest, ManyMembersTakeNoQuadraticTime) {
  std::string text = "{";
  for (int i = 0; i < 300000; ++i) absl::StrAppend(&text, i == 0 ? "" : ",", "\"k", i, "\":1");
  std::string open = absl::StrCat(text, ",", std::string(kGood).substr(1));
  EXPECT_EQ(Verdict(kMessage, open), "ok");
  EXPECT_EQ(Verdict(kMessage, absl::StrCat("{\"k7\":1,", open.substr(1))), "duplicate /params/k7");
}

}  // namespace
}  // namespace a2a::json

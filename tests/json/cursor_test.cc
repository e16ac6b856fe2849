#include "json/cursor.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace a2a::json {
namespace {

// The text must outlive the cursor.
Cursor At(absl::string_view text) {
  SyntaxError error;
  EXPECT_TRUE(Validate(text, 128, &error)) << text << " at " << error.offset;
  return Cursor(text);
}

std::string StringOf(const std::string& text) {
  std::string value = "left over";
  EXPECT_TRUE(At(text).ReadString(&value));
  return value;
}

// `name=raw;` for each member.
std::string MembersOf(const std::string& text) {
  Cursor cursor = At(text);
  EXPECT_TRUE(cursor.EnterObject());
  std::string all;
  absl::string_view key;
  while (cursor.NextMember(&key)) {
    all.append(key.data(), key.size()).append("=");
    absl::string_view raw = cursor.ReadRaw();
    all.append(raw.data(), raw.size()).append(";");
  }
  return all;
}

TEST(CursorTest, TellsTheTypeOfTheValue) {
  EXPECT_EQ(At(" {}").type(), Type::kObject);
  EXPECT_EQ(At("[]").type(), Type::kArray);
  EXPECT_EQ(At("\n\"\"").type(), Type::kString);
  EXPECT_EQ(At("-1").type(), Type::kNumber);
  EXPECT_EQ(At("0").type(), Type::kNumber);
  EXPECT_EQ(At("true").type(), Type::kBool);
  EXPECT_EQ(At("false").type(), Type::kBool);
  EXPECT_EQ(At("\t null ").type(), Type::kNull);
  EXPECT_EQ(TypeName(Type::kObject), "an object");
  EXPECT_EQ(TypeName(Type::kNull), "null");
}

TEST(CursorTest, ReadsAndRefusesByTypeWithoutConsuming) {
  const std::string values[] = {"{}", "[]", "\"s\"", "7", "true", "null"};
  for (const std::string& text : values) {
    Cursor cursor = At(text);
    std::string s;
    bool b;
    int32_t i32;
    int64_t i64;
    uint32_t u32;
    uint64_t u64;
    double d;
    if (text != "\"s\"") {
      EXPECT_FALSE(cursor.ReadString(&s)) << text;
    }
    if (text != "true") {
      EXPECT_FALSE(cursor.ReadBool(&b)) << text;
    }
    if (text != "null") {
      EXPECT_FALSE(cursor.ReadNull()) << text;
    }
    if (text != "{}") {
      EXPECT_FALSE(cursor.EnterObject()) << text;
    }
    if (text != "[]") {
      EXPECT_FALSE(cursor.EnterArray()) << text;
    }
    if (text != "7") {
      EXPECT_FALSE(cursor.ReadInt32(&i32) || cursor.ReadInt64(&i64) || cursor.ReadUint32(&u32)) << text;
      EXPECT_FALSE(cursor.ReadUint64(&u64) || cursor.ReadDouble(&d)) << text;
      EXPECT_FALSE(cursor.ReadInt64Clamped(&i64) || cursor.ReadUint64Clamped(&u64)) << text;
    }
    EXPECT_EQ(cursor.ReadRaw(), text);
  }
}

TEST(CursorTest, WalksObjectsInOrderWhateverTheWhiteSpace) {
  EXPECT_EQ(MembersOf("{}"), "");
  EXPECT_EQ(MembersOf(" { } "), "");
  EXPECT_EQ(MembersOf("{\"a\":1,\"b\":[2,3],\"a\":{\"x\":[]}}"), "a=1;b=[2,3];a={\"x\":[]};");
  EXPECT_EQ(MembersOf("{ \"a\" : 1 ,\n\t\"b\"\r:\"}\" , \"\" : null }"), "a=1;b=\"}\";=null;");
}

TEST(CursorTest, UnescapesKeys) {
  EXPECT_EQ(MembersOf("{\"te\\u0078t\":1,\"\\u00e9\\\\\\/\\\"\":2,\"\\ud83d\\ude39\":3}"),
            "text=1;\xC3\xA9\\/\"=2;\xF0\x9F\x98\xB9=3;");
  EXPECT_EQ(MembersOf("{\"a\\u0000b\":1}"), std::string("a\0b=1;", 6));
}

TEST(CursorTest, KeysOfNestedObjectsComeAndGo) {
  Cursor cursor = At("{\"\\u0061\":{\"\\u0062\":[{\"c\":1},{\"\\u0064\":2}]},\"\\u0065\":3}");
  absl::string_view key;
  std::vector<std::string> keys;
  ASSERT_TRUE(cursor.EnterObject());
  ASSERT_TRUE(cursor.NextMember(&key));
  keys.emplace_back(key);
  ASSERT_TRUE(cursor.EnterObject());
  ASSERT_TRUE(cursor.NextMember(&key));
  keys.emplace_back(key);
  ASSERT_TRUE(cursor.EnterArray());
  while (cursor.NextElement()) {
    ASSERT_TRUE(cursor.EnterObject());
    while (cursor.NextMember(&key)) {
      keys.emplace_back(key);
      cursor.Skip();
    }
  }
  EXPECT_FALSE(cursor.NextMember(&key));
  ASSERT_TRUE(cursor.NextMember(&key));
  keys.emplace_back(key);
  int32_t value = 0;
  EXPECT_TRUE(cursor.ReadInt32(&value));
  EXPECT_FALSE(cursor.NextMember(&key));
  EXPECT_EQ(keys, (std::vector<std::string>{"a", "b", "c", "d", "e"}));
  EXPECT_EQ(value, 3);
}

TEST(CursorTest, WalksArrays) {
  Cursor cursor = At("[ 1 ,[],\t[[2]] , \"]\" ]");
  ASSERT_TRUE(cursor.EnterArray());
  std::vector<std::string> raws;
  while (cursor.NextElement()) raws.emplace_back(cursor.ReadRaw());
  EXPECT_EQ(raws, (std::vector<std::string>{"1", "[]", "[[2]]", "\"]\""}));
}

TEST(CursorTest, ReadsStrings) {
  EXPECT_EQ(StringOf("\"\""), "");
  EXPECT_EQ(StringOf("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\""), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(StringOf("\"\\u0041\\u00E9\\u20aC\\uD834\\udd1e\\uDBFF\\uDFFF\""),
            "A\xC3\xA9\xE2\x82\xAC\xF0\x9D\x84\x9E\xF4\x8F\xBF\xBF");
  EXPECT_EQ(StringOf("\"\\u0000\\u007f\\u0080\\u07ff\\u0800\\uffff\""),
            std::string("\0\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF", 12));
  EXPECT_EQ(StringOf(absl::StrCat("\"", std::string(100, 'x'), "\\n", std::string(100, 'y'), "\"")),
            std::string(100, 'x') + "\n" + std::string(100, 'y'));
}

TEST(CursorTest, RawSlicesKeepEverything) {
  const std::string raw = "{ \"a\" : [1e400, 9007199254740993,\"\\u0041\"] ,\"b\":{}}";
  const std::string text = absl::StrCat("[", raw, " , \"x\\\"]\",[\"]\"] ]");
  Cursor cursor = At(text);
  ASSERT_TRUE(cursor.EnterArray());
  ASSERT_TRUE(cursor.NextElement());
  EXPECT_EQ(cursor.ReadRaw(), raw);
  ASSERT_TRUE(cursor.NextElement());
  EXPECT_EQ(cursor.ReadRaw(), "\"x\\\"]\"");
  ASSERT_TRUE(cursor.NextElement());
  EXPECT_EQ(cursor.ReadRaw(), "[\"]\"]");
  EXPECT_FALSE(cursor.NextElement());
}

// Steps over the root's children with and without the landmark.
TEST(CursorTest, TheLandmarkChangesNothingButTheTimeItTakes) {
  for (absl::string_view text :
       {"{}", "[]", "7", "[[]]", "{\"a\":1}", " [ 1 , [ 2 ] , { \"b\" : [ [] ] } , \"]\" ] ",
        "{\"a\":{\"b\":[{},{}]},\"c\":[[1],[2]],\"d\":\"}\"}", "[{\"x\":[]},[],{},[[[]]],[{}]]", "[[[1],[2]],3]"}) {
    SyntaxError error;
    Landmark landmark;
    ASSERT_TRUE(Validate(text, 128, &error, &landmark)) << text;
    std::vector<std::string> raws[2];
    for (int with = 0; with < 2; ++with) {
      Cursor cursor = with == 1 ? Cursor(text, landmark) : Cursor(text);
      absl::string_view key;
      if (cursor.EnterObject()) {
        while (cursor.NextMember(&key)) raws[with].emplace_back(cursor.ReadRaw());
      } else if (cursor.EnterArray()) {
        while (cursor.NextElement()) raws[with].emplace_back(cursor.ReadRaw());
      } else {
        raws[with].emplace_back(cursor.ReadRaw());
      }
    }
    EXPECT_EQ(raws[0], raws[1]) << text;
  }
  const absl::string_view frame = "{\"id\":[],\"params\":{\"a\":[{}]},\"method\":\"m\"}";
  SyntaxError error;
  Landmark params;
  ASSERT_TRUE(Validate(frame, 128, &error, &params));
  EXPECT_EQ(absl::string_view(params.begin, static_cast<size_t>(params.end - params.begin)), "{\"a\":[{}]}");
}

TEST(CursorTest, IntegersGoByValue) {
  struct Case {
    const char* text;
    bool integral;
    int64_t value;
  };
  const Case cases[] = {{"0", true, 0},
                        {"-0", true, 0},
                        {"-0.0e5", true, 0},
                        {"0e99999999999999999999", true, 0},
                        {"1.0", true, 1},
                        {"1e2", true, 100},
                        {"1E+2", true, 100},
                        {"10e-1", true, 1},
                        {"1200e-2", true, 12},
                        {"1.25e2", true, 125},
                        {"-1.5e1", true, -15},
                        {"0.5e1", true, 5},
                        {"100.000", true, 100},
                        {"1.5", false, 0},
                        {"1e-1", false, 0},
                        {"125e-2", false, 0},
                        {"1e-99999999999999999999", false, 0},
                        {"0.1", false, 0},
                        {"9007199254740993", true, 9007199254740993},
                        {"9223372036854775807", true, std::numeric_limits<int64_t>::max()},
                        {"-9223372036854775808", true, std::numeric_limits<int64_t>::min()},
                        {"-9.223372036854775808e18", true, std::numeric_limits<int64_t>::min()}};
  for (const Case& c : cases) {
    int64_t value = -77;
    EXPECT_EQ(At(c.text).ReadInt64(&value), c.integral) << c.text;
    if (c.integral) {
      EXPECT_EQ(value, c.value) << c.text;
    }
  }
}

TEST(CursorTest, IntegersStayInTheirRange) {
  int32_t i32;
  int64_t i64;
  uint32_t u32;
  uint64_t u64;
  EXPECT_TRUE(At("2147483647").ReadInt32(&i32));
  EXPECT_FALSE(At("2147483648").ReadInt32(&i32));
  EXPECT_TRUE(At("-2147483648").ReadInt32(&i32));
  EXPECT_FALSE(At("-2147483649").ReadInt32(&i32));
  EXPECT_TRUE(At("4294967295").ReadUint32(&u32));
  EXPECT_FALSE(At("4294967296").ReadUint32(&u32));
  EXPECT_FALSE(At("-1").ReadUint32(&u32));
  EXPECT_TRUE(At("-0").ReadUint32(&u32));
  EXPECT_FALSE(At("9223372036854775808").ReadInt64(&i64));
  EXPECT_FALSE(At("-9223372036854775809").ReadInt64(&i64));
  EXPECT_TRUE(At("18446744073709551615").ReadUint64(&u64));
  EXPECT_EQ(u64, std::numeric_limits<uint64_t>::max());
  EXPECT_FALSE(At("18446744073709551616").ReadUint64(&u64));
  EXPECT_FALSE(At("1e20").ReadUint64(&u64));
  EXPECT_FALSE(At("1e400").ReadInt64(&i64));
}

TEST(CursorTest, ClampedReadsTakeIntegersOfAnySize) {
  int64_t i64 = 0;
  uint64_t u64 = 0;
  EXPECT_TRUE(At("1e400").ReadInt64Clamped(&i64));
  EXPECT_EQ(i64, std::numeric_limits<int64_t>::max());
  EXPECT_TRUE(At("-123456789012345678901234567890").ReadInt64Clamped(&i64));
  EXPECT_EQ(i64, std::numeric_limits<int64_t>::min());
  EXPECT_TRUE(At("12").ReadInt64Clamped(&i64));
  EXPECT_EQ(i64, 12);
  EXPECT_FALSE(At("1.5").ReadInt64Clamped(&i64));
  EXPECT_TRUE(At("1e9999999999").ReadUint64Clamped(&u64));
  EXPECT_EQ(u64, std::numeric_limits<uint64_t>::max());
  EXPECT_FALSE(At("-1").ReadUint64Clamped(&u64));
}

TEST(CursorTest, DoublesAreFinite) {
  double d = 0;
  EXPECT_TRUE(At("1.5").ReadDouble(&d));
  EXPECT_EQ(d, 1.5);
  EXPECT_TRUE(At("-1e308").ReadDouble(&d));
  EXPECT_EQ(d, -1e308);
  EXPECT_TRUE(At("1.7976931348623157e308").ReadDouble(&d));
  EXPECT_FALSE(At("1.8e308").ReadDouble(&d));
  EXPECT_FALSE(At("1e400").ReadDouble(&d));
  EXPECT_FALSE(At("-1e400").ReadDouble(&d));
  EXPECT_TRUE(At("5e-324").ReadDouble(&d));
  EXPECT_EQ(d, 5e-324);
  EXPECT_TRUE(At("1e-400").ReadDouble(&d));
  EXPECT_EQ(d, 0);
  EXPECT_TRUE(At("-1e-400").ReadDouble(&d));
  EXPECT_TRUE(std::signbit(d));
  EXPECT_TRUE(At("123456789012345678901234567890").ReadDouble(&d));
  EXPECT_EQ(d, 123456789012345678901234567890.0);
}

TEST(CursorTest, LongMantissasAndExponentsAreNoTrap) {
  int64_t value = 0;
  EXPECT_TRUE(At(absl::StrCat("1", std::string(100000, '0'), "e-100000")).ReadInt64(&value));
  EXPECT_EQ(value, 1);
  EXPECT_TRUE(At(absl::StrCat("0.", std::string(100000, '0'), "7e100001")).ReadInt64(&value));
  EXPECT_EQ(value, 7);
  EXPECT_FALSE(At("1e2147483648").ReadInt64(&value));
}

}  // namespace
}  // namespace a2a::json

#include <cstdint>
#include <cstdio>
#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "json/cursor.h"
#include "json/writer.h"

namespace a2a::json {
namespace {

std::string Canonical(const std::string& raw) {
  SyntaxError error;
  EXPECT_TRUE(Validate(raw, 128, &error)) << raw;
  std::string out = "before:";
  AppendCanonical(raw, &out);
  EXPECT_EQ(out.substr(0, 7), "before:");
  return out.substr(7);
}

std::string Written(const std::string& utf8) {
  std::string out;
  AppendString(utf8, &out);
  return out;
}

TEST(CanonicalTest, KeepsNumbersKeysAndEscapes) {
  for (const char* raw : {"9007199254740993", "1e400", "123456789012345678901234567890", "-0", "1.0E+2", "0.10",
                          "{\"b\":1,\"a\":2,\"b\":3}", "\"\\u0041\\/\\ud83d\\ude39\"", "[]", "{}", "null", "\"\""}) {
    EXPECT_EQ(Canonical(raw), raw);
  }
}

TEST(CanonicalTest, DropsWhiteSpaceOutsideStringsOnly) {
  EXPECT_EQ(Canonical(" { \"a b\" : [ 1 ,\t2\n] ,\r\"c\" : \" \\\" : \" } "), "{\"a b\":[1,2],\"c\":\" \\\" : \"}");
}

TEST(CanonicalTest, EscapesWhatALineReaderMightSplitAt) {
  EXPECT_EQ(Canonical("[\"a\x7F"
                      "b\xC2\x85\xE2\x80\xA8\xE2\x80\xA9\"]"),
            "[\"a\\u007fb\\u0085\\u2028\\u2029\"]");
  EXPECT_EQ(Canonical("{\"\xE2\x80\xA8\":\"\x7F\"}"), "{\"\\u2028\":\"\\u007f\"}");
  // Neighbours of the four, and characters that share their lead bytes.
  const std::string near = "\"\xC2\x84\xC2\x86\xC2\xA0\xE2\x80\xA7\xE2\x80\xAA\xE2\x82\xAC\xC3\x85\"";
  EXPECT_EQ(Canonical(near), near);
}

TEST(CanonicalTest, WorksAtEveryPlaceOfALongString) {
  for (size_t size = 0; size < 40; ++size) {
    for (size_t i = 0; i <= size; ++i) {
      std::string left(i, 'x'), right(size - i, 'y');
      for (std::string before : {"", "\\\\", "\\\"", " "}) {
        std::string raw = absl::StrCat("\"", left, before, "\xE2\x80\xA8", right, "\"");
        ASSERT_EQ(Canonical(absl::StrCat("[ ", raw, " ]")), absl::StrCat("[\"", left, before, "\\u2028", right, "\"]"));
      }
    }
  }
}

TEST(WriterTest, EscapesControlsAndLineSeparators) {
  EXPECT_EQ(Written(""), "\"\"");
  EXPECT_EQ(Written("a\"b\\c/d"), "\"a\\\"b\\\\c/d\"");
  EXPECT_EQ(Written(std::string("\0\x01\b\t\n\x0B\f\r\x1F\x20", 10)),
            "\"\\u0000\\u0001\\b\\t\\n\\u000b\\f\\r\\u001f \"");
  EXPECT_EQ(Written("\x7F\xC2\x85\xE2\x80\xA8\xE2\x80\xA9"), "\"\\u007f\\u0085\\u2028\\u2029\"");
  const std::string near = "\xC2\x84\xC2\x86\xE2\x80\xA7\xE2\x80\xAA\xF0\x9F\x98\xB9\xC3\x85";
  EXPECT_EQ(Written(near), absl::StrCat("\"", near, "\""));
}

// Every character there is reads back, and nothing written could end a line for anybody.
TEST(WriterTest, EveryCharacterReadsBack) {
  for (uint32_t c = 0; c <= 0x10FFFF; c += c < 0x3000 ? 1 : 37) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    char escape[16];
    if (c < 0x10000) {
      snprintf(escape, sizeof(escape), "\"\\u%04x\"", c);
    } else {
      snprintf(escape, sizeof(escape), "\"\\u%04x\\u%04x\"", 0xD800 + ((c - 0x10000) >> 10),
               0xDC00 + ((c - 0x10000) & 0x3FF));
    }
    std::string utf8, back;
    ASSERT_TRUE(Cursor(escape).ReadString(&utf8));
    std::string written = Written(absl::StrCat("x", utf8, "y"));
    SyntaxError error;
    ASSERT_TRUE(Validate(written, 0, &error)) << c;
    ASSERT_TRUE(Cursor(written).ReadString(&back));
    ASSERT_EQ(back, absl::StrCat("x", utf8, "y")) << c;
    bool escaped = c < 0x20 || c == '"' || c == '\\' || c == 0x7F || c == 0x85 || c == 0x2028 || c == 0x2029;
    ASSERT_EQ(written == absl::StrCat("\"x", utf8, "y\""), !escaped) << c;
  }
}

TEST(WriterTest, WorksAtEveryPlaceOfALongString) {
  for (size_t size = 0; size < 40; ++size) {
    for (size_t i = 0; i < size; ++i) {
      std::string text(size, 'x');
      text[i] = '\n';
      ASSERT_EQ(Written(text), absl::StrCat("\"", std::string(i, 'x'), "\\n", std::string(size - i - 1, 'x'), "\""));
    }
  }
}

TEST(WriterTest, LargeTextsLeaveRoomForWhatFollows) {
  const std::string large(1 << 20, 'x');
  std::string written, raw, canonical;
  AppendString(large, &written);
  AppendRaw(large, &raw);
  AppendCanonical(written, &canonical);
  for (std::string* out : {&written, &raw, &canonical}) {
    const char* data = out->data();
    out->append(1000, 'y');
    EXPECT_EQ(out->data(), data);
    EXPECT_LT(out->capacity(), large.size() * 5 / 4);
  }
}

TEST(WriterTest, Numbers) {
  std::string out;
  AppendInt(INT64_MIN, &out);
  out += ' ';
  AppendInt(0, &out);
  out += ' ';
  AppendUint(UINT64_MAX, &out);
  EXPECT_EQ(out, "-9223372036854775808 0 18446744073709551615");
  for (double d : {0.0, 1.5, -0.1, 1e300, 5e-324, 1.7976931348623157e308, 1.0 / 3, 100000.0, -0.0}) {
    std::string text;
    AppendDouble(d, &text);
    SyntaxError error;
    ASSERT_TRUE(Validate(text, 0, &error)) << text;
    double back = 7;
    ASSERT_TRUE(Cursor(text).ReadDouble(&back)) << text;
    EXPECT_EQ(back, d) << text;
  }
  out.clear();
  AppendDouble(1e308 * 10, &out);
  AppendBool(true, &out);
  AppendBool(false, &out);
  EXPECT_EQ(out, "nulltruefalse");
}

TEST(WriterTest, Pointers) {
  std::string path = "/params";
  AppendPointer("a/b~c", &path);
  AppendPointer(size_t{12}, &path);
  AppendPointer("", &path);
  AppendPointer("~1", &path);
  EXPECT_EQ(path, "/params/a~1b~0c/12//~01");
}

TEST(CodePointsTest, Counts) {
  EXPECT_EQ(CodePoints(""), 0u);
  EXPECT_EQ(CodePoints("abc"), 3u);
  EXPECT_EQ(CodePoints("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\xB9"), 3u);
  EXPECT_EQ(CodePoints(std::string("\0\x7F", 2)), 2u);
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "a\xF0\x9F\x98\xB9";
  EXPECT_EQ(CodePoints(many), 2000u);
}

TEST(Base64Test, TakesPaddedStandardBase64Only) {
  size_t size = 99;
  EXPECT_TRUE(IsBase64("", &size));
  EXPECT_EQ(size, 0u);
  EXPECT_TRUE(IsBase64("AA==", &size));
  EXPECT_EQ(size, 1u);
  EXPECT_TRUE(IsBase64("AAA=", &size));
  EXPECT_EQ(size, 2u);
  EXPECT_TRUE(IsBase64("+/09", &size));
  EXPECT_EQ(size, 3u);
  EXPECT_TRUE(IsBase64("QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWY=", &size));
  EXPECT_EQ(size, 32u);
  for (const char* bad : {"A", "AA", "AAA", "A===", "====", "=", "==", "AA=A", "A=AA", "AAAA=", "AAAAA===", "AA==AAAA",
                          "-_09", "AA= ", " AAA", "AAA\n", "AAA\xC3", "AAAA\n"}) {
    EXPECT_FALSE(IsBase64(bad, &size)) << bad;
  }
}

// A cursor reads base64 out of a frame in one pass, where escapes do not force it to take two.
TEST(Base64Test, ACursorSaysTheSame) {
  const std::string letters(70, 'Q');
  for (const std::string& text : {std::string(),       std::string("AA=="),  std::string("AAA="),
                                  std::string("+/09"), letters + "QQ",       letters + "Q=",
                                  letters + "==",      letters + "A==",      letters,
                                  std::string("A"),    std::string("A==="),  std::string("===="),
                                  std::string("="),    std::string("=="),    std::string("AA=A"),
                                  std::string("A=AA"), std::string("AAAA="), std::string("AA==AAAA"),
                                  std::string("-_09"), std::string("AA= "),  std::string(" AAA"),
                                  std::string("AB=="), std::string("AAB="),  std::string("AAA\xC3\xBC"),
                                  letters + "\xC3\xBC"}) {
    std::string escaped;
    for (unsigned char c : text) {
      if (c < 0x80) escaped += c == '/' ? "\\/" : absl::StrCat("\\u00", absl::Hex(c, absl::kZeroPad2));
    }
    const bool ascii = text.find('\xC3') == std::string::npos;
    for (const std::string& written : {text, ascii ? escaped : text, ascii ? text.substr(0, 2) + escaped : text}) {
      const std::string frame = absl::StrCat("[\"", written, "\",\"AA==\"]");
      SCOPED_TRACE(frame);
      Cursor plain(frame), cursor(frame);
      std::string expected, read = "old";
      size_t expected_size = 0, size = 99;
      ASSERT_TRUE(plain.EnterArray() && plain.NextElement() && plain.ReadString(&expected));
      ASSERT_TRUE(cursor.EnterArray() && cursor.NextElement());
      EXPECT_EQ(cursor.ReadBase64(&read, &size), IsBase64(expected, &expected_size));
      EXPECT_EQ(read, expected);
      EXPECT_EQ(size, expected_size);
      ASSERT_TRUE(cursor.NextElement());
      EXPECT_TRUE(cursor.ReadBase64(&read, &size));
      EXPECT_EQ(read, "AA==");
      EXPECT_EQ(size, 1u);
      EXPECT_FALSE(cursor.NextElement());
    }
  }
  std::string read = "old";
  size_t size = 99;
  for (absl::string_view other : {"7", "null", "[]", "{}", "true"}) {
    Cursor cursor(other);
    EXPECT_FALSE(cursor.ReadBase64(&read, &size)) << other;
    EXPECT_EQ(cursor.ReadRaw(), other);
  }
  EXPECT_EQ(read, "old");
}

TEST(Base64Test, UnusedBitsMustBeZero) {
  const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  size_t size;
  for (size_t i = 0; i < letters.size(); ++i) {
    std::string letter(1, letters[i]), one = absl::StrCat("A", letter, "=="), two = absl::StrCat("AA", letter, "=");
    EXPECT_EQ(IsBase64(one, &size), i % 16 == 0) << one;
    EXPECT_EQ(IsBase64(two, &size), i % 4 == 0) << two;
  }
}

TEST(Base64Test, FindsABadLetterAnywhere) {
  std::string text(64, 'Q');
  size_t size;
  EXPECT_TRUE(IsBase64(text, &size));
  for (size_t i = 0; i < text.size(); ++i) {
    for (char bad : {'-', '_', '@', '[', '`', '{', ':', '\x80', '\xFF', ' ', '\0', '.', ','}) {
      std::string wrong = text;
      wrong[i] = bad;
      EXPECT_FALSE(IsBase64(wrong, &size)) << i;
    }
  }
}

}  // namespace
}  // namespace a2a::json

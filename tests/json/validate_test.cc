#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "json/cursor.h"
#include "json/suite_cases.h"

namespace a2a::json {
namespace {

constexpr int kDepth = 128;

bool Accepts(const std::string& text, int depth = kDepth) {
  SyntaxError error;
  return Validate(text, depth, &error);
}

// What Validate says about a refused text: "offset: what".
std::string ErrorOf(const std::string& text, int depth = kDepth) {
  SyntaxError error;
  if (Validate(text, depth, &error)) return "accepted";
  return absl::StrCat(error.offset, ": ", error.what);
}

std::string Repeat(const std::string& piece, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += piece;
  return text;
}

TEST(ValidateTest, AgreesWithTheJsonTestSuite) {
  for (const SuiteCase& c : SuiteCases()) EXPECT_EQ(Accepts(c.text), c.accepted) << c.name;
}

TEST(ValidateTest, KnowsAllCasesOfTheSuite) {
  auto count = [](char letter) {
    return std::count_if(SuiteCases().begin(), SuiteCases().end(),
                         [letter](const SuiteCase& c) { return c.name[0] == letter; });
  };
  EXPECT_EQ(count('y'), 95);
  EXPECT_EQ(count('n'), 188);
  EXPECT_EQ(count('i'), 35);
}

TEST(ValidateTest, TheSuiteHoldsInsideWhiteSpaceAndInsideAnArray) {
  for (const SuiteCase& c : SuiteCases()) {
    EXPECT_EQ(Accepts(absl::StrCat(" \t\r\n", c.text, "\n\r\t ")), c.accepted) << c.name;
    if (c.accepted) {
      EXPECT_TRUE(Accepts(absl::StrCat("[", c.text, ",{\"k\":", c.text, "}]"))) << c.name;
    }
    if (c.accepted) {
      EXPECT_FALSE(Accepts(c.text + "," + c.text)) << c.name;
    }
  }
}

TEST(ValidateTest, EmptyInputIsAFault) {
  EXPECT_EQ(ErrorOf(""), "0: expected a value");
  EXPECT_EQ(ErrorOf(" \n "), "3: expected a value");
}

TEST(ValidateTest, CountsDepthFromTheRoot) {
  EXPECT_TRUE(Accepts("1", 0));
  EXPECT_FALSE(Accepts("[]", 0));
  EXPECT_TRUE(Accepts("[]", 1));
  EXPECT_TRUE(Accepts("[{},[]]", 2));
  EXPECT_FALSE(Accepts("[{\"a\":[]}]", 2));
  EXPECT_TRUE(Accepts(Repeat("[", 128) + Repeat("]", 128)));
  EXPECT_FALSE(Accepts(Repeat("[", 129) + Repeat("]", 129)));
  EXPECT_TRUE(Accepts(Repeat("{\"a\":", 127) + "{}" + Repeat("}", 127)));
  EXPECT_FALSE(Accepts(Repeat("{\"a\":", 128) + "{}" + Repeat("}", 128)));
  EXPECT_EQ(ErrorOf(Repeat("[", 129)), "128: nested too deep");
}

TEST(ValidateTest, SiblingsDoNotAddUp) {
  EXPECT_TRUE(Accepts(absl::StrCat("[", Repeat("[[]],", 1000), "[[{}]]]"), 4));
  EXPECT_FALSE(Accepts(absl::StrCat("[", Repeat("[[]],", 1000), "[[{}]]]"), 3));
}

TEST(ValidateTest, RemembersWhichContainerIsOpenAtEachDepth) {
  std::string open, close;
  for (int i = 0; i < 4096; ++i) {
    bool object = (i * 7) % 5 < 2;
    open += object ? "{\"a\":" : "[";
    close.insert(close.begin(), object ? '}' : ']');
  }
  EXPECT_TRUE(Accepts(absl::StrCat(open, "0", close), 4096));
  EXPECT_FALSE(Accepts(absl::StrCat(open, "0", close), 4095));
  EXPECT_FALSE(Accepts(absl::StrCat("[", open, "0", close, "]"), 1 << 20));  // the documented end of what it can follow
  for (int i = 0; i < 4096; i += 97) {
    std::string wrong = close;
    wrong[i] = wrong[i] == '}' ? ']' : '}';
    EXPECT_FALSE(Accepts(absl::StrCat(open, "0", wrong), 4096)) << i;
  }
}

TEST(ValidateTest, SaysWhereAndWhatWasExpected) {
  EXPECT_EQ(ErrorOf("{\"a\" 1}"), "5: expected ':'");
  EXPECT_EQ(ErrorOf("{\"a\":1 \"b\"}"), "7: expected ',' or '}'");
  EXPECT_EQ(ErrorOf("[1 2]"), "3: expected ',' or ']'");
  EXPECT_EQ(ErrorOf("{1:2}"), "1: expected a member name or '}'");
  EXPECT_EQ(ErrorOf("{\"a\":1,}"), "7: expected a member name");
  EXPECT_EQ(ErrorOf("[1,]"), "3: expected a value");
  EXPECT_EQ(ErrorOf("{} {}"), "3: expected nothing more after the value");
  EXPECT_EQ(ErrorOf("[01]"), "2: a number has no leading zeros");
  EXPECT_EQ(ErrorOf("[-]"), "2: expected a digit");
  EXPECT_EQ(ErrorOf("[1.e3]"), "3: expected a digit");
  EXPECT_EQ(ErrorOf("\"abc"), "4: the string has no end");
  EXPECT_EQ(ErrorOf("\"a\tb\""), "2: a control character in a string must be escaped");
  EXPECT_EQ(ErrorOf("\"a\\xb\""), "2: unknown escape");
  EXPECT_EQ(ErrorOf("\"\\u12g4\""), "1: expected four hex digits after \\u");
  EXPECT_EQ(ErrorOf("\"ab\\ud800c\""), "3: unpaired surrogate");
  EXPECT_EQ(ErrorOf("\"ab\xC0\xAF\""), "3: not UTF-8");
}

// Every two- and three-byte sequence, and the edges of the four-byte ones, at every distance from the end of a chunk.
TEST(ValidateTest, TakesExactlyTheUtf8OfTheUnicodeStandard) {
  auto text = [](std::initializer_list<int> bytes) {
    std::string s = "\"";
    for (int b : bytes) s.push_back(static_cast<char>(b));
    return s + "\"";
  };
  for (int a = 0x80; a < 0x100; ++a) {
    EXPECT_FALSE(Accepts(text({a}))) << a;
    for (int b = 0x80; b < 0x100; ++b) {
      bool two = a >= 0xC2 && a <= 0xDF && b < 0xC0;
      EXPECT_EQ(Accepts(text({a, b})), two) << a << " " << b;
      for (int c : {0x20, 0x7F, 0x80, 0xBF, 0xC0, 0xFF}) {
        bool tail = c >= 0x80 && c < 0xC0;
        int code = (a & 0xF) << 12 | (b & 0x3F) << 6 | (c & 0x3F);
        bool three = a >= 0xE0 && a <= 0xEF && b < 0xC0 && tail && code >= 0x800 && (code < 0xD800 || code > 0xDFFF);
        EXPECT_EQ(Accepts(text({a, b, c})), three || (two && c < 0x80)) << a << " " << b << " " << c;
        int full = (a & 0x7) << 18 | (b & 0x3F) << 12 | (c & 0x3F) << 6 | 0x3F;
        bool four = a >= 0xF0 && a <= 0xF4 && b < 0xC0 && tail && full >= 0x10000 && full <= 0x10FFFF;
        EXPECT_EQ(Accepts(text({a, b, c, 0xBF})), four) << a << " " << b << " " << c;
      }
    }
  }
}

TEST(ValidateTest, FindsAFaultAtEveryPlaceOfALongString) {
  for (size_t size = 0; size < 70; ++size) {
    std::string good = absl::StrCat("\"", std::string(size, 'x'), "\"");
    EXPECT_TRUE(Accepts(good)) << size;
    for (size_t i = 1; i <= size; ++i) {
      for (char bad : {'\x01', '\n', '"', '\\', '\x80', '\xFF'}) {
        std::string text = good;
        text[i] = bad;
        // An escaped x is unknown, and the last backslash would escape the closing quote.
        EXPECT_FALSE(Accepts(text)) << size << " " << i << " " << static_cast<int>(bad);
      }
      std::string text = good;
      text.replace(i, 1, "\xE2\x82\xAC");
      EXPECT_TRUE(Accepts(text)) << size << " " << i;
      EXPECT_FALSE(Accepts(text.substr(0, i + 2))) << size << " " << i;
    }
  }
}

TEST(ValidateTest, NeverReadsBehindTheText) {
  for (const SuiteCase& c : SuiteCases()) {
    if (c.text.size() > 1000) continue;
    for (size_t size = 0; size < c.text.size(); ++size) {
      std::string prefix = c.text.substr(0, size);  // its own buffer: AddressSanitizer sees one byte too far
      prefix.shrink_to_fit();
      Accepts(prefix);
    }
  }
}

TEST(ValidateTest, HostileNestingNeedsNoStack) {
  EXPECT_FALSE(Accepts(std::string(20 << 20, '[')));
  EXPECT_FALSE(Accepts(Repeat("{\"\":", 5 << 20)));
}

}  // namespace
}  // namespace a2a::json

// The tree that vectors and expectations are made of: it must lose nothing, and refuse exactly what RFC 8259 refuses.
#include <gtest/gtest.h>

#include "codegen/parity_json.h"
#include "codegen/parity_reference.h"
#include "codegen/parity_vectors.h"

namespace a2a::codegen {
namespace {

bool Parses(absl::string_view text, const JsonRules& rules = {}) {
  Json json;
  return ParseJson(text, rules, &json);
}

TEST(ParityJsonTest, PrintsWhatItRead) {
  for (const char* text : {"null", "true", "false", "0", "-0", "1.50e+10", "123456789012345678901234567890",
                           R"("a\"b\\c\n\u0001")", R"({"b":1,"a":[{},[],null],"b":2,"":0})", R"(["\u0085\u2028"])"}) {
    Json json;
    ASSERT_TRUE(ParseJson(text, {}, &json)) << text;
    EXPECT_EQ(json.Print(), text);
  }
}

TEST(ParityJsonTest, RefusesWhatIsNoJson) {
  for (const char* text : {"",
                           " ",
                           "nul",
                           "True",
                           "01",
                           "-",
                           "1.",
                           ".5",
                           "1e",
                           "+1",
                           "\"a",
                           "\"\x01\"",
                           R"("\x")",
                           R"("\u12")",
                           R"("\ud800")",
                           R"("\ud800\u0041")",
                           R"("\udc00")",
                           "[1,]",
                           "[1 2]",
                           "{\"a\"}",
                           "{a:1}",
                           "{\"a\":1,}",
                           "[",
                           "]",
                           "1 2",
                           "\xEF\xBB\xBF{}",
                           "\"\xFF\"",
                           "\"\xED\xA0\x80\"",
                           "\"\xC0\x80\"",
                           "\"\xF4\x90\x80\x80\"",
                           "NaN",
                           "// x\n1"}) {
    EXPECT_FALSE(Parses(text)) << text;
  }
  EXPECT_TRUE(Parses(" \t\r\n[ 1 , { \"a\" : \"\\ud83d\\ude00\" } ] "));
}

TEST(ParityJsonTest, CountsLevelsFromTheRoot) {
  const std::string deep = std::string(128, '[') + std::string(128, ']');
  EXPECT_TRUE(Parses(deep));
  EXPECT_FALSE(Parses("[" + deep + "]"));
  EXPECT_TRUE(Parses("[" + deep + "]", {129, false}));
  EXPECT_TRUE(Parses("1", {0, false}));
}

TEST(ParityJsonTest, AsciiEscapesEverythingElse) {
  EXPECT_EQ(JsonString("\xC3\xA9\xF0\x9F\x98\x80~\x7F", true), R"("\u00e9\ud83d\ude00~\u007f")");
  EXPECT_EQ(JsonString("\xC3\xA9", false), "\"\xC3\xA9\"");
}

TEST(ParityJsonTest, DecimalsAreExact) {
  const auto same = [](const char* a, const char* b) { return Compare(ToDecimal(a), ToDecimal(b)); };
  EXPECT_EQ(same("1", "1.0"), 0);
  EXPECT_EQ(same("100", "1e2"), 0);
  EXPECT_EQ(same("0", "-0.00e9"), 0);
  EXPECT_EQ(same("9007199254740993", "9007199254740992"), 1);
  EXPECT_EQ(same("-2", "1"), -1);
  EXPECT_EQ(same("-2", "-1"), -1);
  EXPECT_EQ(same("99", "100"), -1);
  EXPECT_EQ(same("1e400", "1e399"), 1);
  EXPECT_EQ(same("0", "1e-400"), -1);
  EXPECT_TRUE(ToDecimal("10e-1").integral());
  EXPECT_FALSE(ToDecimal("1e-1").integral());
  EXPECT_EQ(IntegerText(ToDecimal("-12.00e3")), "-12000");
}

TEST(ParityJsonTest, TraitsNameWhatJsonParseCannotSee) {
  using Traits = std::vector<std::string>;
  EXPECT_EQ(TraitsOf(R"({"a":1,"b":[{"a":0.1}]})"), Traits());
  EXPECT_EQ(TraitsOf(R"({"a":1,"\u0061":2})"), Traits({"duplicate"}));
  EXPECT_EQ(TraitsOf("9007199254740993"), Traits({"inexact"}));
  EXPECT_EQ(TraitsOf("[1e400,1e-400]"), Traits({"inexact"}));
  EXPECT_EQ(TraitsOf(R"(["\udc00"])"), Traits({"surrogate"}));
  EXPECT_EQ(TraitsOf(std::string(129, '[') + std::string(129, ']')), Traits({"depth"}));
  EXPECT_EQ(TraitsOf("{"), Traits());
}

// What a reader of vectors does with pieces.
std::string FromPieces(const Json& pieces) {
  if (pieces.type() == Json::Type::kString) return pieces.text();
  std::string text;
  for (size_t i = 0; i < pieces.size(); ++i) {
    const Json& piece = pieces[i];
    if (piece.type() == Json::Type::kString) {
      text += piece.text();
    } else if (piece.Find("bytes") != nullptr) {
      const std::string hex = piece.Find("bytes")->text();
      for (size_t at = 0; at < hex.size(); at += 2)
        text.push_back(static_cast<char>(std::stoi(hex.substr(at, 2), nullptr, 16)));
    } else {
      for (int n = std::stoi(piece.Find("times")->text()); n > 0; --n) text += piece.Find("repeat")->text();
    }
  }
  return text;
}

TEST(ParityJsonTest, PiecesGiveTheTextBackAndAreShort) {
  const std::string many(100000, 'a');
  std::string items;
  for (int i = 0; i < 64; ++i) items += R"({"kind":"text","text":"\ud83d"},)";
  std::string grins;
  for (int i = 0; i < 16000; ++i) grins += "\xF0\x9F\x98\x80";
  for (const std::string& text :
       {std::string(), std::string("short"), "{\"a\":\"" + many + "\"}", "[" + items + "1]", "x" + grins + "aaaa",
        std::string("bad \xFF\xFE text \xC3"), std::string(300, '\xFF'), std::string(100, 'b') + many + "\x80"}) {
    const Json pieces = ToPieces(text);
    EXPECT_EQ(FromPieces(pieces), text);
    EXPECT_LT(pieces.Print(true).size(), 900u);
  }
}

}  // namespace
}  // namespace a2a::codegen

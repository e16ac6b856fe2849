#include "broker/names.h"

#include <gtest/gtest.h>

#include <string>

#include "a2a/wire/constants.h"
#include "a2a/wire/errors.h"
#include "base/error.h"

namespace a2a::broker {
namespace {

std::string Repeat(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

TEST(Names, AreTrimmedOfUnicodeWhiteSpace) {
  for (const char* name : {"ada", " ada ", "\t\r\nada\n", "\u00A0ada\u3000", "\u2028ada\u2029", "\u0085ada\u1680"}) {
    const auto checked = CheckedName(name, "/p");
    ASSERT_TRUE(checked.ok()) << checked.status();
    EXPECT_EQ(*checked, "ada");
  }
  EXPECT_EQ(std::string(TrimName(" \u2003 ")), "");
  EXPECT_EQ(std::string(TrimName("a b")), "a b");
}

TEST(Names, MayHoldLettersOfAnyScriptAndMarks) {
  for (const char* name :
       {"a b", "Zoë", "日本語", "код-ревью", "🦀 crab", "x\u0301", "a\u00A0b", "{name}", "<x>", "a.b/c"}) {
    EXPECT_TRUE(CheckedName(name, "/p").ok()) << name;
  }
}

TEST(Names, HoldNothingThatMisleads) {
  const std::string bad[] = {"",         "   ",        "a\tb",         "a\nb",         std::string("a\0b", 3),
                             "a\x7f",    "a\u0080b",   "a\u0085b",     "a\u00ADb",     "a\u061Cb",
                             "a\u200Bb", "a\u200Db",   "a\u200Eb",     "a\u200Fb",     "a\u202Ab",
                             "a\u202Eb", "a\u2066b",   "a\u2069b",     "\uFEFFa",      "a\u2028b",
                             "a\u2029b", "a\u2060b",   "a\u180Eb",     "a\uFFF9b",     "a[b",
                             "a]b",      "a \u00B7 b", "a\U000E0041b", "a\U0001D173b", "a\U000110BDb",
                             "a\uFE0Fb", "a\u034Fb",   "a\u180Bb",     "a\u2065b",     "\u3164",
                             "\u115F",   "\u2800",     "a\uFFA0b",     "a\U000E0100b"};
  for (const std::string& name : bad) {
    const auto checked = CheckedName(name, "/params/card/name");
    EXPECT_TRUE(IsError(checked.status(), wire::kErrorInvalidParams)) << name;
  }
}

TEST(Names, AreBoundedInCodePoints) {
  EXPECT_TRUE(CheckedName(Repeat("é", wire::kA2aMaxNameChars), "/p").ok());
  EXPECT_FALSE(CheckedName(Repeat("é", wire::kA2aMaxNameChars + 1), "/p").ok());
  EXPECT_TRUE(CheckedName(" " + Repeat("a", wire::kA2aMaxNameChars) + " ", "/p").ok());
  EXPECT_TRUE(CheckedName(Repeat("🦀", wire::kA2aMaxNameChars), "/p").ok());
}

TEST(Names, TheBrokersOwnIsReserved) {
  EXPECT_FALSE(CheckedName(wire::kBrokerName, "/p").ok());
  EXPECT_FALSE(CheckedName(" " + std::string(wire::kBrokerName) + " ", "/p").ok());
  EXPECT_TRUE(CheckedName(std::string(wire::kBrokerName) + "-x", "/p").ok());
}

}  // namespace
}  // namespace a2a::broker

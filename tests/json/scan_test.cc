#include "json/scan.h"

#include <cstdio>
#include <iterator>
#include <random>
#include <string>

#include "gtest/gtest.h"
#include "json/skip.h"

namespace a2a::json::internal {
namespace {

template <typename Match>
class ScanTest : public testing::Test {};

using Matches = testing::Types<NotPlain, QuoteOrEscape, QuoteOrBracket, RelayStop, WriteStop, NotBase64>;
TYPED_TEST_SUITE(ScanTest, Matches);

TYPED_TEST(ScanTest, FindsEveryByteValueAtEveryPlace) {
  for (size_t size : {0, 1, 7, 8, 9, 15, 16, 17, 31, 40, 63, 64, 65, 90, 128, 150}) {
    std::string text(size, 'a');
    const char* end = text.data() + size;
    EXPECT_EQ(Find<TypeParam>(text.data(), end), end);
    for (size_t i = 0; i < size; ++i) {
      for (int c = 0; c < 256; ++c) {
        text[i] = static_cast<char>(c);
        ASSERT_EQ(Find<TypeParam>(text.data(), end), FindPortable<TypeParam>(text.data(), end)) << c << " at " << i;
      }
      text[i] = 'a';
    }
  }
}

TYPED_TEST(ScanTest, AgreesWithThePortableLoopOnNoise) {
  constexpr unsigned kSeed = 20261130;
  std::printf("seed %u\n", kSeed);
  std::mt19937 random(kSeed);
  for (int round = 0; round < 20000; ++round) {
    std::string text(random() % 200, '\0');
    for (char& c : text) c = static_cast<char>(random() % 8 == 0 ? random() : 'a' + random() % 26);
    const char* end = text.data() + text.size();
    for (const char* at = text.data(); at < end; at += 1 + random() % 9) {
      ASSERT_EQ(Find<TypeParam>(at, end), FindPortable<TypeParam>(at, end));
    }
  }
}

// A random value of many brackets, quotes and escapes.
std::string RandomContainer(std::mt19937* random, int depth) {
  auto text = [random] {
    static const char* const kPieces[] = {
        "x",
        "[",
        "]",
        "{",
        "}",
        "\\\\",
        "\\\"",
        "\\u0041",
        ",",
        "long run of plain text ",
        "a run of plain text that is longer than the 64 bytes of a block, brackets [ and ] too"};
    std::string string = "\"";
    for (size_t n = (*random)() % 12; n > 0; --n) string += kPieces[(*random)() % std::size(kPieces)];
    return string + "\"";
  };
  bool object = (*random)() % 2 == 0;
  std::string all(1, object ? '{' : '[');
  for (size_t n = (*random)() % 5; n > 0; --n) {
    if (all.size() > 1) all += ',';
    if (object) all += text() + ":";
    all += depth > 0 && (*random)() % 2 == 0 ? RandomContainer(random, depth - 1) : text();
  }
  return all + (object ? '}' : ']');
}

TEST(SkipTest, FindsTheEndOfEveryContainer) {
  constexpr unsigned kSeed = 20261201;
  std::printf("seed %u\n", kSeed);
  std::mt19937 random(kSeed);
  for (int round = 0; round < 20000; ++round) {
    std::string value = RandomContainer(&random, 6);
    std::string text = value + std::string(random() % 80, "]}\" ,"[random() % 5]);
    text.shrink_to_fit();
    const char* end = text.data() + text.size();
    ASSERT_EQ(SkipContainer(text.data(), end), text.data() + value.size()) << text;
    ASSERT_EQ(SkipContainerPortable(text.data(), end), text.data() + value.size()) << text;
  }
}

// Runs of backslashes of every length at every place of a block.
TEST(SkipTest, CountsBackslashesAcrossBlocks) {
  for (size_t before = 0; before < 130; ++before) {
    for (size_t run = 0; run < 70; ++run) {
      std::string value = "[\"" + std::string(before, 'x') + std::string(run, '\\');
      value += run % 2 == 1 ? "\"]\"]" : "\"]";
      std::string text = value + std::string(70, ']');
      ASSERT_EQ(SkipContainer(text.data(), text.data() + text.size()), text.data() + value.size()) << text;
      ASSERT_EQ(SkipContainer(value.data(), value.data() + value.size()), value.data() + value.size()) << value;
    }
  }
}

}  // namespace
}  // namespace a2a::json::internal

#include "json/scan.h"

#include <cstdio>
#include <random>
#include <string>

#include "gtest/gtest.h"

namespace a2a::json::internal {
namespace {

template <typename Match>
class ScanTest : public testing::Test {};

using Matches = testing::Types<NotPlain, QuoteOrEscape, QuoteOrBracket, RelayStop, WriteStop, NotBase64>;
TYPED_TEST_SUITE(ScanTest, Matches);

TYPED_TEST(ScanTest, FindsEveryByteValueAtEveryPlace) {
  for (size_t size = 0; size <= 50; ++size) {
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
    std::string text(random() % 100, '\0');
    for (char& c : text) c = static_cast<char>(random() % 8 == 0 ? random() : 'a' + random() % 26);
    const char* end = text.data() + text.size();
    for (const char* at = text.data(); at < end; at += 1 + random() % 9) {
      ASSERT_EQ(Find<TypeParam>(at, end), FindPortable<TypeParam>(at, end));
    }
  }
}

}  // namespace
}  // namespace a2a::json::internal

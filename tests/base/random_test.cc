#include "base/random.h"

#include <cstring>
#include <set>

#include "gtest/gtest.h"

namespace a2a {
namespace {

// Bytes that count up, so that results can be written down.
class Counting : public RandomSource {
 public:
  void Fill(void* bytes, size_t size) override {
    for (size_t i = 0; i < size; ++i) static_cast<unsigned char*>(bytes)[i] = next_++;
  }

 private:
  unsigned char next_ = 0;
};

class Constant : public RandomSource {
 public:
  explicit Constant(unsigned char byte) : byte_(byte) {}
  void Fill(void* bytes, size_t size) override { std::memset(bytes, byte_, size); }

 private:
  unsigned char byte_;
};

TEST(TokenTest, IsBase64UrlOf32Bytes) {
  Counting counting;
  EXPECT_EQ(MintToken(&counting), "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8");
  Constant ones(0xFF);
  EXPECT_EQ(MintToken(&ones), "__________________________________________8");
  Constant mixed(0xFB);
  EXPECT_EQ(MintToken(&mixed), "-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_s");
}

TEST(TokenTest, SystemTokensDiffer) {
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) {
    const std::string token = MintToken(SystemRandom());
    EXPECT_EQ(token.size(), 43u);
    EXPECT_TRUE(seen.insert(token).second);
  }
}

TEST(UuidV7Test, HasTimeVersionAndVariant) {
  Constant zeros(0);
  UuidV7Source low(&zeros);
  EXPECT_EQ(low.Next(0x0192abcdef01), "0192abcd-ef01-7000-8000-000000000000");
  Constant ones(0xFF);
  UuidV7Source high(&ones);
  EXPECT_EQ(high.Next(0x0192abcdef01), "0192abcd-ef01-77ff-bfff-ffffffffffff");
}

TEST(UuidV7Test, IncreasesStrictlyWhateverTheClockDoes) {
  UuidV7Source source(SystemRandom());
  std::string last;
  const int64_t start = 1700000000000;
  for (int i = 0; i < 100000; ++i) {
    const int64_t moment = i < 50000 ? start : i < 60000 ? start - 3600000 : start + i;
    const std::string id = source.Next(moment);
    ASSERT_LT(last, id) << i;
    ASSERT_EQ(id.size(), 36u);
    ASSERT_EQ(id[14], '7');
    ASSERT_NE(std::strchr("89ab", id[19]), nullptr);
    last = id;
  }
}

TEST(UuidV7Test, AUsedUpCounterBorrowsTheNextMillisecond) {
  Constant ones(0xFF);  // the counter starts at 0x7ff, so 0x801 ids fit
  UuidV7Source source(&ones);
  std::string id;
  for (int i = 0; i < 0x801; ++i) id = source.Next(1);
  EXPECT_EQ(id, "00000000-0001-7fff-bfff-ffffffffffff");
  EXPECT_EQ(source.Next(1), "00000000-0002-7000-bfff-ffffffffffff");
  EXPECT_EQ(source.Next(2), "00000000-0002-7001-bfff-ffffffffffff");
  EXPECT_EQ(source.Next(3), "00000000-0003-77ff-bfff-ffffffffffff");
}

TEST(UuidV7Test, GoesOnAfterTheIdsOfAnEarlierRun) {
  for (int i = 0; i < 100; ++i) {
    UuidV7Source before(SystemRandom()), after(SystemRandom());
    std::string last;
    for (int j = 0; j < 50 * i; ++j) last = before.Next(1000);
    after.StartAfter(last);
    EXPECT_LT(last, after.Next(i % 2 == 0 ? 1000 : 500));  // also when the clock went back meanwhile
  }
}

TEST(UuidV7Test, WhatIsNoIdOfOursIsIgnored) {
  Constant zeros(0);
  UuidV7Source source(&zeros);
  for (absl::string_view id : {"", "x", "ffffffff-ffff-4fff-8000-000000000000", "zfffffff-ffff-7fff-8000-000000000000",
                               "ffffffff-ffff-7zff-8000-000000000000"}) {
    source.StartAfter(id);
  }
  EXPECT_EQ(source.Next(1), "00000000-0001-7000-8000-000000000000");
}

}  // namespace
}  // namespace a2a

#include "base/clock.h"

#include <time.h>

#include <cstdio>
#include <random>

#include "gtest/gtest.h"

namespace a2a {
namespace {

std::string ByLibc(int64_t millis) {
  int64_t seconds = millis / 1000, rest = millis % 1000;
  if (rest < 0) {
    rest += 1000;
    --seconds;
  }
  const time_t time = seconds;
  tm parts{};
  gmtime_r(&time, &parts);
  char text[64];
  std::snprintf(text, sizeof(text), "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", parts.tm_year + 1900, parts.tm_mon + 1,
                parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, static_cast<int>(rest));
  return text;
}

TEST(ClockTest, FormatsKnownMoments) {
  EXPECT_EQ(FormatIsoMillis(0), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(FormatIsoMillis(1709164800123), "2024-02-29T00:00:00.123Z");
  EXPECT_EQ(FormatIsoMillis(-1), "1969-12-31T23:59:59.999Z");
  EXPECT_EQ(FormatIsoMillis(253402300799999), "9999-12-31T23:59:59.999Z");
}

TEST(ClockTest, FormatsEveryMomentAsLibcDoes) {
  const uint64_t seed = std::random_device()();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<int64_t> moments(-60000000000000, 250000000000000);
  for (int i = 0; i < 20000; ++i) {
    const int64_t moment = moments(random);
    ASSERT_EQ(FormatIsoMillis(moment), ByLibc(moment)) << moment;
  }
  for (int64_t day = -200000; day < 200000; ++day) {
    ASSERT_EQ(FormatIsoMillis(day * 86400000), ByLibc(day * 86400000)) << day;
  }
}

TEST(ClockTest, SystemClockIsTheSystems) {
  Clock* clock = SystemClock();
  EXPECT_NEAR(static_cast<double>(clock->WallMillis()), 1000.0 * static_cast<double>(time(nullptr)), 60000.0);
  const int64_t before = clock->MonotonicMicros();
  EXPECT_LE(before, clock->MonotonicMicros());
  EXPECT_LE(before / 1000, clock->MonotonicMillis());
  EXPECT_EQ(clock->MaxSleepMillis(), -1);
}

}  // namespace
}  // namespace a2a

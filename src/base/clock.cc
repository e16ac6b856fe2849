#include "base/clock.h"

#include <time.h>

#include <cstdio>

namespace a2a {
namespace {

int64_t ReadMicros(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);  // cannot fail for these clocks
  return int64_t{now.tv_sec} * 1000000 + now.tv_nsec / 1000;
}

class OsClock : public Clock {
 public:
  int64_t WallMillis() override { return ReadMicros(CLOCK_REALTIME) / 1000; }
  int64_t MonotonicMillis() override { return MonotonicMicros() / 1000; }
  // Goes on while the process is stopped; while the whole machine sleeps nobody waits for us.
  int64_t MonotonicMicros() override { return ReadMicros(CLOCK_MONOTONIC); }
};

// Days since 1970-01-01 to a date of the proleptic Gregorian calendar: every year starts in March here, so that the
// leap day is its last day. gmtime would do the same, at ten times the cost.
void CivilFromDays(int64_t days, int64_t* year, int* month, int* day) {
  days += 719468;
  const int64_t era = (days >= 0 ? days : days - 146096) / 146097;
  const int64_t day_of_era = days - era * 146097;
  const int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int64_t month_from_march = (5 * day_of_year + 2) / 153;
  *day = static_cast<int>(day_of_year - (153 * month_from_march + 2) / 5 + 1);
  *month = static_cast<int>(month_from_march < 10 ? month_from_march + 3 : month_from_march - 9);
  *year = year_of_era + era * 400 + (*month <= 2 ? 1 : 0);
}

}  // namespace

Clock* SystemClock() {
  static OsClock clock;
  return &clock;
}

std::string FormatIsoMillis(int64_t wall_millis) {
  constexpr int64_t kDay = 86400000;
  int64_t days = wall_millis / kDay;
  int64_t rest = wall_millis % kDay;
  if (rest < 0) {
    rest += kDay;
    --days;
  }
  int64_t year;
  int month, day;
  CivilFromDays(days, &year, &month, &day);
  if (year < 0 || year > 9999) year = year < 0 ? 0 : 9999;  // far outside of what a clock shows
  std::string text = "0000-00-00T00:00:00.000Z";
  auto put = [&text](size_t end, int64_t value) {  // right-aligned before `end`
    for (; value > 0; value /= 10) text[--end] = static_cast<char>('0' + value % 10);
  };
  put(4, year);
  put(7, month);
  put(10, day);
  put(13, rest / 3600000);
  put(16, rest / 60000 % 60);
  put(19, rest / 1000 % 60);
  put(23, rest % 1000);
  return text;
}

}  // namespace a2a

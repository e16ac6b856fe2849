#include "base/random.h"

#include <sys/random.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace a2a {
namespace {

class OsRandom : public RandomSource {
 public:
  void Fill(void* bytes, size_t size) override {
    char* at = static_cast<char*>(bytes);
    while (size > 0) {
      const ssize_t got = getrandom(at, size, 0);
      if (got < 0) {
        if (errno == EINTR) continue;
        std::fputs("fatal: the operating system gives no random bytes\n", stderr);
        std::abort();
      }
      at += got;
      size -= static_cast<size_t>(got);
    }
  }
};

}  // namespace

RandomSource* SystemRandom() {
  static OsRandom random;
  return &random;
}

std::string MintToken(RandomSource* random) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  constexpr size_t kBytes = 32;
  unsigned char bytes[kBytes + 1] = {};  // one zero byte so that the last group of three is whole
  random->Fill(bytes, kBytes);
  std::string token;
  token.reserve(44);
  for (size_t i = 0; i < sizeof(bytes); i += 3) {
    const uint32_t group = uint32_t{bytes[i]} << 16 | uint32_t{bytes[i + 1]} << 8 | bytes[i + 2];
    for (int shift = 18; shift >= 0; shift -= 6) token.push_back(kDigits[group >> shift & 63]);
  }
  token.pop_back();  // the digit that only the zero byte made
  return token;
}

void UuidV7Source::StartAfter(absl::string_view id) {
  // tttttttt-tttt-7ccc-...: all that Next() compares.
  if (id.size() != 36 || id[8] != '-' || id[13] != '-' || id[14] != '7' || id[18] != '-') return;
  uint64_t millis, counter;
  if (!absl::SimpleHexAtoi(absl::StrCat(id.substr(0, 8), id.substr(9, 4)), &millis) ||
      !absl::SimpleHexAtoi(id.substr(15, 3), &counter) || static_cast<int64_t>(millis) < last_millis_) {
    return;
  }
  last_millis_ = static_cast<int64_t>(millis);
  counter_ = counter;
}

std::string UuidV7Source::Next(int64_t unix_millis) {
  // Layout: 48 bits of time, version, 12 bits of counter, variant, 62 random bits. The counter starts in the lower
  // half of its range each millisecond; when it is used up the id's time runs ahead of the clock.
  constexpr uint64_t kCounterEnd = 1 << 12;
  if (pool_used_ + sizeof(uint64_t) > sizeof(pool_)) {
    random_->Fill(pool_, sizeof(pool_));
    pool_used_ = 0;
  }
  uint64_t tail;
  std::memcpy(&tail, pool_ + pool_used_, sizeof(tail));
  pool_used_ += sizeof(tail);

  if (unix_millis > last_millis_) {
    last_millis_ = unix_millis;
    random_->Fill(&counter_, sizeof(counter_));
    counter_ %= kCounterEnd / 2;
  } else if (++counter_ == kCounterEnd) {
    ++last_millis_;
    counter_ = 0;
  }
  const uint64_t high = static_cast<uint64_t>(last_millis_) << 16 | 0x7000 | counter_;
  const uint64_t low = (tail & ~(uint64_t{3} << 62)) | uint64_t{2} << 62;

  static constexpr char kHex[] = "0123456789abcdef";
  std::string id;
  id.reserve(36);
  for (int i = 0; i < 32; ++i) {
    if (i == 8 || i == 12 || i == 16 || i == 20) id.push_back('-');
    const uint64_t word = i < 16 ? high : low;
    id.push_back(kHex[word >> (60 - 4 * (i % 16)) & 15]);
  }
  return id;
}

}  // namespace a2a

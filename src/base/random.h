// Randomness of the operating system, and the ids and tokens made of it.
#ifndef A2A_BASE_RANDOM_H_
#define A2A_BASE_RANDOM_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace a2a {

class RandomSource {
 public:
  virtual ~RandomSource() = default;
  // Fills `size` bytes; ends the process when the operating system cannot (nothing safe is possible then).
  virtual void Fill(void* bytes, size_t size) = 0;
};

RandomSource* SystemRandom();

// 256 bits as 43 characters of base64url without padding.
std::string MintToken(RandomSource* random);

// UUIDv7s (RFC 9562) that increase strictly within one generator, whatever the clock does. Owner thread only.
class UuidV7Source {
 public:
  explicit UuidV7Source(RandomSource* random) : random_(random) {}
  // The next id will be greater than `id`, one that an earlier run of this program made; anything else is ignored.
  void StartAfter(absl::string_view id);
  // `unix_millis` is the store's never decreasing stamp. 36 lower-case characters.
  std::string Next(int64_t unix_millis);

 private:
  RandomSource* random_;
  int64_t last_millis_ = -1;
  uint64_t counter_ = 0;
  // Random bytes bought in bulk: one system call per id would be a tenth of a send.
  unsigned char pool_[256];
  size_t pool_used_ = sizeof(pool_);
};

}  // namespace a2a

#endif  // A2A_BASE_RANDOM_H_

// What a user would pick instead: the official a2a-js SDK, called in process by a script that lies outside of this
// repository. It is installed outside the checkout when it can be.
#ifndef A2A_TESTS_BENCH_LOAD_RIVAL_H_
#define A2A_TESTS_BENCH_LOAD_RIVAL_H_

#include <cstdint>
#include <string>

namespace a2a::bench {

class Rival {
 public:
  // `script`: peer_a2a_js.mjs, beside its package.json. Installs both into `folder`.
  Rival(const std::string& script, const std::string& folder, const std::string& node);

  // Empty when it can run; otherwise why not.
  const std::string& missing() const { return missing_; }
  // Round trips per second on its "sqlite" or "memory" store.
  double RoundTrips(const std::string& store, int64_t count, int in_flight) const;

 private:
  std::string folder_, node_, missing_;
};

}  // namespace a2a::bench

#endif  // A2A_TESTS_BENCH_LOAD_RIVAL_H_

// Counts the daemon's transactions by looking into its write-ahead log, so that nobody has to ask it. One thread.
#ifndef A2A_TESTS_BENCH_LOAD_WAL_H_
#define A2A_TESTS_BENCH_LOAD_WAL_H_

#include <cstdint>
#include <string>

namespace a2a::bench {

class WalCounter {
 public:
  explicit WalCounter(const std::string& db) : path_(db + "-wal") {}
  ~WalCounter();
  WalCounter(const WalCounter&) = delete;
  WalCounter& operator=(const WalCounter&) = delete;

  // Transactions seen so far. Call it often enough to see what a checkpoint lets SQLite overwrite.
  int64_t Count();

 private:
  const std::string path_;
  int fd_ = -1;
  uint64_t salt_ = 0;
  int64_t offset_ = 0;  // of the first frame that was not looked at
  int64_t commits_ = 0;
};

// Waits for the host's first quiet moment, in which its WAL's file stops growing: what is sent alone is sent into that.
void AwaitQuietMoment(const std::string& db);

}  // namespace a2a::bench

#endif  // A2A_TESTS_BENCH_LOAD_WAL_H_

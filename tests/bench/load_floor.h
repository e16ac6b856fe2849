// What the machine itself gives, measured in the same run: the disk (F), a bare SQLite loop that writes the rows that
// the daemon wrote (L), and a bare loop that reads a task's rows and writes the answer's bytes to a pipe.
#ifndef A2A_TESTS_BENCH_LOAD_FLOOR_H_
#define A2A_TESTS_BENCH_LOAD_FLOOR_H_

#include <cstdint>
#include <string>
#include <vector>

namespace a2a::bench {

// F: appends `bytes` to a file and calls fdatasync, `count` times. Microseconds of each.
std::vector<int64_t> MeasureDisk(const std::string& file, size_t bytes, int count);

struct Bare {
  double per_second = 0;
  double cpu_micros = 0;  // of each, in the loop's own thread
};

// L: writes the tasks, messages and events of the daemon's database `from`, in their order, into a new database `to`
// of the same schema and pragmas: `batch` tasks per transaction, each of which also updates the counters and the
// progress of the agents concerned, as the daemon does.
Bare MeasureBareSends(const std::string& from, const std::string& to, double batch, bool full);

// The same for reading: per round the task row and its messages, then `bytes` bytes through a pipe that somebody
// drains.
Bare MeasureBareGets(const std::string& db, int messages, size_t bytes, int64_t count);

}  // namespace a2a::bench

#endif  // A2A_TESTS_BENCH_LOAD_FLOOR_H_

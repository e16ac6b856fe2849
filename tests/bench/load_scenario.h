// What is measured on a daemon: sends, round trips, reads and single sends, each bounded in count and in time.
#ifndef A2A_TESTS_BENCH_LOAD_SCENARIO_H_
#define A2A_TESTS_BENCH_LOAD_SCENARIO_H_

#include <cstdint>
#include <string>
#include <vector>

#include "load_client.h"
#include "load_host.h"

namespace a2a::bench {

constexpr int kTextBytes = 500;

struct Bound {
  int64_t count = 0;  // calls, or round trips
  int in_flight = 1;
  int64_t seconds = 30;  // nothing new is begun after that
};

struct Measured {
  int64_t count = 0;
  int64_t micros = 0;              // from the first write to the last answer
  int64_t host_cpu_micros = 0;     // of the daemon meanwhile
  std::vector<int64_t> latencies;  // microseconds of each, unsorted
  int64_t commits = 0;             // transactions of the daemon meanwhile, from its WAL
  int64_t bytes_out = 0;           // bytes of the answers
  double per_second() const { return micros == 0 ? 0 : 1e6 * static_cast<double>(count) / static_cast<double>(micros); }
  double batch() const { return commits == 0 ? 0 : static_cast<double>(count) / static_cast<double>(commits); }
};

// New tasks for one worker, from as many requesters as the bound on open tasks asks for.
Measured MeasureSends(Host* host, const Bound& bound);

// A send, the worker completes, the requester has the final event.
Measured MeasureRoundTrips(Host* host, const Bound& bound);

// a2a.tasks.get of one task of `messages` messages; *sample is one answer.
Measured MeasureGets(Host* host, const Bound& bound, int messages, std::string* sample);

// The frame of one send, with a new message id. `token` and `to` are what was registered.
std::string SendFrame(int64_t id, std::string_view token, std::string_view to, std::string_view task_id = {});

}  // namespace a2a::bench

#endif  // A2A_TESTS_BENCH_LOAD_SCENARIO_H_

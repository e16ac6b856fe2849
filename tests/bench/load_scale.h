// Does a store that has grown, or a host that is crowded, cost the others anything? One thread.
#ifndef A2A_TESTS_BENCH_LOAD_SCALE_H_
#define A2A_TESTS_BENCH_LOAD_SCALE_H_

#include <cstdint>
#include <string>

#include "load_host.h"

namespace a2a::bench {

// Of one store.
struct Grown {
  int64_t tasks = 0;         // in it
  double send_cpu = 0;       // microseconds of the daemon's processor time for a send, median of the looks
  double send_p50 = 0;       // microseconds of a send alone, with normal durability
  double start_millis = 0;   // from the start of the process to the answer of the handshake
  int64_t resident_kib = 0;  // of the process that filled it, at the end
};

// A store of about a thousand tasks beside one of `tasks`, looked at in turns. Filling a million takes some minutes.
struct Scale {
  Grown small, large;
};
Scale MeasureScale(const std::string& binary, const Folder& folder, int64_t tasks);

// 99th percentiles of a send alone, in microseconds, medians of the looks.
struct Crowd {
  double alone_p99 = 0;
  double crowded_p99 = 0;  // beside a thousand other agents, five hundred of which wait
};
Crowd MeasureCrowd(const std::string& binary, const Folder& folder);

}  // namespace a2a::bench

#endif  // A2A_TESTS_BENCH_LOAD_SCALE_H_

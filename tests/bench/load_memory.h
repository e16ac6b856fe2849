// How much memory the daemon takes: idle, while a file of 20 MiB passes, and while a line without end comes in.
#ifndef A2A_TESTS_BENCH_LOAD_MEMORY_H_
#define A2A_TESTS_BENCH_LOAD_MEMORY_H_

#include <cstdint>
#include <string>

#include "load_host.h"

namespace a2a::bench {

struct Memory {
  int64_t idle_kib = 0;          // after the handshake
  int64_t file_frame_kib = 0;    // size of the frame with the file
  int64_t file_peak_kib = 0;     // at most while it was sent and read back
  int64_t endless_peak_kib = 0;  // at most while 1 GiB came without a newline, above idle
  int64_t start_micros = 0;      // from the start of the process to the answer of the handshake
};

Memory MeasureMemory(const std::string& binary, const Folder& folder);

}  // namespace a2a::bench

#endif  // A2A_TESTS_BENCH_LOAD_MEMORY_H_

// The client's end of the pipe. Calls for setting up parse with nlohmann; the measured loops only look at how a line
// begins, so that the client costs the machine as little as it can. One thread.
#ifndef A2A_TESTS_BENCH_LOAD_CLIENT_H_
#define A2A_TESTS_BENCH_LOAD_CLIENT_H_

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace a2a::bench {

int64_t NowMicros();  // monotonic

// A line from the daemon.
struct Line {
  std::string_view text;
  int64_t id = -1;  // of a reply; -1: a notification
};

class Client {
 public:
  // Handshakes.
  Client(int in, int out);

  void Write(std::string_view frames);

  // Waits for output and hands over every whole line of it; at least one. Dies after a minute of silence.
  void Read(const std::function<void(const Line&)>& on_line);

  // One call at a time; other lines are dropped. Dies when the answer is an error.
  nlohmann::json Call(std::string_view method, const nlohmann::json& params);

  // Registers agents in contexts of their own, all at once, and returns their tokens.
  std::vector<std::string> Register(const std::vector<std::string>& names);
  void Deregister(const std::vector<std::string>& tokens);

 private:
  std::vector<nlohmann::json> CallAll(const std::vector<std::string>& frames);

  int in_, out_;
  int64_t next_id_ = 1000000000;  // far from the ids of the measured loops
  std::string buffer_;
  size_t used_ = 0;  // bytes of buffer_ that hold an unfinished line
};

// A whole frame with its newline.
std::string CallFrame(int64_t id, std::string_view method, std::string_view params);
nlohmann::json Card(std::string_view name);

// Microseconds of a percentile, 0 to 1. Sorts.
int64_t Percentile(std::vector<int64_t>* micros, double share);

}  // namespace a2a::bench

#endif  // A2A_TESTS_BENCH_LOAD_CLIENT_H_

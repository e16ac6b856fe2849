// Lines for people, on stderr. Never blocks: a line that stderr does not take is dropped and counted.
#ifndef A2A_BASE_LOG_H_
#define A2A_BASE_LOG_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "base/fd.h"

namespace a2a {

// Owner thread only. Never give it tokens, secrets or what agents wrote.
class Log {
 public:
  // Writes to `fd`; every line starts with `name` and a colon.
  Log(int fd, absl::string_view name) : out_(ByteStream::Writer(fd)), name_(name) {}

  // One line. Control characters become spaces and what is above 2 000 bytes is cut.
  void Line(absl::string_view text);

  int64_t dropped() const { return dropped_; }

 private:
  bool Put(absl::string_view text);

  ByteStream out_;
  std::string name_;
  std::string line_;     // reused
  bool torn_ = false;    // the last line went out in part
  int64_t dropped_ = 0;  // lines since the last that went out
};

}  // namespace a2a

#endif  // A2A_BASE_LOG_H_

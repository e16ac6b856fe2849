// Signals as a descriptor to wait for, so that nothing of ours runs inside a signal handler.
#ifndef A2A_BASE_FD_SIGNALS_H_
#define A2A_BASE_FD_SIGNALS_H_

#include <signal.h>

#include "base/fd.h"

namespace a2a {

// While it exists, SIGTERM, SIGINT and SIGHUP are queued on fd() instead of ending the process, and SIGPIPE and SIGXFSZ
// are ignored (writes then fail with EPIPE and EFBIG). Create it before any thread, one at a time.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  int fd() const { return fd_.get(); }
  // The number of a signal that came and was not taken yet, or 0.
  int Take();

 private:
  sigset_t before_;
  struct sigaction pipe_before_, size_before_;
  UniqueFd fd_;
};

}  // namespace a2a

#endif  // A2A_BASE_FD_SIGNALS_H_

// `a2a-hostd serve`: builds the store, the broker and the server, hands them to each other and runs the loop.
#ifndef A2A_CLI_SERVE_H_
#define A2A_CLI_SERVE_H_

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "base/clock.h"
#include "base/random.h"
#include "cli/serve_options.h"

namespace a2a::cli {

// What a2a-hostd-fault replaces. `at_point` is told named points (store/points.h, rpc/outbox.h) and may not return.
struct ServeDeps {
  Clock* clock = SystemClock();
  RandomSource* random = SystemRandom();
  std::string vfs;  // of SQLite; empty: the default one
  std::function<void(absl::string_view)> at_point;
  // Asked after each handler that has a reply to give; an error takes the reply's place, as if it were the handler's.
  std::function<absl::Status(absl::string_view method)> after_call;
};

// Serves one client on descriptors 0 and 1 with the log on 2. Returns the exit code (contract section 8).
int RunServe(const ServeOptions& options, const ServeDeps& deps);

// The same on other descriptors.
struct ServeFds {
  int in = 0, out = 1, log = 2;
};
int RunServeOn(const ServeOptions& options, const ServeDeps& deps, const ServeFds& fds);

// Version of this program.
absl::string_view ProgramVersion();

}  // namespace a2a::cli

#endif  // A2A_CLI_SERVE_H_

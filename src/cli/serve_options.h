// What the operator decides about `serve`: flags, their environment variables and defaults. Values only: any thread.
#ifndef A2A_CLI_SERVE_OPTIONS_H_
#define A2A_CLI_SERVE_OPTIONS_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "broker/options.h"
#include "cli/flags.h"
#include "rpc/limits.h"
#include "store/store.h"

namespace a2a::cli {

struct ServeOptions {
  std::string db;
  store::Durability durability = store::Durability::kFull;
  rpc::Limits limits;
  broker::Options broker;
};

// The flags of `serve`; they write into `options`, which also gives the defaults that help shows.
std::vector<Flag> ServeFlags(ServeOptions* options);

// Reads arguments and environment. Errors: a text for people.
absl::StatusOr<ServeOptions> ParseServeOptions(absl::Span<const absl::string_view> args, const Environment& env);

// $XDG_STATE_HOME/a2a-host/host.db, or below ~/.local/state; empty when the environment names no home.
std::string DefaultDatabase(const Environment& env);

// The bounds that `options` may have changed, for the handshake's limits.
std::vector<std::pair<absl::string_view, int64_t>> ConfiguredBounds(const ServeOptions& options);

}  // namespace a2a::cli

#endif  // A2A_CLI_SERVE_OPTIONS_H_

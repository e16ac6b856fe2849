// Command-line flags with environment variables: one table says what they are, parsing and help follow it.
// Values only: any thread.
#ifndef A2A_CLI_FLAGS_H_
#define A2A_CLI_FLAGS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace a2a::cli {

struct Flag {
  std::string name;           // "--db"
  std::string env;            // "A2A_DB"
  std::string value;          // what help calls the value: "PATH"
  std::string help;           // one line
  std::string default_value;  // as help shows it
  // Takes the value, or says what is wrong with it: "must be ...".
  std::function<absl::Status(absl::string_view value)> set;
};

// Looks up an environment variable; null when it is not set.
using Environment = std::function<const char*(const std::string& name)>;

// Sets every flag that `args` or, where they do not, the environment names. `--name=value` and `--name value` are the
// same; an empty variable counts as not set. Errors: a text for people.
absl::Status ParseFlags(absl::Span<const absl::string_view> args, const Environment& env, absl::Span<const Flag> flags);

// The flags' part of a help text.
std::string DescribeFlags(absl::Span<const Flag> flags);

// "4096", "64KiB", "32MiB", "1GiB"; between `min` and `max`.
absl::StatusOr<int64_t> ParseBytes(absl::string_view text, int64_t min, int64_t max);
// "300", "300s", "5m", "12h", "7d"; in seconds, at most 100 years.
absl::StatusOr<int64_t> ParseSeconds(absl::string_view text);
// Back into words: "32MiB", "7d".
std::string ShowBytes(int64_t bytes);
std::string ShowSeconds(int64_t seconds);

}  // namespace a2a::cli

#endif  // A2A_CLI_FLAGS_H_

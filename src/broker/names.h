// What an agent may be called (contract section 3). Pure functions: any thread.
#ifndef A2A_BROKER_NAMES_H_
#define A2A_BROKER_NAMES_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace a2a::broker {

// `utf8` (valid UTF-8) without white space at its ends.
absl::string_view TrimName(absl::string_view utf8);

// The trimmed name, or INVALID_PARAMS at `path`: it must have 1 to A2A_MAX_NAME_CHARS code points, no control,
// bidirectional or format characters, none of `[ ] ·`, and not be the broker's own name.
absl::StatusOr<std::string> CheckedName(absl::string_view utf8, absl::string_view path);

}  // namespace a2a::broker

#endif  // A2A_BROKER_NAMES_H_

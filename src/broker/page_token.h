// Page tokens: where a list goes on, bound to the list and its filters so that a token of another list is refused.
// Pure functions: any thread.
#ifndef A2A_BROKER_PAGE_TOKEN_H_
#define A2A_BROKER_PAGE_TOKEN_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace a2a::broker {

// `list` names the list and whatever decides what is in it; `place` says after what to go on. base64url.
std::string PageToken(absl::string_view list, absl::string_view place);

// The place in a token of this list, or INVALID_PARAMS at `path`.
absl::StatusOr<std::string> PlaceOf(absl::string_view token, absl::string_view list, absl::string_view path);

}  // namespace a2a::broker

#endif  // A2A_BROKER_PAGE_TOKEN_H_

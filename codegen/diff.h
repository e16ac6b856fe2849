// Line differences of two texts, for people. Any thread.
#ifndef A2A_CODEGEN_DIFF_H_
#define A2A_CODEGEN_DIFF_H_

#include <string>

#include "absl/strings/string_view.h"

namespace a2a::codegen {

// Unified hunks with three lines of context that turn `before` into `after`; at most `max_lines` lines of output, the
// last of which then says how many are missing. Empty when the texts are equal.
std::string LineDiff(absl::string_view before, absl::string_view after, size_t max_lines);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_DIFF_H_

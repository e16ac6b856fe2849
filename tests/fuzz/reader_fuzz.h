// One input of the reader's fuzz target; ends the process when a property does not hold.
#ifndef A2A_TESTS_FUZZ_READER_FUZZ_H_
#define A2A_TESTS_FUZZ_READER_FUZZ_H_

#include "absl/strings/string_view.h"

namespace a2a::json {

void FuzzReader(absl::string_view text);

}  // namespace a2a::json

#endif  // A2A_TESTS_FUZZ_READER_FUZZ_H_

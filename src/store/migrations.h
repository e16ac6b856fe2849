// The numbered SQL of migrations/, built into the binary, and what it makes. Values only: any thread.
#ifndef A2A_STORE_MIGRATIONS_H_
#define A2A_STORE_MIGRATIONS_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace a2a::store {

// "A2AH": what makes a database ours.
inline constexpr int64_t kApplicationId = 0x41324148;

struct Migration {
  int version;
  absl::string_view sql;
};

// By version, from the baseline to the newest.
absl::Span<const Migration> Migrations();

// Names of the tables that a database of `version` holds.
std::vector<absl::string_view> TablesOf(int version);

}  // namespace a2a::store

#endif  // A2A_STORE_MIGRATIONS_H_

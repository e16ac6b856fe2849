// Early return on errors, for functions that return absl::Status or absl::StatusOr.
#ifndef A2A_BASE_STATUS_MACROS_H_
#define A2A_BASE_STATUS_MACROS_H_

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#define A2A_STATUS_CONCAT_INNER_(x, y) x##y
#define A2A_STATUS_CONCAT_(x, y) A2A_STATUS_CONCAT_INNER_(x, y)

// RETURN_IF_ERROR(store->Commit());
#define RETURN_IF_ERROR(expr)           \
  do {                                  \
    absl::Status a2a_status_ = (expr);  \
    if (!a2a_status_.ok()) [[unlikely]] \
      return a2a_status_;               \
  } while (false)

// ASSIGN_OR_RETURN(auto row, store->FindTask(id)); `rex` must not hold a comma outside parentheses.
#define ASSIGN_OR_RETURN(lhs, rex) A2A_ASSIGN_OR_RETURN_(A2A_STATUS_CONCAT_(a2a_statusor_, __LINE__), lhs, rex)
#define A2A_ASSIGN_OR_RETURN_(statusor, lhs, rex) \
  auto statusor = (rex);                          \
  if (!statusor.ok()) [[unlikely]]                \
    return std::move(statusor).status();          \
  lhs = *std::move(statusor)

#endif  // A2A_BASE_STATUS_MACROS_H_

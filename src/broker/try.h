// Passing a status up. Values only: any thread.
#ifndef A2A_BROKER_TRY_H_
#define A2A_BROKER_TRY_H_

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

// Returns from the function when `expr`, an absl::Status, is not OK.
#define A2A_TRY(expr)                                                                      \
  do {                                                                                     \
    if (absl::Status a2a_try_status = (expr); !a2a_try_status.ok()) return a2a_try_status; \
  } while (false)

#define A2A_TRY_CONCAT_INNER(a, b) a##b
#define A2A_TRY_CONCAT(a, b) A2A_TRY_CONCAT_INNER(a, b)

// `target = value of expr`, an absl::StatusOr, or returns its status. `target` may declare a variable.
#define A2A_TRY_SET(target, expr) A2A_TRY_SET_INNER(A2A_TRY_CONCAT(a2a_try_value_, __LINE__), target, expr)
#define A2A_TRY_SET_INNER(temporary, target, expr) \
  auto temporary = (expr);                         \
  if (!temporary.ok()) return temporary.status();  \
  target = std::move(*temporary)

#endif  // A2A_BROKER_TRY_H_

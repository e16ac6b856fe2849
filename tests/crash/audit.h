// What a database holds of a load, compared with what the load knows.
#ifndef A2A_TESTS_CRASH_AUDIT_H_
#define A2A_TESTS_CRASH_AUDIT_H_

#include <string>

#include "crash/load.h"

namespace a2a::crash {

// Looks at a copy of the files, so that what a crash left is still there for the daemon. Reports through GoogleTest.
// `all_answered`: every send has had its reply, so each has exactly one task.
void Audit(const std::string& database, const Load& load, bool all_answered);

}  // namespace a2a::crash

#endif  // A2A_TESTS_CRASH_AUDIT_H_

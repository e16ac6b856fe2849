// The writes of a small conversation, step by step, with a record of what was acknowledged.
#ifndef A2A_TESTS_FAULT_CYCLE_H_
#define A2A_TESTS_FAULT_CYCLE_H_

#include <memory>
#include <set>
#include <string>

#include "store/store.h"

namespace a2a::fault {

// Two agents and some tasks between them: opened, ended, read, checkpointed, pruned. Each step is one transaction.
class Cycle {
 public:
  // What became of a step.
  enum class Outcome { kDone, kFailed };

  explicit Cycle(store::Store* store) : store_(store) {}

  // One transaction each.
  absl::Status Agents();
  absl::Status Open(int number);
  absl::Status Complete(int number);

  static constexpr int kSteps = 8;
  // Runs step 0 to kSteps - 1. A failed step can be repeated.
  Outcome Run(int step);

  // Facts, such as "task-1 completed", that Run reported as done, and all that any step has tried.
  const std::set<std::string>& acknowledged() const { return acknowledged_; }
  const std::set<std::string>& attempted() const { return attempted_; }

  // The facts that a store holds. Empty optional: it could not be read.
  static bool ReadFacts(const std::string& path, std::set<std::string>* facts);

 private:
  absl::Status ReadBack();
  absl::Status Commit(const std::string& fact);

  store::Store* store_;
  store::AgentKey requester_ = 0, worker_ = 0;
  std::set<std::string> acknowledged_, attempted_;
};

}  // namespace a2a::fault

#endif  // A2A_TESTS_FAULT_CYCLE_H_

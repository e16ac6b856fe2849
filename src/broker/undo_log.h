// How memory returns to the start of a batch that fails (contract section 7).
//
// Whoever changes memory in a batch says here how to take the change back; Undo runs that newest first, Clear forgets
// it once the batch is on disk. What an entry touches must stay alive until then: agents that leave the registry live
// on inside their entry. Owner thread only.
#ifndef A2A_BROKER_UNDO_LOG_H_
#define A2A_BROKER_UNDO_LOG_H_

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace a2a::broker {

class UndoLog {
 public:
  // Sets `*cell` and remembers what it held. Counters are most of all changes, so they need no closure.
  void Set(int64_t* cell, int64_t value) {
    entries_.push_back({cell, *cell, nullptr});
    *cell = value;
  }

  // Remembers an action; it must not use the log.
  void Add(std::function<void()> action) { entries_.push_back({nullptr, 0, std::move(action)}); }

  void Undo() {
    for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry) {
      if (entry->cell != nullptr) {
        *entry->cell = entry->old;
      } else {
        entry->action();
      }
    }
    entries_.clear();
  }

  void Clear() { entries_.clear(); }
  bool empty() const { return entries_.empty(); }

 private:
  struct Entry {
    int64_t* cell;
    int64_t old;
    std::function<void()> action;
  };
  std::vector<Entry> entries_;
};

}  // namespace a2a::broker

#endif  // A2A_BROKER_UNDO_LOG_H_

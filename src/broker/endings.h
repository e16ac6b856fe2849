// Tasks that the broker itself ends: an agent has gone, or a deadline has passed (contract sections 4.1 and 4.4). Used
// for one call or one turn of the timers. Owner thread only; errors are the store's.
#ifndef A2A_BROKER_ENDINGS_H_
#define A2A_BROKER_ENDINGS_H_

#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

#include "a2a/wire/types.pb.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "broker/agent.h"
#include "broker/core.h"
#include "store/store.h"

namespace a2a::broker {

class Endings {
 public:
  // Tasks that one batch ends before it lets others run.
  static constexpr size_t kSlice = 500;

  explicit Endings(Core* core) : core_(*core) {}

  // Moves an open task to `state` with a status message that gives the reason. Each recipient gets the final event; of
  // several each one's own push configs fire, of one everybody's.
  absl::Status End(store::TaskRow task, wire::TaskState state, absl::string_view reason,
                   const std::vector<Agent*>& recipients);
  size_t size() const { return ended_.size(); }

  // Tells the recipients, in the order of the events, and answers the calls that waited for the tasks.
  absl::Status Announce();

 private:
  struct Ended {
    store::TaskRow task;
    store::MessageRow message;
    std::vector<std::pair<Agent*, store::EventRow>> events;
  };

  Core& core_;
  std::deque<Ended> ended_;
};

}  // namespace a2a::broker

#endif  // A2A_BROKER_ENDINGS_H_

// What a batch has to say, in order, until its transaction is on disk or lost (contract section 1, order on the pipe;
// section 7, a store error fails the whole batch). Owner thread only.
#ifndef A2A_RPC_STAGING_H_
#define A2A_RPC_STAGING_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "base/call.h"

namespace a2a::rpc {

// A batch is a row of steps: a call, or work of our own (timers). A step's frames leave in this order: its reply, then
// notes (notifications), then answers (replies of parked calls).
class Staging {
 public:
  explicit Staging(const ProtocolTable* table) : table_(table) {}

  // The answer to a frame that is no call; a failure of the batch does not touch it.
  void AddFrameError(absl::string_view id, const absl::Status& error);

  // Opens the reply of a call with an id; the result's JSON goes to frames(). Then one of the next three.
  void BeginReply(absl::string_view id);
  void EndReply();
  void RefuseReply(const absl::Status& error);
  void DropReply();  // the call is parked: nothing yet, but a failure of the batch answers it

  // If the batch fails, the call of the last BeginReply gets `error` instead of the batch's.
  void KeepOwnError(const absl::Status& error);

  std::string* notes() { return &notes_; }
  std::string* answers() { return &answers_; }
  void EndStep();

  // Of the open reply, its head included.
  size_t reply_bytes() const { return frames_.size() - mark_; }
  size_t bytes() const { return frames_.size() + notes_.size() + answers_.size(); }
  std::string* frames() { return &frames_; }

  // The batch failed: all that was said is replaced by one error reply per call, in the order of the calls.
  void Rewrite(const absl::Status& error);
  // The next batch begins.
  void Clear();

 private:
  struct Entry {
    std::string id;
    std::string own;  // a whole frame that stays if the batch fails, may be empty
  };
  Entry* NewEntry(absl::string_view id);

  const ProtocolTable* table_;
  std::string frames_, notes_, answers_;
  size_t mark_ = 0;             // where the open reply begins in frames_
  std::vector<Entry> entries_;  // the first used_ count; kept for their memory
  size_t used_ = 0;
};

}  // namespace a2a::rpc

#endif  // A2A_RPC_STAGING_H_

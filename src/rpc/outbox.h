// Bytes that are to be written, in order. Takes what a batch rendered, writes it with one call where the pipe takes it
// all, and keeps the rest. Owner thread only.
#ifndef A2A_RPC_OUTBOX_H_
#define A2A_RPC_OUTBOX_H_

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "base/fd.h"

namespace a2a::rpc {

class Outbox {
 public:
  // `max_bytes`: above it the client counts as behind. `at_point`, for fault tests, is told "before-write" and
  // "mid-write" and may be empty.
  Outbox(ByteStream out, size_t max_bytes, std::function<void(absl::string_view)> at_point = nullptr)
      : out_(std::move(out)), max_(max_bytes), at_point_(std::move(at_point)) {}

  // Takes over the bytes and leaves *frames empty, with memory to use again.
  void Add(std::string* frames);

  // Writes until all is out, the pipe is full (kWouldBlock) or it is broken (kEnd, kFailed). `bytes` is what went out.
  IoResult Flush();

  size_t bytes() const { return bytes_; }
  bool empty() const { return bytes_ == 0; }
  bool behind(size_t more = 0) const { return bytes_ + more >= max_; }
  int poll_fd() const { return out_.poll_fd(); }

 private:
  IoResult WriteSome(absl::string_view bytes);

  ByteStream out_;
  const size_t max_;
  std::function<void(absl::string_view)> at_point_;
  std::deque<std::string> chunks_;  // each what one batch rendered
  std::string spare_;               // memory of a chunk that is out
  size_t sent_ = 0;                 // of the first chunk
  size_t bytes_ = 0;
};

}  // namespace a2a::rpc

#endif  // A2A_RPC_OUTBOX_H_

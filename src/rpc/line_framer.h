// Cuts the incoming byte stream into frames: one line each, ended by byte 0x0A (contract section 1, Transport).
//
// Bytes are read straight into Space() and told by Advance(); Next() then gives one item after the other. Memory is
// bounded: a line above the limit is reported once and thrown away as it comes, and what a large frame needed is given
// back after it. Owner thread only.
#ifndef A2A_RPC_LINE_FRAMER_H_
#define A2A_RPC_LINE_FRAMER_H_

#include <cstddef>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace a2a::rpc {

class LineFramer {
 public:
  enum class Item {
    kNone,           // no whole line yet
    kFrame,          // a line that is not blank, without its line end
    kTooLong,        // a line above the limit; it is thrown away
    kContentLength,  // a header of another framing
  };

  explicit LineFramer(size_t max_frame_bytes) : max_(max_frame_bytes) {}
  ~LineFramer();
  LineFramer(const LineFramer&) = delete;
  LineFramer& operator=(const LineFramer&) = delete;

  // Room for what is read next, never empty. Frames given out before are gone after this call.
  absl::Span<char> Space();
  // `size` bytes of the last Space() were filled.
  void Advance(size_t size) { end_ += size; }
  // Nothing more will come: what is left is the last line.
  void Finish() { finished_ = true; }

  // The next item; `*frame` lives until the next Space() or Forget().
  Item Next(absl::string_view* frame);

  // Nobody looks at frames given out any more: if they are large, their memory is given back now rather than with the
  // next Space(). For who is about to make copies of what a frame said.
  void Forget();

  // Bytes held that were not given out, and memory held.
  size_t pending() const { return end_ - begin_; }
  size_t capacity() const { return capacity_; }

 private:
  bool TooLongSoFar() const;
  Item TakeLine(size_t size, size_t consumed, absl::string_view* frame);
  void MoveToFront();
  void Reallocate(size_t capacity);

  const size_t max_;
  char* buffer_ = nullptr;
  size_t capacity_ = 0;
  size_t begin_ = 0;    // first byte not given out
  size_t scanned_ = 0;  // no newline in [begin_, scanned_)
  size_t end_ = 0;
  bool discarding_ = false;  // inside a line that was reported as too long
  bool finished_ = false;
};

}  // namespace a2a::rpc

#endif  // A2A_RPC_LINE_FRAMER_H_

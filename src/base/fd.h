// File descriptors: owning them, waiting for them, and reading and writing them without ever blocking.
//
// What a parent hands us as stdin, stdout and stderr may be a pipe, a socket (Node), a terminal or a file, and its
// file description may be shared with other processes. So nothing here sets O_NONBLOCK on a description we were given.
// Owner thread only.
#ifndef A2A_BASE_FD_H_
#define A2A_BASE_FD_H_

#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace a2a {

// Closes its descriptor when it goes.
class UniqueFd {
 public:
  UniqueFd() = default;
  explicit UniqueFd(int fd) : fd_(fd) {}
  UniqueFd(UniqueFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    if (this != &other) Reset(std::exchange(other.fd_, -1));
    return *this;
  }
  ~UniqueFd() { Reset(); }

  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }
  void Reset(int fd = -1);

 private:
  int fd_ = -1;
};

enum class IoStatus {
  kOk,          // `bytes` were moved, at least one
  kWouldBlock,  // nothing moved; wait for the descriptor
  kEnd,         // reading: end of input; writing: nobody reads any more
  kFailed,      // `error` is the errno
};

struct IoResult {
  IoStatus status = IoStatus::kOk;
  size_t bytes = 0;
  int error = 0;
};

// One direction of a byte stream whose calls never block. Does not own the descriptor it was given, which must stay
// open.
class ByteStream {
 public:
  static ByteStream Reader(int fd) { return ByteStream(fd, /*writes=*/false); }
  static ByteStream Writer(int fd) { return ByteStream(fd, /*writes=*/true); }

  IoResult Read(char* out, size_t size);
  IoResult Write(absl::string_view bytes);

  // What to wait for; level-triggered. The given description, since Linux never reports the hang-up of a pipe's last
  // writer on a description that was opened after it.
  int poll_fd() const { return given_; }

 private:
  // How a call is kept from blocking.
  enum class Mode {
    kNonblocking,  // a description of our own, opened with O_NONBLOCK
    kSocket,       // MSG_DONTWAIT
    kAskFirst,     // poll, then move no more than the kernel takes without blocking
    kPlain,        // files and devices that never block
  };

  ByteStream(int fd, bool writes);
  bool Ready(short events) const;
  int io_fd() const { return own_.valid() ? own_.get() : given_; }

  int given_;
  UniqueFd own_;
  Mode mode_ = Mode::kPlain;
};

// One descriptor to wait for. A negative `fd` is left out.
struct Watch {
  int fd = -1;
  bool want_read = false, want_write = false;
  bool want_hangup = false;                 // also tell when the peer has closed its writing side
  bool readable = false, writable = false;  // errors count as both: the next call tells
  bool hung_up = false;
};

// Waits until one of `watches` has something or `timeout_millis` passed (-1: no limit) or a signal came.
void Wait(absl::Span<Watch> watches, int64_t timeout_millis);

// Gives descriptors 0, 1 and 2 something to be when the process was started without them, so that no file of ours
// gets their number: reading 0 is then at its end, and writing to 1 or 2 fails. Call first thing in main.
void OccupyStandardFds();

bool IsTerminal(int fd);

}  // namespace a2a

#endif  // A2A_BASE_FD_H_

#include "base/fd.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>

namespace a2a {
namespace {

// A pipe that polls writable takes this much without blocking (pipe(7)).
constexpr size_t kPipeChunk = PIPE_BUF;

// A second description of the same pipe or terminal, which alone gets O_NONBLOCK. Fails when /proc is not there, when
// the descriptor is another user's, or when a pipe has no reader any more.
int ReopenNonblocking(int fd, bool writes) {
  char path[32];
  std::snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
  return open(path, (writes ? O_WRONLY : O_RDONLY) | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

IoResult FromErrno() {
  switch (errno) {
    case EAGAIN:
#if EAGAIN != EWOULDBLOCK
    case EWOULDBLOCK:
#endif
    case EINTR:
      return {IoStatus::kWouldBlock};
    case EBADF:  // the process was started without it
    case EPIPE:
    case ECONNRESET:
      return {IoStatus::kEnd, 0, errno};
    default:
      return {IoStatus::kFailed, 0, errno};
  }
}

}  // namespace

void UniqueFd::Reset(int fd) {
  if (fd_ >= 0) close(fd_);
  fd_ = fd;
}

ByteStream::ByteStream(int fd, bool writes) : given_(fd) {
  struct stat info {};
  if (fstat(fd, &info) != 0) return;  // the first call will say EBADF
  if (S_ISSOCK(info.st_mode)) {
    mode_ = Mode::kSocket;
  } else if (S_ISFIFO(info.st_mode) || IsTerminal(fd)) {
    own_.Reset(ReopenNonblocking(fd, writes));
    mode_ = own_.valid() ? Mode::kNonblocking : Mode::kAskFirst;
  }
}

bool ByteStream::Ready(short events) const {
  pollfd one{given_, events, 0};
  return poll(&one, 1, 0) > 0;
}

IoResult ByteStream::Read(char* out, size_t size) {
  ssize_t got;
  if (mode_ == Mode::kSocket) {
    got = recv(given_, out, size, MSG_DONTWAIT);
  } else {
    if (mode_ == Mode::kAskFirst && !Ready(POLLIN)) return {IoStatus::kWouldBlock};
    got = read(io_fd(), out, size);
  }
  if (got > 0) return {IoStatus::kOk, static_cast<size_t>(got)};
  if (got == 0) return {IoStatus::kEnd};
  return FromErrno();
}

IoResult ByteStream::Write(absl::string_view bytes) {
  ssize_t put;
  if (mode_ == Mode::kSocket) {
    put = send(given_, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  } else {
    size_t size = bytes.size();
    if (mode_ == Mode::kAskFirst) {
      if (!Ready(POLLOUT)) return {IoStatus::kWouldBlock};
      size = std::min(size, kPipeChunk);
    }
    put = write(io_fd(), bytes.data(), size);
  }
  if (put >= 0) return {IoStatus::kOk, static_cast<size_t>(put)};
  return FromErrno();
}

void Wait(absl::Span<Watch> watches, int64_t timeout_millis) {
  constexpr size_t kMost = 8;
  pollfd polled[kMost];
  const size_t count = std::min(watches.size(), kMost);
  for (size_t i = 0; i < count; ++i) {
    Watch& watch = watches[i];
    watch.readable = watch.writable = watch.hung_up = false;
    polled[i] = {watch.fd, 0, 0};
    if (watch.want_read) polled[i].events |= POLLIN;
    if (watch.want_write) polled[i].events |= POLLOUT;
    if (watch.want_hangup) polled[i].events |= POLLRDHUP;
  }
  const int timeout = timeout_millis < 0 ? -1 : static_cast<int>(std::min<int64_t>(timeout_millis, INT_MAX));
  if (poll(polled, count, timeout) <= 0) return;
  for (size_t i = 0; i < count; ++i) {
    const short found = polled[i].revents;
    const bool broken = (found & (POLLERR | POLLNVAL)) != 0;
    watches[i].hung_up = broken || (found & (POLLHUP | POLLRDHUP)) != 0;
    watches[i].readable = watches[i].hung_up || (found & POLLIN) != 0;
    watches[i].writable = broken || (found & (POLLOUT | POLLHUP)) != 0;
  }
}

void OccupyStandardFds() {
  for (int fd = 0; fd <= 2; ++fd) {
    if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest free number is `fd` itself. Opened for reading also as output: a write must fail, not vanish.
    const int got = open("/dev/null", O_RDONLY);
    if (got >= 0 && got != fd) close(got);
  }
}

bool IsTerminal(int fd) { return isatty(fd) == 1; }

}  // namespace a2a

#include "base/fd.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>

#include "gtest/gtest.h"

namespace a2a {
namespace {

struct Pipe {
  Pipe() {
    int fds[2];
    EXPECT_EQ(pipe2(fds, O_CLOEXEC), 0);
    read.Reset(fds[0]);
    write.Reset(fds[1]);
  }
  UniqueFd read, write;
};

struct SocketPair {
  SocketPair() {
    int fds[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
    ours.Reset(fds[0]);
    theirs.Reset(fds[1]);
  }
  UniqueFd ours, theirs;
};

bool IsNonblocking(int fd) { return (fcntl(fd, F_GETFL) & O_NONBLOCK) != 0; }

void Put(int fd, absl::string_view text) {
  ASSERT_EQ(write(fd, text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

// Reads once; the text, or "(would block)", "(end)", "(failed)".
std::string ReadOnce(ByteStream* stream) {
  char buffer[4096];
  const IoResult result = stream->Read(buffer, sizeof(buffer));
  switch (result.status) {
    case IoStatus::kOk:
      return std::string(buffer, result.bytes);
    case IoStatus::kWouldBlock:
      return "(would block)";
    case IoStatus::kEnd:
      return "(end)";
    case IoStatus::kFailed:
      return "(failed)";
  }
  return "?";
}

// Writes until the stream takes no more; how many bytes it took.
size_t Fill(ByteStream* stream) {
  const std::string chunk(100000, 'x');
  size_t total = 0;
  while (true) {
    const IoResult result = stream->Write(chunk);
    if (result.status != IoStatus::kOk) {
      EXPECT_EQ(result.status, IoStatus::kWouldBlock);
      return total;
    }
    total += result.bytes;
  }
}

// While it lives no descriptor can be opened, so that streams cannot open a description of their own.
class NoNewDescriptors {
 public:
  NoNewDescriptors() {
    getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit none{3, before_.rlim_max};  // poll wants room for what it is given
    setrlimit(RLIMIT_NOFILE, &none);
  }
  ~NoNewDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_;
};

TEST(ByteStreamTest, ReadsAPipeWithoutBlockingAndLeavesItsFlagsAlone) {
  Pipe pipe;
  ByteStream reader = ByteStream::Reader(pipe.read.get());
  EXPECT_EQ(ReadOnce(&reader), "(would block)");
  Put(pipe.write.get(), "abc");
  EXPECT_EQ(ReadOnce(&reader), "abc");
  EXPECT_FALSE(IsNonblocking(pipe.read.get()));
  Put(pipe.write.get(), "last");
  pipe.write.Reset();
  EXPECT_EQ(ReadOnce(&reader), "last");
  EXPECT_EQ(ReadOnce(&reader), "(end)");
}

TEST(ByteStreamTest, WritesAPipeWithoutBlockingAndLeavesItsFlagsAlone) {
  std::signal(SIGPIPE, SIG_IGN);
  Pipe pipe;
  ByteStream writer = ByteStream::Writer(pipe.write.get());
  EXPECT_GE(Fill(&writer), 4096u);
  EXPECT_FALSE(IsNonblocking(pipe.write.get()));
  pipe.read.Reset();
  EXPECT_EQ(writer.Write("x").status, IoStatus::kEnd);
}

TEST(ByteStreamTest, DoesNotBlockOnASharedDescriptionWhereItCannotHaveItsOwn) {
  std::signal(SIGPIPE, SIG_IGN);
  Pipe pipe;
  NoNewDescriptors limit;
  ByteStream reader = ByteStream::Reader(pipe.read.get());
  ByteStream writer = ByteStream::Writer(pipe.write.get());
  EXPECT_EQ(ReadOnce(&reader), "(would block)");
  const size_t taken = Fill(&writer);
  EXPECT_GE(taken, 4096u);
  EXPECT_FALSE(IsNonblocking(pipe.read.get()));
  EXPECT_FALSE(IsNonblocking(pipe.write.get()));
  for (size_t left = taken; left > 0;) left -= ReadOnce(&reader).size();
  EXPECT_EQ(ReadOnce(&reader), "(would block)");
  pipe.read.Reset();
  EXPECT_EQ(writer.Write("x").status, IoStatus::kEnd);
}

TEST(ByteStreamTest, MovesBytesOverASocketWithoutBlockingAndLeavesItsFlagsAlone) {
  SocketPair pair;
  ByteStream reader = ByteStream::Reader(pair.ours.get());
  ByteStream writer = ByteStream::Writer(pair.ours.get());
  EXPECT_EQ(ReadOnce(&reader), "(would block)");
  Put(pair.theirs.get(), "abc");
  EXPECT_EQ(ReadOnce(&reader), "abc");
  EXPECT_GE(Fill(&writer), 4096u);
  EXPECT_FALSE(IsNonblocking(pair.ours.get()));
  pair.theirs.Reset();
  EXPECT_EQ(writer.Write("x").status, IoStatus::kEnd);  // and no SIGPIPE
  EXPECT_EQ(ReadOnce(&reader), "(end)");
}

TEST(ByteStreamTest, ReadsAndWritesFiles) {
  char path[] = "/tmp/a2a_fd_test_XXXXXX";
  UniqueFd file(mkstemp(path));
  unlink(path);
  ByteStream writer = ByteStream::Writer(file.get());
  EXPECT_EQ(writer.Write("hello").bytes, 5u);
  lseek(file.get(), 0, SEEK_SET);
  ByteStream reader = ByteStream::Reader(file.get());
  EXPECT_EQ(ReadOnce(&reader), "hello");
  EXPECT_EQ(ReadOnce(&reader), "(end)");
}

TEST(ByteStreamTest, TellsAFullDevice) {
  UniqueFd full(open("/dev/full", O_WRONLY | O_CLOEXEC));
  ASSERT_TRUE(full.valid());
  ByteStream writer = ByteStream::Writer(full.get());
  const IoResult result = writer.Write("x");
  EXPECT_EQ(result.status, IoStatus::kFailed);
  EXPECT_EQ(result.error, ENOSPC);
}

TEST(ByteStreamTest, AClosedDescriptorIsAtItsEnd) {
  ByteStream reader = ByteStream::Reader(9999);
  EXPECT_EQ(ReadOnce(&reader), "(end)");
  ByteStream writer = ByteStream::Writer(9999);
  EXPECT_EQ(writer.Write("x").status, IoStatus::kEnd);
}

TEST(WaitTest, SeesTheEndOfAPipeWhoseWriterWentBeforeTheStreamWasMade) {
  Pipe pipe;
  pipe.write.Reset();
  ByteStream reader = ByteStream::Reader(pipe.read.get());
  Watch watch;
  watch.fd = reader.poll_fd();
  watch.want_read = true;
  Wait(absl::MakeSpan(&watch, 1), -1);  // would never return on a description opened after the hang-up
  EXPECT_TRUE(watch.readable);
  EXPECT_TRUE(watch.hung_up);
  EXPECT_EQ(ReadOnce(&reader), "(end)");
}

TEST(WaitTest, SeesWhatItWasAskedFor) {
  SocketPair pair;
  Watch watch;
  watch.fd = pair.ours.get();
  watch.want_read = true;
  Wait(absl::MakeSpan(&watch, 1), 0);
  EXPECT_FALSE(watch.readable);
  Put(pair.theirs.get(), "x");
  Wait(absl::MakeSpan(&watch, 1), -1);
  EXPECT_TRUE(watch.readable);
  EXPECT_FALSE(watch.writable);
  watch.want_write = true;
  Wait(absl::MakeSpan(&watch, 1), -1);
  EXPECT_TRUE(watch.writable);
  EXPECT_FALSE(watch.hung_up);
}

TEST(WaitTest, SeesThatAPeerStoppedWritingWithoutReadingWhatItWrote) {
  SocketPair pair;
  Put(pair.theirs.get(), "unread");
  Watch watch;
  watch.fd = pair.ours.get();
  watch.want_hangup = true;
  Wait(absl::MakeSpan(&watch, 1), 0);
  EXPECT_FALSE(watch.hung_up);
  shutdown(pair.theirs.get(), SHUT_WR);
  Wait(absl::MakeSpan(&watch, 1), -1);
  EXPECT_TRUE(watch.hung_up);
}

TEST(WaitTest, SeesThatNobodyReadsAPipe) {
  Pipe pipe;
  pipe.read.Reset();
  Watch watch;
  watch.fd = pipe.write.get();
  Wait(absl::MakeSpan(&watch, 1), -1);
  EXPECT_TRUE(watch.hung_up);
}

TEST(WaitTest, LeavesOutNegativeDescriptors) {
  Watch watches[2];
  Wait(absl::MakeSpan(watches), 0);
  EXPECT_FALSE(watches[0].readable || watches[1].readable);
}

TEST(UniqueFdTest, ClosesOnce) {
  Pipe pipe;
  const int number = pipe.read.get();
  UniqueFd moved = std::move(pipe.read);
  EXPECT_FALSE(pipe.read.valid());
  EXPECT_EQ(moved.get(), number);
  moved.Reset();
  EXPECT_EQ(fcntl(number, F_GETFD), -1);
}

// In a child process that starts with the descriptors in `closed` closed.
int WithoutStandardFds(const std::string& closed, int (*check)()) {
  const pid_t child = fork();
  if (child == 0) {
    for (char c : closed) close(c - '0');
    OccupyStandardFds();
    _exit(check());
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return WEXITSTATUS(status);
}

TEST(OccupyStandardFdsTest, MissingOnesAreTakenSoThatNoFileGetsTheirNumber) {
  const auto check = [] {
    char byte;
    if (read(0, &byte, 1) != 0) return 1;                    // at its end
    if (write(1, "x", 1) != -1 || errno != EBADF) return 2;  // nobody there
    if (write(2, "x", 1) != -1 || errno != EBADF) return 3;
    return open("/dev/null", O_RDONLY) > 2 ? 0 : 4;
  };
  EXPECT_EQ(WithoutStandardFds("012", check), 0);
}

TEST(OccupyStandardFdsTest, OthersAreLeftAlone) {
  const auto check = [] { return write(2, "", 0) == 0 && open("/dev/null", O_RDONLY) > 2 ? 0 : 1; };
  EXPECT_EQ(WithoutStandardFds("1", check), 0);
  EXPECT_EQ(WithoutStandardFds("", check), 0);
}

}  // namespace
}  // namespace a2a

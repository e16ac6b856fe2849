#include "rpc/outbox.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <vector>

#include "gtest/gtest.h"

namespace a2a::rpc {
namespace {

// Both kinds of stream that a parent gives a child.
class OutboxTest : public testing::TestWithParam<const char*> {
 protected:
  OutboxTest() {
    std::signal(SIGPIPE, SIG_IGN);
    int fds[2];
    if (GetParam() == std::string("pipe")) {
      EXPECT_EQ(pipe2(fds, O_CLOEXEC), 0);
    } else {
      EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
    }
    theirs_.Reset(fds[0]);
    ours_.Reset(fds[1]);
  }
  Outbox Make(size_t max = 1000, std::function<void(absl::string_view)> at_point = nullptr) {
    return Outbox(ByteStream::Writer(ours_.get()), max, std::move(at_point));
  }
  void Add(Outbox* outbox, std::string text) {
    outbox->Add(&text);
    EXPECT_EQ(text, "");
  }
  std::string ReadSome(size_t most) {
    std::string text(most, '\0');
    const ssize_t got = read(theirs_.get(), text.data(), most);
    text.resize(got < 0 ? 0 : static_cast<size_t>(got));
    return text;
  }

  UniqueFd ours_, theirs_;
};

TEST_P(OutboxTest, WritesInOrder) {
  Outbox outbox = Make();
  Add(&outbox, "one\n");
  Add(&outbox, "");
  Add(&outbox, "two\nthree\n");
  EXPECT_EQ(outbox.bytes(), 14u);
  const IoResult result = outbox.Flush();
  EXPECT_EQ(result.status, IoStatus::kOk);
  EXPECT_EQ(result.bytes, 14u);
  EXPECT_TRUE(outbox.empty());
  EXPECT_EQ(ReadSome(100), "one\ntwo\nthree\n");
}

TEST_P(OutboxTest, KeepsWhatTheClientDoesNotTakeAndGoesOnWhereItStopped) {
  Outbox outbox = Make();
  std::string expected;
  for (int i = 0; i < 100; ++i) {
    const std::string chunk(i % 2 == 0 ? 33333 : 7, static_cast<char>('a' + i % 26));
    expected += chunk;
    Add(&outbox, chunk);
  }
  IoResult result = outbox.Flush();
  EXPECT_EQ(result.status, IoStatus::kWouldBlock);
  EXPECT_EQ(result.bytes + outbox.bytes(), expected.size());
  std::string got;
  while (got.size() < expected.size()) {
    got += ReadSome(50000);
    result = outbox.Flush();
    ASSERT_TRUE(result.status == IoStatus::kOk || result.status == IoStatus::kWouldBlock);
  }
  EXPECT_TRUE(got == expected);
  EXPECT_TRUE(outbox.empty());
}

TEST_P(OutboxTest, TellsWhenTheClientIsBehind) {
  Outbox outbox = Make(10);
  EXPECT_FALSE(outbox.behind());
  EXPECT_FALSE(outbox.behind(9));
  EXPECT_TRUE(outbox.behind(10));
  Add(&outbox, "123456789");
  EXPECT_FALSE(outbox.behind());
  EXPECT_TRUE(outbox.behind(1));
  Add(&outbox, "0");
  EXPECT_TRUE(outbox.behind());
  EXPECT_EQ(outbox.Flush().status, IoStatus::kOk);
  EXPECT_FALSE(outbox.behind());
}

TEST_P(OutboxTest, TellsThatNobodyReadsAnyMore) {
  Outbox outbox = Make();
  theirs_.Reset();
  Add(&outbox, "lost\n");
  EXPECT_EQ(outbox.Flush().status, IoStatus::kEnd);
}

TEST_P(OutboxTest, HandsMemoryBackForTheNextBatch) {
  Outbox outbox = Make(1 << 30);
  std::string frames(10000, 'x');
  outbox.Add(&frames);
  ASSERT_EQ(outbox.Flush().status, IoStatus::kOk);
  outbox.Add(&frames);  // empty: nothing happens
  std::string next(100, 'y');
  outbox.Add(&next);
  EXPECT_GE(next.capacity(), 10000u);
}

TEST_P(OutboxTest, PassesThePointsOfFaultTests) {
  std::vector<std::string> points;
  Outbox outbox = Make(1000, [&](absl::string_view point) {
    const std::string name(point);
    points.push_back(name == "mid-write" ? name + " " + ReadSome(100) : name);
  });
  Add(&outbox, "12345");
  Add(&outbox, "6");
  EXPECT_EQ(outbox.Flush().bytes, 6u);
  EXPECT_EQ(points, (std::vector<std::string>{"before-write", "mid-write 123", "before-write", "mid-write 456"}));
}

INSTANTIATE_TEST_SUITE_P(Streams, OutboxTest, testing::Values("pipe", "socket"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace a2a::rpc

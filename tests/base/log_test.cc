#include "base/log.h"

#include <fcntl.h>
#include <unistd.h>

#include <string>

#include "gtest/gtest.h"

namespace a2a {
namespace {

class LogTest : public testing::Test {
 protected:
  LogTest() {
    int fds[2];
    EXPECT_EQ(pipe2(fds, O_CLOEXEC), 0);
    read_.Reset(fds[0]);
    write_.Reset(fds[1]);
    reader_.emplace_back(ByteStream::Reader(fds[0]));
  }
  // Everything that is in the pipe now.
  std::string Drain() {
    std::string all;
    char buffer[4096];
    while (true) {
      const IoResult result = reader_[0].Read(buffer, sizeof(buffer));
      if (result.status != IoStatus::kOk) return all;
      all.append(buffer, result.bytes);
    }
  }

  UniqueFd read_, write_;
  std::vector<ByteStream> reader_;
};

TEST_F(LogTest, WritesOneLineEach) {
  Log log(write_.get(), "host");
  log.Line("first");
  log.Line("second\nwith \x1b[31m control\x7f");
  EXPECT_EQ(Drain(), "host: first\nhost: second with  [31m control \n");
}

TEST_F(LogTest, CutsLongLines) {
  Log log(write_.get(), "host");
  log.Line(std::string(5000, 'a'));
  EXPECT_EQ(Drain(), "host: " + std::string(2000, 'a') + "\n");
}

TEST_F(LogTest, NeverBlocksAndSaysLaterHowMuchWasDropped) {
  Log log(write_.get(), "host");
  const std::string line(1000, 'a');
  for (int i = 0; i < 100; ++i) log.Line(line);  // 100 kB into a pipe of 64 KiB
  const int64_t dropped = log.dropped();
  ASSERT_GT(dropped, 0);
  Drain();
  log.Line("again");
  EXPECT_EQ(Drain(),
            "host: " + std::to_string(dropped) + " lines were dropped because nobody read them\nhost: again\n");
  EXPECT_EQ(log.dropped(), 0);
}

TEST_F(LogTest, AClosedStderrIsNoMatter) {
  Log log(9999, "host");
  log.Line("lost");
  EXPECT_EQ(log.dropped(), 1);
}

}  // namespace
}  // namespace a2a

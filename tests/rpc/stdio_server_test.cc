// Frames, batches, timers and upkeep over real pipes and sockets. How it ends: stdio_server_stop_test.cc.
#include "rpc/stdio_server.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "rpc/server_fixture.h"

namespace a2a::rpc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class StdioServerTest : public ServerFixture {
 protected:
  // Records at each commit how many calls had run.
  void CountCommits() {
    engine_.on_commit = [this] { commits_.push_back(services_.calls.size()); };
  }
  std::vector<size_t> commits_;
};

std::string Ok(absl::string_view id, absl::string_view result = "{}") {
  return absl::StrCat(R"({"jsonrpc":"2.0","id":)", id, R"(,"result":)", result, "}");
}

TEST_P(StdioServerTest, AnswersEachCallBeforeTheNextIsSent) {
  Start();
  for (int i = 0; i < 20; ++i) {
    Send(Request(absl::StrCat(i), "echo", R"({"a":"b"})"));
    EXPECT_EQ(Line(), Ok(absl::StrCat(i), R"({"a":"b"})"));
  }
  CloseInput();
  EXPECT_EQ(Wait(), 0);
  EXPECT_EQ(Rest(), "");
}

TEST_P(StdioServerTest, AFrameMayComeByteByByte) {
  Start();
  for (char byte : Request("1", "echo", "{\"\xC3\xBC\":1}") + "\r\n") SendBytes(absl::string_view(&byte, 1));
  EXPECT_EQ(Line(), Ok("1", "{\"\xC3\xBC\":1}"));
}

TEST_P(StdioServerTest, LargeFramesGoBothWays) {
  Start();
  const std::string params = absl::StrCat("{\"a\":\"", std::string(5 << 20, 'x'), "\"}");
  std::thread sender([&] {
    Send(Request("1", "echo", params));
    Send(Request("2", "big", R"({"bytes":5000000})"));
  });
  EXPECT_EQ(Line(), Ok("1", params));
  EXPECT_EQ(Line(), Ok("2", absl::StrCat("\"", std::string(5000000, 'b'), "\"")));
  sender.join();
  CloseInput();
  EXPECT_EQ(Wait(), 0);
  EXPECT_EQ(services_.params_read, 1) << "the handler could not say that the frame may go";
}

TEST_P(StdioServerTest, FramesThatAreTooLongOrOfAnotherFramingAreAnsweredAndTheSessionGoesOn) {
  limits_.max_frame_bytes = 100;
  Start();
  for (int i = 0; i < 50; ++i) SendBytes(std::string(1000, 'x'));
  Send("");
  Send("Content-Length: 40");
  Send("");
  Send(Request("1", "echo"));
  EXPECT_THAT(Line(), HasSubstr(R"("id":null,"error":{"code":-32600,"message":"The frame is longer than 100 bytes)"));
  EXPECT_THAT(Line(), HasSubstr("newline-delimited JSON"));
  EXPECT_EQ(Line(), Ok("1"));
}

// ---- batches

TEST_P(StdioServerTest, ABatchTakesSoManyRequests) {
  CountCommits();
  std::string all;
  for (int i = 0; i < 200; ++i) all += Request("1", "echo") + "\n";
  SendBytes(all);
  CloseInput();
  Start();
  EXPECT_EQ(Wait(), 0);
  EXPECT_THAT(commits_, ElementsAre(64, 128, 192, 200, 200));  // the last releases parked calls
  const std::string out = Rest();
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 200);
}

TEST_P(StdioServerTest, LinesThatAreNoFramesCountAsRequests) {
  CountCommits();
  std::string all;
  for (int i = 0; i < 70; ++i) all += "Content-Length: 1\n";
  SendBytes(all + Request("1", "echo") + "\n");
  CloseInput();
  Start();
  EXPECT_EQ(Wait(), 0);
  EXPECT_THAT(commits_, ElementsAre(0, 1, 1));
}

TEST_P(StdioServerTest, ABatchReadsSoManyBytes) {
  limits_.batch_bytes = 1000;
  CountCommits();
  std::string line = Request("", "tell", R"({"":""})");
  line.insert(line.size() - 3, std::string(299 - line.size(), 'x'));
  std::string all;
  for (int i = 0; i < 10; ++i) all += line + "\n";
  SendBytes(all);
  CloseInput();
  Start();
  EXPECT_EQ(Wait(), 0);
  ASSERT_EQ(line.size(), 299u);
  EXPECT_THAT(commits_, ElementsAre(3, 6, 10, 10));
}

TEST_P(StdioServerTest, ABatchRendersSoManyBytes) {
  limits_.batch_bytes = 1000;
  CountCommits();
  std::string all;
  for (int i = 0; i < 5; ++i) all += Request("1", "big", R"({"bytes":600})") + "\n";
  SendBytes(all);
  CloseInput();
  Start();
  EXPECT_EQ(Wait(), 0);
  EXPECT_THAT(commits_, ElementsAre(2, 4, 5, 5));
}

TEST_P(StdioServerTest, AFailedBatchIsAnsweredWholeAndTheNextRuns) {
  std::string all;
  for (int i = 1; i <= 70; ++i) all += Request(absl::StrCat(i), i == 2 ? "failstore" : "echo") + "\n";
  SendBytes(all);
  Start();
  for (int i = 1; i <= 64; ++i) {
    EXPECT_EQ(Line(),
              absl::StrCat(R"({"jsonrpc":"2.0","id":)", i,
                           R"(,"error":{"code":1012,"message":"aborted","data":{"errorCode":"STORE_UNAVAILABLE")",
                           R"(,"retryable":true}}})"));
  }
  for (int i = 65; i <= 70; ++i) EXPECT_EQ(Line(), Ok(absl::StrCat(i)));
  CloseInput();
  EXPECT_EQ(Wait(), 0);
  EXPECT_EQ(services_.calls.size(), 8u);
}

// ---- what the engine does by itself

TEST_P(StdioServerTest, RunsTimersInABatchAndUpkeepBehindIt) {
  int idle = 0;
  engine_.timer = 0;
  engine_.on_timers = [&] { services_.sink->Notify("{\"timer\":1}"); };
  engine_.on_idle = [&] {
    if (++idle < 3) return true;
    engine_.timer = -1;
    return false;
  };
  Start();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(Line(), "{\"timer\":1}");
  Send(Request("1", "echo"));
  EXPECT_EQ(Line(), Ok("1"));
  CloseInput();
  EXPECT_EQ(Wait(), 0);
  EXPECT_EQ(idle, 3);
  EXPECT_THAT(std::vector<std::string>(engine_.log.begin(), engine_.log.begin() + 4),
              ElementsAre("timers", "backlog", "commit", "idle"));
}

TEST_P(StdioServerTest, UpkeepWaitsForFramesThatAreThere) {
  engine_.timer = 0;
  engine_.on_idle = [&] {
    EXPECT_EQ(services_.calls.size(), 100u);
    engine_.timer = -1;
    return false;
  };
  std::string all;
  for (int i = 0; i < 100; ++i) all += Request("1", "echo") + "\n";
  SendBytes(all);
  Start();
  for (int i = 0; i < 100; ++i) Line();
  CloseInput();
  EXPECT_EQ(Wait(), 0);
}

TEST_P(StdioServerTest, WhatIsDueAfterACallIsRenderedBehindItsReplyAlsoAtTheEnd) {
  engine_.on_commit = [&] { engine_.timer = -1; };
  engine_.on_backlog = [&] {
    services_.sink->Notify("{\"held\":1}");
    return false;
  };
  engine_.timer = 0;
  SendBytes(Request("1", "echo"));
  CloseInput();
  Start();
  EXPECT_EQ(Wait(), 0);
  EXPECT_EQ(Rest(), Ok("1") + "\n{\"held\":1}\n");
}

// ---- a client that does not read

class SlowReaderTest : public StdioServerTest {
 protected:
  static constexpr size_t kReply = 3 << 20;  // more than any pipe or socket here takes
  SlowReaderTest() { limits_.max_outbox_bytes = 1000; }
  void SendBig() { Send(Request("\"big\"", "big", absl::StrCat("{\"bytes\":", kReply, "}"))); }
  const std::string kBig = Ok("\"big\"", absl::StrCat("\"", std::string(kReply, 'b'), "\""));
};

TEST_P(SlowReaderTest, NothingNewBeginsWhileTheOutboxIsFull) {
  size_t most = 0;
  engine_.on_commit = [&] {
    if (!outbox_->empty()) most = std::max(most, outbox_->bytes());
  };
  Start();
  SendBig();
  AwaitOutput();
  std::thread sender([&] {
    for (int i = 0; i < 3000; ++i) Send(Request(absl::StrCat(i), "echo", R"({"a":"0123456789"})"));
  });
  AwaitLoops();
  EXPECT_EQ(Line(), kBig);
  for (int i = 0; i < 3000; ++i) ASSERT_EQ(Line(), Ok(absl::StrCat(i), R"({"a":"0123456789"})"));
  sender.join();
  CloseInput();
  EXPECT_EQ(Wait(), 0);
  EXPECT_LT(most, limits_.max_outbox_bytes);
}

TEST_P(SlowReaderTest, TimersAndBacklogWaitToo) {
  bool more = true;
  engine_.on_backlog = [&] {
    if (!services_.sink->Accepting()) return false;
    if (std::exchange(more, false)) services_.sink->Notify("{\"held\":1}");
    return false;
  };
  Start();
  SendBig();
  AwaitOutput();
  Send(Request("1", "echo"));
  EXPECT_EQ(Line(), kBig);
  EXPECT_EQ(Line(), Ok("1"));
  // Output that would pass the limit makes the domain hold back; it is asked again once the client has read.
  more = true;
  SendBig();
  EXPECT_EQ(Line(), kBig);
  CloseInput();
  EXPECT_EQ(Wait(), 0);
}

TEST_P(SlowReaderTest, WhatWasHeldBackIsRenderedOnceTheClientHasRead) {
  int held = 0;
  engine_.on_timers = [&] {
    services_.sink->Notify(absl::StrCat("{\"first\":\"", std::string(kReply, 'f'), "\"}"));
    engine_.timer = -1;
    if (!services_.sink->Accepting()) held = 5;
  };
  engine_.on_backlog = [&] {
    while (held > 0 && services_.sink->Accepting()) services_.sink->Notify(absl::StrCat("{\"held\":", held--, "}"));
    return held > 0 && services_.sink->Accepting();
  };
  engine_.timer = 0;
  Start();
  EXPECT_THAT(Line(), testing::StartsWith("{\"first\""));
  for (int i = 5; i >= 1; --i) EXPECT_EQ(Line(), absl::StrCat("{\"held\":", i, "}"));
  CloseInput();
  EXPECT_EQ(Wait(), 0);
}

INSTANTIATE_TEST_SUITE_P(Streams, StdioServerTest,
                         testing::Values(Wiring::kPipes, Wiring::kSockets, Wiring::kOneSocket),
                         [](const auto& info) { return NameOf(info.param); });
INSTANTIATE_TEST_SUITE_P(Streams, SlowReaderTest, testing::Values(Wiring::kPipes, Wiring::kSockets, Wiring::kOneSocket),
                         [](const auto& info) { return NameOf(info.param); });

}  // namespace
}  // namespace a2a::rpc

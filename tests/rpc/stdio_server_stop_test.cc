// How serving ends: EOF, signals, hang-ups, a closed or full stdout, a failed store.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "rpc/server_fixture.h"
#include "rpc/stdio_server.h"

namespace a2a::rpc {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class StopTest : public ServerFixture {
 protected:
  static constexpr size_t kReply = 3 << 20;  // more than any pipe or socket here takes

  static std::string Ok(absl::string_view id, absl::string_view result = "{}") {
    return absl::StrCat(R"({"jsonrpc":"2.0","id":)", id, R"(,"result":)", result, "}\n");
  }
  static std::string Stopping(absl::string_view id) {
    return absl::StrCat(R"({"jsonrpc":"2.0","id":)", id,
                        R"(,"error":{"code":1001,"message":"The host is shutting down; the call was not started.",)",
                        R"("data":{"errorCode":"HOST_SHUTTING_DOWN","retryable":true}}})", "\n");
  }
  // Parked calls are answered when they are released.
  void ReleaseAnswers() {
    engine_.on_release = [this] {
      for (CallId call : services_.parked) services_.sink->Finish(call, TextResult("released"));
    };
  }
  // Leaves the server with output that the client has not read, above the limit.
  void FallBehind() {
    limits_.max_outbox_bytes = 1000;
    Start();
    Send(Request("\"big\"", "big", absl::StrCat("{\"bytes\":", kReply, "}")));
    AwaitOutput();
  }
  // The server has not ended 4.999 s after its output last moved; 1 ms later it ends by itself.
  void ExpectStallRule() {
    AwaitLoops();
    clock_.millis += limits_.stall_millis - 1;
    AwaitLoops();
    clock_.millis += 1;
    EXPECT_EQ(Wait(), 0);
  }
  const std::string kBig = Ok("\"big\"", absl::StrCat("\"", std::string(kReply, 'b'), "\""));
};

TEST_P(StopTest, EofAnswersWhatWasSentAndReleasesParkedCalls) {
  ReleaseAnswers();
  SendBytes(Request("1", "park") + "\n" + Request("2", "echo") + "\n" + Request("3", "park") + "\n");
  CloseInput();
  Start();
  EXPECT_EQ(Wait(), 0);
  EXPECT_EQ(Rest(), Ok("2") + Ok("1", "\"released\"") + Ok("3", "\"released\""));
  EXPECT_EQ(engine_.log.back(), "commit");
}

TEST_P(StopTest, AtEofALastLineWithoutNewlineIsRunWhenItIsWhole) {
  SendBytes(Request("1", "echo"));
  CloseInput();
  Start();
  EXPECT_EQ(Wait(), 0);
  EXPECT_EQ(Rest(), Ok("1"));
}

TEST_P(StopTest, AtEofALastLineThatIsNotWholeIsAParseError) {
  SendBytes(Request("1", "echo").substr(0, 20));
  CloseInput();
  Start();
  EXPECT_EQ(Wait(), 0);
  EXPECT_THAT(Rest(), StartsWith(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,)"));
  EXPECT_TRUE(services_.calls.empty());
}

TEST_P(StopTest, EofWithoutAnything) {
  CloseInput();
  Start();
  EXPECT_EQ(Wait(), 0);
  EXPECT_EQ(Rest(), "");
}

TEST_P(StopTest, EofWhileTheClientIsBehindStillAnswersEverything) {
  FallBehind();
  for (int i = 0; i < 100; ++i) Send(Request(absl::StrCat(i), "echo"));
  CloseInput();
  AwaitLoops();
  std::string expected = kBig;
  for (int i = 0; i < 100; ++i) expected += Ok(absl::StrCat(i));
  std::string got;
  for (int i = 0; i < 101; ++i) got += Line() + "\n";
  EXPECT_TRUE(got == expected);
  EXPECT_EQ(Wait(), 0);
}

TEST_P(StopTest, AfterEofFiveSecondsWithoutProgressEndIt) {
  FallBehind();
  CloseInput();
  ExpectStallRule();
}

TEST_P(StopTest, ProgressOfTheOutputBeginsTheFiveSecondsAnew) {
  FallBehind();
  CloseInput();
  AwaitLoops();
  for (int i = 0; i < 3; ++i) {
    clock_.millis += limits_.stall_millis - 1;
    char buffer[300000];
    ASSERT_GT(read(client_out_.get(), buffer, sizeof(buffer)), 0);
    AwaitLoops();
  }
  ExpectStallRule();
}

TEST_P(StopTest, ASlowReaderMayTakeItsTimeWhileInputIsOpen) {
  FallBehind();
  clock_.millis += 1000 * limits_.stall_millis;
  AwaitLoops();
  Send(Request("1", "echo"));
  EXPECT_EQ(Line() + "\n", kBig);
  EXPECT_EQ(Line() + "\n", Ok("1"));
}

TEST_P(StopTest, ASignalReleasesParkedCallsAndEnds) {
  ReleaseAnswers();
  Start();
  Send(Request("1", "park"));
  Send(Request("2", "echo"));
  EXPECT_EQ(Line() + "\n", Ok("2"));
  kill(getpid(), SIGTERM);
  EXPECT_EQ(Wait(), 0);
  EXPECT_EQ(Rest(), Ok("1", "\"released\""));
}

TEST_P(StopTest, FramesNotStartedWhenASignalComesAreRefusedEachOne) {
  ReleaseAnswers();
  FallBehind();
  for (int i = 0; i < 200; ++i) Send(Request(absl::StrCat(i), i == 7 ? "park" : "echo"));
  SendBytes("{\"half\":");  // no frame yet: not answered
  kill(getpid(), SIGINT);
  AwaitLoops();
  std::string expected = kBig;
  for (int i = 0; i < 200; ++i) expected += Stopping(absl::StrCat(i));
  std::string got;
  for (int i = 0; i < 201; ++i) got += Line() + "\n";
  EXPECT_TRUE(got == expected);
  EXPECT_EQ(Wait(), 0);
  EXPECT_EQ(Rest(), "");
}

TEST_P(StopTest, ASignalIsSeenWhileTheClientIsBehindAndFiveSecondsEndIt) {
  FallBehind();
  kill(getpid(), SIGTERM);
  ExpectStallRule();
}

TEST_P(StopTest, AClientThatSendsForEverDoesNotKeepItAfterASignal) {
  limits_.max_frame_bytes = 10000;
  Start();
  std::thread reader([&] {
    while (Line() != "(end)") {
    }
  });
  std::thread sender([&] {
    const std::string lines = Request("1", "echo") + "\n" + Request("2", "echo") + "\n";
    while (write(client_in_.get(), lines.data(), lines.size()) > 0) {
    }
  });
  while (clock_.reads < 5) std::this_thread::yield();
  kill(getpid(), SIGTERM);
  EXPECT_EQ(Wait(), 0);
  sender.join();
  reader.join();
}

TEST_P(StopTest, AClosedStdoutEndsItWhileNothingHappens) {
  Start();
  Send(Request("1", "echo"));
  Line();
  CloseOutput();
  if (GetParam() == Wiring::kOneSocket) client_in_.Reset();  // it holds the same socket
  EXPECT_EQ(Wait(), 0);
}

TEST_P(StopTest, AClosedStdoutEndsItWhileOutputWaits) {
  FallBehind();
  CloseOutput();
  client_in_.Reset();
  EXPECT_EQ(Wait(), 0);
}

TEST_P(StopTest, AStdoutThatIsFullEndsItWithAnError) {
  server_out_.Reset(open("/dev/full", O_WRONLY | O_CLOEXEC));
  Start();
  Send(Request("1", "echo"));
  EXPECT_EQ(Wait(), 74);
}

TEST_P(StopTest, FilesServeAsInputAndOutput) {
  char in_path[] = "/tmp/a2a_server_in_XXXXXX", out_path[] = "/tmp/a2a_server_out_XXXXXX";
  server_in_.Reset(mkstemp(in_path));
  server_out_.Reset(mkstemp(out_path));
  const std::string input = Request("1", "echo") + "\n" + Request("2", "echo");
  ASSERT_EQ(write(server_in_.get(), input.data(), input.size()), static_cast<ssize_t>(input.size()));
  lseek(server_in_.get(), 0, SEEK_SET);
  client_out_.Reset(open(out_path, O_RDONLY | O_CLOEXEC));
  unlink(in_path);
  unlink(out_path);
  Start();
  EXPECT_EQ(Wait(), 0);
  EXPECT_EQ(Rest(), Ok("1") + Ok("2"));
}

TEST_P(StopTest, AStoreThatMustStopEndsItAfterTheRepliesAreOut) {
  SendBytes(Request("1", "write") + "\n" + Request("2", "echo") + "\n");
  engine_.commit_status = MakeError(wire::kErrorStoreUnavailable, "sync failed");
  engine_.on_commit = [this] { engine_.code = 74; };
  Start();
  EXPECT_EQ(Wait(), 74);
  const std::string out = Rest();
  EXPECT_THAT(out, HasSubstr(R"("id":1,"error":{"code":1012,"message":"sync failed")"));
  EXPECT_THAT(out, HasSubstr(R"("id":2,"error":{"code":1012,"message":"sync failed")"));
  EXPECT_EQ(services_.calls.size(), 2u);
}

TEST_P(StopTest, AStoreThatMustStopDoesNotWaitForeverForTheClient) {
  engine_.on_commit = [this] { engine_.code = 65; };
  FallBehind();
  AwaitLoops();
  clock_.millis += limits_.stall_millis;
  EXPECT_EQ(Wait(), 65);
}

TEST_P(StopTest, ParkedCallsGetTheStoresErrorWhenTheirReleaseFails) {
  ReleaseAnswers();
  Start();
  Send(Request("1", "park"));
  Send(Request("2", "echo"));
  Line();
  engine_.on_commit = [this] { engine_.commit_status = MakeError(wire::kErrorStoreUnavailable, "disk full"); };
  CloseInput();
  EXPECT_EQ(Wait(), 0);
  EXPECT_THAT(Rest(), EndsWith(R"({"jsonrpc":"2.0","id":1,"error":{"code":1012,"message":"disk full",)"
                               R"("data":{"errorCode":"STORE_UNAVAILABLE","retryable":true}}})"
                               "\n"));
}

TEST_P(StopTest, ParkedCallsAreReleasedAsTheEngineGivesThem) {
  engine_.on_release = [this] {
    services_.sink->Finish(services_.parked.front(), TextResult("released"));
    services_.parked.erase(services_.parked.begin());
  };
  SendBytes(Request("1", "park") + "\n" + Request("2", "park") + "\n" + Request("3", "park") + "\n");
  CloseInput();
  Start();
  EXPECT_EQ(Wait(), 0);
  EXPECT_EQ(Rest(), Ok("1", "\"released\"") + Ok("2", "\"released\"") + Ok("3", "\"released\""));
}

INSTANTIATE_TEST_SUITE_P(Streams, StopTest, testing::Values(Wiring::kPipes, Wiring::kSockets, Wiring::kOneSocket),
                         [](const auto& info) { return NameOf(info.param); });

}  // namespace
}  // namespace a2a::rpc

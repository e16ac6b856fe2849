#include "rpc/dispatcher.h"

#include <fcntl.h>
#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rpc/fakes.h"

namespace a2a::rpc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// The dispatcher on fake services, with real pipes behind outbox and log.
class DispatcherTest : public testing::Test {
 protected:
  DispatcherTest() : DispatcherTest(Limits()) {}
  explicit DispatcherTest(const Limits& limits)
      : out_(OpenPipe()),
        err_(OpenPipe()),
        outbox_(ByteStream::Writer(out_.write.get()), limits.max_outbox_bytes),
        log_(err_.write.get(), "test"),
        dispatcher_({&kFakeProtocol, &services_, nullptr, &engine_, &session_, &outbox_, &log_, &random_}, limits) {
    services_.sink = &dispatcher_;
    services_.engine = &engine_;
    services_.session = &session_;
    session_.Greet();
    session_.CommitBatch();
  }

  struct Pipe {
    UniqueFd read, write;
  };
  static Pipe OpenPipe() {
    int fds[2];
    EXPECT_EQ(pipe2(fds, O_CLOEXEC), 0);
    return {UniqueFd(fds[0]), UniqueFd(fds[1])};
  }
  static std::string Drain(const Pipe& pipe) {
    ByteStream stream = ByteStream::Reader(pipe.read.get());
    std::string all;
    char buffer[4096];
    while (true) {
      const IoResult result = stream.Read(buffer, sizeof(buffer));
      if (result.status != IoStatus::kOk) return all;
      all.append(buffer, result.bytes);
    }
  }

  void Call(absl::string_view id, absl::string_view method, absl::string_view params = "") {
    dispatcher_.Handle(Request(id, method, params));
  }
  // Ends the batch; what then was written.
  std::string End() {
    ended_ = dispatcher_.End();
    outbox_.Flush();
    return Drain(out_);
  }
  std::string Log() { return Drain(err_); }

  static std::string Ok(absl::string_view id, absl::string_view result = "{}") {
    return absl::StrCat(R"({"jsonrpc":"2.0","id":)", id, R"(,"result":)", result, "}\n");
  }
  static std::string Error(absl::string_view id, int code, absl::string_view text, absl::string_view name,
                           absl::string_view more = "") {
    return absl::StrCat(R"({"jsonrpc":"2.0","id":)", id, R"(,"error":{"code":)", code, R"(,"message":")", text,
                        R"(","data":{"errorCode":")", name, "\"", more, "}}}\n");
  }
  static std::string Refused(absl::string_view id, absl::string_view text = "aborted") {
    return Error(id, 1012, text, "STORE_UNAVAILABLE", R"(,"retryable":true)");
  }
  static std::string Internal(absl::string_view id) {
    return Error(id, -32603, "The host met a fault of its own.", "INTERNAL", R"(,"ref":"00000000")");
  }
  static absl::Status CommitFault() { return MakeError(wire::kErrorStoreUnavailable, "commit failed"); }

  Pipe out_, err_;
  FakeEngine engine_;
  FakeServices services_;
  Session session_;
  ZeroRandom random_;
  Outbox outbox_;
  a2a::Log log_;
  Dispatcher dispatcher_;
  absl::Status ended_;
};

TEST_F(DispatcherTest, RunsCallsInOrderAndWritesNothingBeforeTheCommit) {
  engine_.on_commit = [&] {
    outbox_.Flush();
    EXPECT_EQ(Drain(out_), "");
  };
  Call("1", "echo", R"({"a":1})");
  Call("\"x\"", "write");
  Call("3", "echo");
  outbox_.Flush();
  EXPECT_EQ(Drain(out_), "");
  EXPECT_EQ(End(), Ok("1", R"({"a":1})") + Ok("\"x\"") + Ok("3"));
  EXPECT_THAT(services_.calls, ElementsAre("echo", "write", "echo"));
  EXPECT_THAT(engine_.log, ElementsAre("commit"));
  EXPECT_TRUE(ended_.ok());
}

TEST_F(DispatcherTest, ACallsNotificationsFollowItsReply) {
  Call("1", "tell", R"({"n":1})");
  Call("2", "echo");
  Call("3", "tell", R"({"n":3})");
  EXPECT_EQ(End(), Ok("1") + "{\"told\":{\"n\":1}}\n" + Ok("2") + Ok("3") + "{\"told\":{\"n\":3}}\n");
}

TEST_F(DispatcherTest, TheCallsItWokeComeLastInTheOrderGiven) {
  Call("1", "park");
  Call("2", "park");
  Call("3", "park");
  EXPECT_EQ(End(), "");
  EXPECT_EQ(dispatcher_.parked(), 3u);
  Call("4", "wake");
  Call("5", "echo");
  EXPECT_EQ(
      End(),
      Ok("4") + "{\"woke\":1}\n{\"woke\":2}\n{\"woke\":3}\n" + Ok("1", "\"woken\"") + Ok("2", "\"woken\"") +
          Error("3", -32029, "Too many calls are waiting for an answer.", "HOST_OVERLOADED", R"(,"retryable":true)") +
          Ok("5"));
  EXPECT_EQ(dispatcher_.parked(), 0u);
}

TEST_F(DispatcherTest, ACallMayParkAndBeWokenInOneBatch) {
  Call("1", "park");
  Call("2", "wake");
  EXPECT_EQ(End(), Ok("2") + "{\"woke\":1}\n" + Ok("1", "\"woken\""));
}

TEST_F(DispatcherTest, AnUnknownCallIsAnsweredToNobody) {
  dispatcher_.RunStep([&] {
    dispatcher_.Finish(99, TextResult("x"));
    dispatcher_.Fail(99, absl::InternalError("x"));
  });
  EXPECT_EQ(End(), "");
}

TEST_F(DispatcherTest, WithoutIdOnlyNotifiableMethodsRunAndNothingIsAnswered) {
  Call("", "echo");
  Call("", "tell", R"({"n":1})");
  Call("", "refuse");
  Call("", "fault");
  Call("", "nosuch");
  Call("", "tell", "[]");
  Call("", "park");
  EXPECT_EQ(End(), "{\"told\":{\"n\":1},\"quiet\":true}\n");
  EXPECT_THAT(services_.calls, ElementsAre("tell", "refuse", "fault", "park"));
  EXPECT_EQ(dispatcher_.parked(), 0u);
}

TEST_F(DispatcherTest, RefusalsOfTheProtocolReachOnlyTheirCall) {
  Call("1", "refuse");
  Call("2", "echo");
  EXPECT_EQ(End(), Error("1", -32029, "Not now.", "HOST_OVERLOADED", R"(,"detail":7,"retryable":true)") + Ok("2"));
  EXPECT_EQ(Log(), "");
}

TEST_F(DispatcherTest, FramesThatAreNoRequests) {
  dispatcher_.Handle("{");
  dispatcher_.Handle(R"({"jsonrpc":"2.0","id":1,"method":7})");
  dispatcher_.HandleFault(LineFramer::Item::kContentLength);
  dispatcher_.HandleFault(LineFramer::Item::kTooLong);
  const std::string out = End();
  EXPECT_THAT(out,
              HasSubstr(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Not valid JSON at byte 1: )"));
  EXPECT_THAT(out,
              HasSubstr(Error("1", -32600, "method must be a string.", "INVALID_REQUEST", R"(,"path":"/method")")));
  EXPECT_THAT(out, HasSubstr(Error("null", -32700,
                                   "This pipe is newline-delimited JSON: one object per line, without headers such as "
                                   "Content-Length.",
                                   "PARSE_ERROR")));
  EXPECT_THAT(out, HasSubstr(Error("null", -32600,
                                   "The frame is longer than 33554432 bytes; it was discarded up to its newline.",
                                   "FRAME_TOO_LARGE", R"(,"max":33554432)")));
}

TEST_F(DispatcherTest, UnknownMethodsAreNamed) {
  Call("1", "nosuch");
  Call("2", "");
  Call("3", "zzz");
  Call("4", "\\u2028");
  EXPECT_EQ(End(), Error("1", -32601, R"(There is no method \"nosuch\".)", "NOT_FOUND") +
                       Error("2", -32601, R"(There is no method \"\".)", "NOT_FOUND") +
                       Error("3", -32601, R"(There is no method \"zzz\".)", "NOT_FOUND") +
                       Error("4", -32601, R"(There is no method \"\u2028\".)", "NOT_FOUND"));
}

TEST_F(DispatcherTest, ParamsMustBeAnObject) {
  Call("1", "echo", "[1]");
  Call("2", "echo", "null");
  EXPECT_EQ(End(),
            Error("1", -32602, "params must be an object, not an array.", "INVALID_PARAMS", R"(,"path":"/params")") +
                Error("2", -32602, "params must be an object, not null.", "INVALID_PARAMS", R"(,"path":"/params")"));
  EXPECT_THAT(services_.calls, ElementsAre());
}

// ---- handshake and shutdown

class UngreetedTest : public DispatcherTest {
 protected:
  UngreetedTest() { session_ = Session(); }
  const std::string kHandshakeFirst = "Call greet first.";
};

TEST_F(UngreetedTest, OnlyTheHandshakeRunsBeforeTheHandshake) {
  Call("1", "echo");
  Call("2", "greet", "[]");
  Call("3", "greet");
  Call("4", "echo");
  EXPECT_EQ(End(), Error("1", 1001, kHandshakeFirst, "UNAUTHORIZED") +
                       Error("2", -32602, "params must be an object, not an array.", "INVALID_PARAMS",
                             R"(,"path":"/params")") +
                       Ok("3") + Ok("4"));
}

TEST_F(UngreetedTest, TheOrderOfRefusalsIsMethodHandshakeShutdownParams) {
  session_.BeginShutdown();
  Call("1", "nosuch", "[]");
  Call("2", "echo", "[]");
  Call("3", "greet", "[]");
  session_.Greet();
  Call("4", "echo", "[]");
  const std::string stopping = "The host is shutting down; the call was not started.";
  EXPECT_EQ(End(), Error("1", -32601, R"(There is no method \"nosuch\".)", "NOT_FOUND") +
                       Error("2", 1001, kHandshakeFirst, "UNAUTHORIZED") +
                       Error("3", 1001, stopping, "HOST_SHUTTING_DOWN", R"(,"retryable":true)") +
                       Error("4", 1001, stopping, "HOST_SHUTTING_DOWN", R"(,"retryable":true)"));
}

TEST_F(UngreetedTest, AFailedBatchTakesTheHandshakeBack) {
  engine_.commit_status = CommitFault();
  Call("1", "greet");
  Call("2", "echo");
  EXPECT_EQ(End(), Refused("1", "commit failed") + Refused("2", "commit failed"));
  Call("3", "echo");
  EXPECT_EQ(End(), Error("3", 1001, kHandshakeFirst, "UNAUTHORIZED"));
}

TEST_F(UngreetedTest, AnEarlierHandshakeStandsWhenALaterBatchFails) {
  Call("1", "greet");
  End();
  engine_.commit_status = CommitFault();
  Call("2", "greet");
  End();
  Call("3", "echo");
  EXPECT_EQ(End(), Ok("3"));
}

// ---- faults

TEST_F(DispatcherTest, AFaultBeforeAnyWriteReachesOnlyItsCallAndSaysNothingOfItself) {
  Call("1", "echo");
  Call("2", "fault");
  Call("3", "echo");
  EXPECT_EQ(End(), Ok("1") + Internal("2") + Ok("3"));
  EXPECT_TRUE(ended_.ok());
  EXPECT_EQ(Log(), "test: internal fault 00000000 in fault: INTERNAL: SELECT secret\n");
}

TEST_F(DispatcherTest, AFaultAfterAWriteTakesTheBatchWithIt) {
  Call("1", "write");
  Call("2", "tell", R"({"n":2})");
  dispatcher_.Handle("{");
  Call("3", "fault");
  Call("4", "echo");
  Call("", "tell", R"({"n":4})");
  Call("5", "nosuch");
  const std::string out = End();
  EXPECT_THAT(
      out, testing::StartsWith(Refused("1") + Refused("2") + R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700)"));
  EXPECT_THAT(out, testing::EndsWith(Internal("3") + Refused("4") + Refused("5")));
  EXPECT_THAT(services_.calls, ElementsAre("write", "tell", "fault"));
  EXPECT_THAT(engine_.log, ElementsAre("abort SELECT secret"));
  EXPECT_FALSE(ended_.ok());
}

TEST_F(DispatcherTest, AFaultOfACallThatItselfWroteTakesTheBatchWithIt) {
  Call("1", "echo");
  Call("2", "faultdirty");
  EXPECT_EQ(End(), Refused("1") + Internal("2"));
}

TEST_F(DispatcherTest, AFaultInACallWithoutIdTakesTheBatchWithIt) {
  Call("1", "echo");
  Call("", "faultdirty");
  Call("2", "echo");
  EXPECT_EQ(End(), Refused("1") + Refused("2"));
}

TEST_F(DispatcherTest, AStoreFaultFailsTheWholeBatch) {
  Call("1", "echo");
  Call("2", "failstore");
  Call("3", "echo");
  EXPECT_EQ(End(), Refused("1") + Refused("2") + Refused("3"));
  EXPECT_THAT(services_.calls, ElementsAre("echo", "failstore"));
  EXPECT_THAT(engine_.log, ElementsAre("abort disk is gone"));
  Call("4", "echo");
  EXPECT_EQ(End(), Ok("4"));
}

TEST_F(DispatcherTest, AStoreFaultInWorkOfTheHostsOwnFailsTheBatch) {
  Call("1", "tell", R"({"n":1})");
  dispatcher_.RunStep([&] {
    dispatcher_.Notify("{\"late\":1}");
    engine_.store_failed = true;
  });
  bool ran = false;
  dispatcher_.RunStep([&] { ran = true; });
  EXPECT_FALSE(ran);
  EXPECT_EQ(End(), Refused("1"));
}

TEST_F(DispatcherTest, ACommitThatFailsAnswersEveryCallAndDropsNotifications) {
  engine_.commit_status = CommitFault();
  Call("1", "write");
  Call("2", "tell", R"({"n":2})");
  Call("3", "refuse");
  Call("4", "park");
  Call("", "write");
  EXPECT_EQ(End(), Refused("1", "commit failed") + Refused("2", "commit failed") + Refused("3", "commit failed") +
                       Refused("4", "commit failed"));
  EXPECT_EQ(dispatcher_.parked(), 0u);
  EXPECT_EQ(std::string(ended_.message()), "commit failed");
}

TEST_F(DispatcherTest, CallsThatAFailedBatchWokeStayParked) {
  Call("1", "park");
  Call("2", "park");
  End();
  engine_.commit_status = CommitFault();
  const std::vector<CallId> parked = services_.parked;
  Call("3", "park");
  Call("4", "wake");
  EXPECT_EQ(End(), Refused("3", "commit failed") + Refused("4", "commit failed"));
  EXPECT_EQ(dispatcher_.parked(), 2u);
  services_.parked = parked;  // as the broker's memory would be again
  Call("5", "wake");
  EXPECT_THAT(End(), HasSubstr(Ok("1", "\"woken\"")));
  EXPECT_EQ(dispatcher_.parked(), 0u);
}

TEST_F(DispatcherTest, ParkedCallsCanBeFailedInTheOrderTheyCame) {
  for (int i = 1; i <= 20; ++i) Call(absl::StrCat(i), "park");
  End();
  dispatcher_.FailParked(CommitFault());
  std::string expected;
  for (int i = 1; i <= 20; ++i) expected += Refused(absl::StrCat(i), "commit failed");
  outbox_.Flush();
  EXPECT_EQ(Drain(out_), expected);
}

TEST_F(DispatcherTest, AFaultInsteadOfALateAnswerIsInternal) {
  Call("1", "park");
  End();
  dispatcher_.RunStep([&] { dispatcher_.Fail(1, absl::InternalError("SELECT secret")); });
  EXPECT_EQ(End(), Internal("1"));
  EXPECT_THAT(Log(), HasSubstr("SELECT secret"));
}

// ---- sizes

Limits SmallLimits() {
  Limits limits;
  limits.max_out_frame_bytes = 1000;
  limits.max_outbox_bytes = 2000;
  limits.batch_bytes = 500;
  return limits;
}

class SmallDispatcherTest : public DispatcherTest {
 protected:
  SmallDispatcherTest() : DispatcherTest(SmallLimits()) {}
};

TEST_F(SmallDispatcherTest, TellsWhenTheBatchIsFull) {
  EXPECT_FALSE(dispatcher_.full());
  Call("1", "big", R"({"bytes":400})");
  EXPECT_FALSE(dispatcher_.full());
  Call("2", "big", R"({"bytes":100})");
  EXPECT_TRUE(dispatcher_.full());
  End();
  EXPECT_FALSE(dispatcher_.full());
}

TEST_F(SmallDispatcherTest, DoesNotAcceptWhileUnreadAndStagedOutputReachTheLimit) {
  EXPECT_TRUE(dispatcher_.Accepting());
  EXPECT_FALSE(dispatcher_.TakeHeldBack());
  Call("1", "big", R"({"bytes":900})");
  Call("2", "big", R"({"bytes":900})");
  EXPECT_TRUE(dispatcher_.Accepting());
  dispatcher_.RunStep([&] {
    dispatcher_.Notify(std::string(300, 'n'));
    EXPECT_FALSE(dispatcher_.Accepting());
  });
  EXPECT_TRUE(dispatcher_.TakeHeldBack());
  EXPECT_FALSE(dispatcher_.TakeHeldBack());
  EXPECT_TRUE(dispatcher_.End().ok());
  EXPECT_FALSE(dispatcher_.Accepting());
  outbox_.Flush();
  EXPECT_TRUE(dispatcher_.Accepting());
}

TEST_F(SmallDispatcherTest, NoFrameLeavesAboveItsLimit) {
  Call("1", "big", R"({"bytes":2000})");
  Call("2", "park");
  Call("3", "park");
  EXPECT_EQ(End(), Internal("1"));
  dispatcher_.RunStep([&] {
    dispatcher_.Finish(2, TextResult(std::string(2000, 'x')));
    dispatcher_.Finish(3, TextResult("small"));
    dispatcher_.Notify(std::string(2000, 'x'));
  });
  EXPECT_EQ(End(), Internal("2") + Ok("3", "\"small\""));
  EXPECT_THAT(Log(), HasSubstr("a notification of 2000 bytes was not sent"));
}

}  // namespace
}  // namespace a2a::rpc

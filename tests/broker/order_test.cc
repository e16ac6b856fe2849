// When several errors apply, the first in the contract's order is answered (section 1, Errors). Each test breaks two
// neighbouring rules at once.
#include <gmock/gmock.h>

#include "absl/strings/str_cat.h"
#include "broker/fixture.h"

namespace a2a::broker {
namespace {

// Above A2A_MAX_ENCODED_BYTES once written: escapes count.
wire::Message TooLarge(const std::string& message_id) {
  wire::Message message = Text(message_id);
  for (int i = 0; i < 2; ++i) {
    message.add_parts()->mutable_data()->set_data("{\"x\":\"" + std::string(17'000'000, 'y') + "\"}");
  }
  return message;
}

wire::Message To(wire::Message message, const std::string& to) {
  message.set_to(to);
  return message;
}

class Order : public testing::Test {
 protected:
  Order() : ada(host.Register("c1", "ada")), bob(host.Register("c1", "bob")), eve(host.Register("c2", "eve")) {
    open = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
    done = host.TaskIn(ada, bob, wire::TASK_STATE_COMPLETED);
    EXPECT_TRUE(host.Send(ada, Text("used", "first", open)).ok());
    EXPECT_TRUE(host.Send(ada, Text("opened", "first"), "bob").ok());
    EXPECT_TRUE(host.Status(bob, Task(), wire::TASK_STATE_FAILED, Text("ended", "first")).ok());
    host.sink.said.clear();
  }
  std::string Task() { return ended = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING); }

  // Uses up the sends of the run.
  void ReachCap(const Peer& peer) {
    host.BeginBatch();
    for (int i = 0; i < 2 * wire::kA2aMaxSendsPerRun; ++i) {
      (void)host.Send(peer, Text(absl::StrCat(peer.id, " fills ", i), "x", open));
    }
    ASSERT_TRUE(host.EndBatch().ok());
    host.sink.said.clear();
  }

  absl::Status Blocking(const Peer& peer, wire::Message message) {
    wire::SendParams params;
    params.set_token(peer.token);
    *params.mutable_message() = std::move(message);
    params.mutable_configuration()->set_blocking(true);
    return host.Send(params).status();
  }

  Host host;
  const Peer ada, bob, eve, nobody{"nobody", "no token"};
  std::string open, done, ended;
};

TEST_F(Order, SizeBeforeToken) {
  const wire::ErrorData data = ErrorOf(host.Send(nobody, TooLarge("m")).status(), wire::kErrorA2aPayloadTooLarge);
  EXPECT_EQ(data.limit(), wire::kA2aMaxEncodedBytesBound.limit);
  EXPECT_EQ(data.max(), wire::kA2aMaxEncodedBytes);
  EXPECT_GT(data.actual(), wire::kA2aMaxEncodedBytes);
  EXPECT_EQ(data.path(), "/params/message");
  ErrorOf(host.Status(nobody, open, wire::TASK_STATE_COMPLETED, TooLarge("m")).status(),
          wire::kErrorA2aPayloadTooLarge);
}

TEST_F(Order, TokenBeforeTask) {
  ErrorOf(host.Send(nobody, Text("m", "x", "no task")).status(), wire::kErrorA2aUnknownToken);
  ErrorOf(host.Send(nobody, Text("m"), "nowhere").status(), wire::kErrorA2aUnknownToken);
  ErrorOf(host.Get(nobody, "no task").status(), wire::kErrorA2aUnknownToken);
  ErrorOf(host.Status(nobody, "no task", wire::TASK_STATE_WORKING).status(), wire::kErrorA2aUnknownToken);
  ErrorOf(host.Cancel(nobody, "no task").status(), wire::kErrorA2aUnknownToken);
  ErrorOf(host.Resubscribe(nobody, "no task").status(), wire::kErrorA2aUnknownToken);
  ErrorOf(host.SetPush(nobody, "no task", {}).status(), wire::kErrorA2aUnknownToken);
  ErrorOf(host.GetPush(nobody, "no task").status(), wire::kErrorA2aUnknownToken);
}

TEST_F(Order, TaskBeforeParty) {
  ErrorOf(host.Send(eve, Text("m", "x", "no task")).status(), wire::kErrorA2aUnknownTask);
  ErrorOf(host.Get(eve, "no task").status(), wire::kErrorA2aUnknownTask);
  ErrorOf(host.Status(eve, "no task", wire::TASK_STATE_WORKING).status(), wire::kErrorA2aUnknownTask);
  ErrorOf(host.Cancel(eve, "no task").status(), wire::kErrorA2aUnknownTask);
  ErrorOf(host.Resubscribe(eve, "no task").status(), wire::kErrorA2aUnknownTask);
  ErrorOf(host.SetPush(eve, "no task", {}).status(), wire::kErrorA2aUnknownTask);
  ErrorOf(host.GetPush(eve, "no task").status(), wire::kErrorA2aUnknownTask);
}

TEST_F(Order, PartyBeforeIdempotency) {
  ErrorOf(host.Send(eve, Text("used", "other", open)).status(), wire::kErrorA2aUnknownAgent);
  ErrorOf(host.Send(eve, Text("used", "other", done)).status(), wire::kErrorA2aUnknownAgent);
  ErrorOf(host.Status(eve, open, wire::TASK_STATE_WORKING, Text("used")).status(), wire::kErrorA2aUnknownAgent);
  ErrorOf(host.Cancel(eve, done).status(), wire::kErrorA2aUnknownAgent);
  ErrorOf(host.Resubscribe(eve, open).status(), wire::kErrorA2aUnknownAgent);
  ErrorOf(host.SetPush(eve, open, {}).status(), wire::kErrorA2aUnknownAgent);
  ErrorOf(host.GetPush(eve, open).status(), wire::kErrorA2aUnknownAgent);
}

TEST_F(Order, IdempotencyBeforeTerminal) {
  ErrorOf(host.Send(bob, Text("ended", "other", ended)).status(), wire::kErrorA2aMessageConflict);
  ErrorOf(host.Status(bob, ended, wire::TASK_STATE_FAILED, Text("ended", "other")).status(),
          wire::kErrorA2aMessageConflict);
}

TEST_F(Order, IdempotencyBeforeRecipientOfANewTask) {
  ErrorOf(host.Send(ada, Text("opened", "other"), "ada").status(), wire::kErrorA2aMessageConflict);
  ErrorOf(host.Send(ada, Text("opened", "other"), "nowhere").status(), wire::kErrorA2aMessageConflict);
}

TEST_F(Order, TerminalBeforeRole) {
  ErrorOf(Blocking(bob, Text("m", "x", done)), wire::kErrorA2aTaskTerminal);
  ErrorOf(host.Status(ada, done, wire::TASK_STATE_COMPLETED).status(), wire::kErrorA2aTaskTerminal);
  ErrorOf(host.Status(ada, done, wire::TASK_STATE_SUBMITTED).status(), wire::kErrorA2aTaskTerminal);
}

TEST_F(Order, TerminalBeforeRecipient) {
  ErrorOf(host.Send(ada, To(Text("m", "x", done), "eve")).status(), wire::kErrorA2aTaskTerminal);
}

TEST_F(Order, RoleBeforeRecipient) {
  EXPECT_EQ(ErrorOf(Blocking(bob, To(Text("m", "x", open), "eve")), wire::kErrorInvalidParams).path(),
            "/params/configuration/blocking");
  ErrorOf(host.Status(ada, open, wire::TASK_STATE_COMPLETED, To(Text("m"), "eve")).status(),
          wire::kErrorA2aInvalidTransition);
}

TEST_F(Order, RecipientBeforeCaps) {
  ReachCap(ada);
  ReachCap(bob);
  EXPECT_EQ(ErrorOf(host.Send(ada, To(Text("m", "x", open), "eve")).status(), wire::kErrorInvalidParams).path(),
            "/params/message/to");
  ErrorOf(host.Send(ada, Text("m"), "nowhere").status(), wire::kErrorA2aUnknownAgent);
  EXPECT_EQ(ErrorOf(host.Status(bob, open, wire::TASK_STATE_WORKING, To(Text("m"), "eve")).status(),
                    wire::kErrorInvalidParams)
                .path(),
            "/params/message/to");
  ErrorOf(host.Send(ada, Text("m", "x", open)).status(), wire::kErrorA2aSendCap);
}

TEST_F(Order, RoleBeforeCaps) {
  ReachCap(ada);
  ReachCap(bob);
  ErrorOf(host.Status(ada, open, wire::TASK_STATE_INPUT_REQUIRED, Text("m")).status(),
          wire::kErrorA2aInvalidTransition);
  ErrorOf(Blocking(bob, Text("m", "x", open)), wire::kErrorInvalidParams);
}

TEST_F(Order, IdempotencyBeforeCaps) {
  ReachCap(ada);
  EXPECT_TRUE(host.Send(ada, Text("used", "first", open)).ok());
  ErrorOf(host.Send(ada, Text("used", "other", open)).status(), wire::kErrorA2aMessageConflict);
}

TEST_F(Order, ABlockingCallNobodyWaitsForDoesNotRun) {
  wire::SendParams params;
  params.set_token(ada.token);
  *params.mutable_message() = To(Text("m"), "bob");
  params.mutable_configuration()->set_blocking(true);
  EXPECT_EQ(ErrorOf(host.Send(params, /*notification=*/true).status(), wire::kErrorInvalidParams).path(),
            "/params/configuration/blocking");
  params.mutable_configuration()->set_blocking(false);
  EXPECT_TRUE(host.Send(params, /*notification=*/true).ok());
}

TEST_F(Order, StampsCountIntoTheSize) {
  // Just under the bound as sent, above it once stamped.
  wire::Message message = Text("m");
  wire::Message probe = message;
  wire::DataPart* part = message.add_parts()->mutable_data();
  part->set_data("{\"x\":\"\"}");
  probe = message;
  const int64_t base = host.store().Canonicalize(&probe);
  part->set_data("{\"x\":\"" + std::string(wire::kA2aMaxEncodedBytes - base, 'y') + "\"}");
  ErrorOf(host.Send(nobody, message).status(), wire::kErrorA2aUnknownToken);
  const std::string before = host.DumpMemory();
  const wire::ErrorData data = ErrorOf(host.Send(ada, message, "bob").status(), wire::kErrorA2aPayloadTooLarge);
  EXPECT_GT(data.actual(), wire::kA2aMaxEncodedBytes);
  EXPECT_EQ(host.DumpMemory(), before);
  // What the broker overwrites does not count.
  message = Text("m2");
  message.set_from(std::string(wire::kA2aMaxEncodedBytes, 'f'));
  EXPECT_TRUE(host.Send(ada, message, "bob").ok());
  EXPECT_TRUE(host.Send(ada, message, "bob").ok());
}

TEST_F(Order, NoTextHoldsAToken) {
  for (const absl::Status& status :
       {host.Send(ada, Text("m"), ada.token).status(), host.Send(ada, Text("m", "x", ada.token)).status(),
        host.Get(ada, bob.token).status(), host.TryRegister("c", Card("[" + ada.token)).status(),
        host.Send(ada, To(Text("m", "x", open), bob.token)).status(), host.List(ada, bob.token).status()}) {
    EXPECT_FALSE(status.ok());
    for (const Peer& peer : {ada, bob}) {
      EXPECT_EQ(std::string(status.message()).find(peer.token), std::string::npos) << status;
      ErrorParts parts;
      ASSERT_TRUE(GetErrorParts(status, &parts));
      EXPECT_EQ(parts.data.find(peer.token), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace a2a::broker

// The generated dispatch table, error data, notifications and state table of the second protocol.
#include "plans/dispatch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "a2a/wire/dispatch.h"
#include "a2a/wire/states.h"
#include "absl/strings/str_cat.h"
#include "base/error.h"
#include "plans/codec.h"
#include "plans/constants.h"
#include "plans/errors.h"
#include "plans/notifications.h"
#include "plans/states.h"

namespace a2a::codegen {
namespace {

class FakePlans : public plans::PlansService {
 public:
  absl::StatusOr<Disposition> Add(const CallContext& call, plans::AddParams* params,
                                  plans::AddResult* result) override {
    ++calls;
    if (params->title() == "busy") return MakeError(plans::kErrorBusy);
    if (params->title() == "park") return Disposition::kParked;
    EXPECT_EQ(result->steps_size(), 0) << "the result of the last call shows";
    result->set_id(static_cast<int64_t>(call.id));
    result->mutable_steps()->Swap(params->mutable_steps());
    return Disposition::kReply;
  }
  absl::StatusOr<Disposition> delete_(const CallContext&, plans::EmptyParams*, plans::AddResult* result) override {
    result->set_id(-1);
    return Disposition::kReply;
  }

  int calls = 0;
};

class DispatchTest : public testing::Test {
 protected:
  DispatchTest() { services_.plans = &plans_; }

  const MethodRow& Row(absl::string_view name) const {
    for (const MethodRow& row : plans::kProtocol.methods) {
      if (row.name == name) return row;
    }
    ADD_FAILURE() << "no method " << std::string(name);
    return plans::kProtocol.methods[0];
  }

  absl::StatusOr<Disposition> Call(absl::string_view method, absl::string_view params) {
    CallContext call;
    call.id = 42;
    return Row(method).invoke(&services_, scratch_.get(), call, params, params_read_, &result_);
  }

  // The error data of `status` as the reply writes it.
  static std::string ErrorData(const absl::Status& status) {
    ErrorParts parts;
    EXPECT_TRUE(GetErrorParts(status, &parts)) << status;
    std::string out;
    plans::kProtocol.encode_error_data(parts.name, parts.retryable, parts.data, &out);
    return out;
  }

  FakePlans plans_;
  plans::Services services_;
  std::unique_ptr<void, void (*)(void*)> scratch_{plans::kProtocol.new_scratch(), plans::kProtocol.delete_scratch};
  std::function<void()> params_read_;
  std::string result_ = "before ";
};

TEST_F(DispatchTest, RowsAreSortedAndCarryTheirFlags) {
  const auto methods = plans::kProtocol.methods;
  ASSERT_EQ(methods.size(), 3u);
  EXPECT_EQ(methods[0].name, "a.first");
  EXPECT_EQ(methods[1].name, plans::kMethodPlansAdd);
  EXPECT_EQ(methods[2].name, "plans/delete");
  EXPECT_TRUE(methods[2].notifiable && methods[2].before_handshake);
  EXPECT_FALSE(methods[1].notifiable || methods[1].before_handshake);
  EXPECT_EQ(methods[1].capability, "plans");
  EXPECT_TRUE(std::is_sorted(wire::kProtocol.methods.begin(), wire::kProtocol.methods.end(),
                             [](const MethodRow& a, const MethodRow& b) { return a.name < b.name; }));
}

TEST_F(DispatchTest, DecodesCallsAndAppendsTheResult) {
  for (int i = 0; i < 3; ++i) {
    result_ = "before ";
    const auto done = Call("plans.add", R"({"title":"abc","steps":[{"type":"wait a while","seconds":1,"x":2}]})");
    ASSERT_TRUE(done.ok()) << done.status();
    EXPECT_EQ(*done, Disposition::kReply);
    EXPECT_EQ(result_, R"(before {"id":42,"steps":[{"type":"wait a while","seconds":1,"x":2}]})");
  }
  result_.clear();
  ASSERT_TRUE(Call("plans/delete", "").ok()) << "absent params are an empty object";
  EXPECT_EQ(result_, R"({"id":-1})");
}

TEST_F(DispatchTest, AParkedCallWritesNothing) {
  const auto done = Call("plans.add", R"({"title":"park"})");
  ASSERT_TRUE(done.ok());
  EXPECT_EQ(*done, Disposition::kParked);
  EXPECT_EQ(result_, "before ");
  plans::AddResult late;
  late.set_id(7);
  Row("plans.add").encode_result(late, &result_);
  EXPECT_EQ(result_, R"(before {"id":7})");
}

TEST_F(DispatchTest, WrongParamsNamePathAndBound) {
  const absl::Status unknown = Call("plans.add", R"({"title":"abc","steps":[{"type":"walk"}]})").status();
  EXPECT_TRUE(IsError(unknown, plans::kErrorBadPlan)) << unknown;
  EXPECT_EQ(ErrorData(unknown), R"({"errorCode":"BAD_PLAN","path":"/params/steps/0/way"})");
  const absl::Status longer = Call("plans.add", R"({"title":"abcdef"})").status();
  EXPECT_TRUE(IsError(longer, plans::kErrorTooLong)) << longer;
  EXPECT_EQ(ErrorData(longer), R"({"errorCode":"TOO_LONG","path":"/params/title","limit":"title","max":5,"actual":6})");
  EXPECT_TRUE(IsError(Call("plans.add", "").status(), plans::kErrorBadPlan));
  EXPECT_TRUE(IsError(Call("plans.add", "[]").status(), plans::kErrorBadPlan));
  EXPECT_EQ(result_, "before ");
}

TEST_F(DispatchTest, ErrorsOfHandlersPassThrough) {
  const absl::Status busy = Call("plans.add", R"({"title":"busy"})").status();
  EXPECT_TRUE(IsError(busy, plans::kErrorBusy));
  EXPECT_EQ(ErrorData(busy), R"({"errorCode":"BUSY","retryable":true})");
}

TEST_F(DispatchTest, AServiceThatNobodySetIsNoMethod) {
  EXPECT_TRUE(IsError(Call("a.first", "{}").status(), plans::kErrorGone));
}

TEST_F(DispatchTest, LargeMessagesDoNotStay) {
  std::string params = R"({"title":"abc","notes":[{"text":")" + std::string(4 << 20, 'x') + R"("}]})";
  ASSERT_TRUE(Call("plans.add", params).ok());
  result_.clear();
  // What is kept cannot be seen from outside; that the next call is right can.
  ASSERT_TRUE(Call("plans.add", R"({"title":"abc"})").ok());
  EXPECT_EQ(result_, R"({"id":42})");
}

// The caller may let go of a large text before the handler makes copies of what it said, and only then.
TEST_F(DispatchTest, TellsWhenALargeTextHasBeenRead) {
  const auto large = [](absl::string_view title) {
    return absl::StrCat(R"({"title":")", title, R"(","notes":[{"text":")", std::string(1 << 20, 'x'), "\"}]}");
  };
  std::string params = large("abc");
  int told = 0;
  params_read_ = [&] {
    EXPECT_EQ(plans_.calls, 0) << "the handler ran before";
    params.assign(params.size(), '?');
    ++told;
  };
  ASSERT_TRUE(Call("plans.add", params).ok());
  EXPECT_EQ(told, 1);
  EXPECT_EQ(plans_.calls, 1);
  EXPECT_EQ(result_, R"(before {"id":42})");
  params = large("abcdef");  // refused: the search for the fault goes through the text again
  EXPECT_TRUE(IsError(Call("plans.add", params).status(), plans::kErrorTooLong));
  params = R"({"title":"abc"})";
  ASSERT_TRUE(Call("plans.add", params).ok());
  EXPECT_EQ(told, 1);
}

TEST(NotificationTest, IsOneFrame) {
  plans::Moved moved;
  moved.set_id(5);
  moved.set_phase(plans::PHASE_ON_HOLD);
  std::string out;
  plans::AppendMovedNotification(moved, &out);
  EXPECT_EQ(out, R"({"jsonrpc":"2.0","method":"plans.moved","params":{"id":5,"phase":"on-hold"}})");
}

TEST(ErrorsTest, AreFoundByName) {
  EXPECT_EQ(plans::FindError("BUSY"), &plans::kErrorBusy);
  EXPECT_EQ(plans::FindError("NOPE"), nullptr);
  EXPECT_TRUE(plans::kErrorBusy.retryable);
  EXPECT_EQ(plans::kErrorBadPlan.text, "The plan is \"bad\" \\.");
}

TEST(ConstantsTest, HoldAnyText) {
  EXPECT_EQ(plans::kGreeting, absl::string_view("hello \"you\" \\ \n */ \0 ${x}", 25));
  EXPECT_EQ(plans::kPlansMaxFew, 3);
  EXPECT_EQ(plans::kPlansMaxTitleCharsBound.error, "TOO_LONG");
  EXPECT_EQ(plans::kProtocolVersion, 3);
  EXPECT_EQ(plans::kContractHash.size(), 64u);
}

template <typename State>
std::vector<State> Moves(absl::Span<const State> moves) {
  return std::vector<State>(moves.begin(), moves.end());
}

TEST(StatesTest, FollowTheSchema) {
  using namespace plans;  // NOLINT: a table reads better without it
  EXPECT_EQ(kInitialPhase, PHASE_DRAFT);
  EXPECT_TRUE(IsTerminal(PHASE_DONE) && IsTerminal(PHASE_DROPPED) && !IsTerminal(PHASE_ON_HOLD));
  EXPECT_TRUE(IsPaused(PHASE_ON_HOLD) && !IsPaused(PHASE_ACTIVE));
  EXPECT_THAT(Moves(AllowedMoves(PHASE_ACTIVE)),
              testing::ElementsAre(PHASE_ACTIVE, PHASE_ON_HOLD, PHASE_DONE, PHASE_DROPPED));
  EXPECT_THAT(Moves(AllowedMoves(PHASE_ACTIVE, PhaseRole::kNightWatch)),
              testing::ElementsAre(PHASE_ON_HOLD, PHASE_DROPPED));
  // A role that is listed without moves may make none; one that is not listed may make all.
  EXPECT_THAT(Moves(AllowedMoves(PHASE_DRAFT, PhaseRole::kGuest)), testing::IsEmpty());
  EXPECT_THAT(Moves(AllowedMoves(PHASE_ON_HOLD, PhaseRole::kGuest)), testing::ElementsAre(PHASE_ACTIVE, PHASE_DROPPED));
  EXPECT_THAT(Moves(AllowedMoves(PHASE_DONE)), testing::IsEmpty());
  EXPECT_THAT(Moves(AllowedMoves(PHASE_UNSPECIFIED)), testing::IsEmpty());
  EXPECT_TRUE(CanMove(PHASE_ACTIVE, PHASE_DONE));
  EXPECT_FALSE(CanMove(PHASE_ACTIVE, PHASE_DONE, PhaseRole::kGuest));
}

}  // namespace
}  // namespace a2a::codegen

#include "rpc/app_service.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

#include "a2a/wire/codec.h"
#include "a2a/wire/constants.h"
#include "a2a/wire/errors.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rpc/fakes.h"

namespace a2a::rpc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class AppServiceTest : public testing::Test {
 protected:
  AppServiceTest() : outbox_(ByteStream::Writer(1), 1000), log_(OpenLog(), "host"), app_(Make()) {}

  int OpenLog() {
    int fds[2];
    EXPECT_EQ(pipe2(fds, O_CLOEXEC), 0);
    log_out_.Reset(fds[0]);
    log_in_.Reset(fds[1]);
    return fds[1];
  }
  // What was logged since the last call.
  std::string Logged() {
    char buffer[4096];
    const IoResult result = ByteStream::Reader(log_out_.get()).Read(buffer, sizeof(buffer));
    return result.status == IoStatus::kOk ? std::string(buffer, result.bytes) : "";
  }

  AppService::Options Make() {
    AppService::Options options;
    options.version = "1.2.3";
    options.durability = wire::DURABILITY_NORMAL;
    options.configured = {{wire::kA2aMaxFrameBytesBound.name, 4096}};
    options.figures = [] { return AppService::Figures{2, 3, 4, 5, 6, 7}; };
    options.on_handshake = [this](bool acks) { handshakes_.push_back(acks); };
    options.session = &session_;
    options.outbox = &outbox_;
    options.clock = &clock_;
    options.log = &log_;
    return options;
  }
  absl::StatusOr<Disposition> Handshake(int32_t version) {
    wire::HandshakeParams params;
    params.set_protocol_version(version);
    return app_.Handshake({1, false}, &params, &hello_);
  }

  FakeClock clock_;
  Session session_;
  Outbox outbox_;
  UniqueFd log_out_, log_in_;
  a2a::Log log_;
  std::vector<bool> handshakes_;  // what each said of acks
  wire::HandshakeResult hello_;
  AppService app_;
};

TEST_F(AppServiceTest, TheHandshakeTellsWhatTheHostIs) {
  ASSERT_TRUE(Handshake(wire::kProtocolVersion).ok());
  EXPECT_TRUE(session_.greeted());
  EXPECT_THAT(handshakes_, ElementsAre(false));
  std::string json;
  wire::Encode(hello_, &json);
  EXPECT_THAT(
      json,
      HasSubstr(absl::StrCat(
          R"({"protocolVersion":)", wire::kProtocolVersion,
          R"(,"host":"a2a-hostd","hostVersion":"1.2.3","features":[],"capabilities":["a2a","a2a.resume","a2a.events","a2a.artifacts","a2a.list"],)",
          R"("contractHash":")", wire::kContractHash, R"(","limits":{)")));
}

TEST_F(AppServiceTest, LimitsAreAllBoundsByNameWithTheConfiguredOnes) {
  ASSERT_TRUE(Handshake(wire::kProtocolVersion).ok());
  std::string expected = "{";
  for (const wire::BoundInfo& bound : wire::kBounds) {
    absl::StrAppend(&expected, expected.size() > 1 ? "," : "", "\"", bound.name,
                    "\":", bound.name == wire::kA2aMaxFrameBytesBound.name ? 4096 : bound.value);
  }
  EXPECT_EQ(hello_.limits(), expected + "}");
}

TEST_F(AppServiceTest, AnotherVersionIsRefused) {
  const absl::Status status = Handshake(wire::kProtocolVersion - 1).status();
  EXPECT_TRUE(IsError(status, wire::kErrorProtocolMismatch));
  EXPECT_THAT(std::string(status.message()), HasSubstr("speaks protocol version 10, the client asked for 9"));
  ErrorParts parts;
  ASSERT_TRUE(GetErrorParts(status, &parts));
  wire::ErrorData data;
  ASSERT_TRUE(data.ParsePartialFromString(parts.data));
  EXPECT_EQ(data.client(), 9);
  EXPECT_EQ(data.host(), 10);
  ASSERT_EQ(data.supported_size(), 1);
  EXPECT_EQ(data.supported(0), 10);
  EXPECT_FALSE(session_.greeted());
  EXPECT_THAT(handshakes_, IsEmpty());
}

TEST_F(AppServiceTest, ALaterMismatchLeavesAnEarlierSuccessStanding) {
  ASSERT_TRUE(Handshake(wire::kProtocolVersion).ok());
  EXPECT_FALSE(Handshake(wire::kProtocolVersion + 1).ok());
  EXPECT_TRUE(session_.greeted());
}

TEST_F(AppServiceTest, EachHandshakeSaysWhetherItsClientAcknowledges) {
  for (bool acks : {true, false}) {
    wire::HandshakeParams params;
    params.set_protocol_version(wire::kProtocolVersion);
    params.set_acks(acks);
    ASSERT_TRUE(app_.Handshake({1, false}, &params, &hello_).ok());
  }
  EXPECT_THAT(handshakes_, ElementsAre(true, false));
}

TEST_F(AppServiceTest, AnotherContractHashIsLoggedAndNoError) {
  wire::HandshakeParams params;
  params.set_protocol_version(wire::kProtocolVersion);
  params.set_contract_hash(std::string(wire::kContractHash));
  ASSERT_TRUE(app_.Handshake({1, false}, &params, &hello_).ok());
  EXPECT_EQ(Logged(), "");
  params.set_contract_hash("secret");
  ASSERT_TRUE(app_.Handshake({1, false}, &params, &hello_).ok());
  const std::string line = Logged();
  EXPECT_THAT(line, HasSubstr("another version of the contract"));
  EXPECT_THAT(line, Not(HasSubstr("secret")));
  EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1);
}

TEST_F(AppServiceTest, HealthShowsItsFigures) {
  clock_.millis += 1234;
  std::string waiting = "unread";
  outbox_.Add(&waiting);
  wire::HealthParams params;
  wire::HealthResult result;
  ASSERT_TRUE(app_.Health({1, false}, &params, &result).ok());
  std::string json;
  wire::Encode(result, &json);
  EXPECT_EQ(json, absl::StrCat(
                      R"({"ok":true,"protocolVersion":10,"version":"1.2.3","uptimeMs":1234,"agents":2,"openTasks":3,)",
                      R"("parkedCalls":4,"undeliveredEvents":5,"outboxBytes":6,"databaseBytes":6,"schemaVersion":)",
                      wire::kSchemaVersion, R"(,"durability":"normal","lastCommitMicros":7})"));
}

TEST_F(AppServiceTest, GetVersionAgreesWithTheHandshake) {
  ASSERT_TRUE(Handshake(wire::kProtocolVersion).ok());
  wire::GetVersionParams params;
  wire::GetVersionResult result;
  ASSERT_TRUE(app_.GetVersion({1, false}, &params, &result).ok());
  EXPECT_EQ(result.name(), hello_.host());
  EXPECT_EQ(result.version(), hello_.host_version());
  EXPECT_EQ(result.protocol_version(), hello_.protocol_version());
  EXPECT_EQ(result.contract_hash(), hello_.contract_hash());
  EXPECT_EQ(result.schema_version(), wire::kSchemaVersion);
}

}  // namespace
}  // namespace a2a::rpc

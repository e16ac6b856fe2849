#include "rpc/envelope.h"

#include "a2a/wire/errors.h"
#include "absl/strings/str_cat.h"
#include "base/error.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rpc/fakes.h"

namespace a2a::rpc {
namespace {

using testing::HasSubstr;

class EnvelopeTest : public testing::Test {
 protected:
  absl::Status Parse(absl::string_view frame) { return ParseEnvelope(frame, limits_, kFakeProtocol, &envelope_); }

  // The frame is refused as no request, with a text that holds `says` and, as the id to answer to, `id`.
  void ExpectInvalid(absl::string_view frame, absl::string_view says, absl::string_view id,
                     absl::string_view path = "") {
    SCOPED_TRACE(std::string(frame.substr(0, 200)));
    const absl::Status status = Parse(frame);
    EXPECT_TRUE(IsError(status, wire::kErrorInvalidRequest)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(std::string(says)));
    EXPECT_EQ(envelope_.id, id);
    ErrorParts parts;
    ASSERT_TRUE(GetErrorParts(status, &parts));
    google::protobuf::StringValue data;
    data.ParseFromString(parts.data);
    EXPECT_EQ(data.value(), path.empty() ? "" : absl::StrCat("\"path\":\"", path, "\""));
  }

  Limits limits_;
  Envelope envelope_;
};

TEST_F(EnvelopeTest, ReadsARequest) {
  ASSERT_TRUE(Parse(R"({"jsonrpc":"2.0","id":7,"method":"m","params":{"a": [1]}})").ok());
  EXPECT_EQ(envelope_.id, "7");
  EXPECT_EQ(envelope_.method, "m");
  EXPECT_EQ(envelope_.params, R"({"a": [1]})");
  EXPECT_FALSE(envelope_.bad_params);
}

TEST_F(EnvelopeTest, MembersComeInAnyOrderAndWithEscapes) {
  ASSERT_TRUE(Parse(R"( {"params" : {} , "m\u0065thod":"\u006d","id":"z","jsonrpc":"2.\u0030"} )").ok());
  EXPECT_EQ(envelope_.method, "m");
  EXPECT_EQ(envelope_.id, "\"z\"");
  EXPECT_EQ(envelope_.params, "{}");
}

TEST_F(EnvelopeTest, IdAndParamsMayBeAbsent) {
  ASSERT_TRUE(Parse(R"({"jsonrpc":"2.0","method":"m"})").ok());
  EXPECT_EQ(envelope_.id, "");
  EXPECT_EQ(envelope_.params, "");
}

// Validation remembers where the last container of the root lies, and the walk steps over it without a look: wherever
// params stand and whatever stands beside them, they are cut out as they are.
TEST_F(EnvelopeTest, ParamsAreCutOutWhereverTheyStand) {
  const std::string params = R"({"params":{"params":[[],{}]},"}":"]}\"","a":[1,[2]] , "z":{}})";
  const std::string rest = R"("jsonrpc":"2.0","id":1,"method":"m")";
  for (absl::string_view name : {"params", "par\\u0061ms", "\\u0070\\u0061\\u0072\\u0061\\u006d\\u0073"}) {
    for (const std::string& frame :
         {absl::StrCat("{\"", name, "\":", params, ",", rest, "}"),
          absl::StrCat("{", rest, ",\"", name, "\":", params, "}"),
          absl::StrCat(" { ", rest, " , \"", name, "\" : ", params, " } "),
          absl::StrCat("{\"id\":1,\"", name, "\":", params, ",\"method\":\"m\",\"jsonrpc\":\"2.0\"}")}) {
      SCOPED_TRACE(frame);
      const absl::Status status = Parse(frame);
      ASSERT_TRUE(status.ok()) << status;
      EXPECT_EQ(envelope_.params, params);
      EXPECT_EQ(envelope_.id, "1");
      EXPECT_EQ(envelope_.method, "m");
      EXPECT_FALSE(envelope_.bad_params);
    }
  }
}

TEST_F(EnvelopeTest, WhatIsOnlyNestedOrNoContainerIsNotTakenForParams) {
  ASSERT_TRUE(Parse(R"({"params":"{}","jsonrpc":"2.0","id":1,"method":"params"})").ok());
  EXPECT_EQ(envelope_.params, R"("{}")");
  EXPECT_TRUE(envelope_.bad_params);
  ExpectInvalid(R"({"jsonrpc":"2.0","x":{"params":{"id":5}},"id":1,"method":"m"})", "no member \"x\"", "1", "/x");
  EXPECT_EQ(envelope_.params, "");
}

TEST_F(EnvelopeTest, ContainersBesideTheParamsAreStillFaults) {
  const std::string params = R"({"a":[{"b":[]}]})";
  struct Case {
    absl::string_view before, after;
    absl::string_view says, id, path;
    absl::string_view cut;  // what is taken for params
  };
  const Case cases[] = {
      {R"("id":[{}],)", "", "id must be a string or an integer", "", "/id", params},
      {"", R"(,"id":{"params":[]})", "id must be a string or an integer", "", "/id", params},
      {R"("id":1,)", R"(,"x":[[{}]])", "no member \"x\"", "1", "/x", params},
      {R"("params":{},"id":1,)", "", "\"params\" is there twice", "1", "/params", "{}"},
      {R"("par\u0061ms":{"c":{}},)", R"(,"id":1)", "\"params\" is there twice", "1", "/params", R"({"c":{}})"},
      {"", R"(,"params":7,"id":1)", "\"params\" is there twice", "1", "/params", params},
      {"", R"(,"params":{"d":[7]},"id":1)", "\"params\" is there twice", "1", "/params", params},
  };
  for (const Case& c : cases) {
    const std::string frame =
        absl::StrCat("{", c.before, R"("jsonrpc":"2.0","params":)", params, R"(,"method":"m")", c.after, "}");
    ExpectInvalid(frame, c.says, c.id, c.path);
    EXPECT_EQ(envelope_.params, c.cut) << frame;
    EXPECT_EQ(envelope_.method, "m") << frame;
  }
}

TEST_F(EnvelopeTest, NothingOfAnEarlierFrameStays) {
  ASSERT_TRUE(Parse(R"({"jsonrpc":"2.0","id":7,"method":"m","params":[]})").ok());
  EXPECT_TRUE(envelope_.bad_params);
  ASSERT_TRUE(Parse(R"({"jsonrpc":"2.0","method":"n"})").ok());
  EXPECT_EQ(envelope_.id, "");
  EXPECT_EQ(envelope_.params, "");
  EXPECT_FALSE(envelope_.bad_params);
}

TEST_F(EnvelopeTest, AnIdIsKeptAsWritten) {
  const std::string ids[] = {"0",
                             "-0",
                             "7",
                             "-12",
                             "9007199254740993",
                             std::string(256, '1'),
                             absl::StrCat("-", std::string(256, '9')),
                             R"("")",
                             R"("a")",
                             R"("\u0061\/\n")",
                             "\"\xC3\xBC\xF0\x9F\x98\x80\"",
                             absl::StrCat("\"", std::string(256, 'x'), "\""),
                             R"("null")"};
  for (const std::string& id : ids) {
    ASSERT_TRUE(Parse(absl::StrCat(R"({"jsonrpc":"2.0","method":"m","id": )", id, " }")).ok()) << id;
    EXPECT_EQ(envelope_.id, id);
  }
}

TEST_F(EnvelopeTest, AnIdsLengthCountsItsCharactersNotTheirEscapes) {
  std::string id = "\"";
  for (int i = 0; i < 256; ++i) id += "\\u0041";
  id += "\"";
  ASSERT_TRUE(Parse(absl::StrCat(R"({"jsonrpc":"2.0","method":"m","id":)", id, "}")).ok());
  EXPECT_EQ(envelope_.id, id);
}

TEST_F(EnvelopeTest, CharactersThatEndLinesLeaveAsEscapesAlsoInIds) {
  ASSERT_TRUE(Parse("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"id\":\"\xE2\x80\xA8\xE2\x80\xA9\xC2\x85\x7F\"}").ok());
  EXPECT_EQ(envelope_.id, R"("\u2028\u2029\u0085\u007f")");
}

TEST_F(EnvelopeTest, OtherIdsAreRefusedAndNotEchoed) {
  const std::string ids[] = {"null",
                             "true",
                             "1.0",
                             "1.5",
                             "1e2",
                             "1E2",
                             "{}",
                             "[]",
                             "[1]",
                             std::string(257, '1'),
                             absl::StrCat("-", std::string(257, '1')),
                             absl::StrCat("\"", std::string(257, 'x'), "\""),
                             absl::StrCat("\"", std::string(255, 'x'), "\xC3\xBC\"")};
  for (const std::string& id : ids) {
    ExpectInvalid(absl::StrCat(R"({"jsonrpc":"2.0","id":)", id, R"(,"method":"m"})"), "id ", "", "/id");
  }
}

TEST_F(EnvelopeTest, AFaultIsAnsweredToTheIdWhereverItStands) {
  ExpectInvalid(R"({"id":1,"method":"m"})", "jsonrpc is missing", "1");
  ExpectInvalid(R"({"jsonrpc":"1.0","method":"m","id":1})", "jsonrpc must be \"2.0\"", "1", "/jsonrpc");
  ExpectInvalid(R"({"jsonrpc":2.0,"method":"m","id":1})", "jsonrpc must be \"2.0\"", "1", "/jsonrpc");
  ExpectInvalid(R"({"jsonrpc":"","method":"m","id":1})", "jsonrpc must be \"2.0\"", "1", "/jsonrpc");
  ExpectInvalid(R"({"jsonrpc":"2.0","id":1})", "method is missing", "1");
  ExpectInvalid(R"({"jsonrpc":"2.0","method":7,"id":"x"})", "method must be a string", "\"x\"", "/method");
  ExpectInvalid(R"({"jsonrpc":"2.0","method":null,"id":"x"})", "method must be a string", "\"x\"", "/method");
  ExpectInvalid(R"({"jsonrpc":"2.0","method":7})", "method must be a string", "", "/method");
}

TEST_F(EnvelopeTest, UnknownMembersAreRefused) {
  ExpectInvalid(R"({"jsonrpc":"2.0","extra":{"id":3},"id":1,"method":"m"})", "no member \"extra\"", "1", "/extra");
  ExpectInvalid(R"({"jsonrpc":"2.0","Method":"m","id":1,"method":"m"})", "no member \"Method\"", "1", "/Method");
  ExpectInvalid(R"({"jsonrpc":"2.0","id":1,"result":{}})", "no member \"result\"", "1", "/result");
  ExpectInvalid(R"({"jsonrpc":"2.0","a/b":0,"id":1,"method":"m"})", "no member \"a/b\"", "1", "/a~1b");
}

TEST_F(EnvelopeTest, DuplicateMembersAreRefused) {
  ExpectInvalid(R"({"jsonrpc":"2.0","id":1,"method":"m","method":"n"})", "\"method\" is there twice", "1", "/method");
  ExpectInvalid(R"({"jsonrpc":"2.0","id":1,"m\u0065thod":"m","method":"n"})", "\"method\" is there twice", "1",
                "/method");
  ExpectInvalid(R"({"jsonrpc":"2.0","id":1,"method":"m","params":{},"params":{}})", "twice", "1", "/params");
  ExpectInvalid(R"({"jsonrpc":"2.0","id":1,"id":1,"method":"m"})", "\"id\" is there twice", "", "/id");
  ExpectInvalid(R"({"jsonrpc":"2.0","id":1,"id":2,"id":3,"method":"m"})", "\"id\" is there twice", "", "/id");
}

TEST_F(EnvelopeTest, TheFirstFaultIsNamed) {
  ExpectInvalid(R"({"x":1,"y":2,"method":7,"id":null})", "no member \"x\"", "", "/x");
}

TEST_F(EnvelopeTest, TextsOfTheClientAreCutInErrors) {
  const std::string name = std::string(63, 'n') + "\xC3\xBC" + std::string(1000, 'n');
  ExpectInvalid(absl::StrCat("{\"", name, "\":1}"), std::string(63, 'n') + "...\"", "");
}

TEST_F(EnvelopeTest, OnlyAnObjectIsARequest) {
  for (absl::string_view frame : {"[]", R"([{"jsonrpc":"2.0","id":1,"method":"m"}])"}) {
    ExpectInvalid(frame, "Batches are not supported", "");
  }
  ExpectInvalid("\"m\"", "A request is an object, not a string", "");
  ExpectInvalid("42", "A request is an object, not a number", "");
  ExpectInvalid("null", "A request is an object, not null", "");
}

TEST_F(EnvelopeTest, ParamsOfAnotherTypeAreTold) {
  for (absl::string_view params : {"[]", "[1]", "\"x\"", "7", "true", "null"}) {
    ASSERT_TRUE(Parse(Request("1", "m", params)).ok());
    EXPECT_TRUE(envelope_.bad_params) << std::string(params);
  }
}

TEST_F(EnvelopeTest, WhatIsNotJsonIsAParseError) {
  for (absl::string_view frame : {"{", "{}x", "{'a':1}", "{\"a\":1,}", "NaN", "{\"a\":\"\xFF\"}", "{\"a\":\"\\ud800\"}",
                                  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"a\":01}}"}) {
    const absl::Status status = Parse(frame);
    EXPECT_TRUE(IsError(status, wire::kErrorParseError)) << status;
    EXPECT_EQ(envelope_.id, "");
    EXPECT_THAT(std::string(status.message()), HasSubstr("at byte "));
  }
}

TEST_F(EnvelopeTest, NestingIsLimitedFromTheRoot) {
  const auto nested = [](int depth) {  // the frame itself is one level
    return Request("1", "m", absl::StrCat("{\"a\":", std::string(depth - 2, '['), std::string(depth - 2, ']'), "}"));
  };
  EXPECT_TRUE(Parse(nested(limits_.max_depth)).ok());
  EXPECT_TRUE(IsError(Parse(nested(limits_.max_depth + 1)), wire::kErrorParseError));
}

}  // namespace
}  // namespace a2a::rpc

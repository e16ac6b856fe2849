#include "base/error.h"

#include "google/protobuf/wrappers.pb.h"
#include "gtest/gtest.h"

namespace a2a {
namespace {

constexpr ErrorInfo kSome{-32602, "SOME_ERROR", "Something is wrong.", false};
constexpr ErrorInfo kOther{-32602, "OTHER_ERROR", "Something else is wrong.", true};

TEST(ErrorTest, CarriesCodeNameTextAndData) {
  google::protobuf::StringValue data;
  data.set_value(std::string("with a NUL \0 inside", 19));
  const absl::Status status = MakeError(kOther, "what was wrong", &data);
  EXPECT_EQ(status.message(), "what was wrong");
  ErrorParts parts;
  ASSERT_TRUE(GetErrorParts(status, &parts));
  EXPECT_EQ(parts.code, -32602);
  EXPECT_EQ(parts.name, "OTHER_ERROR");
  EXPECT_TRUE(parts.retryable);
  google::protobuf::StringValue back;
  ASSERT_TRUE(back.ParseFromString(parts.data));
  EXPECT_EQ(back.value(), data.value());
}

TEST(ErrorTest, TextDefaultsToTheCatalogue) {
  const absl::Status status = MakeError(kSome);
  EXPECT_EQ(status.message(), "Something is wrong.");
  ErrorParts parts;
  ASSERT_TRUE(GetErrorParts(status, &parts));
  EXPECT_EQ(parts.data, "");
  EXPECT_FALSE(parts.retryable);
}

TEST(ErrorTest, TellsItsOwnFromOthers) {
  EXPECT_TRUE(IsError(MakeError(kSome), kSome));
  EXPECT_FALSE(IsError(MakeError(kSome), kOther));
  EXPECT_FALSE(IsError(absl::InternalError("SOME_ERROR"), kSome));
  EXPECT_FALSE(IsError(absl::OkStatus(), kSome));
  ErrorParts parts;
  EXPECT_FALSE(GetErrorParts(absl::InternalError("disk"), &parts));
  EXPECT_FALSE(GetErrorParts(absl::OkStatus(), &parts));
}

}  // namespace
}  // namespace a2a

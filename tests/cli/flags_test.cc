#include "cli/flags.h"

#include <map>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace a2a::cli {
namespace {

using testing::HasSubstr;

class FlagsTest : public testing::Test {
 protected:
  std::vector<Flag> Flags() {
    const auto into = [](std::string* out) {
      return [out](absl::string_view value) {
        if (value == "bad") return absl::InvalidArgumentError("must be good");
        *out = std::string(value);
        return absl::OkStatus();
      };
    };
    return {{"--one", "T_ONE", "PATH", "The first.", "1", into(&one_)},
            {"--two", "T_TWO", "N", "The second.", "2", into(&two_)}};
  }
  // OK, or the text of the error.
  std::string Parse(const std::vector<absl::string_view>& args) {
    const absl::Status status = ParseFlags(
        args, [this](const std::string& name) { return env_.count(name) != 0 ? env_[name].c_str() : nullptr; },
        Flags());
    return status.ok() ? "OK" : std::string(status.message());
  }

  std::map<std::string, std::string> env_;
  std::string one_ = "-", two_ = "-";
};

TEST_F(FlagsTest, TakesBothWaysOfGivingAValue) {
  EXPECT_EQ(Parse({"--one=a=b", "--two", "c"}), "OK");
  EXPECT_EQ(one_, "a=b");
  EXPECT_EQ(two_, "c");
}

TEST_F(FlagsTest, AFlagWinsOverItsVariable) {
  env_["T_ONE"] = "env1";
  env_["T_TWO"] = "env2";
  EXPECT_EQ(Parse({"--two=flag"}), "OK");
  EXPECT_EQ(one_, "env1");
  EXPECT_EQ(two_, "flag");
}

TEST_F(FlagsTest, ABadVariableIsNoMatterBehindAFlag) {
  env_["T_ONE"] = "bad";
  EXPECT_EQ(Parse({"--one=x"}), "OK");
  EXPECT_EQ(Parse({}), "T_ONE must be good, not \"bad\".");
}

TEST_F(FlagsTest, AnEmptyVariableIsNotSet) {
  env_["T_ONE"] = "";
  EXPECT_EQ(Parse({}), "OK");
  EXPECT_EQ(one_, "-");
}

TEST_F(FlagsTest, SaysWhatIsWrong) {
  EXPECT_EQ(Parse({"--three"}), "Unknown flag \"--three\".");
  EXPECT_EQ(Parse({"--three=3"}), "Unknown flag \"--three\".");
  EXPECT_EQ(Parse({"--on", "x"}), "Unknown flag \"--on\".");
  EXPECT_EQ(Parse({"word"}), "Unexpected argument \"word\".");
  EXPECT_EQ(Parse({""}), "Unexpected argument \"\".");
  EXPECT_EQ(Parse({"--one"}), "--one needs a value: --one PATH.");
  EXPECT_EQ(Parse({"--one=a", "--one", "b"}), "--one is there twice.");
  EXPECT_EQ(Parse({"--one", "bad"}), "--one must be good, not \"bad\".");
}

TEST_F(FlagsTest, HelpNamesEveryFlagItsDefaultAndItsVariable) {
  EXPECT_EQ(DescribeFlags(Flags()),
            "  --one PATH\n      The first.\n      Default: 1. Environment: T_ONE.\n"
            "  --two N\n      The second.\n      Default: 2. Environment: T_TWO.\n");
}

TEST(ParseBytesTest, TakesNumbersAndUnits) {
  EXPECT_EQ(*ParseBytes("1", 1, 1 << 30), 1);
  EXPECT_EQ(*ParseBytes("65536", 1, 1 << 30), 65536);
  EXPECT_EQ(*ParseBytes("64KiB", 1, 1 << 30), 65536);
  EXPECT_EQ(*ParseBytes("32MiB", 1, 1 << 30), 32 << 20);
  EXPECT_EQ(*ParseBytes("1GiB", 1, 1 << 30), 1 << 30);
}

TEST(ParseBytesTest, RefusesEverythingElse) {
  for (absl::string_view text : {"", "0", "-1", "+1", " 1", "1 ", "1.5", "x", "1kb", "MiB", "1MiBMiB", "2GiB",
                                 "9223372036854775807", "9223372036854775808", "9999999999GiB", "0x10", "1e3"}) {
    const auto bytes = ParseBytes(text, 1, 1 << 30);
    ASSERT_FALSE(bytes.ok()) << std::string(text);
    EXPECT_THAT(std::string(bytes.status().message()), HasSubstr("from 1 to 1GiB"));
  }
}

TEST(ParseSecondsTest, TakesNumbersAndUnits) {
  EXPECT_EQ(*ParseSeconds("0"), 0);
  EXPECT_EQ(*ParseSeconds("300"), 300);
  EXPECT_EQ(*ParseSeconds("300s"), 300);
  EXPECT_EQ(*ParseSeconds("5m"), 300);
  EXPECT_EQ(*ParseSeconds("12h"), 43200);
  EXPECT_EQ(*ParseSeconds("7d"), 604800);
}

TEST(ParseSecondsTest, RefusesEverythingElse) {
  for (absl::string_view text : {"", "-1", "1.5", "x", "1w", "d", "1dd", "36501d", "9223372036854775807d"}) {
    EXPECT_FALSE(ParseSeconds(text).ok()) << std::string(text);
  }
}

TEST(ShowTest, GoesBackIntoWords) {
  EXPECT_EQ(ShowBytes(1000), "1000");
  EXPECT_EQ(ShowBytes(64 << 10), "64KiB");
  EXPECT_EQ(ShowBytes(33 << 20), "33MiB");
  EXPECT_EQ(ShowBytes(0), "0");
  EXPECT_EQ(ShowSeconds(604800), "7d");
  EXPECT_EQ(ShowSeconds(301), "301s");
  EXPECT_EQ(ShowSeconds(0), "0s");
}

}  // namespace
}  // namespace a2a::cli

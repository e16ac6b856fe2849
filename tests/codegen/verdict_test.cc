// Decoders against tables: for any text, a generated decoder accepts exactly what json::Diagnose accepts, and what it
// accepts survives its encoder. Random instances of every type of two protocols, then damaged. Seeds are printed;
// A2A_SEED=<n> repeats one, A2A_ROUNDS=<n> makes the run longer.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>

#include "absl/strings/numbers.h"
#include "codegen/instances.h"
#include "codegen/ir_json.h"
#include "codegen/schema_text.h"
#include "codegen/types_under_test.h"
#include "json/cursor.h"

namespace a2a::codegen {
namespace {

constexpr int kDepth = 128;

uint32_t FromEnvironment(const char* name, uint32_t otherwise) {
  const char* text = std::getenv(name);
  uint32_t value = 0;
  return text != nullptr && absl::SimpleAtoi(text, &value) ? value : otherwise;
}

struct Tally {
  int accepted = 0, refused = 0;
};

void ExpectSurvivesEncoder(const TypeUnderTest& type, const std::string& text, const std::string& encoded) {
  json::SyntaxError error;
  ASSERT_TRUE(json::Validate(encoded, kDepth, &error))
      << encoded << " at " << error.offset << ": " << std::string(error.what);
  json::Fault fault;
  ASSERT_TRUE(json::Diagnose(*type.table, encoded, "", &fault)) << text << "\ngave " << encoded << "\n" << fault.text;
  std::string again;
  ASSERT_TRUE(type.recode(encoded, &again)) << encoded;
  ASSERT_EQ(again, encoded) << "from " << text;
}

void ExpectOneVerdict(const TypeUnderTest& type, const std::string& text, Tally* tally) {
  json::SyntaxError error;
  ASSERT_TRUE(json::Validate(text, kDepth, &error)) << text;
  json::Fault fault;
  std::string encoded;
  const bool decoded = type.recode(text, &encoded);
  const bool diagnosed = json::Diagnose(*type.table, text, "", &fault);
  ASSERT_EQ(decoded, diagnosed) << type.name << "\n" << text << "\n" << fault.reason << " at " << fault.path;
  ++(decoded ? tally->accepted : tally->refused);
  if (decoded) ExpectSurvivesEncoder(type, text, encoded);
}

TEST(VerdictTest, DecodersAgreeWithTheirTables) {
  const uint32_t seed = FromEnvironment("A2A_SEED", std::random_device()());
  const uint32_t rounds = FromEnvironment("A2A_ROUNDS", 300);
  std::printf("A2A_SEED=%u\n", seed);
  Instances instances(seed);
  for (const TypeUnderTest& type : TypesUnderTest()) {
    Tally tally;
    for (uint32_t round = 0; round < rounds; ++round) {
      JsonTree tree = instances.Make(*type.table);
      ExpectOneVerdict(type, tree.ToString(), &tally);
      for (size_t damage = 0; damage < 6; ++damage) {
        instances.Damage(*type.table, &tree);
        ExpectOneVerdict(type, tree.ToString(), &tally);
      }
      if (testing::Test::HasFatalFailure()) return;
    }
    // A test that sees only one verdict proves nothing.
    EXPECT_GT(tally.accepted, static_cast<int>(rounds / 10)) << type.name;
    EXPECT_GT(tally.refused, static_cast<int>(rounds / 10)) << type.name;
  }
}

TEST(VerdictTest, EveryTypeOfOurProtocolIsUnderTest) {
  ir::Ir ir;
  ASSERT_TRUE(ParseIr(ReadSource("generated/protocol.ir.json"), &ir).ok());
  for (const ir::Type& type : ir.types()) EXPECT_EQ(TypeNamed("wire." + type.name()).table->name, type.name());
}

}  // namespace
}  // namespace a2a::codegen

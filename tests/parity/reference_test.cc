// The reference against verdicts written by hand, and vectors against the reference. What the codecs say is compared in
// parity.test.ts.
#include <gtest/gtest.h>

#include <set>

#include "codegen/emit_vectors.h"
#include "codegen/parity_fuzz.h"
#include "codegen/parity_mutate.h"
#include "codegen/parity_reference.h"
#include "parity/protocols.h"

namespace a2a::codegen {
namespace {

std::string Verdict(const ir::Ir& ir, const std::string& type, absl::string_view text, Side side = Side::kInput) {
  const IrIndex index(ir);
  const Outcome outcome = Judge(index, type, text, side);
  return outcome.ok ? "ok " + outcome.value.Print() : outcome.reason + " " + outcome.path;
}

std::string Ours(const std::string& type, absl::string_view text) { return Verdict(OurProtocol(), type, text); }
std::string Plans(const std::string& type, absl::string_view text) { return Verdict(PlansProtocol(), type, text); }

TEST(ParityReferenceTest, RanksOfSeveralFaults) {
  EXPECT_EQ(Ours("Part", R"({"kind":1,"text":2})"), "discriminator /kind");
  EXPECT_EQ(Ours("Part", R"({"text":2,"kind":"text","kind":"text"})"), "duplicate /kind");
  EXPECT_EQ(Ours("Part", R"({"metadata":1,"kind":"text"})"), "required /text");
  EXPECT_EQ(Ours("Message", R"({"kind":"other","role":"nobody"})"), "tag /kind");
  EXPECT_EQ(Ours("OkResult", R"({"zz":1,"aa":1})"), "required /ok");
  EXPECT_EQ(Ours("OkResult", R"({"ok":true,"zz":1,"aa":1})"), "unknown /aa");
  EXPECT_EQ(Ours("OkResult", R"({"ok":1,"ok":true})"), "duplicate /ok");
  EXPECT_EQ(Ours("OkResult", "[]"), "type ");
  EXPECT_EQ(Ours("OkResult", "{"), "parse ");
}

TEST(ParityReferenceTest, PathsGoInside) {
  EXPECT_EQ(Ours("SendParams",
                 R"({"token":"t","message":{"role":"user","parts":[{"kind":"text","text":1}],"messageId":"m"}})"),
            "type /message/parts/0/text");
  EXPECT_EQ(Ours("OkResult", R"({"ok":true,"a/b~":1})"), "unknown /a~1b~0");
  EXPECT_EQ(Ours("OkResult", "{\"ok\":true,\"" + std::string(257, 'n') + "\":1}"), "unknown ");
  EXPECT_EQ(Plans("Maps", R"({"texts":{"b":1,"a":2}})"), "type /texts/a");
}

TEST(ParityReferenceTest, WhatTheHostWrites) {
  EXPECT_EQ(Ours("PushConfigGetResult", "{}"), R"(ok {"config":null})");
  EXPECT_EQ(Ours("MessageSendConfiguration", R"({"historyLength":1e400,"blocking":null})"),
            R"(ok {"historyLength":256})");
  EXPECT_EQ(Ours("TextPart", R"({"x":1e400,"text":"\u0061","metadata":null})"), R"(ok {"text":"a","x":1e400})");
  EXPECT_EQ(Plans("Note", R"({"text":"a","what":null})"), R"(ok {"what":"note","text":"a"})");
  EXPECT_EQ(Plans("Plain", R"({"text":"","flag":false,"small":0,"huge":0,"real":0,"file":""})"), "ok {}");
  EXPECT_EQ(Plans("Lists", R"({"points":[],"texts":[]})"), R"(ok {"numbers":[],"points":[]})");
}

TEST(ParityReferenceTest, NumbersAndLimits) {
  EXPECT_EQ(Plans("Optionals", R"({"small":2147483648})"), "range /small");
  EXPECT_EQ(Plans("Optionals", R"({"small":2147483647.0})"), R"(ok {"small":2147483647})");
  EXPECT_EQ(Plans("Optionals", R"({"small":1.5})"), "type /small");
  EXPECT_EQ(Plans("Optionals", R"({"huge":18446744073709551615})"), R"(ok {"huge":18446744073709551615})");
  EXPECT_EQ(Plans("Optionals", R"({"huge":-1})"), "range /huge");
  EXPECT_EQ(Plans("Optionals", R"({"real":1e400})"), "range /real");
  EXPECT_EQ(Plans("Bounds", R"({"number":4})"), "value /number");
  EXPECT_EQ(Plans("Bounds", R"({"clamped":4})"), R"(ok {"clamped":3})");
  EXPECT_EQ(Plans("Bounds", R"({"chars":"a"})"), "chars /chars");
  EXPECT_EQ(Plans("Bounds", R"({"file":"AAAAAA=="})"), "bytes /file");
  EXPECT_EQ(Plans("Bounds", R"({"items":[]})"), "items /items");
}

TEST(ParityReferenceTest, OutputIsReadAsAClientReadsIt) {
  const auto output = [](const char* text) {
    return Verdict(OurProtocol(), "PushConfigGetResult", text, Side::kOutput);
  };
  EXPECT_EQ(output("{}"), "required /config");
  EXPECT_EQ(output(R"({"config":null,"more":1})").substr(0, 2), "ok");
  EXPECT_EQ(Verdict(OurProtocol(), "AgentsListResult", R"({"agents":[],"nextPageToken":null})", Side::kOutput),
            "type /nextPageToken");
}

TEST(ParityReferenceTest, ExceededLimitsSayWhich) {
  const IrIndex index(OurProtocol());
  const Outcome outcome = Judge(index, "TextPart", "{\"text\":\"" + std::string(16001, 'a') + "\"}");
  EXPECT_EQ(outcome.error, "A2A_PAYLOAD_TOO_LARGE");
  EXPECT_EQ(outcome.limit, "textChars");
  EXPECT_EQ(outcome.max, 16000);
  EXPECT_EQ(outcome.actual, 16001);
}

class ParityVectorsTest : public testing::TestWithParam<const ir::Ir& (*)()> {};

// EmitVectors fails when the rule that made a vector and the reference disagree.
TEST_P(ParityVectorsTest, RulesAndReferenceAgreeAndTheOutputIsStable) {
  const ir::Ir& ir = GetParam()();
  FileSink once;
  FileSink again;
  const absl::Status status = EmitVectors(ir, &once, 1 << 20);
  ASSERT_TRUE(status.ok()) << status;
  ASSERT_TRUE(EmitVectors(ir, &again, 1 << 20).ok());
  EXPECT_EQ(once.files(), again.files());
  EXPECT_EQ(once.files().size(), static_cast<size_t>(ir.types_size()) + 1);
}

TEST_P(ParityVectorsTest, EveryReasonIsShown) {
  FileSink sink;
  ASSERT_TRUE(EmitVectors(GetParam()(), &sink, 1 << 20).ok());
  std::string all;
  for (const auto& [path, content] : sink.files()) all += content;
  for (const char* reason : {"parse", "type", "required", "duplicate", "discriminator", "tag", "unknown", "enum",
                             "range", "value", "base64", "items", "chars", "bytes"}) {
    EXPECT_NE(all.find(std::string("\"reason\":\"") + reason + "\""), std::string::npos) << reason;
  }
}

TEST_P(ParityVectorsTest, FuzzIsTheSameForTheSameSeedAndShowsBothVerdicts) {
  const IrIndex index(GetParam()());
  Fuzzer a(index, 7);
  Fuzzer b(index, 7);
  Fuzzer c(index, 8);
  int accepted = 0;
  int different = 0;
  constexpr int kCases = 2000;
  for (int i = 0; i < kCases; ++i) {
    const Vector vector = a.Next();
    EXPECT_EQ(VectorLine(vector), VectorLine(b.Next()));
    different += vector.text != c.Next().text;
    accepted += vector.expected.ok;
  }
  EXPECT_GT(different, kCases / 2);
  EXPECT_GT(accepted, kCases / 10);
  EXPECT_LT(accepted, kCases * 9 / 10);
}

INSTANTIATE_TEST_SUITE_P(Protocols, ParityVectorsTest, testing::Values(&OurProtocol, &PlansProtocol));

TEST(ParityMutateTest, EveryMutationHasItsOwnTargetAndChangesTheIr) {
  std::set<std::string> targets;
  int in_ir = 0;
  for (const Mutation& mutation : MutationsOf(OurProtocol())) {
    EXPECT_NE(mutation.target, "") << mutation.name;
    EXPECT_TRUE(targets.insert(mutation.target).second) << mutation.target;
    if (mutation.only == "cpp") continue;
    ++in_ir;
    ir::Ir mutated = OurProtocol();
    ASSERT_TRUE(Mutate({mutation.name}, &mutated).ok());
    EXPECT_NE(mutated.SerializeAsString(), OurProtocol().SerializeAsString()) << mutation.name;
  }
  EXPECT_GE(in_ir, 10);
}

TEST(ParityMutateTest, MutationsDoNotDisturbEachOther) {
  std::vector<std::string> names;
  for (const Mutation& mutation : MutationsOf(OurProtocol())) names.push_back(mutation.name);
  ir::Ir all = OurProtocol();
  ir::Ir listed = OurProtocol();
  ASSERT_TRUE(Mutate({"all"}, &all).ok());
  ASSERT_TRUE(Mutate(names, &listed).ok());
  EXPECT_EQ(all.SerializeAsString(), listed.SerializeAsString());
  EXPECT_FALSE(Mutate({"no-such-mutation"}, &all).ok());
}

}  // namespace
}  // namespace a2a::codegen

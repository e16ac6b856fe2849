// paths.h against the names on the wire: against the IR for every member of our protocol, and against what the reader
// says of a wrong member for those with names that bite.
#include "a2a/wire/paths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <regex>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/path.h"
#include "codegen/ir_json.h"
#include "codegen/names_cpp.h"
#include "codegen/schema_text.h"
#include "json/table.h"
#include "plans/codec.h"
#include "plans/paths.h"

namespace a2a::codegen {
namespace {

std::string Text(absl::string_view path) { return std::string(path.data(), path.size()); }

// Where the reader finds the first fault.
std::string FaultOf(const json::TypeTable& type, absl::string_view text, absl::string_view base = "") {
  json::Fault fault;
  EXPECT_FALSE(json::Diagnose(type, text, base, &fault)) << text;
  return fault.path;
}

TEST(PathsTest, PointWhereTheReaderPoints) {
  constexpr auto kY = ParamsPath<plans::AddParams>().steps(1).walk().way(0).y();
  EXPECT_EQ(Text(kY), "/params/steps/1/way/0/y");
  EXPECT_EQ(Text(kY), FaultOf(plans::kAddParamsTable,
                              R"({"title":"t","steps":[{"type":"nothing"},{"type":"walk","way":[{"x":1,"y":"no"}]}]})",
                              kParamsPath));
  EXPECT_EQ(Text(ParamsPath<plans::AddParams>().steps()),
            FaultOf(plans::kAddParamsTable, R"({"title":"t","steps":{}})", kParamsPath));
  EXPECT_EQ(Text(FieldPath<plans::Tree>().branch().children(2).leaf().value()),
            FaultOf(plans::kTreeTable, R"({"node":"branch","children":[{"node":"nothing"},{"node":"nothing"},)"
                                       R"({"node":"leaf","value":1}]})"));
  EXPECT_EQ(Text(FieldPath<plans::Maps>().points()), FaultOf(plans::kMapsTable, R"({"points":[]})"));
}

TEST(PathsTest, NamesOnTheWireAreThoseOfTheSchema) {
  const FieldPath<plans::Object> object;
  const std::string start = R"({"constructor":"c",)";
  EXPECT_EQ(Text(object.tostring()), FaultOf(plans::kObjectTable, start + R"("to\"String\\":1})"));
  EXPECT_EQ(Text(object.operator_()), FaultOf(plans::kObjectTable, start + R"("operator":1})"));
  EXPECT_EQ(Text(object.mixed_case()), FaultOf(plans::kObjectTable, start + R"("MixedCase":1})"));
  EXPECT_EQ(Text(object.eof()), FaultOf(plans::kObjectTable, start + R"("EOF":1})"));
  EXPECT_EQ(Text(object.emoji()),
            FaultOf(plans::kObjectTable, start + "\"\xF0\x9F\x98\x80 ?\?/ */ ${x} @@protoc\":1}"));
  // json_name, with what JSON Pointers escape.
  EXPECT_EQ(Text(object.renamed()), "/re~1named~0");
  EXPECT_EQ(Text(object.renamed()), FaultOf(plans::kObjectTable, start + R"("re/named~":1})"));
  EXPECT_EQ(Text(FieldPath<plans::Outer>().inner().value().x()),
            FaultOf(plans::kOuterTable, R"({"inner":{"value":{"x":1}},"shape":"round"})"));
}

TEST(PathsTest, AnyIndexAndNoMemberAtAll) {
  constexpr auto kLast = FieldPath<wire::EventsAckParams>().seqs(SIZE_MAX);
  EXPECT_EQ(Text(kLast), absl::StrCat("/seqs/", SIZE_MAX));
  EXPECT_EQ(Text(FieldPath<wire::EventsAckParams>().seqs(0)), "/seqs/0");
  EXPECT_EQ(Text(FieldPath<wire::EventsAckParams>()), "");
  EXPECT_EQ(Text(ParamsPath<wire::EventsAckParams>()), Text(kParamsPath));
  static_assert(ParamsPath<wire::SendParams>().message() == ParamsPath<wire::TasksStatusParams>().message());
  static_assert(!(FieldPath<wire::Task>().id() == FieldPath<wire::Task>().context_id()));
}

// Class and member -> the pointer of that member alone, as paths.h has them.
std::map<std::string, std::string> StepsIn(const std::string& header) {
  static const std::regex kLine(
      "class FieldPath<::a2a::wire::(\\w+), N>|"
      "constexpr auto (\\w+)\\((size_t index)?\\) const \\{ return [^\"]*\\(\\*this, \"([^\"]*)\"(, index)?\\); \\}");
  std::map<std::string, std::string> steps;
  std::string type;
  for (std::sregex_iterator it(header.begin(), header.end(), kLine), end; it != end; ++it) {
    const std::smatch& match = *it;
    if (match[1].matched) {
      type = match[1];
    } else {
      steps[absl::StrCat(type, ".", match[2].str(), match[3].matched ? "[]" : "")] = match[4];
    }
  }
  return steps;
}

TEST(PathsTest, EveryMemberOfOurProtocolHasItsName) {
  ir::Ir ir;
  ASSERT_TRUE(ParseIr(ReadSource("generated/protocol.ir.json"), &ir).ok());
  std::map<std::string, std::string> wanted;
  for (const ir::Type& type : ir.types()) {
    for (const ir::Field& field : type.fields()) {
      const std::string member = absl::StrCat(type.name(), ".", CppField(field.name()));
      // The members of an arm stand beside the discriminator.
      const std::string step = field.arm().empty() ? absl::StrCat("/", field.wire_name()) : "";
      wanted[member] = step;
      if (field.repeated()) wanted[member + "[]"] = step;
    }
  }
  EXPECT_GT(wanted.size(), 100u);
  EXPECT_EQ(StepsIn(ReadSource("generated/cpp/a2a/wire/paths.h")), wanted);
}

}  // namespace
}  // namespace a2a::codegen

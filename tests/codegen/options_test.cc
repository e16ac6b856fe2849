// proto/a2a/options.proto explains every option with words and an example; the examples are good schemas.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "a2a/options.pb.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "codegen/schema_text.h"

namespace a2a::codegen {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::FileDescriptor;

struct Documented {
  std::string option;  // "FieldRule.required", "field"
  std::string place;   // where its examples stand: "FileOptions" and so on
  std::string words;
  std::string example;
};

// Options messages of protobuf that a message of options.proto ends up in.
std::string PlaceOf(const Descriptor* message, const FileDescriptor* file) {
  for (int i = 0; i < file->extension_count(); ++i) {
    if (file->extension(i)->message_type() == message)
      return std::string(file->extension(i)->containing_type()->name());
  }
  for (int i = 0; i < file->message_type_count(); ++i) {
    const Descriptor* outer = file->message_type(i);
    for (int k = 0; k < outer->field_count(); ++k) {
      if (outer != message && outer->field(k)->message_type() == message) return PlaceOf(outer, file);
    }
  }
  return "";
}

Documented Read(const FieldDescriptor* field, const std::string& option, const std::string& place) {
  Documented documented = {option, place, "", ""};
  google::protobuf::SourceLocation location;
  EXPECT_TRUE(field->GetSourceLocation(&location)) << option;
  for (const std::string& line : std::vector<std::string>(absl::StrSplit(location.leading_comments, '\n'))) {
    absl::string_view rest = line;
    const bool example = absl::ConsumePrefix(&rest, "     ");
    absl::StrAppend(example ? &documented.example : &documented.words, rest, "\n");
  }
  return documented;
}

std::vector<Documented> Options() {
  // Kept until the end: descriptors belong to it.
  static const auto* const schema = new SchemaText({{"a2a/options.proto", ReadSource("proto/a2a/options.proto")}});
  EXPECT_EQ(schema->parse_errors(), "");
  const FileDescriptor* file = schema->Files({"a2a/options.proto"})[0];
  std::vector<Documented> all;
  for (int i = 0; i < file->extension_count(); ++i) {
    const FieldDescriptor* field = file->extension(i);
    all.push_back(Read(field, std::string(field->name()), std::string(field->containing_type()->name())));
  }
  for (int i = 0; i < file->message_type_count(); ++i) {
    const Descriptor* message = file->message_type(i);
    for (int k = 0; k < message->field_count(); ++k) {
      const std::string name = absl::StrCat(std::string(message->name()), ".", std::string(message->field(k)->name()));
      all.push_back(Read(message->field(k), name, PlaceOf(message, file)));
    }
  }
  return all;
}

// A whole schema around an example.
std::string SchemaAround(const Documented& option) {
  const bool file = option.place == "FileOptions";
  const bool names = file && (absl::StrContains(option.example, "(a2a.protocol) =") ||
                              absl::StrContains(option.example, "(a2a.protocol).name"));
  std::string text = "syntax = \"proto3\"; package shop; import \"a2a/options.proto\";\n";
  if (!names) text += "option (a2a.protocol).name = \"shop\";\n";
  if (option.option == "ProtocolOptions.schema_baseline") text += "option (a2a.protocol).schema_version = 3;\n";
  if (!absl::StrContains(option.example, "(a2a.protocol).version =") &&
      !absl::StrContains(option.example, "version: ")) {
    text += "option (a2a.protocol).version = 1;\n";
  }
  text +=
      "enum ShopError { SHOP_ERROR_UNSPECIFIED = 0;\n"
      "  SHOP_ERROR_BAD = 1 [(a2a.error) = { code: -32602 text: \"Bad.\" }];\n"
      "  SHOP_ERROR_TOO_LONG = 2 [(a2a.error) = { code: 1 text: \"Too long.\" }]; }\n"
      "message Card {}\nmessage Cash {}\n";
  if (file) return text + option.example;
  text += "option (a2a.protocol).bound = { name: \"MAX_NAME\" value: 40 };\n";
  if (option.place == "MethodOptions") {
    const bool tells = absl::StrContains(option.example, "notification: true");
    return absl::StrCat(text,
                        "option (a2a.protocol).capability = { name: \"orders\" };\nservice Orders {\n  rpc Do(Card) ",
                        "returns (", tells ? "a2a.None" : "Cash", ") {\n", option.example, "} }\n");
  }
  if (option.place == "EnumValueOptions")
    return absl::StrCat(text, "enum E { E_UNSPECIFIED = 0;\n", option.example, "}\n");
  return absl::StrCat(text, "message M {\n", option.example, "}\n");
}

TEST(OptionsTest, EachIsExplainedAndItsExampleIsAGoodSchema) {
  const std::vector<Documented> options = Options();
  EXPECT_GT(options.size(), 60u);
  for (const Documented& option : options) {
    EXPECT_GT(option.words.size(), 8u) << option.option << " has no words";
    ASSERT_NE(option.example, "") << option.option << " has no example";
    const std::string name = option.option.substr(option.option.find('.') + 1);
    EXPECT_THAT(option.example, testing::HasSubstr(name));
    const std::string schema = SchemaAround(option);
    EXPECT_THAT(CompileTexts({{"shop.proto", schema}}, nullptr), testing::IsEmpty()) << option.option << "\n" << schema;
  }
}

// codegen/README.md names every option, as an index of options.proto.
TEST(OptionsTest, TheReadmeNamesEach) {
  const std::string readme = ReadSource("codegen/README.md");
  for (const Documented& option : Options()) {
    const size_t dot = option.option.find('.');
    const std::string name = dot == std::string::npos ? absl::StrCat("`(a2a.", option.option, ")`")
                                                      : absl::StrCat("`", option.option.substr(dot + 1), "`");
    EXPECT_THAT(readme, testing::HasSubstr(name)) << option.option;
  }
}

}  // namespace
}  // namespace a2a::codegen

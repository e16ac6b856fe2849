// codegen/diagnostics against the generator: the schemas of each section are compiled, and the page must show exactly
// what the generator says of them. A code without a section, and a section without a code, fail.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "codegen/explain.h"
#include "codegen/schema_text.h"

namespace a2a::codegen {
namespace {

struct Block {
  std::string language;
  std::string text;
};

// Fenced blocks of Markdown, in order.
std::vector<Block> BlocksOf(absl::string_view markdown) {
  static const std::regex kBlock("```(\\w+)\n([^]*?)```");
  const std::string text(markdown);
  std::vector<Block> blocks;
  for (std::sregex_iterator it(text.begin(), text.end(), kBlock), end; it != end; ++it) {
    blocks.push_back({(*it)[1], (*it)[2]});
  }
  return blocks;
}

// Says "and so on" of the line before, in which names end in numbers: `// and so on, to Level124`.
constexpr absl::string_view kAndSoOn = "// and so on, to ";

// `line` with every number behind `stem` one greater.
std::string Next(const std::string& line, absl::string_view stem) {
  std::string next;
  for (absl::string_view rest = line; !rest.empty();) {
    const size_t at = std::min(rest.find(stem), rest.size());
    absl::StrAppend(&next, rest.substr(0, at));
    rest.remove_prefix(at);
    if (!absl::ConsumePrefix(&rest, stem)) continue;
    int number = 0;
    while (!rest.empty() && absl::ascii_isdigit(rest[0])) {
      number = number * 10 + (rest[0] - '0');
      rest.remove_prefix(1);
    }
    absl::StrAppend(&next, stem, number + 1);
  }
  return next;
}

std::string AndSoOn(std::string line, absl::string_view last) {
  const absl::string_view stem = last.substr(0, last.find_first_of("0123456789"));
  std::string lines;
  do {
    line = Next(line, stem);
    absl::StrAppend(&lines, line, "\n");
  } while (!absl::StartsWith(line, absl::StrCat("message ", last, " ")) && lines.size() < 1 << 20);
  return lines;
}

// The files of a schema: each begins with "// file: NAME", or there is but shop.proto.
Texts FilesOf(const std::string& block) {
  Texts files;
  std::string name = "shop.proto";
  std::string before;
  for (const std::string& line : std::vector<std::string>(absl::StrSplit(block, '\n'))) {
    absl::string_view rest = line;
    if (absl::ConsumePrefix(&rest, "// file: ")) {
      name = std::string(rest);
    } else if (absl::ConsumePrefix(&rest, kAndSoOn)) {
      files[name] += AndSoOn(before, rest);
    } else {
      absl::StrAppend(&files[name], line, "\n");
    }
    before = line;
  }
  return files;
}

struct Declared {
  std::string code;
  std::string name;
  std::string meaning;
};

// What codes.h declares.
std::vector<Declared> DeclaredCodes() {
  static const std::regex kLine("  k(\\w+) = (\\d+), *// (.*)\n");
  const std::string header = ReadSource("codegen/codes.h");
  std::vector<Declared> codes;
  for (std::sregex_iterator it(header.begin(), header.end(), kLine), end; it != end; ++it) {
    codes.push_back({absl::StrCat("A2A", (*it)[2].str()), (*it)[1], (*it)[3]});
  }
  return codes;
}

class PageTest : public testing::TestWithParam<Explanation> {};

TEST_P(PageTest, SchemaGivesWhatIsShownAndItsFixNothing) {
  const std::vector<Block> blocks = BlocksOf(GetParam().text);
  ASSERT_EQ(blocks.size(), 3u) << "a schema, what is printed for it, the schema mended";
  EXPECT_EQ(blocks[0].language, "proto");
  EXPECT_EQ(blocks[1].language, "text");
  EXPECT_EQ(blocks[2].language, "proto");
  EXPECT_EQ(absl::StrJoin(CompileTexts(FilesOf(blocks[0].text), nullptr), "\n") + "\n", blocks[1].text);
  EXPECT_THAT(blocks[1].text, testing::HasSubstr(absl::StrCat(" [", std::string(GetParam().code), "] ")));
  EXPECT_THAT(CompileTexts(FilesOf(blocks[2].text), nullptr), testing::IsEmpty());
}

TEST_P(PageTest, TellsCauseAndFixInWords) {
  std::string prose = std::regex_replace(std::string(GetParam().text), std::regex("```[^]*?```"), "");
  prose = prose.substr(prose.find('\n'));
  const size_t fix = prose.find("**Fix:** ");
  ASSERT_NE(fix, std::string::npos);
  EXPECT_GT(absl::StripAsciiWhitespace(absl::string_view(prose).substr(0, fix)).size(), 20u);
  EXPECT_GT(absl::StripAsciiWhitespace(absl::string_view(prose).substr(fix + 9)).size(), 10u);
}

INSTANTIATE_TEST_SUITE_P(All, PageTest, testing::ValuesIn(Explanations()), [](const auto& info) {
  return absl::StrCat(std::string(info.param.code), "_", std::string(info.param.name));
});

TEST(PagesTest, EveryCodeHasASectionAndEverySectionACode) {
  std::vector<std::string> declared, written;
  for (const Declared& code : DeclaredCodes()) declared.push_back(absl::StrCat(code.code, " ", code.name));
  for (const Explanation& each : Explanations()) {
    written.push_back(absl::StrCat(std::string(each.code), " ", std::string(each.name)));
  }
  EXPECT_GT(declared.size(), 70u);
  EXPECT_THAT(written, testing::UnorderedElementsAreArray(declared));
}

TEST(PagesTest, TheTableOfContentsIsThatOfCodesAndPages) {
  std::vector<std::string> wanted, found;
  for (const Declared& code : DeclaredCodes()) {
    for (const Explanation& each : Explanations()) {
      if (code.code != std::string(each.code)) continue;
      const std::string anchor = absl::AsciiStrToLower(absl::StrCat(code.code, "-", code.name));
      wanted.push_back(absl::StrCat("| [", code.code, "](", std::string(each.file), "#", anchor, ") | ", code.name,
                                    " | ", code.meaning, " |"));
    }
  }
  const std::string readme = ReadSource("codegen/diagnostics/README.md");
  for (const std::string& line : std::vector<std::string>(absl::StrSplit(readme, '\n'))) {
    if (absl::StartsWith(line, "| [")) found.push_back(line);
  }
  EXPECT_THAT(found, testing::ElementsAreArray(wanted));
}

}  // namespace
}  // namespace a2a::codegen

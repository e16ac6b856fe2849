// Text of a schema in Markdown: what a person wrote stays readable, and nothing of it is markup. docs.test.ts renders
// whole pages.
#include <gtest/gtest.h>

#include "codegen/emit_docs_text.h"

namespace a2a::codegen {
namespace {

TEST(DocsTextTest, PlainWordsAndCodeStayAsTheyAre) {
  for (const char* text :
       {"Length of one text part.", "From nextPageToken of the page before; A2A_MAX_PARTS, e.g. 64.",
        "`uri` and `bytes` may both be there.", "4.5 of 5 (at most)", "a - b + c = d", "R & D: 5:30"}) {
    EXPECT_EQ(MarkdownLine(text), text);
  }
}

TEST(DocsTextTest, MarkupIsEscaped) {
  EXPECT_EQ(MarkdownLine("<script>x</script>"), R"(\<script\>x\</script\>)");
  EXPECT_EQ(MarkdownLine("[a](http://b) ![c](d)"), R"(\[a\](http\://b) !\[c\](d))");
  EXPECT_EQ(MarkdownLine("me@b.c"), R"(me\@b.c)");
  EXPECT_EQ(MarkdownLine("see www.b.c"), R"(see www\.b.c)");
  EXPECT_EQ(MarkdownLine("*a* _b_ ~~c~~ a|b $x$ \\"), R"(\*a\* \_b\_ \~\~c\~\~ a\|b \$x\$ \\)");
  EXPECT_EQ(MarkdownLine("&lt; &#60;"), R"(\&lt; \&#60;)");
  EXPECT_EQ(MarkdownLine("# a"), R"(\# a)");
  EXPECT_EQ(MarkdownLine("- a"), R"(\- a)");
  EXPECT_EQ(MarkdownLine("---"), R"(\---)");
  EXPECT_EQ(MarkdownLine("12. a"), R"(12\. a)");
  EXPECT_EQ(MarkdownLine("3) a"), R"(3\) a)");
  EXPECT_EQ(MarkdownLine("an `unclosed span"), R"(an \`unclosed span)");
  EXPECT_EQ(MarkdownLine("```\nx\n```"), R"(\`\`\` x \`\`\`)");
}

TEST(DocsTextTest, LinesEndsAndDirectionsAreBlanks) {
  EXPECT_EQ(MarkdownLine("a\r\n\tb\xE2\x80\xA8"
                         "c\xE2\x80\xAE"
                         "d\x01\x7F e\xFF"),
            "a b c d e\xEF\xBF\xBD");
  EXPECT_EQ(MarkdownParagraphs("a\nb\n\n\nc\n"), "a b\n\nc\n\n");
  EXPECT_EQ(MarkdownParagraphs(" \n \n"), "");
}

TEST(DocsTextTest, CodeSpansCannotBeLeft) {
  EXPECT_EQ(MarkdownCode("a"), "`a`");
  EXPECT_EQ(MarkdownCode("a`b"), "`` a`b ``");
  EXPECT_EQ(MarkdownCode("``"), "``` `` ```");
  EXPECT_EQ(MarkdownCode("a|b"), R"(`a\|b`)");
  EXPECT_EQ(MarkdownCode(""), "` `");
  EXPECT_EQ(MarkdownLine("`a\nb|` c"), R"(`a b\|` c)");
}

TEST(DocsTextTest, JsonCannotEndItsBlock) {
  const std::string block = MarkdownJson(Json::String("```\n<b>\xE2\x80\xAE"));
  EXPECT_EQ(block, "```json\n\"\\u0060\\u0060\\u0060\\n<b>\\u202e\"\n```\n\n");
}

TEST(DocsTextTest, Anchors) {
  EXPECT_EQ(MarkdownAnchor("a2a.tasks.get"), "a2atasksget");
  EXPECT_EQ(MarkdownAnchor("A2A_MAX_PARTS"), "a2a_max_parts");
  EXPECT_EQ(MarkdownAnchor("Every call"), "every-call");
}

}  // namespace
}  // namespace a2a::codegen

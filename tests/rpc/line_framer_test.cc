#include "rpc/line_framer.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace a2a::rpc {
namespace {

using Item = LineFramer::Item;

// Everything that comes next, as text.
void Take(LineFramer* framer, std::vector<std::string>* out) {
  absl::string_view frame;
  while (true) {
    switch (framer->Next(&frame)) {
      case Item::kNone:
        return;
      case Item::kFrame:
        out->emplace_back(frame);
        break;
      case Item::kTooLong:
        out->emplace_back("(too long)");
        break;
      case Item::kContentLength:
        out->emplace_back("(content length)");
        break;
    }
  }
}

void Feed(LineFramer* framer, absl::string_view bytes, std::vector<std::string>* out) {
  while (!bytes.empty()) {
    absl::Span<char> space = framer->Space();
    ASSERT_FALSE(space.empty());
    const size_t size = std::min(space.size(), bytes.size());
    std::memcpy(space.data(), bytes.data(), size);
    framer->Advance(size);
    bytes.remove_prefix(size);
    Take(framer, out);
  }
}

// The items of `pieces`, read one after the other, with an end of input after them.
std::vector<std::string> Items(const std::vector<absl::string_view>& pieces, size_t max = 100) {
  LineFramer framer(max);
  std::vector<std::string> out;
  for (absl::string_view piece : pieces) Feed(&framer, piece, &out);
  framer.Finish();
  Take(&framer, &out);
  return out;
}

using Lines = std::vector<std::string>;

TEST(LineFramerTest, CutsAtNewlines) {
  EXPECT_EQ(Items({"a\nbc\n"}), (Lines{"a", "bc"}));
  EXPECT_EQ(Items({"a\r\nbc\r\n"}), (Lines{"a", "bc"}));
  EXPECT_EQ(Items({"a\r\r\n"}), (Lines{"a\r"}));  // one is dropped, the other is white space of JSON
  EXPECT_EQ(Items({""}), Lines());
}

TEST(LineFramerTest, SkipsBlankLines) {
  EXPECT_EQ(Items({"\n\r\n  \n\t\r\n \r \na\n\n"}), (Lines{"a"}));
  EXPECT_EQ(Items({"a\n  "}), (Lines{"a"}));
}

TEST(LineFramerTest, ALineSeparatorOfUnicodeIsNoLineEnd) {
  EXPECT_EQ(Items({"a\xE2\x80\xA8"
                   "b\xC2\x85"
                   "c\n"}),
            (Lines{"a\xE2\x80\xA8"
                   "b\xC2\x85"
                   "c"}));
}

TEST(LineFramerTest, KeepsBytesOfAllValues) {
  std::string line;
  for (int byte = 0; byte < 256; ++byte) {
    if (byte != '\n') line.push_back(static_cast<char>(byte));
  }
  EXPECT_EQ(Items({line + "\n"}, 300), (Lines{line}));
}

TEST(LineFramerTest, ALastLineWithoutNewlineCounts) {
  EXPECT_EQ(Items({"a\nlast"}), (Lines{"a", "last"}));
  EXPECT_EQ(Items({"last\r"}), (Lines{"last"}));
}

TEST(LineFramerTest, ALineAtTheLimitPassesAndOneAboveDoesNot) {
  const std::string at(100, 'x'), above(101, 'x');
  EXPECT_EQ(Items({at + "\n" + above + "\n" + at + "\r\n" + above + "\r\nafter\n"}),
            (Lines{at, "(too long)", at, "(too long)", "after"}));
  EXPECT_EQ(Items({at}), (Lines{at}));
  EXPECT_EQ(Items({above}), (Lines{"(too long)"}));
  EXPECT_EQ(Items({at + "\r"}), (Lines{at}));
}

TEST(LineFramerTest, AnOverlongLineIsReportedOnceWhereverItEnds) {
  const std::string piece(99, 'x');
  const std::vector<absl::string_view> pieces = {"before\n", piece, piece, piece, piece, "\nafter\n"};
  EXPECT_EQ(Items(pieces), (Lines{"before", "(too long)", "after"}));
  EXPECT_EQ(Items({piece, piece, piece}), (Lines{"(too long)"}));
}

TEST(LineFramerTest, ItIsReportedBeforeItsEndCame) {
  LineFramer framer(100);
  Lines out;
  Feed(&framer, std::string(102, 'x'), &out);
  EXPECT_EQ(out, (Lines{"(too long)"}));
  EXPECT_EQ(framer.pending(), 0u);
}

TEST(LineFramerTest, NamesAHeaderOfAnotherFraming) {
  EXPECT_EQ(Items({"Content-Length: 12\r\n\r\n{}\ncontent-length:3\n\"Content-Length:\"\n"}),
            (Lines{"(content length)", "{}", "(content length)", "\"Content-Length:\""}));
}

TEST(LineFramerTest, EveryPlaceOfASplitGivesTheSame) {
  const std::string text = "{\"a\":1}\r\n\n  \r\n{\"\xC3\xBC\":\"\xF0\x9F\x98\x80\"}\n" + std::string(101, 'x') +
                           "\r\n" + std::string(100, 'y') + "\r\nContent-Length: 7\nlast\r";
  const Lines whole = Items({text});
  ASSERT_EQ(whole.size(), 6u);
  std::vector<absl::string_view> bytes;
  for (size_t at = 0; at < text.size(); ++at) {
    const absl::string_view view = text;
    EXPECT_EQ(Items({view.substr(0, at), view.substr(at)}), whole) << at;
    bytes.push_back(view.substr(at, 1));
  }
  EXPECT_EQ(Items(bytes), whole);
  const uint64_t seed = std::random_device()();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 500; ++round) {
    std::vector<absl::string_view> pieces;
    for (absl::string_view rest = text; !rest.empty();) {
      const size_t size = 1 + random() % 40;
      pieces.push_back(rest.substr(0, size));
      rest.remove_prefix(pieces.back().size());
    }
    ASSERT_EQ(Items(pieces), whole);
  }
}

TEST(LineFramerTest, LinesStayWhereTheyAreUntilMoreIsRead) {
  LineFramer framer(100);
  absl::Span<char> space = framer.Space();
  std::memcpy(space.data(), "one\ntwo\n", 8);
  framer.Advance(8);
  absl::string_view one, two, none;
  EXPECT_EQ(framer.Next(&one), Item::kFrame);
  EXPECT_EQ(framer.Next(&two), Item::kFrame);
  EXPECT_EQ(framer.Next(&none), Item::kNone);
  EXPECT_EQ(one, "one");
  EXPECT_EQ(two, "two");
}

TEST(LineFramerTest, GivesTheMemoryOfALargeFrameBack) {
  LineFramer framer(size_t{32} << 20);
  Lines out;
  Feed(&framer, "small\n", &out);
  EXPECT_LE(framer.capacity(), size_t{1} << 20);
  const std::string large((size_t{32} << 20), 'x');
  Feed(&framer, large + "\n", &out);
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out[1], large);
  Feed(&framer, "small\n", &out);
  EXPECT_LE(framer.capacity(), size_t{1} << 20);
  EXPECT_EQ(out.back(), "small");
}

TEST(LineFramerTest, ForgetsALargeFrameBeforeMoreIsRead) {
  LineFramer framer(size_t{32} << 20);
  const std::string large(size_t{20} << 20, 'x');
  for (const std::string& behind :
       {std::string(), std::string("next\nha"), std::string(size_t{2} << 20, 'y') + "\nha"}) {
    Lines before, after;
    Feed(&framer, large, &before);
    ASSERT_EQ(before, Lines());
    const std::string rest = "\n" + behind;
    absl::Span<char> space = framer.Space();
    ASSERT_GE(space.size(), rest.size());
    std::memcpy(space.data(), rest.data(), rest.size());
    framer.Advance(rest.size());
    absl::string_view frame;
    ASSERT_EQ(framer.Next(&frame), Item::kFrame);
    ASSERT_EQ(frame, large);
    framer.Forget();
    EXPECT_EQ(framer.pending(), behind.size());
    EXPECT_LE(framer.capacity(), behind.size() + (size_t{1} << 20));
    Take(&framer, &after);
    Feed(&framer, "lf\n", &after);
    if (behind.empty()) {
      EXPECT_EQ(after, (Lines{"lf"}));
    } else {
      EXPECT_EQ(after, (Lines{behind.substr(0, behind.size() - 3), "half"}));
    }
  }
}

TEST(LineFramerTest, ForgettingLeavesSmallFramesWhereTheyAre) {
  LineFramer framer(100);
  absl::Span<char> space = framer.Space();
  std::memcpy(space.data(), "one\ntwo\n", 8);
  framer.Advance(8);
  absl::string_view one, two;
  EXPECT_EQ(framer.Next(&one), Item::kFrame);
  framer.Forget();
  EXPECT_EQ(framer.Next(&two), Item::kFrame);
  EXPECT_EQ(two.data(), one.data() + 4);
  EXPECT_EQ(two, "two");
}

TEST(LineFramerTest, AGibibyteWithoutNewlineTakesNoMemory) {
  LineFramer framer(size_t{1} << 20);
  Lines out;
  const std::string chunk(size_t{1} << 20, 'x');
  size_t most = 0;
  for (int i = 0; i < 1024; ++i) {
    Feed(&framer, chunk, &out);
    most = std::max(most, framer.capacity());
  }
  Feed(&framer, "\nafter\n", &out);
  EXPECT_EQ(out, (Lines{"(too long)", "after"}));
  EXPECT_LE(most, size_t{4} << 20);
}

}  // namespace
}  // namespace a2a::rpc

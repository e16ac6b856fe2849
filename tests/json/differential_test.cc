// Our reader against nlohmann::json and simdjson on mutated documents: the same verdict, and the same value when all
// accept. Documented differences, all wanted:
//   nlohmann takes a NUL for the end of the text and skips a byte order mark; it refuses numbers beyond a double.
//   simdjson refuses numbers beyond a double and integers beyond 64 bits.
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "json/cursor.h"
#include "json/suite_cases.h"
#include "json/writer.h"
#include "simdjson.h"

namespace a2a::json {
namespace {

constexpr int kDepth = 1000;  // deeper than any document here: depth is not what is compared

enum class Verdict { kAccepts, kRefuses, kNumberTooLarge };

Verdict Nlohmann(const std::string& text) {
  try {
    nlohmann::json parsed = nlohmann::json::parse(text);
    return Verdict::kAccepts;
  } catch (const nlohmann::json::out_of_range&) {
    return Verdict::kNumberTooLarge;
  } catch (const nlohmann::json::exception&) {
    return Verdict::kRefuses;
  }
}

Verdict Simdjson(simdjson::dom::parser* parser, const std::string& text) {
  simdjson::error_code error = parser->parse(simdjson::padded_string(text)).error();
  if (error == simdjson::NUMBER_ERROR) return Verdict::kNumberTooLarge;  // or a number that is none: see below
  return error == simdjson::SUCCESS ? Verdict::kAccepts : Verdict::kRefuses;
}

// The value that the cursor walks over, as nlohmann would hold it (of duplicate keys the last one).
nlohmann::json ValueOf(Cursor* cursor) {
  nlohmann::json value;
  std::string text;
  bool yes = false;
  switch (cursor->type()) {
    case Type::kObject: {
      value = nlohmann::json::object();
      cursor->EnterObject();
      absl::string_view key;
      while (cursor->NextMember(&key)) {
        std::string name(key.data(), key.size());
        value[name] = ValueOf(cursor);
      }
      return value;
    }
    case Type::kArray:
      value = nlohmann::json::array();
      cursor->EnterArray();
      while (cursor->NextElement()) value.push_back(ValueOf(cursor));
      return value;
    case Type::kString:
      EXPECT_TRUE(cursor->ReadString(&text));
      return text;
    case Type::kNumber: {
      double number = 0;
      EXPECT_TRUE(cursor->ReadDouble(&number));
      return number;
    }
    case Type::kBool:
      EXPECT_TRUE(cursor->ReadBool(&yes));
      return yes;
    case Type::kNull:
      EXPECT_TRUE(cursor->ReadNull());
  }
  return value;
}

// The same with every number as a double.
nlohmann::json AsDoubles(nlohmann::json value) {
  if (value.is_number()) return value.get<double>();
  if (value.is_structured()) {
    for (auto& item : value) item = AsDoubles(item);
  }
  return value;
}

std::vector<std::string> Seeds() {
  std::vector<std::string> seeds = {
      R"({"jsonrpc":"2.0","id":1,"method":"a2a.message.send","params":{"token":"t","message":{"role":"user",)"
      R"("parts":[{"kind":"text","text":"h\u00e9llo \ud83d\ude39\n"}],"messageId":"m-1"}}})",
      "{\"text\":\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\xB9\x7F\xC2\x85\xE2\x80\xA8\",\"n\":[0,-0,1.5e-3,9007199254740993]"
      "}",
      "[true,false,null,\"\",{},[],[[[{\"a\":[{}]}]]]]",
      " { \"a\" :\t[ 1 ,\n2 ] ,\r\"b\" : \"0123456789abcdef0123456789abcdef\" } ",
      "[1e308,1e-308,123456789012345678901234567890,-1E+22,0.1]"};
  for (const SuiteCase& c : SuiteCases()) {
    if (c.text.size() < 200) seeds.push_back(c.text);
  }
  return seeds;
}

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed), seeds_(Seeds()) {}

  std::string Next() {
    std::string text = seeds_[random_() % seeds_.size()];
    for (size_t changes = random_() % 4; changes > 0; --changes) Change(&text);
    return text;
  }

 private:
  void Change(std::string* text) {
    static const char* const kPieces[] = {"{",   "}",     "[",       "]",      ",",        ":",    "\"",       "\\",
                                          "0",   "1",     "-",       ".",      "e",        "E5",   "true",     "null",
                                          "\\u", "\\ud8", "\\udc00", "\xC2",   "\xE2\x80", "\xF0", "\xED\xA0", " ",
                                          "\n",  "\x01",  "{\"k\":", "\"\":1", "1e999",    "00",   "/",        "\x7F"};
    size_t at = text->empty() ? 0 : random_() % text->size();
    switch (random_() % 5) {
      case 0:
        text->insert(at, kPieces[random_() % std::size(kPieces)]);
        break;
      case 1:
        text->erase(at, 1 + random_() % 3);
        break;
      case 2:
        if (!text->empty()) (*text)[at] = static_cast<char>(random_());
        break;
      case 3:
        text->insert(at, text->substr(random_() % (text->size() + 1), random_() % 16));
        break;
      default: {
        const std::string& other = seeds_[random_() % seeds_.size()];
        text->replace(at, random_() % 8, other.substr(random_() % (other.size() + 1), random_() % 24));
      }
    }
  }

  std::mt19937 random_;
  std::vector<std::string> seeds_;
};

void CompareVerdicts(const std::string& text, bool ours, simdjson::dom::parser* parser) {
  bool nlohmann_reads_all = text.find('\0') == std::string::npos && text.compare(0, 3, "\xEF\xBB\xBF") != 0;
  Verdict nlohmann = Nlohmann(text);
  if (nlohmann_reads_all) {
    // A number that is too large stops nlohmann before it sees the rest.
    if (nlohmann != Verdict::kNumberTooLarge) {
      EXPECT_EQ(ours, nlohmann == Verdict::kAccepts) << text;
    }
  }
  Verdict simdjson = Simdjson(parser, text);
  if (simdjson == Verdict::kNumberTooLarge) {
    // "Too large" and "no number" are one error of simdjson: nlohmann tells them apart.
    if (ours && nlohmann_reads_all) {
      EXPECT_NE(nlohmann, Verdict::kRefuses) << text;
    }
  } else {
    EXPECT_EQ(ours, simdjson == Verdict::kAccepts) << text;
  }
}

void CompareValues(const std::string& text) {
  std::string canonical;
  AppendCanonical(text, &canonical);
  SyntaxError error;
  ASSERT_TRUE(Validate(canonical, kDepth, &error)) << text;
  std::string twice;
  AppendCanonical(canonical, &twice);
  EXPECT_EQ(canonical, twice) << text;
  for (const char* never : {"\n", "\r", "\x7F", "\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"}) {
    EXPECT_EQ(canonical.find(never), std::string::npos) << text;
  }
  Cursor whole(text);
  absl::string_view raw = whole.ReadRaw();
  EXPECT_EQ(text.find_first_not_of(" \n\r\t"), static_cast<size_t>(raw.data() - text.data()));
  EXPECT_EQ(text.find_last_not_of(" \n\r\t"), static_cast<size_t>(raw.data() - text.data()) + raw.size() - 1);
  if (Nlohmann(text) != Verdict::kAccepts) return;  // a number beyond a double
  nlohmann::json expected = AsDoubles(nlohmann::json::parse(text));
  Cursor ours(text), relayed(canonical);
  EXPECT_EQ(ValueOf(&ours), expected) << text;
  EXPECT_EQ(ValueOf(&relayed), expected) << text;
}

TEST(DifferentialTest, AgreesWithNlohmannAndSimdjson) {
  const char* rounds = std::getenv("A2A_FUZZ_ROUNDS");
  const char* given = std::getenv("A2A_FUZZ_SEED");
  unsigned seed = given != nullptr ? static_cast<unsigned>(std::atoi(given)) : 20261130;
  int count = rounds != nullptr ? std::atoi(rounds) : 60000;
  std::printf("seed %u, %d documents\n", seed, count);
  Mutator mutator(seed);
  simdjson::dom::parser parser;
  int accepted = 0;
  for (int i = 0; i < count && !HasFailure(); ++i) {
    std::string text = mutator.Next();
    SyntaxError error;
    bool ours = Validate(text, kDepth, &error);
    CompareVerdicts(text, ours, &parser);
    if (!ours) {
      EXPECT_LE(error.offset, text.size());
      EXPECT_FALSE(error.what.empty());
      continue;
    }
    ++accepted;
    CompareValues(text);
  }
  // The mutations are no use if nearly all documents fall on one side.
  EXPECT_GT(accepted, count / 20);
  EXPECT_LT(accepted, count - count / 20);
}

}  // namespace
}  // namespace a2a::json

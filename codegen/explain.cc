#include "codegen/explain.h"

#include <algorithm>
#include <cstdio>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "codegen/driver.h"

namespace a2a::codegen {
namespace {

struct Page {
  absl::string_view file;
  absl::string_view text;
};

constexpr Page kPages[] = {
#include "diagnostics_pages.inc"
};

constexpr absl::string_view kHeading = "\n## ";

// Takes the text up to `end`, and `end`, from the front.
absl::string_view TakeUntil(absl::string_view end, absl::string_view* rest) {
  const size_t at = rest->find(end);
  const absl::string_view taken = rest->substr(0, at);
  rest->remove_prefix(at == absl::string_view::npos ? rest->size() : at + end.size());
  return taken;
}

std::vector<Explanation> Sections() {
  std::vector<Explanation> all;
  for (const Page& page : kPages) {
    absl::string_view rest = page.text;
    TakeUntil(kHeading, &rest);
    while (!rest.empty()) {
      absl::string_view text = TakeUntil(kHeading, &rest);
      absl::string_view line = text.substr(0, text.find('\n'));
      const absl::string_view code = TakeUntil(" ", &line);
      all.push_back({code, line, page.file, text});
    }
  }
  const auto by_code = [](const Explanation& a, const Explanation& b) { return a.code < b.code; };
  std::sort(all.begin(), all.end(), by_code);
  return all;
}

const Explanation* Find(const std::string& word) {
  const std::string code = absl::AsciiStrToUpper(word);
  for (const Explanation& each : Explanations()) {
    if (code == each.code || absl::StrCat("A2A", code) == each.code) return &each;
  }
  return nullptr;
}

}  // namespace

const std::vector<Explanation>& Explanations() {
  static const auto* const all = new std::vector<Explanation>(Sections());
  return *all;
}

int ExplainCommand(const std::vector<std::string>& args) {
  for (const std::string& word : args) {
    if (Find(word) != nullptr) continue;
    std::fprintf(stderr, "a2a-codegen: there is no diagnostic %s; `a2a-codegen explain` lists all\n", word.c_str());
    return kExitUsage;
  }
  for (const std::string& word : args) {
    const std::string text(absl::StripTrailingAsciiWhitespace(Find(word)->text));
    std::printf("## %s\n%s", text.c_str(), &word == &args.back() ? "" : "\n");
  }
  for (const Explanation& each : Explanations()) {
    if (!args.empty()) break;
    std::printf("%s  %s\n", std::string(each.code).c_str(), std::string(each.name).c_str());
  }
  return kExitOk;
}

}  // namespace a2a::codegen

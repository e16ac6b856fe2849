#include "codegen/emit_docs_text.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

// Valid UTF-8 without control characters, line separators and what turns the direction of writing; runs of blanks
// become one.
std::string Flat(absl::string_view text) {
  std::string safe;
  for (const char c : ToUtf8(text)) safe.push_back(absl::ascii_iscntrl(c) ? ' ' : c);
  safe = absl::StrReplaceAll(safe, {{"\xC2\x85", " "},
                                    {"\xE2\x80\xA8", " "},
                                    {"\xE2\x80\xA9", " "},
                                    {"\xD8\x9C", " "},
                                    {"\xE2\x80\x8E", " "},
                                    {"\xE2\x80\x8F", " "},
                                    {"\xE2\x80\xAA", " "},
                                    {"\xE2\x80\xAB", " "},
                                    {"\xE2\x80\xAC", " "},
                                    {"\xE2\x80\xAD", " "},
                                    {"\xE2\x80\xAE", " "},
                                    {"\xE2\x81\xA6", " "},
                                    {"\xE2\x81\xA7", " "},
                                    {"\xE2\x81\xA8", " "},
                                    {"\xE2\x81\xA9", " "}});
  absl::RemoveExtraAsciiWhitespace(&safe);
  return safe;
}

bool AllDigits(absl::string_view text) { return std::all_of(text.begin(), text.end(), absl::ascii_isdigit); }

bool IsWordChar(char c) { return absl::ascii_isalnum(c) || static_cast<unsigned char>(c) >= 0x80; }

// Whether the character at `at` could be markup where it stands.
bool IsMarkup(absl::string_view text, size_t at) {
  const char c = text[at];
  const char before = at > 0 ? text[at - 1] : ' ';
  const char after = at + 1 < text.size() ? text[at + 1] : ' ';
  switch (c) {
    case '_':
      return !IsWordChar(before) || !IsWordChar(after);
    case '&':
      return absl::ascii_isalnum(after) || after == '#';
    case ':':  // a bare link
      return after == '/';
    case '.':  // a bare link, or a list's number
      return (at > 0 && after == ' ' && AllDigits(text.substr(0, at))) ||
             (at >= 3 && absl::EqualsIgnoreCase(text.substr(at - 3, 3), "www"));
    case '-':
    case '+':
    case '=':
    case '#':
      return at == 0;
    case ')':
      return at > 0 && after == ' ' && AllDigits(text.substr(0, at));
    default:
      return absl::StrContains("\\`*[]<>|~$@", absl::string_view(&c, 1));
  }
}

std::string Escaped(absl::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (IsMarkup(text, i)) out.push_back('\\');
    out.push_back(text[i]);
  }
  return out;
}

}  // namespace

std::string MarkdownLine(absl::string_view doc) {
  const std::string flat = Flat(doc);
  absl::string_view rest = flat;
  std::string out;
  std::string plain;
  // Escapes look at neighbours, so plain text is escaped in one piece.
  const auto flush = [&] {
    out += Escaped(plain);
    plain.clear();
  };
  while (!rest.empty()) {
    const size_t open = std::min(rest.find('`'), rest.size());
    const size_t close = rest.find('`', open + 1);
    const bool doubled =
        close != absl::string_view::npos && (close == open + 1 || (close + 1 < rest.size() && rest[close + 1] == '`'));
    if (close == absl::string_view::npos || doubled) {
      plain += std::string(rest);
      break;
    }
    plain += std::string(rest.substr(0, open));
    flush();
    out += MarkdownCode(rest.substr(open + 1, close - open - 1));
    rest.remove_prefix(close + 1);
  }
  flush();
  return out;
}

std::string MarkdownParagraphs(absl::string_view doc) {
  std::string out;
  std::string paragraph;
  const auto flush = [&] {
    const std::string line = MarkdownLine(paragraph);
    if (!line.empty()) absl::StrAppend(&out, line, "\n\n");
    paragraph.clear();
  };
  for (const absl::string_view line : absl::StrSplit(doc, absl::ByAnyChar("\n\r"))) {
    if (absl::StripAsciiWhitespace(line).empty()) flush();
    absl::StrAppend(&paragraph, line, " ");
  }
  flush();
  return out;
}

std::string MarkdownCode(absl::string_view text) {
  const std::string flat = Flat(text);
  if (flat.empty()) return "` `";
  size_t longest = 0;
  size_t run = 0;
  for (const char c : flat) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  const absl::string_view pad = longest > 0 ? " " : "";
  // In a table's cell a bar ends the cell even inside code, unless it is escaped; then the backslash is not shown.
  return absl::StrCat(fence, pad, absl::StrReplaceAll(flat, {{"|", "\\|"}}), pad, fence);
}

std::string MarkdownJson(const Json& json) {
  // Backticks occur in strings only; written as escapes they cannot end the block.
  return absl::StrCat("```json\n", absl::StrReplaceAll(json.PrintPretty(/*ascii=*/true), {{"`", "\\u0060"}}),
                      "\n```\n\n");
}

std::string MarkdownAnchor(absl::string_view heading) {
  std::string anchor;
  for (const char c : heading) {
    if (c == ' ') {
      anchor.push_back('-');
    } else if (absl::ascii_isalnum(c) || c == '_' || c == '-') {
      anchor.push_back(absl::ascii_tolower(c));
    }
  }
  return anchor;
}

}  // namespace a2a::codegen

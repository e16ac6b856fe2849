#include "codegen/text.h"

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

namespace a2a::codegen {
namespace {

// Length of the valid UTF-8 sequence at the start of `s`, 0 when there is none.
size_t SequenceLength(absl::string_view s) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(s[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || s.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  if (first == 0xE0 && byte(1) < 0xA0) return 0;
  if (first == 0xED && byte(1) > 0x9F) return 0;
  if (first == 0xF0 && byte(1) < 0x90) return 0;
  if (first == 0xF4 && byte(1) > 0x8F) return 0;
  return length;
}

std::string Capitalized(absl::string_view word) {
  std::string result(word.data(), word.size());
  if (!result.empty()) result[0] = absl::ascii_toupper(result[0]);
  return result;
}

// One line without anything that a compiler, protoc or a person could take for more than text.
std::string SafeLine(absl::string_view line) {
  std::string safe;
  for (const char c : line) safe.push_back(absl::ascii_iscntrl(c) ? ' ' : c);
  safe = absl::StrReplaceAll(safe, {{"*/", "* /"}, {"/*", "/ *"}, {"@@", "@ @"}, {"@ts-", "@ ts-"}});
  // U+0085, U+2028 and U+2029 end lines; the others turn the reading direction of what follows.
  for (const char* mark :
       {"\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAA", "\xE2\x80\xAB", "\xE2\x80\xAC", "\xE2\x80\xAD",
        "\xE2\x80\xAE", "\xE2\x81\xA6", "\xE2\x81\xA7", "\xE2\x81\xA8", "\xE2\x81\xA9"}) {
    safe = absl::StrReplaceAll(safe, {{mark, " "}});
  }
  // A run such as `*/*` gives `* / *` only on a second look.
  safe = absl::StrReplaceAll(safe, {{"*/", "* /"}, {"/*", "/ *"}});
  absl::StripTrailingAsciiWhitespace(&safe);
  if (!safe.empty() && safe.back() == '\\') safe.push_back('.');
  return safe;
}

}  // namespace

std::string ToUtf8(absl::string_view bytes) {
  std::string result;
  while (!bytes.empty()) {
    const size_t length = SequenceLength(bytes);
    if (length == 0) {
      result.append("\xEF\xBF\xBD");
      bytes.remove_prefix(1);
    } else {
      result.append(bytes.data(), length);
      bytes.remove_prefix(length);
    }
  }
  return result;
}

bool IsUtf8(absl::string_view bytes) {
  while (!bytes.empty()) {
    const size_t length = SequenceLength(bytes);
    if (length == 0) return false;
    bytes.remove_prefix(length);
  }
  return true;
}

std::vector<std::string> CommentLines(absl::string_view doc) {
  const std::string utf8 = ToUtf8(doc);
  std::vector<std::string> lines;
  if (absl::StripAsciiWhitespace(utf8).empty()) return lines;
  for (const absl::string_view line : absl::StrSplit(utf8, absl::ByAnyChar("\n\r"))) lines.push_back(SafeLine(line));
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

std::string CommentLine(absl::string_view doc) { return SafeLine(absl::StrJoin(CommentLines(doc), " ")); }

std::vector<std::string> Words(absl::string_view name) {
  std::vector<std::string> words(1);
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!absl::ascii_isalnum(c)) {
      words.emplace_back();
      continue;
    }
    const bool starts_word = absl::ascii_isupper(c) && i > 0 && absl::ascii_islower(name[i - 1]);
    if (starts_word) words.emplace_back();
    words.back().push_back(absl::ascii_tolower(c));
  }
  std::vector<std::string> result;
  for (std::string& word : words) {
    if (!word.empty()) result.push_back(std::move(word));
  }
  return result;
}

std::string UpperCamel(absl::string_view name) {
  std::string result;
  for (const std::string& word : Words(name)) result += Capitalized(word);
  return result;
}

std::string LowerCamel(absl::string_view name) {
  std::string result = UpperCamel(name);
  if (!result.empty()) result[0] = absl::ascii_tolower(result[0]);
  return result;
}

std::string Snake(absl::string_view name) { return absl::StrJoin(Words(name), "_"); }

std::string PointerTo(absl::string_view name) {
  return absl::StrCat("/", absl::StrReplaceAll(name, {{"~", "~0"}, {"/", "~1"}}));
}

std::string Quoted(absl::string_view text) { return absl::StrCat("\"", absl::CHexEscape(text), "\""); }

}  // namespace a2a::codegen

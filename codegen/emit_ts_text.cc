#include "codegen/emit_ts_text.h"

#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

// Columns that a line may have before it is broken, indentation aside.
constexpr size_t kWidth = 100;

// Words that cannot name a type or a value, or that read as something else where a type is expected.
const char* const kReserved[] = {
    "any",       "arguments",  "as",      "asserts",   "async",     "await",      "bigint",    "boolean",
    "break",     "case",       "catch",   "class",     "const",     "continue",   "debugger",  "declare",
    "default",   "delete",     "do",      "else",      "enum",      "eval",       "export",    "extends",
    "false",     "finally",    "for",     "from",      "function",  "get",        "global",    "globalThis",
    "if",        "implements", "import",  "in",        "infer",     "instanceof", "interface", "intrinsic",
    "is",        "keyof",      "let",     "module",    "namespace", "never",      "new",       "null",
    "number",    "object",     "of",      "out",       "package",   "private",    "protected", "public",
    "readonly",  "require",    "return",  "satisfies", "set",       "static",     "string",    "super",
    "switch",    "symbol",     "this",    "throw",     "true",      "try",        "type",      "typeof",
    "undefined", "unique",     "unknown", "using",     "var",       "void",       "while",     "with",
    "yield",
};

bool IsReserved(const std::string& name) {
  for (const char* reserved : kReserved) {
    if (name == reserved) return true;
  }
  return false;
}

bool IsIdentifier(absl::string_view name) {
  if (name.empty() || absl::ascii_isdigit(name[0])) return false;
  for (const char c : name) {
    if (!absl::ascii_isalnum(c) && c != '_' && c != '$') return false;
  }
  return true;
}

// Reads the code point at the start of valid UTF-8 and removes it.
uint32_t NextCodePoint(absl::string_view* utf8) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>((*utf8)[i]); };
  const uint32_t first = byte(0);
  const size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  uint32_t point = length == 1 ? first : first & (0x7F >> length);
  for (size_t i = 1; i < length; ++i) point = point << 6 | (byte(i) & 0x3F);
  utf8->remove_prefix(length);
  return point;
}

// Breaks a line of words that is much too long.
void AppendWrapped(const std::string& line, std::vector<std::string>* lines) {
  std::string current;
  for (const absl::string_view word : absl::StrSplit(line, ' ')) {
    if (current.size() + word.size() > kWidth && !absl::StripAsciiWhitespace(current).empty()) {
      lines->push_back(current);
      current.clear();
    } else if (!current.empty()) {
      current += " ";
    }
    absl::StrAppend(&current, word);
  }
  lines->push_back(current);
}

}  // namespace

std::string TsString(absl::string_view text) {
  const std::string utf8 = ToUtf8(text);
  std::string result = "\"";
  for (absl::string_view rest = utf8; !rest.empty();) {
    const uint32_t point = NextCodePoint(&rest);
    if (point == '"' || point == '\\') {
      absl::StrAppend(&result, "\\", std::string(1, static_cast<char>(point)));
    } else if (point >= 0x20 && point < 0x7F) {
      result.push_back(static_cast<char>(point));
    } else if (point < 0x10000) {
      absl::StrAppendFormat(&result, "\\u%04x", point);
    } else {
      absl::StrAppendFormat(&result, "\\u{%x}", point);
    }
  }
  return result + "\"";
}

std::string TsStrings(const std::vector<std::string>& texts) {
  std::vector<std::string> members;
  for (const std::string& text : texts) members.push_back(TsString(text));
  return TsBlock("[", members, "]");
}

std::string TsBlock(const char* open, const std::vector<std::string>& members, const char* close) {
  const std::string line = absl::StrCat(open, absl::StrJoin(members, ", "), close);
  if (line.size() <= kWidth || members.empty()) return line;
  return absl::StrCat(absl::StripSuffix(open, " "), "\n  ", absl::StrJoin(members, ",\n  "), ",\n",
                      absl::StripPrefix(close, " "));
}

std::string TsMember(absl::string_view name) {
  const bool bare = IsIdentifier(name) && name != "__proto__";
  return bare ? std::string(name.data(), name.size()) : TsString(name);
}

std::string TsKey(absl::string_view name) {
  return name == "__proto__" ? absl::StrCat("[", TsString(name), "]") : TsMember(name);
}

std::string TsAccess(absl::string_view name) {
  return IsIdentifier(name) ? absl::StrCat(".", name) : absl::StrCat("[", TsString(name), "]");
}

void TsDoc(const std::vector<std::string>& lines, Printer* out) {
  if (lines.empty()) return;
  std::vector<std::string> safe;
  for (const std::string& line : lines) {
    for (std::string& part : CommentLines(line)) {
      // No tags that tools obey (@deprecated, {@link}), no characters that turn the reading direction.
      AppendWrapped(absl::StrReplaceAll(part, {{"@", "&#64;"},
                                               {"\xE2\x80\xAA", " "},
                                               {"\xE2\x80\xAB", " "},
                                               {"\xE2\x80\xAC", " "},
                                               {"\xE2\x80\xAD", " "},
                                               {"\xE2\x80\xAE", " "},
                                               {"\xE2\x81\xA6", " "},
                                               {"\xE2\x81\xA7", " "},
                                               {"\xE2\x81\xA8", " "},
                                               {"\xE2\x81\xA9", " "}}),
                    &safe);
    }
  }
  if (safe.empty()) return;
  if (safe.size() == 1) {
    out->Print("/** $0 */\n", absl::StripAsciiWhitespace(safe[0]));
    return;
  }
  out->Raw("/**\n");
  for (const std::string& line : safe) {
    out->Print(" *$0$1\n", line.empty() || line[0] == ' ' ? "" : " ", line);
  }
  out->Raw(" */\n");
}

std::string TsScope::Claim(const std::string& wanted) {
  std::string name = wanted;
  while (IsReserved(name) || !taken_.insert(name).second) name += "_";
  return name;
}

std::string TsMethodName(const std::string& name) { return name == "then" || name == "__proto__" ? name + "_" : name; }

}  // namespace a2a::codegen

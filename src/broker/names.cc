#include "broker/names.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "a2a/wire/constants.h"
#include "absl/strings/str_cat.h"
#include "broker/errors.h"

namespace a2a::broker {
namespace {

struct Range {
  uint32_t first, last;
};

// Unicode White_Space.
constexpr Range kSpaces[] = {{0x09, 0x0D},     {0x20, 0x20},     {0x85, 0x85},     {0xA0, 0xA0},     {0x1680, 0x1680},
                             {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}};

// General categories Cc, Cf, Zl and Zp, and the rest of Default_Ignorable_Code_Point with the blank U+2800; the
// bidirectional controls are among Cf. A name with one of these could look like another name, or break the line it is
// shown on.
constexpr Range kInvisible[] = {{0x00, 0x1F},       {0x7F, 0x9F},       {0xAD, 0xAD},       {0x34F, 0x34F},
                                {0x600, 0x605},     {0x61C, 0x61C},     {0x6DD, 0x6DD},     {0x70F, 0x70F},
                                {0x890, 0x891},     {0x8E2, 0x8E2},     {0x115F, 0x1160},   {0x17B4, 0x17B5},
                                {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E},   {0x2060, 0x206F},
                                {0x2800, 0x2800},   {0x3164, 0x3164},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},
                                {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},   {0x110BD, 0x110BD}, {0x110CD, 0x110CD},
                                {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}};

// They frame the line under which a client shows who speaks.
constexpr uint32_t kFraming[] = {'[', ']', 0xB7};

template <size_t n>
bool IsIn(const Range (&ranges)[n], uint32_t c) {
  return std::any_of(std::begin(ranges), std::end(ranges), [c](Range r) { return c >= r.first && c <= r.last; });
}

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Decodes the code point at `text[0]`; `*size` is its length. The text is valid UTF-8: the reader saw to that.
uint32_t DecodeFirst(absl::string_view text, size_t* size) {
  const unsigned char lead = static_cast<unsigned char>(text[0]);
  *size = 1;
  while (*size < text.size() && IsContinuation(text[*size])) ++*size;
  uint32_t c = *size == 1 ? lead : lead & (0x7F >> *size);
  for (size_t i = 1; i < *size; ++i) c = (c << 6) | (static_cast<unsigned char>(text[i]) & 0x3F);
  return c;
}

}  // namespace

absl::string_view TrimName(absl::string_view utf8) {
  size_t size = 0;
  while (!utf8.empty() && IsIn(kSpaces, DecodeFirst(utf8, &size))) utf8.remove_prefix(size);
  while (!utf8.empty()) {
    size_t start = utf8.size() - 1;
    while (start > 0 && IsContinuation(utf8[start])) --start;
    if (!IsIn(kSpaces, DecodeFirst(utf8.substr(start), &size))) break;
    utf8 = utf8.substr(0, start);
  }
  return utf8;
}

absl::StatusOr<std::string> CheckedName(absl::string_view utf8, absl::string_view path) {
  const absl::string_view name = TrimName(utf8);
  int32_t count = 0;
  for (size_t at = 0, size = 0; at < name.size(); at += size) {
    const uint32_t c = DecodeFirst(name.substr(at), &size);
    ++count;
    if (IsIn(kInvisible, c)) {
      return InvalidParams(path, "an agent's name has no control, bidirectional or format characters; this one has");
    }
    if (std::find(std::begin(kFraming), std::end(kFraming), c) != std::end(kFraming)) {
      return InvalidParams(path, "an agent's name has none of the characters [ ] ·; this one has");
    }
  }
  if (count == 0) return InvalidParams(path, "an agent's name is not empty; this one is, once trimmed");
  if (count > wire::kA2aMaxNameChars) {
    return InvalidParams(path, absl::StrCat("an agent's name has at most ", wire::kA2aMaxNameChars,
                                            " code points; this one has ", count));
  }
  if (name == wire::kBrokerName) return InvalidParams(path, "this name is reserved for the host itself");
  return std::string(name);
}

}  // namespace a2a::broker

#include "json/writer.h"

#include <charconv>
#include <cmath>

#include "json/scan.h"

namespace a2a::json {
namespace {

void AppendUnicodeEscape(unsigned c, std::string* out) {
  constexpr char kHex[] = "0123456789abcdef";
  const char escape[] = {'\\', 'u', kHex[c >> 12 & 15], kHex[c >> 8 & 15], kHex[c >> 4 & 15], kHex[c & 15]};
  out->append(escape, sizeof(escape));
}

// Appends what stands for the ASCII character `c`, which may not be written as it is.
void AppendEscape(unsigned char c, std::string* out) {
  char letter = 0;
  switch (c) {
    case '"':
    case '\\':
      letter = static_cast<char>(c);
      break;
    case '\b':
      letter = 'b';
      break;
    case '\f':
      letter = 'f';
      break;
    case '\n':
      letter = 'n';
      break;
    case '\r':
      letter = 'r';
      break;
    case '\t':
      letter = 't';
      break;
    default:
      AppendUnicodeEscape(c, out);
      return;
  }
  out->push_back('\\');
  out->push_back(letter);
}

// Size in bytes of the character at `at` and, in *c, its code point if it must be escaped; otherwise *c is 0.
size_t Look(const char* at, unsigned* c) {
  uint8_t lead = static_cast<uint8_t>(*at);
  *c = 0;
  if (lead == 0xC2) {
    if (at[1] == '\x85') *c = 0x85;
    return 2;
  }
  if (lead == 0xE2) {
    if (at[1] == '\x80' && (at[2] == '\xA8' || at[2] == '\xA9')) *c = at[2] == '\xA8' ? 0x2028 : 0x2029;
    return 3;
  }
  return 1;
}

// Makes room for `size` more bytes and some beyond.
inline void MakeRoom(size_t size, std::string* out) {
  const size_t needed = out->size() + size;
  if (needed > out->capacity()) out->reserve(needed + needed / 8);
}

template <typename Int>
void AppendInteger(Int value, std::string* out) {
  char buffer[24];
  std::to_chars_result end = std::to_chars(buffer, buffer + sizeof(buffer), value);
  out->append(buffer, static_cast<size_t>(end.ptr - buffer));
}

}  // namespace

void AppendRaw(absl::string_view text, std::string* out) {
  MakeRoom(text.size(), out);
  out->append(text.data(), text.size());
}

void AppendString(absl::string_view utf8, std::string* out) {
  MakeRoom(utf8.size() + 2, out);
  out->push_back('"');
  const char* run = utf8.data();
  const char* at = run;
  const char* end = run + utf8.size();
  while ((at = internal::Find<internal::WriteStop>(at, end)) < end) {
    unsigned c;
    size_t size = Look(at, &c);
    if (size > 1 && c == 0) {
      at += size;
      continue;
    }
    out->append(run, static_cast<size_t>(at - run));
    if (size > 1) {
      AppendUnicodeEscape(c, out);
    } else {
      AppendEscape(static_cast<unsigned char>(*at), out);
    }
    run = at += size;
  }
  out->append(run, static_cast<size_t>(end - run));
  out->push_back('"');
}

void AppendInt(int64_t value, std::string* out) { AppendInteger(value, out); }
void AppendUint(uint64_t value, std::string* out) { AppendInteger(value, out); }

void AppendDouble(double value, std::string* out) {
  if (!std::isfinite(value)) {
    out->append("null");
    return;
  }
  char buffer[32];
  std::to_chars_result end = std::to_chars(buffer, buffer + sizeof(buffer), value);
  out->append(buffer, static_cast<size_t>(end.ptr - buffer));
}

void AppendPointer(absl::string_view segment, std::string* path) {
  path->push_back('/');
  for (char c : segment) {
    if (c == '~') {
      path->append("~0");
    } else if (c == '/') {
      path->append("~1");
    } else {
      path->push_back(c);
    }
  }
}

void AppendPointer(size_t index, std::string* path) {
  path->push_back('/');
  AppendInteger(index, path);
}

}  // namespace a2a::json

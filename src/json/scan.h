// Finding the next interesting byte: 16 bytes at a time where SSE2 is there (every x86-64), one at a time elsewhere.
// Private to json/. Any thread.
#ifndef A2A_JSON_SCAN_H_
#define A2A_JSON_SCAN_H_

#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace a2a::json::internal {

#if defined(__SSE2__)
inline __m128i Is(__m128i bytes, char wanted) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(wanted)); }
inline __m128i AtMost(__m128i bytes, char limit) { return Is(_mm_subs_epu8(bytes, _mm_set1_epi8(limit)), 0); }
#define A2A_JSON_VECTOR(expression) \
  static __m128i Vector(__m128i c) { return expression; }
#else
#define A2A_JSON_VECTOR(expression)
#endif

// What ends a run of plain ASCII inside a string: quote, backslash, control characters, anything above ASCII.
struct NotPlain {
  static bool Byte(uint8_t c) { return c == '"' || c == '\\' || c < 0x20 || c >= 0x80; }
  // Signed comparison: bytes from 0x80 on are negative.
  A2A_JSON_VECTOR(_mm_or_si128(_mm_or_si128(Is(c, '"'), Is(c, '\\')), _mm_cmplt_epi8(c, _mm_set1_epi8(0x20))))
};

struct QuoteOrEscape {
  static bool Byte(uint8_t c) { return c == '"' || c == '\\'; }
  A2A_JSON_VECTOR(_mm_or_si128(Is(c, '"'), Is(c, '\\')))
};

// Quotes and brackets; 0x20 is the only bit between [ and {, and between ] and }.
struct QuoteOrBracket {
  static bool Byte(uint8_t c) { return c == '"' || (c | 0x20) == '{' || (c | 0x20) == '}'; }
  A2A_JSON_VECTOR(_mm_or_si128(Is(c, '"'), _mm_or_si128(Is(_mm_or_si128(c, _mm_set1_epi8(0x20)), '{'),
                                                        Is(_mm_or_si128(c, _mm_set1_epi8(0x20)), '}'))))
};

// Inside a string of JSON text: what ends or escapes it, U+007F, and the lead bytes of U+0085, U+2028 and U+2029.
struct RelayStop {
  static bool Byte(uint8_t c) { return c == '"' || c == '\\' || c == 0x7F || c == 0xC2 || c == 0xE2; }
  A2A_JSON_VECTOR(_mm_or_si128(_mm_or_si128(_mm_or_si128(Is(c, '"'), Is(c, '\\')), Is(c, 0x7F)),
                               _mm_or_si128(Is(c, '\xC2'), Is(c, '\xE2'))))
};

// The same in unescaped text, where control characters occur too.
struct WriteStop {
  static bool Byte(uint8_t c) { return RelayStop::Byte(c) || c < 0x20; }
  A2A_JSON_VECTOR(_mm_or_si128(RelayStop::Vector(c), AtMost(c, 0x1F)))
};

// What is no letter of standard base64.
struct NotBase64 {
  static bool Byte(uint8_t c) {
    uint8_t lower = c | 0x20;
    return !((lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/');
  }
#if defined(__SSE2__)
  static __m128i Vector(__m128i c) {
    __m128i lower = _mm_or_si128(c, _mm_set1_epi8(0x20));
    __m128i letter = AtMost(_mm_sub_epi8(lower, _mm_set1_epi8('a')), 25);
    __m128i digit = AtMost(_mm_sub_epi8(c, _mm_set1_epi8('0')), 9);
    __m128i good = _mm_or_si128(_mm_or_si128(letter, digit), _mm_or_si128(Is(c, '+'), Is(c, '/')));
    return Is(good, 0);
  }
#endif
};
#undef A2A_JSON_VECTOR

template <typename Match>
inline const char* FindPortable(const char* at, const char* end) {
  while (at < end && !Match::Byte(static_cast<uint8_t>(*at))) ++at;
  return at;
}

#if defined(__SSE2__)
// One bit per byte that matches, the first byte in the lowest bit.
template <typename Match>
inline unsigned MatchesIn(__m128i bytes) {
  return static_cast<unsigned>(_mm_movemask_epi8(Match::Vector(bytes)));
}
template <typename Match>
inline unsigned MatchesOf16(const char* at) {
  return MatchesIn<Match>(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at)));
}
template <typename Match>
inline bool MatchesAnyOf64(const char* at) {
  auto vector = [at](int i) { return Match::Vector(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at + 16 * i))); };
  const __m128i any = _mm_or_si128(_mm_or_si128(vector(0), vector(1)), _mm_or_si128(vector(2), vector(3)));
  return _mm_movemask_epi8(any) != 0;
}
template <typename Match>
inline unsigned MatchesOf8(const char* at) {
  return MatchesIn<Match>(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(at))) & 0xFF;
}
#endif

// First byte of [at, end) that matches; `end` when there is none.
template <typename Match>
inline const char* Find(const char* at, const char* end) {
#if defined(__SSE2__)
  const std::ptrdiff_t size = end - at;
  if (size >= 16) {
    while (end - at >= 64 && !MatchesAnyOf64<Match>(at)) at += 64;
    for (; end - at >= 16; at += 16) {
      if (unsigned found = MatchesOf16<Match>(at)) return at + __builtin_ctz(found);
    }
    if (at == end) return end;
    // The last 16 bytes, of which some were looked at before and do not match.
    const unsigned found = MatchesOf16<Match>(end - 16);
    return found != 0 ? end - 16 + __builtin_ctz(found) : end;
  }
  if (size >= 8) {
    const unsigned found = MatchesOf8<Match>(at) | MatchesOf8<Match>(end - 8) << (size - 8);
    return found != 0 ? at + __builtin_ctz(found) : end;
  }
#endif
  return FindPortable<Match>(at, end);
}

inline bool IsSpace(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

inline const char* SkipSpace(const char* at, const char* end) {
  while (at < end && IsSpace(*at)) ++at;
  return at;
}

}  // namespace a2a::json::internal

#endif  // A2A_JSON_SCAN_H_

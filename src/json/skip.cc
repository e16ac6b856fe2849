#include "json/skip.h"

#include <cstdint>

#include "json/scan.h"

namespace a2a::json::internal {
namespace {

// Goes on inside a string until behind its closing quote.
const char* SkipRestOfString(const char* at, const char* end) {
  for (;;) {
    at = Find<QuoteOrEscape>(at, end);
    if (*at == '"') return at + 1;
    at += 2;
  }
}

// Goes on outside strings, `depth` containers deep, until behind the bracket that closes the outermost one.
const char* SkipRest(const char* at, const char* end, int64_t depth) {
  for (;;) {
    at = Find<QuoteOrBracket>(at, end);
    if (*at == '"') {
      at = SkipRestOfString(at + 1, end);
      continue;
    }
    depth += (*at | 0x20) == '{' ? 1 : -1;
    ++at;
    if (depth == 0) return at;
  }
}

#if defined(__SSE2__)

// 64 bytes as bit masks, the first byte in the lowest bit.
struct Block {
  explicit Block(const char* at) {
    for (int i = 0; i < 4; ++i) {
      __m128i c = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + 16 * i));
      __m128i folded = _mm_or_si128(c, _mm_set1_epi8(0x20));  // [ and {, ] and }
      quotes |= Bits(Is(c, '"'), i);
      backslashes |= Bits(Is(c, '\\'), i);
      opens |= Bits(Is(folded, '{'), i);
      closes |= Bits(Is(folded, '}'), i);
    }
  }
  static uint64_t Bits(__m128i mask, int i) {
    return static_cast<uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(mask))) << (16 * i);
  }
  uint64_t quotes = 0, backslashes = 0, opens = 0, closes = 0;
};

// The bytes that a backslash escapes. *carry is whether the last byte of the block before escapes the first one here.
// After simdjson: adding a run's start to the run carries out behind it, and whether that place is odd or even tells
// whether the run is.
uint64_t Escaped(uint64_t backslashes, uint64_t* carry) {
  if (backslashes == 0) {
    uint64_t escaped = *carry;
    *carry = 0;
    return escaped;
  }
  constexpr uint64_t kEven = 0x5555555555555555;
  backslashes &= ~*carry;
  uint64_t follows = backslashes << 1 | *carry;
  uint64_t odd_starts = backslashes & ~kEven & ~follows;
  uint64_t even_runs = odd_starts + backslashes;
  *carry = even_runs < backslashes ? 1 : 0;
  return (kEven ^ (even_runs << 1)) & follows;
}

// Each bit: the parity of the bits up to and including it.
uint64_t PrefixXor(uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

#endif

}  // namespace

const char* SkipString(const char* at, const char* end) { return SkipRestOfString(at + 1, end); }

const char* SkipContainerPortable(const char* at, const char* end) { return SkipRest(at, end, 0); }

const char* SkipContainer(const char* at, const char* end) {
#if defined(__SSE2__)
  int64_t depth = 0;
  uint64_t inside = 0;  // all ones: the block starts inside a string
  uint64_t carry = 0;
  while (end - at >= 64) {
    Block block(at);
    if (inside != 0 && (block.quotes | block.backslashes) == 0) {  // a long string: only its end matters
      carry = 0;
      at = Find<QuoteOrEscape>(at + 64, end);
      continue;
    }
    uint64_t strings = PrefixXor(block.quotes & ~Escaped(block.backslashes, &carry)) ^ inside;
    inside = 0 - (strings >> 63);
    for (uint64_t rest = (block.opens | block.closes) & ~strings; rest != 0; rest &= rest - 1) {
      depth += (block.opens & rest & (0 - rest)) != 0 ? 1 : -1;
      if (depth == 0) return at + __builtin_ctzll(rest) + 1;
    }
    at += 64;
  }
  if (inside != 0) at = SkipRestOfString(at + carry, end);
  return SkipRest(at, end, depth);
#else
  return SkipContainerPortable(at, end);
#endif
}

}  // namespace a2a::json::internal

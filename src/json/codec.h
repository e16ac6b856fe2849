// What generated codecs share beyond reading and writing single values: which members an object had, its unknown
// members, and the closing of an object. Values only: any thread.
#ifndef A2A_JSON_CODEC_H_
#define A2A_JSON_CODEC_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "json/cursor.h"

namespace a2a::json {

// Which of a type's `kMembers` members an object had.
template <int kMembers>
class Seen {
 public:
  // False when the member was there before.
  bool Mark(int member) {
    uint64_t& word = words_[member / 64];
    const uint64_t bit = uint64_t{1} << (member % 64);
    if ((word & bit) != 0) return false;
    word |= bit;
    return true;
  }

  template <int... kRequired>
  bool All() const {
    for (int i = 0; i < kWords; ++i) {
      const uint64_t wanted = (Bit(kRequired, i) | ... | uint64_t{0});
      if ((words_[i] & wanted) != wanted) return false;
    }
    return true;
  }

 private:
  static constexpr int kWords = (kMembers + 63) / 64;
  static constexpr uint64_t Bit(int member, int word) { return member / 64 == word ? uint64_t{1} << (member % 64) : 0; }
  uint64_t words_[kWords] = {};
};

// The members of an object of an open type that its schema does not know.
class UnknownMembers {
 public:
  // Appends the member `key`, whose value comes next in `in`, to *extras as `,"key":value` in canonical form.
  void Keep(absl::string_view key, Cursor* in, std::string* extras);

  // False when two of them have one name.
  bool Unique();

 private:
  std::vector<std::string> names_;
};

// Reads the string that must be `wanted`.
bool ReadExactly(absl::string_view wanted, Cursor* in);

// Reads the string member `name` of the object that comes next in `in`, wherever it stands there. False when there is
// no object, no such member, or its value is no string.
bool FindString(Cursor in, absl::string_view name, std::string* value);

inline bool LongerThan(absl::string_view text, size_t code_points) {
  return text.size() > code_points && CodePoints(text) > code_points;
}
inline bool ShorterThan(absl::string_view text, size_t code_points) {
  return text.size() < code_points || CodePoints(text) < code_points;
}

// Encoders write each member as `,"name":value`; this turns what stands from `start` on into an object.
inline void CloseObject(size_t start, std::string* out) {
  if (out->size() == start) {
    out->append("{}");
    return;
  }
  (*out)[start] = '{';
  out->push_back('}');
}

// The same for an array.
inline void CloseArray(size_t start, std::string* out) {
  if (out->size() == start) {
    out->append("[]");
    return;
  }
  (*out)[start] = '[';
  out->push_back(']');
}

}  // namespace a2a::json

#endif  // A2A_JSON_CODEC_H_

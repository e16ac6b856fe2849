// JSON Pointers (RFC 6901) to what a call's params hold, as errors name them in data.path. The generator writes a class
// for each message, in paths.h of its protocol; a pointer is composed of its members' names and so stands or falls with
// the schema:
//
//   constexpr auto kToPath = ParamsPath<wire::SendParams>().message().to();              // /params/message/to
//   Refuse(ParamsPath<wire::EventsAckParams>().seqs(i));                                  // /params/seqs/3
//   Refuse(FieldPath<wire::Message>().parts(2).file());                                   // /parts/2
//
// Values; nothing is allocated. A pointer converts to the text that it holds, which goes when it goes. Any thread.
#ifndef A2A_BASE_PATH_H_
#define A2A_BASE_PATH_H_

#include <cstddef>

#include "absl/strings/string_view.h"

namespace a2a {

// Where params stand in a frame.
inline constexpr absl::string_view kParamsPath = "/params";

// What an index of a list takes at most, with its slash.
inline constexpr size_t kPathIndexBytes = 21;

// A text of at most N bytes.
template <size_t N>
class PathText {
 public:
  constexpr PathText() = default;
  // `step` is a slash and a name with its escapes, or nothing.
  constexpr PathText(absl::string_view parent, absl::string_view step) {
    Append(parent);
    Append(step);
  }
  constexpr PathText(absl::string_view parent, absl::string_view step, size_t index) : PathText(parent, step) {
    char digits[kPathIndexBytes] = {};
    size_t first = kPathIndexBytes;
    do {
      digits[--first] = static_cast<char>('0' + index % 10);
      index /= 10;
    } while (index != 0);
    digits[--first] = '/';
    Append(absl::string_view(digits + first, kPathIndexBytes - first));
  }

  template <size_t M>
  constexpr bool operator==(const PathText<M>& other) const {
    const absl::string_view a = *this, b = other;
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); ++i) {  // absl's own == is no constant in all of its versions
      if (a[i] != b[i]) return false;
    }
    return true;
  }
  constexpr operator absl::string_view() const { return absl::string_view(text_, size_); }  // NOLINT

 private:
  constexpr void Append(absl::string_view text) {
    for (const char c : text) text_[size_++] = c;
  }

  char text_[N + 1] = {};
  size_t size_ = 0;
};

// Of a value of the message M, whose members are functions: x() is the member's pointer, and of a list x(i) that of an
// item. Those of messages go on; an arm of a union adds nothing, because its members stand beside the discriminator.
template <typename M, size_t N = 0>
class FieldPath;

// Of the params of a call.
template <typename M>
constexpr FieldPath<M, kParamsPath.size()> ParamsPath() {
  return FieldPath<M, kParamsPath.size()>(kParamsPath, "");
}

}  // namespace a2a

#endif  // A2A_BASE_PATH_H_

#include "json/cursor.h"
#include "json/scan.h"
#include "json/writer.h"

namespace a2a::json {
namespace {

using internal::Find;

// Copies a string of raw JSON piece by piece: runs that may leave as they are in one append, the rest escaped.
class Relay {
 public:
  Relay(absl::string_view raw, std::string* out)
      : run_(raw.data()), at_(raw.data()), end_(raw.data() + raw.size()), out_(out) {}

  void Run() {
    while (at_ < end_) {
      if (*at_ == '"') {
        String();
      } else if (internal::IsSpace(*at_)) {
        Flush();
        run_ = at_ = internal::SkipSpace(at_, end_);
      } else {
        ++at_;
      }
    }
    Flush();
  }

 private:
  void Flush() { AppendRaw(absl::string_view(run_, static_cast<size_t>(at_ - run_)), out_); }

  void Replace(size_t size, const char* escape) {
    Flush();
    out_->append(escape, 6);
    run_ = at_ += size;
  }

  void String() {
    ++at_;
    for (;;) {
      at_ = Find<internal::RelayStop>(at_, end_);
      switch (static_cast<uint8_t>(*at_)) {
        case '"':
          ++at_;
          return;
        case '\\':
          at_ += 2;
          break;
        case 0x7F:
          Replace(1, "\\u007f");
          break;
        case 0xC2:
          if (at_[1] == '\x85') {
            Replace(2, "\\u0085");
          } else {
            at_ += 2;
          }
          break;
        default:  // 0xE2
          if (at_[1] == '\x80' && (at_[2] == '\xA8' || at_[2] == '\xA9')) {
            Replace(3, at_[2] == '\xA8' ? "\\u2028" : "\\u2029");
          } else {
            at_ += 3;
          }
      }
    }
  }

  const char* run_;  // not yet copied
  const char* at_;
  const char* end_;
  std::string* out_;
};

// Value of a letter of standard base64.
int Base64Value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : 63;
}

// What is left to check when all of `text` but its padding are letters: the number of them, and that the last one
// before the padding carries no bits that belong to no byte.
bool EndsAsBase64(absl::string_view text, size_t padding, size_t* decoded) {
  *decoded = 0;
  if (text.size() % 4 != 0) return false;
  if (padding != 0 && (Base64Value(text[text.size() - padding - 1]) & (padding == 1 ? 0x3 : 0xF)) != 0) return false;
  *decoded = text.size() / 4 * 3 - padding;
  return true;
}

}  // namespace

void AppendCanonical(absl::string_view raw, std::string* out) { Relay(raw, out).Run(); }

size_t CodePoints(absl::string_view utf8) {
  size_t count = 0;
  for (char c : utf8) count += (static_cast<uint8_t>(c) & 0xC0) != 0x80;
  return count;
}

bool IsBase64(absl::string_view text, size_t* decoded) {
  const char* const end = text.data() + text.size();
  const char* const letters_end = Find<internal::NotBase64>(text.data(), end);
  const auto padding = static_cast<size_t>(end - letters_end);
  *decoded = 0;
  return absl::string_view("==", 2).substr(0, padding) == absl::string_view(letters_end, padding) &&
         EndsAsBase64(text, padding, decoded);
}

// Base64 is letters up to its padding and the closing quote. Only escapes, which nobody writes there but which are
// allowed (`\/`), need the text unescaped before it can be judged.
bool Cursor::ReadBase64(std::string* out, size_t* decoded) {
  *decoded = 0;
  if (at_ == end_ || *at_ != '"') return false;
  const char* const start = at_ + 1;
  const char* const letters_end = Find<internal::NotBase64>(start, end_);
  const char* stop = letters_end;
  while (*stop == '=' && stop - letters_end < 2) ++stop;
  if (*stop != '"') return ReadString(out) && IsBase64(*out, decoded);
  at_ = stop + 1;
  const absl::string_view text(start, static_cast<size_t>(stop - start));
  out->assign(text.data(), text.size());
  return EndsAsBase64(text, static_cast<size_t>(stop - letters_end), decoded);
}

}  // namespace a2a::json

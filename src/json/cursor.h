// Reading JSON in two steps (contract section 1, Strictness).
//
// Validate() checks a whole frame as RFC 8259 text: UTF-8, no unpaired surrogates, nesting, nothing after the value.
// A Cursor then walks text that Validate() accepted and therefore meets no syntax errors: its calls only tell whether
// a value has the wanted type. Generated decoders and the envelope read through it. Values only: any thread.
#ifndef A2A_JSON_CURSOR_H_
#define A2A_JSON_CURSOR_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace a2a::json {

struct SyntaxError {
  size_t offset = 0;       // byte offset in the text
  absl::string_view what;  // e.g. "expected ',' or '}'"; a literal
};

// Where the last object or array lies that stands directly in the root, if there is one. In a request that is `params`,
// nearly all of the frame: a cursor that is told of it need not scan it a second time to step over it.
struct Landmark {
  const char* begin = nullptr;
  const char* end = nullptr;
};

// True when `text` is exactly one JSON value, white space around it allowed, nested at most `max_depth` deep
// (a scalar root has depth 0, `[]` depth 1; never deeper than 4096). Otherwise *error tells the first fault.
bool Validate(absl::string_view text, int max_depth, SyntaxError* error, Landmark* landmark = nullptr);

enum class Type { kObject, kArray, kString, kNumber, kBool, kNull };

absl::string_view TypeName(Type type);  // "an object", "a string", ...

class Cursor {
 public:
  // At the one value of `validated`, which must outlive the cursor.
  explicit Cursor(absl::string_view validated, Landmark landmark = {});

  // Type of the value that comes next.
  Type type() const;

  // Objects: EnterObject consumes '{' (false and nothing consumed when the value is no object). Then NextMember moves
  // to the next member and leaves the cursor at its value, or consumes '}' and returns false. `*key` is the unescaped
  // name; it lives until the next call of NextMember on this or a nested cursor position. Every member's value must be
  // read or skipped before the next call.
  bool EnterObject();
  bool NextMember(absl::string_view* key);
  // The name that NextMember gave last as it is written, quotes and escapes included.
  absl::string_view KeyText() const { return key_text_; }

  bool EnterArray();
  bool NextElement();

  // Values. Each consumes the value and returns true, or returns false and consumes nothing when the type is another.
  bool ReadString(std::string* out);  // unescaped, replaces *out
  // A string that IsBase64(): false also for any other, which is then consumed. Most of the time one pass for both.
  bool ReadBase64(std::string* out, size_t* decoded);
  bool ReadBool(bool* out);
  bool ReadNull();
  // Integers by value (1, 1.0 and 1e2 are integers, 1.5 is not); false also when out of the type's range.
  bool ReadInt64(int64_t* out);
  bool ReadUint64(uint64_t* out);
  bool ReadInt32(int32_t* out);
  bool ReadUint32(uint32_t* out);
  // The same for fields that clamp: an integer beyond the range (1e400, say) reads as the nearest end of the range.
  bool ReadInt64Clamped(int64_t* out);
  bool ReadUint64Clamped(uint64_t* out);
  bool ReadDouble(double* out);  // false when too large for a double; 1e-400 is 0

  // Consumes any value and returns its text as written.
  absl::string_view ReadRaw();
  void Skip() { (void)ReadRaw(); }

 private:
  bool IsNumber() const { return at_ < end_ && (*at_ == '-' || (*at_ >= '0' && *at_ <= '9')); }
  absl::string_view NumberText() const;  // of the number at at_
  bool ReadSigned(int64_t min, int64_t max, int64_t* out);
  bool ReadUnsigned(uint64_t max, uint64_t* out);

  const char* at_;  // at a value, or behind one
  const char* end_;
  Landmark landmark_;
  std::string key_;  // unescaped name when it was written with escapes
  absl::string_view key_text_;
};

// Appends `raw`, a value's text as written, in canonical form: white space outside strings dropped, U+007F, U+0085,
// U+2028 and U+2029 escaped; number text, key order and existing escapes stay. `raw` must be valid and may not lie
// in *out.
void AppendCanonical(absl::string_view raw, std::string* out);

// Number of Unicode code points of valid UTF-8.
size_t CodePoints(absl::string_view utf8);

// True when `text` is padded standard base64 (RFC 4648 section 4, unused bits zero); `*decoded` is its decoded size.
bool IsBase64(absl::string_view text, size_t* decoded);

}  // namespace a2a::json

#endif  // A2A_JSON_CURSOR_H_

// What a schema type accepts, as constant tables that the generator writes, and the pass that explains a refusal.
//
// Generated decoders are straight code that only says yes or no. When one says no, Diagnose() walks the same value
// along the tables and finds the first fault in rank order, so that C++ and TypeScript name the same fault of a
// document with several. Any thread.
//
// Rank order of the faults of one object (reason in brackets; a fault inside a member counts at that member's place):
//   1. the value is no object [type]
//   2. the discriminator, in a union: there twice [duplicate]; absent, null, no string or an unknown value
//      [discriminator]. From here on the arm's tag and fields stand beside the discriminator in one object.
//   3. the tag: there twice [duplicate]; neither null nor the tag's value [tag]. Absent is fine.
//   4. the fields in schema order; in each: absent though required [required]; there twice [duplicate], even if one of
//      the two is null; its value. null is a wrong type where the field is required [type] (not for kRawAny, where null
//      is a value) and the same as absent where it is not.
//   5. members that nobody knows, sorted by the UTF-8 bytes of their names: in a closed type each [unknown], in an open
//      type those that are there twice [duplicate].
// Rank order inside a value:
//   repeated  no array [type]; each item in order, null too being a wrong type; then min_items, max_items [items].
//   kMap      no object [type]; each entry, sorted by the UTF-8 bytes of its key: there twice [duplicate], its value,
//   in
//             which null is a wrong type; then min_items, max_items [items].
//   strings   no string [type]; kBase64: not padded standard base64 [base64]; kEnum: an unknown string [enum];
//             min_chars, max_chars [chars], min_bytes, max_bytes [bytes] (of kBase64: decoded bytes).
//   integers  no number, or a number that is no integer by value [type]; outside the kind's range [range];
//             min_value, max_value [value]. With `clamp` nothing is too large, whatever the kind's range.
//   kDouble   no number [type]; too large for a double [range]; min_value, max_value [value].
//   kRawAny takes everything; kRawObject: no object [type]. Nothing inside free-form JSON is looked at.
//
// `path` points at the member or item that is wrong, or that is missing; at the object itself when the member's name
// (an unknown one, or a map's key) is longer than kMaxNameInPath bytes, so that no input makes an error large.
#ifndef A2A_JSON_TABLE_H_
#define A2A_JSON_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace a2a::json {

enum class Kind : uint8_t {
  kString,
  kBase64,
  kBool,
  kInt32,
  kInt64,
  kUint32,
  kUint64,
  kDouble,
  kEnum,
  kMessage,
  kRawAny,
  kRawObject,
  kMap,
};

// A lower or upper limit. `bound` is empty for a limit written as a plain number.
struct Limit {
  bool set = false;
  int64_t value = 0;
  absl::string_view bound;  // A2A_MAX_TEXT_CHARS
  absl::string_view limit;  // data.limit of the error, may be empty
  absl::string_view error;  // catalogue name of the error; empty: the -32602 error
};

struct TypeTable;

constexpr size_t kMaxNameInPath = 256;

struct FieldTable {
  absl::string_view name;  // on the wire
  Kind kind;
  bool repeated = false;
  bool required = false;
  bool clamp = false;
  Limit min_chars, max_chars, min_bytes, max_bytes, min_items, max_items, min_value, max_value;
  const TypeTable* type = nullptr;             // kMessage, and kMap of messages
  absl::Span<const absl::string_view> values;  // kEnum (and kMap of enums): wire strings in schema order
  Kind map_value = Kind::kString;              // kMap
  absl::string_view arm;                       // in a union's table: the discriminator's value
};

struct TypeTable {
  absl::string_view name;
  bool open = false;
  absl::string_view tag_name, tag_value;  // constant member; empty: none
  absl::string_view discriminator;        // a union: `fields` are its arms
  absl::Span<const FieldTable> fields;    // schema order
};

// Why a value was refused.
struct Fault {
  std::string path;               // JSON Pointer, starting with the base path that was given
  std::string text;               // what was expected, one sentence for people
  std::string reason;             // short stable word: type, required, duplicate, enum, discriminator, tag, unknown,
                                  // range, base64, items, chars, bytes, value
  absl::string_view error;        // catalogue name; empty: the -32602 error
  absl::string_view limit;        // data.limit, may be empty
  int64_t max = -1, actual = -1;  // set when an upper limit was exceeded
};

// True when `value` (validated JSON text) is an instance of `type`. Otherwise *fault describes the first fault by rank.
bool Diagnose(const TypeTable& type, absl::string_view value, absl::string_view base_path, Fault* fault);

}  // namespace a2a::json

#endif  // A2A_JSON_TABLE_H_

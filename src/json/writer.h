// Writing JSON by appending to a string. Everything written is safe for any line reader (contract section 1,
// Transport): control characters, U+007F, U+0085, U+2028 and U+2029 leave as escapes, \n and its like in their short
// form and hex digits in lower case, as JSON.stringify writes them. Any thread.
#ifndef A2A_JSON_WRITER_H_
#define A2A_JSON_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace a2a::json {

// Appends a quoted string. `utf8` must be valid UTF-8 and may not lie in *out.
void AppendString(absl::string_view utf8, std::string* out);
void AppendInt(int64_t value, std::string* out);
void AppendUint(uint64_t value, std::string* out);
void AppendDouble(double value, std::string* out);  // shortest text that reads back the same; null if not finite
inline void AppendBool(bool value, std::string* out) { out->append(value ? "true" : "false"); }

// Appends text as it is. Unlike std::string::append it leaves room for what follows: after a large text the next
// single character would otherwise double the string and copy it.
void AppendRaw(absl::string_view text, std::string* out);

// Appends `/` and `segment` escaped as RFC 6901 says.
void AppendPointer(absl::string_view segment, std::string* path);
void AppendPointer(size_t index, std::string* path);

}  // namespace a2a::json

#endif  // A2A_JSON_WRITER_H_

// Making text of a schema harmless: comments, option strings and names may hold any bytes. Any thread.
#ifndef A2A_CODEGEN_TEXT_H_
#define A2A_CODEGEN_TEXT_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace a2a::codegen {

// Valid UTF-8 made of `bytes`: each byte that is not part of a valid sequence becomes U+FFFD.
std::string ToUtf8(absl::string_view bytes);
bool IsUtf8(absl::string_view bytes);

// `doc` as lines that can stand in a line comment or a block comment of C++ and TypeScript: no control characters, no
// line separators, no `*/` or `/*`, no trailing backslash, no directive for a compiler or a protoc plugin.
std::vector<std::string> CommentLines(absl::string_view doc);

// The same as one line.
std::string CommentLine(absl::string_view doc);

// Words of a name in any case style, lower-case: "A2A_MAX_CHARS" -> a2a max chars, "PushConfigs" -> push configs.
std::vector<std::string> Words(absl::string_view name);
std::string UpperCamel(absl::string_view name);  // A2aMaxChars
std::string LowerCamel(absl::string_view name);  // a2aMaxChars
std::string Snake(absl::string_view name);       // a2a_max_chars

// One step of a JSON Pointer (RFC 6901): a slash and the member's name with its escapes.
std::string PointerTo(absl::string_view name);

// `text` between double quotes with everything unusual escaped, for diagnostics on a terminal.
std::string Quoted(absl::string_view text);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_TEXT_H_

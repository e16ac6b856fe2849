// Escapes of Markdown (CommonMark and GitHub's tables). Text of a schema may hold anything; what these functions return
// is text where it is put: no markup, no HTML, no links, no way out of its cell or block. Any thread.
#ifndef A2A_CODEGEN_EMIT_DOCS_TEXT_H_
#define A2A_CODEGEN_EMIT_DOCS_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "codegen/parity_json.h"

namespace a2a::codegen {

// One line. Words between single backticks stay code; everything else that could be markup is escaped.
std::string MarkdownLine(absl::string_view doc);

// The same with the paragraphs of `doc`, each followed by an empty line.
std::string MarkdownParagraphs(absl::string_view doc);

// A code span; also fit for a table's cell.
std::string MarkdownCode(absl::string_view text);

// A fenced block of JSON, indented by two, pure ASCII.
std::string MarkdownJson(const Json& json);

// The fragment that GitHub gives a heading of this text.
std::string MarkdownAnchor(absl::string_view heading);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_EMIT_DOCS_TEXT_H_

// The sections of codegen/diagnostics, which are built into the generator. Any thread.
#ifndef A2A_CODEGEN_EXPLAIN_H_
#define A2A_CODEGEN_EXPLAIN_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace a2a::codegen {

// What codegen/diagnostics says of one code.
struct Explanation {
  absl::string_view code;  // "A2A305"
  absl::string_view name;  // as in codes.h, without the k
  absl::string_view file;  // the page it stands on, such as "fields.md"
  absl::string_view text;  // Markdown, from the heading on
};

// By code.
const std::vector<Explanation>& Explanations();

constexpr char kExplainHelp[] =
    "`a2a-codegen explain A2A305 ...` prints what the codes mean, each with a schema that shows it and how to mend "
    "it;\n"
    "`a2a-codegen explain` lists all codes. The same text lies in codegen/diagnostics.\n";

// Prints the sections of the codes in `args`, or a list of all codes when there are none.
int ExplainCommand(const std::vector<std::string>& args);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_EXPLAIN_H_

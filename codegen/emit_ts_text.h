// Escapes of TypeScript: string literals, member names, exported names and comments. Text of a schema may hold
// anything; what these functions return is inert where it is put. Any thread.
#ifndef A2A_CODEGEN_EMIT_TS_TEXT_H_
#define A2A_CODEGEN_EMIT_TS_TEXT_H_

#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "codegen/printer.h"

namespace a2a::codegen {

// A string literal in double quotes, ASCII only.
std::string TsString(absl::string_view text);

// `["a", "b"]`.
std::string TsStrings(const std::vector<std::string>& texts);

// `open` and `close` around the members: on one line when that is short, else with a line for each.
std::string TsBlock(const char* open, const std::vector<std::string>& members, const char* close);

// The name of a member of an interface: bare when it is an identifier, else quoted.
std::string TsMember(absl::string_view name);

// The name of a member in an object literal, where a bare or quoted __proto__ would set the prototype.
std::string TsKey(absl::string_view name);

// `.name` or `["name"]`: reads a member of an object.
std::string TsAccess(absl::string_view name);

// A TSDoc comment of the lines; nothing when there are none.
void TsDoc(const std::vector<std::string>& lines, Printer* out);

// Names that the modules export. One scope for all modules, since index.ts exports everything from one place.
class TsScope {
 public:
  // `taken`: names of our own exports.
  explicit TsScope(const std::vector<std::string>& taken) : taken_(taken.begin(), taken.end()) {}

  // `wanted`, or `wanted` with underscores when it is taken or means something else in TypeScript.
  std::string Claim(const std::string& wanted);

 private:
  std::set<std::string> taken_;
};

// A name for a member that callers type, such as a method of a client: never `then` or `__proto__`.
std::string TsMethodName(const std::string& name);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_EMIT_TS_TEXT_H_

// Prints source text: positional substitution and indentation, nothing else. Any thread, one at a time.
//
//   Printer p;
//   p.Print("class $0 {\n", name);
//   p.Indent();
//   p.Print("int $0() const;\n", member);
//   p.Outdent();
//   p.Print("};\n");
//
// Substituted values are never scanned for `$` again, so text of a schema is safe to pass once it is escaped for the
// place where it goes (text.h). A literal dollar sign in a format is `$$`.
#ifndef A2A_CODEGEN_PRINTER_H_
#define A2A_CODEGEN_PRINTER_H_

#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "absl/strings/substitute.h"

namespace a2a::codegen {

class Printer {
 public:
  // Substitutes $0...$9 and appends; each line that is not empty gets the current indentation.
  template <typename... Args>
  void Print(absl::string_view format, const Args&... args) {
    if constexpr (sizeof...(args) == 0) {
      Raw(absl::Substitute(format));
    } else {
      Raw(absl::Substitute(format, args...));
    }
  }

  // The same without substitution.
  void Raw(absl::string_view text);

  void Indent(int width = 2) { indent_ += width; }
  void Outdent(int width = 2) { indent_ -= width; }

  const std::string& text() const { return text_; }
  std::string Take() { return std::move(text_); }

 private:
  std::string text_;
  int indent_ = 0;
  bool line_start_ = true;
};

// Indents for the life of a scope.
class Indented {
 public:
  explicit Indented(Printer* printer, int width = 2) : printer_(printer), width_(width) { printer_->Indent(width_); }
  ~Indented() { printer_->Outdent(width_); }
  Indented(const Indented&) = delete;
  Indented& operator=(const Indented&) = delete;

 private:
  Printer* const printer_;
  const int width_;
};

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_PRINTER_H_

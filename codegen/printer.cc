#include "codegen/printer.h"

namespace a2a::codegen {

void Printer::Raw(absl::string_view text) {
  while (!text.empty()) {
    const size_t newline = text.find('\n');
    const absl::string_view line = text.substr(0, newline);
    if (line_start_ && !line.empty()) text_.append(indent_, ' ');
    text_.append(line.data(), line.size());
    if (newline == absl::string_view::npos) {
      if (!line.empty()) line_start_ = false;
      return;
    }
    text_.push_back('\n');
    line_start_ = true;
    text.remove_prefix(newline + 1);
  }
}

}  // namespace a2a::codegen

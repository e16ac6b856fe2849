#include "codegen/diff.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace a2a::codegen {
namespace {

using Lines = std::vector<absl::string_view>;

struct Edit {
  char mark;  // ' ', '-' or '+'
  absl::string_view line;
};

Lines SplitLines(absl::string_view text) {
  Lines lines = absl::StrSplit(text, '\n');
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

void AppendAll(char mark, const Lines& lines, size_t from, size_t to, std::vector<Edit>* edits) {
  for (size_t i = from; i < to; ++i) edits->push_back({mark, lines[i]});
}

// The longest common subsequence of the two middles; above this many cells they are shown as replaced whole.
constexpr size_t kMaxCells = size_t{16} << 20;

void AppendMiddle(const Lines& a, const Lines& b, size_t start, size_t a_end, size_t b_end, std::vector<Edit>* edits) {
  const size_t rows = a_end - start, columns = b_end - start;
  if (rows * columns > kMaxCells) {
    AppendAll('-', a, start, a_end, edits);
    AppendAll('+', b, start, b_end, edits);
    return;
  }
  std::vector<uint32_t> longest((rows + 1) * (columns + 1), 0);
  const auto at = [&](size_t i, size_t j) -> uint32_t& { return longest[i * (columns + 1) + j]; };
  for (size_t i = rows; i-- > 0;) {
    for (size_t j = columns; j-- > 0;) {
      at(i, j) = a[start + i] == b[start + j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
    }
  }
  size_t i = 0, j = 0;
  while (i < rows || j < columns) {
    if (i < rows && j < columns && a[start + i] == b[start + j]) {
      edits->push_back({' ', a[start + i]});
      ++i, ++j;
    } else if (j == columns || (i < rows && at(i + 1, j) >= at(i, j + 1))) {
      edits->push_back({'-', a[start + i++]});
    } else {
      edits->push_back({'+', b[start + j++]});
    }
  }
}

std::vector<Edit> EditsOf(const Lines& a, const Lines& b) {
  size_t start = 0;
  while (start < a.size() && start < b.size() && a[start] == b[start]) ++start;
  size_t a_end = a.size(), b_end = b.size();
  while (a_end > start && b_end > start && a[a_end - 1] == b[b_end - 1]) --a_end, --b_end;
  std::vector<Edit> edits;
  AppendAll(' ', a, 0, start, &edits);
  AppendMiddle(a, b, start, a_end, b_end, &edits);
  AppendAll(' ', a, a_end, a.size(), &edits);
  return edits;
}

}  // namespace

std::string LineDiff(absl::string_view before, absl::string_view after, size_t max_lines) {
  constexpr size_t kContext = 3;
  if (before == after) return {};
  const Lines a = SplitLines(before), b = SplitLines(after);
  const std::vector<Edit> edits = EditsOf(a, b);
  std::vector<bool> shown(edits.size(), false);
  for (size_t i = 0; i < edits.size(); ++i) {
    if (edits[i].mark == ' ') continue;
    for (size_t k = i < kContext ? 0 : i - kContext; k < std::min(edits.size(), i + kContext + 1); ++k) shown[k] = true;
  }
  std::string out;
  size_t line = 0, printed = 0, hidden = 0;  // `line` counts lines of `after`
  for (size_t i = 0; i < edits.size(); ++i) {
    if (edits[i].mark != '-') ++line;
    if (!shown[i]) continue;
    if (printed >= max_lines) {
      ++hidden;
      continue;
    }
    if (i == 0 || !shown[i - 1]) absl::StrAppend(&out, "@@ line ", std::max<size_t>(line, 1), "\n");
    absl::StrAppend(&out, std::string(1, edits[i].mark), edits[i].line, "\n");
    ++printed;
  }
  if (hidden > 0) absl::StrAppend(&out, "... ", hidden, " more lines\n");
  if (out.empty()) out = "the texts differ in the newline at their end\n";
  return out;
}

}  // namespace a2a::codegen

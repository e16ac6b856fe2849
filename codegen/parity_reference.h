// What the schema says about a text, worked out from the IR alone: the third opinion beside the C++ codecs and the
// TypeScript validators, which parity compares with it. Follows the ranks of src/json/table.h and shares no code with
// either side. Slow and small. Values only: any thread.
#ifndef A2A_CODEGEN_PARITY_REFERENCE_H_
#define A2A_CODEGEN_PARITY_REFERENCE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "codegen/ir.pb.h"
#include "codegen/parity_json.h"
#include "codegen/smallest.h"

namespace a2a::codegen {

// As whom to look at a value: as the host at what a client sends, or as a client at what the host sends.
enum class Side { kInput, kOutput };

struct Outcome {
  bool ok = true;
  std::string path;                    // JSON Pointer from the value
  std::string reason;                  // as in src/json/table.h; "parse": no JSON, or nested too deep
  std::string error;                   // catalogue name
  std::string limit;                   // data.limit, when an upper limit with such a name was exceeded
  std::optional<int64_t> max, actual;  // when an upper limit was exceeded
  // What comes out when the host reads the value and writes it again. Only of input that is ok.
  Json value;
};

// Look-ups in an IR. It must outlive the index.
class IrIndex {
 public:
  explicit IrIndex(const ir::Ir& ir);

  const ir::Ir& ir() const { return ir_; }
  const ir::Type& type(const std::string& name) const { return *types_.at(name); }
  const ir::Enum& enumeration(const std::string& name) const { return *enums_.at(name); }
  // The arm of that union in smallest values.
  const ir::Field& smallest_arm(const ir::Type& type) const { return smallest_.Arm(type); }
  const ir::Bound* bound(const std::string& name) const;  // null when there is none
  // Name of the catalogue's first error of that code; empty when there is none.
  std::string ErrorOfCode(int code) const;

 private:
  const ir::Ir& ir_;
  std::map<std::string, const ir::Type*> types_;
  std::map<std::string, const ir::Enum*> enums_;
  const Smallest smallest_;
};

constexpr int kParseError = -32700;
constexpr int kInvalidParams = -32602;
// Nesting of a value, counted from its root.
constexpr int kMaxDepth = 128;
// The longest member name that a path repeats, in bytes.
constexpr size_t kLongestNameInPath = 256;

// Least and greatest value of an integer kind, as decimal text.
struct Range {
  const char* low;
  const char* high;
};
bool IsInteger(ir::Kind kind);
Range RangeOf(ir::Kind kind);

// Number of Unicode code points of valid UTF-8.
int64_t CodePointsOf(absl::string_view utf8);
// Decoded size of padded standard base64 whose unused bits are zero; -1 for everything else.
int64_t Base64Size(absl::string_view text);

Outcome Judge(const IrIndex& index, const std::string& type, absl::string_view text, Side side = Side::kInput);

// What a reader built on JSON.parse cannot see in `text`, in this order: "duplicate" (a name twice in one object),
// "inexact" (a number that a double does not hold exactly), "surrogate" (an unpaired surrogate, as an escape),
// "depth" (nesting above kMaxDepth).
std::vector<std::string> TraitsOf(absl::string_view text);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_PARITY_REFERENCE_H_

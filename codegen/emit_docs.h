// Emitter of generated/docs: the reference in Markdown, for people, and JSON Schema, for other languages (see
// emit_schema.h). Reads only the IR. Any thread.
#ifndef A2A_CODEGEN_EMIT_DOCS_H_
#define A2A_CODEGEN_EMIT_DOCS_H_

#include <set>
#include <string>

#include "absl/strings/string_view.h"
#include "codegen/files.h"
#include "codegen/ir.pb.h"
#include "codegen/parity_json.h"
#include "codegen/parity_reference.h"
#include "codegen/parity_samples.h"

namespace a2a::codegen {

// Writes docs/*.md.
void EmitDocs(const ir::Ir& ir, FileSink* sink);

// What the pages share.
class DocsContext {
 public:
  explicit DocsContext(const ir::Ir& ir);

  const ir::Ir& ir() const { return index_.ir(); }
  const IrIndex& index() const { return index_; }
  const Samples& samples() const { return samples_; }

  // Comment lines and the title that every page starts with.
  std::string Head(absl::string_view title) const;

  // Clients send it; the host sends it.
  bool IsInput(const std::string& type) const { return input_.count(type) != 0; }
  bool IsOutput(const std::string& type) const { return output_.count(type) != 0; }

  // Links: the name as text, and where it is described.
  std::string TypeLink(absl::string_view type_or_enum) const;
  std::string MethodLink(const ir::Method& method) const;
  std::string ErrorLink(absl::string_view error) const;
  std::string BoundLink(absl::string_view bound) const;

 private:
  void Reach(const std::string& type, std::set<std::string>* reached) const;

  const IrIndex index_;
  const Samples samples_;
  std::set<std::string> input_, output_;
};

// An example of a type, marked for the tests: `side` is "input" or "output". `frame` is what is shown; the value of
// the type stands in it under `member`, or is the whole frame when that is empty.
std::string DocsExample(absl::string_view type, absl::string_view side, absl::string_view member, const Json& frame);

// One page each.
std::string DocsIndex(const DocsContext& context);
std::string DocsTypes(const DocsContext& context);
std::string DocsMethods(const DocsContext& context);
std::string DocsNotifications(const DocsContext& context);
std::string DocsErrors(const DocsContext& context);
std::string DocsBounds(const DocsContext& context);
std::string DocsStates(const DocsContext& context);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_EMIT_DOCS_H_

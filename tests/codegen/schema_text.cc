#include "codegen/schema_text.h"

#include <fstream>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "codegen/compile.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"

namespace a2a::codegen {

class SchemaText::Sources : public google::protobuf::compiler::SourceTree {
 public:
  explicit Sources(const Texts& texts) : texts_(texts) {
    for (const char* name : {"a2a/options.proto", "a2a/jsonrpc.proto"}) {
      texts_.emplace(name, ReadSource(absl::StrCat("proto/", name)));
    }
    google::protobuf::FileDescriptorProto descriptor;
    builtin_ = google::protobuf::DescriptorPool::generated_pool()->FindFileByName("google/protobuf/descriptor.proto");
    builtin_->CopyTo(&descriptor);
    texts_.emplace("google/protobuf/descriptor.proto", builtin_->DebugString());
  }

  // Old versions of protobuf call the one, new ones the other.
  google::protobuf::io::ZeroCopyInputStream* Open(const std::string& name) { return Open(absl::string_view(name)); }
  google::protobuf::io::ZeroCopyInputStream* Open(absl::string_view name) {
    const auto found = texts_.find(std::string(name));
    if (found == texts_.end()) return nullptr;
    return new google::protobuf::io::ArrayInputStream(found->second.data(), static_cast<int>(found->second.size()));
  }
  std::string GetLastErrorMessage() override { return "no such file in the test"; }

 private:
  Texts texts_;
  const google::protobuf::FileDescriptor* builtin_;
};

class SchemaText::Errors : public google::protobuf::compiler::MultiFileErrorCollector {
 public:
  explicit Errors(std::string* out) : out_(out) {}
  // Old versions of protobuf call the one, new ones the other.
  void AddError(const std::string& file, int line, int column, const std::string& message) {
    RecordError(file, line, column, message);
  }
  void RecordError(absl::string_view file, int line, int column, absl::string_view message) {
    absl::StrAppend(out_, file, ":", line + 1, ":", column + 1, ": ", message, "\n");
  }

 private:
  std::string* const out_;
};

SchemaText::SchemaText(const Texts& texts)
    : sources_(std::make_unique<Sources>(texts)),
      errors_(std::make_unique<Errors>(&parse_errors_)),
      importer_(std::make_unique<google::protobuf::compiler::Importer>(sources_.get(), errors_.get())) {
  for (const auto& [name, text] : texts) importer_->Import(name);
}

SchemaText::~SchemaText() = default;

std::vector<const google::protobuf::FileDescriptor*> SchemaText::Files(const std::vector<std::string>& names) const {
  std::vector<const google::protobuf::FileDescriptor*> files;
  for (const std::string& name : names) files.push_back(importer_->pool()->FindFileByName(name));
  return files;
}

std::vector<std::string> CompileTexts(const Texts& texts, ir::Ir* ir) {
  const SchemaText schema(texts);
  if (!schema.parse_errors().empty()) return {schema.parse_errors()};
  std::vector<std::string> names;
  for (const auto& [name, text] : texts) names.push_back(name);
  Diagnostics diagnostics;
  ir::Ir compiled;
  const absl::Status status = CompileIr(schema.Files(names), &diagnostics, &compiled);
  std::vector<std::string> lines;
  if (!status.ok()) lines.push_back(status.ToString());
  for (const Diagnostic& diagnostic : diagnostics.Sorted()) lines.push_back(diagnostic.ToString());
  if (ir != nullptr) *ir = compiled;
  return lines;
}

std::string ReadSource(const std::string& path) {
  std::ifstream in(absl::StrCat(A2A_SOURCE_DIR, "/", path), std::ios::binary);
  std::ostringstream content;
  content << in.rdbuf();
  return content.str();
}

}  // namespace a2a::codegen

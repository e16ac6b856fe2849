#include "codegen/load.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "codegen/tree.h"
#include "google/protobuf/compiler/importer.h"
#include "google/protobuf/descriptor_database.h"

namespace a2a::codegen {
namespace {

class Errors : public google::protobuf::compiler::MultiFileErrorCollector {
 public:
  void AddError(const std::string& file, int line, int column, const std::string& message) override {
    absl::StrAppend(&text, file, ":", line + 1, ":", column + 1, ": ", message, "\n");
  }
  std::string text;
};

}  // namespace

// descriptor.proto need not be installed: it is in the library.
class SchemaFiles::Parser {
 public:
  explicit Parser(const std::vector<std::string>& folders) {
    for (const std::string& folder : folders) tree_.MapPath("", folder);
    database_.RecordErrorsTo(&errors_);
  }

  const google::protobuf::FileDescriptor* Find(const std::string& name) { return pool_.FindFileByName(name); }
  const std::string& errors() const { return errors_.text; }

 private:
  google::protobuf::compiler::DiskSourceTree tree_;
  Errors errors_;
  google::protobuf::DescriptorPoolDatabase built_in_{*google::protobuf::DescriptorPool::generated_pool()};
  google::protobuf::compiler::SourceTreeDescriptorDatabase database_{&tree_, &built_in_};
  google::protobuf::DescriptorPool pool_{&database_, database_.GetValidationErrorCollector()};
};

SchemaFiles::SchemaFiles() = default;
SchemaFiles::~SchemaFiles() = default;

absl::StatusOr<std::unique_ptr<SchemaFiles>> SchemaFiles::Load(const std::string& root,
                                                               const std::vector<std::string>& imports,
                                                               const std::vector<std::string>& also) {
  absl::StatusOr<std::vector<std::string>> names = FindProtos(root);
  if (!names.ok()) return names.status();
  names->insert(names->end(), also.begin(), also.end());
  std::vector<std::string> folders = {root};
  folders.insert(folders.end(), imports.begin(), imports.end());
  std::unique_ptr<SchemaFiles> loaded(new SchemaFiles);
  loaded->parser_ = std::make_unique<Parser>(folders);
  for (const std::string& name : *names) {
    const google::protobuf::FileDescriptor* file = loaded->parser_->Find(name);
    if (file != nullptr) {
      loaded->files_.push_back(file);
    } else if (loaded->parser_->errors().empty()) {
      return absl::InvalidArgumentError(absl::StrCat("cannot read ", name));
    }
  }
  const absl::string_view errors = absl::StripSuffix(loaded->parser_->errors(), "\n");
  if (!errors.empty()) return absl::InvalidArgumentError(errors);
  return loaded;
}

}  // namespace a2a::codegen

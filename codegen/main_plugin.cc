// protoc-gen-a2a: `protoc --a2a_out=DIR ...` writes everything that is generated below DIR. Started by protoc only;
// people use a2a-codegen.
#include <malloc.h>

#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "codegen/compile.h"
#include "google/protobuf/compiler/code_generator.h"
#include "google/protobuf/compiler/plugin.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream.h"

namespace a2a::codegen {
namespace {

using google::protobuf::FileDescriptor;
using google::protobuf::compiler::GeneratorContext;

class Generator : public google::protobuf::compiler::CodeGenerator {
 public:
  uint64_t GetSupportedFeatures() const override { return FEATURE_PROTO3_OPTIONAL; }

  bool Generate(const FileDescriptor* file, const std::string& parameter, GeneratorContext* context,
                std::string* error) const override {
    return GenerateAll({file}, parameter, context, error);
  }

  bool GenerateAll(const std::vector<const FileDescriptor*>& files, const std::string& parameter,
                   GeneratorContext* context, std::string* error) const override {
    if (!parameter.empty()) return *error = absl::StrCat("protoc-gen-a2a takes no parameter: ", parameter), false;
    Diagnostics diagnostics;
    ir::Ir ir;
    FileSink sink;
    absl::Status status = CompileIr(files, &diagnostics, &ir);
    // protoc puts words before the error string, so the diagnostics themselves go to stderr as they are.
    const std::vector<Diagnostic> mistakes = diagnostics.Sorted();
    for (const Diagnostic& mistake : mistakes) std::fprintf(stderr, "%s\n", mistake.ToString().c_str());
    if (!mistakes.empty()) {
      *error = absl::StrCat(mistakes.size(), mistakes.size() == 1 ? " mistake" : " mistakes",
                            " in the schema; nothing was written. `a2a-codegen explain ", mistakes.front().Id(),
                            "` tells how to mend it.");
      return false;
    }
    if (status.ok()) status = EmitAll(ir, &sink);
    if (!status.ok()) return *error = std::string(status.message()), false;
    return Write(sink, context, error);
  }

 private:
  static bool Write(const FileSink& sink, GeneratorContext* context, std::string* error) {
    for (const auto& [path, content] : sink.files()) {
      std::unique_ptr<google::protobuf::io::ZeroCopyOutputStream> stream(context->Open(path));
      google::protobuf::io::CodedOutputStream coded(stream.get());
      coded.WriteRaw(content.data(), static_cast<int>(content.size()));
      if (coded.HadError()) return *error = absl::StrCat("cannot write ", path), false;
    }
    return true;
  }
};

}  // namespace
}  // namespace a2a::codegen

int main(int argc, char** argv) {
  // Texts of vectors are large and live briefly; giving their memory back each time costs a quarter of the run.
  mallopt(M_MMAP_THRESHOLD, 1 << 28);
  mallopt(M_TRIM_THRESHOLD, 1 << 28);
  const a2a::codegen::Generator generator;
  return google::protobuf::compiler::PluginMain(argc, argv, &generator);
}

// Schemas as text for tests: parsed in memory, with the real a2a/options.proto and a2a/jsonrpc.proto to import.
#ifndef A2A_TESTS_CODEGEN_SCHEMA_TEXT_H_
#define A2A_TESTS_CODEGEN_SCHEMA_TEXT_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "codegen/diagnostics.h"
#include "codegen/ir.pb.h"
#include "google/protobuf/compiler/importer.h"

namespace a2a::codegen {

// File name -> text.
using Texts = std::map<std::string, std::string>;

class SchemaText {
 public:
  explicit SchemaText(const Texts& texts);
  ~SchemaText();

  // What protoc itself had to say; empty when it accepts the files.
  const std::string& parse_errors() const { return parse_errors_; }

  // In the order of `names`; null entries when parsing failed.
  std::vector<const google::protobuf::FileDescriptor*> Files(const std::vector<std::string>& names) const;

 private:
  class Sources;
  class Errors;
  std::string parse_errors_;
  std::unique_ptr<Sources> sources_;
  std::unique_ptr<Errors> errors_;
  std::unique_ptr<google::protobuf::compiler::Importer> importer_;
};

// All of `texts` as one schema: the diagnostics as printed, or the parse errors. *ir may be null.
std::vector<std::string> CompileTexts(const Texts& texts, ir::Ir* ir);

// The contents of a file of the source tree.
std::string ReadSource(const std::string& path);

}  // namespace a2a::codegen

#endif  // A2A_TESTS_CODEGEN_SCHEMA_TEXT_H_

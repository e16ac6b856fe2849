// Proto files read in this process, for commands that need places or an IR but write nothing. `generate` and `check`
// go through protoc instead (driver.h). One thread at a time.
#ifndef A2A_CODEGEN_LOAD_H_
#define A2A_CODEGEN_LOAD_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "google/protobuf/descriptor.h"

namespace a2a::codegen {

// Owns the descriptors of one schema.
class SchemaFiles {
 public:
  // Every .proto below `root` and the files `also`; imports come from `root`, then from `imports`. An error says what
  // the parser did not accept, one `file:line:column: text` per line.
  static absl::StatusOr<std::unique_ptr<SchemaFiles>> Load(const std::string& root,
                                                           const std::vector<std::string>& imports,
                                                           const std::vector<std::string>& also);
  ~SchemaFiles();

  const std::vector<const google::protobuf::FileDescriptor*>& files() const { return files_; }

 private:
  class Parser;
  SchemaFiles();

  std::unique_ptr<Parser> parser_;
  std::vector<const google::protobuf::FileDescriptor*> files_;
};

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_LOAD_H_

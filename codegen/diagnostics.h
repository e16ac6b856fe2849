// What is wrong with a schema, and where. All mistakes of a run are collected, sorted and printed together as
// `file.proto:LINE:COL [A2Annn] text`. One thread at a time.
#ifndef A2A_CODEGEN_DIAGNOSTICS_H_
#define A2A_CODEGEN_DIAGNOSTICS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "codegen/codes.h"
#include "google/protobuf/descriptor.h"

namespace a2a::codegen {

// A spot in a proto file: a source-info path that is shortened from its end until the parser has a location for it.
struct Place {
  const google::protobuf::FileDescriptor* file;
  std::vector<int> path;
};

Place PlaceOf(const google::protobuf::FileDescriptor* file);
Place PlaceOf(const google::protobuf::Descriptor* message);
Place PlaceOf(const google::protobuf::FieldDescriptor* field);
Place PlaceOf(const google::protobuf::OneofDescriptor* oneof);
Place PlaceOf(const google::protobuf::EnumDescriptor* enumeration);
Place PlaceOf(const google::protobuf::EnumValueDescriptor* value);
Place PlaceOf(const google::protobuf::ServiceDescriptor* service);
Place PlaceOf(const google::protobuf::MethodDescriptor* method);

// The spot of one of the element's options: number of the extension, then subfields and indices inside it.
Place OptionOf(const google::protobuf::FileDescriptor* file, const std::vector<int>& option);
Place OptionOf(const google::protobuf::Descriptor* message, const std::vector<int>& option);
Place OptionOf(const google::protobuf::FieldDescriptor* field, const std::vector<int>& option);
Place OptionOf(const google::protobuf::OneofDescriptor* oneof, const std::vector<int>& option);
Place OptionOf(const google::protobuf::EnumValueDescriptor* value, const std::vector<int>& option);
Place OptionOf(const google::protobuf::MethodDescriptor* method, const std::vector<int>& option);

struct Diagnostic {
  std::string file;
  int line = 0;  // from 1
  int column = 0;
  int code = 0;
  std::string text;

  std::string ToString() const;
};

class Diagnostics {
 public:
  void Add(Code code, const Place& place, absl::string_view text);

  bool empty() const { return diagnostics_.empty(); }
  // By file, line, column and code; what two checks both found, once.
  std::vector<Diagnostic> Sorted() const;

 private:
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_DIAGNOSTICS_H_

// What is wrong with a schema, and where. All mistakes of a run are collected, sorted and printed together as
// `file.proto:LINE:COL [A2Annn] text`. One thread at a time.
#ifndef A2A_CODEGEN_DIAGNOSTICS_H_
#define A2A_CODEGEN_DIAGNOSTICS_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "codegen/codes.h"
#include "google/protobuf/descriptor.h"

namespace a2a::codegen {

// A place in a proto file, as a path of source info. The parser has no location for what is not written, and only one
// for all of an aggregate option; then the first location inside counts, or else that of the nearest element around.
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

// Where a place is in its file.
struct Spot {
  std::string file;
  int line = 0;  // from 1
  int column = 0;
};

struct Diagnostic : Spot {
  int code = 0;
  std::string text;

  // "A2A305".
  std::string Id() const;
  std::string ToString() const;
};

class Diagnostics {
 public:
  void Add(Code code, const Place& place, absl::string_view text);
  Spot SpotOf(const Place& place);

  bool empty() const { return diagnostics_.empty(); }
  // By file, line, column and code; what two checks both found, once.
  std::vector<Diagnostic> Sorted() const;

 private:
  // Line and column, from 0, of every location of a file by its path.
  using Locations = std::map<std::vector<int>, std::pair<int, int>>;
  const Locations& LocationsOf(const google::protobuf::FileDescriptor* file);

  std::map<const google::protobuf::FileDescriptor*, Locations> locations_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_DIAGNOSTICS_H_

// The descriptors of one schema in the generator's order, whatever the order of the files on the command line, and
// what several phases ask of a descriptor. Descriptors outlive everything here. One thread at a time.
#ifndef A2A_CODEGEN_SCHEMA_H_
#define A2A_CODEGEN_SCHEMA_H_

#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "google/protobuf/descriptor.h"

namespace a2a::codegen {

struct Schema {
  std::vector<const google::protobuf::FileDescriptor*> files;  // sorted by name, without our options.proto
  // Nested ones too, without map entries; by file, then in the order of the file.
  std::vector<const google::protobuf::Descriptor*> messages;
  std::vector<const google::protobuf::EnumDescriptor*> enums;  // those that are not errors
  std::vector<const google::protobuf::EnumDescriptor*> error_enums;
  std::vector<const google::protobuf::ServiceDescriptor*> services;
  // The file that sets the protocol's name; null when none does.
  const google::protobuf::FileDescriptor* protocol = nullptr;
  // Some file that was given, for what is said about the schema as a whole.
  const google::protobuf::FileDescriptor* any = nullptr;

  // The same messages and enums, to ask whether a type is part of the schema.
  std::set<const google::protobuf::Descriptor*> message_set;
  std::set<const google::protobuf::EnumDescriptor*> enum_set;
};

// `files` and what they import publicly.
Schema CollectSchema(std::vector<const google::protobuf::FileDescriptor*> files);

// Short name: the names of the types around it, then its own.
std::string FlatName(const google::protobuf::Descriptor* message);
std::string FlatName(const google::protobuf::EnumDescriptor* enumeration);

// The value's name without the prefix that the style guide wants: TASK_STATE_INPUT_REQUIRED -> INPUT_REQUIRED.
std::string WithoutPrefix(const google::protobuf::EnumValueDescriptor* value);

// Wire names: the option's, or the default.
std::string WireNameOf(const google::protobuf::FieldDescriptor* field);
std::string WireNameOf(const google::protobuf::EnumValueDescriptor* value);
std::string ArmOf(const google::protobuf::FieldDescriptor* field);

// True for enums that hold errors: some value has (a2a.error).
bool IsErrorEnum(const google::protobuf::EnumDescriptor* enumeration);
bool IsStateEnum(const google::protobuf::EnumDescriptor* enumeration);

// The oneof that makes `message` a union; null when it is none.
const google::protobuf::OneofDescriptor* UnionOf(const google::protobuf::Descriptor* message);

// True for a field with the keyword `optional`.
bool IsOptional(const google::protobuf::FieldDescriptor* field);

// True for a2a.None, the response type of notifications.
bool IsNone(const google::protobuf::Descriptor* message);

// The comments before and behind an element, cleaned: valid UTF-8, one leading blank per line dropped.
std::string CleanDoc(absl::string_view leading, absl::string_view trailing);

template <typename DescriptorT>
std::string DocOf(const DescriptorT* descriptor) {
  google::protobuf::SourceLocation location;
  if (!descriptor->GetSourceLocation(&location)) return {};
  return CleanDoc(location.leading_comments, location.trailing_comments);
}

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_SCHEMA_H_

#include "codegen/schema.h"

#include <algorithm>

#include "a2a/options.pb.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::FileDescriptor;
using google::protobuf::OneofDescriptor;

// The file that declares the options is the language, not the schema.
constexpr char kOptionsFile[] = "a2a/options.proto";

void AddEnum(const EnumDescriptor* enumeration, Schema* schema) {
  if (IsErrorEnum(enumeration)) {
    schema->error_enums.push_back(enumeration);
  } else {
    schema->enums.push_back(enumeration);
    schema->enum_set.insert(enumeration);
  }
}

void AddMessage(const Descriptor* message, Schema* schema) {
  if (message->options().map_entry()) return;
  schema->messages.push_back(message);
  schema->message_set.insert(message);
  for (int i = 0; i < message->enum_type_count(); ++i) AddEnum(message->enum_type(i), schema);
  for (int i = 0; i < message->nested_type_count(); ++i) AddMessage(message->nested_type(i), schema);
}

void AddFile(const FileDescriptor* file, Schema* schema) {
  if (file->name() == kOptionsFile) return;
  schema->files.push_back(file);
  if (schema->protocol == nullptr && !file->options().GetExtension(a2a::protocol).name().empty()) {
    schema->protocol = file;
  }
  for (int i = 0; i < file->enum_type_count(); ++i) AddEnum(file->enum_type(i), schema);
  for (int i = 0; i < file->message_type_count(); ++i) AddMessage(file->message_type(i), schema);
  for (int i = 0; i < file->service_count(); ++i) schema->services.push_back(file->service(i));
}

// What a file of the schema imports publicly is part of the schema too.
void AddPublicImports(std::vector<const FileDescriptor*>* files) {
  for (size_t i = 0; i < files->size(); ++i) {
    const FileDescriptor* file = (*files)[i];
    for (int j = 0; j < file->public_dependency_count(); ++j) files->push_back(file->public_dependency(j));
  }
}

}  // namespace

Schema CollectSchema(std::vector<const FileDescriptor*> files) {
  AddPublicImports(&files);
  std::sort(files.begin(), files.end(), [](const auto* a, const auto* b) { return a->name() < b->name(); });
  files.erase(std::unique(files.begin(), files.end()), files.end());
  Schema schema;
  if (!files.empty()) schema.any = files.front();
  for (const FileDescriptor* file : files) AddFile(file, &schema);
  return schema;
}

std::string FlatName(const Descriptor* message) {
  const Descriptor* parent = message->containing_type();
  return absl::StrCat(parent == nullptr ? "" : FlatName(parent), std::string(message->name()));
}

std::string FlatName(const EnumDescriptor* enumeration) {
  const Descriptor* parent = enumeration->containing_type();
  return absl::StrCat(parent == nullptr ? "" : FlatName(parent), std::string(enumeration->name()));
}

std::string WithoutPrefix(const EnumValueDescriptor* value) {
  const std::string name(value->name());
  // HTTPStatus and HttpStatus both have the prefix HTTP_STATUS_: compare letters, not underscores.
  const std::string prefix =
      absl::StrReplaceAll(absl::AsciiStrToUpper(std::string(value->type()->name())), {{"_", ""}});
  size_t at = 0, matched = 0;
  while (at < name.size() && matched < prefix.size()) {
    if (name[at] == prefix[matched]) {
      ++matched;
    } else if (name[at] != '_') {
      return name;
    }
    ++at;
  }
  if (matched < prefix.size() || at + 1 >= name.size() || name[at] != '_') return name;
  return name.substr(at + 1);
}

std::string WireNameOf(const FieldDescriptor* field) {
  const std::string& name = field->options().GetExtension(a2a::field).wire_name();
  return name.empty() ? std::string(field->json_name()) : name;
}

std::string WireNameOf(const EnumValueDescriptor* value) {
  const std::string& wire = value->options().GetExtension(a2a::value).wire();
  if (!wire.empty()) return wire;
  return absl::StrReplaceAll(absl::AsciiStrToLower(WithoutPrefix(value)), {{"_", "-"}});
}

std::string ArmOf(const FieldDescriptor* field) {
  const std::string arm = field->options().GetExtension(a2a::arm);
  return arm.empty() ? WireNameOf(field) : arm;
}

bool IsErrorEnum(const EnumDescriptor* enumeration) {
  for (int i = 0; i < enumeration->value_count(); ++i) {
    if (enumeration->value(i)->options().HasExtension(a2a::error)) return true;
  }
  return false;
}

bool IsStateEnum(const EnumDescriptor* enumeration) {
  for (int i = 0; i < enumeration->value_count(); ++i) {
    if (enumeration->value(i)->options().GetExtension(a2a::value).has_state()) return true;
  }
  return false;
}

const OneofDescriptor* UnionOf(const Descriptor* message) {
  for (int i = 0; i < message->real_oneof_decl_count(); ++i) {
    if (message->oneof_decl(i)->options().HasExtension(a2a::union_)) return message->oneof_decl(i);
  }
  return nullptr;
}

bool IsOptional(const FieldDescriptor* field) {
  // protobuf wraps it in a oneof of its own, which is no real one.
  return field->containing_oneof() != nullptr && field->real_containing_oneof() == nullptr;
}

bool IsNone(const Descriptor* message) { return message->full_name() == "a2a.None"; }

std::string CleanDoc(absl::string_view leading, absl::string_view trailing) {
  std::vector<std::string> lines;
  for (const absl::string_view comment : {leading, trailing}) {
    const std::string utf8 = ToUtf8(comment);
    for (const absl::string_view line : absl::StrSplit(utf8, absl::ByAnyChar("\n\r"))) {
      std::string clean(absl::StripTrailingAsciiWhitespace(absl::StripPrefix(line, " ")));
      clean.erase(std::remove_if(clean.begin(), clean.end(), [](char c) { return absl::ascii_iscntrl(c); }),
                  clean.end());
      lines.push_back(std::move(clean));
    }
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  size_t first = 0;
  while (first < lines.size() && lines[first].empty()) ++first;
  return absl::StrJoin(lines.begin() + first, lines.end(), "\n");
}

}  // namespace a2a::codegen

#include "codegen/diagnostics.h"

#include <algorithm>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "google/protobuf/descriptor.pb.h"

namespace a2a::codegen {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::DescriptorProto;
using google::protobuf::EnumDescriptor;
using google::protobuf::EnumDescriptorProto;
using google::protobuf::EnumValueDescriptor;
using google::protobuf::EnumValueDescriptorProto;
using google::protobuf::FieldDescriptor;
using google::protobuf::FieldDescriptorProto;
using google::protobuf::FileDescriptor;
using google::protobuf::FileDescriptorProto;
using google::protobuf::MethodDescriptor;
using google::protobuf::MethodDescriptorProto;
using google::protobuf::OneofDescriptor;
using google::protobuf::OneofDescriptorProto;
using google::protobuf::ServiceDescriptor;
using google::protobuf::ServiceDescriptorProto;

Place Extended(Place place, const std::vector<int>& tail) {
  place.path.insert(place.path.end(), tail.begin(), tail.end());
  return place;
}

Place Option(Place place, int options_field, const std::vector<int>& option) {
  place.path.push_back(options_field);
  return Extended(std::move(place), option);
}

auto Key(const Diagnostic& d) { return std::tie(d.file, d.line, d.column, d.code, d.text); }

}  // namespace

Place PlaceOf(const FileDescriptor* file) { return {file, {}}; }

Place PlaceOf(const Descriptor* message) {
  const Descriptor* parent = message->containing_type();
  if (parent == nullptr) return {message->file(), {FileDescriptorProto::kMessageTypeFieldNumber, message->index()}};
  return Extended(PlaceOf(parent), {DescriptorProto::kNestedTypeFieldNumber, message->index()});
}

Place PlaceOf(const FieldDescriptor* field) {
  return Extended(PlaceOf(field->containing_type()), {DescriptorProto::kFieldFieldNumber, field->index()});
}

Place PlaceOf(const OneofDescriptor* oneof) {
  return Extended(PlaceOf(oneof->containing_type()), {DescriptorProto::kOneofDeclFieldNumber, oneof->index()});
}

Place PlaceOf(const EnumDescriptor* enumeration) {
  const Descriptor* parent = enumeration->containing_type();
  if (parent == nullptr) {
    return {enumeration->file(), {FileDescriptorProto::kEnumTypeFieldNumber, enumeration->index()}};
  }
  return Extended(PlaceOf(parent), {DescriptorProto::kEnumTypeFieldNumber, enumeration->index()});
}

Place PlaceOf(const EnumValueDescriptor* value) {
  return Extended(PlaceOf(value->type()), {EnumDescriptorProto::kValueFieldNumber, value->index()});
}

Place PlaceOf(const ServiceDescriptor* service) {
  return {service->file(), {FileDescriptorProto::kServiceFieldNumber, service->index()}};
}

Place PlaceOf(const MethodDescriptor* method) {
  return Extended(PlaceOf(method->service()), {ServiceDescriptorProto::kMethodFieldNumber, method->index()});
}

Place OptionOf(const FileDescriptor* file, const std::vector<int>& option) {
  return Option(PlaceOf(file), FileDescriptorProto::kOptionsFieldNumber, option);
}
Place OptionOf(const Descriptor* message, const std::vector<int>& option) {
  return Option(PlaceOf(message), DescriptorProto::kOptionsFieldNumber, option);
}
Place OptionOf(const FieldDescriptor* field, const std::vector<int>& option) {
  return Option(PlaceOf(field), FieldDescriptorProto::kOptionsFieldNumber, option);
}
Place OptionOf(const OneofDescriptor* oneof, const std::vector<int>& option) {
  return Option(PlaceOf(oneof), OneofDescriptorProto::kOptionsFieldNumber, option);
}
Place OptionOf(const EnumValueDescriptor* value, const std::vector<int>& option) {
  return Option(PlaceOf(value), EnumValueDescriptorProto::kOptionsFieldNumber, option);
}
Place OptionOf(const MethodDescriptor* method, const std::vector<int>& option) {
  return Option(PlaceOf(method), MethodDescriptorProto::kOptionsFieldNumber, option);
}

std::string Diagnostic::ToString() const {
  return absl::StrFormat("%s:%d:%d [A2A%03d] %s", file, line, column, code, text);
}

void Diagnostics::Add(Code code, const Place& place, absl::string_view text) {
  Diagnostic d;
  d.file = std::string(place.file->name());
  d.code = static_cast<int>(code);
  d.text = std::string(text);
  std::vector<int> path = place.path;
  google::protobuf::SourceLocation location;
  // An aggregate option has one location for all that is in it; the parser knows no place for what is not written.
  while (!place.file->GetSourceLocation(path, &location)) {
    if (path.empty()) {
      location.start_line = location.start_column = 0;
      break;
    }
    path.pop_back();
  }
  d.line = location.start_line + 1;
  d.column = location.start_column + 1;
  diagnostics_.push_back(std::move(d));
}

std::vector<Diagnostic> Diagnostics::Sorted() const {
  std::vector<Diagnostic> sorted = diagnostics_;
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return Key(a) < Key(b); });
  sorted.erase(std::unique(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return Key(a) == Key(b); }),
               sorted.end());
  return sorted;
}

}  // namespace a2a::codegen

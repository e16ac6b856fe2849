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

std::string Diagnostic::Id() const { return absl::StrFormat("A2A%03d", code); }

std::string Diagnostic::ToString() const { return absl::StrFormat("%s:%d:%d [%s] %s", file, line, column, Id(), text); }

const Diagnostics::Locations& Diagnostics::LocationsOf(const FileDescriptor* file) {
  const auto [it, added] = locations_.try_emplace(file);
  if (!added) return it->second;
  FileDescriptorProto proto;
  file->CopySourceCodeInfoTo(&proto);
  for (const auto& location : proto.source_code_info().location()) {
    const std::vector<int> path(location.path().begin(), location.path().end());
    it->second.try_emplace(path, location.span(0), location.span(1));
  }
  return it->second;
}

Spot Diagnostics::SpotOf(const Place& place) {
  const Locations& locations = LocationsOf(place.file);
  std::pair<int, int> at = {0, 0};
  for (std::vector<int> path = place.path;; path.pop_back()) {
    const auto found = locations.lower_bound(path);
    const bool inside = found != locations.end() && path.size() <= found->first.size() &&
                        std::equal(path.begin(), path.end(), found->first.begin());
    if (inside) at = found->second;
    if (inside || path.empty()) break;
  }
  return {std::string(place.file->name()), at.first + 1, at.second + 1};
}

void Diagnostics::Add(Code code, const Place& place, absl::string_view text) {
  Diagnostic d;
  static_cast<Spot&>(d) = SpotOf(place);
  d.code = static_cast<int>(code);
  d.text = std::string(text);
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

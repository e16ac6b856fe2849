#include "codegen/breaking_places.h"

#include "a2a/options.pb.h"
#include "absl/strings/str_cat.h"

namespace a2a::codegen {
namespace {

// "element#option" for every field of an option's message.
template <typename DescriptorT>
void AddOptions(const std::string& element, const DescriptorT* descriptor, int extension,
                const google::protobuf::Descriptor* options, std::map<std::string, Place>* places) {
  for (int i = 0; i < options->field_count(); ++i) {
    places->emplace(absl::StrCat(element, "#", std::string(options->field(i)->name())),
                    OptionOf(descriptor, {extension, options->field(i)->number()}));
  }
}

}  // namespace

SchemaPlaces::SchemaPlaces(const Schema& schema) {
  if (schema.protocol != nullptr) {
    places_.emplace("protocol", PlaceOf(schema.protocol));
    AddOptions("protocol", schema.protocol, a2a::kProtocolFieldNumber, a2a::ProtocolOptions::descriptor(), &places_);
  }
  for (const google::protobuf::FileDescriptor* file : schema.files) AddConstants(file);
  for (const google::protobuf::Descriptor* message : schema.messages) AddMessage(message);
  for (const google::protobuf::EnumDescriptor* enumeration : schema.enums) AddEnum(enumeration, /*errors=*/false);
  for (const google::protobuf::EnumDescriptor* enumeration : schema.error_enums) AddEnum(enumeration, /*errors=*/true);
  for (const google::protobuf::ServiceDescriptor* service : schema.services) {
    const std::string name(service->name());
    places_.emplace(absl::StrCat("service ", name), PlaceOf(service));
    for (int i = 0; i < service->method_count(); ++i) {
      const std::string rpc = absl::StrCat("rpc ", name, ".", std::string(service->method(i)->name()));
      places_.emplace(rpc, PlaceOf(service->method(i)));
      AddOptions(rpc, service->method(i), a2a::kMethodFieldNumber, a2a::MethodRule::descriptor(), &places_);
    }
  }
}

void SchemaPlaces::AddMessage(const google::protobuf::Descriptor* message) {
  const std::string name = FlatName(message);
  places_.emplace(name, PlaceOf(message));
  AddOptions(name, message, a2a::kTypeFieldNumber, a2a::TypeOptions::descriptor(), &places_);
  const google::protobuf::OneofDescriptor* const arms = UnionOf(message);
  if (arms != nullptr) AddOptions(name, arms, a2a::kUnionFieldNumber, a2a::UnionRule::descriptor(), &places_);
  for (int i = 0; i < message->field_count(); ++i) {
    const google::protobuf::FieldDescriptor* const field = message->field(i);
    const std::string member = absl::StrCat(name, ".", std::string(field->name()));
    places_.emplace(member, PlaceOf(field));
    places_.emplace(member + "#arm", OptionOf(field, {a2a::kArmFieldNumber}));
    AddOptions(member, field, a2a::kFieldFieldNumber, a2a::FieldRule::descriptor(), &places_);
  }
}

void SchemaPlaces::AddEnum(const google::protobuf::EnumDescriptor* enumeration, bool errors) {
  const std::string name = FlatName(enumeration);
  places_.emplace(name, PlaceOf(enumeration));
  for (int i = 0; i < enumeration->value_count(); ++i) {
    const google::protobuf::EnumValueDescriptor* const value = enumeration->value(i);
    const std::string element =
        errors ? absl::StrCat("error ", WithoutPrefix(value)) : absl::StrCat(name, ".", std::string(value->name()));
    places_.emplace(element, PlaceOf(value));
    if (errors) {
      AddOptions(element, value, a2a::kErrorFieldNumber, a2a::ErrorRule::descriptor(), &places_);
    } else {
      AddOptions(element, value, a2a::kValueFieldNumber, a2a::ValueOptions::descriptor(), &places_);
    }
  }
}

void SchemaPlaces::AddConstants(const google::protobuf::FileDescriptor* file) {
  using Options = a2a::ProtocolOptions;
  const Options& options = file->options().GetExtension(a2a::protocol);
  const auto add = [&](const char* word, const auto& list, int number) {
    for (int i = 0; i < list.size(); ++i) {
      places_.emplace(absl::StrCat(word, " ", list[i].name()), OptionOf(file, {a2a::kProtocolFieldNumber, number, i}));
    }
  };
  add("capability", options.capability(), Options::kCapabilityFieldNumber);
  add("bound", options.bound(), Options::kBoundFieldNumber);
  add("text", options.text(), Options::kTextFieldNumber);
}

Spot SchemaPlaces::Find(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const auto found = places_.find(name);
    if (found != places_.end()) return locations_.SpotOf(found->second);
  }
  return {};
}

}  // namespace a2a::codegen

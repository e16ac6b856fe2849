// The protocol option, constants, packages and errors.
#include <map>
#include <set>
#include <string>

#include "a2a/options.pb.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "codegen/names_cpp.h"
#include "codegen/text.h"
#include "codegen/validate.h"

namespace a2a::codegen {
namespace {

using google::protobuf::EnumDescriptor;
using google::protobuf::EnumValueDescriptor;
using google::protobuf::FileDescriptor;
using Options = a2a::ProtocolOptions;

constexpr int kProtocol = a2a::kProtocolFieldNumber;

// SCREAMING_SNAKE: words of capitals and digits, single underscores between them.
bool IsConstantName(absl::string_view name) {
  if (name.empty() || name[0] < 'A' || name[0] > 'Z' || name.back() == '_') return false;
  char before = 0;
  for (const char c : name) {
    const bool word = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!word && (c != '_' || before == '_')) return false;
    before = c;
  }
  return true;
}

class ProtocolCheck {
 public:
  ProtocolCheck(const Schema& schema, const ir::Ir& ir, Diagnostics* diagnostics)
      : schema_(schema), diagnostics_(diagnostics) {
    for (const ir::Error& error : ir.errors()) errors_.insert(error.name());
  }

  void Run() {
    if (schema_.protocol == nullptr && schema_.any != nullptr) {
      diagnostics_->Add(Code::kNoProtocol, PlaceOf(schema_.any), "no file of the schema sets (a2a.protocol).name");
    }
    for (const FileDescriptor* file : schema_.files) {
      CheckFile(file);
      CheckConstants(file);
    }
    if (schema_.protocol == nullptr) return;
    CheckOptions();
    CheckPackages();
  }

 private:
  void Add(Code code, const FileDescriptor* file, const std::vector<int>& option, const std::string& text) {
    diagnostics_->Add(code, OptionOf(file, option), text);
  }

  void CheckFile(const FileDescriptor* file) {
    google::protobuf::FileDescriptorProto proto;
    file->CopyTo(&proto);
    if (proto.syntax() != "proto3") {
      diagnostics_->Add(Code::kSyntax, PlaceOf(file), "the file must say syntax = \"proto3\"");
    }
    const Options& options = file->options().GetExtension(a2a::protocol);
    const bool sets = !options.name().empty() || options.version() != 0 || options.schema_version() != 0 ||
                      options.schema_baseline() != 0;
    if (file != schema_.protocol && sets) {
      Add(Code::kSecondProtocol, file, {kProtocol, Options::kNameFieldNumber},
          absl::StrCat("name and versions of the protocol belong in one file",
                       schema_.protocol == nullptr
                           ? ""
                           : absl::StrCat(", and ", std::string(schema_.protocol->name()), " has them")));
    }
  }

  void CheckOptions() {
    const Options& options = schema_.protocol->options().GetExtension(a2a::protocol);
    if (!IsPlainName(options.name(), "_.-")) {
      Add(Code::kProtocolName, schema_.protocol, {kProtocol, Options::kNameFieldNumber},
          absl::StrCat("protocol name ", Quoted(options.name()), " must be a letter, then letters, digits, _ . or -"));
    }
    if (options.version() < 1) {
      Add(Code::kProtocolVersion, schema_.protocol, {kProtocol, Options::kVersionFieldNumber},
          absl::StrCat("the protocol's version is ", options.version(), "; the first one is 1"));
    }
    if (options.schema_version() < 0 || options.schema_baseline() < 0 ||
        options.schema_baseline() > options.schema_version()) {
      Add(Code::kSchemaVersion, schema_.protocol, {kProtocol, Options::kSchemaVersionFieldNumber},
          absl::StrCat("schema_version ", options.schema_version(), " must not be below schema_baseline ",
                       options.schema_baseline(), ", and neither below 0"));
    }
  }

  void CheckConstants(const FileDescriptor* file) {
    const Options& options = file->options().GetExtension(a2a::protocol);
    for (int i = 0; i < options.bound_size(); ++i) {
      const std::vector<int> place = {kProtocol, Options::kBoundFieldNumber, i};
      CheckConstantName(file, place, options.bound(i).name());
      CheckBound(file, place, options.bound(i));
    }
    for (int i = 0; i < options.text_size(); ++i) {
      CheckConstantName(file, {kProtocol, Options::kTextFieldNumber, i}, options.text(i).name());
    }
    for (int i = 0; i < options.capability_size(); ++i) {
      CheckCapability(file, {kProtocol, Options::kCapabilityFieldNumber, i}, options.capability(i).name());
    }
  }

  void CheckConstantName(const FileDescriptor* file, const std::vector<int>& place, const std::string& name) {
    if (!IsConstantName(name)) {
      Add(Code::kConstantName, file, place, absl::StrCat("constant name ", Quoted(name), " is not SCREAMING_SNAKE"));
    } else if (!constants_.insert(name).second) {
      Add(Code::kDuplicateConstant, file, place, absl::StrCat("there are two constants ", name));
    }
  }

  void CheckBound(const FileDescriptor* file, const std::vector<int>& place, const a2a::Bound& bound) {
    if (bound.value() < 0) {
      Add(Code::kBoundValue, file, place,
          absl::StrCat("bound ", Quoted(bound.name()), " is ", bound.value(), "; bounds start at 0"));
    }
    if (!bound.error().empty() && errors_.count(bound.error()) == 0) {
      Add(Code::kBoundError, file, place,
          absl::StrCat("bound ", Quoted(bound.name()), " names error ", Quoted(bound.error()),
                       ", which nobody declares"));
    }
  }

  void CheckCapability(const FileDescriptor* file, const std::vector<int>& place, const std::string& name) {
    if (!IsPlainName(name, "_.-")) {
      Add(Code::kCapabilityName, file, place,
          absl::StrCat("capability name ", Quoted(name), " must be a letter, then letters, digits, _ . or -"));
    } else if (!capabilities_.insert(name).second) {
      Add(Code::kDuplicateCapability, file, place, absl::StrCat("there are two capabilities ", name));
    }
  }

  void CheckPackages() {
    const std::string package(schema_.protocol->package());
    if (package.empty()) {
      diagnostics_->Add(Code::kPackage, PlaceOf(schema_.protocol), "the protocol's file must have a package");
      return;
    }
    static const std::set<std::string> kReserved = {"absl", "google", "std"};
    bool first = true;
    for (const std::string& part : std::vector<std::string>(absl::StrSplit(package, '.'))) {
      const bool hides = kReserved.count(part) != 0 || (!first && part == "a2a");
      if (hides || IsCppKeyword(part) || IsNewCppKeyword(part)) {
        diagnostics_->Add(Code::kPackage,
                          {schema_.protocol, {google::protobuf::FileDescriptorProto::kPackageFieldNumber}},
                          absl::StrCat("package part ", Quoted(part), " cannot be a C++ namespace of generated code"));
      }
      first = false;
    }
    for (const auto* message : schema_.messages) CheckPackage(message, package);
    for (const auto* enumeration : schema_.enums) CheckPackage(enumeration, package);
    for (const auto* service : schema_.services) CheckPackage(service, package);
  }

  template <typename Descriptor>
  void CheckPackage(const Descriptor* element, const std::string& package) {
    if (element->file()->package() == package) return;
    diagnostics_->Add(Code::kPackage, PlaceOf(element),
                      absl::StrCat(std::string(element->full_name()), " is not in the protocol's package ", package,
                                   "; only enums of errors may be elsewhere"));
  }

  const Schema& schema_;
  Diagnostics* const diagnostics_;
  std::set<std::string> errors_, constants_, capabilities_;
};

void CheckError(const EnumValueDescriptor* value, std::map<std::string, const EnumValueDescriptor*>* names,
                Diagnostics* diagnostics) {
  const a2a::ErrorRule& rule = value->options().GetExtension(a2a::error);
  const std::string name = WithoutPrefix(value);
  if (rule.code() == 0) {
    diagnostics->Add(Code::kErrorCode, OptionOf(value, {a2a::kErrorFieldNumber, a2a::ErrorRule::kCodeFieldNumber}),
                     absl::StrCat("error ", name, " has no code"));
  }
  if (rule.text().empty()) {
    diagnostics->Add(Code::kErrorText, OptionOf(value, {a2a::kErrorFieldNumber, a2a::ErrorRule::kTextFieldNumber}),
                     absl::StrCat("error ", name, " has no text"));
  }
  const auto [other, added] = names->emplace(name, value);
  if (!added) {
    diagnostics->Add(Code::kDuplicateError, PlaceOf(value),
                     absl::StrCat("error ", name, " is declared by ", std::string(other->second->full_name()), " too"));
  }
}

}  // namespace

void ValidateProtocol(const Schema& schema, const ir::Ir& ir, Diagnostics* diagnostics) {
  ProtocolCheck(schema, ir, diagnostics).Run();
}

void ValidateErrors(const Schema& schema, Diagnostics* diagnostics) {
  std::map<std::string, const EnumValueDescriptor*> names;
  for (const EnumDescriptor* enumeration : schema.error_enums) {
    for (int i = 0; i < enumeration->value_count(); ++i) {
      const EnumValueDescriptor* value = enumeration->value(i);
      const bool is_error = value->options().HasExtension(a2a::error);
      if (value->number() == 0) continue;  // ValidateEnums looks at it
      if (is_error && !value->options().HasExtension(a2a::value)) {
        CheckError(value, &names, diagnostics);
      } else {
        diagnostics->Add(Code::kMixedEnum, PlaceOf(value),
                         absl::StrCat("enum ", std::string(enumeration->name()), " holds errors: ",
                                      std::string(value->name()), " needs (a2a.error) and no (a2a.value)"));
      }
    }
  }
}

}  // namespace a2a::codegen

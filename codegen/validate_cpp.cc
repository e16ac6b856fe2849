// C++ identifiers at namespace scope: each that protoc or our emitter will write belongs to one thing.
#include <map>
#include <set>
#include <string>
#include <utility>

#include "a2a/options.pb.h"
#include "absl/strings/str_cat.h"
#include "codegen/macros_cpp.h"
#include "codegen/names_cpp.h"
#include "codegen/text.h"
#include "codegen/validate.h"

namespace a2a::codegen {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::MethodDescriptor;
using google::protobuf::ServiceDescriptor;

// Names that every generated protocol has, and roots of the namespaces that generated code names.
constexpr absl::string_view kOwnNames[] = {"AllowedMoves",
                                           "BoundInfo",
                                           "CanMove",
                                           "Decode",
                                           "DeleteScratch",
                                           "Encode",
                                           "EncodeErrorData",
                                           "EncodeResult",
                                           "FindError",
                                           "FromWire",
                                           "Invoke",
                                           "IsPaused",
                                           "IsSorted",
                                           "IsTerminal",
                                           "MakeErrorData",
                                           "NewScratch",
                                           "NoService",
                                           "Read",
                                           "ReadMembers",
                                           "Recycle",
                                           "Refuse",
                                           "Scratch",
                                           "Services",
                                           "WireName",
                                           "WriteMembers",
                                           "a2a",
                                           "absl",
                                           "google",
                                           "internal",
                                           "kBounds",
                                           "kCapabilities",
                                           "kContractHash",
                                           "kLargeTextBytes",
                                           "kMethods",
                                           "kProtocol",
                                           "kProtocolName",
                                           "kProtocolVersion",
                                           "kSchemaBaseline",
                                           "kSchemaVersion",
                                           "std"};

class CppCheck {
 public:
  CppCheck(const Schema& schema, const ir::Ir& ir, Diagnostics* diagnostics)
      : schema_(schema), package_(ir.protocol().package()), diagnostics_(diagnostics) {}

  void Run() {
    ClaimFlatNames();
    for (const Descriptor* message : schema_.messages) ClaimMessage(message);
    for (const EnumDescriptor* enumeration : schema_.enums) ClaimEnum(enumeration);
    ClaimConstants();
    for (const EnumDescriptor* enumeration : schema_.error_enums) ClaimErrors(enumeration);
    for (const ServiceDescriptor* service : schema_.services) ClaimService(service);
  }

 private:
  // `name` in the scope (empty: the namespace) is the C++ identifier of `what`.
  void Claim(absl::string_view scope, const std::string& name, const std::string& what, const Place& place) {
    if (scope.empty()) {
      for (const absl::string_view own : kOwnNames) {
        if (own != name) continue;
        diagnostics_->Add(Code::kReservedName, place,
                          absl::StrCat(what, " would be ", name, " in C++, a name of the generated code"));
        return;
      }
    }
    const auto [other, added] = owners_.emplace(absl::StrCat(scope, "::", name), what);
    // Two things that clash in several names are reported once.
    if (added || other->second == what || !clashes_.insert({what, other->second}).second) return;
    diagnostics_->Add(Code::kCppClash, place,
                      absl::StrCat(what, " and ", other->second, " would both be ", name, " in C++"));
  }

  // `in_class`: the name is that of a message class, or is declared inside one.
  void CheckName(const std::string& name, bool in_class, const std::string& what, const Place& place) {
    std::string why;
    if (name[0] == '_') why = "begins with an underscore, as names of protoc and the compiler do";
    if (IsNewCppKeyword(name)) why = "is a C++20 keyword that some versions of protoc do not escape";
    if (IsCppLibraryType(name)) why = "would hide a type that protoc's C++ uses";
    if (IsCppMacro(name)) why = "is a macro of the C++ library";
    if (in_class && IsCppMessageMember(name)) why = "is a member of protoc's message classes";
    if (!why.empty()) diagnostics_->Add(Code::kCppName, place, absl::StrCat(what, ": ", name, " ", why));
  }

  void CheckTypeName(const std::string& name, const std::string& what, const Place& place) {
    if (!IsCppLocal(name)) return;
    diagnostics_->Add(Code::kCppName, place,
                      absl::StrCat(what, ": ", name, " is a parameter or a variable in the generated code"));
  }

  void ClaimMessage(const Descriptor* message) {
    const std::string name = CppTypeName(std::string(message->full_name()), package_);
    const std::string what = absl::StrCat("message ", std::string(message->full_name()));
    const std::string flat = FlatName(message);
    const Place place = PlaceOf(message);
    CheckName(std::string(message->name()), true, what, place);
    CheckTypeName(name, what, place);
    Claim("", name, what, place);
    Claim("", absl::StrCat("k", flat, "Table"), what, place);
    Claim("", absl::StrCat("k", flat, "Fields"), what, place);
    Claim("", absl::StrCat("MemberOf", flat), what, place);
    Claim("", absl::StrCat(name, "DefaultTypeInternal"), what, place);
    Claim("scratch", Snake(flat), what, place);
    for (int i = 0; i < message->nested_type_count(); ++i) {
      const Descriptor* entry = message->nested_type(i);
      if (!entry->options().map_entry()) continue;
      Claim("", absl::StrCat(name, "_", std::string(entry->name()), "_DoNotUse"), absl::StrCat("a map of ", what),
            place);
    }
  }

  void ClaimEnum(const EnumDescriptor* enumeration) {
    const std::string name = CppTypeName(std::string(enumeration->full_name()), package_);
    const std::string what = absl::StrCat("enum ", std::string(enumeration->full_name()));
    const Place place = PlaceOf(enumeration);
    CheckName(std::string(enumeration->name()), enumeration->containing_type() != nullptr, what, place);
    CheckTypeName(name, what, place);
    Claim("", name, what, place);
    for (const absl::string_view suffix :
         {"_IsValid", "_MIN", "_MAX", "_ARRAYSIZE", "_descriptor", "_Name", "_Parse"}) {
      // protoc writes the short name after the prefix of a nested enum: Outer_In_In_MIN.
      const std::string prefix = enumeration->containing_type() == nullptr || suffix[1] < 'A' || suffix[2] > 'Z'
                                     ? name
                                     : absl::StrCat(name, "_", std::string(enumeration->name()));
      Claim("", absl::StrCat(prefix, suffix), what, place);
    }
    Claim("internal", absl::StrCat("k", FlatName(enumeration), "Wire"), what, place);
    if (IsStateEnum(enumeration)) {
      Claim("", absl::StrCat(name, "Role"), absl::StrCat("roles of ", what), place);
      Claim("", absl::StrCat("kInitial", FlatName(enumeration)), absl::StrCat("initial state of ", what), place);
    }
    for (int i = 0; i < enumeration->value_count(); ++i) ClaimValue(enumeration->value(i), name);
  }

  void ClaimValue(const google::protobuf::EnumValueDescriptor* value, const std::string& enum_name) {
    const std::string name(value->name());
    const std::string type(value->type()->name());
    const std::string what = absl::StrCat("enum value ", std::string(value->full_name()));
    CheckName(name, value->type()->containing_type() != nullptr, what, PlaceOf(value));
    for (const absl::string_view suffix : {"_MIN", "_MAX", "_ARRAYSIZE"}) {
      if (name != absl::StrCat(type, suffix)) continue;
      diagnostics_->Add(Code::kCppName, PlaceOf(value),
                        absl::StrCat(what, " has a name that protoc's C++ gives to something of its own"));
      return;
    }
    if (value->type()->containing_type() == nullptr) {
      Claim("", CppIdentifier(name), what, PlaceOf(value));
    } else {
      Claim("", absl::StrCat(enum_name, "_", CppIdentifier(name)), what, PlaceOf(value));
    }
  }

  // Generated names other than protoc's own are made of flattened names: Outer.Inner and OuterInner collide.
  void ClaimFlatNames() {
    std::map<std::string, std::string> flat;
    const auto claim = [&](const std::string& name, const std::string& what, const Place& place) {
      const auto [other, added] = flat.emplace(name, what);
      if (added) return;
      clashes_.insert({what, other->second});
      diagnostics_->Add(
          Code::kDuplicateType, place,
          absl::StrCat(what, " and ", other->second, " are both called ", name, " once nesting is flattened"));
    };
    for (const Descriptor* message : schema_.messages) {
      claim(FlatName(message), absl::StrCat("message ", std::string(message->full_name())), PlaceOf(message));
    }
    for (const EnumDescriptor* enumeration : schema_.enums) {
      claim(FlatName(enumeration), absl::StrCat("enum ", std::string(enumeration->full_name())), PlaceOf(enumeration));
    }
  }

  void ClaimConstants() {
    using Options = a2a::ProtocolOptions;
    std::set<std::string> names;  // a name that is there twice has a diagnostic of its own
    for (const auto* file : schema_.files) {
      const Options& options = file->options().GetExtension(a2a::protocol);
      const auto claim = [&](const std::string& name, int list, int index, bool is_bound) {
        if (!names.insert(name).second) return;
        const Place place = OptionOf(file, {a2a::kProtocolFieldNumber, list, index});
        const std::string what = absl::StrCat(is_bound ? "bound " : "text ", Quoted(name));
        Claim("", CppConstant(name), what, place);
        if (is_bound) Claim("", absl::StrCat(CppConstant(name), "Bound"), what, place);
      };
      for (int i = 0; i < options.bound_size(); ++i)
        claim(options.bound(i).name(), Options::kBoundFieldNumber, i, true);
      for (int i = 0; i < options.text_size(); ++i) claim(options.text(i).name(), Options::kTextFieldNumber, i, false);
    }
  }

  void ClaimErrors(const EnumDescriptor* enumeration) {
    for (int i = 0; i < enumeration->value_count(); ++i) {
      const auto* value = enumeration->value(i);
      CheckName(std::string(value->name()), false, absl::StrCat("enum value ", std::string(value->full_name())),
                PlaceOf(value));
      if (!value->options().HasExtension(a2a::error)) continue;
      // Two errors of one name have a diagnostic of their own.
      Claim("", CppErrorConstant(WithoutPrefix(value)), absl::StrCat("error ", WithoutPrefix(value)), PlaceOf(value));
    }
  }

  void ClaimService(const ServiceDescriptor* service) {
    const std::string name(service->name());
    const std::string what = absl::StrCat("service ", std::string(service->full_name()));
    Claim("", absl::StrCat(name, "Service"), what, PlaceOf(service));
    Claim("services", Snake(name), what, PlaceOf(service));
    for (int i = 0; i < service->method_count(); ++i) {
      const MethodDescriptor* method = service->method(i);
      const std::string rpc(method->name());
      const std::string rpc_what = absl::StrCat("rpc ", std::string(method->full_name()));
      CheckName(rpc, false, rpc_what, PlaceOf(method));
      Claim("", absl::StrCat("kMethod", name, rpc), rpc_what, PlaceOf(method));
      if (method->options().GetExtension(a2a::method).notification()) {
        Claim("", absl::StrCat("Append", rpc, "Notification"), rpc_what, PlaceOf(method));
        continue;
      }
      Claim("", absl::StrCat("Invoke", name, rpc), rpc_what, PlaceOf(method));
      if (rpc == absl::StrCat(name, "Service")) {
        diagnostics_->Add(Code::kCppClash, PlaceOf(method),
                          absl::StrCat(rpc_what, " has the name of its service's class in C++"));
      }
    }
  }

  const Schema& schema_;
  const std::string package_;
  Diagnostics* const diagnostics_;
  std::map<std::string, std::string> owners_;              // scope::name -> what it is
  std::set<std::pair<std::string, std::string>> clashes_;  // reported already
};

}  // namespace

void ValidateCpp(const Schema& schema, const ir::Ir& ir, Diagnostics* diagnostics) {
  CppCheck(schema, ir, diagnostics).Run();
}

}  // namespace a2a::codegen

#include "codegen/validate.h"

#include <algorithm>

#include "a2a/options.pb.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "codegen/text.h"
#include "google/protobuf/descriptor.pb.h"

namespace a2a::codegen {
namespace {

// The reader names longer members of a path by their object only, so names of the schema stay shorter.
constexpr size_t kMaxWireName = 128;

bool HasControlCharacter(absl::string_view name) {
  for (size_t i = 0; i < name.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(name[i]);
    if (c < 0x20 || c == 0x7F) return true;
    if (c == 0xC2 && i + 1 < name.size() && static_cast<unsigned char>(name[i + 1]) < 0xA0) return true;  // U+0080-9F
    const absl::string_view rest = name.substr(i, 3);
    if (rest == "\xE2\x80\xA8" || rest == "\xE2\x80\xA9") return true;  // U+2028, U+2029
  }
  return false;
}

}  // namespace

void CheckWireName(absl::string_view name, absl::string_view what, const Place& place, Diagnostics* diagnostics) {
  if (name == "__proto__") {
    diagnostics->Add(Code::kReservedName, place,
                     absl::StrCat(what, " \"__proto__\" is reserved: JavaScript objects treat it in a way of its own"));
    return;
  }
  const absl::string_view why = name.empty()                 ? "is empty"
                                : name.size() > kMaxWireName ? "is longer than 128 bytes"
                                : !IsUtf8(name)              ? "is not UTF-8"
                                : HasControlCharacter(name)  ? "holds a control character or line separator"
                                                             : "";
  if (!why.empty()) diagnostics->Add(Code::kWireName, place, absl::StrCat(what, " ", Quoted(name), " ", why));
}

Place WireNamePlace(const google::protobuf::FieldDescriptor* field) {
  if (!field->options().GetExtension(a2a::field).wire_name().empty()) {
    return OptionOf(field, {a2a::kFieldFieldNumber, a2a::FieldRule::kWireNameFieldNumber});
  }
  Place place = PlaceOf(field);
  place.path.push_back(google::protobuf::FieldDescriptorProto::kJsonNameFieldNumber);
  return place;
}

bool IsPlainName(absl::string_view name, absl::string_view others) {
  return !name.empty() && absl::ascii_isalpha(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) {
    return absl::ascii_isalnum(c) || others.find(c) != absl::string_view::npos;
  });
}

void Validate(const Schema& schema, const ir::Ir& ir, Diagnostics* diagnostics) {
  ValidateProtocol(schema, ir, diagnostics);
  ValidateErrors(schema, diagnostics);
  ValidateEnums(schema, ir, diagnostics);
  ValidateFields(schema, ir, diagnostics);
  ValidateTypes(schema, ir, diagnostics);
  ValidateMethods(schema, ir, diagnostics);
  ValidateCpp(schema, ir, diagnostics);
  ValidateCppMembers(schema, diagnostics);
}

}  // namespace a2a::codegen

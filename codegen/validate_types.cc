// Rules of whole messages: tags, unions, error data, recursion.
#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "a2a/options.pb.h"
#include "absl/strings/str_cat.h"
#include "codegen/smallest.h"
#include "codegen/text.h"
#include "codegen/validate.h"

namespace a2a::codegen {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::OneofDescriptor;
using Options = a2a::TypeOptions;

constexpr int kType = a2a::kTypeFieldNumber;

const a2a::FieldRule& RuleOf(const FieldDescriptor* field) { return field->options().GetExtension(a2a::field); }
const Options& OptionsOf(const Descriptor* message) { return message->options().GetExtension(a2a::type); }

// Wire names of a type's members, with the place that an error about each points at.
std::map<std::string, Place> MembersOf(const Descriptor* message, Diagnostics* duplicates) {
  std::map<std::string, Place> members;
  const auto add = [&](const std::string& name, const Place& place) {
    const bool added = members.emplace(name, place).second;
    if (added || duplicates == nullptr) return;
    duplicates->Add(Code::kDuplicateMember, place,
                    absl::StrCat("type ", std::string(message->name()), " has two members ", Quoted(name)));
  };
  if (OptionsOf(message).has_tag()) {
    add(OptionsOf(message).tag().name(),
        OptionOf(message, {kType, Options::kTagFieldNumber, a2a::Tag::kNameFieldNumber}));
  }
  for (int i = 0; i < message->field_count(); ++i) {
    const FieldDescriptor* field = message->field(i);
    if (RuleOf(field).extras() || RuleOf(field).cached_json() || field->real_containing_oneof() != nullptr) continue;
    add(WireNameOf(field), WireNamePlace(field));
  }
  return members;
}

class TypeCheck {
 public:
  TypeCheck(const Descriptor* message, Diagnostics* diagnostics)
      : message_(message), name_(message->name()), union_(UnionOf(message)), diagnostics_(diagnostics) {}

  void Run() {
    MembersOf(message_, diagnostics_);
    CheckTag();
    for (int i = 0; i < message_->real_oneof_decl_count(); ++i) {
      const OneofDescriptor* oneof = message_->oneof_decl(i);
      if (oneof->options().HasExtension(a2a::union_)) continue;
      diagnostics_->Add(
          Code::kOneofWithoutUnion, PlaceOf(oneof),
          absl::StrCat("oneof ", std::string(oneof->name()), " has no (a2a.union), and has no wire form without"));
    }
    if (union_ != nullptr) CheckUnion();
  }

 private:
  void AddAtType(Code code, int option, absl::string_view text) {
    diagnostics_->Add(code, OptionOf(message_, {kType, option}), absl::StrCat("type ", name_, " ", text));
  }

  void CheckTag() {
    if (!OptionsOf(message_).has_tag()) return;
    const a2a::Tag& tag = OptionsOf(message_).tag();
    if (tag.name().empty() || tag.value().empty()) {
      AddAtType(Code::kTagRule, Options::kTagFieldNumber, "has a tag without name or value");
    } else {
      const Place place = OptionOf(message_, {kType, Options::kTagFieldNumber});
      CheckWireName(tag.name(), "tag name", place, diagnostics_);
      CheckWireName(tag.value(), "tag value", place, diagnostics_);
    }
    if (union_ != nullptr) AddAtType(Code::kTagRule, Options::kTagFieldNumber, "is a union and has a tag");
  }

  void CheckUnion() {
    const std::string& discriminator = union_->options().GetExtension(a2a::union_).discriminator();
    const Place place = OptionOf(union_, {a2a::kUnionFieldNumber, a2a::UnionRule::kDiscriminatorFieldNumber});
    if (discriminator.empty()) {
      diagnostics_->Add(Code::kDiscriminator, place, absl::StrCat("union ", name_, " has no discriminator"));
    } else {
      CheckWireName(discriminator, "discriminator", place, diagnostics_);
    }
    for (int i = 0; i < message_->field_count(); ++i) {
      const FieldDescriptor* field = message_->field(i);
      if (field->real_containing_oneof() == union_) continue;
      diagnostics_->Add(Code::kUnionExtraField, PlaceOf(field),
                        absl::StrCat("union ", name_, " holds ", std::string(field->name()), " beside its oneof"));
    }
    if (OptionsOf(message_).open()) {
      AddAtType(Code::kMixedArms, Options::kOpenFieldNumber, "is a union: it is open exactly if its arms are");
    }
    for (int i = 0; i < union_->field_count(); ++i) CheckArm(union_->field(i), discriminator);
  }

  void CheckArm(const FieldDescriptor* field, const std::string& discriminator) {
    const std::string name(field->name());
    const std::string value = ArmOf(field);
    const Place place = OptionOf(field, {a2a::kArmFieldNumber});
    CheckWireName(value, "arm", place, diagnostics_);
    const auto [other, added] = arms_.emplace(UpperCamel(value), value);
    if (!added) {
      diagnostics_->Add(
          Code::kDuplicateArm, place,
          absl::StrCat("arm ", Quoted(value), " of union ", name_, " collides with ", Quoted(other->second),
                       other->second == value ? "" : " once both are identifiers"));
    }
    if (RuleOf(field).ByteSizeLong() != 0) {
      diagnostics_->Add(Code::kArmRule, OptionOf(field, {a2a::kFieldFieldNumber}),
                        absl::StrCat("arm ", name, " takes no (a2a.field) rule"));
    }
    const Descriptor* arm = field->message_type();
    if (arm == nullptr || UnionOf(arm) != nullptr) {
      diagnostics_->Add(
          Code::kArmType, PlaceOf(field),
          absl::StrCat("arm ", name, " must be a message, and no union, to stand beside the discriminator"));
      return;
    }
    CheckArmType(field, arm, discriminator);
  }

  void CheckArmType(const FieldDescriptor* field, const Descriptor* arm, const std::string& discriminator) {
    const std::string name(field->name());
    if (MembersOf(arm, nullptr).count(discriminator) != 0) {
      diagnostics_->Add(Code::kDiscriminatorClash, PlaceOf(field),
                        absl::StrCat("arm ", name, " has a member ", Quoted(discriminator), " like the discriminator"));
    }
    for (int i = 0; i < arm->field_count(); ++i) {
      if (!RuleOf(arm->field(i)).cached_json()) continue;
      diagnostics_->Add(Code::kCachedJsonRule, PlaceOf(field),
                        absl::StrCat("arm ", name, " keeps cached_json, which would lack the discriminator"));
    }
    const bool first_open =
        OptionsOf(union_->field(0)->message_type() == nullptr ? arm : union_->field(0)->message_type()).open();
    if (OptionsOf(arm).open() != first_open) {
      diagnostics_->Add(Code::kMixedArms, PlaceOf(field),
                        absl::StrCat("union ", name_, " has open and closed arms; ", name, " differs from the first"));
    }
  }

  const Descriptor* const message_;
  const std::string name_;
  const OneofDescriptor* const union_;
  Diagnostics* const diagnostics_;
  std::map<std::string, std::string> arms_;  // as identifiers -> on the wire
};

void CheckForeignArms(const Schema& schema, const Descriptor* message, Diagnostics* diagnostics) {
  const OneofDescriptor* arms = UnionOf(message);
  for (int i = 0; arms != nullptr && i < arms->field_count(); ++i) {
    const Descriptor* arm = arms->field(i)->message_type();
    if (arm == nullptr || schema.message_set.count(arm) != 0) continue;
    diagnostics->Add(Code::kForeignType, PlaceOf(arms->field(i)),
                     absl::StrCat("arm type ", std::string(arm->full_name()), " is not part of the schema"));
  }
}

void CheckErrorData(const Schema& schema, Diagnostics* diagnostics) {
  const Descriptor* first = nullptr;
  for (const Descriptor* message : schema.messages) {
    if (!OptionsOf(message).error_data()) continue;
    const Place place = OptionOf(message, {kType, Options::kErrorDataFieldNumber});
    if (first != nullptr) {
      diagnostics->Add(Code::kSecondErrorData, place,
                       absl::StrCat(std::string(first->full_name()), " is the schema's error data already"));
    }
    first = message;
    const FieldDescriptor* code = message->FindFieldByName("error_code");
    const bool good = code != nullptr && code->type() == FieldDescriptor::TYPE_STRING && !code->is_repeated() &&
                      RuleOf(code).required() && UnionOf(message) == nullptr;
    if (!good) diagnostics->Add(Code::kErrorDataShape, place, "error data needs a required string field error_code");
  }
}

// A reader takes 128 levels. Above these a type has no room for what it stands in: the frame, error, lists.
constexpr int kMaxLevels = 124;

// Types of which every value would hold another one of the same type, without end, and types that no frame can hold.
void CheckLevels(const Schema& schema, const ir::Ir& ir, Diagnostics* diagnostics) {
  std::map<std::string, const ir::Type*> types;
  for (const ir::Type& type : ir.types()) types[type.full_name()] = &type;
  const Smallest smallest(ir);
  for (const Descriptor* message : schema.messages) {
    const auto found = types.find(std::string(message->full_name()));
    if (found == types.end()) continue;
    const ir::Type& type = *found->second;
    const int levels = smallest.Levels(type.name());
    // The innermost is told, not all that hold it.
    const bool told = !type.discriminator().empty() ||
                      std::any_of(type.fields().begin(), type.fields().end(), [&](const ir::Field& field) {
                        return smallest.NeededLevels(field) > 0 && smallest.Levels(field.type()) > kMaxLevels;
                      });
    if (levels == kEndless) {
      diagnostics->Add(Code::kEndless, PlaceOf(message),
                       absl::StrCat("type ", type.name(), " requires itself: no finite value exists"));
    } else if (levels > kMaxLevels && !told) {
      diagnostics->Add(Code::kTooDeep, PlaceOf(message),
                       absl::StrCat("type ", type.name(), " requires ", levels, " levels of nesting; at most ",
                                    kMaxLevels, " fit into a frame"));
    }
  }
}

}  // namespace

void ValidateTypes(const Schema& schema, const ir::Ir& ir, Diagnostics* diagnostics) {
  for (const Descriptor* message : schema.messages) {
    TypeCheck(message, diagnostics).Run();
    CheckForeignArms(schema, message, diagnostics);
  }
  CheckErrorData(schema, diagnostics);
  // Two types of one name are a mistake of their own, after which nobody knows which of them a field means.
  std::set<std::string> names;
  for (const ir::Type& type : ir.types()) names.insert(type.name());
  if (static_cast<int>(names.size()) == ir.types_size()) CheckLevels(schema, ir, diagnostics);
}

}  // namespace a2a::codegen

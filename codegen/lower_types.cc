// Messages and enums.
#include <map>
#include <string>

#include "a2a/options.pb.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "codegen/lower.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;

// Kind of a value of `field`, or of a map's values when `field` is the entry's value.
ir::Kind KindOf(const FieldDescriptor* field, const a2a::FieldRule& rule) {
  switch (field->type()) {
    case FieldDescriptor::TYPE_STRING:
      return rule.base64() ? ir::KIND_BASE64 : ir::KIND_STRING;
    case FieldDescriptor::TYPE_BYTES:
      return rule.raw() == a2a::RAW_OBJECT ? ir::KIND_RAW_OBJECT : ir::KIND_RAW_ANY;
    case FieldDescriptor::TYPE_BOOL:
      return ir::KIND_BOOL;
    case FieldDescriptor::TYPE_INT32:
    case FieldDescriptor::TYPE_SINT32:
    case FieldDescriptor::TYPE_SFIXED32:
      return ir::KIND_INT32;
    case FieldDescriptor::TYPE_INT64:
    case FieldDescriptor::TYPE_SINT64:
    case FieldDescriptor::TYPE_SFIXED64:
      return ir::KIND_INT64;
    case FieldDescriptor::TYPE_UINT32:
    case FieldDescriptor::TYPE_FIXED32:
      return ir::KIND_UINT32;
    case FieldDescriptor::TYPE_UINT64:
    case FieldDescriptor::TYPE_FIXED64:
      return ir::KIND_UINT64;
    case FieldDescriptor::TYPE_DOUBLE:
      return ir::KIND_DOUBLE;
    case FieldDescriptor::TYPE_ENUM:
      return ir::KIND_ENUM;
    case FieldDescriptor::TYPE_MESSAGE:
      return field->is_map() ? ir::KIND_MAP : ir::KIND_MESSAGE;
    default:
      return ir::KIND_UNSPECIFIED;  // float and groups; validate.h says so
  }
}

std::string TypeNameOf(const FieldDescriptor* field) {
  if (field->type() == FieldDescriptor::TYPE_ENUM) return FlatName(field->enum_type());
  if (field->type() == FieldDescriptor::TYPE_MESSAGE) return FlatName(field->message_type());
  return {};
}

class TypeLowering {
 public:
  TypeLowering(const ir::Ir& ir, Diagnostics* diagnostics) : ir_(ir), diagnostics_(diagnostics) {}

  void Lower(const Descriptor* from, ir::Type* to) {
    const a2a::TypeOptions& options = from->options().GetExtension(a2a::type);
    to->set_name(FlatName(from));
    to->set_full_name(std::string(from->full_name()));
    to->set_file(std::string(from->file()->name()));
    to->set_doc(DocOf(from));
    to->set_open(options.open());
    to->set_error_data(options.error_data());
    if (options.has_tag()) {
      to->mutable_tag()->set_name(options.tag().name());
      to->mutable_tag()->set_value(options.tag().value());
      to->mutable_tag()->set_written(options.tag().written());
    }
    const google::protobuf::OneofDescriptor* arms = UnionOf(from);
    if (arms != nullptr) {
      to->set_discriminator(arms->options().GetExtension(a2a::union_).discriminator());
      to->set_open(HasOpenArm(arms));
    }
    for (int i = 0; i < from->field_count(); ++i) {
      const FieldDescriptor* field = from->field(i);
      const a2a::FieldRule& rule = field->options().GetExtension(a2a::field);
      if (rule.extras()) {
        to->set_extras_field(std::string(field->name()));
      } else if (rule.cached_json()) {
        to->set_cached_json_field(std::string(field->name()));
      } else {
        LowerField(field, rule, arms != nullptr, to->add_fields());
      }
    }
  }

 private:
  static bool HasOpenArm(const google::protobuf::OneofDescriptor* arms) {
    for (int i = 0; i < arms->field_count(); ++i) {
      const Descriptor* arm = arms->field(i)->message_type();
      if (arm != nullptr && arm->options().GetExtension(a2a::type).open()) return true;
    }
    return false;
  }

  void LowerField(const FieldDescriptor* from, const a2a::FieldRule& rule, bool is_arm, ir::Field* to) {
    to->set_name(std::string(from->name()));
    to->set_wire_name(WireNameOf(from));
    to->set_kind(KindOf(from, rule));
    if (from->is_map()) {
      const FieldDescriptor* value = from->message_type()->map_value();
      to->set_map_value(KindOf(value, rule));
      to->set_type(TypeNameOf(value));
    } else {
      to->set_type(TypeNameOf(from));
      to->set_repeated(from->is_repeated());
    }
    to->set_required(rule.required());
    to->set_nullable(rule.nullable());
    to->set_always(rule.always());
    to->set_has_presence(from->has_presence());
    to->set_clamp(rule.clamp());
    to->set_exact(rule.exact());
    to->set_stamped(rule.stamped());
    to->set_secret(rule.secret());
    if (is_arm) to->set_arm(ArmOf(from));
    to->set_doc(DocOf(from));
    LowerLimits(from, rule, to);
  }

  void LowerLimits(const FieldDescriptor* from, const a2a::FieldRule& rule, ir::Field* to) {
    const auto lower = [&](const std::string& text, int number, auto mutable_limit) {
      if (text.empty()) return;
      LowerLimit(text, OptionOf(from, {a2a::kFieldFieldNumber, number}), (to->*mutable_limit)());
    };
    lower(rule.min_chars(), a2a::FieldRule::kMinCharsFieldNumber, &ir::Field::mutable_min_chars);
    lower(rule.max_chars(), a2a::FieldRule::kMaxCharsFieldNumber, &ir::Field::mutable_max_chars);
    lower(rule.min_bytes(), a2a::FieldRule::kMinBytesFieldNumber, &ir::Field::mutable_min_bytes);
    lower(rule.max_bytes(), a2a::FieldRule::kMaxBytesFieldNumber, &ir::Field::mutable_max_bytes);
    lower(rule.min_items(), a2a::FieldRule::kMinItemsFieldNumber, &ir::Field::mutable_min_items);
    lower(rule.max_items(), a2a::FieldRule::kMaxItemsFieldNumber, &ir::Field::mutable_max_items);
    lower(rule.min_value(), a2a::FieldRule::kMinValueFieldNumber, &ir::Field::mutable_min_value);
    lower(rule.max_value(), a2a::FieldRule::kMaxValueFieldNumber, &ir::Field::mutable_max_value);
  }

  void LowerLimit(const std::string& text, const Place& place, ir::Limit* to) {
    int32_t number = 0;
    if (const ir::Bound* bound = FindBound(ir_, text)) {
      to->set_value(bound->value());
      to->set_bound(text);
    } else if (text.find_first_not_of("-0123456789") == std::string::npos && absl::SimpleAtoi(text, &number)) {
      to->set_value(number);
    } else {
      to->set_value(0);
      diagnostics_->Add(Code::kUnknownBound, place,
                        absl::StrCat(Quoted(text), " is neither a declared bound nor a 32-bit decimal number"));
    }
  }

  const ir::Ir& ir_;
  Diagnostics* diagnostics_;
};

class EnumLowering {
 public:
  EnumLowering(const EnumDescriptor* from, Diagnostics* diagnostics) : from_(from), diagnostics_(diagnostics) {}

  void Lower(ir::Enum* to) {
    to->set_name(FlatName(from_));
    to->set_full_name(std::string(from_->full_name()));
    to->set_doc(DocOf(from_));
    to->set_file(std::string(from_->file()->name()));
    to->set_is_state(IsStateEnum(from_));
    for (int i = 0; i < from_->value_count(); ++i) {
      if (from_->value(i)->number() == 0) continue;
      index_.emplace(WireNameOf(from_->value(i)), to->values_size());
      ir::EnumValue* value = to->add_values();
      value->set_name(std::string(from_->value(i)->name()));
      value->set_wire(WireNameOf(from_->value(i)));
      value->set_number(from_->value(i)->number());
      value->set_doc(DocOf(from_->value(i)));
    }
    if (!to->is_state()) return;
    int index = 0;
    for (int i = 0; i < from_->value_count(); ++i) {
      if (from_->value(i)->number() != 0) LowerState(from_->value(i), to->mutable_values(index++)->mutable_state());
    }
  }

 private:
  void LowerState(const EnumValueDescriptor* from, ir::State* to) {
    constexpr int kState = a2a::ValueOptions::kStateFieldNumber;
    const a2a::StateRule& rule = from->options().GetExtension(a2a::value).state();
    for (int i = 0; i < rule.to_size(); ++i) {
      const Place place = OptionOf(from, {a2a::kValueFieldNumber, kState, a2a::StateRule::kToFieldNumber, i});
      AddMove(rule.to(i), place, to->mutable_to());
    }
    for (int i = 0; i < rule.role_size(); ++i) {
      ir::RoleMoves* role = to->add_roles();
      role->set_role(rule.role(i).name());
      const Place place = OptionOf(from, {a2a::kValueFieldNumber, kState, a2a::StateRule::kRoleFieldNumber, i});
      for (const std::string& target : rule.role(i).to()) AddMove(target, place, role->mutable_to());
    }
    to->set_terminal(rule.terminal());
    to->set_paused(rule.paused());
    to->set_initial(rule.initial());
  }

  template <typename Moves>
  void AddMove(const std::string& target, const Place& place, Moves* moves) {
    const auto found = index_.find(target);
    if (found != index_.end()) {
      moves->Add(found->second);
      return;
    }
    diagnostics_->Add(Code::kUnknownState, place,
                      absl::StrCat("enum ", std::string(from_->name()), " has no state ", Quoted(target)));
  }

  const EnumDescriptor* from_;
  Diagnostics* diagnostics_;
  std::map<std::string, int> index_;  // wire string -> index in Enum.values
};

}  // namespace

void LowerTypes(const Schema& schema, Diagnostics* diagnostics, ir::Ir* out) {
  TypeLowering lowering(*out, diagnostics);
  for (const Descriptor* message : schema.messages) lowering.Lower(message, out->add_types());
}

void LowerEnums(const Schema& schema, Diagnostics* diagnostics, ir::Ir* out) {
  for (const EnumDescriptor* enumeration : schema.enums) EnumLowering(enumeration, diagnostics).Lower(out->add_enums());
}

}  // namespace a2a::codegen

// Rules of single fields.
#include <map>
#include <string>

#include "a2a/options.pb.h"
#include "absl/strings/str_cat.h"
#include "codegen/text.h"
#include "codegen/validate.h"

namespace a2a::codegen {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using Rule = a2a::FieldRule;

constexpr int kField = a2a::kFieldFieldNumber;

bool IsNumber(ir::Kind kind) {
  return kind == ir::KIND_INT32 || kind == ir::KIND_INT64 || kind == ir::KIND_UINT32 || kind == ir::KIND_UINT64 ||
         kind == ir::KIND_DOUBLE;
}

bool IsUnsigned(ir::Kind kind) { return kind == ir::KIND_UINT32 || kind == ir::KIND_UINT64; }

// A field that is a member: neither an arm, nor the home of extras or of cached JSON.
class MemberCheck {
 public:
  MemberCheck(const Schema& schema, const FieldDescriptor* field, const ir::Field& lowered, Diagnostics* diagnostics)
      : schema_(schema),
        field_(field),
        value_(field->is_map() ? field->message_type()->map_value() : field),
        rule_(field->options().GetExtension(a2a::field)),
        lowered_(lowered),
        kind_(field->is_map() ? lowered.map_value() : lowered.kind()),
        many_(field->is_repeated()),  // maps are repeated too
        diagnostics_(diagnostics) {}

  void Run() {
    CheckWireName(lowered_.wire_name(), "wire name", WireNamePlace(field_), diagnostics_);
    if (field_->options().HasExtension(a2a::arm)) {
      diagnostics_->Add(Code::kArmOutsideUnion, OptionOf(field_, {a2a::kArmFieldNumber}),
                        absl::StrCat("field ", Name(), " is no arm of a union"));
    }
    CheckType();
    CheckPresence();
    CheckLimitKinds();
    CheckLimitOrder();
    CheckClamp();
  }

 private:
  std::string Name() const { return std::string(field_->name()); }

  void Add(Code code, int option, absl::string_view text) {
    diagnostics_->Add(code, OptionOf(field_, {kField, option}), absl::StrCat("field ", Name(), " ", text));
  }
  void AddAtField(Code code, absl::string_view text) {
    diagnostics_->Add(code, PlaceOf(field_), absl::StrCat("field ", Name(), " ", text));
  }

  void CheckType() {
    if (kind_ == ir::KIND_UNSPECIFIED) {
      AddAtField(Code::kFieldType,
                 absl::StrCat("has type ", std::string(value_->type_name()), ", which has no form on the wire"));
    }
    if (field_->is_map() && field_->message_type()->map_key()->type() != FieldDescriptor::TYPE_STRING) {
      AddAtField(Code::kMapRule, "is a map whose keys are not strings");
    }
    if (value_->type() == FieldDescriptor::TYPE_MESSAGE && schema_.message_set.count(value_->message_type()) == 0) {
      AddAtField(Code::kForeignType, absl::StrCat("has type ", std::string(value_->message_type()->full_name()),
                                                  ", which is not part of the schema"));
    }
    if (value_->type() == FieldDescriptor::TYPE_ENUM && schema_.enum_set.count(value_->enum_type()) == 0) {
      const std::string type(value_->enum_type()->full_name());
      if (IsErrorEnum(value_->enum_type())) {
        AddAtField(Code::kErrorEnumField, absl::StrCat("has type ", type, ", which holds errors and no values"));
      } else {
        AddAtField(Code::kForeignType, absl::StrCat("has type ", type, ", which is not part of the schema"));
      }
    }
    const bool bytes = value_->type() == FieldDescriptor::TYPE_BYTES;
    if (bytes && rule_.raw() == a2a::RAW_UNSPECIFIED) {
      AddAtField(Code::kBytesWithoutRule,
                 "is bytes: it needs raw, extras or cached_json (for binary content: a string with base64)");
    }
    if (!bytes && rule_.raw() != a2a::RAW_UNSPECIFIED)
      Add(Code::kRawRule, Rule::kRawFieldNumber, "has raw and is not bytes");
    if (value_->type() != FieldDescriptor::TYPE_STRING && rule_.base64()) {
      Add(Code::kBase64Rule, Rule::kBase64FieldNumber, "has base64 and is not a string");
    }
  }

  void CheckPresence() {
    const bool raw = kind_ == ir::KIND_RAW_ANY || kind_ == ir::KIND_RAW_OBJECT;
    if (rule_.nullable() && (rule_.required() || many_ || !(field_->has_presence() || raw))) {
      Add(Code::kNullableRule, Rule::kNullableFieldNumber,
          rule_.required() ? "is required, so it is never null"
                           : "has no absent state that null could stand for (`optional` gives it one)");
    }
    if (rule_.always() && !many_) Add(Code::kAlwaysRule, Rule::kAlwaysFieldNumber, "has always and is not repeated");
    if (rule_.required() && IsOptional(field_)) {
      Add(Code::kRequiredOptional, Rule::kRequiredFieldNumber, "is required and `optional` at once");
    }
  }

  void CheckLimitKind(bool set, bool allowed, int option, absl::string_view what) {
    if (set && !allowed) Add(Code::kBoundKind, option, absl::StrCat("cannot be bounded by ", what));
  }

  void CheckLimitKinds() {
    const bool string = kind_ == ir::KIND_STRING;
    const bool text = string || kind_ == ir::KIND_BASE64;
    CheckLimitKind(lowered_.has_min_chars(), string, Rule::kMinCharsFieldNumber, "min_chars: that is for strings");
    CheckLimitKind(lowered_.has_max_chars(), string, Rule::kMaxCharsFieldNumber, "max_chars: that is for strings");
    CheckLimitKind(lowered_.has_min_bytes(), text, Rule::kMinBytesFieldNumber, "min_bytes: that is for strings");
    CheckLimitKind(lowered_.has_max_bytes(), text, Rule::kMaxBytesFieldNumber, "max_bytes: that is for strings");
    CheckLimitKind(lowered_.has_min_items(), many_, Rule::kMinItemsFieldNumber,
                   "min_items: that is for repeated fields");
    CheckLimitKind(lowered_.has_max_items(), many_, Rule::kMaxItemsFieldNumber,
                   "max_items: that is for repeated fields");
    CheckLimitKind(lowered_.has_min_value(), IsNumber(kind_), Rule::kMinValueFieldNumber,
                   "min_value: that is for numbers");
    CheckLimitKind(lowered_.has_max_value(), IsNumber(kind_), Rule::kMaxValueFieldNumber,
                   "max_value: that is for numbers");
  }

  void CheckRange(bool set, const ir::Limit& limit, bool negative_ok, int option) {
    if (set && limit.value() < 0 && !negative_ok) {
      Add(Code::kBoundRange, option, absl::StrCat("has the bound ", limit.value(), ", which cannot be reached"));
    }
  }

  void CheckOrder(bool min_set, const ir::Limit& min, bool max_set, const ir::Limit& max, int option) {
    if (min_set && max_set && min.value() > max.value()) {
      Add(Code::kBoundOrder, option,
          absl::StrCat("has a lower bound ", min.value(), " above its upper bound ", max.value()));
    }
  }

  void CheckLimitOrder() {
    const ir::Field& f = lowered_;
    CheckRange(f.has_min_chars(), f.min_chars(), false, Rule::kMinCharsFieldNumber);
    CheckRange(f.has_max_chars(), f.max_chars(), false, Rule::kMaxCharsFieldNumber);
    CheckRange(f.has_min_bytes(), f.min_bytes(), false, Rule::kMinBytesFieldNumber);
    CheckRange(f.has_max_bytes(), f.max_bytes(), false, Rule::kMaxBytesFieldNumber);
    CheckRange(f.has_min_items(), f.min_items(), false, Rule::kMinItemsFieldNumber);
    CheckRange(f.has_max_items(), f.max_items(), false, Rule::kMaxItemsFieldNumber);
    CheckRange(f.has_min_value(), f.min_value(), !IsUnsigned(kind_), Rule::kMinValueFieldNumber);
    CheckRange(f.has_max_value(), f.max_value(), !IsUnsigned(kind_), Rule::kMaxValueFieldNumber);
    CheckOrder(f.has_min_chars(), f.min_chars(), f.has_max_chars(), f.max_chars(), Rule::kMinCharsFieldNumber);
    CheckOrder(f.has_min_bytes(), f.min_bytes(), f.has_max_bytes(), f.max_bytes(), Rule::kMinBytesFieldNumber);
    CheckOrder(f.has_min_items(), f.min_items(), f.has_max_items(), f.max_items(), Rule::kMinItemsFieldNumber);
    CheckOrder(f.has_min_value(), f.min_value(), f.has_max_value(), f.max_value(), Rule::kMinValueFieldNumber);
    if (f.has_max_items() && f.max_items().value() == 0) {
      Add(Code::kBoundRange, Rule::kMaxItemsFieldNumber, "has the bound 0, which leaves room for no item");
    }
    // A code point takes at most four bytes, and at least one.
    if (kind_ == ir::KIND_STRING && f.has_min_bytes() && f.has_max_chars() && f.max_chars().value() < 1 << 28) {
      ir::Limit most;
      most.set_value(4 * f.max_chars().value());
      CheckOrder(true, f.min_bytes(), true, most, Rule::kMinBytesFieldNumber);
    }
    CheckOrder(f.has_min_chars(), f.min_chars(), f.has_max_bytes(), f.max_bytes(), Rule::kMinCharsFieldNumber);
  }

  void CheckClamp() {
    if (rule_.clamp() && (!lowered_.has_max_value() || !IsNumber(kind_) || kind_ == ir::KIND_DOUBLE)) {
      Add(Code::kClampRule, Rule::kClampFieldNumber, "has clamp, which needs an integer with max_value");
    }
    if (rule_.exact() && ((kind_ != ir::KIND_INT64 && kind_ != ir::KIND_UINT64) || rule_.clamp())) {
      Add(Code::kExactRule, Rule::kExactFieldNumber, "has exact, which is for 64-bit integers that do not clamp");
    }
  }

  const Schema& schema_;
  const FieldDescriptor* const field_;
  const FieldDescriptor* const value_;  // of a map: its values
  const Rule& rule_;
  const ir::Field& lowered_;
  const ir::Kind kind_;  // of value_
  const bool many_;
  Diagnostics* const diagnostics_;
};

// The fields of extras and cached JSON of one message.
class HomeCheck {
 public:
  HomeCheck(const Descriptor* message, Diagnostics* diagnostics) : message_(message), diagnostics_(diagnostics) {}

  void Run() {
    int extras = 0, cached = 0;
    for (int i = 0; i < message_->field_count(); ++i) {
      const FieldDescriptor* field = message_->field(i);
      const Rule& rule = field->options().GetExtension(a2a::field);
      if (rule.extras()) Check(field, Code::kExtrasRule, Rule::kExtrasFieldNumber, "extras", ++extras);
      if (rule.cached_json())
        Check(field, Code::kCachedJsonRule, Rule::kCachedJsonFieldNumber, "cached_json", ++cached);
      if (rule.extras() && !message_->options().GetExtension(a2a::type).open()) {
        Add(field, Code::kExtrasRule, Rule::kExtrasFieldNumber, "keeps extras, but its type is not open");
      }
    }
    if (extras == 0 && message_->options().GetExtension(a2a::type).open() && UnionOf(message_) == nullptr) {
      diagnostics_->Add(Code::kOpenWithoutExtras,
                        OptionOf(message_, {a2a::kTypeFieldNumber, a2a::TypeOptions::kOpenFieldNumber}),
                        absl::StrCat("type ", std::string(message_->name()), " is open and has no field for extras"));
    }
  }

 private:
  void Add(const FieldDescriptor* field, Code code, int option, absl::string_view text) {
    diagnostics_->Add(code, OptionOf(field, {kField, option}),
                      absl::StrCat("field ", std::string(field->name()), " ", text));
  }

  void Check(const FieldDescriptor* field, Code code, int option, absl::string_view what, int count) {
    if (count > 1) Add(field, code, option, absl::StrCat("is a second field for ", what));
    if (field->type() != FieldDescriptor::TYPE_BYTES || field->is_repeated() || IsOptional(field) ||
        field->real_containing_oneof() != nullptr) {
      Add(field, code, option, absl::StrCat("holds ", what, ", so it must be plain bytes"));
    }
    Rule others = field->options().GetExtension(a2a::field);
    if (option == Rule::kExtrasFieldNumber) {
      others.clear_extras();
    } else {
      others.clear_cached_json();
    }
    if (others.ByteSizeLong() != 0 || field->options().HasExtension(a2a::arm)) {
      Add(field, code, option, absl::StrCat("holds ", what, " and takes no other rule"));
    }
  }

  const Descriptor* const message_;
  Diagnostics* const diagnostics_;
};

}  // namespace

void ValidateFields(const Schema& schema, const ir::Ir& ir, Diagnostics* diagnostics) {
  std::map<std::string, const ir::Type*> lowered;
  for (const ir::Type& type : ir.types()) lowered[type.full_name()] = &type;
  for (const Descriptor* message : schema.messages) {
    HomeCheck(message, diagnostics).Run();
    for (const ir::Field& field : lowered.at(std::string(message->full_name()))->fields()) {
      const FieldDescriptor* descriptor = message->FindFieldByName(field.name());
      if (descriptor->real_containing_oneof() != nullptr) continue;  // ValidateTypes looks at arms
      MemberCheck(schema, descriptor, field, diagnostics).Run();
    }
  }
}

}  // namespace a2a::codegen

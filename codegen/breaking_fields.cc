// Members that are in both schemas: name, type, presence, flags, limits.
#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "codegen/breaking_compare.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

std::string Where(const ir::Type& type, const ir::Field& field, absl::string_view option = "") {
  return absl::StrCat(type.name(), ".", field.name(), option.empty() ? "" : "#", option);
}

std::string KindText(ir::Kind kind, const std::string& type) {
  if (kind == ir::KIND_MESSAGE || kind == ir::KIND_ENUM) return type;
  return absl::AsciiStrToLower(absl::StripPrefix(ir::Kind_Name(kind), "KIND_"));
}

std::string TypeText(const ir::Field& field) {
  if (field.kind() == ir::KIND_MAP) return absl::StrCat("map of ", KindText(field.map_value(), field.type()));
  return absl::StrCat(field.repeated() ? "list of " : "", KindText(field.kind(), field.type()));
}

// True when every value of `narrow` is one of `wide`.
bool Contains(ir::Kind wide, ir::Kind narrow) {
  if (wide == narrow) return true;
  switch (wide) {
    case ir::KIND_RAW_ANY:
      return true;
    case ir::KIND_RAW_OBJECT:
      return narrow == ir::KIND_MESSAGE || narrow == ir::KIND_MAP;
    case ir::KIND_STRING:
      return narrow == ir::KIND_BASE64 || narrow == ir::KIND_ENUM;
    case ir::KIND_INT64:
      return narrow == ir::KIND_INT32 || narrow == ir::KIND_UINT32;
    case ir::KIND_UINT64:
      return narrow == ir::KIND_UINT32;
    case ir::KIND_DOUBLE:  // all whole numbers of 32 bits, but not all of 64
      return narrow == ir::KIND_INT32 || narrow == ir::KIND_UINT32;
    default:
      return false;
  }
}

bool IsList(const ir::Field& field) { return field.repeated() || field.kind() == ir::KIND_MAP; }

// What output does with a member that has nothing to say. Numbers, texts and booleans without `optional` have no
// absent state: zero is one.
enum class Output { kWritten, kNull, kLeftOut, kZeroLeftOut };

Output OutputOf(const ir::Field& field) {
  if (field.required() || (IsList(field) && field.always())) return Output::kWritten;
  if (field.nullable()) return Output::kNull;
  const bool zero = !field.has_presence() && !IsList(field) && field.kind() != ir::KIND_ENUM &&
                    field.kind() != ir::KIND_RAW_ANY && field.kind() != ir::KIND_RAW_OBJECT;
  return zero ? Output::kZeroLeftOut : Output::kLeftOut;
}

std::string PresenceText(const ir::Field& field) {
  if (field.required()) return "required";
  switch (OutputOf(field)) {
    case Output::kWritten:
      return "optional, always written";
    case Output::kNull:
      return "optional, written as null";
    case Output::kLeftOut:
      return "optional";
    case Output::kZeroLeftOut:
      break;
  }
  return "without presence";
}

struct LimitRule {
  const char* name;
  bool upper;
  bool (ir::Field::*has)() const;
  const ir::Limit& (ir::Field::*get)() const;
};

constexpr LimitRule kLimits[] = {
    {"min_chars", false, &ir::Field::has_min_chars, &ir::Field::min_chars},
    {"max_chars", true, &ir::Field::has_max_chars, &ir::Field::max_chars},
    {"min_bytes", false, &ir::Field::has_min_bytes, &ir::Field::min_bytes},
    {"max_bytes", true, &ir::Field::has_max_bytes, &ir::Field::max_bytes},
    {"min_items", false, &ir::Field::has_min_items, &ir::Field::min_items},
    {"max_items", true, &ir::Field::has_max_items, &ir::Field::max_items},
    {"min_value", false, &ir::Field::has_min_value, &ir::Field::min_value},
    {"max_value", true, &ir::Field::has_max_value, &ir::Field::max_value},
};

std::string LimitText(bool has, const ir::Limit& limit) {
  if (!has) return "none";
  return absl::StrCat(limit.value(), limit.bound().empty() ? "" : absl::StrCat(" (", limit.bound(), ")"));
}

}  // namespace

void Comparison::CompareField(const ir::Type& type, const ir::Field& before, const ir::Field& after,
                              const Usage& usage) {
  CompareFieldName(type, before, after, usage);
  CompareFieldType(type, before, after, usage);
  if (type.discriminator().empty()) {
    ComparePresence(type, before, after, usage);
    CompareFlags(type, before, after, usage);
    CompareLimits(type, before, after, usage);
  }
}

void Comparison::CompareFieldName(const ir::Type& type, const ir::Field& before, const ir::Field& after,
                                  const Usage& usage) {
  const std::string subject = MemberName(type, after);
  const bool arm = !type.discriminator().empty();
  const std::string& old_name = arm ? before.arm() : before.wire_name();
  const std::string& new_name = arm ? after.arm() : after.wire_name();
  if (old_name != new_name) {
    Judge(Add(arm ? "arm-renamed" : "field-renamed", subject, absl::StrCat(Quoted(old_name), " -> ", Quoted(new_name)),
              {Where(type, after, arm ? "arm" : "wire_name")}),
          usage,
          arm || !type.open() || before.required() ? Breaking("callers that send the old name are refused")
                                                   : Breaking("what callers send under the old name means nothing"),
          arm ? Breaking("readers refuse a name that they do not know") : Breaking("readers miss the old name"));
  } else {
    SourceName("field-source-name", subject, before.name(), after.name(), {Where(type, after)});
  }
  Doc(subject, before.doc(), after.doc(), {Where(type, after)});
}

void Comparison::CompareFieldType(const ir::Type& type, const ir::Field& before, const ir::Field& after,
                                  const Usage& usage) {
  const ir::Kind old_kind = before.kind() == ir::KIND_MAP ? before.map_value() : before.kind();
  const ir::Kind new_kind = after.kind() == ir::KIND_MAP ? after.map_value() : after.kind();
  // A kind that this generator does not know, of an IR that a newer one wrote.
  if (old_kind == ir::KIND_UNSPECIFIED || new_kind == ir::KIND_UNSPECIFIED) return;
  const bool same_form =
      before.repeated() == after.repeated() && (before.kind() == ir::KIND_MAP) == (after.kind() == ir::KIND_MAP);
  const bool named = old_kind == new_kind && (old_kind == ir::KIND_MESSAGE || old_kind == ir::KIND_ENUM);
  const bool other = named && !Follows({before.type(), after.type()}, old_kind == ir::KIND_ENUM);
  if (same_form && old_kind == new_kind && !other) return;
  const bool wider = same_form && !other && Contains(new_kind, old_kind);
  const bool narrower = same_form && !other && Contains(old_kind, new_kind);
  Judge(Add("field-type", MemberName(type, after), absl::StrCat(TypeText(before), " -> ", TypeText(after)),
            {Where(type, after)}),
        usage, wider ? Additive("what callers send is still good") : Breaking("what callers send is refused"),
        narrower ? Additive("what readers get is what they take") : Breaking("readers refuse what they get"));
}

void Comparison::ComparePresence(const ir::Type& type, const ir::Field& before, const ir::Field& after,
                                 const Usage& usage) {
  const Output old_output = OutputOf(before), new_output = OutputOf(after);
  if (old_output == new_output && before.required() == after.required()) return;
  if (before.kind() != after.kind() || before.repeated() != after.repeated()) {
    if (before.required() == after.required()) return;  // another type: told already
  }
  Effect in, out;
  if (before.required() != after.required()) {
    in = after.required() ? Breaking("callers that leave it out are refused") : Additive("callers may leave it out");
  } else if (new_output == Output::kZeroLeftOut) {
    in = Breaking("callers that send zero, false or \"\" count as having left it out");
  } else if (old_output == Output::kZeroLeftOut) {
    in = Additive("zero is told from absent");
  }
  if (old_output == new_output) {
    out = Effect();
  } else if (new_output == Output::kWritten) {
    out = Additive("readers always get it");
  } else if (new_output == Output::kNull) {
    out = Breaking("readers get null for what is absent");
  } else if (new_output == Output::kZeroLeftOut) {
    out = Breaking("readers do not get it when it is zero, false or \"\"");
  } else if (old_output == Output::kZeroLeftOut) {
    out = Additive("readers get zero, too");
  } else {
    out = Breaking("readers do not always get it");
  }
  Judge(Add("presence", MemberName(type, after), absl::StrCat(PresenceText(before), " -> ", PresenceText(after)),
            {Where(type, after)}),
        usage, in, out);
}

void Comparison::CompareFlags(const ir::Type& type, const ir::Field& before, const ir::Field& after,
                              const Usage& usage) {
  const std::string subject = MemberName(type, after);
  if (before.stamped() != after.stamped()) {
    const bool stamped = after.stamped();
    Judge(Add("field-stamped", subject, stamped ? "now set by the host" : "no longer set by the host",
              {Where(type, after, "stamped")}),
          usage, stamped ? Breaking("what callers send is overwritten") : Additive("what callers send is kept"),
          stamped ? Additive("it is the host's word") : Breaking("it is any client's word"));
  }
  if (before.clamp() != after.clamp() && before.has_max_value() && after.has_max_value()) {
    Judge(Add("field-clamp", subject,
              after.clamp() ? "too large: refused -> counts as the limit" : "too large: counts as the limit -> refused",
              {Where(type, after, "clamp")}),
          usage, after.clamp() ? Additive("callers are no longer refused") : Breaking("callers are refused"), Effect());
  }
  if (before.exact() != after.exact()) {
    // The wire is the same; TypeScript has another type for it.
    Add("field-exact", subject, after.exact() ? "now exact in TypeScript" : "no longer exact in TypeScript",
        {Where(type, after, "exact")})
        ->whole = {Impact::kDoc, ""};
  }
  if (before.secret() != after.secret()) {
    Add("field-secret", subject, after.secret() ? "now a secret" : "no longer a secret", {Where(type, after, "secret")})
        ->whole = {Impact::kDoc, ""};
  }
}

void Comparison::CompareLimits(const ir::Type& type, const ir::Field& before, const ir::Field& after,
                               const Usage& usage) {
  for (const LimitRule& rule : kLimits) {
    const bool had = (before.*rule.has)(), has = (after.*rule.has)();
    const ir::Limit& old_limit = (before.*rule.get)();
    const ir::Limit& new_limit = (after.*rule.get)();
    if (had && has && !new_limit.bound().empty() && NameAfter(bounds_, old_limit.bound()) == new_limit.bound()) {
      BoundUse& use = bound_uses_[new_limit.bound()];  // a change of its value is one change, told there
      (rule.upper ? use.upper : use.lower).Add(usage);
      use.fields.insert(MemberName(type, after));
      continue;
    }
    if (had == has && old_limit.value() == new_limit.value()) continue;
    const bool grew = !had ? false : !has ? true : new_limit.value() > old_limit.value();
    // "None" is above every upper limit and below every lower one.
    const bool tighter = rule.upper ? !grew : had && has ? grew : has;
    Judge(Add(tighter ? "limit-tightened" : "limit-loosened", MemberName(type, after),
              absl::StrCat(rule.name, " ", LimitText(had, old_limit), " -> ", LimitText(has, new_limit)),
              {Where(type, after, rule.name)}),
          usage,
          tighter ? Breaking(after.clamp() && rule.upper ? "callers get less than they ask for"
                                                         : "callers that go beyond it are refused")
                  : Additive("callers may go further"),
          tighter ? Additive("what readers get is what they take")
                  : Breaking("readers that check the old limit refuse what goes beyond it"));
  }
}

}  // namespace a2a::codegen

#include "json/describe.h"

#include <limits>

#include "absl/strings/str_cat.h"

namespace a2a::json::internal {
namespace {

// A client's member name in quotes, short enough for a sentence. Cut between characters.
std::string Quote(absl::string_view name) {
  constexpr size_t kLongest = 64;
  if (name.size() <= kLongest) return absl::StrCat("\"", name, "\"");
  size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;
  return absl::StrCat("\"", name.substr(0, end), "...\"");
}

std::string About(const Subject& subject) {
  // A member may be called "".
  if (subject.name.data() == nullptr && subject.index < 0) return "The value";
  if (subject.index < 0) return Quote(subject.name);
  return absl::StrCat("Item ", subject.index, " of ", Quote(subject.name));
}

template <typename List, typename NameOf>
std::string Join(const List& list, NameOf name_of) {
  std::string joined;
  for (const auto& item : list) absl::StrAppend(&joined, joined.empty() ? "" : ", ", "\"", name_of(item), "\"");
  return joined;
}

std::string OneOf(absl::Span<const absl::string_view> values) {
  return absl::StrCat("one of ", Join(values, [](absl::string_view value) { return value; }));
}

absl::string_view KindName(Kind kind) {
  switch (kind) {
    case Kind::kString:
      return "a string";
    case Kind::kBase64:
      return "a base64 string";
    case Kind::kBool:
      return "a boolean";
    case Kind::kDouble:
      return "a number";
    case Kind::kMessage:
    case Kind::kRawObject:
    case Kind::kMap:
      return "an object";
    case Kind::kRawAny:
      return "any JSON value";
    case Kind::kEnum:
      return "a string";
    case Kind::kInt32:
    case Kind::kInt64:
    case Kind::kUint32:
    case Kind::kUint64:
      break;
  }
  return "an integer";
}

// " (A2A_MAX_TEXT_CHARS)", or nothing for a limit without a name.
std::string BoundName(const Limit& limit) { return limit.bound.empty() ? "" : absl::StrCat(" (", limit.bound, ")"); }

}  // namespace

void RangeOf(Kind kind, int64_t* low, uint64_t* high) {
  *low = 0;
  switch (kind) {
    case Kind::kInt32:
      *low = std::numeric_limits<int32_t>::min();
      *high = static_cast<uint64_t>(std::numeric_limits<int32_t>::max());
      return;
    case Kind::kUint32:
      *high = std::numeric_limits<uint32_t>::max();
      return;
    case Kind::kUint64:
      *high = std::numeric_limits<uint64_t>::max();
      return;
    default:
      *low = std::numeric_limits<int64_t>::min();
      *high = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
  }
}

std::string WrongType(const Subject& subject, absl::string_view expected, Type type) {
  return absl::StrCat(About(subject), " must be ", expected, ", not ", TypeName(type), ".");
}

std::string Missing(const FieldTable& field) {
  std::string expected(field.repeated ? absl::string_view("an array") : KindName(field.kind));
  if (!field.repeated && field.kind == Kind::kEnum) expected = OneOf(field.values);
  return absl::StrCat(Quote(field.name), " is missing; it must be ", expected, ".");
}

std::string Duplicate(absl::string_view name) {
  return absl::StrCat(Quote(name), " is there more than once; a member may be given once.");
}

std::string WrongDiscriminator(const TypeTable& type, bool missing) {
  std::string arms = Join(type.fields, [](const FieldTable& field) { return field.arm; });
  return absl::StrCat(Quote(type.discriminator), missing ? " is missing; it" : "", " must be one of ", arms, ".");
}

std::string WrongTag(const TypeTable& type) {
  return absl::StrCat(Quote(type.tag_name), " must be \"", type.tag_value, "\" or left out.");
}

std::string UnknownMember(const TypeTable& type, const TypeTable& body, absl::string_view name) {
  std::string members = Join(body.fields, [](const FieldTable& field) { return field.name; });
  for (absl::string_view more : {body.tag_name, type.discriminator}) {
    if (!more.empty()) members = absl::StrCat("\"", more, "\"", members.empty() ? "" : ", ", members);
  }
  if (members.empty()) return absl::StrCat(Quote(name), " is not known here; no members are.");
  return absl::StrCat(Quote(name), " is not known here; the members are ", members, ".");
}

std::string WrongEnum(const Subject& subject, absl::Span<const absl::string_view> values) {
  return absl::StrCat(About(subject), " must be ", OneOf(values), ".");
}

std::string WrongBase64(const Subject& subject) {
  return absl::StrCat(About(subject), " must be standard base64 with padding (RFC 4648, section 4).");
}

std::string Fractional(const Subject& subject) { return absl::StrCat(About(subject), " must be an integer."); }

std::string OutOfRange(const Subject& subject, int64_t low, uint64_t high) {
  return absl::StrCat(About(subject), " must be an integer from ", low, " to ", high, ".");
}

std::string TooLargeForDouble(const Subject& subject) {
  return absl::StrCat(About(subject), " must be a number that fits a double (at most 1.8e308 in size).");
}

std::string BelowValue(const Subject& subject, const Limit& min) {
  return absl::StrCat(About(subject), " must be at least ", min.value, BoundName(min), ".");
}

std::string AboveValue(const Subject& subject, const Limit& max) {
  return absl::StrCat(About(subject), " must be at most ", max.value, BoundName(max), ".");
}

std::string TooShort(const Subject& subject, const Limit& min, int64_t actual, absl::string_view unit) {
  return absl::StrCat(About(subject), " has ", actual, " ", unit, "; it must have at least ", min.value, BoundName(min),
                      ".");
}

std::string TooLong(const Subject& subject, const Limit& max, int64_t actual, absl::string_view unit) {
  return absl::StrCat(About(subject), " has ", actual, " ", unit, "; at most ", max.value, " are accepted",
                      BoundName(max), ".");
}

}  // namespace a2a::json::internal

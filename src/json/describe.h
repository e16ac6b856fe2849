// The sentences that Diagnose() writes: what was expected, for people and for models. They name members, never the
// client's values, since a value may be a token. Private to json/. Any thread.
#ifndef A2A_JSON_DESCRIBE_H_
#define A2A_JSON_DESCRIBE_H_

#include <cstdint>
#include <string>

#include "json/cursor.h"
#include "json/table.h"

namespace a2a::json::internal {

// What a sentence is about: the root value, a member, or one item of a member.
struct Subject {
  absl::string_view name;  // empty: the root value
  int64_t index = -1;      // of the item; -1: the member itself
};

// Ends of the range of an integer kind.
void RangeOf(Kind kind, int64_t* low, uint64_t* high);

std::string WrongType(const Subject& subject, absl::string_view expected, Type type);
std::string Missing(const FieldTable& field);
std::string Duplicate(absl::string_view name);
std::string WrongDiscriminator(const TypeTable& type, bool missing);
std::string WrongTag(const TypeTable& type);
std::string UnknownMember(const TypeTable& type, const TypeTable& body, absl::string_view name);
std::string WrongEnum(const Subject& subject, absl::Span<const absl::string_view> values);
std::string WrongBase64(const Subject& subject);
std::string Fractional(const Subject& subject);
std::string OutOfRange(const Subject& subject, int64_t low, uint64_t high);
std::string TooLargeForDouble(const Subject& subject);
std::string BelowValue(const Subject& subject, const Limit& min);
std::string AboveValue(const Subject& subject, const Limit& max);
std::string TooShort(const Subject& subject, const Limit& min, int64_t actual, absl::string_view unit);
std::string TooLong(const Subject& subject, const Limit& max, int64_t actual, absl::string_view unit);

}  // namespace a2a::json::internal

#endif  // A2A_JSON_DESCRIBE_H_

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "json/cursor.h"
#include "json/describe.h"
#include "json/number.h"
#include "json/table.h"
#include "json/writer.h"

namespace a2a::json {
namespace {

using internal::Subject;

struct Member {
  std::string name;
  absl::string_view value;
};

// The members of an object, sorted by name; members of one name stay in the text's order.
class Members {
 public:
  explicit Members(absl::string_view object) {
    Cursor cursor(object);
    cursor.EnterObject();
    absl::string_view key;
    while (cursor.NextMember(&key)) {
      std::string name(key.data(), key.size());
      all_.push_back({std::move(name), cursor.ReadRaw()});
    }
    std::stable_sort(all_.begin(), all_.end(), [](const Member& a, const Member& b) { return a.name < b.name; });
  }

  absl::Span<const Member> Named(absl::string_view name) const {
    auto first = std::lower_bound(all_.begin(), all_.end(), name,
                                  [](const Member& m, absl::string_view n) { return absl::string_view(m.name) < n; });
    return Group(static_cast<size_t>(first - all_.begin()), name);
  }
  size_t size() const { return all_.size(); }
  // The members from `index` on that are called `name`.
  absl::Span<const Member> Group(size_t index, absl::string_view name) const {
    size_t end = index;
    while (end < all_.size() && all_[end].name == name) ++end;
    return absl::MakeConstSpan(all_).subspan(index, end - index);
  }
  const Member& operator[](size_t index) const { return all_[index]; }

 private:
  std::vector<Member> all_;
};

bool IsNull(absl::string_view value) { return Cursor(value).type() == Type::kNull; }

bool IsInteger(Kind kind) {
  return kind == Kind::kInt32 || kind == Kind::kInt64 || kind == Kind::kUint32 || kind == Kind::kUint64;
}

// Finds the first fault. Its functions return false once one is found; path_ is then where it is.
class Pass {
 public:
  Pass(absl::string_view base_path, Fault* fault) : path_(base_path.data(), base_path.size()), fault_(fault) {}

  bool Object(const TypeTable& type, absl::string_view value, const Subject& subject) {
    if (!OfType(Type::kObject, value, subject)) return false;
    Members members(value);
    const TypeTable* body = &type;
    if (!type.discriminator.empty() && !Discriminator(type, members, &body)) return false;
    if (!Tag(*body, members)) return false;
    for (const FieldTable& field : body->fields) {
      if (!Field(field, members.Named(field.name))) return false;
    }
    return Unknown(type, *body, members);
  }

 private:
  bool Fail(absl::string_view reason, std::string text) {
    fault_->path = path_;
    fault_->reason = std::string(reason);
    fault_->text = std::move(text);
    return false;
  }

  // A fault at the member `name` of the object that path_ points at.
  bool FailAt(absl::string_view name, absl::string_view reason, std::string text) {
    Step step(this, name);
    return Fail(reason, std::move(text));
  }

  // Lengthens path_ by one segment for as long as it lives.
  class Step {
   public:
    Step(Pass* pass, absl::string_view name) : Step(pass) {
      if (name.size() <= kMaxNameInPath) AppendPointer(name, &pass->path_);
    }
    Step(Pass* pass, size_t index) : Step(pass) { AppendPointer(index, &pass->path_); }
    ~Step() { pass_->path_.resize(size_); }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

   private:
    explicit Step(Pass* pass) : pass_(pass), size_(pass->path_.size()) {}
    Pass* const pass_;
    const size_t size_;
  };

  bool OfType(Type wanted, absl::string_view value, const Subject& subject) {
    Type type = Cursor(value).type();
    return type == wanted || Fail("type", internal::WrongType(subject, TypeName(wanted), type));
  }

  bool Discriminator(const TypeTable& type, const Members& members, const TypeTable** arm) {
    absl::Span<const Member> found = members.Named(type.discriminator);
    if (found.size() > 1) return FailAt(type.discriminator, "duplicate", internal::Duplicate(type.discriminator));
    std::string value;
    if (!found.empty() && Cursor(found[0].value).ReadString(&value)) {
      for (const FieldTable& field : type.fields) {
        if (field.arm != value) continue;
        *arm = field.type;
        return true;
      }
    }
    return FailAt(type.discriminator, "discriminator", internal::WrongDiscriminator(type, found.empty()));
  }

  bool Tag(const TypeTable& type, const Members& members) {
    if (type.tag_name.empty()) return true;
    absl::Span<const Member> found = members.Named(type.tag_name);
    if (found.size() > 1) return FailAt(type.tag_name, "duplicate", internal::Duplicate(type.tag_name));
    std::string value;
    if (found.empty() || IsNull(found[0].value)) return true;
    if (Cursor(found[0].value).ReadString(&value) && type.tag_value == value) return true;
    return FailAt(type.tag_name, "tag", internal::WrongTag(type));
  }

  static bool IsKnown(const TypeTable& type, const TypeTable& body, const std::string& name) {
    // An empty name means "no tag", and is a legal name of an unknown member.
    if (!body.tag_name.empty() && name == body.tag_name) return true;
    if (!type.discriminator.empty() && name == type.discriminator) return true;
    return std::any_of(body.fields.begin(), body.fields.end(),
                       [&name](const FieldTable& field) { return field.name == name; });
  }

  bool Unknown(const TypeTable& type, const TypeTable& body, const Members& members) {
    for (size_t i = 0; i < members.size();) {
      const std::string& name = members[i].name;
      size_t count = members.Group(i, name).size();
      i += count;
      if (IsKnown(type, body, name)) continue;
      if (!body.open) return FailAt(name, "unknown", internal::UnknownMember(type, body, name));
      if (count > 1) return FailAt(name, "duplicate", internal::Duplicate(name));
    }
    return true;
  }

  bool Field(const FieldTable& field, absl::Span<const Member> found) {
    Step step(this, field.name);
    if (found.empty()) return !field.required || Fail("required", internal::Missing(field));
    if (found.size() > 1) return Fail("duplicate", internal::Duplicate(field.name));
    absl::string_view value = found[0].value;
    if (!field.required && IsNull(value)) return true;
    Subject subject{field.name};
    if (field.repeated) return Repeated(field, value);
    if (field.kind == Kind::kMap) return Map(field, value);
    return Value(field, field.kind, value, subject);
  }

  bool Repeated(const FieldTable& field, absl::string_view value) {
    Subject subject{field.name};
    if (!OfType(Type::kArray, value, subject)) return false;
    Cursor cursor(value);
    cursor.EnterArray();
    size_t count = 0;
    for (; cursor.NextElement(); ++count) {
      Step step(this, count);
      subject.index = static_cast<int64_t>(count);
      if (!Value(field, field.kind, cursor.ReadRaw(), subject)) return false;
    }
    return Within(field.min_items, field.max_items, count, "items", "items", Subject{field.name});
  }

  bool Map(const FieldTable& field, absl::string_view value) {
    if (!OfType(Type::kObject, value, Subject{field.name})) return false;
    Members members(value);
    for (size_t i = 0; i < members.size(); ++i) {
      const std::string& key = members[i].name;
      Step step(this, key);
      if (members.Group(i, key).size() > 1) return Fail("duplicate", internal::Duplicate(key));
      if (!Value(field, field.map_value, members[i].value, Subject{key})) return false;
    }
    return Within(field.min_items, field.max_items, members.size(), "items", "members", Subject{field.name});
  }

  // One value, an item or an entry of the field. `kind` is the field's own, or that of its map's values.
  bool Value(const FieldTable& field, Kind kind, absl::string_view value, const Subject& subject) {
    if (kind == Kind::kMessage) return Object(*field.type, value, subject);
    if (kind == Kind::kRawAny) return true;
    if (kind == Kind::kRawObject) return OfType(Type::kObject, value, subject);
    if (kind == Kind::kBool) return OfType(Type::kBool, value, subject);
    if (kind == Kind::kDouble) return Double(field, value, subject);
    if (IsInteger(kind)) return Integer(field, kind, value, subject);
    return String(field, kind, value, subject);
  }

  bool String(const FieldTable& field, Kind kind, absl::string_view value, const Subject& subject) {
    std::string text;
    if (!Cursor(value).ReadString(&text)) return OfType(Type::kString, value, subject);
    size_t bytes = text.size();
    if (kind == Kind::kBase64 && !IsBase64(text, &bytes)) return Fail("base64", internal::WrongBase64(subject));
    if (kind == Kind::kEnum && std::find(field.values.begin(), field.values.end(), text) == field.values.end()) {
      return Fail("enum", internal::WrongEnum(subject, field.values));
    }
    return Within(field.min_chars, field.max_chars, CodePoints(text), "chars", "code points", subject) &&
           Within(field.min_bytes, field.max_bytes, bytes, "bytes", "bytes", subject);
  }

  bool Integer(const FieldTable& field, Kind kind, absl::string_view value, const Subject& subject) {
    Cursor cursor(value);
    if (cursor.type() != Type::kNumber) return Fail("type", internal::WrongType(subject, "an integer", cursor.type()));
    internal::Integer number = internal::ParseInteger(cursor.ReadRaw());
    if (!number.integral) return Fail("type", internal::Fractional(subject));
    int64_t low = 0;
    uint64_t high = 0;
    internal::RangeOf(kind, &low, &high);
    int64_t as_signed = 0;
    bool fits = internal::ToInt64(number, &as_signed);
    bool too_low = number.negative && (!fits || as_signed < low);
    bool too_high = !number.negative && (number.huge || number.magnitude > high);
    if (too_low || (too_high && !field.clamp)) return Fail("range", internal::OutOfRange(subject, low, high));
    if (field.min_value.set && as_signed < field.min_value.value) {
      return Fail("value", internal::BelowValue(subject, field.min_value));
    }
    if (field.clamp || !field.max_value.set || (fits && as_signed <= field.max_value.value)) return true;
    Exceeded(field.max_value, as_signed);
    return Fail("value", internal::AboveValue(subject, field.max_value));
  }

  bool Double(const FieldTable& field, absl::string_view value, const Subject& subject) {
    Cursor cursor(value);
    double number = 0;
    if (cursor.type() != Type::kNumber) return OfType(Type::kNumber, value, subject);
    if (!cursor.ReadDouble(&number)) {
      bool high = value[0] != '-' && field.clamp;
      return high || Fail("range", internal::TooLargeForDouble(subject));
    }
    if (field.min_value.set && number < static_cast<double>(field.min_value.value)) {
      return Fail("value", internal::BelowValue(subject, field.min_value));
    }
    if (field.clamp || !field.max_value.set || number <= static_cast<double>(field.max_value.value)) return true;
    Exceeded(field.max_value, -1);
    return Fail("value", internal::AboveValue(subject, field.max_value));
  }

  void Exceeded(const Limit& limit, int64_t actual) {
    fault_->error = limit.error;
    fault_->limit = limit.limit;
    fault_->max = limit.value;
    fault_->actual = actual;
  }

  bool Within(const Limit& min, const Limit& max, size_t size, absl::string_view reason, absl::string_view unit,
              const Subject& subject) {
    int64_t actual = static_cast<int64_t>(size);
    if (min.set && actual < min.value) return Fail(reason, internal::TooShort(subject, min, actual, unit));
    if (!max.set || actual <= max.value) return true;
    Exceeded(max, actual);
    return Fail(reason, internal::TooLong(subject, max, actual, unit));
  }

  std::string path_;
  Fault* const fault_;
};

}  // namespace

bool Diagnose(const TypeTable& type, absl::string_view value, absl::string_view base_path, Fault* fault) {
  *fault = Fault();
  return Pass(base_path, fault).Object(type, value, Subject{});
}

}  // namespace a2a::json

// Vectors of integers and doubles: the ends of ranges and limits and one beyond, integers by value, what a double
// cannot hold.
#include <limits>

#include "absl/strings/str_cat.h"
#include "codegen/emit_vectors.h"

namespace a2a::codegen {
namespace {

// Neighbours outside of a kind's range.
struct Outside {
  const char* below;
  const char* above;
};
Outside OutsideOf(ir::Kind kind) {
  switch (kind) {
    case ir::KIND_INT32:
      return {"-2147483649", "2147483648"};
    case ir::KIND_UINT32:
      return {"-1", "4294967296"};
    case ir::KIND_UINT64:
      return {"-1", "18446744073709551616"};
    default:
      return {"-9223372036854775809", "9223372036854775808"};
  }
}

class Numbers {
 public:
  Numbers(const Slot& slot, ir::Kind kind, VectorSet* set)
      : slot_(slot), field_(slot.field()), kind_(kind), set_(set), least_(0), most_(0) {
    // Limits have 32 bits, so a kind without them is open enough for every small number.
    least_ = field_.has_min_value() ? field_.min_value().value() : std::numeric_limits<int32_t>::min();
    most_ = field_.has_max_value() ? field_.max_value().value() : std::numeric_limits<int32_t>::max();
    if (kind == ir::KIND_UINT32 || kind == ir::KIND_UINT64) least_ = std::max<int64_t>(least_, 0);
  }

  void AddIntegers() {
    const Range range = RangeOf(kind_);
    const Outside outside = OutsideOf(kind_);
    Bad(outside.below, "range");
    if (field_.clamp()) {
      Good(outside.above);
      Good("1e400");
      Good("123456789012345678901234567890");
    } else {
      Bad(outside.above, "range");
      Bad("1e400", "range");
    }
    Bad("-1e400", "range");
    if (!field_.has_min_value()) Good(range.low);
    if (!field_.has_max_value()) Good(range.high);
    AddLimits("");
    AddByValue();
    AddBeyondDouble();
  }

  void AddDoubles() {
    AddLimits(".0");
    Bad("-1e400", "range");
    if (field_.clamp()) {
      Good("1e400");
    } else {
      Bad("1e400", "range");
    }
    if (Allows(0)) {
      for (const char* text : {"0", "-0.0", "1e-400"}) Good(text);
    }
    if (Allows(0) && Allows(1)) Good("0.1");
    if (field_.has_max_value()) return;
    for (const char* text : {"1.7976931348623157e308", "9007199254740991", "9007199254740993"}) Good(text);
  }

 private:
  bool Allows(int64_t value) const { return value >= least_ && value <= most_; }

  void Good(absl::string_view text) { set_->Good(absl::StrCat(slot_.name(), ": ", text), slot_.With(Verbatim(text))); }
  void Bad(absl::string_view text, absl::string_view reason) {
    set_->Bad(absl::StrCat(slot_.name(), ": ", text), slot_.With(Verbatim(text)), slot_.path(), reason);
  }

  void AddLimits(absl::string_view fraction) {
    if (field_.has_min_value()) {
      Good(absl::StrCat(field_.min_value().value(), fraction));
      const int64_t below = int64_t{field_.min_value().value()} - 1;
      const bool in_range = kind_ == ir::KIND_INT64 || kind_ == ir::KIND_DOUBLE ||
                            (kind_ == ir::KIND_INT32 && below >= std::numeric_limits<int32_t>::min()) || below >= 0;
      if (in_range) Bad(absl::StrCat(below, fraction), "value");
    }
    if (!field_.has_max_value()) return;
    Good(absl::StrCat(field_.max_value().value(), fraction));
    const int64_t above = int64_t{field_.max_value().value()} + 1;
    if (kind_ == ir::KIND_INT32 && above > std::numeric_limits<int32_t>::max() && !field_.clamp()) return;
    const std::string text = absl::StrCat(above, fraction);
    if (field_.clamp()) return Good(text);
    set_->Above(absl::StrCat(slot_.name(), ": ", text), slot_.With(Verbatim(text)), slot_.path(), "value",
                field_.max_value(), kind_ == ir::KIND_DOUBLE ? -1 : above);
  }

  // 1, 1.0 and 10e-1 are one number.
  void AddByValue() {
    Bad("1.5", "type");
    Bad("1e-1", "type");
    if (Allows(0)) Good("-0");
    if (Allows(7)) {
      for (const char* text : {"7.0", "70e-1", "0.7e1", "7.00E+0"}) Good(text);
    }
    if (Allows(100) && !(field_.has_max_value() && field_.max_value().value() == 100)) Good("1e2");
  }

  // Around 2^53, where doubles start to skip integers.
  void AddBeyondDouble() {
    for (const char* text : {"9007199254740991", "9007199254740992", "9007199254740993"}) {
      if (field_.clamp()) {
        Good(text);
      } else if (kind_ == ir::KIND_INT32 || kind_ == ir::KIND_UINT32) {
        Bad(text, "range");
      } else if (!field_.has_max_value()) {
        Good(text);
      } else {
        const int64_t value = int64_t{9007199254740990} + text[sizeof("900719925474099") - 1] - '0';
        set_->Above(absl::StrCat(slot_.name(), ": ", text), slot_.With(Verbatim(text)), slot_.path(), "value",
                    field_.max_value(), value);
      }
    }
    for (const char* text : {"-9007199254740991", "-9007199254740992", "-9007199254740993"}) {
      if (kind_ != ir::KIND_INT64) {
        Bad(text, "range");
      } else if (field_.has_min_value()) {
        Bad(text, "value");
      } else {
        Good(text);
      }
    }
  }

  const Slot& slot_;
  const ir::Field& field_;
  const ir::Kind kind_;
  VectorSet* const set_;
  int64_t least_;
  int64_t most_;
};

}  // namespace

void AddNumberVectors(const Slot& slot, ir::Kind kind, VectorSet* set) {
  Numbers numbers(slot, kind, set);
  if (kind == ir::KIND_DOUBLE) return numbers.AddDoubles();
  numbers.AddIntegers();
}

}  // namespace a2a::codegen

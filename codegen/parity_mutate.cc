#include "codegen/parity_mutate.h"

#include <algorithm>
#include <functional>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "codegen/names_cpp.h"
#include "codegen/parity_reference.h"

namespace a2a::codegen {
namespace {

using TypeTest = std::function<bool(const ir::Type&)>;
using FieldTest = std::function<bool(const ir::Field&)>;

// The IR on its way, and what was hit already.
class Patient {
 public:
  explicit Patient(ir::Ir* ir) : ir_(ir) {
    for (const ir::Type& type : ir->types()) {
      for (const ir::Field& field : type.fields()) {
        if (!field.arm().empty()) arms_.insert(field.type());
      }
    }
  }

  ir::Ir* ir() { return ir_; }
  bool IsArm(const ir::Type& type) const { return arms_.count(type.name()) != 0; }

  // The first type that was not hit yet and passes; null when there is none.
  ir::Type* Type(const TypeTest& test) {
    for (ir::Type& type : *ir_->mutable_types()) {
      if (hit_.count(type.name()) == 0 && test(type)) return Hit(&type, type.name());
    }
    return nullptr;
  }

  // The first field that passes, in a type that was not hit yet.
  ir::Field* Field(const FieldTest& test) {
    for (ir::Type& type : *ir_->mutable_types()) {
      if (hit_.count(type.name()) != 0 || !type.discriminator().empty()) continue;
      for (ir::Field& field : *type.mutable_fields()) {
        if (test(field))
          return hit_.insert(type.name()), Hit(&field, absl::StrCat(type.name(), ".", field.wire_name()));
      }
    }
    return nullptr;
  }

  ir::Enum* Enum(const std::function<bool(const ir::Enum&)>& test) {
    for (ir::Enum& enumeration : *ir_->mutable_enums()) {
      if (hit_.count(enumeration.name()) == 0 && test(enumeration)) return Hit(&enumeration, enumeration.name());
    }
    return nullptr;
  }

  ir::Bound* Bound(const std::function<bool(const ir::Bound&)>& test) {
    for (ir::Bound& bound : *ir_->mutable_bounds()) {
      if (hit_.count(bound.name()) == 0 && test(bound)) return Hit(&bound, bound.name());
    }
    return nullptr;
  }

  // What the last search found.
  const std::string& target() const { return target_; }
  void Forget() { target_.clear(); }

 private:
  template <typename T>
  T* Hit(T* found, std::string name) {
    hit_.insert(name);
    target_ = std::move(name);
    return found;
  }

  ir::Ir* const ir_;
  std::set<std::string> arms_, hit_;
  std::string target_;
};

struct Entry {
  const char* name;
  const char* what;
  void (*apply)(Patient*);
  const char* only = "";
};

bool IsPlain(const ir::Field& field) { return !field.repeated() && field.kind() != ir::KIND_MAP; }

bool HasKind(const ir::Type& type, ir::Kind kind) {
  const auto& fields = type.fields();
  return std::any_of(fields.begin(), fields.end(), [kind](const ir::Field& field) { return field.kind() == kind; });
}

ir::Limit* UpperOf(ir::Field* field) {
  if (field->has_max_chars()) return field->mutable_max_chars();
  if (field->has_max_bytes()) return field->mutable_max_bytes();
  return field->has_max_items() ? field->mutable_max_items() : nullptr;
}

// A bound that some field is limited by.
bool LimitsFields(const ir::Ir& ir, const std::string& bound) {
  for (const ir::Type& type : ir.types()) {
    for (ir::Field field : type.fields()) {
      const ir::Limit* const limit = UpperOf(&field);
      if (limit != nullptr && limit->bound() == bound) return true;
    }
  }
  return false;
}

constexpr absl::string_view kUnknownDropped = "unknown-dropped";

// Rarely usable ones first, so that they find their target before it is hit by another.
constexpr Entry kEntries[] = {
    {kUnknownDropped.data(), "members that the type does not know are not relayed",
     [](Patient* p) {
       p->Type(
           [p](const ir::Type& t) { return t.open() && !p->IsArm(t) && !HasKind(t, ir::KIND_ENUM) && !t.has_tag(); });
     },
     "cpp"},
    {"nullable-dropped", "a member that is null when absent is left out",
     [](Patient* p) {
       if (ir::Field* f = p->Field([](const ir::Field& f) { return f.nullable(); })) f->set_nullable(false);
     }},
    {"always-dropped", "a list that is always written is left out when empty",
     [](Patient* p) {
       if (ir::Field* f = p->Field([](const ir::Field& f) { return f.always(); })) f->set_always(false);
     }},
    {"clamp-dropped", "a number above its limit is refused instead of cut",
     [](Patient* p) {
       if (ir::Field* f = p->Field([](const ir::Field& f) { return f.clamp(); })) f->set_clamp(false);
     }},
    {"base64-dropped", "a base64 string takes any text",
     [](Patient* p) {
       const auto test = [](const ir::Field& f) { return f.kind() == ir::KIND_BASE64; };
       if (ir::Field* f = p->Field(test)) f->set_kind(ir::KIND_STRING);
     }},
    {"tag-value", "the constant member has another value",
     [](Patient* p) {
       if (ir::Type* t = p->Type([](const ir::Type& t) { return t.has_tag(); })) {
         t->mutable_tag()->set_value(t->tag().value() + "x");
       }
     }},
    {"arm-renamed", "the discriminator has another value for an arm",
     [](Patient* p) {
       if (ir::Type* t = p->Type([](const ir::Type& t) { return !t.discriminator().empty(); })) {
         t->mutable_fields(0)->set_arm(t->fields(0).arm() + "x");
       }
     }},
    {"discriminator-renamed", "the discriminator has another name",
     [](Patient* p) {
       if (ir::Type* t = p->Type([](const ir::Type& t) { return !t.discriminator().empty(); })) {
         t->set_discriminator(t->discriminator() + "X");
       }
     }},
    {"raw-widened", "free-form JSON need not be an object",
     [](Patient* p) {
       const auto test = [](const ir::Field& f) { return f.kind() == ir::KIND_RAW_OBJECT && f.required(); };
       if (ir::Field* f = p->Field(test)) f->set_kind(ir::KIND_RAW_ANY);
     }},
    {"integer-range", "an integer of 64 bits takes 32",
     [](Patient* p) {
       const auto test = [](const ir::Field& f) { return f.kind() == ir::KIND_INT64 && !f.has_max_value(); };
       if (ir::Field* f = p->Field(test)) f->set_kind(ir::KIND_INT32);
     }},
    {"bound-changed", "an upper limit is one less",
     [](Patient* p) {
       if (ir::Field* f = p->Field([](const ir::Field& f) { return UpperOf(const_cast<ir::Field*>(&f)) != nullptr; })) {
         ir::Limit* const limit = UpperOf(f);
         limit->set_value(limit->value() - 1);
         limit->clear_bound();
       }
     }},
    {"minimum-dropped", "a lower limit is gone",
     [](Patient* p) {
       const auto test = [](const ir::Field& f) { return f.has_min_bytes() || f.has_min_items() || f.has_min_value(); };
       if (ir::Field* f = p->Field(test)) {
         f->clear_min_bytes();
         f->clear_min_items();
         f->clear_min_value();
       }
     }},
    {"open-closed", "an open type refuses members that it does not know",
     [](Patient* p) {
       if (ir::Type* t = p->Type([p](const ir::Type& t) { return t.open() && !p->IsArm(t); })) t->set_open(false);
     }},
    {"optional-required", "a member that may be left out must be there",
     [](Patient* p) {
       const auto test = [](const ir::Field& f) { return IsPlain(f) && !f.required() && f.kind() == ir::KIND_STRING; };
       if (ir::Field* f = p->Field(test)) f->set_required(true);
     }},
    {"required-dropped", "a member that must be there may be left out",
     [](Patient* p) {
       const auto test = [](const ir::Field& f) { return IsPlain(f) && f.required() && f.kind() == ir::KIND_STRING; };
       if (ir::Field* f = p->Field(test)) f->set_required(false);
     }},
    {"member-renamed", "a member has another name",
     [](Patient* p) {
       if (ir::Field* f = p->Field([](const ir::Field&) { return true; })) f->set_wire_name(f->wire_name() + "X");
     }},
    {"enum-string", "an enum value has another string",
     [](Patient* p) {
       if (ir::Enum* e = p->Enum([](const ir::Enum& e) { return e.values_size() > 1; })) {
         ir::EnumValue* const last = e->mutable_values(e->values_size() - 1);
         last->set_wire(last->wire() + "x");
       }
     }},
    {"enum-value-dropped", "an enum lacks a value",
     [](Patient* p) {
       const auto test = [](const ir::Enum& e) { return e.values_size() > 1 && !e.is_state(); };
       if (ir::Enum* e = p->Enum(test)) e->mutable_values()->RemoveLast();
     },
     "outputs"},
    {"error-changed", "exceeding a bound answers with another error",
     [](Patient* p) {
       const auto test = [p](const ir::Bound& b) { return !b.error().empty() && LimitsFields(*p->ir(), b.name()); };
       if (ir::Bound* b = p->Bound(test)) b->clear_error();
     }},
    {"limit-renamed", "data.limit has another name",
     [](Patient* p) {
       const auto test = [p](const ir::Bound& b) { return !b.limit().empty() && LimitsFields(*p->ir(), b.name()); };
       if (ir::Bound* b = p->Bound(test)) b->set_limit(b->limit() + "X");
     }},
};

}  // namespace

std::vector<Mutation> MutationsOf(const ir::Ir& ir) {
  std::vector<Mutation> mutations;
  ir::Ir copy = ir;
  Patient patient(&copy);
  for (const Entry& entry : kEntries) {
    patient.Forget();
    entry.apply(&patient);
    mutations.push_back({entry.name, patient.target(), entry.what, entry.only});
  }
  return mutations;
}

// Each is tried in turn; one that is not wanted is taken back, but what it hit stays out of reach of the others. So a
// mutation has the same target whichever others are made.
absl::Status Mutate(const std::vector<std::string>& names, ir::Ir* ir) {
  std::set<std::string> wanted(names.begin(), names.end());
  if (wanted.erase("all") > 0) {
    for (const Mutation& mutation : MutationsOf(*ir)) {
      if (!mutation.target.empty()) wanted.insert(mutation.name);
    }
  }
  Patient patient(ir);
  for (const Entry& entry : kEntries) {
    const ir::Ir before = *ir;
    patient.Forget();
    entry.apply(&patient);
    if (wanted.erase(entry.name) == 0) {
      *ir = before;
    } else if (patient.target().empty()) {
      return absl::InvalidArgumentError(absl::StrCat("nothing in this schema can be hit by ", entry.name));
    }
  }
  if (wanted.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("there is no mutation ", *wanted.begin()));
}

absl::Status MutateCpp(const std::vector<std::string>& names, const ir::Ir& ir, FileSink* sink) {
  const auto is_named = [](const std::string& name) { return name == kUnknownDropped || name == "all"; };
  if (std::none_of(names.begin(), names.end(), is_named)) return absl::OkStatus();
  std::string target;
  for (const Mutation& mutation : MutationsOf(ir)) {
    if (mutation.name == kUnknownDropped) target = mutation.target;
  }
  if (target.empty()) return absl::OkStatus();
  // The encoder's line that appends the unknown members, however it does so.
  const std::string encoder = absl::StrCat("void Encode(const ", target, "& in");
  const std::string extras = absl::StrCat("in.", CppField(IrIndex(ir).type(target).extras_field()), "()");
  for (const auto& [path, content] : sink->files()) {
    const size_t start = content.find(encoder);
    if (!absl::EndsWith(path, ".cc") || start == std::string::npos) continue;
    const size_t found = content.find(extras, start);
    if (found == std::string::npos || found > content.find("\n}\n", start)) break;
    const size_t line = content.rfind('\n', found);
    std::string mutated = content;
    mutated.erase(line, mutated.find('\n', found) - line);
    sink->Add(path, std::move(mutated));
    return absl::OkStatus();
  }
  return absl::InternalError(absl::StrCat(kUnknownDropped, " does not find its place in the emitted C++"));
}

}  // namespace a2a::codegen

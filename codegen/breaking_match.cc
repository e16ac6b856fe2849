#include "codegen/breaking_match.h"

namespace a2a::codegen {
namespace {

template <typename T>
bool SameName(const T& before, const T& after) {
  return before.name() == after.name();
}

// Equal but for what `strip` takes away.
template <typename T, typename Strip>
bool SameBut(T before, T after, Strip strip) {
  strip(&before);
  strip(&after);
  return before.SerializeAsString() == after.SerializeAsString();
}

template <typename T>
bool SameButName(const T& before, const T& after) {
  return SameBut(before, after, [](T* element) {
    element->clear_name();
    element->clear_doc();
  });
}

// The names beside each element, so that a renamed one is known by its neighbours.
template <typename T, typename NameOf>
std::map<const T*, std::pair<std::string, std::string>> Neighbours(const std::vector<const T*>& list, NameOf name_of) {
  std::map<const T*, std::pair<std::string, std::string>> beside;
  for (size_t i = 0; i < list.size(); ++i) {
    beside[list[i]] = {i == 0 ? "" : name_of(*list[i - 1]), i + 1 == list.size() ? "" : name_of(*list[i + 1])};
  }
  return beside;
}

}  // namespace

Matched<ir::Field> MatchFields(const ir::Type& before, const ir::Type& after) {
  const bool arms = !before.discriminator().empty();
  const auto wire = [arms](const ir::Field& field) { return arms ? field.arm() : field.wire_name(); };
  const auto old_fields = Pointers(before.fields()), new_fields = Pointers(after.fields());
  const auto old_beside = Neighbours(old_fields, wire), new_beside = Neighbours(new_fields, wire);
  const auto same_shape = [](const ir::Field& a, const ir::Field& b) {
    return SameBut(a, b, [](ir::Field* field) {
      field->clear_name();
      field->clear_wire_name();
      field->clear_arm();
      field->clear_doc();
    });
  };
  return Match<ir::Field>(
      old_fields, new_fields,
      {[&](const ir::Field& a, const ir::Field& b) { return wire(a) == wire(b); }, &SameName<ir::Field>,
       // The IR knows no field numbers: renamed in both names is what stands where it stood.
       [&](const ir::Field& a, const ir::Field& b) {
         const auto& [old_left, old_right] = old_beside.at(&a);
         const auto& [new_left, new_right] = new_beside.at(&b);
         return (old_left == new_left || old_right == new_right) && same_shape(a, b);
       }});
}

Matched<ir::EnumValue> MatchValues(const ir::Enum& before, const ir::Enum& after) {
  return Match<ir::EnumValue>(
      Pointers(before.values()), Pointers(after.values()),
      {[](const ir::EnumValue& a, const ir::EnumValue& b) { return a.wire() == b.wire(); }, &SameName<ir::EnumValue>,
       [](const ir::EnumValue& a, const ir::EnumValue& b) { return a.number() == b.number(); }});
}

Matched<ir::Error> MatchErrors(const ir::Ir& before, const ir::Ir& after) {
  return Match<ir::Error>(Pointers(before.errors()), Pointers(after.errors()),
                          {&SameName<ir::Error>, &SameButName<ir::Error>});
}

Matched<ir::Bound> MatchBounds(const ir::Ir& before, const ir::Ir& after) {
  return Match<ir::Bound>(Pointers(before.bounds()), Pointers(after.bounds()),
                          {&SameName<ir::Bound>, &SameButName<ir::Bound>});
}

Matched<ir::Text> MatchTexts(const ir::Ir& before, const ir::Ir& after) {
  return Match<ir::Text>(Pointers(before.texts()), Pointers(after.texts()),
                         {&SameName<ir::Text>, &SameButName<ir::Text>});
}

Matched<ir::Capability> MatchCapabilities(const ir::Ir& before, const ir::Ir& after) {
  const auto methods = [](const ir::Ir& ir, const std::string& capability) {
    std::vector<std::string> names;
    for (const MethodOf& each : MethodsOf(ir)) {
      if (each.method->capability() == capability) names.push_back(each.method->name());
    }
    return names;
  };
  return Match<ir::Capability>(Pointers(before.capabilities()), Pointers(after.capabilities()),
                               {&SameName<ir::Capability>, [&](const ir::Capability& a, const ir::Capability& b) {
                                  const auto old_methods = methods(before, a.name());
                                  return !old_methods.empty() && old_methods == methods(after, b.name());
                                }});
}

std::vector<MethodOf> MethodsOf(const ir::Ir& ir) {
  std::vector<MethodOf> methods;
  for (const ir::Service& service : ir.services()) {
    for (const ir::Method& method : service.methods()) methods.push_back({&service, &method});
  }
  return methods;
}

Matched<MethodOf> MatchMethods(const std::vector<MethodOf>& before, const std::vector<MethodOf>& after) {
  return Match<MethodOf>(Pointers(before), Pointers(after),
                         {[](const MethodOf& a, const MethodOf& b) { return a.method->name() == b.method->name(); },
                          [](const MethodOf& a, const MethodOf& b) {
                            return a.service->name() == b.service->name() && a.method->rpc() == b.method->rpc();
                          },
                          [](const MethodOf& a, const MethodOf& b) {
                            return a.service->name() == b.service->name() &&
                                   SameBut(*a.method, *b.method, [](ir::Method* method) {
                                     method->clear_name();
                                     method->clear_rpc();
                                     method->clear_doc();
                                   });
                          }});
}

}  // namespace a2a::codegen

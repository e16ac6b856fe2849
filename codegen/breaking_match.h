// Which element of the new schema is which one of the old: by the wire's name first, then by what a rename leaves as it
// was. Any thread.
#ifndef A2A_CODEGEN_BREAKING_MATCH_H_
#define A2A_CODEGEN_BREAKING_MATCH_H_

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "codegen/ir.pb.h"

namespace a2a::codegen {

template <typename T>
struct Matched {
  std::vector<std::pair<const T*, const T*>> both;  // old, new
  std::vector<const T*> removed;
  std::vector<const T*> added;
};

template <typename T>
using Likeness = std::function<bool(const T& before, const T& after)>;

// Tries one likeness after the other on what is left. A pair counts only when each is the only partner of the other.
template <typename T>
Matched<T> Match(std::vector<const T*> before, std::vector<const T*> after,
                 const std::vector<Likeness<T>>& likenesses) {
  Matched<T> matched;
  for (const Likeness<T>& alike : likenesses) {
    std::map<const T*, const T*> partner;
    std::map<const T*, int> suitors;
    for (const T* old_one : before) {
      std::vector<const T*> candidates;
      for (const T* new_one : after) {
        if (alike(*old_one, *new_one)) candidates.push_back(new_one);
      }
      for (const T* candidate : candidates) ++suitors[candidate];
      if (candidates.size() == 1) partner[old_one] = candidates[0];
    }
    std::vector<const T*> left;
    for (const T* old_one : before) {
      const auto found = partner.find(old_one);
      if (found == partner.end() || suitors[found->second] != 1) {
        left.push_back(old_one);
        continue;
      }
      matched.both.emplace_back(old_one, found->second);
      std::erase(after, found->second);
    }
    before = std::move(left);
  }
  matched.removed = std::move(before);
  matched.added = std::move(after);
  return matched;
}

template <typename List>
auto Pointers(const List& list) {
  std::vector<const typename List::value_type*> pointers;
  for (const auto& element : list) pointers.push_back(&element);
  return pointers;
}

Matched<ir::Field> MatchFields(const ir::Type& before, const ir::Type& after);
Matched<ir::EnumValue> MatchValues(const ir::Enum& before, const ir::Enum& after);
Matched<ir::Error> MatchErrors(const ir::Ir& before, const ir::Ir& after);
Matched<ir::Bound> MatchBounds(const ir::Ir& before, const ir::Ir& after);
Matched<ir::Text> MatchTexts(const ir::Ir& before, const ir::Ir& after);
Matched<ir::Capability> MatchCapabilities(const ir::Ir& before, const ir::Ir& after);

// A method with the service it stands in.
struct MethodOf {
  const ir::Service* service;
  const ir::Method* method;
};
std::vector<MethodOf> MethodsOf(const ir::Ir& ir);
Matched<MethodOf> MatchMethods(const std::vector<MethodOf>& before, const std::vector<MethodOf>& after);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_BREAKING_MATCH_H_

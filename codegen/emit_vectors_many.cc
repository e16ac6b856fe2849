// What keeps the vectors of a message with very many members from growing with the square of their number.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "codegen/emit_vectors.h"

namespace a2a::codegen {
namespace {

// On each side.
constexpr int kNeighbours = 2;
// Members in even distances that are shown of too many.
constexpr int kSpread = 8;

// What even a smallest value holds, as one of the two sides sees it.
bool MustBeThere(const ir::Field& field) { return field.required() || field.always() || field.nullable(); }

// Members of one shape are read and written by the same lines of an emitter.
std::string ShapeOf(const ir::Field& field) {
  const bool limited = field.has_min_chars() || field.has_max_chars() || field.has_min_bytes() ||
                       field.has_max_bytes() || field.has_min_items() || field.has_max_items() ||
                       field.has_min_value() || field.has_max_value();
  return absl::StrCat(field.kind(), " ", field.map_value(), field.repeated(), field.required(), field.nullable(),
                      field.always(), field.has_presence(), field.clamp(), limited);
}

}  // namespace

Json Near(const ir::Type& body, const ir::Field& field, Json whole) {
  if (body.fields_size() <= kManyMembers) return whole;
  const auto same = [&](const ir::Field& other) { return other.name() == field.name(); };
  const auto place = std::find_if(body.fields().begin(), body.fields().end(), same) - body.fields().begin();
  for (int i = 0; i < body.fields_size(); ++i) {
    const bool stays = std::abs(i - static_cast<int>(place)) <= kNeighbours || MustBeThere(body.fields(i));
    if (!stays) whole.Remove(body.fields(i).wire_name());
  }
  return whole;
}

std::vector<const ir::Field*> Shown(const ir::Type& body) {
  const int count = body.fields_size();
  const auto needed = std::count_if(body.fields().begin(), body.fields().end(), MustBeThere);
  std::map<std::string, std::pair<int, int>> ends;  // shape -> first and last
  for (int i = 0; i < count; ++i) ends.try_emplace(ShapeOf(body.fields(i)), i, i).first->second.second = i;
  const int step = needed <= kManyMembers ? 1 : (count + kSpread - 1) / kSpread;
  std::vector<const ir::Field*> shown;
  for (int i = 0; i < count; ++i) {
    const auto& [first, last] = ends.at(ShapeOf(body.fields(i)));
    if (i % step == 0 || i == first || i == last) shown.push_back(&body.fields(i));
  }
  return shown;
}

}  // namespace a2a::codegen

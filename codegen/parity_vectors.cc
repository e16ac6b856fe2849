#include "codegen/parity_vectors.h"

#include <algorithm>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

constexpr size_t kShortText = 256;   // not worth a look
constexpr size_t kLongestUnit = 96;  // what can repeat
constexpr size_t kSavedBytes = 96;   // least that a repetition must save

// How often the unit of `size` bytes at `at` stands there in a row.
size_t Repeats(absl::string_view bytes, size_t at, size_t size) {
  const auto start = bytes.begin() + at;
  const auto end = std::mismatch(start + size, bytes.end(), start).first;
  return static_cast<size_t>(end - start) / size;
}

// Size of the unit that repeats at `at`, 0 when nothing does.
size_t UnitAt(absl::string_view bytes, size_t at, size_t* repeats) {
  for (size_t size = 1; size <= kLongestUnit && at + 2 * size <= bytes.size(); ++size) {
    if (bytes[at] != bytes[at + size]) continue;
    *repeats = Repeats(bytes, at, size);
    // A unit that is no UTF-8 cannot be written as a string.
    if (*repeats > 1 && (*repeats - 1) * size >= kSavedBytes && IsUtf8(bytes.substr(at, size))) return size;
  }
  return 0;
}

void PushText(absl::string_view bytes, Json* pieces) {
  while (!bytes.empty()) {
    size_t good = bytes.size();
    while (good > 0 && !IsUtf8(bytes.substr(0, good))) --good;
    if (good > 0) pieces->Push(Json::String(bytes.substr(0, good)));
    bytes.remove_prefix(good);
    size_t bad = 0;
    while (bad < bytes.size() && (bad == 0 || !IsUtf8(bytes.substr(bad)))) ++bad;
    if (bad > 0) pieces->Push(Json::Object({{"bytes", Json::String(absl::BytesToHexString(bytes.substr(0, bad)))}}));
    bytes.remove_prefix(bad);
  }
}

// Like JSON.parse does: decimal equality, members in any order, presence counts.
bool SameJson(const Json& a, const Json& b) {
  if (a.type() != b.type()) return false;
  if (a.type() == Json::Type::kNumber) return Compare(ToDecimal(a.text()), ToDecimal(b.text())) == 0;
  if (a.size() != b.size() || a.text() != b.text() || a.boolean() != b.boolean()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    const Json* const other = a.is_object() ? b.Find(a.key(i)) : &b[i];
    if (other == nullptr || !SameJson(a[i], *other)) return false;
  }
  return true;
}

}  // namespace

Json ToPieces(absl::string_view bytes) {
  if (bytes.size() <= kShortText && IsUtf8(bytes)) return Json::String(bytes);
  Json pieces = Json::Array();
  size_t start = 0;
  for (size_t at = 0; at < bytes.size();) {
    size_t repeats = 0;
    const size_t size = UnitAt(bytes, at, &repeats);
    if (size == 0) {
      ++at;
      continue;
    }
    PushText(bytes.substr(start, at - start), &pieces);
    pieces.Push(Json::Object(
        {{"repeat", Json::String(bytes.substr(at, size))}, {"times", Json::Int(static_cast<int64_t>(repeats))}}));
    start = at += size * repeats;
  }
  PushText(bytes.substr(start), &pieces);
  return pieces.size() == 1 && pieces[0].type() == Json::Type::kString ? pieces[0] : pieces;
}

std::string VectorLine(const Vector& vector) {
  const Outcome& expected = vector.expected;
  Json line = Json::Object({{"type", Json::String(vector.type)}, {"name", Json::String(vector.name)}});
  if (vector.side == Side::kOutput) line.Add("side", Json::String("output"));
  line.Add("json", ToPieces(vector.text));
  line.Add("ok", Json::Bool(expected.ok));
  if (!expected.ok) {
    line.Add("path", ToPieces(expected.path));
    line.Add("reason", Json::String(expected.reason));
    line.Add("error", Json::String(expected.error));
    if (!expected.limit.empty()) line.Add("limit", Json::String(expected.limit));
    if (expected.max) line.Add("max", Json::Int(*expected.max));
    if (expected.actual) line.Add("actual", Json::Int(*expected.actual));
  }
  Json sent;
  const bool has_value = expected.ok && vector.side == Side::kInput;
  const std::string written = has_value ? expected.value.Print() : std::string();
  if (has_value && written != vector.text && ParseJson(vector.text, {kMaxDepth, false}, &sent) &&
      !SameJson(sent, expected.value)) {
    line.Add("value", ToPieces(written));
  }
  Json traits = Json::Array();
  for (const std::string& trait : TraitsOf(vector.text)) traits.Push(Json::String(trait));
  if (traits.size() > 0) line.Add("traits", std::move(traits));
  return absl::StrCat(line.Print(/*ascii=*/true), "\n");
}

}  // namespace a2a::codegen

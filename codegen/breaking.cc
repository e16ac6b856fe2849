#include "codegen/breaking.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "codegen/breaking_compare.h"

namespace a2a::codegen {

void Usage::Add(const Usage& other) {
  callers.insert(other.callers.begin(), other.callers.end());
  readers.insert(other.readers.begin(), other.readers.end());
  unused = unused || other.unused;
}

std::string Shortened(const std::set<std::string>& names) {
  constexpr size_t kShown = 3;
  const std::vector<std::string> all(names.begin(), names.end());
  const size_t shown = std::min(all.size(), kShown);
  return absl::StrCat(absl::StrJoin(all.begin(), all.begin() + shown, ", "),
                      shown < all.size() ? absl::StrCat(" and ", all.size() - shown, " more") : "");
}

Impact Change::impact() const { return std::max({in.impact, out.impact, whole.impact}); }

std::string NameAfter(const std::map<std::string, std::string>& renamed, const std::string& name) {
  const auto found = renamed.find(name);
  return found == renamed.end() ? name : found->second;
}

Effect Breaking(absl::string_view why) { return {Impact::kBreaking, std::string(why)}; }
Effect Additive(absl::string_view why) { return {Impact::kAdditive, std::string(why)}; }

Comparison::Comparison(const ir::Ir& before, const ir::Ir& after)
    : before_(before),
      after_(after),
      old_names_(before),
      new_names_(after),
      old_methods_(MethodsOf(before)),
      new_methods_(MethodsOf(after)),
      methods_(MatchMethods(old_methods_, new_methods_)) {
  const auto note = [](const auto& matched, std::map<std::string, std::string>* renamed) {
    for (const auto& [old_one, new_one] : matched.both) renamed->emplace(old_one->name(), new_one->name());
  };
  note(MatchErrors(before, after), &errors_);
  note(MatchBounds(before, after), &bounds_);
  note(MatchCapabilities(before, after), &capabilities_);
}

Change* Comparison::Add(absl::string_view rule, absl::string_view subject, absl::string_view text,
                        std::vector<std::string> where) {
  Change change;
  change.rule = std::string(rule);
  change.subject = std::string(subject);
  change.text = std::string(text);
  change.where = std::move(where);
  changes_.push_back(std::move(change));
  return &changes_.back();
}

void Comparison::Judge(Change* change, const Usage& usage, Effect in, Effect out) {
  change->usage = usage;
  if (usage.in()) change->in = std::move(in);
  if (usage.out()) change->out = std::move(out);
  if (change->impact() == Impact::kNone) changes_.pop_back();
}

void Comparison::Doc(const std::string& subject, const std::string& before, const std::string& after,
                     std::vector<std::string> where) {
  if (before == after) return;
  const char* const text = before.empty() ? "comment added" : after.empty() ? "comment removed" : "comment changed";
  Add("comment", subject, text, std::move(where))->whole = {Impact::kDoc, ""};
}

void Comparison::SourceName(absl::string_view rule, const std::string& subject, const std::string& before,
                            const std::string& after, std::vector<std::string> where) {
  if (before == after) return;
  Add(rule, subject, absl::StrCat(before, " -> ", after, ", a name of the proto files only"), std::move(where))
      ->whole = {Impact::kDoc, ""};
}

std::vector<Change> CompareIrs(const ir::Ir& before, const ir::Ir& after) {
  Comparison comparison(before, after);
  comparison.Pairs();
  comparison.Protocol();
  comparison.Methods();
  comparison.Types();
  comparison.Enums();
  comparison.Errors();
  comparison.Constants();
  return std::move(comparison.changes());
}

}  // namespace a2a::codegen

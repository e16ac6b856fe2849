#include "codegen/breaking_report.h"

#include <algorithm>
#include <tuple>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "codegen/parity_json.h"

namespace a2a::codegen {
namespace {

const char* ImpactName(Impact impact) {
  switch (impact) {
    case Impact::kBreaking:
      return "BREAKING";
    case Impact::kAdditive:
      return "ADDITIVE";
    case Impact::kDoc:
      return "DOC";
    case Impact::kNone:
      break;
  }
  return "NONE";
}

// In the text only the class of a line is in capitals, so that searching for it finds each change once.
std::string LowerName(Impact impact) { return absl::AsciiStrToLower(ImpactName(impact)); }

// The JSON names all.
std::string MethodsText(const std::set<std::string>& methods) {
  if (methods.empty()) return " (no method carries it)";
  return absl::StrCat(" (", Shortened(methods), ")");
}

struct Direction {
  const char* name;
  const Effect& effect;
  const std::set<std::string>& methods;
};

std::vector<Direction> DirectionsOf(const Change& change) {
  std::vector<Direction> directions;
  if (change.in.impact != Impact::kNone) directions.push_back({"client -> host", change.in, change.usage.callers});
  if (change.out.impact != Impact::kNone) directions.push_back({"host -> client", change.out, change.usage.readers});
  return directions;
}

std::string PlaceText(const Spot& spot) {
  if (spot.file.empty()) return "";
  return absl::StrCat(spot.file, ":", spot.line, ":", spot.column, ": ");
}

Json ChangeJson(const PlacedChange& placed) {
  const Change& change = placed.change;
  Json directions = Json::Array();
  for (const Direction& direction : DirectionsOf(change)) {
    Json methods = Json::Array();
    for (const std::string& method : direction.methods) methods.Push(Json::String(method));
    directions.Push(Json::Object({{"direction", Json::String(direction.name)},
                                  {"class", Json::String(ImpactName(direction.effect.impact))},
                                  {"why", Json::String(direction.effect.why)},
                                  {"methods", std::move(methods)}}));
  }
  return Json::Object({{"class", Json::String(ImpactName(change.impact()))},
                       {"rule", Json::String(change.rule)},
                       {"subject", Json::String(change.subject)},
                       {"text", Json::String(change.text)},
                       {"file", Json::String(placed.spot.file)},
                       {"line", Json::Int(placed.spot.line)},
                       {"column", Json::Int(placed.spot.column)},
                       {"why", Json::String(change.whole.why)},
                       {"directions", std::move(directions)}});
}

std::string NeedText(const BreakingReport& report) {
  const std::string verdict = report.Verdict();
  if (verdict == "allowed") {
    return absl::StrCat("; the protocol version grew ", report.old_version, " -> ", report.new_version);
  }
  if (verdict == "breaking") {
    return absl::StrCat("; (a2a.protocol).version is ", report.new_version, " and must be at least ",
                        report.NeededVersion());
  }
  if (verdict == "additive") {
    return "; no version need grow (a capability of its own lets clients ask whether a host has it)";
  }
  return "; no version need grow";
}

}  // namespace

int BreakingReport::Count(Impact impact) const {
  return static_cast<int>(std::count_if(changes.begin(), changes.end(), [impact](const PlacedChange& placed) {
    return placed.change.impact() == impact;
  }));
}

std::string BreakingReport::Verdict() const {
  if (Count(Impact::kBreaking) > 0) return new_version > old_version ? "allowed" : "breaking";
  if (Count(Impact::kAdditive) > 0) return "additive";
  return Count(Impact::kDoc) > 0 ? "doc" : "same";
}

int BreakingReport::NeededVersion() const { return Count(Impact::kBreaking) > 0 ? old_version + 1 : old_version; }

void Sort(std::vector<PlacedChange>* changes) {
  const auto key = [](const PlacedChange& placed) {
    const Spot& spot = placed.spot;
    return std::make_tuple(-static_cast<int>(placed.change.impact()), spot.file, spot.line, spot.column);
  };
  std::stable_sort(changes->begin(), changes->end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
}

std::string ChangeLine(const PlacedChange& placed) {
  const Change& change = placed.change;
  std::string line = absl::StrCat(PlaceText(placed.spot), ImpactName(change.impact()), " [", change.rule, "] ",
                                  change.subject, ": ", change.text);
  if (!change.whole.why.empty()) absl::StrAppend(&line, "; ", change.whole.why);
  for (const Direction& direction : DirectionsOf(change)) {
    absl::StrAppend(&line, "; ", direction.name, " ", LowerName(direction.effect.impact), ", ", direction.effect.why,
                    MethodsText(direction.methods));
  }
  return line;
}

std::string ReportText(const BreakingReport& report) {
  std::string text;
  for (const PlacedChange& placed : report.changes) absl::StrAppend(&text, ChangeLine(placed), "\n");
  absl::StrAppend(&text, "verdict: ", report.Verdict(), ": ", report.Count(Impact::kBreaking), " breaking, ",
                  report.Count(Impact::kAdditive), " additive, ", report.Count(Impact::kDoc), " doc against ",
                  report.against, NeedText(report));
  if (report.changes.empty() && report.old_hash != report.new_hash) {
    absl::StrAppend(&text, "; the contract hash differs, but by nothing that a client sees");
  }
  return text + "\n";
}

std::string ReportJson(const BreakingReport& report) {
  Json changes = Json::Array();
  for (const PlacedChange& placed : report.changes) changes.Push(ChangeJson(placed));
  const auto pair = [](Json before, Json after) {
    return Json::Object({{"old", std::move(before)}, {"new", std::move(after)}});
  };
  Json version = pair(Json::Int(report.old_version), Json::Int(report.new_version));
  version.Add("needed", Json::Int(report.NeededVersion()));
  return Json::Object({{"verdict", Json::String(report.Verdict())},
                       {"against", Json::String(report.against)},
                       {"breaking", Json::Int(report.Count(Impact::kBreaking))},
                       {"additive", Json::Int(report.Count(Impact::kAdditive))},
                       {"doc", Json::Int(report.Count(Impact::kDoc))},
                       {"protocolVersion", std::move(version)},
                       {"contractHash", pair(Json::String(report.old_hash), Json::String(report.new_hash))},
                       {"changes", std::move(changes)}})
             .PrintPretty(/*ascii=*/true) +
         "\n";
}

}  // namespace a2a::codegen

// The outcome of a comparison for people and for programs. Any thread.
#ifndef A2A_CODEGEN_BREAKING_REPORT_H_
#define A2A_CODEGEN_BREAKING_REPORT_H_

#include <string>
#include <vector>

#include "codegen/breaking.h"
#include "codegen/diagnostics.h"

namespace a2a::codegen {

struct PlacedChange {
  Change change;
  Spot spot;
};

struct BreakingReport {
  std::string against;  // what the old schema is called, for people
  std::vector<PlacedChange> changes;
  int old_version = 0, new_version = 0;
  std::string old_hash, new_hash;

  int Count(Impact impact) const;
  // "same", "doc", "additive", "breaking", or "allowed": breaking, but the protocol's version grew.
  std::string Verdict() const;
  // The version that the new schema must have at least.
  int NeededVersion() const;
};

// The worst first, then by place.
void Sort(std::vector<PlacedChange>* changes);

// One line per change: `file:line:column: BREAKING [rule] subject: what; client -> host: who is hurt (methods); ...`.
std::string ChangeLine(const PlacedChange& placed);
// All changes, then one line that starts with "verdict: ".
std::string ReportText(const BreakingReport& report);
std::string ReportJson(const BreakingReport& report);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_BREAKING_REPORT_H_

#include "fault/fault_plan.h"

#include <cstdlib>
#include <vector>

namespace a2a::fault {
namespace {

std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back().push_back(c);
    }
  }
  return parts;
}

bool ParseOp(const std::string& text, uint32_t* ops) {
  const struct {
    const char* name;
    uint32_t ops;
  } kNames[] = {{"read", kRead}, {"write", kWrite},       {"sync", kSync}, {"truncate", kTruncate},
                {"open", kOpen}, {"allocate", kAllocate}, {"any", kAnyIo}};
  for (const auto& name : kNames) {
    if (text == name.name) *ops = name.ops;
  }
  return *ops != 0;
}

bool ParseFile(const std::string& text, FileType* file) {
  if (text == "db") *file = FileType::kDatabase;
  if (text == "wal") *file = FileType::kWal;
  return *file != FileType::kAny;
}

}  // namespace

void Plan::Arm(const Rule& rule) {
  rule_ = rule;
  armed_ = true;
  seen_ = struck_ = 0;
}

void Plan::Disarm() { armed_ = false; }

bool Plan::ControlStrikes(Op op, How* how) {
  if ((control_->ops & op) == 0) return false;
  if (control_->let_pass > 0) {
    control_->let_pass = control_->let_pass - 1;
    return false;
  }
  if (control_->times == 0) return false;
  if (control_->times > 0) control_->times = control_->times - 1;
  *how = static_cast<How>(control_->how);
  return true;
}

bool Plan::Strikes(Op op, FileType file, How* how) {
  if (control_ != nullptr && ControlStrikes(op, how)) return true;
  if (!armed_ || (rule_.ops & op) == 0) return false;
  if (rule_.file != FileType::kAny && op != kAllocate && rule_.file != file) return false;
  ++seen_;
  if (rule_.sticky ? seen_ < rule_.nth : seen_ != rule_.nth) return false;
  ++struck_;
  *how = rule_.how;
  return true;
}

Plan& ThePlan() {
  static Plan plan;
  return plan;
}

bool ParseRule(const std::string& text, Rule* rule) {
  const std::vector<std::string> parts = Split(text, ':');
  const std::vector<std::string> where = Split(parts[0], '/');
  if (!ParseOp(where[0], &rule->ops) || where.size() > 2) return false;
  if (where.size() == 2 && !ParseFile(where[1], &rule->file)) return false;
  for (size_t i = 1; i < parts.size(); ++i) {
    const int64_t number = std::strtoll(parts[i].c_str(), nullptr, 10);
    if (number > 0) {
      rule->nth = number;
    } else if (parts[i] == "full") {
      rule->how = How::kFull;
    } else if (parts[i] == "torn") {
      rule->how = How::kTorn;
    } else if (parts[i] == "sticky") {
      rule->sticky = true;
    } else if (parts[i] != "ioerr") {
      return false;
    }
  }
  return true;
}

}  // namespace a2a::fault

// What is to go wrong, and when. One plan per process; the VFS, the allocator and the calls ask it. Owner thread only.
#ifndef A2A_TESTS_FAULT_FAULT_PLAN_H_
#define A2A_TESTS_FAULT_FAULT_PLAN_H_

#include <cstdint>
#include <string>

#include "fault/fault_control.h"

namespace a2a::fault {

// Operations of SQLite on files, and allocations. Bits, so that a rule can name several.
enum Op : uint32_t {
  kRead = 1,
  kWrite = 2,
  kSync = 4,
  kTruncate = 8,
  kOpen = 16,
  kAllocate = 32,
  kAnyIo = kRead | kWrite | kSync | kTruncate | kOpen,
};

enum class FileType { kAny, kDatabase, kWal, kOther };

enum class How {
  kIoError,
  kFull,  // of a write; other operations fail with an I/O error
  kTorn,  // a write that reaches the disk by half, then an I/O error
};

// The `nth` matching operation from now on fails, and all later ones too when `sticky`.
struct Rule {
  uint32_t ops = 0;
  FileType file = FileType::kAny;
  int64_t nth = 1;
  How how = How::kIoError;
  bool sticky = false;
};

class Plan {
 public:
  void Arm(const Rule& rule);
  void Disarm();

  // Rules that another process gives while this one runs, beside Arm's.
  void Obey(Control* control) { control_ = control; }

  // Called for each operation. True: it must fail, as `*how` says.
  bool Strikes(Op op, FileType file, How* how);

  int64_t seen() const { return seen_; }      // matching operations since Arm
  int64_t struck() const { return struck_; }  // of these, failed

  // Syncs are counted but not done: for tests that kill no machine.
  bool skip_syncs = false;

 private:
  bool ControlStrikes(Op op, How* how);

  Rule rule_;
  Control* control_ = nullptr;
  bool armed_ = false;
  int64_t seen_ = 0;
  int64_t struck_ = 0;
};

// The plan of this process.
Plan& ThePlan();

// Reads "write/wal:12:full:sticky" (README.md). False when it is no rule.
bool ParseRule(const std::string& text, Rule* rule);

}  // namespace a2a::fault

#endif  // A2A_TESTS_FAULT_FAULT_PLAN_H_

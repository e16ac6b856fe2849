#include "cli/flags.h"

#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace a2a::cli {
namespace {

struct Unit {
  absl::string_view suffix;
  int64_t size;
};

constexpr Unit kByteUnits[] = {{"GiB", int64_t{1} << 30}, {"MiB", int64_t{1} << 20}, {"KiB", int64_t{1} << 10}};
constexpr Unit kTimeUnits[] = {{"d", 86400}, {"h", 3600}, {"m", 60}, {"s", 1}};
constexpr int64_t kMostSeconds = int64_t{100} * 365 * 86400;

// Digits with at most one of `units` behind them; false when it is something else or too large.
bool ParseScaled(absl::string_view text, absl::Span<const Unit> units, int64_t* out) {
  int64_t scale = 1;
  for (const Unit& unit : units) {
    if (absl::ConsumeSuffix(&text, unit.suffix)) {
      scale = unit.size;
      break;
    }
  }
  const bool digits =
      !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  int64_t number;
  if (!digits || !absl::SimpleAtoi(text, &number) || __builtin_mul_overflow(number, scale, out)) return false;
  return true;
}

std::string ShowScaled(int64_t value, absl::Span<const Unit> units, absl::string_view bare) {
  for (const Unit& unit : units) {
    if (value >= unit.size && value % unit.size == 0) return absl::StrCat(value / unit.size, unit.suffix);
  }
  return absl::StrCat(value, bare);
}

absl::Status Usage(absl::string_view text) { return absl::InvalidArgumentError(text); }

const Flag* FindFlag(absl::Span<const Flag> flags, absl::string_view name) {
  for (const Flag& flag : flags) {
    if (flag.name == name) return &flag;
  }
  return nullptr;
}

absl::Status SetFlag(const Flag& flag, absl::string_view where, absl::string_view value) {
  const absl::Status status = flag.set(value);
  if (status.ok()) return status;
  return Usage(absl::StrCat(where, " ", status.message(), ", not \"", value, "\"."));
}

}  // namespace

absl::Status ParseFlags(absl::Span<const absl::string_view> args, const Environment& env,
                        absl::Span<const Flag> flags) {
  std::vector<const Flag*> given;
  for (size_t i = 0; i < args.size(); ++i) {
    const absl::string_view arg = args[i];
    const size_t equals = arg.find('=');
    const absl::string_view name = arg.substr(0, equals);
    const Flag* flag = FindFlag(flags, name);
    if (flag == nullptr) {
      return Usage(
          absl::StrCat(arg.empty() || arg[0] != '-' ? "Unexpected argument \"" : "Unknown flag \"", name, "\"."));
    }
    if (std::find(given.begin(), given.end(), flag) != given.end())
      return Usage(absl::StrCat(name, " is there twice."));
    given.push_back(flag);
    absl::string_view value;
    if (equals != absl::string_view::npos) {
      value = arg.substr(equals + 1);
    } else if (i + 1 < args.size()) {
      value = args[++i];
    } else {
      return Usage(absl::StrCat(name, " needs a value: ", name, " ", flag->value, "."));
    }
    if (absl::Status status = SetFlag(*flag, name, value); !status.ok()) return status;
  }
  for (const Flag& flag : flags) {
    const char* value = env(flag.env);
    if (value == nullptr || *value == '\0' || std::find(given.begin(), given.end(), &flag) != given.end()) continue;
    if (absl::Status status = SetFlag(flag, flag.env, value); !status.ok()) return status;
  }
  return absl::OkStatus();
}

std::string DescribeFlags(absl::Span<const Flag> flags) {
  std::string out;
  for (const Flag& flag : flags) {
    absl::StrAppend(&out, "  ", flag.name, " ", flag.value, "\n      ", flag.help,
                    "\n      Default: ", flag.default_value, ". Environment: ", flag.env, ".\n");
  }
  return out;
}

absl::StatusOr<int64_t> ParseBytes(absl::string_view text, int64_t min, int64_t max) {
  int64_t bytes;
  if (ParseScaled(text, kByteUnits, &bytes) && bytes >= min && bytes <= max) return bytes;
  return Usage(absl::StrCat("must be a number of bytes such as 65536, 64KiB or 32MiB, from ", ShowBytes(min), " to ",
                            ShowBytes(max)));
}

absl::StatusOr<int64_t> ParseSeconds(absl::string_view text) {
  int64_t seconds;
  if (ParseScaled(text, kTimeUnits, &seconds) && seconds <= kMostSeconds) return seconds;
  return Usage("must be a time such as 300, 300s, 5m, 12h or 7d");
}

std::string ShowBytes(int64_t bytes) { return ShowScaled(bytes, kByteUnits, ""); }

std::string ShowSeconds(int64_t seconds) { return ShowScaled(seconds, kTimeUnits, "s"); }

}  // namespace a2a::cli

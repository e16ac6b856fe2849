// a2a-hostd-fault: a2a-hostd that can be told to fail. See README.md. Never installed.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "cli/command.h"
#include "cli/serve.h"
#include "fault/fault_plan.h"
#include "fault/fault_process.h"
#include "fault/fault_vfs.h"

namespace {

using a2a::fault::Countdown;

std::string Env(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

[[noreturn]] void Misuse(const char* name) {
  std::fprintf(stderr, "a2a-hostd-fault: %s cannot be understood\n", name);
  std::exit(64);
}

Countdown ReadCountdown(const char* name) {
  Countdown countdown;
  if (!countdown.Parse(Env(name))) Misuse(name);
  return countdown;
}

}  // namespace

int main(int argc, char** argv) {
  if (!a2a::fault::InstallFaultAllocator()) Misuse("SQLite's allocator");
  a2a::fault::Control* control = nullptr;
  if (const std::string path = Env("A2A_FAULT_CONTROL"); !path.empty()) {
    control = a2a::fault::MapControl(path);
    if (control == nullptr) Misuse("A2A_FAULT_CONTROL");
    a2a::fault::ThePlan().Obey(control);
  }
  if (const std::string text = Env("A2A_FAULT_IO"); !text.empty()) {
    a2a::fault::Rule rule;
    if (!a2a::fault::ParseRule(text, &rule)) Misuse("A2A_FAULT_IO");
    a2a::fault::ThePlan().Arm(rule);
  }
  a2a::fault::FaultClock clock(control);
  a2a::cli::ServeDeps deps;
  deps.clock = &clock;
  deps.vfs = a2a::fault::RegisterFaultVfs();
  deps.at_point = a2a::fault::KillPoints(ReadCountdown("A2A_FAULT_KILL"));
  deps.after_call = a2a::fault::FailingCalls(ReadCountdown("A2A_FAULT_CALL"), control);
  return a2a::cli::Main(argc, argv,
                        [&deps](const a2a::cli::ServeOptions& options) { return a2a::cli::RunServe(options, deps); });
}

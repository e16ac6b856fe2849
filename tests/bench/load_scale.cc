#include "load_scale.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <vector>

#include "a2a/wire/constants.h"
#include "load_client.h"
#include "load_scenario.h"
#include "load_wal.h"

namespace a2a::bench {
namespace {

constexpr int kLooks = 5;
constexpr int64_t kFewTasks = 1000;
constexpr int64_t kSends = 1000;
constexpr int kAgents = 1000, kWaits = 500;

double MedianOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

const std::vector<std::string>& Normal() {
  static const std::vector<std::string> flags = {"--durability=normal"};
  return flags;
}

// Tasks that were sent, completed and told of.
void Fill(const std::string& binary, const std::string& db, int64_t tasks, Grown* grown) {
  Host host(binary, db, Normal());
  while (grown->tasks < tasks) {
    const Measured trips = MeasureRoundTrips(&host, {std::min<int64_t>(tasks - grown->tasks, 100000), 64, 120});
    grown->tasks += trips.count;
    std::fprintf(stderr, "a2a-load: %lld of %lld tasks, %.0f/s\n", static_cast<long long>(grown->tasks),
                 static_cast<long long>(tasks), trips.per_second());
  }
  grown->resident_kib = host.ResidentKib();
}

struct Looks {
  std::vector<double> cpu, p50, start;
  void Into(Grown* grown) const {
    grown->send_cpu = MedianOf(cpu);
    grown->send_p50 = MedianOf(p50);
    grown->start_millis = MedianOf(start);
  }
};

void Look(const std::string& binary, const std::string& db, Looks* looks) {
  const int64_t start = NowMicros();
  Host host(binary, db, Normal());
  { Client client(host.in(), host.out()); }
  looks->start.push_back(static_cast<double>(NowMicros() - start) / 1000);
  Measured sends = MeasureSends(&host, {kSends, 1});
  looks->cpu.push_back(static_cast<double>(sends.host_cpu_micros) / static_cast<double>(sends.count));
  looks->p50.push_back(static_cast<double>(Percentile(&sends.latencies, 0.5)));
}

// A host with a crowd in it, or without.
double LookAtCrowd(const std::string& binary, const std::string& db, bool crowded) {
  Host host(binary, db);
  AwaitQuietMoment(db);
  Client client(host.in(), host.out());
  std::vector<std::string> tokens;
  if (crowded) {
    std::vector<std::string> names;
    for (int i = 0; i < kAgents; ++i) names.push_back("bystander-" + std::to_string(i));
    tokens = client.Register(names);
    // Each of one half waits for one of the other.
    for (int i = 0; i < kWaits; ++i) {
      std::string frame =
          SendFrame(2000000000 + i, tokens[static_cast<size_t>(i)], names[static_cast<size_t>(kWaits + i)]);
      const std::string_view end = "}}\n";
      frame.replace(frame.size() - end.size(), end.size(), ",\"configuration\":{\"blocking\":true}}}\n");
      client.Write(frame);
    }
    // Answered behind them.
    const nlohmann::json health = client.Call(wire::kMethodAppHealth.data(), nlohmann::json::object());
    if (health["parkedCalls"] != kWaits) Die("the crowd does not wait: " + health.dump());
  }
  Measured sends = MeasureSends(&host, {kSends, 1});
  return static_cast<double>(Percentile(&sends.latencies, 0.99));
}

}  // namespace

Scale MeasureScale(const std::string& binary, const Folder& folder, int64_t tasks) {
  Scale scale;
  const std::string small = folder.path("small.db"), large = folder.path("large.db");
  Fill(binary, small, kFewTasks, &scale.small);
  Fill(binary, large, tasks, &scale.large);
  Looks of_small, of_large;
  for (int look = 0; look < kLooks; ++look) {
    Look(binary, small, &of_small);
    Look(binary, large, &of_large);
  }
  of_small.Into(&scale.small);
  of_large.Into(&scale.large);
  return scale;
}

Crowd MeasureCrowd(const std::string& binary, const Folder& folder) {
  std::vector<double> alone, crowded;
  for (int look = 0; look < kLooks; ++look) {
    const std::string name = "crowd-" + std::to_string(look);
    alone.push_back(LookAtCrowd(binary, folder.path(name + "-alone.db"), false));
    crowded.push_back(LookAtCrowd(binary, folder.path(name + ".db"), true));
  }
  return {MedianOf(alone), MedianOf(crowded)};
}

}  // namespace a2a::bench

// a2a-load: measures a2a-hostd over its pipe beside what the machine itself gives, interleaved over several rounds.
//   a2a-load [--host=BINARY] [--dir=FOLDER] [--rounds=5] [--scale=1.0]
//   [--only=send,single,roundtrip,get,memory,crowd,million]
//            [--rival=SCRIPT] [--node=NODE] [--codec=BENCH_CODEC.json] [--out=BENCH.json] [--strict]
// --scale shortens every scenario. "million" takes minutes and is measured only when asked for. --strict makes a missed
// target an exit code of 2.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>

#include "load_floor.h"
#include "load_memory.h"
#include "load_report.h"
#include "load_rival.h"
#include "load_scale.h"
#include "load_scenario.h"
#include "load_wal.h"

namespace a2a::bench {
namespace {

constexpr int kGetMessages = 20;

struct Flags {
  std::string host = A2A_BIN_DIR "/a2a-hostd";
  std::string dir = A2A_SOURCE_DIR "/build/bench";
  std::string only = "send,single,roundtrip,get,memory,crowd";
  std::string rival = A2A_SOURCE_DIR "/../shared/bench/peer_a2a_js.mjs";
  std::string node = "node", codec, out, rounds = "5", scale = "1", strict;
};

// Outside the checkout: npx prefers the Node of an enclosing node_modules, for which the rival was not built.
std::string RivalFolder() { return (std::filesystem::temp_directory_path() / "a2a-host-rival").string(); }

Flags ParseFlags(int argc, char** argv) {
  Flags flags;
  const std::map<std::string, std::string*> known = {
      {"host", &flags.host},   {"dir", &flags.dir},       {"only", &flags.only}, {"rival", &flags.rival},
      {"node", &flags.node},   {"codec", &flags.codec},   {"out", &flags.out},   {"rounds", &flags.rounds},
      {"scale", &flags.scale}, {"strict", &flags.strict},
  };
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    size_t equals = word.find('=');
    auto found = word.compare(0, 2, "--") == 0 ? known.find(word.substr(2, equals - 2)) : known.end();
    if (found == known.end()) Die("unknown flag " + word + "; see the top of tests/bench/load_main.cc");
    *found->second = equals == std::string::npos ? "1" : word.substr(equals + 1);
  }
  return flags;
}

class Load {
 public:
  explicit Load(const Flags& flags) : flags_(flags), scale_(std::stod(flags.scale)) {}

  void Run() {
    if (Wants("roundtrip")) rival_ = std::make_unique<Rival>(flags_.rival, RivalFolder(), flags_.node);
    const int rounds = std::stoi(flags_.rounds);
    for (int round = 1; round <= rounds; ++round) {
      std::fprintf(stderr, "a2a-load: round %d of %d\n", round, rounds);
      Folder folder(flags_.dir);
      if (Wants("send") || Wants("single")) Disk(folder);
      if (Wants("send")) Sends(folder);
      if (Wants("single")) Singles(folder);
      if (Wants("roundtrip")) RoundTrips(folder);
      if (Wants("get")) Gets(folder);
    }
    if (Wants("memory")) memory_ = MeasureMemory(flags_.host, Folder(flags_.dir));
    if (Wants("crowd")) crowd_ = MeasureCrowd(flags_.host, Folder(flags_.dir));
    if (Wants("million")) million_ = MeasureScale(flags_.host, Folder(flags_.dir), Scaled(1e6));
  }

  int Finish();

 private:
  bool Wants(const std::string& scenario) const {
    return ("," + flags_.only + ",").find("," + scenario + ",") != std::string::npos;
  }
  int64_t Scaled(double count) const { return std::max<int64_t>(1, static_cast<int64_t>(count * scale_)); }

  void Disk(const Folder& folder) {
    std::vector<int64_t> micros = MeasureDisk(folder.path("floor"), SendFrame(1, std::string(43, 't'), "bob").size(),
                                              static_cast<int>(Scaled(1000)));
    samples_.Add("disk.p50", static_cast<double>(Percentile(&micros, 0.5)));
    samples_.Add("disk.p99", static_cast<double>(Percentile(&micros, 0.99)));
  }

  void Sends(const Folder& folder) {
    const std::string db = folder.path("send.db");
    Measured sends;
    {
      Host host(flags_.host, db);
      sends = MeasureSends(&host, {Scaled(10240), 64});
    }
    samples_.Add("send.rate", sends.per_second());
    samples_.Add("send.batch", sends.batch());
    samples_.Add("send.cpu", static_cast<double>(sends.host_cpu_micros) / static_cast<double>(sends.count));
    const Bare bare = MeasureBareSends(db, folder.path("floor.db"), sends.batch(), true);
    samples_.Add("send.floor", bare.per_second);
    samples_.Add("send.floor_cpu", bare.cpu_micros);
  }

  void Singles(const Folder& folder) {
    Host host(flags_.host, folder.path("single.db"));
    AwaitQuietMoment(host.db());
    Measured singles = MeasureSends(&host, {Scaled(1000), 1});
    samples_.Add("single.p50", static_cast<double>(Percentile(&singles.latencies, 0.5)));
    samples_.Add("single.p99", static_cast<double>(Percentile(&singles.latencies, 0.99)));
  }

  void RoundTrips(const Folder& folder) {
    {
      Host host(flags_.host, folder.path("trip.db"));
      Measured trips = MeasureRoundTrips(&host, {Scaled(6000), 16});
      samples_.Add("trip.rate", trips.per_second());
      samples_.Add("trip.cpu", static_cast<double>(trips.host_cpu_micros) / static_cast<double>(trips.count));
    }
    Folder memory("/dev/shm");
    {
      Host host(flags_.host, memory.path("trip.db"), {"--durability=normal"});
      samples_.Add("trip.memory", MeasureRoundTrips(&host, {Scaled(6000), 16}).per_second());
    }
    if (!rival_->missing().empty()) return;
    samples_.Add("rival.sqlite", rival_->RoundTrips("sqlite", Scaled(500), 16));
    samples_.Add("rival.memory", rival_->RoundTrips("memory", Scaled(2000), 16));
  }

  void Gets(const Folder& folder) {
    const std::string db = folder.path("get.db");
    std::string sample;
    Measured gets;
    {
      Host host(flags_.host, db);
      gets = MeasureGets(&host, {Scaled(20000), 64}, kGetMessages, &sample);
    }
    samples_.Add("get.rate", gets.per_second());
    samples_.Add("get.cpu", static_cast<double>(gets.host_cpu_micros) / static_cast<double>(gets.count));
    const Bare bare =
        MeasureBareGets(db, kGetMessages, static_cast<size_t>(gets.bytes_out / gets.count), Scaled(20000));
    samples_.Add("get.floor", bare.per_second);
    samples_.Add("get.floor_cpu", bare.cpu_micros);
  }

  void ReportSends(Report* report);
  void ReportSingles(Report* report);
  void ReportRoundTrips(Report* report);
  void ReportGets(Report* report);
  void ReportMemory(Report* report);
  void ReportCrowd(Report* report);
  void ReportMillion(Report* report);
  void ReportCodec(Report* report, const nlohmann::json& codec);

  const Flags flags_;
  const double scale_;
  Samples samples_;
  std::unique_ptr<Rival> rival_;
  Memory memory_;
  Crowd crowd_;
  Scale million_;
};

std::string Micros(double value) { return Show(value) + " us"; }

void Load::ReportSends(Report* report) {
  const double ours = samples_.Median("send.rate"), floor = samples_.Median("send.floor");
  const double share = samples_.Median("disk.p50") >= 1000 ? 0.80 : 0.45;
  report->Add({"durable sends/s, 64 in flight", Show(ours), Show(floor) + " (L)",
               ">= " + Percent(share, 1) + " of L; is " + Percent(ours, floor), ours >= share * floor});
  const double batch = samples_.Median("send.batch");
  report->Add({"mean batch of the sends", Show(batch), "64", ">= 48", batch >= 48});
  report->Add({"processor time of a send", Micros(samples_.Median("send.cpu")),
               Micros(samples_.Median("send.floor_cpu")) + " (L)", "", true, false});
}

void Load::ReportSingles(Report* report) {
  const double p50 = samples_.Median("single.p50"), p99 = samples_.Median("single.p99");
  const double floor50 = samples_.Median("disk.p50"), floor99 = samples_.Median("disk.p99");
  report->Add({"one send alone, p50", Micros(p50), Micros(floor50) + " (F)", "<= F + 100 us", p50 <= floor50 + 100});
  report->Add(
      {"one send alone, p99", Micros(p99), Micros(floor99) + " (F)", "<= 2 F + 200 us", p99 <= 2 * floor99 + 200});
}

void Load::ReportRoundTrips(Report* report) {
  const double full = samples_.Median("trip.rate"), memory = samples_.Median("trip.memory");
  if (!samples_.Has("rival.sqlite")) {
    report->Add({"round trips/s, 16 in flight", Show(full), "", "", true, false});
    report->Add({"the same, normal on tmpfs", Show(memory), "", "", true, false});
    report->Note("The a2a-js SDK was skipped: " + rival_->missing() + ".");
    return;
  }
  const double sqlite = samples_.Median("rival.sqlite"), rival_memory = samples_.Median("rival.memory");
  report->Add({"round trips/s, 16 in flight", Show(full), Show(sqlite) + " (a2a-js, SQLite)",
               ">= 8 x; is " + Show(full / sqlite) + " x", full >= 8 * sqlite});
  report->Add({"the same, normal on tmpfs", Show(memory), Show(rival_memory) + " (a2a-js, memory)",
               ">= 1.5 x; is " + Show(memory / rival_memory) + " x", memory >= 1.5 * rival_memory});
}

void Load::ReportGets(Report* report) {
  const double ours = samples_.Median("get.rate"), floor = samples_.Median("get.floor");
  report->Add({"tasks.get/s of 20 messages, 64 in flight", Show(ours), Show(floor) + " (bare loop)",
               ">= 60 %; is " + Percent(ours, floor), ours >= 0.6 * floor});
  report->Add({"processor time of a tasks.get", Micros(samples_.Median("get.cpu")),
               Micros(samples_.Median("get.floor_cpu")) + " (bare loop)", "", true, false});
}

void Load::ReportMemory(Report* report) {
  auto mib = [](int64_t kib) { return Show(static_cast<double>(kib) / 1024) + " MiB"; };
  report->Add(
      {"start to handshake", Show(static_cast<double>(memory_.start_micros) / 1000) + " ms", "", "", true, false});
  report->Add({"resident memory, idle", mib(memory_.idle_kib), "", "<= 16 MiB", memory_.idle_kib <= 16 * 1024});
  report->Add({"peak while a 20 MiB file passes", mib(memory_.file_peak_kib), mib(memory_.file_frame_kib) + " (frame)",
               "<= 4 x; is " +
                   Show(static_cast<double>(memory_.file_peak_kib) / static_cast<double>(memory_.file_frame_kib)) +
                   " x",
               memory_.file_peak_kib <= 4 * memory_.file_frame_kib});
  report->Add({"growth while 1 GiB has no newline", mib(memory_.endless_peak_kib), "32 MiB (longest frame)",
               "<= 2 frames", memory_.endless_peak_kib <= 64 * 1024});
}

void Load::ReportCrowd(Report* report) {
  report->Add({"a send's p99 beside 1000 agents, 500 waiting", Micros(crowd_.crowded_p99),
               Micros(crowd_.alone_p99) + " (without)",
               "<= 2 x; is " + Show(crowd_.crowded_p99 / crowd_.alone_p99) + " x",
               crowd_.crowded_p99 <= 2 * crowd_.alone_p99});
}

void Load::ReportMillion(Report* report) {
  const Grown &small = million_.small, &large = million_.large;
  const std::string at = " at " + Show(static_cast<double>(large.tasks)) + " tasks";
  report->Add({"processor time of a send" + at, Micros(large.send_cpu), Micros(small.send_cpu) + " (1000)",
               "<= 1.3 x; is " + Show(large.send_cpu / small.send_cpu) + " x", large.send_cpu <= 1.3 * small.send_cpu});
  report->Add({"one send alone, normal," + at, Micros(large.send_p50), Micros(small.send_p50) + " (1000)",
               "<= 1.3 x; is " + Show(large.send_p50 / small.send_p50) + " x", large.send_p50 <= 1.3 * small.send_p50});
  report->Add({"start to handshake" + at, Show(large.start_millis) + " ms", Show(small.start_millis) + " ms (1000)",
               "<= 60 ms less syncs", large.start_millis <= 60});
  report->Add({"resident memory" + at, Show(static_cast<double>(large.resident_kib) / 1024) + " MiB", "", "<= 64 MiB",
               large.resident_kib <= 64 * 1024});
}

void Load::ReportCodec(Report* report, const nlohmann::json& codec) {
  Samples nanos;
  for (const nlohmann::json& one : codec["benchmarks"]) {
    if (one["run_type"] == "iteration") nanos.Add(one["name"], one["cpu_time"]);
  }
  const struct {
    const char* name;
    const char* arg;
    double times;
  } shapes[] = {{"600-byte send", "/0", 20}, {"28 MB, small parts", "/1", 15}, {"28 MB, one file", "/2", 15}};
  for (const auto& shape : shapes) {
    const std::string arg = shape.arg;
    const double ours = nanos.Median("BM_Decode" + arg), util = nanos.Median("BM_DecodeJsonUtil" + arg);
    const double simdjson = nanos.Median("BM_DecodeSimdjson" + arg);
    const std::string name = std::string("decode ") + shape.name;
    report->Add({name, Micros(ours / 1000), Micros(util / 1000) + " (JSON util)",
                 ">= " + Show(shape.times) + " x; is " + Show(util / ours) + " x", util >= shape.times * ours});
    report->Add({name, Micros(ours / 1000), Micros(simdjson / 1000) + " (simdjson)",
                 "<= 2 x; is " + Show(ours / simdjson) + " x", ours <= 2 * simdjson});
  }
}

int Load::Finish() {
  Report report;
  if (Wants("send")) ReportSends(&report);
  if (Wants("single")) ReportSingles(&report);
  if (Wants("roundtrip")) ReportRoundTrips(&report);
  if (Wants("get")) ReportGets(&report);
  if (Wants("memory")) ReportMemory(&report);
  if (Wants("crowd")) ReportCrowd(&report);
  if (Wants("million")) ReportMillion(&report);
  if (!flags_.codec.empty()) ReportCodec(&report, nlohmann::json::parse(std::ifstream(flags_.codec)));
  report.Print();
  nlohmann::json all = report.ToJson();
  all["samples"] = samples_.ToJson();
  if (!flags_.out.empty()) std::ofstream(flags_.out) << all.dump(2) << "\n";
  if (flags_.strict.empty()) return 0;
  for (const nlohmann::json& figure : all["figures"]) {
    if (!figure.value("met", true)) return 2;
  }
  return 0;
}

}  // namespace
}  // namespace a2a::bench

int main(int argc, char** argv) {
  a2a::bench::Load load(a2a::bench::ParseFlags(argc, argv));
  load.Run();
  return load.Finish();
}

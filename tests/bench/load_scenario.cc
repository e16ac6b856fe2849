#include "load_scenario.h"

#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

#include "a2a/wire/constants.h"
#include "load_wal.h"

namespace a2a::bench {
namespace {

// Ids as most clients make them: random UUIDs.
std::string RandomId() {
  static std::mt19937_64 random(20261130);
  char text[37];
  uint64_t a = random(), b = random();
  std::snprintf(text, sizeof(text), "%08x-%04x-4%03x-8%03x-%012llx", static_cast<unsigned>(a >> 32),
                static_cast<unsigned>(a >> 16 & 0xFFFF), static_cast<unsigned>(a & 0xFFF),
                static_cast<unsigned>(b >> 52), static_cast<unsigned long long>(b & 0xFFFFFFFFFFFF));
  return text;
}

// The text of the string member `name`, which must be there and hold no escapes.
std::string_view Member(std::string_view line, std::string_view name) {
  size_t at = line.find(name);
  if (at == std::string_view::npos) return {};
  at += name.size();
  return line.substr(at, line.find('"', at) - at);
}

// What happened between its construction and End.
class Stopwatch {
 public:
  explicit Stopwatch(Host* host) : host_(host), cpu_(host->CpuMicros()), wal_(host->db()), commits_(wal_.Count()) {
    start_ = NowMicros();
  }
  // Called after each look at the output.
  bool Over(int64_t seconds) {
    if (++looks_ % 16 == 0) wal_.Count();
    return NowMicros() - start_ > seconds * 1000000;
  }
  void End(int64_t count, Measured* measured) {
    measured->micros = NowMicros() - start_;
    measured->count = count;
    measured->host_cpu_micros = host_->CpuMicros() - cpu_;
    measured->commits = wal_.Count() - commits_;
  }

 private:
  Host* host_;
  int64_t start_ = 0, cpu_, looks_ = 0;
  WalCounter wal_;
  int64_t commits_;
};

// Keeps `bound.in_flight` of `frames` on the way; ids are their indices.
Measured Pipeline(Host* host, Client* client, const std::vector<std::string>& frames, const Bound& bound) {
  Measured measured;
  std::vector<int64_t> sent_at(frames.size());
  const size_t in_flight = static_cast<size_t>(bound.in_flight);
  size_t sent = 0, done = 0;
  std::string burst;
  Stopwatch watch(host);
  size_t end = frames.size();
  while (done < end) {
    burst.clear();
    int64_t now = NowMicros();
    if (watch.Over(bound.seconds)) end = sent;
    for (; sent < end && sent < done + in_flight; ++sent) {
      sent_at[sent] = now;
      burst += frames[sent];
    }
    client->Write(burst);
    if (done >= end) break;
    client->Read([&](const Line& line) {
      if (line.id < 0 || static_cast<size_t>(line.id) >= sent) return;
      measured.latencies.push_back(-sent_at[static_cast<size_t>(line.id)]);
      measured.bytes_out += static_cast<int64_t>(line.text.size()) + 1;
      ++done;
    });
    now = NowMicros();
    for (size_t i = measured.latencies.size(); i > 0 && measured.latencies[i - 1] <= 0; --i) {
      measured.latencies[i - 1] += now;
    }
  }
  watch.End(static_cast<int64_t>(done), &measured);
  return measured;
}

}  // namespace

std::string SendFrame(int64_t id, std::string_view token, std::string_view to, std::string_view task_id) {
  static const std::string text(kTextBytes, 'x');
  std::string params = "{\"token\":\"";
  params.append(token).append(R"(","message":{"role":"user","parts":[{"kind":"text","text":")").append(text);
  params.append(R"("}],"messageId":")").append(RandomId());
  if (!to.empty()) params.append(R"(","to":")").append(to);
  if (!task_id.empty()) params.append(R"(","taskId":")").append(task_id);
  return CallFrame(id, wire::kMethodMessagesSend.data(), params.append("\"}}"));
}

Measured MeasureSends(Host* host, const Bound& bound) {
  Client client(host->in(), host->out());
  const int64_t per_requester = std::min(wire::kA2aMaxTasksPerContext, wire::kA2aMaxSendsPerRun);
  // New ones each time: the tasks of an earlier run on the same store may still be open.
  static int run = 0;
  const std::string prefix = "requester-" + std::to_string(++run) + "-";
  std::vector<std::string> names = {"worker"};
  for (int64_t i = 0; i < bound.count; i += per_requester) names.push_back(prefix + std::to_string(i));
  std::vector<std::string> tokens = client.Register(names);
  std::vector<std::string> frames;
  for (int64_t i = 0; i < bound.count; ++i) {
    frames.push_back(SendFrame(i, tokens[static_cast<size_t>(1 + i / per_requester)], "worker"));
  }
  return Pipeline(host, &client, frames, bound);
}

Measured MeasureRoundTrips(Host* host, const Bound& bound) {
  // Each send counts for its requester's run; the worker's final messages count for its own but are never refused.
  constexpr int64_t kSendsPerRun = wire::kA2aMaxSendsPerRun - 50;
  Client client(host->in(), host->out());
  std::vector<std::string> tokens = client.Register({"requester", "worker"});
  const std::string new_run = CallFrame(-1, wire::kMethodAgentsNewRun.data(), "{\"token\":\"" + tokens[0] + "\"}");
  std::vector<std::string> frames;
  for (int64_t i = 0; i < bound.count; ++i) {
    frames.push_back(SendFrame(i, tokens[0], "worker"));
    if (i % kSendsPerRun == 0) frames.back().insert(0, new_run);
  }
  const std::string status_head = "{\"token\":\"" + tokens[1] + "\",\"id\":\"";
  int64_t sent = 0, done = 0, status_id = bound.count;
  Measured measured;
  std::string burst;
  Stopwatch watch(host);
  int64_t end = bound.count;
  while (done < end) {
    if (watch.Over(bound.seconds)) end = std::min(end, sent);
    for (; sent < end && sent < done + bound.in_flight; ++sent) burst += frames[static_cast<size_t>(sent)];
    client.Write(burst);
    burst.clear();
    if (done >= end) break;
    client.Read([&](const Line& line) {
      if (line.id >= 0) return;
      std::string_view recipient = Member(line.text, "\"recipient\":\"");
      std::string_view state = Member(line.text, "\"state\":\"");
      if (recipient == "requester" && state == "completed") ++done;
      if (recipient != "worker" || state != "submitted") return;
      std::string params = status_head;
      params.append(Member(line.text, "\"taskId\":\"")).append(R"(","state":"completed","message":{"role":"agent",)");
      params.append(R"("parts":[{"kind":"text","text":"done"}],"messageId":")").append(RandomId()).append("\"}}");
      burst += CallFrame(status_id++, wire::kMethodTasksStatus.data(), params);
    });
  }
  watch.End(done, &measured);
  client.Deregister(tokens);  // their names are free for another run on this host
  return measured;
}

Measured MeasureGets(Host* host, const Bound& bound, int messages, std::string* sample) {
  Client client(host->in(), host->out());
  std::vector<std::string> tokens = client.Register({"requester", "worker"});
  auto send = [&client](const std::string& frame) {
    nlohmann::json request = nlohmann::json::parse(frame);
    return client.Call(request["method"].get<std::string>(), request["params"]);
  };
  const std::string task = send(SendFrame(0, tokens[0], "worker"))["task"]["id"];
  for (int i = 1; i < messages; ++i) send(SendFrame(0, tokens[static_cast<size_t>(i % 2)], "", task));
  const std::string params = "{\"token\":\"" + tokens[0] + "\",\"id\":\"" + task + "\"}";
  *sample = client.Call("a2a.tasks.get", nlohmann::json::parse(params)).dump();
  std::vector<std::string> frames;
  for (int64_t i = 0; i < bound.count; ++i) {
    frames.push_back(CallFrame(i, wire::kMethodTasksGet.data(), params));
  }
  return Pipeline(host, &client, frames, bound);
}

}  // namespace a2a::bench

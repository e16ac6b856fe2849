#include "load_memory.h"

#include <string>

#include "a2a/wire/constants.h"
#include "load_client.h"

namespace a2a::bench {
namespace {

void PassFile(const std::string& binary, const std::string& db, Memory* memory) {
  Host host(binary, db);
  Client client(host.in(), host.out());
  std::vector<std::string> tokens = client.Register({"requester", "worker"});
  const std::string bytes(static_cast<size_t>(wire::kA2aMaxFileBytes) / 3 * 4, 'Q');
  const std::string frame = CallFrame(
      7, wire::kMethodMessagesSend.data(),
      "{\"token\":\"" + tokens[0] + R"(","message":{"role":"user","messageId":"m","parts":[{"kind":"file","file":)" +
          R"({"name":"a.bin","bytes":")" + bytes + "\"}}]}}");
  memory->file_frame_kib = static_cast<int64_t>(frame.size() / 1024);
  client.Write(frame);
  std::string task;
  bool answered = false, told = false;
  while (!answered || !told) {
    client.Read([&](const Line& line) {
      told |= line.id < 0;
      if (line.id != 7) return;
      answered = true;
      task = nlohmann::json::parse(line.text)["result"]["task"]["id"];
    });
  }
  nlohmann::json result = client.Call(wire::kMethodTasksGet.data(), {{"token", tokens[1]}, {"id", task}});
  const std::string back = result["task"]["history"][0]["parts"][0]["file"]["bytes"];
  if (back != bytes) Die("the file came back changed");
  memory->file_peak_kib = host.PeakKib();
}

void EndlessLine(const std::string& binary, const std::string& db, Memory* memory) {
  const int64_t start = NowMicros();
  Host host(binary, db);
  Client client(host.in(), host.out());
  memory->start_micros = NowMicros() - start;
  memory->idle_kib = host.ResidentKib();
  const std::string piece(1 << 20, 'x');
  for (int i = 0; i < 1024; ++i) client.Write(piece);
  client.Write("\n");
  // The one answer that is an error: id null, which Read would refuse as a line that it does not know.
  bool refused = false;
  while (!refused) {
    client.Read(
        [&refused](const Line& line) { refused |= line.text.find("FRAME_TOO_LARGE") != std::string_view::npos; });
  }
  client.Call(wire::kMethodAppHealth.data(), nlohmann::json::object());
  memory->endless_peak_kib = host.PeakKib() - memory->idle_kib;
}

}  // namespace

Memory MeasureMemory(const std::string& binary, const Folder& folder) {
  Memory memory;
  PassFile(binary, folder.path("file.db"), &memory);
  EndlessLine(binary, folder.path("endless.db"), &memory);
  return memory;
}

}  // namespace a2a::bench

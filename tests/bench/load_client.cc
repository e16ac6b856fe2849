#include "load_client.h"

#include <poll.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "a2a/wire/constants.h"
#include "load_host.h"

namespace a2a::bench {
namespace {

constexpr size_t kChunk = 256 * 1024;
constexpr int kSilenceMillis = 60000;
constexpr std::string_view kReplyHead = "{\"jsonrpc\":\"2.0\",\"id\":";

Line Classify(std::string_view text) {
  Line line{text};
  if (text.substr(0, kReplyHead.size()) != kReplyHead) return line;
  size_t at = kReplyHead.size();
  if (text.substr(at, 4) == "null") return line;  // the answer to a frame without a readable id
  line.id = 0;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) line.id = line.id * 10 + (text[at] - '0');
  if (text.compare(at, 9, ",\"result\"") != 0) Die("an answer that is no result: " + std::string(text.substr(0, 500)));
  return line;
}

}  // namespace

int64_t NowMicros() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

std::string CallFrame(int64_t id, std::string_view method, std::string_view params) {
  std::string frame = "{\"jsonrpc\":\"2.0\",";
  if (id >= 0) frame.append("\"id\":").append(std::to_string(id)).append(",");
  frame.append("\"method\":\"").append(method).append("\",\"params\":").append(params).append("}\n");
  return frame;
}

nlohmann::json Card(std::string_view name) {
  return {{"name", name},
          {"description", "Part of a measurement."},
          {"version", "1"},
          {"skills", nlohmann::json::array()},
          {"capabilities", {{"streaming", true}, {"pushNotifications", false}}},
          {"defaultInputModes", {"text/plain"}},
          {"defaultOutputModes", {"text/plain"}}};
}

Client::Client(int in, int out) : in_(in), out_(out) {
  Call("app.handshake", {{"protocolVersion", wire::kProtocolVersion}, {"client", "a2a-load"}});
}

void Client::Write(std::string_view frames) {
  while (!frames.empty()) {
    ssize_t written = write(in_, frames.data(), frames.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) Die("the daemon does not take any more");
    frames.remove_prefix(static_cast<size_t>(written));
  }
}

void Client::Read(const std::function<void(const Line&)>& on_line) {
  bool any = false;
  while (!any) {
    pollfd ready{out_, POLLIN, 0};
    if (poll(&ready, 1, kSilenceMillis) == 0) Die("no answer in a minute");
    if (buffer_.size() < used_ + kChunk) buffer_.resize(std::max(used_ + kChunk, 2 * buffer_.size()));
    ssize_t got = read(out_, buffer_.data() + used_, buffer_.size() - used_);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) Die("the daemon closed its output");
    size_t from = used_, start = 0;
    used_ += static_cast<size_t>(got);
    while (const void* found = std::memchr(buffer_.data() + from, '\n', used_ - from)) {
      size_t end = static_cast<size_t>(static_cast<const char*>(found) - buffer_.data());
      on_line(Classify(std::string_view(buffer_).substr(start, end - start)));
      any = true;
      from = start = end + 1;
    }
    std::memmove(buffer_.data(), buffer_.data() + start, used_ - start);
    used_ -= start;
  }
}

nlohmann::json Client::Call(std::string_view method, const nlohmann::json& params) {
  return CallAll({CallFrame(++next_id_, method, params.dump())})[0];
}

std::vector<nlohmann::json> Client::CallAll(const std::vector<std::string>& frames) {
  std::vector<nlohmann::json> results;
  const int64_t first = next_id_ - static_cast<int64_t>(frames.size()) + 1;
  size_t sent = 0;
  while (results.size() < frames.size()) {
    while (sent < frames.size() && sent < results.size() + 64) Write(frames[sent++]);
    Read([&results, first](const Line& line) {
      if (line.id < first) return;
      results.push_back(nlohmann::json::parse(line.text)["result"]);
    });
  }
  return results;
}

std::vector<std::string> Client::Register(const std::vector<std::string>& names) {
  std::vector<std::string> frames, tokens;
  for (const std::string& name : names) {
    nlohmann::json params = {{"contextId", "context of " + name}, {"card", Card(name)}};
    frames.push_back(CallFrame(++next_id_, "a2a.agents.register", params.dump()));
  }
  for (const nlohmann::json& result : CallAll(frames)) tokens.push_back(result["token"]);
  return tokens;
}

void Client::Deregister(const std::vector<std::string>& tokens) {
  std::vector<std::string> frames;
  for (const std::string& token : tokens) {
    frames.push_back(CallFrame(++next_id_, "a2a.agents.deregister", nlohmann::json{{"token", token}}.dump()));
  }
  CallAll(frames);
}

int64_t Percentile(std::vector<int64_t>* micros, double share) {
  if (micros->empty()) return 0;
  std::sort(micros->begin(), micros->end());
  return (*micros)[std::min(micros->size() - 1, static_cast<size_t>(share * static_cast<double>(micros->size())))];
}

}  // namespace a2a::bench

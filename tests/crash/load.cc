#include "crash/load.h"

#include <initializer_list>

#include "json/cursor.h"

namespace a2a::crash {
namespace {

// The string at a path of object members; empty when there is none.
std::string Pick(const std::string& line, std::initializer_list<absl::string_view> path) {
  absl::string_view value = line;
  for (absl::string_view name : path) {
    json::Cursor cursor(value);
    if (!cursor.EnterObject()) return "";
    absl::string_view key, found;
    while (cursor.NextMember(&key)) {
      const bool here = key == name;
      const absl::string_view raw = cursor.ReadRaw();
      if (here) found = raw;
    }
    if (found.empty()) return "";
    value = found;
  }
  json::Cursor cursor(value);
  std::string text;
  return cursor.ReadString(&text) ? text : std::string(value);
}

std::string Quoted(const std::string& text) { return "\"" + text + "\""; }

std::string Register(const std::string& name) {
  return R"({"contextId":"crash","card":{"name":")" + name +
         R"(","description":"","version":"1","skills":[],"capabilities":{"streaming":false,"pushNotifications":false},)" +
         R"("defaultInputModes":[],"defaultOutputModes":[]}})";
}

}  // namespace

std::string Load::Call(Daemon* daemon, const std::string& method, const std::string& params) {
  const std::string id = std::to_string(++last_call_);
  daemon->Send(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":)" + Quoted(method) + R"(,"params":)" + params + "}");
  return id;
}

bool Load::Begin(Daemon* daemon) {
  pending_.clear();
  Call(daemon, "app.handshake", R"({"protocolVersion":10})");
  const std::string requester = Call(daemon, "a2a.agents.register", Register("requester"));
  const std::string worker = Call(daemon, "a2a.agents.register", Register("worker"));
  requester_.clear();
  worker_.clear();
  std::string line;
  while (requester_.empty() || worker_.empty()) {
    if (!daemon->Next(&line)) return false;
    const std::string id = Pick(line, {"id"});
    if (!Pick(line, {"error"}).empty()) complaints_.insert(line);
    if (id == requester) requester_ = Pick(line, {"result", "token"});
    if (id == worker) worker_ = Pick(line, {"result", "token"});
  }
  NewRun(daemon);  // the last one may have been lost with the daemon before, while the count of sends was not
  return true;
}

void Load::NewRun(Daemon* daemon) {
  Call(daemon, "a2a.agents.newRun", R"({"token":)" + Quoted(requester_) + "}");
  since_run_ = 0;
}

void Load::SendOne(Daemon* daemon, const std::string& message_id) {
  if (since_run_++ == 100) NewRun(daemon);
  const std::string id =
      Call(daemon, "a2a.message.send",
           R"({"token":)" + Quoted(requester_) + R"(,"message":{"role":"user","messageId":)" + Quoted(message_id) +
               R"(,"to":"worker","parts":[{"kind":"text","text":")" + std::string(500, 'x') + R"("}]}})");
  sent_[message_id];
  pending_[id] = {message_id, /*complete=*/false};
}

void Load::CompleteOne(Daemon* daemon, const std::string& message_id) {
  Sent& sent = sent_[message_id];
  const std::string id =
      Call(daemon, "a2a.tasks.status",
           R"({"token":)" + Quoted(worker_) + R"(,"id":)" + Quoted(sent.task) + R"(,"state":"completed"})");
  sent.complete_sent = true;
  pending_[id] = {message_id, /*complete=*/true};
}

void Load::StartNext(Daemon* daemon) {
  if (to_complete_.empty()) {
    SendOne(daemon, "message-" + std::to_string(++last_message_));
    return;
  }
  const std::string message_id = *to_complete_.begin();
  to_complete_.erase(to_complete_.begin());
  CompleteOne(daemon, message_id);
}

void Load::Take(const std::string& line) {
  const auto found = pending_.find(Pick(line, {"id"}));
  if (found == pending_.end()) return;  // a notification, or an answer to newRun
  Sent& sent = sent_[found->second.message_id];
  const std::string task = Pick(line, {"result", "task", "id"});
  if (task.empty() || (!sent.task.empty() && task != sent.task)) complaints_.insert(line);
  if (found->second.complete) {
    if (Pick(line, {"result", "task", "status", "state"}) != "completed") complaints_.insert(line);
    sent.completed = true;
  } else {
    sent.task = task;
    to_complete_.insert(found->second.message_id);
  }
  pending_.erase(found);
}

int Load::Run(Daemon* daemon, int replies) {
  int came = 0;
  std::string line;
  while (came < replies) {
    while (pending_.size() < kInFlight) StartNext(daemon);
    const size_t before = pending_.size();
    if (!daemon->Next(&line)) break;
    Take(line);
    if (pending_.size() < before) ++came;
  }
  return came;
}

bool Load::Repeat(Daemon* daemon) {
  for (const auto& [message_id, sent] : sent_) {
    if (sent.task.empty()) {
      SendOne(daemon, message_id);
    } else if (sent.complete_sent && !sent.completed) {
      CompleteOne(daemon, message_id);
    }
  }
  std::string line;
  while (!pending_.empty()) {
    if (!daemon->Next(&line)) return false;
    Take(line);
  }
  return true;
}

}  // namespace a2a::crash

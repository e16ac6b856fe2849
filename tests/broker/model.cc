#include "broker/model.h"

#include <gmock/gmock.h>

#include <optional>

#include "a2a/wire/codec.h"
#include "absl/strings/str_cat.h"
#include "broker/core.h"

namespace a2a::broker {
namespace {

constexpr int kSteps = 30;

const std::set<wire::TaskState> kTerminal = {wire::TASK_STATE_COMPLETED, wire::TASK_STATE_CANCELED,
                                             wire::TASK_STATE_FAILED, wire::TASK_STATE_REJECTED};
bool Paused(wire::TaskState s) { return s == wire::TASK_STATE_INPUT_REQUIRED || s == wire::TASK_STATE_AUTH_REQUIRED; }

bool Legal(wire::TaskState from, wire::TaskState to, bool worker) {
  if (kTerminal.contains(from) || to == wire::TASK_STATE_SUBMITTED) return false;
  if (!worker) return to == wire::TASK_STATE_CANCELED || (Paused(from) && to == wire::TASK_STATE_WORKING);
  if (Paused(from)) return !Paused(to) && to != wire::TASK_STATE_COMPLETED;
  return true;
}

}  // namespace

void Model::Run() {
  for (int i = 0; i < 4; ++i) Register();
  for (int step = 0; step < kSteps && !testing::Test::HasFailure(); ++step) {
    SCOPED_TRACE(absl::StrCat("step ", step));
    expected_.clear();
    host_.sink.said.clear();
    Step();
    EXPECT_THAT(Brief(host_.sink.said), testing::ElementsAreArray(expected_));
  }
  CompareTasks();
  Lose();
  CompareTasks();
  for (const ModelAgent& agent : agents_) {
    if (agent.live) {
      EXPECT_TRUE(host_.Deregister(agent.peer).ok());
    }
  }
  EXPECT_EQ(host_.core().registry.all().size(), 0u);
}

void Model::Step() {
  switch (Pick(14)) {
    case 0:
      return Register();
    case 1:
      return Pick(3) == 0 ? Deregister(AnyAgent()) : Send();
    case 2:
      return Pick(12) == 0 ? Restart() : Send();
    case 3:
      return Aborted();
    case 4:
      return Cancel();
    case 5:
    case 6:
    case 7:
      return Status();
    case 8:
    case 9:
    case 10:
      return FollowUp();
    case 11:
      return Resubscribe();
    default:
      return Send();
  }
}

void Model::Register() {
  ModelAgent agent;
  agent.requested = run_ + std::string(1, static_cast<char>('a' + Pick(3)));
  agent.context = run_ + std::string(1, static_cast<char>('x' + Pick(2)));
  agent.kind = Pick(4) == 0 ? wire::AGENT_KIND_PARENT : wire::AGENT_KIND_SUBAGENT;
  agent.peer = host_.Register(agent.context, agent.requested, agent.kind);
  // Reclaim if exactly one instance matches.
  std::vector<size_t> matches;
  for (size_t i = 0; i < agents_.size(); ++i) {
    const ModelAgent& old = agents_[i];
    if (!ended_.contains(i) && !old.live && old.requested == agent.requested && old.context == agent.context &&
        old.kind == agent.kind) {
      matches.push_back(i);
    }
  }
  if (matches.size() == 1) {
    ModelAgent& old = agents_[matches[0]];
    EXPECT_EQ(agent.peer.id, old.peer.id);
    old.peer = agent.peer;
    old.live = true;
    expected_.insert(expected_.end(), old.held.begin(), old.held.end());
    old.held.clear();
    return;
  }
  std::string id = agent.requested;
  for (int suffix = 2; Taken(id, agent.context); ++suffix) id = absl::StrCat(agent.requested, "-", suffix);
  EXPECT_EQ(agent.peer.id, id);
  used_[id] = agent.context;
  agents_.push_back(agent);
}

bool Model::Taken(const std::string& id, const std::string& context) {
  for (size_t i = 0; i < agents_.size(); ++i) {
    if (!ended_.contains(i) && agents_[i].peer.id == id) return true;
  }
  auto used = used_.find(id);
  return used != used_.end() && used->second != context;
}

void Model::Deregister(size_t i) {
  const absl::Status status = host_.Deregister(agents_[i].peer);
  if (!agents_[i].live) {
    ErrorOf(status, wire::kErrorA2aUnknownToken);
    return;
  }
  EXPECT_TRUE(status.ok()) << status;
  for (ModelTask& task : tasks_) {
    if (kTerminal.contains(task.state) || (task.requester != i && task.worker != i)) continue;
    const bool worker = task.worker == i;
    task.state = worker ? wire::TASK_STATE_FAILED : wire::TASK_STATE_CANCELED;
    ++task.generation;
    ++task.messages;
    task.by_broker = true;
    task.status_text = absl::StrCat("The ", worker ? "worker" : "requester", " of this task, ", agents_[i].peer.id,
                                    ", deregistered while the task was open.");
    Tell(worker ? task.requester : task.worker, task);
  }
  agents_[i].live = false;
  ended_.insert(i);
}

void Model::Restart() {
  host_.Restart();
  host_.broker().OnFirstHandshake();
  EXPECT_TRUE(host_.broker().Commit().ok());
  for (ModelAgent& agent : agents_) agent.live = false;
  used_.clear();
  for (size_t i = 0; i < agents_.size(); ++i) {
    if (!ended_.contains(i)) used_[agents_[i].peer.id] = agents_[i].context;
  }
}

void Model::Lose() {
  expected_.clear();
  host_.sink.said.clear();
  host_.broker().OnFirstHandshake();
  EXPECT_TRUE(host_.broker().Commit().ok());
  host_.clock.Pass(wire::kA2aReclaimGraceSeconds * 1000);
  host_.Timers();
  const auto lost = [&](size_t i) { return !ended_.contains(i) && !agents_[i].live; };
  for (size_t i = 0; i < agents_.size(); ++i) {
    if (!lost(i)) continue;
    for (ModelTask& task : tasks_) {
      if (kTerminal.contains(task.state) || (task.requester != i && task.worker != i)) continue;
      const bool worker = task.worker == i;
      const size_t other = worker ? task.requester : task.worker;
      task.state = worker || lost(other) ? wire::TASK_STATE_FAILED : wire::TASK_STATE_CANCELED;
      ++task.generation;
      ++task.messages;
      task.by_broker = true;
      task.status_text = absl::StrCat(worker ? "The worker" : "The requester", " of this task, ", agents_[i].peer.id,
                                      ", was cut off by a stop of the host and did not come back within 300 seconds.");
      if (!lost(other)) Tell(other, task);
    }
  }
  for (size_t i = 0; i < agents_.size(); ++i) {
    if (lost(i)) ended_.insert(i);
  }
  EXPECT_THAT(Brief(host_.sink.said), testing::ElementsAreArray(expected_));
  EXPECT_EQ(host_.broker().figures().undelivered_events, 0);
}

void Model::Aborted() {
  const std::string before = host_.DumpMemory();
  host_.BeginBatch();
  const Model saved = *this;
  for (int i = 0; i < 3; ++i) {
    Pick(2) == 0 ? Send() : Status();
    FollowUp();
    if (Pick(4) == 0) Deregister(AnyAgent());
    if (Pick(4) == 0) Register();
  }
  host_.AbortBatch();
  const std::mt19937 random = random_;
  const int serial = serial_;
  agents_ = saved.agents_;
  ended_ = saved.ended_;
  tasks_ = saved.tasks_;
  used_ = saved.used_;
  requests_ = saved.requests_;
  random_ = random;
  serial_ = serial;
  expected_.clear();
  EXPECT_EQ(host_.DumpMemory(), before);
}

void Model::Tell(size_t agent, const ModelTask& task) {
  const std::string text =
      absl::StrCat(agents_[agent].peer.id, " ", wire::WireName(task.state), kTerminal.contains(task.state) ? "!" : "");
  if (agents_[agent].live) {
    expected_.push_back(text);
  } else {
    agents_[agent].held.push_back(text);
  }
}

void Model::Send() {
  const size_t caller = AnyAgent();
  const size_t target = AnyAgent();
  const bool named = Pick(3) != 0;
  const std::string id = MessageId();
  const std::string text = Pick(2) == 0 ? "one" : "two";
  const std::string to = named ? agents_[target].peer.id : "";
  const auto sent = host_.Send(agents_[caller].peer, Text(id, text), to);
  if (!agents_[caller].live) {
    ErrorOf(sent.status(), wire::kErrorA2aUnknownToken);
    return;
  }
  const std::string content = absl::StrCat("send ", text, " to ", to);
  auto request = requests_.find({caller, id});
  if (request != requests_.end()) {
    if (request->second.second != content) {
      ErrorOf(sent.status(), wire::kErrorA2aMessageConflict);
    } else {
      Compare(sent, tasks_[request->second.first]);
    }
    return;
  }
  // The recipient.
  size_t worker = agents_.size();
  if (named) {
    if (to == agents_[caller].peer.id) {
      ErrorOf(sent.status(), wire::kErrorInvalidParams);
      return;
    }
    for (size_t i = 0; i < agents_.size(); ++i) {
      if (!ended_.contains(i) && agents_[i].peer.id == to && agents_[i].kind == agents_[caller].kind) worker = i;
    }
    if (worker == agents_.size() || !agents_[worker].live) {
      EXPECT_EQ(ErrorOf(sent.status(), wire::kErrorA2aUnknownAgent).reclaimable(), worker != agents_.size());
      return;
    }
  } else {
    std::vector<size_t> near, far;
    for (size_t i = 0; i < agents_.size(); ++i) {
      if (i == caller || !agents_[i].live || agents_[i].kind != agents_[caller].kind) continue;
      (agents_[i].context == agents_[caller].context ? near : far).push_back(i);
    }
    const std::vector<size_t>& peers = near.empty() ? far : near;
    if (peers.size() != 1) {
      EXPECT_EQ(ErrorOf(sent.status(), wire::kErrorA2aNoPeers).candidates_size(), static_cast<int>(peers.size()));
      return;
    }
    worker = peers[0];
  }
  ModelTask task;
  task.requester = caller;
  task.worker = worker;
  ASSERT_TRUE(sent.ok()) << sent.status();
  task.id = sent->id();
  task.keys[id] = absl::StrCat(caller, " ", content);
  tasks_.push_back(task);
  requests_[{caller, id}] = {tasks_.size() - 1, content};
  Tell(worker, task);
  Compare(sent, task);
}

bool Model::PickCall(size_t* task, size_t* caller) {
  if (tasks_.empty()) return false;
  *task = Pick(static_cast<uint32_t>(tasks_.size()));
  const uint32_t who = Pick(8);
  *caller = who == 0 ? AnyAgent() : who % 2 == 0 ? tasks_[*task].requester : tasks_[*task].worker;
  return true;
}

bool Model::Refused(const absl::Status& status, size_t caller, const ModelTask& task) {
  if (!agents_[caller].live) {
    ErrorOf(status, wire::kErrorA2aUnknownToken);
    return true;
  }
  if (caller == task.requester || caller == task.worker) return false;
  ErrorOf(status, wire::kErrorA2aUnknownAgent);
  return true;
}

void Model::ExpectTerminal(const absl::Status& status, const ModelTask& task) {
  const wire::ErrorData data = ErrorOf(status, wire::kErrorA2aTaskTerminal);
  EXPECT_EQ(data.state(), task.state);
  EXPECT_EQ(data.by(), task.by_broker ? std::string(wire::kBrokerName) : agents_[task.ended_by].peer.id);
}

void Model::FollowUp() {
  size_t t, caller;
  if (!PickCall(&t, &caller)) return;
  ModelTask& task = tasks_[t];
  const std::string id = MessageId();
  const std::string text = Pick(2) == 0 ? "one" : "two";
  const bool misled = Pick(12) == 0;
  const auto sent =
      host_.Send(agents_[caller].peer, Text(id, text, task.id), misled ? agents_[caller].peer.id : std::string());
  if (Refused(sent.status(), caller, task)) return;
  const std::string content = absl::StrCat(caller, " follow ", text, misled);
  auto key = task.keys.find(id);
  if (key != task.keys.end()) {
    if (key->second == content) {
      Compare(sent, task);
    } else {
      ErrorOf(sent.status(), wire::kErrorA2aMessageConflict);
    }
    return;
  }
  if (kTerminal.contains(task.state)) return ExpectTerminal(sent.status(), task);
  if (misled) {
    ErrorOf(sent.status(), wire::kErrorInvalidParams);
    return;
  }
  const bool worker = caller == task.worker;
  if (worker ? task.state == wire::TASK_STATE_SUBMITTED : Paused(task.state)) {
    task.state = wire::TASK_STATE_WORKING;
    task.status_text.clear();
  }
  ++task.generation;
  ++task.messages;
  task.keys[id] = content;
  Tell(worker ? task.requester : task.worker, task);
  Compare(sent, task);
}

void Model::Status() {
  size_t t, caller;
  if (!PickCall(&t, &caller)) return;
  ModelTask& task = tasks_[t];
  const wire::TaskState state = AnyState();
  std::optional<wire::Message> message;
  const std::string id = MessageId();
  const std::string text = Pick(2) == 0 ? "one" : "two";
  if (Pick(2) == 0) message = Text(id, text);
  const auto moved = host_.Status(agents_[caller].peer, task.id, state, message);
  if (Refused(moved.status(), caller, task)) return;
  const std::string content = absl::StrCat(caller, " status ", state, text);
  if (message.has_value() && task.keys.contains(id)) {
    if (task.keys[id] == content) {
      Compare(moved, task);
    } else {
      ErrorOf(moved.status(), wire::kErrorA2aMessageConflict);
    }
    return;
  }
  if (kTerminal.contains(task.state)) {
    if (!message.has_value() && !task.by_broker && task.ended_by == caller && task.state == state) {
      return Compare(moved, task);
    }
    return ExpectTerminal(moved.status(), task);
  }
  const bool worker = caller == task.worker;
  if (!Legal(task.state, state, worker)) {
    EXPECT_EQ(ErrorOf(moved.status(), wire::kErrorA2aInvalidTransition).state(), task.state);
    return;
  }
  task.state = state;
  task.status_text = message.has_value() ? text : "";
  ++task.generation;
  if (message.has_value()) {
    ++task.messages;
    task.keys[id] = content;
  }
  task.ended_by = caller;
  Tell(worker ? task.requester : task.worker, task);
  Compare(moved, task);
}

void Model::Cancel() {
  size_t t, caller;
  if (!PickCall(&t, &caller)) return;
  ModelTask& task = tasks_[t];
  const auto done = host_.Cancel(agents_[caller].peer, task.id);
  if (Refused(done.status(), caller, task)) return;
  if (kTerminal.contains(task.state)) {
    if (!task.by_broker && task.ended_by == caller && task.state == wire::TASK_STATE_CANCELED) {
      return Compare(done, task);
    }
    return ExpectTerminal(done.status(), task);
  }
  task.state = wire::TASK_STATE_CANCELED;
  task.status_text.clear();
  ++task.generation;
  task.ended_by = caller;
  Tell(caller == task.worker ? task.requester : task.worker, task);
  Compare(done, task);
}

void Model::Resubscribe() {
  size_t t, caller;
  if (!PickCall(&t, &caller)) return;
  const auto task = host_.Resubscribe(agents_[caller].peer, tasks_[t].id);
  if (Refused(task.status(), caller, tasks_[t])) return;
  Tell(caller, tasks_[t]);
  Compare(task, tasks_[t]);
}

void Model::Compare(const absl::StatusOr<wire::Task>& got, const ModelTask& task) {
  ASSERT_TRUE(got.ok()) << got.status();
  EXPECT_EQ(got->id(), task.id);
  EXPECT_EQ(wire::WireName(got->status().state()), wire::WireName(task.state));
  EXPECT_EQ(got->generation(), task.generation);
  EXPECT_EQ(got->history_total(), task.messages);
  EXPECT_EQ(got->requester_name(), agents_[task.requester].peer.id);
  EXPECT_EQ(got->agent_name(), agents_[task.worker].peer.id);
  EXPECT_EQ(got->context_id(), agents_[task.requester].context);
  EXPECT_EQ(TextOf(got->status().message()), task.status_text);
}

void Model::CompareTasks() {
  std::map<std::string, int64_t> open;
  for (const ModelTask& task : tasks_) {
    if (!kTerminal.contains(task.state)) ++open[agents_[task.requester].context];
    for (size_t i : {task.requester, task.worker}) {
      if (!agents_[i].live) continue;
      const auto got = host_.Get(agents_[i].peer, task.id);
      Compare(got, task);
      if (got.ok()) {
        EXPECT_EQ(got->history_size(), task.messages);
      }
    }
  }
  for (const auto& [context, count] : open) EXPECT_EQ(host_.core().open_tasks.Of(context), count);
}

}  // namespace a2a::broker

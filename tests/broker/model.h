// The contract's rules once more, knowing nothing of the broker's code: it makes random calls, foresees every answer,
// error and event, and compares.
#ifndef A2A_TESTS_BROKER_MODEL_H_
#define A2A_TESTS_BROKER_MODEL_H_

#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "broker/fixture.h"

namespace a2a::broker {

struct ModelAgent {
  Peer peer;
  std::string requested, context;
  wire::AgentKind kind;
  bool live = true;
  std::vector<std::string> held;  // events, as Brief shows them
};

struct ModelTask {
  std::string id;
  size_t requester, worker;
  wire::TaskState state = wire::TASK_STATE_SUBMITTED;
  int64_t generation = 1;
  int64_t messages = 1;
  std::string status_text;                  // of status.message
  std::map<std::string, std::string> keys;  // message id -> sender and content
  bool by_broker = false;
  size_t ended_by = 0;
};

class Model {
 public:
  Model(Host* host, uint32_t seed, int serial) : host_(*host), random_(seed), run_(absl::StrCat("s", serial, " ")) {}

  void Run();

 private:
  uint32_t Pick(uint32_t n) { return std::uniform_int_distribution<uint32_t>(0, n - 1)(random_); }
  size_t AnyAgent() { return Pick(static_cast<uint32_t>(agents_.size())); }
  wire::TaskState AnyState() { return static_cast<wire::TaskState>(1 + Pick(8)); }

  void Step();

  void Register();
  bool Taken(const std::string& id, const std::string& context);
  void Deregister(size_t i);
  void Restart();

  // The grace passes: whoever is not back is lost.
  void Lose();

  // A batch that is given up leaves nothing.
  void Aborted();
  void Tell(size_t agent, const ModelTask& task);
  std::string MessageId() { return Pick(5) == 0 ? absl::StrCat("m", Pick(4)) : absl::StrCat("n", ++serial_); }

  void Send();

  // A task, and mostly one of its parties.
  bool PickCall(size_t* task, size_t* caller);

  // The errors that every call within a task shares; true when one of them applied.
  bool Refused(const absl::Status& status, size_t caller, const ModelTask& task);
  void ExpectTerminal(const absl::Status& status, const ModelTask& task);
  void FollowUp();
  void Status();
  void Cancel();
  void Resubscribe();
  void Compare(const absl::StatusOr<wire::Task>& got, const ModelTask& task);
  void CompareTasks();

  Host& host_;
  std::mt19937 random_;
  const std::string run_;
  std::vector<ModelAgent> agents_;
  std::set<size_t> ended_;
  std::vector<ModelTask> tasks_;
  std::map<std::string, std::string> used_;
  std::map<std::pair<size_t, std::string>, std::pair<size_t, std::string>> requests_;
  std::vector<std::string> expected_;
  int serial_ = 0;
};

}  // namespace a2a::broker

#endif  // A2A_TESTS_BROKER_MODEL_H_

// Two agents and their tasks over a daemon's pipe: one keeps sending, the other keeps completing, a fixed number of
// requests always in flight. Remembers what was sent and what was acknowledged, over any number of daemons.
#ifndef A2A_TESTS_CRASH_LOAD_H_
#define A2A_TESTS_CRASH_LOAD_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "crash/daemon.h"

namespace a2a::crash {

class Load {
 public:
  // What is known of a message that was sent.
  struct Sent {
    std::string task;  // its task's id, once a reply named it
    bool complete_sent = false;
    bool completed = false;  // acknowledged
  };

  static constexpr int kInFlight = 64;

  // Says hello and registers both agents; they are the same instances again after a restart. False when the daemon
  // ended over it.
  bool Begin(Daemon* daemon);

  // Keeps kInFlight requests in flight until `replies` have come or the daemon has ended. Returns how many came.
  int Run(Daemon* daemon, int replies);

  // After a restart: repeats every send and completion that has no reply, and waits for all. False when the daemon
  // ended over it.
  bool Repeat(Daemon* daemon);

  const std::map<std::string, Sent>& sent() const { return sent_; }  // by message id
  // Replies that were errors, and replies to a repeat that named another task than before.
  const std::set<std::string>& complaints() const { return complaints_; }

 private:
  void NewRun(Daemon* daemon);
  void SendOne(Daemon* daemon, const std::string& message_id);
  void CompleteOne(Daemon* daemon, const std::string& message_id);
  void StartNext(Daemon* daemon);
  void Take(const std::string& line);
  std::string Call(Daemon* daemon, const std::string& method, const std::string& params);

  std::map<std::string, Sent> sent_;
  std::set<std::string> to_complete_;  // message ids whose task nobody has completed yet
  // Requests without a reply, of the current daemon: what they are about by their JSON-RPC id.
  struct Pending {
    std::string message_id;
    bool complete = false;
  };
  std::map<std::string, Pending> pending_;
  std::set<std::string> complaints_;
  std::string requester_, worker_;  // tokens
  int64_t last_call_ = 0, last_message_ = 0;
  int since_run_ = 0;
};

}  // namespace a2a::crash

#endif  // A2A_TESTS_CRASH_LOAD_H_

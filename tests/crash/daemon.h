// A daemon as a child process, driven over its pipes. Not thread-safe.
#ifndef A2A_TESTS_CRASH_DAEMON_H_
#define A2A_TESTS_CRASH_DAEMON_H_

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

namespace a2a::crash {

class Daemon {
 public:
  // Starts `binary` with `args`; `env` is added to ours. Its stderr goes to a file beside the database, `log`.
  Daemon(const std::string& binary, const std::vector<std::string>& args, const std::string& log,
         const std::map<std::string, std::string>& env = {});
  ~Daemon();
  Daemon(const Daemon&) = delete;
  Daemon& operator=(const Daemon&) = delete;

  // Queues a line; Next() writes what the pipe takes while it waits.
  void Send(const std::string& line);
  // The next line of stdout, without newline. False when there will be none any more.
  bool Next(std::string* line);

  void Kill();
  void CloseInput();
  // Waits for the end: exit code, or minus the signal that ended it.
  int Wait();

 private:
  pid_t pid_ = -1;
  int in_ = -1, out_ = -1;  // our ends
  std::string unsent_, received_;
  size_t taken_ = 0;  // of received_
  int result_ = 0;
};

}  // namespace a2a::crash

#endif  // A2A_TESTS_CRASH_DAEMON_H_

#include "load_host.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace a2a::bench {

void Die(const std::string& text) {
  std::fprintf(stderr, "a2a-load: %s\n", text.c_str());
  std::exit(1);
}

Folder::Folder(const std::string& parent) {
  std::filesystem::create_directories(parent);
  path_ = parent + "/load-XXXXXX";
  if (mkdtemp(path_.data()) == nullptr) Die("cannot make a folder in " + parent);
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Host::Host(const std::string& binary, const std::string& db, const std::vector<std::string>& flags) : db_(db) {
  std::vector<std::string> words = {binary, "serve", "--db", db};
  words.insert(words.end(), flags.begin(), flags.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const std::string log = db + ".log";

  int in[2], out[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) != 0 ||
      socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, out) != 0) {
    Die("no sockets");
  }
  pid_ = fork();
  if (pid_ < 0) Die("cannot fork");
  if (pid_ == 0) {
    int error = open(log.c_str(), O_CREAT | O_WRONLY | O_APPEND, 0600);
    dup2(in[1], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    dup2(error, STDERR_FILENO);
    execv(argv[0], argv.data());
    _exit(127);
  }
  close(in[1]);
  close(out[1]);
  in_ = in[0];
  out_ = out[0];
}

Host::~Host() {
  if (pid_ > 0) Stop();
}

void Host::Stop() {
  close(in_);
  int status = 0;
  char left[65536];
  while (read(out_, left, sizeof(left)) > 0) continue;
  if (waitpid(pid_, &status, 0) != pid_) Die("lost the daemon");
  pid_ = -1;
  close(out_);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    Die("the daemon ended with status " + std::to_string(status) + "; see " + db_ + ".log");
  }
}

int64_t Host::StatusKib(const char* name) const {
  std::ifstream file("/proc/" + std::to_string(pid_) + "/status");
  std::string line;
  while (std::getline(file, line)) {
    if (line.compare(0, std::strlen(name), name) == 0) return std::atoll(line.c_str() + std::strlen(name) + 1);
  }
  return -1;
}

int64_t Host::ResidentKib() const { return StatusKib("VmRSS"); }
int64_t Host::PeakKib() const { return StatusKib("VmHWM"); }

int64_t Host::CpuMicros() const {
  std::ifstream file("/proc/" + std::to_string(pid_) + "/schedstat");
  int64_t nanos = 0;
  file >> nanos;
  return nanos / 1000;
}

}  // namespace a2a::bench

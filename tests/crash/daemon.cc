#include "crash/daemon.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace a2a::crash {

Daemon::Daemon(const std::string& binary, const std::vector<std::string>& args, const std::string& log,
               const std::map<std::string, std::string>& env) {
  signal(SIGPIPE, SIG_IGN);
  int to[2], from[2];
  if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0) std::abort();
  std::vector<char*> argv = {const_cast<char*>(binary.c_str())};
  for (const std::string& arg : args) argv.push_back(const_cast<char*>(arg.c_str()));
  argv.push_back(nullptr);
  pid_ = fork();
  if (pid_ == 0) {
    for (const auto& [name, value] : env) setenv(name.c_str(), value.c_str(), 1);
    const int err = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(to[0], 0);
    dup2(from[1], 1);
    dup2(err, 2);
    execv(binary.c_str(), argv.data());
    _exit(127);
  }
  close(to[0]);
  close(from[1]);
  in_ = to[1];
  out_ = from[0];
  fcntl(in_, F_SETFL, O_NONBLOCK);
}

Daemon::~Daemon() {
  Kill();
  Wait();
  CloseInput();
  close(out_);
}

void Daemon::Send(const std::string& line) {
  unsent_ += line;
  unsent_ += '\n';
}

bool Daemon::Next(std::string* line) {
  for (;;) {
    const size_t newline = received_.find('\n', taken_);
    if (newline != std::string::npos) {
      line->assign(received_, taken_, newline - taken_);
      taken_ = newline + 1;
      return true;
    }
    received_.erase(0, taken_);
    taken_ = 0;

    pollfd watch[2] = {{out_, POLLIN, 0}, {unsent_.empty() ? -1 : in_, POLLOUT, 0}};
    if (poll(watch, 2, -1) < 0) continue;
    if (watch[1].revents != 0) {
      const ssize_t sent = write(in_, unsent_.data(), unsent_.size());
      if (sent > 0) unsent_.erase(0, static_cast<size_t>(sent));
      if (sent < 0 && errno != EAGAIN) unsent_.clear();  // it has gone; what it still said is read
    }
    if (watch[0].revents != 0) {
      char bytes[65536];
      const ssize_t got = read(out_, bytes, sizeof(bytes));
      if (got <= 0) return false;
      received_.append(bytes, static_cast<size_t>(got));
    }
  }
}

void Daemon::Kill() {
  if (pid_ > 0) kill(pid_, SIGKILL);
}

void Daemon::CloseInput() {
  if (in_ >= 0) close(in_);
  in_ = -1;
}

int Daemon::Wait() {
  if (pid_ <= 0) return result_;
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  result_ = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
  return result_;
}

}  // namespace a2a::crash

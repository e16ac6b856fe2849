#include "codegen/process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "absl/strings/str_cat.h"

extern char** environ;

namespace a2a::codegen {
namespace {

// Reads to the end and closes.
void Drain(int fd, std::string* output) {
  char buffer[1 << 16];
  for (;;) {
    const ssize_t n = read(fd, buffer, sizeof(buffer));
    if (n > 0) output->append(buffer, static_cast<size_t>(n));
    if (n == 0 || (n < 0 && errno != EINTR)) break;
  }
  close(fd);
}

absl::StatusOr<int> WaitFor(pid_t pid, const std::string& name) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return absl::InternalError(absl::StrCat("lost ", name, ": ", std::strerror(errno)));
  }
  if (!WIFEXITED(status)) return absl::InternalError(absl::StrCat(name, " was killed"));
  return WEXITSTATUS(status);
}

}  // namespace

absl::StatusOr<int> RunProgram(const std::vector<std::string>& command, std::string* output) {
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  int ends[2] = {-1, -1};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (output != nullptr) {
    if (pipe2(ends, O_CLOEXEC) != 0) return absl::InternalError(absl::StrCat("no pipe: ", std::strerror(errno)));
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  }
  pid_t pid = 0;
  const int error = posix_spawnp(&pid, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (output != nullptr) {
    close(ends[1]);
    Drain(ends[0], output);
  }
  if (error != 0) return absl::NotFoundError(absl::StrCat("cannot start ", command[0], ": ", std::strerror(error)));
  return WaitFor(pid, command[0]);
}

}  // namespace a2a::codegen

#include "base/fd_signals.h"

#include <pthread.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace a2a {

StopSignals::StopSignals() {
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, &pipe_before_);
  sigaction(SIGXFSZ, &ignore, &size_before_);

  sigset_t stop;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTERM);
  sigaddset(&stop, SIGINT);
  sigaddset(&stop, SIGHUP);  // a terminal that closes
  pthread_sigmask(SIG_BLOCK, &stop, &before_);
  // Without a descriptor left for it the signals stay blocked for good, so give them back their default effect.
  fd_.Reset(signalfd(-1, &stop, SFD_NONBLOCK | SFD_CLOEXEC));
  if (!fd_.valid()) pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

StopSignals::~StopSignals() {
  while (Take() != 0) {
  }
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  sigaction(SIGPIPE, &pipe_before_, nullptr);
  sigaction(SIGXFSZ, &size_before_, nullptr);
}

int StopSignals::Take() {
  signalfd_siginfo info;
  if (!fd_.valid() || read(fd_.get(), &info, sizeof(info)) != sizeof(info)) return 0;
  return static_cast<int>(info.ssi_signo);
}

}  // namespace a2a

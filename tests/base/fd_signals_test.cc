#include "base/fd_signals.h"

#include <unistd.h>

#include "gtest/gtest.h"

namespace a2a {
namespace {

TEST(StopSignalsTest, QueuesStopSignalsInsteadOfDying) {
  StopSignals signals;
  EXPECT_EQ(signals.Take(), 0);
  kill(getpid(), SIGTERM);
  Watch watch;
  watch.fd = signals.fd();
  watch.want_read = true;
  Wait(absl::MakeSpan(&watch, 1), -1);
  EXPECT_TRUE(watch.readable);
  EXPECT_EQ(signals.Take(), SIGTERM);
  kill(getpid(), SIGINT);
  EXPECT_EQ(signals.Take(), SIGINT);
  kill(getpid(), SIGHUP);
  EXPECT_EQ(signals.Take(), SIGHUP);
  EXPECT_EQ(signals.Take(), 0);
}

TEST(StopSignalsTest, IgnoresBrokenPipesAndFileSizeLimits) {
  StopSignals signals;
  raise(SIGPIPE);
  raise(SIGXFSZ);
  EXPECT_EQ(signals.Take(), 0);
}

TEST(StopSignalsTest, LeavesEverythingAsItWas) {
  sigset_t before, after;
  pthread_sigmask(SIG_SETMASK, nullptr, &before);
  struct sigaction pipe_before, pipe_after;
  sigaction(SIGPIPE, nullptr, &pipe_before);
  {
    StopSignals signals;
    kill(getpid(), SIGTERM);  // taken back with it, or the process would die here
  }
  pthread_sigmask(SIG_SETMASK, nullptr, &after);
  EXPECT_EQ(sigismember(&before, SIGTERM), sigismember(&after, SIGTERM));
  sigaction(SIGPIPE, nullptr, &pipe_after);
  EXPECT_EQ(pipe_before.sa_handler, pipe_after.sa_handler);
}

}  // namespace
}  // namespace a2a

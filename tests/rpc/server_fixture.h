// A server on fake services in a thread of its own, with a client on real pipes or sockets in the test's thread.
#ifndef TESTS_RPC_SERVER_FIXTURE_H_
#define TESTS_RPC_SERVER_FIXTURE_H_

#include <memory>
#include <string>
#include <thread>

#include "absl/strings/string_view.h"
#include "base/fd.h"
#include "base/fd_signals.h"
#include "base/log.h"
#include "gtest/gtest.h"
#include "rpc/dispatcher.h"
#include "rpc/fakes.h"
#include "rpc/outbox.h"
#include "rpc/session.h"
#include "rpc/stdio_server.h"

namespace a2a::rpc {

// How client and server are connected.
enum class Wiring { kPipes, kSockets, kOneSocket };
std::string NameOf(Wiring wiring);

class ServerFixture : public testing::TestWithParam<Wiring> {
 protected:
  ServerFixture();
  ~ServerFixture() override;

  // Runs the server until Wait(); `limits_` and `engine_` are set before. Calls are greeted already.
  void Start();
  // The exit code.
  int Wait();

  // ---- the client
  void Send(absl::string_view line);  // with a newline
  void SendBytes(absl::string_view bytes);
  std::string Line();  // the next line, without its newline; "(end)" at the end
  std::string Rest();  // everything until the end
  void AwaitOutput();  // until something can be read
  void CloseInput();   // the server's stdin ends
  void CloseOutput();  // nobody reads the server's stdout
  // Until the server looked at the clock several times more, so that it met what was done before.
  void AwaitLoops();

  Limits limits_;
  FakeClock clock_;
  FakeEngine engine_;
  FakeServices services_;
  Session session_;
  ZeroRandom random_;
  std::unique_ptr<Outbox> outbox_;
  std::unique_ptr<Dispatcher> dispatcher_;

  UniqueFd server_in_, server_out_, client_in_, client_out_;  // the client writes to client_in_

 private:
  StopSignals signals_;
  UniqueFd null_;
  std::unique_ptr<a2a::Log> log_;
  std::unique_ptr<StdioServer> server_;
  std::thread thread_;
  int exit_code_ = -1;
  std::string unread_;
};

}  // namespace a2a::rpc

#endif  // TESTS_RPC_SERVER_FIXTURE_H_

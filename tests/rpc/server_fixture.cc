#include "rpc/server_fixture.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace a2a::rpc {
namespace {

void Connect(bool socket, UniqueFd* read, UniqueFd* write) {
  int fds[2];
  ASSERT_EQ(socket ? socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) : pipe2(fds, O_CLOEXEC), 0);
  read->Reset(fds[0]);
  write->Reset(fds[1]);
}

}  // namespace

std::string NameOf(Wiring wiring) {
  switch (wiring) {
    case Wiring::kPipes:
      return "pipes";
    case Wiring::kSockets:
      return "sockets";
    case Wiring::kOneSocket:
      return "one_socket";
  }
  return "";
}

ServerFixture::ServerFixture() : null_(open("/dev/null", O_WRONLY | O_CLOEXEC)) {
  const bool sockets = GetParam() != Wiring::kPipes;
  Connect(sockets, &server_in_, &client_in_);
  if (GetParam() == Wiring::kOneSocket) {
    server_out_.Reset(dup(server_in_.get()));
    client_out_.Reset(dup(client_in_.get()));
  } else {
    Connect(sockets, &client_out_, &server_out_);
  }
  session_.Greet();
  session_.CommitBatch();
}

ServerFixture::~ServerFixture() {
  if (!thread_.joinable()) return;
  CloseInput();
  CloseOutput();
  thread_.join();
}

void ServerFixture::Start() {
  log_ = std::make_unique<a2a::Log>(null_.get(), "test");
  outbox_ = std::make_unique<Outbox>(ByteStream::Writer(server_out_.get()), limits_.max_outbox_bytes);
  dispatcher_ = std::make_unique<Dispatcher>(
      Dispatcher::Parts{&kFakeProtocol, &services_, nullptr, &engine_, &session_, outbox_.get(), log_.get(), &random_},
      limits_);
  services_.sink = dispatcher_.get();
  services_.engine = &engine_;
  services_.session = &session_;
  server_ = std::make_unique<StdioServer>(StdioServer::Parts{server_in_.get(), outbox_.get(), dispatcher_.get(),
                                                             &engine_, &session_, &signals_, &clock_, log_.get()},
                                          limits_);
  thread_ = std::thread([this] { exit_code_ = server_->Run(); });
}

int ServerFixture::Wait() {
  thread_.join();
  // As at the end of the process: the client sees the end of the output.
  server_.reset();
  dispatcher_.reset();
  outbox_.reset();
  server_in_.Reset();
  server_out_.Reset();
  return exit_code_;
}

void ServerFixture::Send(absl::string_view line) { SendBytes(std::string(line) + "\n"); }

void ServerFixture::SendBytes(absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = write(client_in_.get(), bytes.data(), bytes.size());
    ASSERT_GT(put, 0);
    bytes.remove_prefix(static_cast<size_t>(put));
  }
}

std::string ServerFixture::Line() {
  while (true) {
    const size_t newline = unread_.find('\n');
    if (newline != std::string::npos) {
      std::string line = unread_.substr(0, newline);
      unread_.erase(0, newline + 1);
      return line;
    }
    char buffer[65536];
    const ssize_t got = read(client_out_.get(), buffer, sizeof(buffer));
    if (got <= 0) return "(end)";
    unread_.append(buffer, static_cast<size_t>(got));
  }
}

std::string ServerFixture::Rest() {
  char buffer[65536];
  while (true) {
    const ssize_t got = read(client_out_.get(), buffer, sizeof(buffer));
    if (got <= 0) return std::exchange(unread_, "");
    unread_.append(buffer, static_cast<size_t>(got));
  }
}

void ServerFixture::AwaitOutput() {
  Watch watch;
  watch.fd = client_out_.get();
  watch.want_read = true;
  a2a::Wait(absl::MakeSpan(&watch, 1), -1);
}

void ServerFixture::CloseInput() {
  if (GetParam() != Wiring::kPipes && client_in_.valid()) shutdown(client_in_.get(), SHUT_WR);
  client_in_.Reset();
}

void ServerFixture::CloseOutput() { client_out_.Reset(); }

void ServerFixture::AwaitLoops() {
  const int64_t enough = clock_.reads + 20;
  while (clock_.reads < enough) std::this_thread::yield();
}

}  // namespace a2a::rpc

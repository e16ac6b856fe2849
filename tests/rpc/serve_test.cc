// The public door: a table and its services, served until the input ends.
#include "rpc/serve.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "base/fd.h"
#include "rpc/fakes.h"

namespace a2a::rpc {
namespace {

class ServeTest : public testing::Test {
 protected:
  ServeTest() {
    int in[2], out[2];
    EXPECT_EQ(pipe(in), 0);
    EXPECT_EQ(pipe(out), 0);
    in_ = UniqueFd(in[0]), client_in_ = UniqueFd(in[1]), client_out_ = UniqueFd(out[0]), out_ = UniqueFd(out[1]);
    options_.in = in_.get();
    options_.out = out_.get();
  }

  // What `table` says to `lines`, which fit a pipe, as do the answers.
  std::string Serve(const ProtocolTable& table, const std::string& lines) {
    EXPECT_EQ(write(client_in_.get(), lines.data(), lines.size()), static_cast<ssize_t>(lines.size()));
    client_in_.Reset();
    {
      // The server has the output open too, so it goes before the output ends.
      Server server(table, &services_, options_);
      services_.sink = server.sink();
      services_.session = server.session();
      EXPECT_EQ(server.Run(), 0);
    }
    out_.Reset();
    std::string said;
    char buffer[4096];
    for (ssize_t n; (n = read(client_out_.get(), buffer, sizeof(buffer))) > 0;) said.append(buffer, n);
    return said;
  }

  static std::string Lines(const std::vector<std::string>& requests) {
    std::string lines;
    for (const std::string& request : requests) lines += request + "\n";
    return lines;
  }

  FakeServices services_;
  ServeOptions options_;
  UniqueFd in_, client_in_, client_out_, out_;
};

std::string Result(int id, absl::string_view result) {
  return absl::StrCat("{\"jsonrpc\":\"2.0\",\"id\":", id, ",\"result\":", result, "}\n");
}

std::string Error(int id, int code, absl::string_view message, absl::string_view data) {
  return absl::StrCat("{\"jsonrpc\":\"2.0\",\"id\":", id, ",\"error\":{\"code\":", code, ",\"message\":\"", message,
                      "\",\"data\":{", data, "}}}\n");
}

TEST_F(ServeTest, AProtocolWithoutHandshakeIsServedAtOnce) {
  std::vector<MethodRow> rows;
  for (const MethodRow& row : kFakeProtocol.methods) {
    if (!row.before_handshake) rows.push_back(row);
  }
  ProtocolTable table = kFakeProtocol;
  table.methods = rows;
  EXPECT_EQ(Serve(table, Lines({Request("1", "echo", "{\"a\":1}"), Request("2", "tell", "{}"), Request("3", "greet")})),
            Result(1, "{\"a\":1}") + Result(2, "{}") + "{\"told\":{}}\n" +
                Error(3, -32601, "There is no method \\\"greet\\\".", "\"errorCode\":\"NOT_FOUND\""));
}

TEST_F(ServeTest, AHandshakeComesFirstWhereThereIsOne) {
  EXPECT_EQ(Serve(kFakeProtocol, Lines({Request("1", "echo"), Request("2", "greet"), Request("3", "echo")})),
            Error(1, 1001, "Call greet first.", "\"errorCode\":\"UNAUTHORIZED\"") + Result(2, "{}") + Result(3, "{}"));
}

TEST_F(ServeTest, WhatIsParkedWhenTheInputEndsIsRefused) {
  const std::string said =
      Serve(kFakeProtocol, Lines({Request("1", "greet"), Request("2", "park"), Request("3", "park")}));
  const std::string text(wire::kErrorHostShuttingDown.text);
  const std::string data = "\"errorCode\":\"HOST_SHUTTING_DOWN\",\"retryable\":true";
  EXPECT_EQ(said, Result(1, "{}") + Error(2, 1001, text, data) + Error(3, 1001, text, data));
}

TEST_F(ServeTest, ErrorsOfTheRuntimeCarryTheDataOfTheProtocol) {
  EXPECT_EQ(Serve(kFakeProtocol, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}\n"),
            Error(1, -32600, "method must be a string.", "\"errorCode\":\"INVALID_REQUEST\",\"path\":\"/method\""));
}

}  // namespace
}  // namespace a2a::rpc

// Serves any generated protocol on stdin and stdout: what a main() needs besides its services.
//
//   int main() {
//     MyService mine;
//     plans::Services services;
//     services.plans = &mine;
//     a2a::rpc::Server server(plans::kProtocol, &services);
//     mine.sink = server.sink();  // for notifications and for calls that are answered later
//     return server.Run();
//   }
//
// The runtime answers by itself what JSON-RPC asks of it, with the errors of proto/a2a/jsonrpc.proto: text that is no
// JSON, wrong envelopes, unknown methods, faults. Their data is the protocol's own error data message.
//
// A protocol in which some method may come before the handshake has a handshake: its handler calls
// server.session()->Greet(), and until then every other call is refused. All other protocols have none.
//
// Nothing is durable here; a host with a store brings its own Engine (cli/serve.cc does). Owner thread only.
#ifndef A2A_RPC_SERVE_H_
#define A2A_RPC_SERVE_H_

#include <memory>

#include "absl/strings/string_view.h"
#include "base/call.h"
#include "rpc/limits.h"
#include "rpc/session.h"

namespace a2a::rpc {

struct ServeOptions {
  absl::string_view name = "host";  // what each line on stderr starts with
  Limits limits;
  int in = 0, out = 1, log = 2;  // descriptors
};

class Server {
 public:
  // `services` is the protocol's generated Services. Everything passed in outlives the server. Make it before any
  // thread: signals that end the process are kept for Run from here on.
  Server(const ProtocolTable& table, void* services, const ServeOptions& options = ServeOptions());
  ~Server();

  // Where handlers send notifications and the answers of parked calls. Only inside handlers.
  CallSink* sink();
  Session* session();

  // Serves until the input ends or SIGTERM, SIGINT or SIGHUP comes; what is read then is still answered, and calls
  // that are parked are refused as shut down. Returns main's exit code.
  int Run();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace a2a::rpc

#endif  // A2A_RPC_SERVE_H_

// app.*: the handshake and what the host says about itself (contract section 2).
//
// What it does not know itself, such as figures of the broker and the store, comes from callbacks that main wires.
// Owner thread only.
#ifndef A2A_RPC_APP_SERVICE_H_
#define A2A_RPC_APP_SERVICE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "a2a/wire/services.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/clock.h"
#include "base/log.h"
#include "rpc/outbox.h"
#include "rpc/session.h"

namespace a2a::rpc {

class AppService : public wire::AppService {
 public:
  // What changes while the host runs.
  struct Figures {
    int32_t agents = 0;
    int64_t open_tasks = 0;
    int32_t parked_calls = 0;
    int64_t undelivered_events = 0;
    int64_t database_bytes = 0;
    int64_t last_commit_micros = 0;
  };

  // Pointers outlive the service.
  struct Options {
    std::string version;  // of the program
    wire::Durability durability = wire::DURABILITY_FULL;
    // Values of bounds that the operator changed, by the bound's name.
    std::vector<std::pair<absl::string_view, int64_t>> configured;
    std::function<Figures()> figures;
    // Called with every successful handshake, inside the batch; `acks`: the client acknowledges events. May be empty.
    std::function<void(bool acks)> on_handshake;
    Session* session = nullptr;
    const Outbox* outbox = nullptr;
    Clock* clock = nullptr;
    Log* log = nullptr;
  };

  explicit AppService(Options options);

  absl::StatusOr<Disposition> Handshake(const CallContext& call, wire::HandshakeParams* params,
                                        wire::HandshakeResult* result) override;
  absl::StatusOr<Disposition> Health(const CallContext& call, wire::HealthParams* params,
                                     wire::HealthResult* result) override;
  absl::StatusOr<Disposition> GetVersion(const CallContext& call, wire::GetVersionParams* params,
                                         wire::GetVersionResult* result) override;

 private:
  const Options options_;
  const int64_t started_;  // monotonic milliseconds
  std::string limits_;     // JSON object: every bound by name
};

}  // namespace a2a::rpc

#endif  // A2A_RPC_APP_SERVICE_H_

// a2a.agents.* (contract section 3). Owner thread only.
#ifndef A2A_BROKER_AGENTS_SERVICE_H_
#define A2A_BROKER_AGENTS_SERVICE_H_

#include "a2a/wire/services.h"
#include "broker/core.h"

namespace a2a::broker {

class AgentsService final : public wire::AgentsService {
 public:
  explicit AgentsService(Core* core) : core_(*core) {}

  absl::StatusOr<Disposition> Register(const CallContext& call, wire::RegisterParams* params,
                                       wire::RegisterResult* result) override;
  absl::StatusOr<Disposition> Deregister(const CallContext& call, wire::TokenParams* params,
                                         wire::OkResult* result) override;
  absl::StatusOr<Disposition> NewRun(const CallContext& call, wire::TokenParams* params,
                                     wire::OkResult* result) override;
  absl::StatusOr<Disposition> List(const CallContext& call, wire::AgentsListParams* params,
                                   wire::AgentsListResult* result) override;

 private:
  Core& core_;
};

}  // namespace a2a::broker

#endif  // A2A_BROKER_AGENTS_SERVICE_H_

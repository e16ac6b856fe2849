// a2a.events.*: waiting for events and acknowledging them (contract section 5). Owner thread only.
#ifndef A2A_BROKER_EVENTS_SERVICE_H_
#define A2A_BROKER_EVENTS_SERVICE_H_

#include "a2a/wire/services.h"
#include "broker/core.h"

namespace a2a::broker {

class EventsService final : public wire::EventsService {
 public:
  explicit EventsService(Core* core) : core_(*core) {}

  absl::StatusOr<Disposition> Wait(const CallContext& call, wire::EventsWaitParams* params,
                                   wire::EventsWaitResult* result) override;
  absl::StatusOr<Disposition> Ack(const CallContext& call, wire::EventsAckParams* params,
                                  wire::OkResult* result) override;

 private:
  Core& core_;
};

}  // namespace a2a::broker

#endif  // A2A_BROKER_EVENTS_SERVICE_H_

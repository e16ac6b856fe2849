// a2a.tasks.pushNotificationConfig.* (contract section 4.6): a config belongs to its setter. Owner thread only.
#ifndef A2A_BROKER_PUSH_CONFIGS_SERVICE_H_
#define A2A_BROKER_PUSH_CONFIGS_SERVICE_H_

#include "a2a/wire/services.h"
#include "broker/core.h"

namespace a2a::broker {

class PushConfigsService final : public wire::PushConfigsService {
 public:
  explicit PushConfigsService(Core* core) : core_(*core) {}

  absl::StatusOr<Disposition> Set(const CallContext& call, wire::PushConfigSetParams* params,
                                  wire::PushConfigSetResult* result) override;
  absl::StatusOr<Disposition> Get(const CallContext& call, wire::PushConfigGetParams* params,
                                  wire::PushConfigGetResult* result) override;
  absl::StatusOr<Disposition> List(const CallContext& call, wire::PushConfigListParams* params,
                                   wire::PushConfigListResult* result) override;
  absl::StatusOr<Disposition> Delete(const CallContext& call, wire::PushConfigDeleteParams* params,
                                     wire::OkResult* result) override;

 private:
  Core& core_;
};

}  // namespace a2a::broker

#endif  // A2A_BROKER_PUSH_CONFIGS_SERVICE_H_

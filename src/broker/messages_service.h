// a2a.message.send, a2a.message.stream and a2a.messages.get (contract sections 4.1 and 4.3). Owner thread only.
#ifndef A2A_BROKER_MESSAGES_SERVICE_H_
#define A2A_BROKER_MESSAGES_SERVICE_H_

#include "a2a/wire/services.h"
#include "broker/access.h"
#include "broker/core.h"
#include "broker/idempotency.h"

namespace a2a::broker {

class MessagesService final : public wire::MessagesService {
 public:
  explicit MessagesService(Core* core) : core_(*core) {}

  absl::StatusOr<Disposition> Send(const CallContext& call, wire::SendParams* params,
                                   wire::TaskResult* result) override;
  absl::StatusOr<Disposition> Stream(const CallContext& call, wire::SendParams* params,
                                     wire::TaskResult* result) override;
  absl::StatusOr<Disposition> Get(const CallContext& call, wire::MessagesGetParams* params,
                                  wire::MessagesGetResult* result) override;

 private:
  // One call on its way.
  struct Sending {
    const CallContext& call;
    wire::SendParams* params;
    wire::TaskResult* result;
    Means means;
    Agent* caller = nullptr;
  };

  absl::StatusOr<Disposition> Handle(Sending sending);
  absl::StatusOr<Disposition> NewTask(const Sending& sending);
  absl::StatusOr<Disposition> FollowUp(const Sending& sending);

  // Counts that the message and, if it would park, its call must fit in.
  absl::Status CheckCaps(const Sending& sending, const Agent& recipient, bool parks) const;
  // The deadline that the call sets, if it does; StoreExtras arms it.
  void StampDeadline(const Sending& sending, store::TaskRow* task) const;
  // What every accepted message does beside its rows.
  absl::Status StoreExtras(const Sending& sending, const store::TaskRow& task);
  // The reply, or the parking of the call. `message` is the written one or, when `written` is null, an earlier one.
  absl::StatusOr<Disposition> Answer(const Sending& sending, const store::TaskRow& task, store::MessageKey message,
                                     store::MessageRow* written, Party party);
  absl::StatusOr<Disposition> Repeat(const Sending& sending, const store::TaskRow& task, store::MessageKey message);

  Core& core_;
};

}  // namespace a2a::broker

#endif  // A2A_BROKER_MESSAGES_SERVICE_H_

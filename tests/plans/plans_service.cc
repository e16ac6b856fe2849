// The plans protocol served on stdin and stdout; nothing but what it does is written by hand.
#include <map>
#include <vector>

#include "plans/dispatch.h"
#include "plans/errors.h"
#include "plans/notifications.h"
#include "rpc/serve.h"

using a2a::Disposition;

int Steps(const plans::Plan& plan) {
  int steps = plan.steps_size();
  for (const plans::Plan& part : plan.parts()) steps += Steps(part);
  return steps;
}

class Plans : public plans::PlansService {
 public:
  a2a::CallSink* sink = nullptr;

  absl::StatusOr<Disposition> Add(const a2a::CallContext&, plans::PlanParams* params,
                                  plans::PlanResult* result) override {
    *result->mutable_plan() = params->plan();
    result->mutable_plan()->set_id(params->plan().id() + 1);
    result->set_steps(Steps(result->plan()));
    kept_[result->plan().id()] = *result;
    std::string told;
    plans::AppendAddedNotification(*result, &told);
    sink->Notify(told);
    for (const a2a::CallId call : std::exchange(waiting_[result->plan().id()], {})) sink->Finish(call, *result);
    return Disposition::kReply;
  }

  absl::StatusOr<Disposition> Get(const a2a::CallContext&, plans::IdParams* params,
                                  plans::PlanResult* result) override {
    if (const auto found = kept_.find(params->id()); found != kept_.end()) {
      *result = found->second;
      return Disposition::kReply;
    }
    plans::PlanErrorData data;
    data.set_plan_id(params->id());
    for (const auto& [id, plan] : kept_) data.add_known_ids(id);
    return a2a::MakeError(plans::kErrorPlansUnknown, "Nobody planned that.", &data);
  }

  absl::StatusOr<Disposition> Await(const a2a::CallContext& call, plans::IdParams* params,
                                    plans::PlanResult* result) override {
    if (kept_.count(params->id()) != 0) return Get(call, params, result);
    waiting_[params->id()].push_back(call.id);
    return Disposition::kParked;
  }

 private:
  std::map<int64_t, plans::PlanResult> kept_;
  std::map<int64_t, std::vector<a2a::CallId>> waiting_;
};

int main() {
  Plans mine;
  plans::Services services;
  services.plans = &mine;
  a2a::rpc::Server server(plans::kProtocol, &services);
  mine.sink = server.sink();
  return server.Run();
}

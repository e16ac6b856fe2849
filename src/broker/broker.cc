#include "broker/broker.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/status_macros.h"
#include "broker/agents_service.h"
#include "broker/core.h"
#include "broker/events_service.h"
#include "broker/lifecycle.h"
#include "broker/messages_service.h"
#include "broker/push_configs_service.h"
#include "broker/tasks_service.h"
#include "broker/wakes.h"

namespace a2a::broker {
namespace {

// After a failed batch timers wait, so that a full disk does not keep the loop busy.
constexpr int64_t kRetryMillis = 1000;
// After a failed upkeep it alone waits; calls have their times all the same.
constexpr int64_t kIdleRetryMillis = 10000;

}  // namespace

struct Broker::Handlers {
  explicit Handlers(Core* core) : agents(core), events(core), messages(core), tasks(core), push_configs(core) {}

  AgentsService agents;
  EventsService events;
  MessagesService messages;
  TasksService tasks;
  PushConfigsService push_configs;
};

absl::StatusOr<std::unique_ptr<Broker>> Broker::Create(const Options& options, store::Store* store, Clock* clock,
                                                       RandomSource* random) {
  auto core = std::make_unique<Core>(options, store, clock, random);
  RETURN_IF_ERROR(LoadAgents(*core));
  RETURN_IF_ERROR(LoadDeadlines(*core));
  return std::unique_ptr<Broker>(new Broker(std::move(core)));
}

Broker::Broker(std::unique_ptr<Core> core) : core_(std::move(core)), handlers_(new Handlers(core_.get())) {}

Broker::~Broker() = default;

void Broker::SetSink(CallSink* sink) {
  core_->sink = sink;
  core_->deliveries.SetSink(sink);
}

void Broker::Bind(wire::Services* services) {
  services->agents = &handlers_->agents;
  services->events = &handlers_->events;
  services->messages = &handlers_->messages;
  services->tasks = &handlers_->tasks;
  services->push_configs = &handlers_->push_configs;
}

absl::Status Broker::Commit() {
  absl::Status status = std::exchange(deferred_, absl::OkStatus());
  if (status.ok()) status = core_->progress.Flush();
  const bool writes = core_->store->in_transaction();
  if (status.ok()) status = core_->store->Commit();
  if (!status.ok()) {
    Abort();
    return status;
  }
  core_->undo.Clear();
  core_->progress.Committed(core_->acks);
  if (writes) core_->upkeep.Committed();
  return status;
}

void Broker::Abort() {
  core_->store->Rollback();
  core_->undo.Undo();
  core_->progress.Aborted();
  core_->upkeep.Postpone(kRetryMillis);
  deferred_ = absl::OkStatus();
  timers_from_ = core_->clock->MonotonicMillis() + kRetryMillis;
}

bool Broker::Dirty() const { return core_->store->in_transaction() || !core_->undo.empty(); }

int64_t Broker::NextTimerMillis() {
  const int64_t now = core_->clock->MonotonicMillis();
  std::optional<int64_t> due = core_->parked.NextDeadline();
  const auto sooner = [&due](int64_t at) { due = std::min(due.value_or(at), at); };
  if (core_->registry.live_count() < core_->registry.all().size() && core_->grace.deadline().has_value()) {
    sooner(*core_->grace.deadline());
  }
  if (const std::optional<int64_t> overdue = NextOverdue(*core_)) sooner(*overdue);
  if (core_->deliveries.Due() || WokenDue(*core_)) sooner(now);
  if (due.has_value()) due = std::max(*due, timers_from_);
  sooner(core_->upkeep.NextDue());
  return std::max<int64_t>(0, *due - now);
}

void Broker::OnTimers() {
  const int64_t now = core_->clock->MonotonicMillis();
  if (now < timers_from_) return;
  core_->parked.WakeDue(now);
  if (WokenDue(*core_)) {
    // What follows writes, and a store without room fails the batch. Calls whose time is over do not wait for that.
    CatchUp();
    return;
  }
  Defer(EndOverdueTasks(*core_));
  if (deferred_.ok() && HasLostAgents(*core_)) Defer(EndLostAgents(*core_));
  CatchUp();
}

bool Broker::RenderBacklog() {
  CatchUp();
  return deferred_.ok() && (core_->deliveries.Due() || WokenDue(*core_));
}

void Broker::ReleaseParked() {
  Defer(ReleaseAllParked(*core_));
  core_->progress.Require();
}

absl::StatusOr<bool> Broker::OnIdle() {
  absl::StatusOr<bool> more = false;
  if (core_->upkeep.IsQuiet()) {
    absl::Status recorded = RecordDelivered();
    if (!recorded.ok()) more = std::move(recorded);
  }
  if (more.ok()) more = core_->upkeep.Idle();
  if (!more.ok()) core_->upkeep.Postpone(kIdleRetryMillis);
  return more;
}

absl::Status Broker::RecordDelivered() {
  if (!core_->progress.behind()) return absl::OkStatus();
  core_->progress.Require();
  return Commit();
}

void Broker::OnFirstHandshake(bool acks) {
  if (core_->grace.deadline().has_value()) return;
  core_->grace.Start();
  core_->acks = acks;
  core_->undo.Add([core = core_.get()] { core->acks = false; });
  // What passed while the host was down ends before anybody who is back can ask for it.
  Defer(EndOverdueTasks(*core_));
}

Figures Broker::figures() const {
  Figures figures;
  figures.agents = static_cast<int32_t>(core_->registry.live_count());
  figures.open_tasks = core_->open_tasks.total();
  figures.parked_calls = static_cast<int32_t>(core_->parked.size());
  for (const auto& [key, agent] : core_->registry.all()) figures.undelivered_events += agent->undelivered;
  return figures;
}

void Broker::CatchUp() {
  if (deferred_.ok() && core_->deliveries.Due()) Defer(core_->deliveries.Drain(wire::kA2aMaxBatchBytes));
  if (deferred_.ok()) Defer(AnswerWoken(*core_, wire::kA2aMaxBatchBytes));
}

void Broker::Defer(absl::Status status) {
  if (deferred_.ok()) deferred_ = std::move(status);
}

}  // namespace a2a::broker

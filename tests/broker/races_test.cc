// All that can end a task, against each other (contract sections 4.2 and 4.4): in every order, in one batch, in batches
// of their own and after a batch that failed, and in random sequences with restarts, takeovers and new deadlines. There
// is one end, one final event for everybody to whom it is due, one push per config, and one answer for who waits; a
// caller that comes too late is told who was first.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "a2a/wire/codec.h"
#include "a2a/wire/states.h"
#include "absl/strings/str_cat.h"
#include "broker/core.h"
#include "broker/fixture.h"

namespace a2a::broker {
namespace {

constexpr int kSequences = 10'000;
constexpr int kAsks = 0, kServes = 1;  // the two parties
constexpr int64_t kGraceSeconds = 40;

// What must become of one task.
struct Model {
  std::array<Peer, 2> peers;
  std::array<bool, 2> live{true, true}, ended{false, false};
  std::optional<wire::TaskState> end;
  std::string by;
  std::array<int, 2> final_events{0, 0};
  int64_t due = -1, grace = -1;  // monotonic milliseconds; -1: none
  CallId parked = 0;
  int64_t parked_until = 0;
  std::vector<std::string> said;
  std::array<std::vector<std::string>, 2> held;

  std::string State() const { return std::string(wire::WireName(end.value_or(wire::TASK_STATE_SUBMITTED))); }

  void Tell(int who, const std::string& line) { (live[who] ? said : held[who]).push_back(line); }
  void Answer() {
    if (parked != 0) said.push_back(absl::StrCat("finish ", parked, " ", State()));
    parked = 0;
  }
  // The first one wins. Both parties have set a push config.
  void End(wire::TaskState state, const std::string& by_whom, const std::vector<int>& recipients) {
    if (end.has_value()) return;
    end = state;
    by = by_whom;
    due = -1;
    for (int who : recipients) {
      ++final_events[who];
      Tell(who, absl::StrCat(peers[who].id, " ", State(), "!"));
      for (size_t i = 0; i < 2 / recipients.size(); ++i) Tell(who, "push " + peers[who].id);
    }
    Answer();
  }
  void Leave(int who) {
    const wire::TaskState state = who == kServes ? wire::TASK_STATE_FAILED : wire::TASK_STATE_CANCELED;
    End(state, std::string(wire::kBrokerName), {1 - who});
    live[who] = false;
    ended[who] = true;
  }
  void PassDeadline(int64_t now) {
    if (due >= 0 && now >= due) End(wire::TASK_STATE_FAILED, std::string(wire::kBrokerName), {kAsks, kServes});
  }
  void PassGrace(int64_t now) {
    if (grace < 0 || now < grace) return;
    const std::array<bool, 2> lost{!live[0] && !ended[0], !live[1] && !ended[1]};
    if (lost[0] && lost[1]) End(wire::TASK_STATE_FAILED, std::string(wire::kBrokerName), {});
    for (int who : {kAsks, kServes}) {
      if (lost[who]) Leave(who);
    }
  }
};

class Race {
 public:
  Race(Host* host, int serial, int64_t deadline_seconds) : host_(*host), context_(absl::StrCat("c", serial)) {
    for (int who : {kAsks, kServes}) {
      model_.peers[who] = host_.Register(context_, absl::StrCat(who == kAsks ? "ada " : "bob ", serial));
    }
    wire::SendParams params = Params("opening");
    params.mutable_message()->set_to(model_.peers[kServes].id);
    params.mutable_configuration()->set_deadline_seconds(static_cast<int32_t>(deadline_seconds));
    const auto task = host_.Send(params);
    EXPECT_TRUE(task.ok()) << task.status();
    id_ = task->id();
    model_.due = Now() + deadline_seconds * 1000;
    for (const Peer& peer : model_.peers) {
      wire::PushNotificationConfig config;
      config.set_id("of " + peer.id);
      config.set_token("secret of " + peer.id);
      EXPECT_TRUE(host_.SetPush(peer, id_, config).ok());
    }
    host_.sink.said.clear();
  }

  int64_t Now() { return host_.clock.mono; }
  const Model& model() const { return model_; }

  void Stop() {
    CompareSaid();
    host_.Reboot();
    model_.live = {false, false};
    model_.parked = 0;
    host_.Handshake();
    model_.grace = Now() + kGraceSeconds * 1000;
    model_.PassDeadline(Now());
  }
  void Resume(int who) {
    const Peer old = model_.peers[who];
    const bool may = !model_.ended[who] && (model_.live[who] || model_.grace < 0 || Now() < model_.grace);
    const auto resumed = host_.TryResume(context_, old, Card("any name"));
    if (!may) {
      ErrorOf(resumed.status(), wire::kErrorA2aUnknownToken);
      return;
    }
    ASSERT_TRUE(resumed.ok()) << resumed.status();
    EXPECT_EQ(resumed->id, old.id);
    model_.peers[who] = *resumed;
    if (model_.live[who] && who == kAsks) model_.Answer();
    model_.live[who] = true;
    for (const std::string& line : model_.held[who]) model_.said.push_back(line);
    model_.held[who].clear();
  }
  // The requester waits for the task; may set a deadline anew. Not in a batch in which time has passed: all of a batch
  // has one stamp, so that the deadline would be another one after a restart.
  void Wait(int64_t deadline_seconds) {
    if (stamp_is_old_) deadline_seconds = 0;
    wire::SendParams params = Params(absl::StrCat("wait ", ++serial_));
    params.mutable_message()->set_task_id(id_);
    params.mutable_configuration()->set_blocking(model_.parked == 0);
    if (deadline_seconds > 0) {
      params.mutable_configuration()->set_deadline_seconds(static_cast<int32_t>(deadline_seconds));
    }
    const auto sent = host_.Send(params);
    if (Refused(kAsks, sent.status())) return;
    if (model_.parked == 0) {
      model_.parked = host_.last_call();
      model_.parked_until = Now() + wire::kA2aMaxStreamWaitSeconds * 1000;
    }
    if (deadline_seconds > 0) model_.due = Now() + deadline_seconds * 1000;
    model_.Tell(kServes, model_.peers[kServes].id + " submitted");
  }
  void Complete() {
    const auto done = host_.Status(model_.peers[kServes], id_, wire::TASK_STATE_COMPLETED);
    Move(kServes, wire::TASK_STATE_COMPLETED, done);
  }
  void Cancel(int who) { Move(who, wire::TASK_STATE_CANCELED, host_.Cancel(model_.peers[who], id_)); }
  void Leave(int who) {
    const absl::Status left = host_.Deregister(model_.peers[who]);
    if (!model_.live[who]) {
      ErrorOf(left, wire::kErrorA2aUnknownToken);
      return;
    }
    EXPECT_TRUE(left.ok()) << left;
    model_.Leave(who);
  }
  // Time goes on to `at`. `commit`: the timers are a batch of their own.
  void PassTo(int64_t at, bool commit) {
    if (at > Now()) host_.clock.Pass(at - Now());
    host_.broker().OnTimers();
    if (commit) {
      EXPECT_TRUE(host_.broker().Commit().ok());
    }
    model_.PassDeadline(Now());
    model_.PassGrace(Now());
    if (Now() >= model_.parked_until) model_.Answer();
    stamp_is_old_ = !commit;
  }
  void PassTime(int64_t millis, bool commit) { PassTo(Now() + millis, commit); }

  void BatchEnds() { stamp_is_old_ = false; }

  // A batch of `calls`, which is given up.
  template <typename Calls>
  void Fail(Calls calls) {
    BatchEnds();
    const std::string before = host_.DumpMemory();
    const Model saved = model_;
    const std::vector<Said> heard = host_.sink.said;
    host_.BeginBatch();
    calls();
    host_.AbortBatch();
    EXPECT_EQ(host_.DumpMemory(), before);
    host_.sink.said = heard;
    model_ = saved;
    BatchEnds();
    host_.clock.Pass(1000);  // timers wait after a failure
  }

  // Whoever is left leaves; then all is compared.
  void Finish() {
    for (int who : {kAsks, kServes}) {
      if (model_.live[who]) Leave(who);
    }
    PassTime(kGraceSeconds * 1000, true);
    EXPECT_EQ(host_.core().registry.all().size(), 0u);
    CompareSaid();
    const auto row = host_.store().FindTask(id_);
    ASSERT_TRUE(row.ok() && row->has_value());
    EXPECT_EQ((*row)->state, model_.end);
    EXPECT_EQ((*row)->deadline_at, 0);
    EXPECT_EQ(host_.core().deadlines.by_task().size(), 0u);
    for (int who : {kAsks, kServes}) {
      const auto events = host_.store().EventsAfter(who == kAsks ? (*row)->requester : (*row)->worker, 0, 100);
      ASSERT_TRUE(events.ok());
      EXPECT_EQ(std::count_if(events->begin(), events->end(),
                              [](const store::EventRow& event) { return wire::IsTerminal(event.state); }),
                model_.final_events[who]);
    }
  }

 private:
  void CompareSaid() {
    const std::vector<Said> said = host_.sink.Take();
    EXPECT_THAT(Brief(said), testing::ElementsAreArray(model_.said));
    for (const Said& one : said) {
      if (one.kind != Said::kPush || !one.push.has_token()) continue;
      EXPECT_EQ(one.push.token(), "secret of " + one.push.recipient());
    }
    model_.said.clear();
  }
  wire::SendParams Params(const std::string& message_id) {
    wire::SendParams params;
    params.set_token(model_.peers[kAsks].token);
    *params.mutable_message() = Text(message_id);
    return params;
  }
  // True when the call came too late, in which case it was told so.
  bool Refused(int who, const absl::Status& status) {
    if (!model_.live[who]) {
      ErrorOf(status, wire::kErrorA2aUnknownToken);
      return true;
    }
    if (!model_.end.has_value()) {
      EXPECT_TRUE(status.ok()) << status;
      return false;
    }
    const wire::ErrorData data = ErrorOf(status, wire::kErrorA2aTaskTerminal);
    EXPECT_EQ(data.state(), *model_.end);
    EXPECT_EQ(data.by(), model_.by);
    return true;
  }
  void Move(int who, wire::TaskState state, const absl::StatusOr<wire::Task>& done) {
    const bool repeat = model_.live[who] && model_.end == state && model_.by == model_.peers[who].id;
    if (repeat) {
      EXPECT_TRUE(done.ok()) << done.status();
      return;
    }
    if (Refused(who, done.status())) return;
    model_.End(state, model_.peers[who].id, {1 - who});
  }

  Host& host_;
  const std::string context_;
  std::string id_;
  Model model_;
  int serial_ = 0;
  bool stamp_is_old_ = false;
};

enum Way { kComplete, kCancel, kAskerLeaves, kServerLeaves, kDeadlinePasses, kGraceEnds };
enum Mode { kApart, kTogether, kFirstFails };

Options ShortGrace() {
  Options options;
  options.reclaim_grace_seconds = kGraceSeconds;
  return options;
}

void Take(Race* race, Way way, bool commit) {
  switch (way) {
    case kComplete:
      return race->Complete();
    case kCancel:
      return race->Cancel(kAsks);
    case kAskerLeaves:
      return race->Leave(kAsks);
    case kServerLeaves:
      return race->Leave(kServes);
    case kDeadlinePasses:
      return race->PassTo(std::max(race->Now(), race->model().due), commit);
    case kGraceEnds:
      return race->PassTo(race->model().grace, commit);
  }
}

// `here`: bits of the parties that are back after the stop of the host.
void RunRace(Host* host, int serial, const std::vector<Way>& order, unsigned here, Mode mode) {
  const auto at = [&](Way way) { return std::find(order.begin(), order.end(), way); };
  Race race(host, serial, at(kDeadlinePasses) < at(kGraceEnds) ? kGraceSeconds / 2 : kGraceSeconds * 2);
  race.Stop();
  for (int who : {kAsks, kServes}) {
    if ((here >> who) & 1) race.Resume(who);
  }
  race.Wait(0);
  if (mode == kFirstFails) {
    race.Fail([&] { Take(&race, order[0], false); });
  }
  if (mode == kTogether) host->BeginBatch();
  for (Way way : order) Take(&race, way, mode != kTogether);
  if (mode == kTogether) {
    EXPECT_TRUE(host->EndBatch().ok());
  }
  race.Finish();
}

TEST(Races, EveryOrderHasOneEnd) {
  Host host(ShortGrace());
  int serial = 0;
  std::vector<Way> order = {kComplete, kCancel, kAskerLeaves, kServerLeaves, kDeadlinePasses, kGraceEnds};
  do {
    for (unsigned here = 0; here < 4; ++here) {
      for (Mode mode : {kApart, kTogether, kFirstFails}) {
        SCOPED_TRACE(absl::StrCat("order ", testing::PrintToString(order), " here ", here, " mode ", mode));
        RunRace(&host, ++serial, order, here, mode);
        if (testing::Test::HasFailure()) return;
      }
    }
  } while (std::next_permutation(order.begin(), order.end()));
  EXPECT_EQ(serial, 720 * 4 * 3);
}

void Step(Race* race, std::mt19937* random, bool commit) {
  const auto pick = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(*random); };
  switch (pick(12)) {
    case 0:
      return race->Complete();
    case 1:
      return race->Cancel(pick(2));
    case 2:
      return pick(2) == 0 ? race->Leave(pick(2)) : race->Wait(0);
    case 3:
    case 4:
      return race->Wait(1 + pick(2 * kGraceSeconds));
    case 5:
      return race->Wait(0);
    case 6:
    case 7:
      return race->PassTime(1000 * pick(20), commit);
    default:
      return race->Resume(pick(2));
  }
}

TEST(Races, RandomSequencesHaveOneEnd) {
  const char* chosen = std::getenv("A2A_SEED");
  const uint32_t seed = chosen != nullptr ? std::strtoul(chosen, nullptr, 10) : std::random_device{}();
  const char* more = std::getenv("A2A_RANDOM_SEQUENCES");
  const int sequences = more != nullptr ? std::atoi(more) : kSequences;
  std::cout << "seed " << seed << " (A2A_SEED repeats it), " << sequences << " sequences\n";
  Host host(ShortGrace());
  for (int i = 0; i < sequences; ++i) {
    SCOPED_TRACE(absl::StrCat("seed ", seed, " sequence ", i));
    std::mt19937 random(seed + i);
    const auto pick = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
    Race race(&host, i, 1 + pick(2 * kGraceSeconds));
    for (int batch = 0; batch < 6; ++batch) {
      const int steps = 1 + pick(3);
      if (pick(5) == 0) race.Stop();
      if (pick(4) == 0) {
        race.Fail([&] {
          for (int step = 0; step < steps; ++step) Step(&race, &random, false);
        });
        continue;
      }
      const bool together = pick(2) == 0;
      if (together) host.BeginBatch();
      for (int step = 0; step < steps; ++step) Step(&race, &random, !together);
      if (together) {
        EXPECT_TRUE(host.EndBatch().ok());
        race.BatchEnds();
      }
    }
    race.Finish();
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace a2a::broker

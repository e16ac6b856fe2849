// Instances that come back with a secret, live ones that are taken over, and who can not (contract section 3).
#include <gmock/gmock.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "broker/core.h"
#include "broker/fixture.h"

namespace a2a::broker {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

wire::RegisterParams Params(const std::string& context_id, const std::string& name, bool secret_only = false) {
  wire::RegisterParams params;
  params.set_context_id(context_id);
  *params.mutable_card() = Card(name);
  if (secret_only) params.set_secret_only(true);
  return params;
}

class Resume : public testing::Test {
 protected:
  Resume() : ada(host.Register("c1", "ada")), bob(host.Register("c2", "bob")) {}

  Peer Register(wire::RegisterParams params) {
    const auto peer = host.TryRegister(std::move(params));
    EXPECT_TRUE(peer.ok()) << peer.status();
    return peer.value_or(Peer());
  }
  // The store's instances.
  std::vector<store::AgentRow> Stored() {
    auto rows = host.store().UnendedAgents();
    EXPECT_TRUE(rows.ok()) << rows.status();
    return rows.ok() ? *std::move(rows) : std::vector<store::AgentRow>();
  }
  // A registration that is refused and leaves nothing.
  void ExpectRefused(const std::string& context_id, const Peer& with, wire::AgentCard card) {
    const std::string before = host.DumpMemory();
    const size_t instances = Stored().size();
    const absl::Status refused = host.TryResume(context_id, with, std::move(card)).status();
    ErrorOf(refused, wire::kErrorA2aUnknownToken);
    EXPECT_EQ(std::string(refused.message()).find(with.secret), with.secret.empty() ? 0 : std::string::npos);
    EXPECT_EQ(host.DumpMemory(), before);
    EXPECT_EQ(Stored().size(), instances);
  }
  void ExpectEveryMismatchRefused() {
    const Peer second = host.Register("c1", "second");
    ExpectRefused("c1", {"nobody", "", ada.secret}, Card("ada"));
    ExpectRefused("c1", {"ADA", "", ada.secret}, Card("ada"));
    ExpectRefused("c1", {"second", "", ada.secret}, Card("ada"));
    ExpectRefused("c1", {"ada", "", second.secret}, Card("ada"));
    ExpectRefused("c1", {"ada", "", ada.token}, Card("ada"));
    ExpectRefused("c1", {"ada", "", ada.secret + "x"}, Card("ada"));
    ExpectRefused("c1", {"ada", "", ada.secret.substr(1)}, Card("ada"));
    ExpectRefused("c1", {"ada", "", ""}, Card("ada"));
    ExpectRefused("c2", ada, Card("ada"));
    ExpectRefused("c1", ada, Card("ada", wire::AGENT_KIND_PARENT));
    ASSERT_TRUE(host.Deregister(second).ok());
    ExpectRefused("c1", second, Card("second"));
  }
  wire::SendParams Blocking(const Peer& peer, const std::string& message_id, const std::string& to) {
    wire::SendParams params;
    params.set_token(peer.token);
    *params.mutable_message() = Text(message_id);
    params.mutable_message()->set_to(to);
    params.mutable_configuration()->set_blocking(true);
    return params;
  }
  // All that an agent can ask about a task is refused.
  void ExpectStranger(const Peer& peer, const std::string& id, const std::string& message_id) {
    const auto& party = wire::kErrorA2aUnknownAgent;
    ErrorOf(host.Get(peer, id).status(), party);
    ErrorOf(host.Status(peer, id, wire::TASK_STATE_COMPLETED).status(), party);
    ErrorOf(host.Cancel(peer, id).status(), party);
    ErrorOf(host.Resubscribe(peer, id).status(), party);
    ErrorOf(host.Send(peer, Text("stranger", "x", id)).status(), party);
    ErrorOf(host.Send(peer, Text(message_id, "hello", id)).status(), party);  // nor is a repeat of the other's answered
    ErrorOf(host.SetPush(peer, id, {}).status(), party);
    ErrorOf(host.GetPush(peer, id).status(), party);
    ErrorOf(host.GetMessage(peer, id, message_id).status(), party);
    const auto list = host.ListTasks(peer);
    ASSERT_TRUE(list.ok()) << list.status();
    for (const wire::Task& task : list->tasks()) EXPECT_NE(task.id(), id);
  }

  Host host;
  Peer ada, bob;
};

TEST_F(Resume, AFirstRegistrationIsNone) {
  EXPECT_FALSE(ada.resumed);
  EXPECT_EQ(ada.secret.size(), 43u);
  EXPECT_NE(ada.secret, ada.token);
  EXPECT_NE(ada.secret, bob.secret);
}

TEST_F(Resume, EveryMismatchWithALiveInstanceIsRefused) { ExpectEveryMismatchRefused(); }

TEST_F(Resume, EveryMismatchWithOneThatWasCutOffIsRefused) {
  host.Restart();
  ExpectEveryMismatchRefused();
  EXPECT_EQ(host.Resume("c1", ada).id, "ada");
}

TEST_F(Resume, EndedInstancesAreNotResumed) {
  host.Restart();
  host.Handshake();
  host.clock.Pass(wire::kA2aReclaimGraceSeconds * 1000);
  ExpectRefused("c1", ada, Card("ada"));  // as good as lost, though the timers have not run
  host.Timers();
  ExpectRefused("c1", ada, Card("ada"));
  host.Restart();
  ExpectRefused("c1", ada, Card("ada"));
}

TEST_F(Resume, NameAndCardAreJudgedFirst) {
  const Peer wrong{"ada", "", "wrong"};
  EXPECT_EQ(ErrorOf(host.TryResume("c1", wrong, Card("a[b")).status(), wire::kErrorInvalidParams).path(),
            "/params/card/name");
  wire::AgentCard large = Card("ada");
  large.set_description(std::string(wire::kA2aMaxCardBytes, 'x'));
  ErrorOf(host.TryResume("c1", wrong, large).status(), wire::kErrorA2aPayloadTooLarge);
  ErrorOf(host.TryResume("c1", ada, large).status(), wire::kErrorA2aPayloadTooLarge);
  ErrorOf(host.TryResume("c1", {std::string(wire::kA2aMaxCardBytes, 'x'), "", "wrong"}, Card("ada")).status(),
          wire::kErrorA2aUnknownToken);
}

TEST_F(Resume, OneThatWasCutOffHasItsTasksAndHeldEvents) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  host.Restart();
  const Peer ada2 = host.Resume("c1", ada);
  EXPECT_TRUE(ada2.resumed);
  EXPECT_NE(ada2.token, ada.token);
  EXPECT_EQ(ada2.secret, ada.secret);
  ASSERT_TRUE(host.Send(ada2, Text("f1", "x", id)).ok());
  EXPECT_THAT(host.sink.said, IsEmpty());
  const Peer bob2 = host.Resume("c2", bob);
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("bob working"));
  EXPECT_TRUE(host.Status(bob2, id, wire::TASK_STATE_COMPLETED).ok());
  ErrorOf(host.Get(ada, id).status(), wire::kErrorA2aUnknownToken);
}

TEST_F(Resume, TakesTheNewCardUnderTheOldName) {
  ASSERT_EQ(host.Register("c1", "ada").id, "ada-2");
  wire::AgentCard card = Card("somebody else");
  card.set_description("now with a hat");
  for (const bool cut_off : {false, true}) {
    if (cut_off) host.Restart();
    const auto resumed = host.TryResume("c1", ada, card);
    ASSERT_TRUE(resumed.ok()) << resumed.status();
    EXPECT_EQ(resumed->id, "ada");
    const auto list = host.List(host.Register("c3", absl::StrCat("reader ", cut_off)));
    ASSERT_TRUE(list.ok());
    EXPECT_EQ(list->agents(0).name(), "ada");
    EXPECT_EQ(list->agents(0).context_id(), "c1");
    EXPECT_EQ(list->agents(0).description(), "now with a hat");
    EXPECT_EQ(host.core().registry.FindById("ada")->requested_name, "ada");
  }
}

TEST_F(Resume, TheSecretOutlivesEveryRestart) {
  Peer peer = ada;
  for (int i = 0; i < 3; ++i) {
    host.Restart();
    peer = host.Resume("c1", peer);
    EXPECT_EQ(peer.secret, ada.secret);
    peer = host.Resume("c1", ada);
    EXPECT_EQ(peer.secret, ada.secret);
  }
}

TEST_F(Resume, TheSendsOfTheRunAreKept) {
  ASSERT_TRUE(host.Send(ada, Text("m1"), "bob").ok());
  host.Resume("c1", ada);
  EXPECT_EQ(host.core().registry.FindById("ada")->sends, 1);
  host.Restart();
  host.Resume("c1", ada);
  EXPECT_EQ(host.core().registry.FindById("ada")->sends, 1);
}

TEST_F(Resume, OfALiveInstanceEndsItsTokenAndReturnsItsCalls) {
  ASSERT_TRUE(host.Send(Blocking(ada, "m1", "bob")).ok());
  const CallId first = host.last_call();
  const std::string id = host.sink.said.back().update().task_id();
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_WORKING).ok());
  const Peer cleo = host.Register("c3", "cleo");
  ASSERT_TRUE(host.Send(Blocking(cleo, "m2", "ada")).ok());
  const CallId of_cleo = host.last_call();
  ASSERT_TRUE(host.Send(Blocking(ada, "m3", "bob")).ok());
  const CallId second = host.last_call();
  host.sink.said.clear();
  const Peer ada2 = host.Resume("c1", ada);
  EXPECT_TRUE(ada2.resumed);
  EXPECT_EQ(ada2.secret, ada.secret);
  EXPECT_THAT(Brief(host.sink.Take()),
              ElementsAre(absl::StrCat("finish ", first, " working"), absl::StrCat("finish ", second, " submitted")));
  EXPECT_EQ(host.broker().figures().parked_calls, 1);
  EXPECT_EQ(host.broker().figures().agents, 3);
  ErrorOf(host.Get(ada, id).status(), wire::kErrorA2aUnknownToken);
  ErrorOf(host.Deregister(ada), wire::kErrorA2aUnknownToken);
  // It hears what the instance is to hear, and is who it was.
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_COMPLETED).ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada completed!"));
  EXPECT_TRUE(host.Get(ada2, id).ok());
  ASSERT_TRUE(host.Deregister(ada2).ok());
  EXPECT_THAT(Brief(host.sink.Take()),
              ElementsAre("cleo failed!", "bob canceled!", absl::StrCat("finish ", of_cleo, " failed")));
}

TEST_F(Resume, OfALiveInstanceKeepsItsBacklogInOrder) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  host.sink.accepting = false;
  ASSERT_TRUE(host.Send(ada, Text("f1", "x", id)).ok());
  ASSERT_TRUE(host.Cancel(ada, id).ok());
  host.Resume("c2", bob);
  host.sink.accepting = true;
  host.broker().RenderBacklog();
  ASSERT_TRUE(host.broker().Commit().ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("bob working", "bob canceled!"));
}

TEST_F(Resume, AReclaimByNameHasANewSecret) {
  host.Restart();
  const Peer ada2 = host.Register("c1", "ada");
  EXPECT_TRUE(ada2.resumed);
  EXPECT_NE(ada2.secret, ada.secret);
  ExpectRefused("c1", ada, Card("ada"));
  host.Restart();
  ExpectRefused("c1", ada, Card("ada"));
  EXPECT_EQ(host.Resume("c1", ada2).id, "ada");
}

TEST_F(Resume, WhatIsSecretOnlyIsNotFoundByItsName) {
  const Peer cleo = Register(Params("c1", "cleo", true));
  host.Restart();
  const Peer other = host.Register("c1", "cleo");
  EXPECT_EQ(other.id, "cleo-2");
  EXPECT_FALSE(other.resumed);
  EXPECT_EQ(host.Resume("c1", cleo).id, "cleo");
}

TEST_F(Resume, WhoAsksForSecretOnlyReclaimsNobody) {
  host.Restart();
  const Peer other = Register(Params("c1", "ada", true));
  EXPECT_EQ(other.id, "ada-2");
  EXPECT_FALSE(other.resumed);
  EXPECT_TRUE(host.Register("c1", "ada").resumed);
}

TEST_F(Resume, WhatWasResumedOnceIsNotFoundByItsName) {
  for (const bool live : {true, false}) {
    if (!live) host.Restart();
    ada = host.Resume("c1", ada);
    host.Restart();
    const Peer other = host.Register("c1", "ada");
    EXPECT_FALSE(other.resumed);
    ASSERT_TRUE(host.Deregister(other).ok());
    ada = host.Resume("c1", ada);
  }
}

TEST_F(Resume, OnlyInstancesThatTheirNameReclaimsCountAsMatches) {
  const Peer cleo = Register(Params("c1", "cleo", true));
  const Peer plain = host.Register("c1", "cleo");
  const std::string id = host.TaskIn(plain, bob, wire::TASK_STATE_WORKING);
  host.Restart();
  const Peer back = host.Register("c1", "cleo");
  EXPECT_TRUE(back.resumed);
  EXPECT_EQ(back.id, "cleo-2");
  EXPECT_TRUE(host.Get(back, id).ok());
}

TEST_F(Resume, TwoOfOneNameAreNeverSwapped) {
  const Peer twin = host.Register("c1", "ada");
  const std::string first = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  const std::string second = host.TaskIn(twin, bob, wire::TASK_STATE_WORKING);
  host.Restart();
  // The name alone fits both, so it gets neither.
  const Peer nobody = host.Register("c1", "ada");
  EXPECT_FALSE(nobody.resumed);
  EXPECT_EQ(nobody.id, "ada-3");
  ExpectStranger(nobody, first, "opening 1");
  ExpectStranger(nobody, second, "opening 2");
  ExpectRefused("c1", {"ada", "", twin.secret}, Card("ada"));
  ExpectRefused("c1", {"ada-2", "", ada.secret}, Card("ada"));
  const Peer twin2 = host.Resume("c1", twin);
  const Peer ada2 = host.Resume("c1", ada);
  EXPECT_EQ(twin2.id, "ada-2");
  EXPECT_EQ(ada2.id, "ada");
  EXPECT_TRUE(host.GetMessage(ada2, first, "opening 1").ok());
  EXPECT_TRUE(host.GetMessage(twin2, second, "opening 2").ok());
  EXPECT_EQ(host.ListTasks(ada2)->tasks_size(), 1);
  ExpectStranger(ada2, second, "opening 2");
  ExpectStranger(twin2, first, "opening 1");
}

TEST_F(Resume, AFreshAgentOfALostOnesNameReadsNothingOfIt) {
  const std::string asked = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  const std::string served = host.TaskIn(bob, ada, wire::TASK_STATE_WORKING);
  host.Restart();
  const Peer bob2 = host.Register("c2", "bob");
  ASSERT_TRUE(host.Send(bob2, Text("f1", "for ada's eyes", served)).ok());
  host.sink.said.clear();
  const Peer fresh = host.Register("c9", "ada");
  EXPECT_EQ(fresh.id, "ada-2");
  EXPECT_FALSE(fresh.resumed);
  ExpectStranger(fresh, asked, "opening 1");
  ExpectStranger(fresh, served, "f1");
  EXPECT_THAT(host.sink.said, IsEmpty());
  // Nor once the lost one has ended.
  host.Handshake();
  host.clock.Pass(wire::kA2aReclaimGraceSeconds * 1000);
  host.Timers();
  EXPECT_EQ(Brief(host.sink.Take()), (std::vector<std::string>{"bob canceled!", "bob failed!"}));
  const Peer later = host.Register("c9", "ada");
  EXPECT_NE(later.id, "ada");
  const Peer heir = host.Register("c1", "ada");
  EXPECT_EQ(heir.id, "ada");
  for (const Peer& peer : {fresh, later, heir}) {
    ExpectStranger(peer, asked, "opening 1");
    ExpectStranger(peer, served, "f1");
  }
  EXPECT_THAT(host.sink.said, IsEmpty());
}

TEST_F(Resume, AFreshAgentOfADeregisteredOnesNameReadsNothingOfIt) {
  const std::string asked = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  const std::string served = host.TaskIn(bob, ada, wire::TASK_STATE_WORKING);
  host.sink.accepting = false;  // the old one has not heard it yet
  ASSERT_TRUE(host.Send(bob, Text("f1", "for ada's eyes", served)).ok());
  ASSERT_TRUE(host.Deregister(ada).ok());
  const Peer heir = host.Register("c1", "ada");
  ASSERT_EQ(heir.id, "ada");
  host.sink.accepting = true;
  host.broker().RenderBacklog();
  ASSERT_TRUE(host.broker().Commit().ok());
  EXPECT_EQ(Brief(host.sink.Take()), (std::vector<std::string>{"bob canceled!", "bob failed!"}));
  ExpectStranger(heir, asked, "opening 1");
  ExpectStranger(heir, served, "f1");
  host.Restart();
  const Peer again = host.Resume("c1", heir);
  ExpectStranger(again, asked, "opening 1");
  EXPECT_THAT(host.sink.said, IsEmpty());
}

TEST_F(Resume, AFailedBatchTakesATakeoverBack) {
  ASSERT_TRUE(host.Send(Blocking(ada, "m1", "bob")).ok());
  const CallId call = host.last_call();
  const std::string id = host.sink.Take().back().update().task_id();
  const std::string before = host.DumpMemory();
  host.BeginBatch();
  const Peer taken = host.Resume("c1", ada);
  EXPECT_TRUE(host.Get(taken, id).ok());
  const Peer twice = host.Resume("c1", ada);
  EXPECT_TRUE(host.Deregister(twice).ok());
  EXPECT_NE(host.DumpMemory(), before);
  host.AbortBatch();
  EXPECT_EQ(host.DumpMemory(), before);
  EXPECT_TRUE(host.Get(ada, id).ok());
  ErrorOf(host.Get(taken, id).status(), wire::kErrorA2aUnknownToken);
  ASSERT_TRUE(host.Status(bob, id, wire::TASK_STATE_COMPLETED).ok());
  EXPECT_THAT(Brief(host.sink.Take()), ElementsAre("ada completed!", absl::StrCat("finish ", call, " completed")));
  host.Restart();
  EXPECT_TRUE(host.Register("c1", "ada").resumed);  // by its name still
}

TEST_F(Resume, AFailedBatchTakesAReclaimBack) {
  host.Restart();
  const std::string before = host.DumpMemory();
  host.BeginBatch();
  const Peer by_secret = host.Resume("c1", ada);
  const Peer by_name = host.Register("c2", "bob");
  EXPECT_TRUE(by_name.resumed);
  host.AbortBatch();
  EXPECT_EQ(host.DumpMemory(), before);
  ErrorOf(host.List(by_secret).status(), wire::kErrorA2aUnknownToken);
  ErrorOf(host.List(by_name).status(), wire::kErrorA2aUnknownToken);
  EXPECT_TRUE(host.Resume("c2", bob).resumed);  // its secret was not replaced
  EXPECT_TRUE(host.Resume("c1", ada).resumed);
}

// ---- lastSeen

std::string SeenAt(const absl::StatusOr<wire::AgentsListResult>& list, const std::string& id) {
  EXPECT_TRUE(list.ok()) << list.status();
  for (const wire::AgentCard& card : list->agents()) {
    if (card.name() == id) return card.last_seen();
  }
  return "not listed";
}

TEST_F(Resume, ListsSayWhenAnAgentLastMadeACall) {
  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  const auto expect_now = [&](const std::function<void()>& call) {
    host.clock.Pass(1500);
    call();
    const std::string seen = FormatIsoMillis(host.clock.wall);
    host.clock.Pass(700);
    EXPECT_EQ(SeenAt(host.List(bob), "ada"), seen);
    EXPECT_EQ(SeenAt(host.List(bob), "ada"), seen);  // being listed is no call
  };
  expect_now([&] { EXPECT_TRUE(host.Get(ada, id).ok()); });
  expect_now([&] { EXPECT_TRUE(host.List(ada).ok()); });
  expect_now([&] { EXPECT_TRUE(host.NewRun(ada).ok()); });
  expect_now([&] { EXPECT_FALSE(host.Get(ada, "no task").ok()); });  // refused, but a call
  expect_now([&] { EXPECT_TRUE(host.Send(ada, Text("f1", "x", id)).ok()); });
  expect_now([&] { ada = host.Resume("c1", ada); });
  // What others do about it is not its doing.
  const std::string before = SeenAt(host.List(bob), "ada");
  host.clock.Pass(1000);
  EXPECT_TRUE(host.Send(bob, Text("f2", "x", id)).ok());
  host.TryResume("c1", {"ada", "", "wrong"}, Card("ada")).IgnoreError();
  EXPECT_EQ(SeenAt(host.List(bob), "ada"), before);
}

TEST_F(Resume, AFreshAgentWasSeenWhenItRegistered) {
  host.clock.Pass(1234);
  host.Register("c1", "cleo");
  const std::string now = FormatIsoMillis(host.clock.wall);
  host.clock.Pass(10);
  EXPECT_EQ(SeenAt(host.List(bob), "cleo"), now);
  // The wall clock may jump back, stamps do not.
  host.clock.wall -= 3'600'000;
  ASSERT_TRUE(host.Send(ada, Text("m1"), "bob").ok());
  EXPECT_GE(SeenAt(host.List(bob), "ada"), now);
}

TEST_F(Resume, StampsThatAClientSendsAreNotRelayed) {
  wire::AgentCard card = Card("cleo");
  card.set_last_seen("2001-01-01T00:00:00.000Z");
  card.set_context_id("elsewhere");
  const auto cleo = host.TryRegister("c1", card);
  ASSERT_TRUE(cleo.ok());
  const auto expect = [&] {
    const auto list = host.List(bob);
    EXPECT_EQ(SeenAt(list, "cleo"), FormatIsoMillis(host.clock.wall));
    EXPECT_EQ(list->agents(1).context_id(), "c1");
    for (const store::AgentRow& row : Stored()) {
      EXPECT_EQ(row.card.json().find("lastSeen"), std::string::npos) << row.card.json();
      EXPECT_EQ(row.card.json().find("elsewhere"), std::string::npos) << row.card.json();
    }
  };
  expect();
  ASSERT_TRUE(host.TryResume("c1", *cleo, card).ok());
  expect();
}

// ---- what is kept of secrets

// Where one of the needles is in the store's files: "file: needle".
std::vector<std::string> FoundInFiles(const std::string& folder, const std::vector<std::string>& needles) {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    std::stringstream bytes;
    bytes << file.rdbuf();
    for (const std::string& needle : needles) {
      if (bytes.str().find(needle) == std::string::npos) continue;
      found.push_back(absl::StrCat(entry.path().filename().string(), ": ", absl::CHexEscape(needle)));
    }
  }
  return found;
}

TEST_F(Resume, NoFileHoldsATokenOrASecret) {
  std::vector<std::string> needles;
  const auto keep_secret = [&](const Peer& peer) {
    for (const std::string& text : {peer.token, peer.secret}) {
      std::string raw;
      ASSERT_TRUE(absl::WebSafeBase64Unescape(text, &raw));
      ASSERT_EQ(raw.size(), 32u);
      needles.insert(needles.end(), {text, raw, absl::Base64Escape(raw), absl::BytesToHexString(raw)});
    }
  };
  // What was drawn is what was handed out: the bytes that are looked for are the ones that matter.
  FakeRandom again;
  std::string drawn(64, '\0');
  again.Fill(drawn.data(), drawn.size());
  std::string raw;
  ASSERT_TRUE(absl::WebSafeBase64Unescape(ada.token, &raw));
  EXPECT_EQ(raw, drawn.substr(0, 32));
  ASSERT_TRUE(absl::WebSafeBase64Unescape(ada.secret, &raw));
  EXPECT_EQ(raw, drawn.substr(32));

  const std::string id = host.TaskIn(ada, bob, wire::TASK_STATE_WORKING);
  ASSERT_TRUE(host.Send(ada, Text("probe", "a needle that is there", id)).ok());
  EXPECT_THAT(FoundInFiles(host.folder(), {"a needle that is there"}), testing::Not(IsEmpty()));
  for (const Peer& peer : {ada, bob, Register(Params("c1", "cleo", true)), host.Resume("c1", ada)}) keep_secret(peer);
  EXPECT_THAT(FoundInFiles(host.folder(), needles), IsEmpty());
  host.Restart();
  for (const Peer& peer : {host.Resume("c1", ada), host.Register("c2", "bob")}) keep_secret(peer);
  ErrorOf(host.TryResume("c1", {"ada", "", bob.secret}, Card("ada")).status(), wire::kErrorA2aUnknownToken);
  EXPECT_THAT(FoundInFiles(host.folder(), needles), IsEmpty());
  host.Restart();  // the log is in the database now
  EXPECT_THAT(FoundInFiles(host.folder(), needles), IsEmpty());
  EXPECT_THAT(FoundInFiles(host.folder(), {"a needle that is there"}), testing::Not(IsEmpty()));
}

}  // namespace
}  // namespace a2a::broker

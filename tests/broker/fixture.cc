#include "broker/fixture.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "a2a/wire/codec.h"
#include "a2a/wire/tasks.pb.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "broker/core.h"
#include "json/cursor.h"

namespace a2a::broker {
namespace {

// Messages in omitted form have no parts; the reader, made for what clients send, wants one.
template <typename T>
void DecodeInto(absl::string_view text, T* out) {
  const std::string json = absl::StrReplaceAll(text, {{"\"parts\":[]", R"("parts":[{"kind":"text","text":"-"}])"}});
  json::SyntaxError error;
  ASSERT_TRUE(json::Validate(json, wire::kA2aMaxDepth, &error)) << json.substr(0, 500);
  json::Cursor cursor(json);
  ASSERT_TRUE(wire::Decode(&cursor, out)) << json.substr(0, 500);
}

// Splits a notification frame.
void ReadFrame(absl::string_view frame, std::string* method, absl::string_view* params) {
  json::Cursor cursor(frame);
  absl::string_view key;
  ASSERT_TRUE(cursor.EnterObject());
  while (cursor.NextMember(&key)) {
    if (key == "method") {
      cursor.ReadString(method);
    } else if (key == "params") {
      *params = cursor.ReadRaw();
    } else {
      cursor.Skip();
    }
  }
}

}  // namespace

void RecordingSink::Finish(CallId call, const google::protobuf::MessageLite& result) {
  Said& one = said.emplace_back();
  one.kind = Said::kFinish;
  one.call = call;
  if (const auto* wait = dynamic_cast<const wire::EventsWaitResult*>(&result)) {
    one.wait = *wait;
  } else {
    one.task = dynamic_cast<const wire::TaskResult&>(result).task();
  }
}

void RecordingSink::Fail(CallId call, const absl::Status& error) {
  Said& one = said.emplace_back();
  one.kind = Said::kFail;
  one.call = call;
  one.error = error;
}

void RecordingSink::Notify(absl::string_view frame) {
  Said one;
  one.frame = std::string(frame);
  std::string method;
  absl::string_view params;
  ReadFrame(one.frame, &method, &params);
  if (method == "a2a.push") {
    one.kind = Said::kPush;
    DecodeInto(params, &one.push);
  } else {
    one.kind = Said::kEvent;
    DecodeInto(params, &one.event);
  }
  said.push_back(std::move(one));
}

wire::AgentCard Card(const std::string& name, wire::AgentKind kind) {
  wire::AgentCard card;
  card.set_name(name);
  card.set_description("an agent");
  card.set_version("1");
  card.mutable_capabilities()->set_streaming(true);
  if (kind != wire::AGENT_KIND_UNSPECIFIED) card.set_kind(kind);
  return card;
}

wire::Message Text(const std::string& message_id, const std::string& text) {
  wire::Message message;
  message.set_role(wire::ROLE_USER);
  message.set_message_id(message_id);
  message.add_parts()->mutable_text()->set_text(text);
  return message;
}

wire::Message Text(const std::string& message_id, const std::string& text, const std::string& task_id) {
  wire::Message message = Text(message_id, text);
  message.set_task_id(task_id);
  return message;
}

wire::Message DecodeMessage(const wire::Message& message) {
  wire::Message decoded = message;
  if (!message.json().empty()) {
    decoded.Clear();
    DecodeInto(message.json(), &decoded);
  }
  if (decoded.omitted()) decoded.clear_parts();
  return decoded;
}

std::string TextOf(const wire::Message& message) {
  const wire::Message decoded = DecodeMessage(message);
  return decoded.parts_size() == 0 ? "" : decoded.parts(0).text().text();
}

Host::Host(Options options, std::string vfs, bool acks) : options_(options), vfs_(std::move(vfs)) {
  std::string pattern = (std::filesystem::temp_directory_path() / "a2a-broker-XXXXXX").string();
  folder_ = mkdtemp(pattern.data());
  Open();
  Handshake(acks);
}

Host::~Host() {
  broker_.reset();
  store_.reset();
  std::filesystem::remove_all(folder_);
}

void Host::Open() {
  store::Options options;
  options.path = folder_ + "/host.db";
  options.vfs = vfs_;
  options.durability = store::Durability::kNormal;
  auto store = store::Store::Open(options);
  ASSERT_TRUE(store.ok()) << store.status();
  store_ = *std::move(store);
  Start();
}

void Host::Start() {
  auto broker = Broker::Create(options_, store_.get(), &clock, &random);
  ASSERT_TRUE(broker.ok()) << broker.status();
  broker_ = *std::move(broker);
  broker_->SetSink(&sink);
  broker_->Bind(&services_);
}

void Host::Restart() {
  EXPECT_TRUE(broker_->RecordDelivered().ok());
  Crash();
}

void Host::Crash() {
  in_batch_ = false;
  sink.said.clear();
  broker_.reset();
  store_.reset();
  Open();
}

void Host::Reboot() {
  EXPECT_TRUE(broker_->RecordDelivered().ok());
  sink.said.clear();
  broker_.reset();
  Start();
}

void Host::Handshake(bool acks) {
  broker_->OnFirstHandshake(acks);
  EXPECT_TRUE(broker_->Commit().ok());
}

absl::Status Host::EndBatch() {
  in_batch_ = false;
  return broker_->Commit();
}

void Host::AbortBatch() {
  in_batch_ = false;
  broker_->Abort();
  sink.said.clear();
}

void Host::Timers() {
  broker_->OnTimers();
  EXPECT_TRUE(broker_->Commit().ok());
}

template <typename Result, typename Call>
absl::StatusOr<Result> Host::Run(Call call, bool notification) {
  CallContext context;
  context.id = ++last_call_;
  context.notification = notification;
  Result result;
  const absl::StatusOr<Disposition> done = call(context, &result);
  ErrorParts parts;
  const bool fault = !done.ok() && !GetErrorParts(done.status(), &parts);
  if (fault && expect_faults) return done.status();
  if (fault) {
    ADD_FAILURE() << "a fault, not an error of the catalogue: " << done.status();
    AbortBatch();
    return done.status();
  }
  last_parked_ = done.ok() && *done == Disposition::kParked;
  // A refused call changes nothing.
  if (!done.ok() && !in_batch_) {
    EXPECT_FALSE(broker_->Dirty()) << done.status();
  }
  if (!in_batch_) {
    const absl::Status committed = broker_->Commit();
    EXPECT_TRUE(committed.ok()) << committed;
  }
  if (!done.ok()) return done.status();
  return result;
}

absl::StatusOr<Peer> Host::TryRegister(wire::RegisterParams params) {
  const auto result = Run<wire::RegisterResult>([&](const CallContext& call, wire::RegisterResult* out) {
    return services_.agents->Register(call, &params, out);
  });
  if (!result.ok()) return result.status();
  return Peer{result->agent_id(), result->token(), result->resume_secret(), result->resumed()};
}

absl::StatusOr<Peer> Host::TryRegister(const std::string& context_id, wire::AgentCard card) {
  wire::RegisterParams params;
  params.set_context_id(context_id);
  *params.mutable_card() = std::move(card);
  return TryRegister(std::move(params));
}

absl::StatusOr<Peer> Host::TryResume(const std::string& context_id, const Peer& peer, wire::AgentCard card) {
  wire::RegisterParams params;
  params.set_context_id(context_id);
  *params.mutable_card() = std::move(card);
  params.mutable_resume()->set_agent_id(peer.id);
  params.mutable_resume()->set_secret(peer.secret);
  return TryRegister(std::move(params));
}

Peer Host::Resume(const std::string& context_id, const Peer& peer) {
  const absl::StatusOr<Peer> resumed = TryResume(context_id, peer, Card(peer.id));
  EXPECT_TRUE(resumed.ok()) << resumed.status();
  return resumed.value_or(Peer());
}

Peer Host::Register(const std::string& context_id, const std::string& name, wire::AgentKind kind) {
  const absl::StatusOr<Peer> peer = TryRegister(context_id, Card(name, kind));
  EXPECT_TRUE(peer.ok()) << peer.status();
  return peer.value_or(Peer());
}

absl::Status Host::Deregister(const Peer& peer) {
  wire::TokenParams params;
  params.set_token(peer.token);
  return Run<wire::OkResult>([&](const CallContext& call, wire::OkResult* out) {
           return services_.agents->Deregister(call, &params, out);
         })
      .status();
}

absl::Status Host::NewRun(const Peer& peer) {
  wire::TokenParams params;
  params.set_token(peer.token);
  return Run<wire::OkResult>(
             [&](const CallContext& call, wire::OkResult* out) { return services_.agents->NewRun(call, &params, out); })
      .status();
}

absl::StatusOr<wire::AgentsListResult> Host::List(const Peer& peer, const std::string& page_token) {
  wire::AgentsListParams params;
  params.set_token(peer.token);
  if (!page_token.empty()) params.set_page_token(page_token);
  return Run<wire::AgentsListResult>(
      [&](const CallContext& call, wire::AgentsListResult* out) { return services_.agents->List(call, &params, out); });
}

absl::StatusOr<wire::Task> Host::Send(wire::SendParams params, bool notification) {
  auto result = Run<wire::TaskResult>(
      [&](const CallContext& call, wire::TaskResult* out) { return services_.messages->Send(call, &params, out); },
      notification);
  if (!result.ok()) return result.status();
  return std::move(*result->mutable_task());
}

absl::StatusOr<wire::Task> Host::Send(const Peer& peer, wire::Message message, const std::string& to) {
  wire::SendParams params;
  params.set_token(peer.token);
  if (!to.empty()) message.set_to(to);
  *params.mutable_message() = std::move(message);
  return Send(std::move(params));
}

absl::StatusOr<wire::Task> Host::Stream(wire::SendParams params) {
  auto result = Run<wire::TaskResult>(
      [&](const CallContext& call, wire::TaskResult* out) { return services_.messages->Stream(call, &params, out); });
  if (!result.ok()) return result.status();
  return std::move(*result->mutable_task());
}

absl::StatusOr<wire::Task> Host::Get(const Peer& peer, const std::string& id, std::optional<int32_t> history) {
  wire::TasksGetParams params;
  params.set_token(peer.token);
  params.set_id(id);
  if (history.has_value()) params.set_history_length(*history);
  auto result = Run<wire::TaskResult>(
      [&](const CallContext& call, wire::TaskResult* out) { return services_.tasks->Get(call, &params, out); });
  if (!result.ok()) return result.status();
  return std::move(*result->mutable_task());
}

absl::StatusOr<wire::Task> Host::Status(const Peer& peer, const std::string& id, wire::TaskState state,
                                        std::optional<wire::Message> message) {
  wire::TasksStatusParams params;
  params.set_token(peer.token);
  params.set_id(id);
  params.set_state(state);
  if (message.has_value()) *params.mutable_message() = *std::move(message);
  auto result = Run<wire::TaskResult>(
      [&](const CallContext& call, wire::TaskResult* out) { return services_.tasks->Status(call, &params, out); });
  if (!result.ok()) return result.status();
  return std::move(*result->mutable_task());
}

absl::StatusOr<wire::Task> Host::Cancel(const Peer& peer, const std::string& id) {
  wire::TaskParams params;
  params.set_token(peer.token);
  params.set_id(id);
  auto result = Run<wire::TaskResult>(
      [&](const CallContext& call, wire::TaskResult* out) { return services_.tasks->Cancel(call, &params, out); });
  if (!result.ok()) return result.status();
  return std::move(*result->mutable_task());
}

absl::StatusOr<wire::Task> Host::Resubscribe(const Peer& peer, const std::string& id) {
  wire::TaskParams params;
  params.set_token(peer.token);
  params.set_id(id);
  auto result = Run<wire::TaskResult>(
      [&](const CallContext& call, wire::TaskResult* out) { return services_.tasks->Resubscribe(call, &params, out); });
  if (!result.ok()) return result.status();
  return std::move(*result->mutable_task());
}

absl::StatusOr<wire::PushNotificationConfig> Host::SetPush(const Peer& peer, const std::string& task_id,
                                                           wire::PushNotificationConfig config) {
  wire::PushConfigSetParams params;
  params.set_token(peer.token);
  params.set_task_id(task_id);
  *params.mutable_config() = std::move(config);
  auto result = Run<wire::PushConfigSetResult>([&](const CallContext& call, wire::PushConfigSetResult* out) {
    return services_.push_configs->Set(call, &params, out);
  });
  if (!result.ok()) return result.status();
  return result->config();
}

absl::StatusOr<std::optional<wire::PushNotificationConfig>> Host::GetPush(const Peer& peer,
                                                                          const std::string& task_id) {
  wire::PushConfigGetParams params;
  params.set_token(peer.token);
  params.set_task_id(task_id);
  auto result = Run<wire::PushConfigGetResult>([&](const CallContext& call, wire::PushConfigGetResult* out) {
    return services_.push_configs->Get(call, &params, out);
  });
  if (!result.ok()) return result.status();
  if (!result->has_config()) return std::nullopt;
  return result->config();
}

absl::StatusOr<wire::Task> Host::Artifact(const Peer& peer, const std::string& id, const std::string& artifact_id,
                                          bool append) {
  wire::TasksArtifactParams params;
  params.set_token(peer.token);
  params.set_id(id);
  params.mutable_artifact()->set_artifact_id(artifact_id);
  params.mutable_artifact()->add_parts()->mutable_text()->set_text("part");
  if (append) params.set_append(true);
  auto result = Run<wire::TaskResult>(
      [&](const CallContext& call, wire::TaskResult* out) { return services_.tasks->Artifact(call, &params, out); });
  if (!result.ok()) return result.status();
  return std::move(*result->mutable_task());
}

absl::StatusOr<wire::EventsWaitResult> Host::Wait(const Peer& peer, const WaitArgs& args) {
  wire::EventsWaitParams params;
  params.set_token(peer.token);
  if (!args.task.empty()) params.set_task_id(args.task);
  if (args.timeout.has_value()) params.set_timeout_seconds(*args.timeout);
  if (args.after.has_value()) params.set_after_seq(*args.after);
  if (args.max.has_value()) params.set_max(*args.max);
  return Run<wire::EventsWaitResult>(
      [&](const CallContext& call, wire::EventsWaitResult* out) { return services_.events->Wait(call, &params, out); });
}

absl::Status Host::Ack(const Peer& peer, const std::vector<int64_t>& seqs, std::optional<int64_t> up_to) {
  wire::EventsAckParams params;
  params.set_token(peer.token);
  for (int64_t seq : seqs) params.add_seqs(seq);
  if (up_to.has_value()) params.set_up_to(*up_to);
  return Run<wire::OkResult>(
             [&](const CallContext& call, wire::OkResult* out) { return services_.events->Ack(call, &params, out); })
      .status();
}

absl::StatusOr<wire::Message> Host::GetMessage(const Peer& peer, const std::string& task_id,
                                               const std::string& message_id) {
  wire::MessagesGetParams params;
  params.set_token(peer.token);
  params.set_task_id(task_id);
  params.set_message_id(message_id);
  auto result = Run<wire::MessagesGetResult>([&](const CallContext& call, wire::MessagesGetResult* out) {
    return services_.messages->Get(call, &params, out);
  });
  if (!result.ok()) return result.status();
  return std::move(*result->mutable_message());
}

absl::StatusOr<wire::TasksListResult> Host::ListTasks(const Peer& peer) {
  wire::TasksListParams params;
  params.set_token(peer.token);
  return Run<wire::TasksListResult>(
      [&](const CallContext& call, wire::TasksListResult* out) { return services_.tasks->List(call, &params, out); });
}

std::string Host::TaskIn(const Peer& requester, const Peer& worker, wire::TaskState state) {
  const auto task = Send(requester, Text(absl::StrCat("opening ", ++serial_)), worker.id);
  EXPECT_TRUE(task.ok()) << task.status();
  if (!task.ok()) return {};
  if (state != wire::TASK_STATE_SUBMITTED) {
    const auto moved = Status(worker, task->id(), state);
    EXPECT_TRUE(moved.ok()) << moved.status();
  }
  sink.said.clear();
  return task->id();
}

std::string Host::DumpMemory() const {
  const Core& core = broker_->core();
  std::string out;
  for (const auto& [key, agent] : core.registry.all()) {
    absl::StrAppend(&out, "agent ", key, " ", agent->requested_name, " ", agent->agent_id, " ", agent->context_id, " ",
                    agent->kind, " ", agent->registration.token, " ",
                    absl::BytesToHexString(agent->registration.secret_hash), " ", agent->registration.by_name, " ",
                    agent->registration.card_bytes, " ", agent->registration.card.SerializeAsString(), " sends ",
                    agent->sends, " undelivered ", agent->undelivered, " notified ", agent->notified_through,
                    " recordable ", agent->recordable_through, " recorded ", agent->recorded_through, "/",
                    agent->recorded_sends, " by id ", core.registry.FindById(agent->agent_id) == agent.get(),
                    " by token ", core.registry.FindByToken(agent->registration.token) == agent.get(),
                    " open in context ", core.open_tasks.Of(agent->context_id), "\n");
    for (const Agent* peer : core.registry.PeersInContext(*agent, 100)) absl::StrAppend(&out, " near ", peer->key);
    for (const Agent* peer : core.registry.PeersElsewhere(*agent, 100)) absl::StrAppend(&out, " far ", peer->key);
  }
  std::vector<std::string> names;
  for (const auto& [name, context] : core.registry.used_names()) names.push_back(absl::StrCat(name, "@", context));
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) absl::StrAppend(&out, "used ", name, "\n");
  absl::StrAppend(&out, "open ", core.open_tasks.total(), "\n");
  for (const auto& [order, call] : core.parked.calls()) {
    absl::StrAppend(&out, "parked ", order, " call ", call.call, " task ", call.task, " until ", call.deadline, " of ",
                    call.agent, " woken ", static_cast<int>(call.woken), " any ",
                    core.parked.AnyWait(call.agent, call.task), " own ", core.parked.OfAgent(call.agent).size(), "\n");
  }
  for (const auto& [task, due] : core.deadlines.by_task()) {
    absl::StrAppend(&out, "deadline of ", task, " at ", due, "\n");
  }
  absl::StrAppend(&out, "next overdue ", core.deadlines.NextDue().value_or(-1), "\n");
  absl::StrAppend(&out, "acks ", core.acks, " woken ", core.parked.has_woken(), "\n");
  absl::StrAppend(&out, "next deadline ", core.parked.NextDeadline().value_or(-1), "\n");
  for (store::AgentKey key : core.deliveries.waiting()) absl::StrAppend(&out, "waiting ", key, "\n");
  absl::StrAppend(&out, "grace ", core.grace.deadline().value_or(-1), "\n");
  return out;
}

wire::ErrorData ErrorOf(const absl::Status& status, const ErrorInfo& error) {
  wire::ErrorData data;
  EXPECT_TRUE(IsError(status, error)) << "wanted " << std::string(error.name) << ", got " << status;
  ErrorParts parts;
  if (GetErrorParts(status, &parts)) {
    EXPECT_TRUE(data.ParseFromString(parts.data));
  }
  EXPECT_GT(status.message().size(), 15u);
  return data;
}

std::vector<int64_t> Seqs(const wire::EventsWaitResult& result) {
  std::vector<int64_t> seqs;
  for (const wire::TaskEventNotification& event : result.events()) seqs.push_back(event.seq());
  return seqs;
}

std::vector<std::string> Brief(const std::vector<Said>& said) {
  std::vector<std::string> brief;
  for (const Said& one : said) {
    switch (one.kind) {
      case Said::kEvent:
        brief.push_back(absl::StrCat(one.event.recipient(), " ", wire::WireName(one.update().status().state()),
                                     one.update().final() ? "!" : ""));
        break;
      case Said::kPush:
        brief.push_back(absl::StrCat("push ", one.push.recipient()));
        break;
      case Said::kFinish:
        if (one.wait.has_value()) {
          brief.push_back(absl::StrCat("wait ", one.call));
          for (int64_t seq : Seqs(*one.wait)) absl::StrAppend(&brief.back(), " ", seq);
          if (one.wait->more()) brief.back() += "+";
        } else {
          brief.push_back(absl::StrCat("finish ", one.call, " ", wire::WireName(one.task.status().state())));
        }
        break;
      case Said::kFail:
        brief.push_back(absl::StrCat("fail ", one.call));
        break;
    }
  }
  return brief;
}

}  // namespace a2a::broker

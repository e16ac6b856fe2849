#include "rpc/fakes.h"

namespace a2a::rpc {
namespace {

using Result = absl::StatusOr<Disposition>;
using ParamsRead = std::function<void()>;

FakeServices* Enter(void* services, absl::string_view name) {
  auto* fake = static_cast<FakeServices*>(services);
  fake->calls.emplace_back(name);
  return fake;
}

Result Reply(absl::string_view params, std::string* result) {
  absl::StrAppend(result, params.empty() ? "{}" : params);
  return Disposition::kReply;
}

// {"bytes": N}: a result of about N bytes.
Result Big(void* services, void*, const CallContext&, absl::string_view params, const ParamsRead&,
           std::string* result) {
  Enter(services, "big");
  json::Cursor in(params);
  in.EnterObject();
  absl::string_view key;
  uint64_t bytes = 0;
  while (in.NextMember(&key)) in.ReadUint64(&bytes);
  json::AppendString(std::string(bytes, 'b'), result);
  return Disposition::kReply;
}

Result Echo(void* services, void*, const CallContext&, absl::string_view params, const ParamsRead& params_read,
            std::string* result) {
  FakeServices* fake = Enter(services, "echo");
  const std::string read(params);
  if (params_read) {
    params_read();
    ++fake->params_read;
  }
  return Reply(read, result);
}

Result FailStore(void* services, void*, const CallContext&, absl::string_view, const ParamsRead&, std::string* result) {
  Enter(services, "failstore")->engine->store_failed = true;
  result->append("half a resu");
  return absl::UnavailableError("disk is gone");
}

Result FaultClean(void* services, void*, const CallContext&, absl::string_view, const ParamsRead&,
                  std::string* result) {
  Enter(services, "fault");
  result->append("half a resu");
  return absl::InternalError("SELECT secret");
}

Result FaultDirty(void* services, void*, const CallContext&, absl::string_view, const ParamsRead&, std::string*) {
  Enter(services, "faultdirty")->engine->dirty = true;
  return absl::InternalError("SELECT secret");
}

Result Greet(void* services, void*, const CallContext&, absl::string_view params, const ParamsRead&,
             std::string* result) {
  Enter(services, "greet")->session->Greet();
  return Reply(params, result);
}

Result Park(void* services, void*, const CallContext& call, absl::string_view, const ParamsRead&, std::string* result) {
  FakeServices* fake = Enter(services, "park");
  fake->parked.push_back(call.id);
  result->append("half a resu");
  return Disposition::kParked;
}

Result Refuse(void* services, void*, const CallContext&, absl::string_view, const ParamsRead&, std::string* result) {
  Enter(services, "refuse");
  result->append("half a resu");
  const auto data = TextResult("\"detail\":7");
  return MakeError(wire::kErrorHostOverloaded, "Not now.", &data);
}

Result Tell(void* services, void*, const CallContext& call, absl::string_view params, const ParamsRead&,
            std::string* result) {
  FakeServices* fake = Enter(services, "tell");
  fake->sink->Notify(absl::StrCat("{\"told\":", params, call.notification ? ",\"quiet\":true}" : "}"));
  return Reply("", result);
}

// Answers all parked calls, the last with an error, and tells before and after.
Result Wake(void* services, void*, const CallContext&, absl::string_view params, const ParamsRead&,
            std::string* result) {
  FakeServices* fake = Enter(services, "wake");
  const std::vector<CallId> parked = std::exchange(fake->parked, {});
  for (CallId call : parked) {
    if (call == parked.back() && parked.size() > 1) {
      fake->sink->Fail(call, MakeError(wire::kErrorHostOverloaded));
    } else {
      fake->sink->Finish(call, TextResult("woken"));
    }
    fake->sink->Notify(absl::StrCat("{\"woke\":", call, "}"));
  }
  return Reply(params, result);
}

Result Write(void* services, void*, const CallContext&, absl::string_view params, const ParamsRead&,
             std::string* result) {
  Enter(services, "write")->engine->dirty = true;
  return Reply(params, result);
}

void EncodeText(const google::protobuf::MessageLite& message, std::string* out) {
  json::AppendString(static_cast<const google::protobuf::StringValue&>(message).value(), out);
}

constexpr MethodRow kRows[] = {
    {"big", "fake", false, false, Big, EncodeText},
    {"echo", "fake", false, false, Echo, EncodeText},
    {"failstore", "fake", true, false, FailStore, EncodeText},
    {"fault", "fake", true, false, FaultClean, EncodeText},
    {"faultdirty", "fake", true, false, FaultDirty, EncodeText},
    {"greet", "fake", false, true, Greet, EncodeText},
    {"park", "fake", true, false, Park, EncodeText},
    {"refuse", "fake", true, false, Refuse, EncodeText},
    {"tell", "fake", true, false, Tell, EncodeText},
    {"wake", "fake", true, false, Wake, EncodeText},
    {"write", "fake", true, false, Write, EncodeText},
};

// The data message is a StringValue that holds the other members.
void EncodeErrorData(absl::string_view error_code, bool retryable, absl::string_view serialized, std::string* out) {
  google::protobuf::StringValue data;
  data.ParseFromArray(serialized.data(), static_cast<int>(serialized.size()));
  absl::StrAppend(out, "{\"errorCode\":\"", error_code, "\"", data.value().empty() ? "" : ",", data.value(),
                  retryable ? ",\"retryable\":true}" : "}");
}

std::string MakeErrorData(absl::string_view path, absl::string_view ref, int64_t max) {
  std::string data;
  const auto add = [&data](absl::string_view member) { absl::StrAppend(&data, data.empty() ? "" : ",", member); };
  std::string quoted;
  if (!path.empty()) json::AppendString(path, &quoted);
  if (!path.empty()) add(absl::StrCat("\"path\":", quoted));
  if (!ref.empty()) add(absl::StrCat("\"ref\":\"", ref, "\""));
  if (max >= 0) add(absl::StrCat("\"max\":", max));
  return TextResult(data).SerializeAsString();
}

void* NoScratch() { return nullptr; }
void DropScratch(void*) {}

}  // namespace

const ProtocolTable kFakeProtocol = {kRows, EncodeErrorData, MakeErrorData, NoScratch, DropScratch};

google::protobuf::StringValue TextResult(absl::string_view text) {
  google::protobuf::StringValue result;
  result.set_value(std::string(text));
  return result;
}

std::string Request(absl::string_view id, absl::string_view method, absl::string_view params) {
  return absl::StrCat("{\"jsonrpc\":\"2.0\"", id.empty() ? "" : ",\"id\":", id, ",\"method\":\"", method, "\"",
                      params.empty() ? "" : ",\"params\":", params, "}");
}

}  // namespace a2a::rpc

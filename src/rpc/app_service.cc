#include "rpc/app_service.h"

#include "a2a/wire/constants.h"
#include "a2a/wire/errors.h"
#include "absl/strings/str_cat.h"
#include "json/writer.h"

namespace a2a::rpc {
namespace {

std::string RenderLimits(const std::vector<std::pair<absl::string_view, int64_t>>& configured) {
  std::string out = "{";
  for (const wire::BoundInfo& bound : wire::kBounds) {
    int64_t value = bound.value;
    for (const auto& [name, chosen] : configured) {
      if (name == bound.name) value = chosen;
    }
    if (out.size() > 1) out.push_back(',');
    json::AppendString(bound.name, &out);
    out.push_back(':');
    json::AppendInt(value, &out);
  }
  out.push_back('}');
  return out;
}

// The setters of older protobuf take no string_view.
std::string Text(absl::string_view text) { return std::string(text); }

}  // namespace

AppService::AppService(Options options)
    : options_(std::move(options)),
      started_(options_.clock->MonotonicMillis()),
      limits_(RenderLimits(options_.configured)) {}

absl::StatusOr<Disposition> AppService::Handshake(const CallContext&, wire::HandshakeParams* params,
                                                  wire::HandshakeResult* result) {
  if (params->protocol_version() != wire::kProtocolVersion) {
    wire::ErrorData data;
    data.set_client(params->protocol_version());
    data.set_host(wire::kProtocolVersion);
    data.add_supported(wire::kProtocolVersion);
    return MakeError(wire::kErrorProtocolMismatch,
                     absl::StrCat("This host speaks protocol version ", wire::kProtocolVersion,
                                  ", the client asked for ", params->protocol_version(), "."),
                     &data);
  }
  options_.session->Greet();
  if (options_.on_handshake) options_.on_handshake(params->acks());
  if (params->has_contract_hash() && params->contract_hash() != wire::kContractHash) {
    options_.log->Line("the client was made from another version of the contract; going on");
  }
  result->set_protocol_version(wire::kProtocolVersion);
  result->set_host(Text(wire::kHostName));
  result->set_host_version(options_.version);
  for (absl::string_view capability : wire::kCapabilities) result->add_capabilities(Text(capability));
  result->set_contract_hash(Text(wire::kContractHash));
  result->set_limits(limits_);
  return Disposition::kReply;
}

absl::StatusOr<Disposition> AppService::Health(const CallContext&, wire::HealthParams*, wire::HealthResult* result) {
  const Figures figures = options_.figures();
  result->set_ok(true);
  result->set_protocol_version(wire::kProtocolVersion);
  result->set_version(options_.version);
  result->set_uptime_ms(options_.clock->MonotonicMillis() - started_);
  result->set_agents(figures.agents);
  result->set_open_tasks(figures.open_tasks);
  result->set_parked_calls(figures.parked_calls);
  result->set_undelivered_events(figures.undelivered_events);
  result->set_outbox_bytes(static_cast<int64_t>(options_.outbox->bytes()));
  result->set_database_bytes(figures.database_bytes);
  result->set_schema_version(wire::kSchemaVersion);
  result->set_durability(options_.durability);
  result->set_last_commit_micros(figures.last_commit_micros);
  return Disposition::kReply;
}

absl::StatusOr<Disposition> AppService::GetVersion(const CallContext&, wire::GetVersionParams*,
                                                   wire::GetVersionResult* result) {
  result->set_name(Text(wire::kHostName));
  result->set_version(options_.version);
  result->set_protocol_version(wire::kProtocolVersion);
  result->set_schema_version(wire::kSchemaVersion);
  result->set_contract_hash(Text(wire::kContractHash));
  return Disposition::kReply;
}

}  // namespace a2a::rpc

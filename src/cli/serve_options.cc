#include "cli/serve_options.h"

#include <cstdint>

#include "a2a/wire/codec.h"
#include "a2a/wire/constants.h"
#include "absl/strings/str_cat.h"

namespace a2a::cli {
namespace {

constexpr int64_t kMostBytes = int64_t{1} << 30;

std::function<absl::Status(absl::string_view)> BytesInto(size_t* out) {
  return [out](absl::string_view text) {
    const absl::StatusOr<int64_t> bytes = ParseBytes(text, 1, kMostBytes);
    if (bytes.ok()) *out = static_cast<size_t>(*bytes);
    return bytes.status();
  };
}

std::function<absl::Status(absl::string_view)> SecondsInto(int64_t* out) {
  return [out](absl::string_view text) {
    const absl::StatusOr<int64_t> seconds = ParseSeconds(text);
    if (seconds.ok()) *out = *seconds;
    return seconds.status();
  };
}

std::string Name(absl::string_view text) { return std::string(text); }

// The flag of a bound is named after it.
std::string FlagOf(const wire::BoundInfo& bound) {
  std::string flag = "-";
  for (char c : bound.name.substr(bound.name.find('_'))) flag.push_back(c == '_' ? '-' : static_cast<char>(c | 0x20));
  return flag;
}

absl::Status SetDurability(absl::string_view text, store::Durability* out) {
  wire::Durability chosen;
  if (!wire::FromWire(text, &chosen)) {
    return absl::InvalidArgumentError(absl::StrCat("must be ", wire::WireName(wire::DURABILITY_FULL), " or ",
                                                   wire::WireName(wire::DURABILITY_NORMAL)));
  }
  *out = chosen == wire::DURABILITY_NORMAL ? store::Durability::kNormal : store::Durability::kFull;
  return absl::OkStatus();
}

Flag DatabaseFlag(ServeOptions* options) {
  return {"--db",
          "A2A_DB",
          "PATH",
          "The SQLite database; it is created when it does not exist.",
          "$XDG_STATE_HOME/a2a-host/host.db",
          [options](absl::string_view text) {
            if (text.empty()) return absl::InvalidArgumentError("must be a path");
            options->db = std::string(text);
            return absl::OkStatus();
          }};
}

Flag TaskRetentionFlag(ServeOptions* options) {
  int64_t* const out = &options->broker.task_retention_seconds;
  return {"--task-retention",
          "A2A_TASK_RETENTION",
          "TIME|off",
          "Remove tasks that ended longer ago, with their messages, in idle moments.",
          "off",
          [out](absl::string_view text) {
            *out = 0;
            if (text == "off") return absl::OkStatus();
            const absl::Status status = SecondsInto(out)(text);
            if (status.ok() && *out == 0) return absl::InvalidArgumentError("must be above 0, or off");
            return status;
          }};
}

}  // namespace

std::vector<Flag> ServeFlags(ServeOptions* options) {
  rpc::Limits& limits = options->limits;
  broker::Options& broker = options->broker;
  const std::string full = Name(wire::WireName(wire::DURABILITY_FULL));
  const std::string normal = Name(wire::WireName(wire::DURABILITY_NORMAL));
  const wire::BoundInfo& frame = wire::kA2aMaxFrameBytesBound;
  const wire::BoundInfo& outbox = wire::kA2aMaxOutboxBytesBound;
  return {
      DatabaseFlag(options),
      {"--durability", "A2A_DURABILITY", absl::StrCat(full, "|", normal),
       absl::StrCat(full, ": a reply is written after the sync that holds its effects. ", normal,
                    ": a loss of power can take back the last replies."),
       full, [options](absl::string_view text) { return SetDurability(text, &options->durability); }},
      {FlagOf(frame), Name(frame.name), "BYTES", "Longest frame that is read; a longer one is refused.",
       ShowBytes(frame.value), BytesInto(&limits.max_frame_bytes)},
      {FlagOf(outbox), Name(outbox.name), "BYTES", "Unread output above which no new frame is read.",
       ShowBytes(outbox.value), BytesInto(&limits.max_outbox_bytes)},
      {"--reclaim-grace", "A2A_RECLAIM_GRACE", "TIME",
       "How long after the first handshake an agent cut off by a stop of the host can come back to its tasks.",
       ShowSeconds(broker.reclaim_grace_seconds), SecondsInto(&broker.reclaim_grace_seconds)},
      {"--event-retention", "A2A_EVENT_RETENTION", "TIME", "Age at which delivered events are removed.",
       ShowSeconds(broker.event_retention_seconds), SecondsInto(&broker.event_retention_seconds)},
      TaskRetentionFlag(options),
  };
}

absl::StatusOr<ServeOptions> ParseServeOptions(absl::Span<const absl::string_view> args, const Environment& env) {
  ServeOptions options;
  options.db = DefaultDatabase(env);
  const std::vector<Flag> flags = ServeFlags(&options);
  if (absl::Status status = ParseFlags(args, env, flags); !status.ok()) return status;
  if (options.db.empty()) {
    return absl::InvalidArgumentError("Neither XDG_STATE_HOME nor HOME is set: name the database with --db PATH.");
  }
  return options;
}

std::string DefaultDatabase(const Environment& env) {
  constexpr absl::string_view kFile = "/a2a-host/host.db";
  // The specification of these variables says that a relative path is to be ignored.
  const char* state = env("XDG_STATE_HOME");
  if (state != nullptr && *state == '/') return absl::StrCat(state, kFile);
  const char* home = env("HOME");
  if (home != nullptr && *home == '/') return absl::StrCat(home, "/.local/state", kFile);
  return "";
}

std::vector<std::pair<absl::string_view, int64_t>> ConfiguredBounds(const ServeOptions& options) {
  return {{wire::kA2aMaxFrameBytesBound.name, static_cast<int64_t>(options.limits.max_frame_bytes)},
          {wire::kA2aMaxOutboxBytesBound.name, static_cast<int64_t>(options.limits.max_outbox_bytes)},
          {wire::kA2aReclaimGraceSecondsBound.name, options.broker.reclaim_grace_seconds},
          {wire::kA2aEventRetentionSecondsBound.name, options.broker.event_retention_seconds}};
}

}  // namespace a2a::cli

// a2a-verdict: what the C++ codecs say about values, for comparison with the TypeScript validators.
//
// Reads lines `TypeName<TAB>JSON` and answers each with one line: `ok`, `syntax` (not JSON, or nested too deep), or
// the fault as JSON {"path", "reason", "text", "error", "limit", "max"}. `--types` lists the types instead. A decoder
// and Diagnose() that disagree about a value end the program with exit code 1: they are two readings of one table.
#include <iostream>
#include <map>
#include <string>

#include "a2a/wire/codec.h"
#include "a2a/wire/constants.h"
#include "absl/strings/string_view.h"
#include "json/cursor.h"
#include "json/table.h"
#include "json/writer.h"

namespace a2a {
namespace {

struct Codec {
  const json::TypeTable* table;
  bool (*decodes)(absl::string_view text);
};

template <typename Message>
bool Decodes(absl::string_view text) {
  json::Cursor cursor(text);
  Message message;
  return wire::Decode(&cursor, &message);
}

std::map<std::string, Codec> Codecs() {
#define A2A_CODEC(type)                                   \
  {                                                       \
#type, { &wire::k##type##Table, Decodes<wire::type> } \
  }
  return {
      A2A_CODEC(AgentCapabilities),
      A2A_CODEC(AgentCard),
      A2A_CODEC(AgentSkill),
      A2A_CODEC(AgentsListParams),
      A2A_CODEC(AgentsListResult),
      A2A_CODEC(Artifact),
      A2A_CODEC(DataPart),
      A2A_CODEC(ErrorData),
      A2A_CODEC(FileContent),
      A2A_CODEC(FilePart),
      A2A_CODEC(GetVersionParams),
      A2A_CODEC(GetVersionResult),
      A2A_CODEC(HandshakeParams),
      A2A_CODEC(HandshakeResult),
      A2A_CODEC(HealthParams),
      A2A_CODEC(HealthResult),
      A2A_CODEC(Message),
      A2A_CODEC(MessageSendConfiguration),
      A2A_CODEC(OkResult),
      A2A_CODEC(Part),
      A2A_CODEC(PushConfigGetParams),
      A2A_CODEC(PushConfigGetResult),
      A2A_CODEC(PushConfigSetParams),
      A2A_CODEC(PushConfigSetResult),
      A2A_CODEC(PushNotification),
      A2A_CODEC(PushNotificationConfig),
      A2A_CODEC(RegisterParams),
      A2A_CODEC(RegisterResult),
      A2A_CODEC(SendParams),
      A2A_CODEC(Task),
      A2A_CODEC(TaskArtifactUpdateEvent),
      A2A_CODEC(TaskEvent),
      A2A_CODEC(TaskEventNotification),
      A2A_CODEC(TaskParams),
      A2A_CODEC(TaskResult),
      A2A_CODEC(TaskStatus),
      A2A_CODEC(TaskStatusUpdateEvent),
      A2A_CODEC(TasksGetParams),
      A2A_CODEC(TasksStatusParams),
      A2A_CODEC(TextPart),
      A2A_CODEC(TokenParams),
  };
#undef A2A_CODEC
}

std::string ToJson(const json::Fault& fault) {
  std::string out = "{\"path\":";
  json::AppendString(fault.path, &out);
  out += ",\"reason\":";
  json::AppendString(fault.reason, &out);
  out += ",\"text\":";
  json::AppendString(fault.text, &out);
  if (!fault.error.empty()) {
    out += ",\"error\":";
    json::AppendString(fault.error, &out);
  }
  if (!fault.limit.empty()) {
    out += ",\"limit\":";
    json::AppendString(fault.limit, &out);
  }
  if (fault.max >= 0) {
    out += ",\"max\":";
    json::AppendInt(fault.max, &out);
  }
  return out + "}";
}

// False when decoder and Diagnose() disagree.
bool Verdict(const Codec& codec, absl::string_view text, std::string* verdict) {
  json::SyntaxError syntax;
  if (!json::Validate(text, wire::kA2aMaxDepth, &syntax)) return *verdict = "syntax", true;
  const bool decodes = codec.decodes(text);
  json::Fault fault;
  const bool passes = json::Diagnose(*codec.table, text, "", &fault);
  *verdict = passes ? "ok" : ToJson(fault);
  return decodes == passes;
}

int Run() {
  const std::map<std::string, Codec> codecs = Codecs();
  std::string line;
  std::string verdict;
  while (std::getline(std::cin, line)) {
    const size_t tab = line.find('\t');
    const auto codec = codecs.find(line.substr(0, tab));
    if (tab == std::string::npos || codec == codecs.end()) {
      std::cerr << "not `TypeName<TAB>JSON`: " << line.substr(0, 80) << "\n";
      return 2;
    }
    if (!Verdict(codec->second, absl::string_view(line).substr(tab + 1), &verdict)) {
      std::cerr << "decoder and Diagnose disagree (" << verdict << "): " << line << "\n";
      return 1;
    }
    std::cout << verdict << "\n";
  }
  return 0;
}

}  // namespace
}  // namespace a2a

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "--types") {
    for (const auto& [name, codec] : a2a::Codecs()) std::cout << name << "\n";
    return 0;
  }
  return a2a::Run();
}

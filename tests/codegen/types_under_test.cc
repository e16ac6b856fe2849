#include "codegen/types_under_test.h"

#include <cstdlib>

#include "a2a/wire/codec.h"
#include "json/cursor.h"
#include "plans/codec.h"

namespace a2a::codegen {
namespace {

template <typename Message>
bool RecodeInto(absl::string_view text, Message* message, std::string* encoded) {
  json::Cursor cursor(text);
  encoded->clear();
  if (!Decode(&cursor, message)) return false;
  Encode(*message, encoded);
  return true;
}

// One message is reused for all texts of a type, as the dispatcher does: what a text leaves behind must not show.
template <typename Message>
bool Recode(absl::string_view text, std::string* encoded) {
  static Message message;
  return RecodeInto(text, &message, encoded);
}

template <typename Message>
bool RecodeNew(absl::string_view text, std::string* encoded) {
  Message message;
  return RecodeInto(text, &message, encoded);
}

template <typename Message>
TypeUnderTest Under(const char* name, const json::TypeTable* table) {
  return {name, table, &Recode<Message>, &RecodeNew<Message>};
}

std::vector<TypeUnderTest> OurTypes() {
  return {
      Under<wire::RegisterParams>("wire.RegisterParams", &wire::kRegisterParamsTable),
      Under<wire::RegisterResult>("wire.RegisterResult", &wire::kRegisterResultTable),
      Under<wire::TokenParams>("wire.TokenParams", &wire::kTokenParamsTable),
      Under<wire::OkResult>("wire.OkResult", &wire::kOkResultTable),
      Under<wire::AgentsListParams>("wire.AgentsListParams", &wire::kAgentsListParamsTable),
      Under<wire::AgentsListResult>("wire.AgentsListResult", &wire::kAgentsListResultTable),
      Under<wire::HandshakeParams>("wire.HandshakeParams", &wire::kHandshakeParamsTable),
      Under<wire::HandshakeResult>("wire.HandshakeResult", &wire::kHandshakeResultTable),
      Under<wire::HealthParams>("wire.HealthParams", &wire::kHealthParamsTable),
      Under<wire::HealthResult>("wire.HealthResult", &wire::kHealthResultTable),
      Under<wire::GetVersionParams>("wire.GetVersionParams", &wire::kGetVersionParamsTable),
      Under<wire::GetVersionResult>("wire.GetVersionResult", &wire::kGetVersionResultTable),
      Under<wire::ErrorData>("wire.ErrorData", &wire::kErrorDataTable),
      Under<wire::PushConfigSetParams>("wire.PushConfigSetParams", &wire::kPushConfigSetParamsTable),
      Under<wire::PushConfigSetResult>("wire.PushConfigSetResult", &wire::kPushConfigSetResultTable),
      Under<wire::PushConfigGetParams>("wire.PushConfigGetParams", &wire::kPushConfigGetParamsTable),
      Under<wire::PushConfigGetResult>("wire.PushConfigGetResult", &wire::kPushConfigGetResultTable),
      Under<wire::TaskEventNotification>("wire.TaskEventNotification", &wire::kTaskEventNotificationTable),
      Under<wire::PushNotification>("wire.PushNotification", &wire::kPushNotificationTable),
      Under<wire::MessageSendConfiguration>("wire.MessageSendConfiguration", &wire::kMessageSendConfigurationTable),
      Under<wire::SendParams>("wire.SendParams", &wire::kSendParamsTable),
      Under<wire::TaskResult>("wire.TaskResult", &wire::kTaskResultTable),
      Under<wire::TasksGetParams>("wire.TasksGetParams", &wire::kTasksGetParamsTable),
      Under<wire::TasksStatusParams>("wire.TasksStatusParams", &wire::kTasksStatusParamsTable),
      Under<wire::TaskParams>("wire.TaskParams", &wire::kTaskParamsTable),
      Under<wire::Message>("wire.Message", &wire::kMessageTable),
      Under<wire::Part>("wire.Part", &wire::kPartTable),
      Under<wire::TextPart>("wire.TextPart", &wire::kTextPartTable),
      Under<wire::FilePart>("wire.FilePart", &wire::kFilePartTable),
      Under<wire::DataPart>("wire.DataPart", &wire::kDataPartTable),
      Under<wire::FileContent>("wire.FileContent", &wire::kFileContentTable),
      Under<wire::Artifact>("wire.Artifact", &wire::kArtifactTable),
      Under<wire::TaskStatus>("wire.TaskStatus", &wire::kTaskStatusTable),
      Under<wire::Task>("wire.Task", &wire::kTaskTable),
      Under<wire::AgentSkill>("wire.AgentSkill", &wire::kAgentSkillTable),
      Under<wire::AgentCapabilities>("wire.AgentCapabilities", &wire::kAgentCapabilitiesTable),
      Under<wire::AgentCard>("wire.AgentCard", &wire::kAgentCardTable),
      Under<wire::TaskStatusUpdateEvent>("wire.TaskStatusUpdateEvent", &wire::kTaskStatusUpdateEventTable),
      Under<wire::TaskArtifactUpdateEvent>("wire.TaskArtifactUpdateEvent", &wire::kTaskArtifactUpdateEventTable),
      Under<wire::TaskEvent>("wire.TaskEvent", &wire::kTaskEventTable),
      Under<wire::PushNotificationConfig>("wire.PushNotificationConfig", &wire::kPushNotificationConfigTable),
      Under<wire::EventsAckParams>("wire.EventsAckParams", &wire::kEventsAckParamsTable),
      Under<wire::EventsWaitParams>("wire.EventsWaitParams", &wire::kEventsWaitParamsTable),
      Under<wire::EventsWaitResult>("wire.EventsWaitResult", &wire::kEventsWaitResultTable),
      Under<wire::MessagesGetParams>("wire.MessagesGetParams", &wire::kMessagesGetParamsTable),
      Under<wire::MessagesGetResult>("wire.MessagesGetResult", &wire::kMessagesGetResultTable),
      Under<wire::PushConfigDeleteParams>("wire.PushConfigDeleteParams", &wire::kPushConfigDeleteParamsTable),
      Under<wire::PushConfigListParams>("wire.PushConfigListParams", &wire::kPushConfigListParamsTable),
      Under<wire::PushConfigListResult>("wire.PushConfigListResult", &wire::kPushConfigListResultTable),
      Under<wire::Resume>("wire.Resume", &wire::kResumeTable),
      Under<wire::TasksArtifactParams>("wire.TasksArtifactParams", &wire::kTasksArtifactParamsTable),
      Under<wire::TasksListParams>("wire.TasksListParams", &wire::kTasksListParamsTable),
      Under<wire::TasksListResult>("wire.TasksListResult", &wire::kTasksListResultTable),
      Under<wire::WaitEdge>("wire.WaitEdge", &wire::kWaitEdgeTable),
  };
}

std::vector<TypeUnderTest> PlanTypes() {
  return {
      Under<plans::Point>("plans.Point", &plans::kPointTable),
      Under<plans::Scalars>("plans.Scalars", &plans::kScalarsTable),
      Under<plans::Optionals>("plans.Optionals", &plans::kOptionalsTable),
      Under<plans::Plain>("plans.Plain", &plans::kPlainTable),
      Under<plans::Nullables>("plans.Nullables", &plans::kNullablesTable),
      Under<plans::Lists>("plans.Lists", &plans::kListsTable),
      Under<plans::Maps>("plans.Maps", &plans::kMapsTable),
      Under<plans::Bounds>("plans.Bounds", &plans::kBoundsTable),
      Under<plans::Note>("plans.Note", &plans::kNoteTable),
      Under<plans::Quiet>("plans.Quiet", &plans::kQuietTable),
      Under<plans::Nothing>("plans.Nothing", &plans::kNothingTable),
      Under<plans::OpenNothing>("plans.OpenNothing", &plans::kOpenNothingTable),
      Under<plans::Step>("plans.Step", &plans::kStepTable),
      Under<plans::StepWalk>("plans.StepWalk", &plans::kStepWalkTable),
      Under<plans::StepWait>("plans.StepWait", &plans::kStepWaitTable),
      Under<plans::Tree>("plans.Tree", &plans::kTreeTable),
      Under<plans::Leaf>("plans.Leaf", &plans::kLeafTable),
      Under<plans::Branch>("plans.Branch", &plans::kBranchTable),
      Under<plans::Wide>("plans.Wide", &plans::kWideTable),
      Under<plans::Object>("plans.Object", &plans::kObjectTable),
      Under<plans::Promise>("plans.Promise", &plans::kPromiseTable),
      Under<plans::Map>("plans.Map", &plans::kMapTable),
      Under<plans::Error>("plans.Error", &plans::kErrorTable),
      Under<plans::Array>("plans.Array", &plans::kArrayTable),
      Under<plans::String>("plans.String", &plans::kStringTable),
      Under<plans::Outer>("plans.Outer", &plans::kOuterTable),
      Under<plans::Outer_Inner>("plans.OuterInner", &plans::kOuterInnerTable),
      Under<plans::Outer_Inner_class>("plans.OuterInnerclass", &plans::kOuterInnerclassTable),
      Under<plans::Uses>("plans.Uses", &plans::kUsesTable),
      Under<plans::PlanErrorData>("plans.PlanErrorData", &plans::kPlanErrorDataTable),
      Under<plans::AddParams>("plans.AddParams", &plans::kAddParamsTable),
      Under<plans::AddResult>("plans.AddResult", &plans::kAddResultTable),
      Under<plans::EmptyParams>("plans.EmptyParams", &plans::kEmptyParamsTable),
      Under<plans::Moved>("plans.Moved", &plans::kMovedTable),
  };
}

}  // namespace

const std::vector<TypeUnderTest>& TypesUnderTest() {
  static const std::vector<TypeUnderTest> types = [] {
    std::vector<TypeUnderTest> all = OurTypes();
    for (const TypeUnderTest& type : PlanTypes()) all.push_back(type);
    return all;
  }();
  return types;
}

const TypeUnderTest& TypeNamed(absl::string_view name) {
  for (const TypeUnderTest& type : TypesUnderTest()) {
    if (name == type.name) return type;
  }
  std::abort();
}

}  // namespace a2a::codegen

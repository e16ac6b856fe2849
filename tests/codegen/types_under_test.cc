#include "codegen/types_under_test.h"

#include <cstdlib>

#include "a2a/wire/codec.h"
#include "json/cursor.h"
#include "plans/codec.h"

namespace a2a::codegen {
namespace {

// One message is reused for all texts of a type, as the dispatcher does: what a text leaves behind must not show.
template <typename Message>
bool Recode(absl::string_view text, std::string* encoded) {
  static Message message;
  json::Cursor cursor(text);
  encoded->clear();
  if (!Decode(&cursor, &message)) return false;
  Encode(message, encoded);
  return true;
}

}  // namespace

const std::vector<TypeUnderTest>& TypesUnderTest() {
  static const std::vector<TypeUnderTest> types = {
      {"wire.RegisterParams", &wire::kRegisterParamsTable, &Recode<wire::RegisterParams>},
      {"wire.RegisterResult", &wire::kRegisterResultTable, &Recode<wire::RegisterResult>},
      {"wire.TokenParams", &wire::kTokenParamsTable, &Recode<wire::TokenParams>},
      {"wire.OkResult", &wire::kOkResultTable, &Recode<wire::OkResult>},
      {"wire.AgentsListParams", &wire::kAgentsListParamsTable, &Recode<wire::AgentsListParams>},
      {"wire.AgentsListResult", &wire::kAgentsListResultTable, &Recode<wire::AgentsListResult>},
      {"wire.HandshakeParams", &wire::kHandshakeParamsTable, &Recode<wire::HandshakeParams>},
      {"wire.HandshakeResult", &wire::kHandshakeResultTable, &Recode<wire::HandshakeResult>},
      {"wire.HealthParams", &wire::kHealthParamsTable, &Recode<wire::HealthParams>},
      {"wire.HealthResult", &wire::kHealthResultTable, &Recode<wire::HealthResult>},
      {"wire.GetVersionParams", &wire::kGetVersionParamsTable, &Recode<wire::GetVersionParams>},
      {"wire.GetVersionResult", &wire::kGetVersionResultTable, &Recode<wire::GetVersionResult>},
      {"wire.ErrorData", &wire::kErrorDataTable, &Recode<wire::ErrorData>},
      {"wire.PushConfigSetParams", &wire::kPushConfigSetParamsTable, &Recode<wire::PushConfigSetParams>},
      {"wire.PushConfigSetResult", &wire::kPushConfigSetResultTable, &Recode<wire::PushConfigSetResult>},
      {"wire.PushConfigGetParams", &wire::kPushConfigGetParamsTable, &Recode<wire::PushConfigGetParams>},
      {"wire.PushConfigGetResult", &wire::kPushConfigGetResultTable, &Recode<wire::PushConfigGetResult>},
      {"wire.TaskEventNotification", &wire::kTaskEventNotificationTable, &Recode<wire::TaskEventNotification>},
      {"wire.PushNotification", &wire::kPushNotificationTable, &Recode<wire::PushNotification>},
      {"wire.MessageSendConfiguration", &wire::kMessageSendConfigurationTable, &Recode<wire::MessageSendConfiguration>},
      {"wire.SendParams", &wire::kSendParamsTable, &Recode<wire::SendParams>},
      {"wire.TaskResult", &wire::kTaskResultTable, &Recode<wire::TaskResult>},
      {"wire.TasksGetParams", &wire::kTasksGetParamsTable, &Recode<wire::TasksGetParams>},
      {"wire.TasksStatusParams", &wire::kTasksStatusParamsTable, &Recode<wire::TasksStatusParams>},
      {"wire.TaskParams", &wire::kTaskParamsTable, &Recode<wire::TaskParams>},
      {"wire.Message", &wire::kMessageTable, &Recode<wire::Message>},
      {"wire.Part", &wire::kPartTable, &Recode<wire::Part>},
      {"wire.TextPart", &wire::kTextPartTable, &Recode<wire::TextPart>},
      {"wire.FilePart", &wire::kFilePartTable, &Recode<wire::FilePart>},
      {"wire.DataPart", &wire::kDataPartTable, &Recode<wire::DataPart>},
      {"wire.FileContent", &wire::kFileContentTable, &Recode<wire::FileContent>},
      {"wire.Artifact", &wire::kArtifactTable, &Recode<wire::Artifact>},
      {"wire.TaskStatus", &wire::kTaskStatusTable, &Recode<wire::TaskStatus>},
      {"wire.Task", &wire::kTaskTable, &Recode<wire::Task>},
      {"wire.AgentSkill", &wire::kAgentSkillTable, &Recode<wire::AgentSkill>},
      {"wire.AgentCapabilities", &wire::kAgentCapabilitiesTable, &Recode<wire::AgentCapabilities>},
      {"wire.AgentCard", &wire::kAgentCardTable, &Recode<wire::AgentCard>},
      {"wire.TaskStatusUpdateEvent", &wire::kTaskStatusUpdateEventTable, &Recode<wire::TaskStatusUpdateEvent>},
      {"wire.TaskArtifactUpdateEvent", &wire::kTaskArtifactUpdateEventTable, &Recode<wire::TaskArtifactUpdateEvent>},
      {"wire.TaskEvent", &wire::kTaskEventTable, &Recode<wire::TaskEvent>},
      {"wire.PushNotificationConfig", &wire::kPushNotificationConfigTable, &Recode<wire::PushNotificationConfig>},
      {"plans.Point", &plans::kPointTable, &Recode<plans::Point>},
      {"plans.Scalars", &plans::kScalarsTable, &Recode<plans::Scalars>},
      {"plans.Optionals", &plans::kOptionalsTable, &Recode<plans::Optionals>},
      {"plans.Plain", &plans::kPlainTable, &Recode<plans::Plain>},
      {"plans.Nullables", &plans::kNullablesTable, &Recode<plans::Nullables>},
      {"plans.Lists", &plans::kListsTable, &Recode<plans::Lists>},
      {"plans.Maps", &plans::kMapsTable, &Recode<plans::Maps>},
      {"plans.Bounds", &plans::kBoundsTable, &Recode<plans::Bounds>},
      {"plans.Note", &plans::kNoteTable, &Recode<plans::Note>},
      {"plans.Quiet", &plans::kQuietTable, &Recode<plans::Quiet>},
      {"plans.Nothing", &plans::kNothingTable, &Recode<plans::Nothing>},
      {"plans.OpenNothing", &plans::kOpenNothingTable, &Recode<plans::OpenNothing>},
      {"plans.Step", &plans::kStepTable, &Recode<plans::Step>},
      {"plans.StepWalk", &plans::kStepWalkTable, &Recode<plans::StepWalk>},
      {"plans.StepWait", &plans::kStepWaitTable, &Recode<plans::StepWait>},
      {"plans.Tree", &plans::kTreeTable, &Recode<plans::Tree>},
      {"plans.Leaf", &plans::kLeafTable, &Recode<plans::Leaf>},
      {"plans.Branch", &plans::kBranchTable, &Recode<plans::Branch>},
      {"plans.Wide", &plans::kWideTable, &Recode<plans::Wide>},
      {"plans.Object", &plans::kObjectTable, &Recode<plans::Object>},
      {"plans.Promise", &plans::kPromiseTable, &Recode<plans::Promise>},
      {"plans.Map", &plans::kMapTable, &Recode<plans::Map>},
      {"plans.Error", &plans::kErrorTable, &Recode<plans::Error>},
      {"plans.Array", &plans::kArrayTable, &Recode<plans::Array>},
      {"plans.String", &plans::kStringTable, &Recode<plans::String>},
      {"plans.Outer", &plans::kOuterTable, &Recode<plans::Outer>},
      {"plans.OuterInner", &plans::kOuterInnerTable, &Recode<plans::Outer_Inner>},
      {"plans.OuterInnerclass", &plans::kOuterInnerclassTable, &Recode<plans::Outer_Inner_class>},
      {"plans.Uses", &plans::kUsesTable, &Recode<plans::Uses>},
      {"plans.PlanErrorData", &plans::kPlanErrorDataTable, &Recode<plans::PlanErrorData>},
      {"plans.AddParams", &plans::kAddParamsTable, &Recode<plans::AddParams>},
      {"plans.AddResult", &plans::kAddResultTable, &Recode<plans::AddResult>},
      {"plans.EmptyParams", &plans::kEmptyParamsTable, &Recode<plans::EmptyParams>},
      {"plans.Moved", &plans::kMovedTable, &Recode<plans::Moved>},
  };
  return types;
}

const TypeUnderTest& TypeNamed(absl::string_view name) {
  for (const TypeUnderTest& type : TypesUnderTest()) {
    if (name == type.name) return type;
  }
  std::abort();
}

}  // namespace a2a::codegen

// Where the schema's types and members are declared. The IR knows no places, so the proto files are read again.
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "codegen/load.h"
#include "codegen/parity.h"
#include "codegen/parity_json.h"
#include "codegen/schema.h"

namespace a2a::codegen {
namespace {

template <typename DescriptorT>
Json PlaceText(const std::string& folder, const DescriptorT* descriptor) {
  google::protobuf::SourceLocation location;
  const int line = descriptor->GetSourceLocation(&location) ? location.start_line + 1 : 1;
  return Json::String(absl::StrCat(folder, "/", std::string(descriptor->file()->name()), ":", line));
}

}  // namespace

absl::StatusOr<std::string> PlacesOf(const std::vector<std::string>& proto_dirs) {
  const std::string& proto_dir = proto_dirs[0];
  const auto loaded = SchemaFiles::Load(proto_dir, {proto_dirs.begin() + 1, proto_dirs.end()}, {});
  if (!loaded.ok()) return loaded.status();
  const std::string folder = std::filesystem::path(proto_dir).filename().generic_string();
  const Schema schema = CollectSchema((*loaded)->files());
  Json places = Json::Object();
  for (const google::protobuf::Descriptor* message : schema.messages) {
    const std::string type = FlatName(message);
    places.Add(type, PlaceText(folder, message));
    for (int i = 0; i < message->field_count(); ++i) {
      places.Add(absl::StrCat(type, ".", WireNameOf(message->field(i))), PlaceText(folder, message->field(i)));
    }
  }
  for (const google::protobuf::EnumDescriptor* enumeration : schema.enums) {
    places.Add(FlatName(enumeration), PlaceText(folder, enumeration));
  }
  return places.PrintPretty(/*ascii=*/true) + "\n";
}

}  // namespace a2a::codegen

// Where the schema's types and members are declared. The IR knows no places, so the proto files are read again.
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "codegen/parity.h"
#include "codegen/parity_json.h"
#include "codegen/schema.h"
#include "google/protobuf/compiler/importer.h"
#include "google/protobuf/descriptor_database.h"

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
  namespace fs = std::filesystem;
  const std::string& proto_dir = proto_dirs[0];
  std::error_code error;
  std::set<std::string> names;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(proto_dir, error)) {
    const std::string name = fs::relative(entry.path(), proto_dir).generic_string();
    if (absl::EndsWith(name, ".proto")) names.insert(name);
  }
  if (error) return absl::NotFoundError(absl::StrCat("cannot read ", proto_dir, ": ", error.message()));
  google::protobuf::compiler::DiskSourceTree tree;
  for (const std::string& dir : proto_dirs) tree.MapPath("", dir);
  // descriptor.proto need not be installed: it is in the library.
  google::protobuf::DescriptorPoolDatabase built_in(*google::protobuf::DescriptorPool::generated_pool());
  google::protobuf::compiler::SourceTreeDescriptorDatabase database(&tree, &built_in);
  google::protobuf::DescriptorPool pool(&database);
  std::vector<const google::protobuf::FileDescriptor*> files;
  for (const std::string& name : names) {
    files.push_back(pool.FindFileByName(name));
    if (files.back() == nullptr) return absl::InvalidArgumentError(absl::StrCat("protoc does not accept ", name));
  }
  const std::string folder = fs::path(proto_dir).filename().generic_string();
  const Schema schema = CollectSchema(files);
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

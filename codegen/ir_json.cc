#include "codegen/ir_json.h"

#include <sodium.h>

#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "google/protobuf/util/json_util.h"

namespace a2a::codegen {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// protobuf's status is a type of its own in old versions and absl's in new ones.
template <typename Status>
absl::Status ToAbsl(const Status& status) {
  if (status.ok()) return absl::OkStatus();
  return absl::InternalError(absl::StrCat("protobuf JSON: ", std::string(status.message())));
}

// What is there for readers alone: no frame looks different for it.
void ClearDocs(Message* message) {
  const Reflection* reflection = message->GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection->ListFields(*message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->name() == "doc" || field->name() == "advice") {
      reflection->ClearField(message, field);
    } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE && field->is_repeated()) {
      for (int i = 0; i < reflection->FieldSize(*message, field); ++i) {
        ClearDocs(reflection->MutableRepeatedMessage(message, field, i));
      }
    } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      ClearDocs(reflection->MutableMessage(message, field));
    }
  }
}

}  // namespace

absl::StatusOr<std::string> PrintIr(const ir::Ir& ir) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  options.preserve_proto_field_names = true;
  std::string json;
  const absl::Status status = ToAbsl(google::protobuf::util::MessageToJsonString(ir, &json, options));
  if (!status.ok()) return status;
  return json;
}

absl::Status ParseIr(absl::string_view json, ir::Ir* ir) {
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = true;
  return ToAbsl(google::protobuf::util::JsonStringToMessage(std::string(json), ir, options));
}

absl::StatusOr<std::string> ContractHash(const ir::Ir& ir) {
  ir::Ir bare = ir;
  ClearDocs(&bare);
  bare.clear_contract_hash();
  const absl::StatusOr<std::string> json = PrintIr(bare);
  if (!json.ok()) return json.status();
  unsigned char digest[crypto_hash_sha256_BYTES];
  crypto_hash_sha256(digest, reinterpret_cast<const unsigned char*>(json->data()), json->size());
  return absl::BytesToHexString(absl::string_view(reinterpret_cast<const char*>(digest), sizeof(digest)));
}

}  // namespace a2a::codegen

// Where the elements of a schema and their options are declared, by name. One thread at a time.
#ifndef A2A_CODEGEN_BREAKING_PLACES_H_
#define A2A_CODEGEN_BREAKING_PLACES_H_

#include <map>
#include <string>
#include <vector>

#include "codegen/diagnostics.h"
#include "codegen/schema.h"

namespace a2a::codegen {

// Elements: "Type", "Type.field" (protobuf's name), "Enum", "Enum.VALUE", "service Name", "rpc Service.Rpc", "error X",
// "bound X", "capability X", "text X", "protocol". "element#option" is one of its options, such as
// "Message.role#required" or "Part#discriminator"; an option that is not written lies where its element is.
class SchemaPlaces {
 public:
  explicit SchemaPlaces(const Schema& schema);

  // Of the first name that there is; line 0 when there is none.
  Spot Find(const std::vector<std::string>& names);

 private:
  void AddMessage(const google::protobuf::Descriptor* message);
  void AddEnum(const google::protobuf::EnumDescriptor* enumeration, bool errors);
  void AddConstants(const google::protobuf::FileDescriptor* file);

  std::map<std::string, Place> places_;
  Diagnostics locations_;
};

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_BREAKING_PLACES_H_

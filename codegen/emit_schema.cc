#include "codegen/emit_schema.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "codegen/parity_json.h"
#include "codegen/parity_reference.h"
#include "codegen/parity_samples.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

constexpr absl::string_view kDraft = "https://json-schema.org/draft/2020-12/schema";

// Letters of standard base64 whose unused bits are zero, padding only at the end. That there are a multiple of four is
// left out: a pattern that counts in fours overflows JavaScript's stack on a text of many megabytes.
constexpr absl::string_view kBase64 = "^[A-Za-z0-9+/]*(?:[AQgw]==|[AEIMQUYcgkosw048]=)?$";

constexpr absl::string_view kReadme = R"(# JSON Schema

Draft 2020-12, of what the host accepts from a client. `protocol.defs.json` holds every type under `$defs`, which suits
generators of code; `<Type>.json` is the schema of one type and refers to it. A validator that knows files by their
relative names needs nothing else.

What the host writes keeps the same shapes, but clients must ignore members that they do not know.

JSON Schema says less than the host checks. These rules are not in the schemas:

| rule | why |
|---|---|
| a member that is there twice is refused | JSON Schema sees values, not text |
| lengths in bytes of UTF-8 | `maxLength` counts code points; it carries the number of bytes, which is necessary but not sufficient |
| decoded size of base64 | `maxLength` carries the length of the encoded text, which may stand for up to two bytes more |
| base64 text has a multiple of four characters | a pattern that counts in fours overflows regular expressions of JavaScript on long files |
| nesting of at most 128 levels | JSON Schema cannot count levels |
| valid UTF-8, no unpaired surrogates | the text is decoded before a schema sees it |
| the ends of 64-bit integers, exactly | most validators hold numbers as doubles, and round the limits, too |
| integers beyond a double such as 1e400 are integers for members that clamp | most validators read them as infinity or refuse them |

A schema has no opinion on numbers in free-form JSON, which the host relays as they are written.
)";

class SchemaWriter {
 public:
  explicit SchemaWriter(const ir::Ir& ir) : index_(ir) {}

  Json Definitions() const {
    Json definitions = Json::Object();
    for (const ir::Enum& enumeration : index_.ir().enums()) definitions.Add(enumeration.name(), Enum(enumeration));
    for (const ir::Type& type : index_.ir().types()) definitions.Add(type.name(), Type(type));
    return definitions;
  }

 private:
  static void Describe(const std::string& doc, Json* schema) {
    const std::string text = absl::StrJoin(CommentLines(doc), "\n");
    if (!text.empty()) schema->Add("description", Json::String(text));
  }

  static Json Reference(const std::string& name) {
    return Json::Object({{"$ref", Json::String(absl::StrCat("#/$defs/", name))}});
  }

  static Json Enum(const ir::Enum& enumeration) {
    Json values = Json::Array();
    for (const ir::EnumValue& value : enumeration.values()) values.Push(Json::String(value.wire()));
    Json schema = Json::Object({{"title", Json::String(enumeration.name())}});
    Describe(enumeration.doc(), &schema);
    schema.Add("type", Json::String("string"));
    schema.Add("enum", std::move(values));
    return schema;
  }

  Json Type(const ir::Type& type) const {
    Json schema = Json::Object({{"title", Json::String(type.name())}});
    Describe(type.doc(), &schema);
    if (type.discriminator().empty()) {
      AddBody(type, nullptr, "", &schema);
      return schema;
    }
    // Arms are written out, since a closed arm must know the discriminator as one of its members.
    Json arms = Json::Array();
    for (const ir::Field& arm : type.fields()) {
      const ir::Type& body = index_.type(arm.type());
      Json one = Json::Object({{"title", Json::String(body.name())}});
      Describe(body.doc(), &one);
      AddBody(body, &arm, type.discriminator(), &one);
      arms.Push(std::move(one));
    }
    schema.Add("oneOf", std::move(arms));
    return schema;
  }

  void AddBody(const ir::Type& type, const ir::Field* arm, const std::string& discriminator, Json* schema) const {
    Json properties = Json::Object();
    Json required = Json::Array();
    if (arm != nullptr) {
      properties.Add(discriminator, Json::Object({{"const", Json::String(arm->arm())}}));
      required.Push(Json::String(discriminator));
    }
    if (type.has_tag()) {
      Json values = Json::Array({Json::String(type.tag().value()), Json()});
      properties.Add(type.tag().name(), Json::Object({{"enum", std::move(values)}}));
    }
    for (const ir::Field& field : type.fields()) {
      properties.Add(field.wire_name(), Field(field));
      if (field.required()) required.Push(Json::String(field.wire_name()));
    }
    schema->Add("type", Json::String("object"));
    if (properties.size() > 0) schema->Add("properties", std::move(properties));
    if (required.size() > 0) schema->Add("required", std::move(required));
    schema->Add("additionalProperties", Json::Bool(type.open()));
  }

  Json Field(const ir::Field& field) const {
    std::vector<std::string> unsaid;
    Json value = Value(field, ItemKind(field), &unsaid);
    if (field.repeated()) {
      value = Json::Object({{"type", Json::String("array")}, {"items", std::move(value)}});
      AddLimits(field.has_min_items(), field.min_items(), "minItems", field.has_max_items(), field.max_items(),
                "maxItems", &value);
    } else if (IsMap(field)) {
      value = Json::Object({{"type", Json::String("object")}, {"additionalProperties", std::move(value)}});
      AddLimits(field.has_min_items(), field.min_items(), "minProperties", field.has_max_items(), field.max_items(),
                "maxProperties", &value);
    }
    if (!field.required()) value = OrNull(std::move(value));
    Describe(field.doc(), &value);
    if (field.stamped()) value.Add("readOnly", Json::Bool(true));
    if (!unsaid.empty()) value.Add("$comment", Json::String(absl::StrJoin(unsaid, " ")));
    return value;
  }

  // Absent and null are the same for an optional member.
  static Json OrNull(Json schema) {
    Json* const type = schema.Find("type");
    if (schema.size() == 0) return schema;  // any JSON
    if (type == nullptr) {
      return Json::Object(
          {{"anyOf", Json::Array({std::move(schema), Json::Object({{"type", Json::String("null")}})})}});
    }
    *type = Json::Array({*type, Json::String("null")});
    return schema;
  }

  static void AddLimits(bool has_min, const ir::Limit& min, absl::string_view min_name, bool has_max,
                        const ir::Limit& max, absl::string_view max_name, Json* schema) {
    if (has_min) schema->Set(min_name, Json::Int(min.value()));
    if (has_max) schema->Set(max_name, Json::Int(max.value()));
  }

  Json Value(const ir::Field& field, ir::Kind kind, std::vector<std::string>* unsaid) const {
    switch (kind) {
      case ir::KIND_MESSAGE:
      case ir::KIND_ENUM:
        return Reference(field.type());
      case ir::KIND_BOOL:
        return Json::Object({{"type", Json::String("boolean")}});
      case ir::KIND_RAW_ANY:
        return Json::Object();
      case ir::KIND_RAW_OBJECT:
        return Json::Object({{"type", Json::String("object")}});
      case ir::KIND_STRING:
      case ir::KIND_BASE64:
        return String(field, kind, unsaid);
      default:
        return Number(field, kind);
    }
  }

  static Json String(const ir::Field& field, ir::Kind kind, std::vector<std::string>* unsaid) {
    Json schema = Json::Object({{"type", Json::String("string")}});
    int64_t least = field.has_min_chars() ? field.min_chars().value() : 0;
    int64_t most = field.has_max_chars() ? field.max_chars().value() : INT64_MAX;
    const bool base64 = kind == ir::KIND_BASE64;
    if (base64) {
      schema.Add("pattern", Json::String(kBase64));
      schema.Add("contentEncoding", Json::String("base64"));
    }
    const absl::string_view unit = base64 ? " decoded bytes." : " bytes of UTF-8.";
    if (field.has_min_bytes()) {
      const int64_t bytes = field.min_bytes().value();
      // A code point has at most four bytes.
      least = std::max(least, base64 ? (bytes + 2) / 3 * 4 : (bytes + 3) / 4);
      if (bytes > 1) unsaid->push_back(absl::StrCat("At least ", bytes, unit));
    }
    if (field.has_max_bytes()) {
      const int64_t bytes = field.max_bytes().value();
      most = std::min(most, base64 ? (bytes + 2) / 3 * 4 : bytes);
      unsaid->push_back(absl::StrCat("At most ", bytes, unit));
    }
    if (least > 0) schema.Add("minLength", Json::Int(least));
    if (most != INT64_MAX) schema.Add("maxLength", Json::Int(most));
    return schema;
  }

  // A member that clamps takes every greater number.
  static Json Number(const ir::Field& field, ir::Kind kind) {
    Json schema = Json::Object({{"type", Json::String(kind == ir::KIND_DOUBLE ? "number" : "integer")}});
    if (IsInteger(kind)) {
      schema.Add("minimum", Json::Number(RangeOf(kind).low));
      if (!field.clamp()) schema.Add("maximum", Json::Number(RangeOf(kind).high));
    }
    AddLimits(field.has_min_value(), field.min_value(), "minimum", field.has_max_value() && !field.clamp(),
              field.max_value(), "maximum", &schema);
    return schema;
  }

  const IrIndex index_;
};

}  // namespace

void EmitSchema(const ir::Ir& ir, FileSink* sink) {
  const auto print = [](const Json& schema) { return schema.PrintPretty(/*ascii=*/true) + "\n"; };
  const std::string made = absl::StrCat("Generated by protoc-gen-a2a from the proto files of protocol ",
                                        ir.protocol().name(), "; do not edit. ", kRewriteWith);
  Json all = Json::Object({{"$schema", Json::String(kDraft)}, {"$comment", Json::String(made)}});
  all.Add("title", Json::String(absl::StrCat("Types of protocol ", ir.protocol().name())));
  all.Add("$defs", SchemaWriter(ir).Definitions());
  sink->Add("docs/schema/protocol.defs.json", print(all));
  for (const ir::Type& type : ir.types()) {
    Json one = Json::Object({{"$schema", Json::String(kDraft)}, {"$comment", Json::String(made)}});
    one.Add("$ref", Json::String(absl::StrCat("protocol.defs.json#/$defs/", type.name())));
    sink->Add(absl::StrCat("docs/schema/", type.name(), ".json"), print(one));
  }
  sink->Add("docs/schema/README.md", std::string(kReadme));
}

}  // namespace a2a::codegen

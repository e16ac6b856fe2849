#include "codegen/lower.h"

#include <algorithm>
#include <string>

#include "a2a/options.pb.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

using google::protobuf::EnumDescriptor;
using google::protobuf::EnumValueDescriptor;
using google::protobuf::FileDescriptor;

void LowerProtocol(const Schema& schema, ir::Ir* out) {
  ir::Protocol* protocol = out->mutable_protocol();
  for (const FileDescriptor* file : schema.files) protocol->add_files(std::string(file->name()));
  if (schema.protocol == nullptr) return;
  const a2a::ProtocolOptions& options = schema.protocol->options().GetExtension(a2a::protocol);
  protocol->set_name(options.name());
  protocol->set_version(options.version());
  protocol->set_package(std::string(schema.protocol->package()));
  if (options.schema_version() != 0 || options.schema_baseline() != 0) {
    protocol->set_schema_version(options.schema_version());
    protocol->set_schema_baseline(options.schema_baseline());
  }
}

// Bounds, texts and capabilities may be declared on any file.
void LowerConstants(const Schema& schema, ir::Ir* out) {
  for (const FileDescriptor* file : schema.files) {
    const a2a::ProtocolOptions& options = file->options().GetExtension(a2a::protocol);
    for (const a2a::Capability& from : options.capability()) {
      ir::Capability* to = out->add_capabilities();
      to->set_name(from.name());
      to->set_doc(CleanDoc(from.doc(), ""));
    }
    for (const a2a::Bound& from : options.bound()) {
      ir::Bound* to = out->add_bounds();
      to->set_name(from.name());
      to->set_value(from.value());
      to->set_unit(from.unit());
      to->set_limit(from.limit());
      to->set_error(from.error());
      to->set_doc(CleanDoc(from.doc(), ""));
    }
    for (const a2a::Text& from : options.text()) {
      ir::Text* to = out->add_texts();
      to->set_name(from.name());
      to->set_value(from.value());
      to->set_doc(CleanDoc(from.doc(), ""));
    }
  }
}

void LowerErrors(const Schema& schema, ir::Ir* out) {
  for (const EnumDescriptor* enumeration : schema.error_enums) {
    for (int i = 0; i < enumeration->value_count(); ++i) {
      const EnumValueDescriptor* value = enumeration->value(i);
      if (!value->options().HasExtension(a2a::error)) continue;
      const a2a::ErrorRule& rule = value->options().GetExtension(a2a::error);
      ir::Error* to = out->add_errors();
      to->set_name(WithoutPrefix(value));
      to->set_code(rule.code());
      to->set_text(rule.text());
      to->set_reserved(rule.reserved());
      to->set_retryable(rule.retryable());
      to->set_advice(rule.advice());
      to->set_doc(DocOf(value));
    }
  }
}

template <typename List>
void SortByName(List* list) {
  std::sort(list->pointer_begin(), list->pointer_end(),
            [](const auto* a, const auto* b) { return a->name() < b->name(); });
}

}  // namespace

const ir::Bound* FindBound(const ir::Ir& out, absl::string_view name) {
  for (const ir::Bound& bound : out.bounds()) {
    if (bound.name() == name) return &bound;
  }
  return nullptr;
}

void LowerServices(const Schema& schema, ir::Ir* out) {
  for (const google::protobuf::ServiceDescriptor* from : schema.services) {
    ir::Service* service = out->add_services();
    service->set_name(std::string(from->name()));
    service->set_full_name(std::string(from->full_name()));
    service->set_doc(DocOf(from));
    for (int i = 0; i < from->method_count(); ++i) {
      const google::protobuf::MethodDescriptor* rpc = from->method(i);
      const a2a::MethodRule& rule = rpc->options().GetExtension(a2a::method);
      ir::Method* method = service->add_methods();
      method->set_name(rule.name());
      method->set_rpc(std::string(rpc->name()));
      method->set_params(FlatName(rpc->input_type()));
      if (!rule.notification()) method->set_result(FlatName(rpc->output_type()));
      method->set_capability(rule.capability());
      method->set_notifiable(rule.notifiable());
      method->set_before_handshake(rule.before_handshake());
      method->set_idempotent(rule.idempotent());
      method->set_notification(rule.notification());
      *method->mutable_errors() = rule.error();
      std::sort(method->mutable_errors()->begin(), method->mutable_errors()->end());
      method->set_doc(DocOf(rpc));
    }
  }
}

ir::Ir Lower(const Schema& schema, Diagnostics* diagnostics) {
  ir::Ir out;
  LowerProtocol(schema, &out);
  LowerConstants(schema, &out);
  LowerErrors(schema, &out);
  LowerEnums(schema, diagnostics, &out);
  LowerTypes(schema, diagnostics, &out);
  LowerServices(schema, &out);
  SortByName(out.mutable_bounds());
  SortByName(out.mutable_texts());
  SortByName(out.mutable_enums());
  SortByName(out.mutable_types());
  SortByName(out.mutable_services());
  return out;
}

}  // namespace a2a::codegen

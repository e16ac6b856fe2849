// methods.ts: what can be called, what the host says by itself, and a typed client over any transport.
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "codegen/emit_ts_model.h"
#include "codegen/emit_ts_text.h"
#include "codegen/printer.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

using MethodList = std::vector<const ir::Method*>;

MethodList MethodsOf(const ir::Service& service, bool notifications) {
  MethodList list;
  for (const ir::Method& method : service.methods()) {
    if (method.notification() == notifications) list.push_back(&method);
  }
  return list;
}

MethodList AllMethods(const ir::Ir& ir, bool notifications) {
  MethodList list;
  for (const ir::Service& service : ir.services()) {
    for (const ir::Method* method : MethodsOf(service, notifications)) list.push_back(method);
  }
  return list;
}

std::vector<std::string> MethodDoc(const ir::Method& method) {
  std::vector<std::string> doc;
  if (!method.doc().empty()) doc.push_back(method.doc());
  if (method.errors_size() > 0) {
    doc.push_back(absl::StrCat("Errors beyond those of every call: ", absl::StrJoin(method.errors(), ", "), "."));
  }
  return doc;
}

std::string Errors(const ir::Method& method) {
  return TsStrings(std::vector<std::string>(method.errors().begin(), method.errors().end()));
}

void EmitMaps(const TsModel& model, const MethodList& calls, const MethodList& notifications, Printer* out) {
  out->Raw("/** Parameters and result of every call, by wire name. */\nexport interface Methods {\n");
  for (const ir::Method* method : calls) {
    const Indented indented(out);
    TsDoc(MethodDoc(*method), out);
    out->Print("$0: { params: t.$1; result: t.$2 };\n", TsMember(method->name()), model.Name(method->params()),
               model.Name(method->result()));
  }
  out->Raw(
      "}\nexport type MethodName = keyof Methods;\n\n"
      "/** Parameters of everything that the host says by itself, by wire name. */\n"
      "export interface HostNotifications {\n");
  for (const ir::Method* method : notifications) {
    const Indented indented(out);
    TsDoc(MethodDoc(*method), out);
    out->Print("$0: t.$1;\n", TsMember(method->name()), model.Name(method->params()));
  }
  out->Raw(
      "}\nexport type HostNotificationName = keyof HostNotifications;\n\n"
      "/** A notification as a union that narrows on `method`. */\n"
      "export type HostNotification = {\n"
      "  [N in HostNotificationName]: { method: N; params: HostNotifications[N] };\n"
      "}[HostNotificationName];\n\n");
}

void EmitMethodTable(const TsModel& model, const MethodList& calls, Printer* out) {
  out->Raw(
      "export interface MethodInfo<M extends MethodName = MethodName> {\n"
      "  readonly name: M;\n"
      "  readonly params: TypeTable<Methods[M][\"params\"]>;\n"
      "  readonly result: TypeTable<Methods[M][\"result\"]>;\n"
      "  readonly capability: CapabilityName;\n"
      "  /** May be sent without an id; it then runs and is never answered. */\n"
      "  readonly notifiable: boolean;\n"
      "  readonly beforeHandshake: boolean;\n"
      "  /** Repeating the call changes nothing more. */\n"
      "  readonly idempotent: boolean;\n"
      "  /** Errors beyond those of every call. */\n"
      "  readonly errors: readonly ErrorName[];\n"
      "}\n\n"
      "export const methods: { readonly [M in MethodName]: MethodInfo<M> } = {\n");
  for (const ir::Method* method : calls) {
    const Indented indented(out);
    out->Print("$0: {\n", TsKey(method->name()));
    {
      const Indented members(out);
      out->Print("name: $0,\nparams: v.$1,\nresult: v.$2,\ncapability: $3,\n", TsString(method->name()),
                 model.Table(method->params()), model.Table(method->result()), TsString(method->capability()));
      out->Print("notifiable: $0,\nbeforeHandshake: $1,\nidempotent: $2,\nerrors: $3,\n", method->notifiable(),
                 method->before_handshake(), method->idempotent(), Errors(*method));
    }
    out->Raw("},\n");
  }
  out->Raw("};\n\n");
}

void EmitNotificationTable(const TsModel& model, const MethodList& notifications, Printer* out) {
  out->Raw(
      "export interface NotificationInfo<N extends HostNotificationName = HostNotificationName> {\n"
      "  readonly name: N;\n"
      "  readonly params: TypeTable<HostNotifications[N]>;\n"
      "  readonly capability: CapabilityName;\n"
      "}\n\n"
      "export const notifications: { readonly [N in HostNotificationName]: NotificationInfo<N> } = {\n");
  for (const ir::Method* method : notifications) {
    out->Print("  $0: { name: $1, params: v.$2, capability: $3 },\n", TsKey(method->name()), TsString(method->name()),
               model.Table(method->params()), TsString(method->capability()));
  }
  out->Raw("};\n\n");
}

// Members may not clash after their names changed case.
class MemberNames {
 public:
  std::string Claim(const std::string& schema_name) {
    std::string name = TsMethodName(LowerCamel(schema_name));
    while (!taken_.insert(name).second) name += "_";
    return name;
  }

 private:
  std::set<std::string> taken_;
};

// Nothing that the parameters must hold, so that a caller may leave them out.
bool MayLeaveOut(const TsModel& model, const std::string& params) {
  const ir::Type& type = model.Type(params);
  if (!type.discriminator().empty()) return false;
  for (const ir::Field& field : type.fields()) {
    if (field.required()) return false;
  }
  return true;
}

void EmitServiceInterface(const TsModel& model, const ir::Service& service, Printer* out) {
  MemberNames members;
  TsDoc({service.doc()}, out);
  out->Print("export interface $0<O = unknown> {\n", model.Service(service.name()));
  for (const ir::Method* method : MethodsOf(service, false)) {
    const Indented indented(out);
    TsDoc(MethodDoc(*method), out);
    out->Print("$0(params$1: t.$2, options?: O): Promise<t.$3>;\n", TsMember(members.Claim(method->rpc())),
               MayLeaveOut(model, method->params()) ? "?" : "", model.Name(method->params()),
               model.Name(method->result()));
  }
  out->Raw("}\n\n");
}

void EmitClient(const TsModel& model, Printer* out) {
  const ir::Ir& ir = model.ir();
  for (const ir::Service& service : ir.services()) {
    if (!MethodsOf(service, false).empty()) EmitServiceInterface(model, service, out);
  }
  out->Raw(
      "/** How a call is made; `O` is what a transport lets callers say about it, such as a timeout. */\n"
      "export type Call<O = unknown> = <M extends MethodName>(\n"
      "  method: M,\n"
      "  params: Methods[M][\"params\"],\n"
      "  options?: O,\n"
      ") => Promise<Methods[M][\"result\"]>;\n\n"
      "/** Every service of the protocol. */\n"
      "export interface Services<O = unknown> {\n");
  MemberNames interface_members;
  for (const ir::Service& service : ir.services()) {
    if (MethodsOf(service, false).empty()) continue;
    out->Print("  readonly $0: $1<O>;\n", TsMember(interface_members.Claim(service.name())),
               model.Service(service.name()));
  }
  out->Raw(
      "}\n\n/** The services over `call`. */\nexport function services<O = unknown>(call: Call<O>): Services<O> {\n"
      "  return {\n");
  MemberNames service_members;
  for (const ir::Service& service : ir.services()) {
    const MethodList calls = MethodsOf(service, false);
    if (calls.empty()) continue;
    MemberNames members;
    out->Print("    $0: {\n", TsKey(service_members.Claim(service.name())));
    for (const ir::Method* method : calls) {
      out->Print("      $0: (params$1, options) => call($2, params, options),\n", TsKey(members.Claim(method->rpc())),
                 MayLeaveOut(model, method->params()) ? " = {}" : "", TsString(method->name()));
    }
    out->Raw("    },\n");
  }
  out->Raw("  };\n}\n");
}

}  // namespace

std::string TsMethods(const TsModel& model) {
  const MethodList calls = AllMethods(model.ir(), false);
  const MethodList notifications = AllMethods(model.ir(), true);
  Printer out;
  out.Raw(model.preamble());
  out.Raw(
      "import type { CapabilityName, ErrorName } from \"./constants.js\";\n"
      "import type { TypeTable } from \"./runtime.js\";\n");
  if (!calls.empty() || !notifications.empty()) {
    out.Raw("import type * as t from \"./types.js\";\nimport * as v from \"./validators.js\";\n");
  }
  out.Raw("\n");
  EmitMaps(model, calls, notifications, &out);
  EmitMethodTable(model, calls, &out);
  EmitNotificationTable(model, notifications, &out);
  if (!calls.empty()) EmitClient(model, &out);
  return out.Take();
}

}  // namespace a2a::codegen

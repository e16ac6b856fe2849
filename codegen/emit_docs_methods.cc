// methods.md and notifications.md.
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "codegen/emit_docs.h"
#include "codegen/emit_docs_text.h"

namespace a2a::codegen {
namespace {

std::string Flags(const ir::Method& method) {
  std::vector<std::string> flags;
  if (method.before_handshake()) flags.push_back("May come before the handshake.");
  if (method.idempotent()) flags.push_back("Repeating it changes nothing more.");
  flags.push_back(method.notifiable() ? "May be sent without an `id`: it runs and is not answered."
                                      : "Without an `id` it does not run.");
  return absl::StrJoin(flags, " ");
}

std::string CallSection(const DocsContext& context, const ir::Method& method) {
  std::string out = absl::StrCat("### ", MarkdownCode(method.name()), "\n\n", MarkdownParagraphs(method.doc()),
                                 "| | |\n|---|---|\n| params | ", context.TypeLink(method.params()), " |\n| result | ",
                                 context.TypeLink(method.result()), " |\n| capability | ",
                                 MarkdownCode(method.capability()), " |\n| errors | ");
  std::vector<std::string> errors;
  for (const std::string& error : method.errors()) errors.push_back(context.ErrorLink(error));
  errors.push_back("those of [every call](errors.md#every-call)");
  absl::StrAppend(&out, absl::StrJoin(errors, ", "), " |\n\n", Flags(method), "\n\n");
  Json request = Json::Object({{"jsonrpc", Json::String("2.0")}, {"id", Json::Int(1)}});
  request.Add("method", Json::String(method.name()));
  request.Add("params", context.samples().Input(context.index().type(method.params())));
  Json answer = Json::Object({{"jsonrpc", Json::String("2.0")}, {"id", Json::Int(1)}});
  answer.Add("result", context.samples().Output(context.index().type(method.result())));
  absl::StrAppend(&out, DocsExample(method.params(), "input", "params", request),
                  DocsExample(method.result(), "output", "result", answer));
  return out;
}

std::string NotificationSection(const DocsContext& context, const ir::Method& method) {
  Json frame = Json::Object({{"jsonrpc", Json::String("2.0")}});
  frame.Add("method", Json::String(method.name()));
  frame.Add("params", context.samples().Output(context.index().type(method.params())));
  return absl::StrCat("### ", MarkdownCode(method.name()), "\n\n", MarkdownParagraphs(method.doc()),
                      "| | |\n|---|---|\n| params | ", context.TypeLink(method.params()), " |\n| capability | ",
                      MarkdownCode(method.capability()), " |\n\n",
                      DocsExample(method.params(), "output", "params", frame));
}

std::string Sections(const DocsContext& context, bool notifications) {
  std::string out;
  for (const ir::Service& service : context.ir().services()) {
    std::string sections;
    for (const ir::Method& method : service.methods()) {
      if (method.notification() != notifications) continue;
      sections += notifications ? NotificationSection(context, method) : CallSection(context, method);
    }
    if (sections.empty()) continue;
    absl::StrAppend(&out, "## ", service.name(), "\n\n", MarkdownParagraphs(service.doc()), sections);
  }
  return out;
}

}  // namespace

std::string DocsMethods(const DocsContext& context) {
  return absl::StrCat(context.Head("Methods"),
                      "Calls of JSON-RPC 2.0. The examples show what a client sends and what the host answers.\n\n",
                      Sections(context, false));
}

std::string DocsNotifications(const DocsContext& context) {
  return absl::StrCat(context.Head("Notifications"),
                      "What the host sends by itself, without an `id`; it is not answered.\n\n",
                      Sections(context, true));
}

}  // namespace a2a::codegen

// Methods: names, what they need and promise, their errors. What they carry is compared by types.
#include <algorithm>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "codegen/breaking_compare.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

std::string RpcWhere(const MethodOf& each) {
  return absl::StrCat("rpc ", each.service->name(), ".", each.method->rpc());
}

Usage UsageOf(const ir::Method& method) {
  Usage usage;
  (method.notification() ? usage.readers : usage.callers).insert(method.name());
  return usage;
}

}  // namespace

void Comparison::Methods() {
  for (const auto& [old_one, new_one] : methods_.both) CompareMethod(*old_one, *new_one);
  for (const MethodOf* gone : methods_.removed) {
    Judge(Add("method-removed", gone->method->name(), "removed",
              {absl::StrCat("service ", gone->service->name()), "protocol"}),
          UsageOf(*gone->method), Breaking("callers learn that there is no such method"),
          Breaking("readers wait for it in vain"));
  }
  for (const MethodOf* fresh : methods_.added) {
    const std::string& capability = fresh->method->capability();
    const auto old_ones = Pointers(before_.capabilities());
    const bool known = std::any_of(old_ones.begin(), old_ones.end(), [&](const ir::Capability* old_one) {
      return NameAfter(capabilities_, old_one->name()) == capability;
    });
    Judge(Add("method-added", fresh->method->name(), absl::StrCat("added to capability ", Quoted(capability)),
              {RpcWhere(*fresh)}),
          UsageOf(*fresh->method),
          Additive(known ? "older hosts announce this capability without it, a new one would let clients ask"
                         : "clients see by the capability whether it is there"),
          Additive("readers ignore notifications that they do not know"));
  }
  std::map<std::string, const ir::Service*> services;
  for (const ir::Service& service : before_.services()) services.emplace(service.name(), &service);
  for (const ir::Service& service : after_.services()) {
    const auto found = services.find(service.name());
    if (found == services.end()) continue;
    Doc(service.name(), found->second->doc(), service.doc(), {absl::StrCat("service ", service.name())});
  }
}

void Comparison::CompareMethod(const MethodOf& old_one, const MethodOf& new_one) {
  const ir::Method& before = *old_one.method;
  const ir::Method& after = *new_one.method;
  const std::string where = RpcWhere(new_one);
  if (before.name() != after.name()) {
    Judge(Add("method-renamed", after.name(), absl::StrCat(Quoted(before.name()), " -> ", Quoted(after.name())),
              {where + "#name"}),
          UsageOf(before), Breaking("callers of the old name learn that there is no such method"),
          Breaking("readers wait for the old name in vain"));
  } else {
    SourceName("method-source-name", after.name(), absl::StrCat(old_one.service->name(), ".", before.rpc()),
               absl::StrCat(new_one.service->name(), ".", after.rpc()), {where});
  }
  Doc(after.name(), before.doc(), after.doc(), {where});
  if (before.notification() != after.notification()) {
    Usage both = UsageOf(before);
    both.Add(UsageOf(after));
    Judge(Add("method-kind", after.name(), after.notification() ? "call -> notification" : "notification -> call",
              {where + "#notification"}),
          both,
          after.notification() ? Breaking("callers learn that there is no such method") : Additive("it is a call"),
          after.notification() ? Additive("readers ignore notifications that they do not know")
                               : Breaking("readers wait for it in vain"));
    return;
  }
  CompareMethodRules(where, before, after);
  CompareMethodErrors(where, before, after);
}

void Comparison::CompareMethodRules(const std::string& where, const ir::Method& before, const ir::Method& after) {
  const Usage usage = UsageOf(before);
  if (NameAfter(capabilities_, before.capability()) != after.capability() && !before.capability().empty()) {
    Judge(Add("method-capability", after.name(),
              absl::StrCat("capability ", Quoted(before.capability()), " -> ", Quoted(after.capability())),
              {where + "#capability"}),
          usage, Breaking("clients that look for the old capability call it where it may not be"),
          Breaking("clients that look for the old capability wait for it where it may not be"));
  }
  const auto flag = [&](const char* name, bool old_flag, bool new_flag, const char* lost, const char* gained) {
    if (old_flag == new_flag) return;
    Judge(Add(absl::StrCat("method-", absl::StrReplaceAll(name, {{"_", "-"}})), after.name(),
              absl::StrCat(new_flag ? "now " : "no longer ", name), {absl::StrCat(where, "#", name)}),
          usage, new_flag ? Additive(gained) : Breaking(lost), Effect());
  };
  flag("notifiable", before.notifiable(), after.notifiable(), "sent without an id it does not run any more",
       "callers may send it without an id");
  flag("before_handshake", before.before_handshake(), after.before_handshake(),
       "callers that have not shaken hands are refused", "callers need not shake hands before it");
  flag("idempotent", before.idempotent(), after.idempotent(), "callers that repeat it do it twice",
       "callers may repeat it");
}

void Comparison::CompareMethodErrors(const std::string& where, const ir::Method& before, const ir::Method& after) {
  std::set<std::string> old_errors, new_errors(after.errors().begin(), after.errors().end());
  for (const std::string& error : before.errors()) old_errors.insert(NameAfter(errors_, error));
  const auto report = [&](const char* rule, const std::set<std::string>& from, const std::set<std::string>& to,
                          const char* text, Effect effect) {
    std::vector<std::string> more;
    std::set_difference(from.begin(), from.end(), to.begin(), to.end(), std::back_inserter(more));
    if (more.empty()) return;
    Usage usage;
    usage.readers.insert(before.name());
    Judge(Add(rule, after.name(), absl::StrCat(text, absl::StrJoin(more, ", ")), {where + "#error", where}), usage,
          Effect(), effect);
  };
  report("method-error-added", new_errors, old_errors, "may answer with ",
         Additive("readers must expect errors that the list does not name, such as those of every call"));
  report("method-error-removed", old_errors, new_errors, "never answers with ",
         Additive("readers never meet it again"));
}

}  // namespace a2a::codegen

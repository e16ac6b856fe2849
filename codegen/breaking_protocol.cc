// The protocol's versions, errors, bounds, capabilities and texts.
#include "absl/strings/str_cat.h"
#include "codegen/breaking_compare.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

std::string Numbers(int before, int after) { return absl::StrCat(before, " -> ", after); }

// Clients see bounds, capabilities and texts at the handshake or by rule, whatever method they call.
template <typename T, typename Add>
void GoneAndNew(const Matched<T>& matched, const std::string& word, Add add) {
  for (const T* gone : matched.removed) {
    add(word + "-removed", gone->name(), "removed", std::vector<std::string>{"protocol"},
        Breaking("clients that go by it miss it"));
  }
  for (const T* fresh : matched.added) {
    add(word + "-added", fresh->name(), "added", std::vector<std::string>{word + " " + fresh->name()},
        Additive("clients need not know it"));
  }
  for (const auto& [old_one, new_one] : matched.both) {
    if (old_one->name() == new_one->name()) continue;
    add(word + "-renamed", new_one->name(), absl::StrCat(Quoted(old_one->name()), " -> ", Quoted(new_one->name())),
        std::vector<std::string>{word + " " + new_one->name()}, Breaking("clients that go by the old name miss it"));
  }
}

}  // namespace

void Comparison::Protocol() {
  const ir::Protocol& before = before_.protocol();
  const ir::Protocol& after = after_.protocol();
  const auto add = [&](const char* rule, const char* subject, const std::string& text, const char* option,
                       Effect effect) {
    Add(rule, subject, text, {absl::StrCat("protocol#", option), "protocol"})->whole = std::move(effect);
  };
  SourceName("protocol-name", "protocol", before.name(), after.name(), {"protocol#name", "protocol"});
  SourceName("protocol-package", "protocol", before.package(), after.package(), {"protocol"});
  if (before.version() != after.version()) {
    add("protocol-version", "protocol version", Numbers(before.version(), after.version()), "version",
        Breaking("clients and hosts of the other version refuse each other at the handshake"));
  }
  if (before.schema_version() != after.schema_version()) {
    const bool grew = after.schema_version() > before.schema_version();
    add("schema-version", "schema version", Numbers(before.schema_version(), after.schema_version()), "schema_version",
        grew ? Additive("stores are migrated, and older hosts then refuse them")
             : Breaking("stores of the newer schema are refused"));
  }
  if (before.schema_baseline() != after.schema_baseline()) {
    const bool grew = after.schema_baseline() > before.schema_baseline();
    add("schema-baseline", "schema baseline", Numbers(before.schema_baseline(), after.schema_baseline()),
        "schema_baseline",
        grew ? Breaking("stores below the new baseline are no longer the protocol's own")
             : Additive("older stores count as the protocol's own"));
  }
}

void Comparison::Errors() {
  const Matched<ir::Error> errors = MatchErrors(before_, after_);
  const auto add = [&](const std::string& rule, const std::string& subject, const std::string& text,
                       std::vector<std::string> where,
                       Effect effect) { Add(rule, subject, text, std::move(where))->whole = std::move(effect); };
  GoneAndNew(errors, "error", add);
  for (const auto& [before, after] : errors.both) {
    const std::string where = "error " + after->name();
    Doc(after->name(), before->doc(), after->doc(), {where});
    if (before->code() != after->code()) {
      add("error-code", after->name(), absl::StrCat("code ", Numbers(before->code(), after->code())), {where + "#code"},
          Breaking("readers that go by the code take it for another error"));
    }
    if (before->text() != after->text()) {
      add("error-text", after->name(), absl::StrCat(Quoted(before->text()), " -> ", Quoted(after->text())),
          {where + "#text"}, {Impact::kDoc, "the text is for people"});
    }
    if (before->advice() != after->advice()) {
      add("error-advice", after->name(), absl::StrCat(Quoted(before->advice()), " -> ", Quoted(after->advice())),
          {where + "#advice"}, {Impact::kDoc, "the advice is for models"});
    }
    if (before->reserved() != after->reserved()) {
      add("error-reserved", after->name(), after->reserved() ? "now reserved" : "no longer reserved",
          {where + "#reserved"}, Additive(after->reserved() ? "readers never meet it" : "readers may meet it"));
    }
    if (before->retryable() != after->retryable()) {
      add("error-retryable", after->name(), after->retryable() ? "now retryable" : "no longer retryable",
          {where + "#retryable"},
          after->retryable() ? Additive("callers may repeat the call") : Breaking("callers repeat the call in vain"));
    }
  }
}

void Comparison::Constants() {
  const auto add = [&](const std::string& rule, const std::string& subject, const std::string& text,
                       std::vector<std::string> where,
                       Effect effect) { Add(rule, subject, text, std::move(where))->whole = std::move(effect); };
  const Matched<ir::Bound> bounds = MatchBounds(before_, after_);
  GoneAndNew(bounds, "bound", add);
  for (const auto& [before, after] : bounds.both) CompareBound(*before, *after);
  const Matched<ir::Capability> capabilities = MatchCapabilities(before_, after_);
  GoneAndNew(capabilities, "capability", add);
  for (const auto& [before, after] : capabilities.both) {
    Doc(after->name(), before->doc(), after->doc(), {"capability " + after->name()});
  }
  const Matched<ir::Text> texts = MatchTexts(before_, after_);
  GoneAndNew(texts, "text", add);
  for (const auto& [before, after] : texts.both) {
    const std::string where = "text " + after->name();
    Doc(after->name(), before->doc(), after->doc(), {where});
    if (before->value() == after->value()) continue;
    add("text-value", after->name(), absl::StrCat(Quoted(before->value()), " -> ", Quoted(after->value())), {where},
        Breaking("clients that know the old text do not recognise the new one"));
  }
}

void Comparison::CompareBound(const ir::Bound& before, const ir::Bound& after) {
  const std::vector<std::string> where = {"bound " + after.name()};
  Doc(after.name(), before.doc(), after.doc(), where);
  if (before.value() != after.value()) CompareBoundValue(before, after);
  const auto text = [&](const char* rule, const char* word, const std::string& old_text, const std::string& new_text,
                        const char* why) {
    if (old_text == new_text) return;
    Add(rule, after.name(), absl::StrCat(word, " ", Quoted(old_text), " -> ", Quoted(new_text)), where)->whole =
        old_text.empty() ? Additive("it said nothing before") : Breaking(why);
  };
  text("bound-unit", "unit", before.unit(), after.unit(), "clients count something else");
  text("bound-limit", "data.limit", before.limit(), after.limit(), "readers know the refusal by the old name");
  if (before.error().empty() != after.error().empty() || NameAfter(errors_, before.error()) != after.error()) {
    // Without an error of its own it was refused as wrong params.
    Add("bound-error", after.name(), absl::StrCat("error ", Quoted(before.error()), " -> ", Quoted(after.error())),
        where)
        ->whole = Breaking("readers know the refusal by the old error");
  }
}

void Comparison::CompareBoundValue(const ir::Bound& before, const ir::Bound& after) {
  const bool grew = after.value() > before.value();
  const std::string numbers = Numbers(before.value(), after.value());
  Change* const change = Add(grew ? "bound-raised" : "bound-lowered", after.name(), numbers, {"bound " + after.name()});
  const auto found = bound_uses_.find(after.name());
  if (found == bound_uses_.end()) {
    change->whole = grew ? Additive("the host allows more") : Breaking("the host allows less");
    return;
  }
  const BoundUse& use = found->second;
  absl::StrAppend(&change->text, " (", Shortened(use.fields), ")");
  const bool tighter = (grew ? use.lower : use.upper).in(), looser = (grew ? use.upper : use.lower).out();
  Usage all = use.upper;
  all.Add(use.lower);
  Judge(change, all,
        tighter ? Breaking("callers that go beyond it are refused or get less") : Additive("callers may go further"),
        looser ? Breaking("readers that check the old limit refuse what goes beyond it")
               : Additive("what readers get is what they take"));
}

}  // namespace a2a::codegen

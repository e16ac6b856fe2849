// Services: names, capabilities, errors, params and results.
#include <map>
#include <set>
#include <string>

#include "a2a/options.pb.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "codegen/text.h"
#include "codegen/validate.h"

namespace a2a::codegen {
namespace {

using google::protobuf::MethodDescriptor;
using Rule = a2a::MethodRule;

constexpr int kMethod = a2a::kMethodFieldNumber;
constexpr int kInvalidParams = -32602;

class MethodCheck {
 public:
  MethodCheck(const Schema& schema, const ir::Ir& ir, Diagnostics* diagnostics)
      : schema_(schema), diagnostics_(diagnostics) {
    for (const ir::Capability& capability : ir.capabilities()) capabilities_.insert(capability.name());
    for (const ir::Error& error : ir.errors()) {
      errors_[error.name()] = &error;
      has_invalid_params_ = has_invalid_params_ || (error.code() == kInvalidParams && !error.reserved());
    }
  }

  void Run() {
    const MethodDescriptor* call = nullptr;
    for (const auto* service : schema_.services) {
      for (int i = 0; i < service->method_count(); ++i) {
        const MethodDescriptor* method = service->method(i);
        const Rule& rule = method->options().GetExtension(a2a::method);
        CheckName(method, rule);
        CheckCapability(method, rule);
        CheckTypes(method, rule);
        CheckErrors(method, rule);
        if (rule.notification()) {
          CheckNotification(method, rule);
        } else if (call == nullptr) {
          call = method;
        }
      }
    }
    if (call != nullptr && !has_invalid_params_) {
      diagnostics_->Add(Code::kMissingError, PlaceOf(call),
                        "a schema with calls declares an error with code -32602 (a2a/jsonrpc.proto has one)");
    }
  }

 private:
  void Add(Code code, const MethodDescriptor* method, const std::vector<int>& option, absl::string_view text) {
    std::vector<int> path = {kMethod};
    path.insert(path.end(), option.begin(), option.end());
    diagnostics_->Add(code, OptionOf(method, path), absl::StrCat("rpc ", std::string(method->name()), " ", text));
  }

  void CheckName(const MethodDescriptor* method, const Rule& rule) {
    const std::vector<int> place = {Rule::kNameFieldNumber};
    if (rule.name().empty()) return Add(Code::kMethodName, method, place, "has no (a2a.method).name");
    if (!IsPlainName(rule.name(), "_./-") || rule.name().size() > 128) {
      return Add(
          Code::kMethodName, method, place,
          absl::StrCat("has the name ", Quoted(rule.name()), "; names are letters, digits and _ . / -, at most 128"));
    }
    if (absl::StartsWith(rule.name(), "rpc.")) {
      return Add(Code::kMethodName, method, place, "has a name that JSON-RPC reserves (rpc.)");
    }
    const auto [other, added] = names_.emplace(rule.name(), method);
    if (!added) {
      Add(Code::kDuplicateMethod, method, place,
          absl::StrCat("has the name ", rule.name(), " of ", std::string(other->second->full_name())));
    }
  }

  void CheckCapability(const MethodDescriptor* method, const Rule& rule) {
    if (rule.capability().empty()) {
      Add(Code::kMissingCapability, method, {Rule::kCapabilityFieldNumber}, "belongs to no capability");
    } else if (capabilities_.count(rule.capability()) == 0) {
      Add(Code::kUnknownCapability, method, {Rule::kCapabilityFieldNumber},
          absl::StrCat("belongs to capability ", Quoted(rule.capability()), ", which nobody declares"));
    }
  }

  void CheckTypes(const MethodDescriptor* method, const Rule& rule) {
    if (method->client_streaming() || method->server_streaming()) {
      diagnostics_->Add(Code::kStreaming, PlaceOf(method),
                        absl::StrCat("rpc ", std::string(method->name()), " streams; JSON-RPC cannot"));
    }
    if (schema_.message_set.count(method->input_type()) == 0) {
      diagnostics_->Add(
          Code::kForeignParams, PlaceOf(method),
          absl::StrCat("params ", std::string(method->input_type()->full_name()), " are not part of the schema"));
    }
    const bool none = IsNone(method->output_type());
    if (rule.notification() && !none) {
      Add(Code::kNotificationResult, method, {Rule::kNotificationFieldNumber},
          "is a notification: it returns a2a.None");
    } else if (!rule.notification() && none) {
      diagnostics_->Add(
          Code::kMissingResult, PlaceOf(method),
          absl::StrCat("rpc ", std::string(method->name()), " is a call: it returns a message, not a2a.None"));
    } else if (!none && schema_.message_set.count(method->output_type()) == 0) {
      diagnostics_->Add(
          Code::kForeignParams, PlaceOf(method),
          absl::StrCat("result ", std::string(method->output_type()->full_name()), " is not part of the schema"));
    }
  }

  void CheckErrors(const MethodDescriptor* method, const Rule& rule) {
    std::set<std::string> seen;
    for (int i = 0; i < rule.error_size(); ++i) {
      const std::vector<int> place = {Rule::kErrorFieldNumber, i};
      const std::string name = Quoted(rule.error(i));
      const auto found = errors_.find(rule.error(i));
      if (found == errors_.end()) {
        Add(Code::kUnknownError, method, place, absl::StrCat("names error ", name, ", which nobody declares"));
      } else if (found->second->reserved()) {
        Add(Code::kReservedError, method, place,
            absl::StrCat("names error ", name, ", which is reserved and never produced"));
      } else if (!seen.insert(rule.error(i)).second) {
        Add(Code::kRepeatedError, method, place, absl::StrCat("names error ", name, " twice"));
      }
    }
  }

  void CheckNotification(const MethodDescriptor* method, const Rule& rule) {
    const auto refuse = [&](bool set, int number, absl::string_view option) {
      if (set)
        Add(Code::kNotificationRule, method, {number}, absl::StrCat("is a notification: ", option, " is for calls"));
    };
    refuse(rule.notifiable(), Rule::kNotifiableFieldNumber, "notifiable");
    refuse(rule.before_handshake(), Rule::kBeforeHandshakeFieldNumber, "before_handshake");
    refuse(rule.idempotent(), Rule::kIdempotentFieldNumber, "idempotent");
    refuse(rule.error_size() > 0, Rule::kErrorFieldNumber, "error");
  }

  const Schema& schema_;
  Diagnostics* const diagnostics_;
  std::set<std::string> capabilities_;
  std::map<std::string, const ir::Error*> errors_;
  std::map<std::string, const MethodDescriptor*> names_;
  bool has_invalid_params_ = false;
};

}  // namespace

void ValidateMethods(const Schema& schema, const ir::Ir& ir, Diagnostics* diagnostics) {
  MethodCheck(schema, ir, diagnostics).Run();
}

}  // namespace a2a::codegen

// What the TypeScript emitter knows about a protocol beyond the IR: exported names, which types only leave the host,
// and which messages are an arm of one union and nothing else. Built once per run, then read-only.
#ifndef A2A_CODEGEN_EMIT_TS_MODEL_H_
#define A2A_CODEGEN_EMIT_TS_MODEL_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "codegen/ir.pb.h"

namespace a2a::codegen {

class TsModel {
 public:
  // `ir` must outlive the model.
  explicit TsModel(const ir::Ir& ir);

  const ir::Ir& ir() const { return ir_; }
  // The two lines that every file starts with.
  const std::string& preamble() const { return preamble_; }

  const ir::Type& Type(const std::string& name) const { return *types_.at(name); }

  // Exported names.
  const std::string& Name(const std::string& type_or_enum) const { return names_.at(type_or_enum); }
  const std::string& Table(const std::string& type) const { return tables_.at(type); }
  const std::string& Values(const std::string& enum_name) const { return values_.at(enum_name); }
  const std::string& Constant(const std::string& text_or_bound) const { return constants_.at(text_or_bound); }
  const std::string& Arm(const std::string& union_type, const std::string& arm) const {
    return arms_.at({union_type, arm});
  }
  const std::string& Machine(const std::string& state_enum) const { return machines_.at(state_enum); }
  const std::string& Role(const std::string& state_enum) const { return roles_.at(state_enum); }
  const std::string& Terminal(const std::string& state_enum) const { return terminals_.at(state_enum); }
  const std::string& Service(const std::string& service) const { return services_.at(service); }

  // The type is written by the host and never read by it, so that what the host always writes is always there.
  bool OutputOnly(const std::string& type) const { return output_.count(type) > 0 && input_.count(type) == 0; }

  // The union that this message is an arm of and its field there, when nothing else uses the message: its interface
  // then holds the discriminator. Null otherwise.
  struct ArmOf {
    const ir::Type* union_type = nullptr;
    const ir::Field* field = nullptr;
  };
  const ArmOf* OnlyArmOf(const std::string& type) const;

  // A member that every value of the type has, as its TypeScript type promises.
  bool AlwaysThere(const ir::Type& type, const ir::Field& field) const;

 private:
  void ClaimNames();
  void Reach();
  void Mark(const std::string& type, std::set<std::string>* reached) const;
  void FindArms();

  const ir::Ir& ir_;
  std::string preamble_;
  std::map<std::string, const ir::Type*> types_;
  std::map<std::string, std::string> names_, tables_, values_, constants_, machines_, roles_, terminals_, services_;
  std::map<std::pair<std::string, std::string>, std::string> arms_;
  std::set<std::string> input_, output_;
  std::map<std::string, ArmOf> only_arms_;
};

// One module each, preamble included.
std::string TsRuntime(const TsModel& model);
std::string TsDiagnose(const TsModel& model);
std::string TsTypes(const TsModel& model);
std::string TsConstants(const TsModel& model);
std::string TsValidators(const TsModel& model);
std::string TsStates(const TsModel& model);
std::string TsMethods(const TsModel& model);
std::string TsConnection(const TsModel& model);

// TypeScript type of a field's value, nullability left out; `prefix` stands before names of types.ts.
std::string TsFieldType(const TsModel& model, const ir::Field& field, const std::string& prefix);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_EMIT_TS_MODEL_H_

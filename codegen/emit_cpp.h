// Emitter of generated/cpp: codecs, service interfaces, dispatch table, notification builders, constants, errors and
// state tables. Reads only the IR. What it writes includes json/, base/ and protoc's own .pb.h. Any thread.
#ifndef A2A_CODEGEN_EMIT_CPP_H_
#define A2A_CODEGEN_EMIT_CPP_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "codegen/files.h"
#include "codegen/ir.pb.h"
#include "codegen/printer.h"

namespace a2a::codegen {

// Writes cpp/<package>/*.{h,cc}.
void EmitCpp(const ir::Ir& ir, FileSink* sink);

// What the parts of the emitter share: look-ups in the IR and the frame of a file.
class CppContext {
 public:
  CppContext(const ir::Ir& ir, FileSink* sink);

  const ir::Ir& ir() const { return ir_; }
  const std::string& package() const { return ir_.protocol().package(); }

  const ir::Type& type(absl::string_view name) const { return *types_.at(std::string(name)); }
  const ir::Enum& enumeration(absl::string_view name) const { return *enums_.at(std::string(name)); }
  std::string TypeName(absl::string_view name) const;
  std::string EnumName(absl::string_view name) const;
  std::string Enumerator(const ir::Enum& enumeration, const ir::EnumValue& value) const;
  // True when the type is an arm of some union.
  bool IsArm(absl::string_view name) const { return arms_.count(std::string(name)) != 0; }
  // The error data message; null when the schema has none.
  const ir::Type* error_data() const { return error_data_; }
  // First error of that JSON-RPC code that is not reserved; null when there is none.
  const ir::Error* ErrorOfCode(int code) const;

  // Files with types, in order, and the stem of their codec's file.
  const std::map<std::string, std::string>& codec_files() const { return codec_files_; }

  // `#include "..."` of all .pb.h with types or enums.
  std::vector<std::string> ProtoHeaders() const;
  // "a2a/wire/codec.h"
  std::string Header(absl::string_view name) const;

  // Adds a file made of preamble, includes, namespace and `body`.
  void AddHeader(absl::string_view name, const std::vector<std::string>& system_includes,
                 const std::vector<std::string>& includes, absl::string_view body) const;
  // The same in the namespace of the runtime, for specialisations of its templates.
  void AddRuntimeHeader(absl::string_view name, const std::vector<std::string>& system_includes,
                        const std::vector<std::string>& includes, absl::string_view body) const;
  void AddSource(absl::string_view name, absl::string_view header, const std::vector<std::string>& system_includes,
                 const std::vector<std::string>& includes, absl::string_view body) const;

 private:
  std::string Preamble() const;
  void AddGuarded(absl::string_view name, const std::vector<std::string>& system_includes,
                  const std::vector<std::string>& includes, absl::string_view body) const;

  const ir::Ir& ir_;
  FileSink* sink_;
  std::map<std::string, const ir::Type*> types_;
  std::map<std::string, const ir::Enum*> enums_;
  std::set<std::string> arms_;
  std::map<std::string, std::string> codec_files_;
  const ir::Type* error_data_ = nullptr;
};

// Prints `doc` as line comments.
void PrintCppDoc(absl::string_view doc, Printer* out);

// The parts, one per file emit_cpp_*.cc.
void EmitCppConstants(const CppContext& context);
void EmitCppErrors(const CppContext& context);
void EmitCppStates(const CppContext& context);
void EmitCppCodec(const CppContext& context);
void EmitCppPaths(const CppContext& context);
void EmitCppServices(const CppContext& context);
void EmitCppDispatch(const CppContext& context);
void EmitCppNotifications(const CppContext& context);

// Parts of a codec file.
void PrintCppTable(const CppContext& context, const ir::Type& type, Printer* out);
void PrintCppDecoder(const CppContext& context, const ir::Type& type, Printer* out);
void PrintCppEncoder(const CppContext& context, const ir::Type& type, Printer* out);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_EMIT_CPP_H_

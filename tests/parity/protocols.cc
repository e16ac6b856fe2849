#include "parity/protocols.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "codegen/ir_json.h"

namespace a2a::codegen {
namespace {

const ir::Ir* Load(const std::string& path) {
  auto* const ir = new ir::Ir;
  if (!ParseIr(ReadWhole(path), ir).ok()) {
    std::fprintf(stderr, "%s is no IR\n", path.c_str());
    std::abort();
  }
  return ir;
}

}  // namespace

const ir::Ir& OurProtocol() {
  static const ir::Ir* const ir = Load(A2A_SOURCE_DIR "/generated/protocol.ir.json");
  return *ir;
}

const ir::Ir& PlansProtocol() {
  static const ir::Ir* const ir = Load(A2A_PLANS_IR);
  return *ir;
}

std::string ReadWhole(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace a2a::codegen

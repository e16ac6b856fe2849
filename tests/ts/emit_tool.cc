// a2a-emit-ts OUT_DIR: reads an IR as JSON from stdin and writes what the TypeScript emitter makes of it below
// OUT_DIR. Lets tests feed the emitter what the schema's own checks would refuse.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "codegen/emit_ts.h"
#include "codegen/files.h"
#include "codegen/ir_json.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: a2a-emit-ts OUT_DIR < IR.json\n";
    return 2;
  }
  const std::string json((std::istreambuf_iterator<char>(std::cin)), std::istreambuf_iterator<char>());
  a2a::ir::Ir ir;
  const absl::Status status = a2a::codegen::ParseIr(json, &ir);
  if (!status.ok()) {
    std::cerr << status << "\n";
    return 1;
  }
  a2a::codegen::FileSink sink;
  a2a::codegen::EmitTs(ir, &sink);
  for (const auto& [path, content] : sink.files()) {
    const std::filesystem::path file = std::filesystem::path(argv[1]) / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
  }
  return 0;
}

// a2a-parity-cpp: what the generated C++ codecs make of texts. One of the two runners of the parity driver.
//
// Requests on stdin:  TYPE SIDE SIZE\n, then SIZE bytes of text (SIDE is always "input").
// Answers on stdout:  ok SIZE\n, then what encode writes of the value that decode read, or
//                     fault REASON MAX ACTUAL and the sizes of path, error, limit and sentence\n, then those.
// Everything in order of the requests; the end of stdin ends the program. With the argument `contract` it only prints
// the contract hash of the schema that its codecs were generated from.
#include <cstdint>
#include <iostream>
#include <limits>
#include <map>
#include <string>

#include A2A_PARITY_CODEC
#include "absl/strings/string_view.h"
#include "codec_contract.inc"
#include "json/cursor.h"
#include "json/table.h"

namespace {

constexpr int kMaxDepth = 128;

struct Codec {
  const a2a::json::TypeTable* table;
  bool (*relay)(absl::string_view text, std::string* out);
};

// Reads and writes again; false when the decoder refuses.
template <typename Message>
bool Relay(absl::string_view text, std::string* out) {
  a2a::json::Cursor cursor(text);
  Message message;
  if (!Decode(&cursor, &message)) return false;
  out->clear();
  Encode(message, out);
  return true;
}

std::map<std::string, Codec> Codecs() {
  return {
#define A2A_CODEC_TYPE(name, type, table) {name, {&table, Relay<type>}},
#include "codec_types.inc"
#undef A2A_CODEC_TYPE
  };
}

void WriteFault(const a2a::json::Fault& fault, std::ostream& out) {
  out << "fault " << fault.reason << ' ' << fault.max << ' ' << fault.actual << ' ' << fault.path.size() << ' '
      << fault.error.size() << ' ' << fault.limit.size() << ' ' << fault.text.size() << '\n'
      << fault.path << fault.error << fault.limit << fault.text;
}

void Answer(const Codec& codec, absl::string_view text, std::ostream& out) {
  a2a::json::Fault fault;
  a2a::json::SyntaxError syntax;
  if (!a2a::json::Validate(text, kMaxDepth, &syntax)) {
    fault.reason = "parse";
    fault.text = std::string(syntax.what.data(), syntax.what.size());
    return WriteFault(fault, out);
  }
  std::string written;
  const bool decoded = codec.relay(text, &written);
  const bool passed = a2a::json::Diagnose(*codec.table, text, "", &fault);
  if (decoded != passed) {
    // Two readings of one schema that differ: no vector expects this reason.
    fault.reason = "inconsistent";
    fault.text = decoded ? "decode accepts what Diagnose refuses" : "decode refuses what Diagnose accepts";
    return WriteFault(fault, out);
  }
  if (!decoded) return WriteFault(fault, out);
  out << "ok " << written.size() << '\n' << written;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && absl::string_view(argv[1]) == "contract") {
    std::cout << kCodecContract << '\n';
    return 0;
  }
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  const std::map<std::string, Codec> codecs = Codecs();
  std::string type;
  std::string side;
  std::string text;
  size_t size = 0;
  while (std::cin >> type >> side >> size) {
    std::cin.ignore(1);
    text.resize(size);
    std::cin.read(text.data(), static_cast<std::streamsize>(size));
    const auto codec = codecs.find(type);
    if (!std::cin || codec == codecs.end()) {
      std::cerr << "a2a-parity-cpp: bad request for " << type << "\n";
      return 2;
    }
    Answer(codec->second, text, std::cout);
  }
  std::cout.flush();
  return std::cout ? 0 : 2;
}

// Fuzz target of the JSON reader and of Diagnose. With libFuzzer:
//   CC=clang CXX=clang++ cmake -S . -B build/fuzz -DA2A_FUZZ=ON -DA2A_SANITIZE=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo
//   ninja -C build/fuzz reader_fuzzer && build/fuzz/bin/reader_fuzzer -max_len=4096 build/corpus
//   tests/fuzz/corpus/reader
// The committed corpus is replayed by reader_replay_test in every run of the tests.
#include "fuzz/reader_fuzz.h"

#include <cstdint>
#include <cstdlib>
#include <string>

#include "json/cursor.h"
#include "json/table.h"
#include "json/writer.h"

namespace a2a::json {
namespace {

void Check(bool holds) {
  if (!holds) std::abort();
}

constexpr absl::string_view kColours[] = {"red", "green"};
extern const TypeTable kNode;
const FieldTable kLeafFields[] = {
    {.name = "text", .kind = Kind::kString, .required = true, .max_chars = {.set = true, .value = 4}},
    {.name = "bytes", .kind = Kind::kBase64, .max_bytes = {.set = true, .value = 3}},
};
const TypeTable kLeaf = {.name = "Leaf", .open = true, .fields = kLeafFields};
const FieldTable kArms[] = {
    {.name = "leaf", .kind = Kind::kMessage, .type = &kLeaf, .arm = "leaf"},
    {.name = "node", .kind = Kind::kMessage, .type = &kNode, .arm = "node"},
};
const TypeTable kEither = {.name = "Either", .discriminator = "kind", .fields = kArms};
const FieldTable kNodeFields[] = {
    {.name = "items", .kind = Kind::kMessage, .repeated = true, .required = true, .type = &kEither},
    {.name = "colour", .kind = Kind::kEnum, .values = kColours},
    {.name = "count", .kind = Kind::kInt32, .clamp = true, .min_value = {.set = true}, .max_value = {true, 9}},
    {.name = "ratio", .kind = Kind::kDouble},
    {.name = "any", .kind = Kind::kRawAny},
    {.name = "map", .kind = Kind::kMap, .map_value = Kind::kUint64},
};
const TypeTable kNode = {.name = "Node", .tag_name = "type", .tag_value = "node", .fields = kNodeFields};

// Reads every value in one way or another; returns how many there are.
size_t Walk(Cursor* cursor) {
  std::string text, written, back;
  double number = 0;
  int64_t integer = 0;
  bool yes = false;
  size_t count = 1;
  absl::string_view key;
  switch (cursor->type()) {
    case Type::kObject:
      Check(cursor->EnterObject());
      while (cursor->NextMember(&key)) count += Walk(cursor);
      return count;
    case Type::kArray:
      Check(cursor->EnterArray());
      while (cursor->NextElement()) count += Walk(cursor);
      return count;
    case Type::kString:
      Check(cursor->ReadString(&text));
      AppendString(text, &written);
      Check(Cursor(written).ReadString(&back) && back == text);
      return count;
    case Type::kNumber:
      if (!cursor->ReadInt64(&integer) && !cursor->ReadDouble(&number)) cursor->Skip();
      return count;
    case Type::kBool:
      Check(cursor->ReadBool(&yes));
      return count;
    case Type::kNull:
      Check(cursor->ReadNull());
  }
  return count;
}

}  // namespace

void FuzzReader(absl::string_view text) {
  SyntaxError error;
  if (!Validate(text, 128, &error)) {
    Check(error.offset <= text.size() && !error.what.empty());
    return;
  }
  std::string canonical, twice;
  AppendCanonical(text, &canonical);
  Check(Validate(canonical, 128, &error));
  AppendCanonical(canonical, &twice);
  Check(canonical == twice);
  Cursor first(text), second(canonical);
  Check(Walk(&first) == Walk(&second));
  for (const TypeTable* type : {&kNode, &kEither, &kLeaf}) {
    Fault fault, same;
    bool good = Diagnose(*type, text, "/params", &fault);
    Check(good == Diagnose(*type, canonical, "/params", &same));
    Check(fault.path == same.path && fault.reason == same.reason && fault.text == same.text);
    Check(good == fault.text.empty() && fault.text.size() < 1000);
  }
}

}  // namespace a2a::json

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  a2a::json::FuzzReader(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}

// Google Benchmark of the JSON layer: what a frame costs from its bytes to a filled message and back, beside
// protobuf's JSON util and simdjson's DOM. a2a-load reads the JSON output and prints the ratios.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "a2a/wire/codec.h"
#include "a2a/wire/constants.h"
#include "absl/strings/str_cat.h"
#include "bench_rivals.h"
#include "json/cursor.h"
#include "json/writer.h"

namespace a2a::bench {
namespace {

enum Shape { kSend, kManyParts, kFile };  // 600 bytes; 28 MB of small parts; 28 MB in one file

void Die(const char* what) {
  std::fprintf(stderr, "codec_bench: %s\n", what);
  std::exit(1);
}

// One request of a2a.message.send.
std::string Frame(Shape shape) {
  std::string parts;
  if (shape == kFile) {
    parts = absl::StrCat(R"({"kind":"file","file":{"name":"a.bin","mimeType":"application/octet-stream","bytes":")",
                         std::string(size_t{20} * 1024 * 1024 / 3 * 4, 'Q'), "\"}}");
  } else {
    const std::string text(shape == kSend ? 390 : 40, 'x');
    const int count = shape == kSend ? 1 : 400000;
    for (int i = 0; i < count; ++i) {
      absl::StrAppend(&parts, i == 0 ? "" : ",", R"({"kind":"text","text":")", text, "\"}");
    }
  }
  return absl::StrCat(R"({"jsonrpc":"2.0","id":1,"method":"a2a.message.send","params":{"token":")",
                      std::string(43, 't'), R"(","message":{"role":"user","parts":[)", parts,
                      R"(],"messageId":"0190aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee","to":"bob"}}})");
}

absl::string_view ParamsOf(const std::string& frame, json::Landmark landmark) {
  json::Cursor cursor(frame, landmark);
  absl::string_view key;
  cursor.EnterObject();
  while (cursor.NextMember(&key)) {
    if (key == "params") return cursor.ReadRaw();
    cursor.Skip();
  }
  return {};
}

// The whole path of a frame. Many parts break the bound on parts, which is not what is measured: the decoder is then
// given each part alone.
bool DecodeFrame(const std::string& frame, Shape shape, wire::SendParams* params) {
  json::SyntaxError error;
  json::Landmark landmark;
  if (!json::Validate(frame, wire::kA2aMaxDepth, &error, &landmark)) return false;
  json::Cursor cursor(ParamsOf(frame, landmark));
  if (shape != kManyParts) return wire::Decode(&cursor, params);
  absl::string_view key;
  cursor.EnterObject();
  bool good = true;
  while (good && cursor.NextMember(&key)) {
    if (key != "message") {
      cursor.Skip();
      continue;
    }
    cursor.EnterObject();
    while (good && cursor.NextMember(&key)) {
      if (key != "parts") {
        cursor.Skip();
        continue;
      }
      cursor.EnterArray();
      while (good && cursor.NextElement()) good = wire::Decode(&cursor, params->mutable_message()->add_parts());
    }
  }
  return good;
}

void SetBytes(benchmark::State& state, size_t size) {
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) * static_cast<int64_t>(size));
}

void BM_Validate(benchmark::State& state) {
  const std::string frame = Frame(static_cast<Shape>(state.range(0)));
  for (auto _ : state) {
    json::SyntaxError error;
    if (!json::Validate(frame, 128, &error)) Die("Validate refused its frame");
  }
  SetBytes(state, frame.size());
}
BENCHMARK(BM_Validate)->Arg(kSend)->Arg(kManyParts)->Arg(kFile);

void BM_SkipParams(benchmark::State& state) {
  const std::string frame = Frame(static_cast<Shape>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(ParamsOf(frame, {}));
  SetBytes(state, frame.size());
}
BENCHMARK(BM_SkipParams)->Arg(kSend)->Arg(kManyParts)->Arg(kFile);

void BM_Decode(benchmark::State& state) {
  const Shape shape = static_cast<Shape>(state.range(0));
  const std::string frame = Frame(shape);
  wire::SendParams params;
  for (auto _ : state) {
    params.mutable_message()->clear_parts();
    if (!DecodeFrame(frame, shape, &params)) Die("the generated decoder refused its frame");
  }
  SetBytes(state, frame.size());
}
BENCHMARK(BM_Decode)->Arg(kSend)->Arg(kManyParts)->Arg(kFile);

void BM_DecodeJsonUtil(benchmark::State& state) {
  const Shape shape = static_cast<Shape>(state.range(0));
  wire::SendParams params;
  SimdjsonDecoder filler;
  if (!filler.Decode(Frame(shape), &params)) Die("simdjson refused its frame");
  const std::string proto_json = ProtoJsonOf(params);
  for (auto _ : state) {
    if (DecodeWithJsonUtil(proto_json, &params) == 0) Die("JSON util refused its own output");
  }
  SetBytes(state, proto_json.size());
}
BENCHMARK(BM_DecodeJsonUtil)->Arg(kSend)->Arg(kManyParts)->Arg(kFile);

void BM_DecodeSimdjson(benchmark::State& state) {
  const std::string frame = Frame(static_cast<Shape>(state.range(0)));
  wire::SendParams params;
  SimdjsonDecoder decoder;
  for (auto _ : state) {
    if (!decoder.Decode(frame, &params)) Die("simdjson refused its frame");
  }
  SetBytes(state, frame.size());
}
BENCHMARK(BM_DecodeSimdjson)->Arg(kSend)->Arg(kManyParts)->Arg(kFile);

void BM_Encode(benchmark::State& state) {
  wire::SendParams params;
  SimdjsonDecoder filler;
  if (!filler.Decode(Frame(static_cast<Shape>(state.range(0))), &params)) Die("simdjson refused its frame");
  std::string out;
  for (auto _ : state) {
    out.clear();
    wire::Encode(params, &out);
  }
  SetBytes(state, out.size());
}
BENCHMARK(BM_Encode)->Arg(kSend)->Arg(kManyParts)->Arg(kFile);

void BM_AppendCanonical(benchmark::State& state) {
  const std::string frame = Frame(static_cast<Shape>(state.range(0)));
  std::string out;
  for (auto _ : state) {
    out.clear();
    json::AppendCanonical(frame, &out);
  }
  SetBytes(state, frame.size());
}
BENCHMARK(BM_AppendCanonical)->Arg(kSend)->Arg(kManyParts)->Arg(kFile);

void BM_IsBase64(benchmark::State& state) {
  const std::string text(static_cast<size_t>(state.range(0)), 'Q');
  size_t size = 0;
  for (auto _ : state) benchmark::DoNotOptimize(json::IsBase64(text, &size));
  SetBytes(state, text.size());
}
BENCHMARK(BM_IsBase64)->Arg(28 << 20);

void BM_CodePoints(benchmark::State& state) {
  const std::string text(static_cast<size_t>(state.range(0)), 'Q');
  for (auto _ : state) benchmark::DoNotOptimize(json::CodePoints(text));
  SetBytes(state, text.size());
}
BENCHMARK(BM_CodePoints)->Arg(16000);

}  // namespace
}  // namespace a2a::bench

BENCHMARK_MAIN();

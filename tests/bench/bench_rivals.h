// The same decoding by other means: protobuf's JSON util, and simdjson's DOM filling the same messages by hand.
#ifndef A2A_TESTS_BENCH_BENCH_RIVALS_H_
#define A2A_TESTS_BENCH_BENCH_RIVALS_H_

#include <string>

#include "a2a/wire/tasks.pb.h"

namespace a2a::bench {

// `params` of a2a.message.send in the form that protobuf's JSON util reads: no kind unions, enums by their proto names.
std::string ProtoJsonOf(const wire::SendParams& params);
// How many bytes of `params` the JSON util reads; 0 when it refuses.
size_t DecodeWithJsonUtil(const std::string& proto_json, wire::SendParams* params);

// Parses wire JSON with simdjson's DOM and fills the message. Only what the benches send: text and file parts.
class SimdjsonDecoder {
 public:
  SimdjsonDecoder();
  ~SimdjsonDecoder();
  bool Decode(const std::string& frame, wire::SendParams* params);  // `frame`: a whole request

 private:
  struct Impl;
  Impl* impl_;
};

}  // namespace a2a::bench

#endif  // A2A_TESTS_BENCH_BENCH_RIVALS_H_

// Tables of `breaking`: two schemas as text and the lines that tell them apart.
#ifndef A2A_TESTS_CODEGEN_BREAKING_CASE_H_
#define A2A_TESTS_CODEGEN_BREAKING_CASE_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "codegen/breaking_report.h"

namespace a2a::codegen {

// What carries the message M of a case: a call x.do or a notification x.tell. kService: the texts are the rpcs of a
// service S between P and R; kWhole: the texts are all there is.
enum class Carried { kIn, kOut, kBoth, kTold, kService, kWhole };

struct BreakingCase {
  const char* name;
  Carried carried;
  const char* before;
  // `<<>>` marks each place that a line must point at; without marks it is the first one of the file.
  const char* after;
  // The lines without their places, the worst first.
  std::vector<std::string> lines;
};

class BreakingTest : public testing::TestWithParam<BreakingCase> {};

std::string BreakingCaseName(const testing::TestParamInfo<BreakingCase>& info);

// What `breaking` finds between two schemas, each one file x/x.proto. Both must be without mistakes.
BreakingReport CompareTexts(const std::string& before, const std::string& after);

// The usual first lines of a schema x with capability c.
std::string BreakingHead(int version = 1);

}  // namespace a2a::codegen

#endif  // A2A_TESTS_CODEGEN_BREAKING_CASE_H_

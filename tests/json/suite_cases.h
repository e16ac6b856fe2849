// The cases of the public JSONTestSuite, under its names: y_ must be accepted, n_ refused, i_ is up to the reader and
// decided by the contract (numbers of any size pass, anything that is not strict UTF-8 does not).
#ifndef A2A_TESTS_JSON_SUITE_CASES_H_
#define A2A_TESTS_JSON_SUITE_CASES_H_

#include <string>
#include <vector>

namespace a2a::json {

struct SuiteCase {
  std::string name;
  std::string text;
  bool accepted;  // nested at most 128 deep
};

const std::vector<SuiteCase>& SuiteCases();

}  // namespace a2a::json

#endif  // A2A_TESTS_JSON_SUITE_CASES_H_

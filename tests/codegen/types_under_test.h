// The generated types of both protocols behind one shape, so that tests can run over all of them.
#ifndef A2A_TESTS_CODEGEN_TYPES_UNDER_TEST_H_
#define A2A_TESTS_CODEGEN_TYPES_UNDER_TEST_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "json/table.h"

namespace a2a::codegen {

struct TypeUnderTest {
  std::string name;
  const json::TypeTable* table;
  // Decodes `text` (valid JSON) into a message that held something else before; on success *encoded is its encoding.
  bool (*recode)(absl::string_view text, std::string* encoded);
};

const std::vector<TypeUnderTest>& TypesUnderTest();

// The type of that name; ends the test program when there is none.
const TypeUnderTest& TypeNamed(absl::string_view name);

}  // namespace a2a::codegen

#endif  // A2A_TESTS_CODEGEN_TYPES_UNDER_TEST_H_

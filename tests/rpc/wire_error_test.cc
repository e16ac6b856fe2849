// The runtime's own errors in the error data of the schema that is served.
#include "rpc/wire_error.h"

#include <gtest/gtest.h>

#include "a2a/wire/dispatch.h"
#include "a2a/wire/errors.h"
#include "a2a/wire/errors.pb.h"
#include "base/error.h"

namespace a2a::rpc {
namespace {

TEST(MakeRuntimeErrorTest, FillsWhatItKnows) {
  const auto data_of = [](const absl::Status& status) {
    ErrorParts parts;
    GetErrorParts(status, &parts);
    wire::ErrorData data;
    data.ParsePartialFromString(parts.data);
    return data;
  };
  wire::ErrorData data =
      data_of(MakeRuntimeError(wire::kProtocol, wire::kErrorInternal, "", {.path = "/id", .ref = "r", .max = 0}));
  EXPECT_EQ(data.path(), "/id");
  EXPECT_EQ(data.ref(), "r");
  EXPECT_TRUE(data.has_max());
  data = data_of(MakeRuntimeError(wire::kProtocol, wire::kErrorInternal, "", {}));
  EXPECT_FALSE(data.has_path() || data.has_ref() || data.has_max());
}

}  // namespace
}  // namespace a2a::rpc

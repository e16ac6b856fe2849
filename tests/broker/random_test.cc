// Random sequences of calls against the model.
#include <cstdlib>
#include <iostream>
#include <random>

#include "absl/strings/str_cat.h"
#include "broker/fixture.h"
#include "broker/model.h"

namespace a2a::broker {
namespace {

constexpr int kSequences = 2000;

TEST(Random, SequencesAgreeWithTheModel) {
  const char* chosen = std::getenv("A2A_SEED");
  const uint32_t seed = chosen != nullptr ? std::strtoul(chosen, nullptr, 10) : std::random_device{}();
  const char* more = std::getenv("A2A_RANDOM_SEQUENCES");
  const int sequences = more != nullptr ? std::atoi(more) : kSequences;
  std::cout << "seed " << seed << " (A2A_SEED repeats it), " << sequences << " sequences\n";
  Host host;
  for (int i = 0; i < sequences; ++i) {
    SCOPED_TRACE(absl::StrCat("seed ", seed, " sequence ", i));
    Model(&host, seed + i, i).Run();
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace a2a::broker

// The power goes at any write or sync. With --durability=full nothing acknowledged is lost; with normal something can
// be, which proves that this test would see it; neither ever leaves a damaged file. A2A_SEED repeats a run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "fault/cycle.h"
#include "fault/fault_plan.h"
#include "fault/fixture.h"
#include "fault/power.h"

namespace a2a::fault {
namespace {

namespace fs = std::filesystem;

class PowerLossTest : public testing::Test {
 protected:
  PowerLossTest() {
    const char* seed = std::getenv("A2A_SEED");
    const uint32_t number = seed != nullptr ? static_cast<uint32_t>(std::atoll(seed)) : std::random_device()();
    std::printf("A2A_SEED=%u\n", number);
    random_.seed(number);
    ThePlan().skip_syncs = true;  // the model alone decides what lasts
    WatchFiles(&power_);
  }
  ~PowerLossTest() override { WatchFiles(nullptr); }

  // Opens what a loss left, with a disk that works, and compares. True when something acknowledged was lost.
  bool AuditLoss(const std::string& folder, const std::set<std::string>& acknowledged,
                 const std::set<std::string>& attempted) {
    WatchFiles(nullptr);
    std::set<std::string> stored;
    const std::string path = folder + "/host.db";
    OpenStore(path);
    EXPECT_TRUE(Cycle::ReadFacts(path, &stored));
    EXPECT_TRUE(std::includes(attempted.begin(), attempted.end(), stored.begin(), stored.end()))
        << testing::PrintToString(stored);
    WatchFiles(&power_);
    return !std::includes(stored.begin(), stored.end(), acknowledged.begin(), acknowledged.end());
  }

  // A conversation during which the power goes about `losses` times. Returns how often that lost something.
  int Run(store::Durability durability, int losses) {
    const auto store = OpenStore(dir_ / "host.db", durability);
    Cycle cycle(store.get());
    int lost = 0;
    int happened = 0;
    std::bernoulli_distribution goes(0.25);
    bool inside = false;
    power_.before_change = [&] {
      if (inside || happened >= losses || !goes(random_)) return;
      inside = true;
      ++happened;
      const std::string folder = dir_ / "loss";
      fs::remove_all(folder);
      fs::create_directory(folder);
      const double keep[] = {0.0, 0.5, 0.9, 1.0};
      power_.Survive(folder, keep[random_() % 4], &random_);
      if (AuditLoss(folder, cycle.acknowledged(), cycle.attempted())) ++lost;
      inside = false;
    };
    EXPECT_TRUE(cycle.Agents().ok());
    for (int number = 1; number <= 150 && happened < losses; ++number) {
      EXPECT_TRUE(cycle.Open(number).ok());
      if (number % 2 == 0) {
        EXPECT_TRUE(cycle.Complete(number).ok());
      }
      if (number % 20 == 0) {
        EXPECT_TRUE(store->Checkpoint(/*truncate=*/number % 40 == 0).ok());
        EXPECT_TRUE(store->MakeWalRoom().ok());
      }
      if (HasFailure()) break;
    }
    power_.before_change = nullptr;
    EXPECT_EQ(happened, losses);
    return lost;
  }

  TempFolder dir_;
  std::mt19937 random_;
  PowerModel power_;
};

TEST_F(PowerLossTest, FullDurabilityKeepsWhatWasAcknowledged) { EXPECT_EQ(Run(store::Durability::kFull, 100), 0); }

TEST_F(PowerLossTest, NormalDurabilityLosesTheLatestButNothingElse) {
  EXPECT_GT(Run(store::Durability::kNormal, 60), 0);
}

}  // namespace
}  // namespace a2a::fault

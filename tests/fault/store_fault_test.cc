// Every operation of a conversation's writes fails in turn, once and for good: nothing acknowledged is lost, nothing is
// torn, the fault is called by its right name, and what can go on goes on (contract section 1, STORE_UNAVAILABLE).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "fault/cycle.h"
#include "fault/fault_plan.h"
#include "fault/fault_vfs.h"
#include "fault/fixture.h"

namespace a2a::fault {
namespace {

namespace fs = std::filesystem;
using store::FaultKind;

class StoreFaultTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    ThePlan().skip_syncs = true;  // the machine does not die here
    // An empty store to start each run from.
    ASSERT_NE(OpenStore(*folder_ / "origin.db"), nullptr);
  }
  static void TearDownTestSuite() { delete folder_; }

  struct Result {
    bool struck = false;
    FaultKind kind = FaultKind::kNone;
    std::string text;
  };

  // One run with `rule` armed. Audits; fails the test where a promise is broken.
  Result Run(const Rule& rule) {
    const std::string path = *folder_ / "run.db";
    for (const char* suffix : {"", "-wal", "-shm", ".lock"}) fs::remove(path + suffix);
    fs::copy_file(*folder_ / "origin.db", path);
    Result result;
    std::set<std::string> acknowledged, attempted;
    bool unknown = false;
    {
      auto store = OpenStore(path);
      Cycle cycle(store.get());
      ThePlan().Arm(rule);
      for (int step = 0; step < Cycle::kSteps; ++step) {
        if (cycle.Run(step) == Cycle::Outcome::kDone) continue;
        result.kind = store->fault().kind;
        result.text = store->fault().text;
        EXPECT_FALSE(store->in_transaction());
        if (result.kind != FaultKind::kTransient) {
          unknown = result.kind == FaultKind::kUnknown;
          EXPECT_EQ(cycle.Run(step), Cycle::Outcome::kFailed) << "a stopped store goes on";
          break;
        }
        // Space is back: the same step must now succeed.
        ThePlan().Disarm();
        store->ClearFault();
        EXPECT_EQ(cycle.Run(step), Cycle::Outcome::kDone) << store->fault().text;
        if (testing::Test::HasFailure()) break;
      }
      result.struck = ThePlan().struck() > 0;
      ThePlan().Disarm();
      acknowledged = cycle.acknowledged();
      attempted = cycle.attempted();
    }
    // A later process with a disk that works.
    {
      auto store = OpenStore(path);
      if (store == nullptr) return result;
      EXPECT_TRUE(store->UnendedAgents().ok());
    }
    std::set<std::string> stored;
    EXPECT_TRUE(Cycle::ReadFacts(path, &stored));
    EXPECT_TRUE(std::includes(stored.begin(), stored.end(), acknowledged.begin(), acknowledged.end()))
        << "acknowledged " << testing::PrintToString(acknowledged) << " but stored " << testing::PrintToString(stored);
    EXPECT_TRUE(std::includes(attempted.begin(), attempted.end(), stored.begin(), stored.end()))
        << testing::PrintToString(stored);
    // Where the answer was "none", nothing of the step is stored.
    if (!unknown) {
      EXPECT_EQ(stored, acknowledged);
    }
    return result;
  }

  // Runs with the first, second, ... operation failing until none is left to fail. `expect` judges each result.
  template <typename Expect>
  int RunAll(Rule rule, Expect expect) {
    int runs = 0;
    for (rule.nth = 1;; ++rule.nth) {
      SCOPED_TRACE(testing::Message() << "operation " << rule.nth << (rule.sticky ? " and all later" : ""));
      const Result result = Run(rule);
      if (!result.struck) break;
      ++runs;
      expect(result);
      if (HasFailure()) break;
    }
    return runs;
  }

  static TempFolder* folder_;
};

TempFolder* StoreFaultTest::folder_ = nullptr;

TEST_F(StoreFaultTest, WithoutAFaultAllIsStored) {
  const Result result = Run({});
  EXPECT_FALSE(result.struck);
  EXPECT_EQ(result.kind, FaultKind::kNone);
}

// Room in the WAL is a convenience: where no space is for it, nothing is amiss, and what there is is left to commits.
TEST_F(StoreFaultTest, NoSpaceForRoomInTheWalIsNoFault) {
  auto store = OpenStore(*folder_ / "room.db");
  ASSERT_NE(store, nullptr);
  for (int passing : {1, 5}) {
    Rule rule;
    rule.ops = kWrite;
    rule.file = FileType::kWal;
    rule.how = How::kFull;
    rule.nth = passing;
    ThePlan().Arm(rule);
    const absl::StatusOr<bool> more = store->MakeWalRoom();
    ASSERT_TRUE(more.ok()) << more.status();
    EXPECT_FALSE(*more);
    EXPECT_EQ(ThePlan().struck(), passing == 1 ? 1 : 0) << "it is not tried again";
    ThePlan().Disarm();
    EXPECT_EQ(store->fault().kind, FaultKind::kNone);
    EXPECT_FALSE(store->in_transaction());
  }
  Cycle cycle(store.get());
  for (int step = 0; step < Cycle::kSteps; ++step) EXPECT_EQ(cycle.Run(step), Cycle::Outcome::kDone) << step;
}

TEST_F(StoreFaultTest, AFailedWriteOrSyncOfRoomStops) {
  for (uint32_t op : {kWrite, kSync}) {
    auto store = OpenStore(*folder_ / ("room" + std::to_string(op) + ".db"));
    ASSERT_NE(store, nullptr);
    Rule rule;
    rule.ops = op;
    rule.file = FileType::kWal;
    ThePlan().Arm(rule);
    EXPECT_FALSE(store->MakeWalRoom().ok());
    EXPECT_EQ(ThePlan().struck(), 1);
    ThePlan().Disarm();
    EXPECT_EQ(store->fault().kind, FaultKind::kFatal);
    Cycle cycle(store.get());
    EXPECT_EQ(cycle.Run(0), Cycle::Outcome::kFailed) << "a stopped store goes on";
  }
}

class StickyTest : public StoreFaultTest, public testing::WithParamInterface<bool> {
 protected:
  Rule MakeRule(uint32_t ops, How how = How::kIoError, FileType file = FileType::kAny) {
    Rule rule;
    rule.ops = ops;
    rule.how = how;
    rule.file = file;
    rule.sticky = GetParam();
    return rule;
  }
};

INSTANTIATE_TEST_SUITE_P(OnceAndForGood, StickyTest, testing::Bool(),
                         [](const auto& info) { return info.param ? "ForGood" : "Once"; });

TEST_P(StickyTest, AFullDiskIsTransient) {
  EXPECT_GT(
      RunAll(MakeRule(kWrite, How::kFull), [](const Result& r) { EXPECT_EQ(r.kind, FaultKind::kTransient) << r.text; }),
      20);
}

TEST_P(StickyTest, AFailedWriteOfTheWalLeavesTheOutcomeUnknown) {
  const auto unknown = [](const Result& r) { EXPECT_EQ(r.kind, FaultKind::kUnknown) << r.text; };
  EXPECT_GT(RunAll(MakeRule(kWrite, How::kIoError, FileType::kWal), unknown), 6);  // one a commit
  EXPECT_GT(RunAll(MakeRule(kWrite, How::kTorn, FileType::kWal), unknown), 6);
}

TEST_P(StickyTest, AFailedSyncOfTheWalStops) {
  // In a commit the outcome is unknown; before a checkpoint nothing is at stake.
  int unknown = 0;
  EXPECT_GE(RunAll(MakeRule(kSync, How::kIoError, FileType::kWal),
                   [&](const Result& r) {
                     EXPECT_THAT(r.kind, testing::AnyOf(FaultKind::kUnknown, FaultKind::kFatal)) << r.text;
                     if (r.kind == FaultKind::kUnknown) ++unknown;
                   }),
            6);
  EXPECT_GE(unknown, 5);
}

TEST_P(StickyTest, AFailureOfTheDatabaseFileInACheckpointStops) {
  const auto fatal = [](const Result& r) { EXPECT_EQ(r.kind, FaultKind::kFatal) << r.text; };
  EXPECT_GE(RunAll(MakeRule(kWrite, How::kIoError, FileType::kDatabase), fatal), 5);
  EXPECT_GE(RunAll(MakeRule(kSync, How::kIoError, FileType::kDatabase), fatal), 1);
}

TEST_P(StickyTest, AFailedReadStops) {
  EXPECT_GE(RunAll(MakeRule(kRead),
                   [](const Result& r) {
                     EXPECT_THAT(r.kind, testing::AnyOf(FaultKind::kFatal, FaultKind::kUnknown)) << r.text;
                   }),
            3);
}

TEST_P(StickyTest, AFailedTruncateLosesNothing) {
  RunAll(MakeRule(kTruncate), [](const Result&) {});
}

TEST_P(StickyTest, NoMemoryIsTransientOrGoesUnnoticed) {
  EXPECT_GT(RunAll(MakeRule(kAllocate),
                   [](const Result& r) {
                     EXPECT_THAT(r.kind, testing::AnyOf(FaultKind::kNone, FaultKind::kTransient)) << r.text;
                   }),
            50);
}

}  // namespace
}  // namespace a2a::fault

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (!a2a::fault::InstallFaultAllocator()) return 1;
  return RUN_ALL_TESTS();
}

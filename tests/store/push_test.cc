#include "fixture.h"

namespace a2a::store {
namespace {

class PushTest : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    a_ = AddAgent("a");
    b_ = AddAgent("b");
    task_ = AddTask(a_, b_);
    ASSERT_OK(store_->Commit());
  }

  void Put(AgentKey setter, const std::string& id, const std::string& url = "") {
    PushConfigRow row;
    row.task = task_.key;
    row.setter = setter;
    row.config.set_id(id);
    if (!url.empty()) row.config.set_url(url);
    ASSERT_OK(store_->PutPushConfig(row));
  }

  std::string Ids(AgentKey setter) {
    std::string ids;
    const auto configs = store_->PushConfigs(task_.key, setter);
    EXPECT_TRUE(configs.ok());
    for (const PushConfigRow& row : *configs) ids += row.config.id() + row.config.url() + " ";
    return ids;
  }

  AgentKey a_ = 0, b_ = 0;
  TaskRow task_;
};

TEST_F(PushTest, AConfigComesBackWholeAbsentMembersIncluded) {
  PushConfigRow row;
  row.task = task_.key;
  row.setter = a_;
  row.config.set_id("full");
  row.config.set_url("https://example.test/x");
  row.config.set_token("");
  ASSERT_OK(store_->PutPushConfig(row));
  Put(a_, "bare");
  ASSERT_OK(store_->Commit());
  Reopen();
  const auto configs = store_->PushConfigs(task_.key, a_);
  ASSERT_EQ(configs->size(), 2u);
  EXPECT_EQ((*configs)[0].task, task_.key);
  EXPECT_EQ((*configs)[0].setter, a_);
  EXPECT_EQ((*configs)[0].config.SerializeAsString(), row.config.SerializeAsString());
  EXPECT_TRUE((*configs)[0].config.has_token());
  EXPECT_FALSE((*configs)[1].config.has_url());
  EXPECT_FALSE((*configs)[1].config.has_token());
}

TEST_F(PushTest, SetAgainItIsReplacedAndTheLast) {
  Put(a_, "x");
  Put(a_, "y");
  Put(b_, "x");
  EXPECT_EQ(Ids(a_), "x y ");
  Put(a_, "x", "new");
  EXPECT_EQ(Ids(a_), "y xnew ");
  EXPECT_EQ(Ids(b_), "x ");
  EXPECT_EQ(Ids(0), "y x xnew ");
  Put(a_, "x", "newer");
  EXPECT_EQ(Ids(0), "y x xnewer ");
}

TEST_F(PushTest, OtherTasksHaveTheirOwn) {
  Put(a_, "x");
  const TaskRow other = AddTask(a_, b_);
  EXPECT_TRUE(store_->PushConfigs(other.key, 0)->empty());
  EXPECT_TRUE(store_->PushConfigs(99, 0)->empty());
}

}  // namespace
}  // namespace a2a::store

#include "a2a/wire/codec.h"
#include "fixture.h"

namespace a2a::store {
namespace {

class MessagesTest : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    a_ = AddAgent("a");
    b_ = AddAgent("b");
    task_ = AddTask(a_, b_);
    ASSERT_OK(store_->Commit());
  }

  std::vector<std::string> HistoryIds(int64_t count, int64_t max_bytes = 1 << 30) {
    std::vector<std::string> ids;
    const auto history = store_->ReadHistory(task_.key, 0, count, max_bytes);
    EXPECT_TRUE(history.ok());
    for (const wire::Message& message : *history) {
      wire::Message decoded;
      json::Cursor cursor(message.json());
      EXPECT_TRUE(wire::Decode(&cursor, &decoded));
      ids.push_back(decoded.message_id());
    }
    return ids;
  }

  AgentKey a_ = 0, b_ = 0;
  TaskRow task_;
};

TEST_F(MessagesTest, TheBodyComesBackAsStoredAndNothingElseIsSet) {
  const MessageRow row = MakeMessage(task_, "m");
  ASSERT_OK(store_->InsertMessage(row));
  ASSERT_OK(store_->Commit());
  Reopen();
  const auto read = store_->ReadMessage(row.key);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->json(), row.message.json());
  wire::Message only_json;
  only_json.set_json(read->json());
  EXPECT_EQ(read->SerializeAsString(), only_json.SerializeAsString());
}

TEST_F(MessagesTest, AMessageIsFoundWithinItsTaskWithoutItsBody) {
  const TaskRow other = AddTask(b_, a_);
  const MessageRow row = MakeMessage(task_, "m");
  ASSERT_OK(store_->InsertMessage(row));
  MessageRow same_id = MakeMessage(other, "m");
  same_id.sender = 0;
  ASSERT_OK(store_->InsertMessage(same_id));

  const auto found = store_->FindMessage(task_.key, "m");
  ASSERT_TRUE(found.ok() && found->has_value());
  EXPECT_EQ((*found)->key, row.key);
  EXPECT_EQ((*found)->task, task_.key);
  EXPECT_EQ((*found)->message_id, "m");
  EXPECT_EQ((*found)->sender, a_);
  EXPECT_EQ((*found)->content_hash, row.content_hash);
  EXPECT_EQ((*store_->FindMessage(other.key, "m"))->sender, 0);
  EXPECT_FALSE(store_->FindMessage(task_.key, "n")->has_value());
  EXPECT_FALSE(store_->FindMessage(99, "m")->has_value());
}

TEST_F(MessagesTest, AnIdIsTakenOncePerTask) {
  AddMessage(task_, "m");
  EXPECT_FALSE(store_->InsertMessage(MakeMessage(task_, "m")).ok());
}

TEST_F(MessagesTest, AMessageOfNoTaskIsRefused) {
  TaskRow nowhere = task_;
  nowhere.key = 99;
  EXPECT_FALSE(store_->InsertMessage(MakeMessage(nowhere, "m")).ok());
}

TEST_F(MessagesTest, HistoryIsNewestFirstWithinCountAndBytes) {
  const TaskRow other = AddTask(b_, a_);
  for (int i = 1; i <= 5; ++i) {
    AddMessage(task_, "m" + std::to_string(6 - i));  // ids do not decide the order
    AddMessage(other, "x" + std::to_string(i));
  }
  EXPECT_EQ(HistoryIds(0), std::vector<std::string>{});
  EXPECT_EQ(HistoryIds(2), (std::vector<std::string>{"m1", "m2"}));
  EXPECT_EQ(HistoryIds(9), (std::vector<std::string>{"m1", "m2", "m3", "m4", "m5"}));
  const auto size = static_cast<int64_t>(store_->ReadHistory(task_.key, 0, 1, 1)->front().json().size());
  EXPECT_EQ(HistoryIds(9, 0).size(), 1u);
  EXPECT_EQ(HistoryIds(9, size - 1).size(), 1u);
  EXPECT_EQ(HistoryIds(9, size).size(), 2u);
  EXPECT_EQ(HistoryIds(9, 2 * size + 1).size(), 3u);
}

TEST_F(MessagesTest, AMessageAboveTheBoundLeavesInOmittedForm) {
  MessageRow row = MakeMessage(task_, "m", std::string(1000, 'x'));
  row.message.clear_json();
  row.message.set_metadata("{\"k\":1}");
  row.message.set_extras(",\"extra\":true");
  row.message.set_to("b");
  row.message.add_reference_task_ids("t");
  row.message.add_extensions("urn:x");
  const auto size = static_cast<int64_t>(store_->Canonicalize(&row.message));
  EXPECT_EQ(size, static_cast<int64_t>(row.message.json().size()));
  ASSERT_OK(store_->InsertMessage(row));

  EXPECT_EQ(store_->ReadMessageOrOmitted(row.key, size)->json(), row.message.json());
  const auto omitted = store_->ReadMessageOrOmitted(row.key, size - 1);
  ASSERT_TRUE(omitted.ok());
  wire::Message expected;
  expected.set_role(wire::ROLE_USER);
  expected.set_message_id("m");
  expected.set_task_id(task_.id);
  expected.set_context_id("ctx");
  expected.set_to("b");
  expected.add_reference_task_ids("t");
  expected.add_extensions("urn:x");
  expected.set_omitted(true);
  store_->Canonicalize(&expected);
  EXPECT_EQ(omitted->json(), expected.json());
}

TEST_F(MessagesTest, TheOmittedFormIsSmallWhateverTheMessageNames) {
  MessageRow row = MakeMessage(task_, "m", "x");
  row.message.clear_json();
  for (int i = 0; i < 100; ++i) row.message.add_extensions(std::string(100, 'e'));
  for (int i = 0; i < 100; ++i) row.message.add_reference_task_ids(std::string(100, 'r'));
  store_->Canonicalize(&row.message);
  ASSERT_OK(store_->InsertMessage(row));
  const auto omitted = store_->ReadMessageOrOmitted(row.key, 1000);
  ASSERT_TRUE(omitted.ok());
  EXPECT_LE(omitted->json().size(), 1000u);
  EXPECT_NE(omitted->json().find("\"omitted\":true"), std::string::npos);
  EXPECT_NE(omitted->json().find("\"messageId\":\"m\""), std::string::npos);
}

TEST_F(MessagesTest, AMissingOrUnreadableBodyIsDamage) {
  EXPECT_FALSE(store_->ReadMessage(99).ok());
  EXPECT_EQ(store_->fault().kind, FaultKind::kDamaged);
  Reopen();
  const MessageKey key = AddMessage(task_, "m");
  ASSERT_OK(store_->Commit());
  Sqlite(options_.path, "UPDATE a2a_messages SET json = '{\"role\":5}'");
  EXPECT_TRUE(store_->ReadMessage(key).ok());
  EXPECT_FALSE(store_->ReadMessageOrOmitted(key, 5).ok());
  EXPECT_EQ(store_->fault().kind, FaultKind::kDamaged);
}

TEST_F(MessagesTest, KeysSurviveAVacuum) {
  AddMessage(task_, "gone");
  const MessageRow row = MakeMessage(task_, "m");
  ASSERT_OK(store_->InsertMessage(row));
  ASSERT_OK(store_->Commit());
  store_.reset();
  Sqlite(options_.path, "DELETE FROM a2a_messages WHERE message_id = 'gone'; VACUUM");
  Reopen();
  EXPECT_EQ(store_->ReadMessage(row.key)->json(), row.message.json());
}

TEST_F(MessagesTest, LargeBodiesComeBack) {
  const MessageRow row = MakeMessage(task_, "m", std::string(20 << 20, 'y'));
  ASSERT_OK(store_->InsertMessage(row));
  ASSERT_OK(store_->Commit());
  EXPECT_EQ(store_->ReadMessage(row.key)->json(), row.message.json());
}

TEST_F(MessagesTest, TheHashTellsContentFromContent) {
  wire::Message message;
  message.set_message_id("m");
  message.add_parts()->mutable_text()->set_text("hello");
  const std::string hash = store_->ContentHash("send", message);
  EXPECT_EQ(hash.size(), 16u);
  EXPECT_EQ(store_->ContentHash("send", message), hash);
  EXPECT_NE(store_->ContentHash("status", message), hash);
  wire::Message other = message;
  other.mutable_parts(0)->mutable_text()->set_text("hellp");
  EXPECT_NE(store_->ContentHash("send", other), hash);
  other = message;
  other.set_extras(",\"x\":1");
  EXPECT_NE(store_->ContentHash("send", other), hash);
  // Salt and message cannot run into each other.
  EXPECT_NE(store_->ContentHash("", message), store_->ContentHash(std::string("\0", 1), message));
}

TEST_F(MessagesTest, ArtifactsComeInTheOrderOfTheirKeys) {
  ASSERT_OK(store_->Commit());
  EXPECT_TRUE(store_->ReadArtifacts(task_.key)->empty());
  wire::Artifact artifact;
  artifact.set_json("{\"n\":1}");
  ASSERT_OK(store_->PutArtifact(task_.key, {0, "b", 7, false}, artifact));
  artifact.set_json("{\"n\":2}");
  ASSERT_OK(store_->PutArtifact(task_.key, {0, "a", 7, true}, artifact));
  artifact.set_json("{\"n\":3}");
  ASSERT_OK(store_->PutArtifact(task_.key, {0, "b", 7, false}, artifact));  // replaced where it stood
  const auto artifacts = store_->ReadArtifacts(task_.key);
  ASSERT_EQ(artifacts->size(), 2u);
  EXPECT_EQ((*artifacts)[0].json(), "{\"n\":3}");
  EXPECT_EQ((*artifacts)[1].json(), "{\"n\":2}");
}

wire::Artifact ArtifactOf(Store* store, const std::string& text) {
  wire::Artifact artifact;
  artifact.set_artifact_id("a");
  artifact.add_parts()->mutable_text()->set_text(text);
  store->Canonicalize(&artifact);
  return artifact;
}

TEST_F(MessagesTest, AnArtifactIsItsBodyAndTheChunksAppendedSince) {
  ASSERT_OK(store_->PutArtifact(task_.key, {0, "a", 1, false}, ArtifactOf(store_.get(), "one")));
  ArtifactRow row = store_->Artifacts(task_.key)->front();
  for (const char* more : {"two", "three"}) {
    row.bytes += 10;
    ASSERT_OK(store_->AppendArtifact(row, ArtifactOf(store_.get(), more)));
  }
  EXPECT_EQ(store_->Artifacts(task_.key)->front().bytes, 21);
  EXPECT_EQ(store_->ReadArtifacts(task_.key)->front().json(),
            R"({"artifactId":"a","parts":[{"kind":"text","text":"one"},{"kind":"text","text":"two"},)"
            R"({"kind":"text","text":"three"}]})");
  ASSERT_OK(store_->PutArtifact(task_.key, {0, "a", 1, true}, ArtifactOf(store_.get(), "anew")));
  EXPECT_EQ(store_->ReadArtifacts(task_.key)->front().json(),
            R"({"artifactId":"a","parts":[{"kind":"text","text":"anew"}]})");
  EXPECT_TRUE(store_->Artifacts(task_.key)->front().closed);
}

TEST_F(MessagesTest, ARequestOfAnArtifactIsKnownByItsId) {
  EXPECT_FALSE(store_->FindArtifactRequest(task_.key, "r")->has_value());
  ASSERT_OK(store_->InsertArtifactRequest(task_.key, "r", std::string("\0hash", 5)));
  EXPECT_EQ(**store_->FindArtifactRequest(task_.key, "r"), std::string("\0hash", 5));
}

}  // namespace
}  // namespace a2a::store

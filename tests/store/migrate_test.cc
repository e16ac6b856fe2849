// From a host's database of the version before ours, and from v12, to the newest.
#include <sys/stat.h>

#include "fixture.h"
#include "store/migrations.h"

namespace a2a::store {
namespace {

namespace fs = std::filesystem;

constexpr char kHostSql[] =
    "PRAGMA user_version = 11;"
    "CREATE TABLE sessions (id INTEGER PRIMARY KEY, title TEXT, weight REAL, payload BLOB);"
    "INSERT INTO sessions VALUES (1, 'first', 0.1, x'00ff'), (2, NULL, 1e300, NULL), (7, 'q''uote', -0.0, "
    "zeroblob(9000));"
    "CREATE TABLE plain (a, b);"
    "INSERT INTO plain VALUES ('x', 1), ('y', 2); DELETE FROM plain WHERE a = 'x';"
    "CREATE INDEX sessions_title ON sessions (title);"
    "CREATE VIEW titles AS SELECT title FROM sessions;"
    "CREATE TRIGGER note AFTER INSERT ON plain BEGIN UPDATE sessions SET title = 'changed'; END;";

constexpr char kHostRows[] =
    "SELECT *, rowid FROM sessions; SELECT *, rowid FROM plain;"
    "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'a2a\\_%' ESCAPE '\\'"
    " AND tbl_name NOT LIKE 'a2a\\_%' ESCAPE '\\' ORDER BY name";

class MigrateTest : public testing::Test {
 protected:
  absl::StatusOr<std::unique_ptr<Store>> Open() { return Store::Open(options_); }

  MigrateTest() {
    options_.path = dir_ / "host.db";
    options_.log = [this](absl::string_view line) { log_.emplace_back(line); };
  }

  TempDir dir_;
  Options options_;
  std::vector<std::string> log_;
};

TEST_F(MigrateTest, AHostDatabaseKeepsItsTablesAndGetsABackup) {
  for (const char* mode : {"DELETE", "WAL"}) {
    fs::remove(options_.path);
    fs::remove(options_.path + ".v11.bak");
    Sqlite(options_.path, std::string("PRAGMA journal_mode = ") + mode);
    Sqlite(options_.path, kHostSql);
    const auto rows = Sqlite(options_.path, kHostRows);
    ASSERT_EQ(rows.size(), 9u);
    {
      auto store = Open();
      ASSERT_TRUE(store.ok()) << store.status();
      EXPECT_EQ((*store)->NextTaskKey(), 1);
    }
    EXPECT_EQ(Sqlite(options_.path, kHostRows), rows);
    EXPECT_EQ(Sqlite(options_.path, "PRAGMA user_version; PRAGMA application_id; PRAGMA integrity_check"),
              (std::vector<std::string>{std::to_string(wire::kSchemaVersion), "1093812552", "ok"}));
    const std::string backup = options_.path + ".v11.bak";
    // The one file is all of it.
    for (const char* suffix : {"-wal", "-shm", "-journal"}) EXPECT_FALSE(fs::exists(backup + suffix)) << suffix;
    fs::create_directory(dir_ / "restored");
    fs::copy_file(backup, dir_ / "restored/host.db", fs::copy_options::overwrite_existing);
    EXPECT_EQ(Sqlite(dir_ / "restored/host.db", kHostRows), rows);
    EXPECT_EQ(Sqlite(backup, kHostRows), rows);
    EXPECT_EQ(Sqlite(backup, "PRAGMA user_version; PRAGMA application_id; PRAGMA integrity_check"),
              (std::vector<std::string>{"11", "0", "ok"}));
    struct stat info = {};
    ASSERT_EQ(stat(backup.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 07777, 0600u);
    EXPECT_THAT(log_, testing::Contains(testing::HasSubstr(backup)));
    EXPECT_TRUE(Open().ok());
  }
}

TEST_F(MigrateTest, ABackupNeverReplacesAnother) {
  Sqlite(options_.path, kHostSql);
  WriteFile(options_.path + ".v11.bak", "mine");
  EXPECT_TRUE(Open().ok());
  EXPECT_EQ(ReadFile(options_.path + ".v11.bak"), "mine");
  EXPECT_EQ(Sqlite(options_.path + ".v11-2.bak", "PRAGMA user_version"), std::vector<std::string>{"11"});
}

TEST_F(MigrateTest, AHostDatabaseWithoutTablesIsOneToo) {
  Sqlite(options_.path, "PRAGMA user_version = 11; CREATE TABLE t (x); DROP TABLE t");
  EXPECT_TRUE(Open().ok());
  EXPECT_TRUE(fs::exists(options_.path + ".v11.bak"));
}

TEST_F(MigrateTest, ADamagedHostDatabaseIsRefusedUntouched) {
  Sqlite(options_.path, kHostSql);
  std::string bytes = ReadFile(options_.path);
  for (size_t i = 0; i < 64; ++i) bytes[4096 + i] = static_cast<char>(0x5a);
  WriteFile(options_.path, bytes);
  const auto before = Snapshot(dir_.path());
  const auto store = Open();
  ASSERT_FALSE(store.ok());
  EXPECT_EQ(ExitCodeOf(store.status()), 65) << store.status();
  EXPECT_EQ(Snapshot(dir_.path()), before);
}

// A database as version 12 left it, with a task of three messages.
void MakeV12(const std::string& path) {
  std::string sql(Migrations().front().sql);
  ASSERT_EQ(Migrations().front().version, 12);
  sql +=
      ";PRAGMA application_id = 1093812552; PRAGMA user_version = 12;"
      "INSERT INTO a2a_agents VALUES (1, 'a', 'a', 'subagent', 'ctx', 100, NULL, NULL, '{}'),"
      " (2, 'b', 'b', 'subagent', 'ctx', 100, 900, 'lost', '{}');"
      "INSERT INTO a2a_tasks VALUES (4, 'task', 1, 2, 'ctx', 'working', 700, NULL, 500, NULL, NULL),"
      " (5, 'bare', 1, 2, 'ctx', 'working', 700, NULL, 500, NULL, NULL);"
      "INSERT INTO a2a_messages VALUES (6, 'task', 'z-first', 1, 500, x'', '{\"n\":1}'),"
      " (7, 'task', 'a-second', 2, 600, x'', '{\"n\":2}'), (9, 'task', 'm-third', 1, 700, x'', '{\"n\":3}')";
  Sqlite(path, sql);
}

TEST_F(MigrateTest, Version12GetsWhatItLacks) {
  MakeV12(options_.path);
  auto store = Open();
  ASSERT_TRUE(store.ok()) << store.status();
  const auto task = (*store)->FindTask("task");
  ASSERT_TRUE(task.ok() && task->has_value());
  EXPECT_EQ((*task)->generation, 1);
  EXPECT_EQ((*task)->messages, 3);
  EXPECT_EQ((*(*store)->FindTaskByRequest(1, "z-first"))->id, "task");
  EXPECT_EQ((*(*store)->FindTask("bare"))->messages, 0);
  EXPECT_EQ((*store)->NextAgentKey(), 3);
  EXPECT_EQ((*store)->NextTaskKey(), 6);
  EXPECT_EQ((*store)->NextMessageKey(), 10);
  EXPECT_EQ((*store)->NextEventSeq(), 1);
  EXPECT_EQ((*store)->NextStamp(1), 900);
  EXPECT_EQ((*store)->ReadHistory(4, 0, 1, 0)->front().json(), "{\"n\":3}");
}

// A database as version 13 left it: agents without secrets, an artifact and an event that is not delivered yet.
void MakeV13(const std::string& path) {
  MakeV12(path);
  ASSERT_EQ(Migrations()[1].version, 13);
  Sqlite(path, std::string(Migrations()[1].sql) +
                   ";PRAGMA user_version = 13;"
                   "INSERT INTO a2a_artifacts VALUES (8, 'task', 'report', '{\"a\":1}');"
                   "INSERT INTO a2a_events VALUES (1, 7, 4, 'working', 700, NULL, 1, 700)");
}

TEST_F(MigrateTest, Version13KeepsArtifactsEventsAndTheOrderOfChanges) {
  MakeV13(options_.path);
  auto store = Open();
  ASSERT_TRUE(store.ok()) << store.status();
  EXPECT_EQ((*store)->ReadArtifacts(4)->front().json(), "{\"a\":1}");
  const auto artifacts = (*store)->Artifacts(4);
  ASSERT_TRUE(artifacts.ok() && artifacts->size() == 1);
  EXPECT_EQ(artifacts->front().artifact_id, "report");
  EXPECT_EQ(artifacts->front().bytes, 7);
  EXPECT_FALSE(artifacts->front().closed);

  const auto events = (*store)->EventsAfter(1, 0, 9);
  ASSERT_TRUE(events.ok() && events->size() == 1);
  EXPECT_EQ(events->front().seq, 7);
  EXPECT_EQ(events->front().message, 0);
  EXPECT_EQ(events->front().pushes, Pushes::kAll);
  EXPECT_TRUE(events->front().artifact.empty());

  TaskQuery query;
  query.agent = 1;
  query.count = 9;
  const auto tasks = (*store)->ListTasks(query);
  ASSERT_TRUE(tasks.ok() && tasks->size() == 2);
  EXPECT_EQ(tasks->at(0).id, "bare");
  EXPECT_GT(tasks->at(0).change, tasks->at(1).change);
  TaskRow changed = tasks->at(1);
  ASSERT_TRUE((*store)->UpdateTask(changed).ok());
  EXPECT_EQ((*store)->ListTasks(query)->front().id, "task");

  const auto agents = (*store)->UnendedAgents();
  ASSERT_FALSE(agents.ok());  // their cards are no cards in this test
}

// A database as version 14 left it: an open task and two that ended, and events of both parties.
void MakeV14(const std::string& path) {
  MakeV13(path);
  ASSERT_EQ(Migrations()[2].version, 14);
  Sqlite(path,
         std::string(Migrations()[2].sql) +
             ";PRAGMA user_version = 14;"
             "INSERT INTO a2a_tasks (task_key, id, requester, worker, context_id, state, status_at, created_at,"
             " ended_at, request_message_id, change) VALUES (6, 'done', 1, 2, 'ctx', 'completed', 800, 600, 800,"
             " 'r6', 50), (7, 'over', 2, 1, 'ctx', 'failed', 900, 700, 900, 'r7', 60);"
             "INSERT INTO a2a_events (recipient, seq, task_key, state, status_at, generation, created_at, delivered,"
             " message, pushes, chunk, artifact) VALUES (2, 8, 6, 'submitted', 600, 1, 600, 0, 7, 1, 0, NULL),"
             " (1, 9, 7, 'failed', 900, 1, 900, 1, 9, 2, 3, '{\"x\":1}'),"
             " (1, 10, 6, 'completed', 800, 2, 900, 0, NULL, 1, 0, NULL);"
             "UPDATE a2a_counters SET seq = 10, change = 60");
}

TEST_F(MigrateTest, Version14KeepsMessagesEventsListsAndWhatIsToBeRemoved) {
  MakeV14(options_.path);
  const std::string messages = "SELECT message_key, * FROM a2a_messages ORDER BY message_key";
  const std::string events =
      "SELECT recipient, seq, task_key, state, status_at, status_message, generation, created_at, delivered, message,"
      " pushes, chunk, artifact FROM a2a_events ORDER BY recipient, seq";
  const auto messages_before = Sqlite(options_.path, messages), events_before = Sqlite(options_.path, events);
  ASSERT_EQ(messages_before.size(), 3u);
  ASSERT_EQ(events_before.size(), 4u);
  {
    auto store = Open();
    ASSERT_TRUE(store.ok()) << store.status();
    EXPECT_EQ(Sqlite(options_.path, messages), messages_before);
    EXPECT_EQ(Sqlite(options_.path, events), events_before);
    TaskQuery query;
    query.agent = 1;
    query.count = 9;
    std::vector<std::string> ids;
    const auto tasks = (*store)->ListTasks(query);
    ASSERT_TRUE(tasks.ok());
    for (const TaskRow& task : *tasks) ids.push_back(task.id);
    EXPECT_EQ(ids, (std::vector<std::string>{"over", "done", "bare", "task"}));
    // The events of a removed task go with it, though it does not say where they begin.
    EXPECT_EQ(*(*store)->PruneTasks(5000, 9), 1);  // agent 1 has not got the event of the other
  }
  EXPECT_EQ(Sqlite(options_.path, "SELECT group_concat(seq) FROM (SELECT seq FROM a2a_events ORDER BY seq)"),
            std::vector<std::string>{"7,8,10"});
  EXPECT_EQ(Sqlite(options_.path, "PRAGMA integrity_check; PRAGMA foreign_key_check"), std::vector<std::string>{"ok"});
}

TEST_F(MigrateTest, AStopAnywhereLeavesAVersionThatGoesOn) {
  for (int stop = 1; stop <= 9; ++stop) {
    fs::remove(options_.path);
    Sqlite(options_.path, kHostSql);
    const auto rows = Sqlite(options_.path, kHostRows);
    struct Stopped {};
    int passed = 0;
    // An exception stands in for the end of the process: nothing after it runs but destructors, and those roll back.
    options_.at_point = [&](absl::string_view) {
      if (++passed == stop) throw Stopped();
    };
    EXPECT_THROW((void)Open(), Stopped) << stop;
    options_.at_point = nullptr;
    EXPECT_EQ(Sqlite(options_.path, kHostRows), rows);
    const std::string version = Sqlite(options_.path, "PRAGMA user_version").front();
    EXPECT_EQ(version, stop <= 2 ? "11" : stop <= 4 ? "12" : stop <= 6 ? "13" : stop <= 8 ? "14" : "15") << stop;
    const auto store = Open();
    ASSERT_TRUE(store.ok()) << store.status();
    EXPECT_EQ(Sqlite(options_.path, kHostRows), rows);
  }
}

TEST(MigrationsTest, AreNumberedFromTheBaselineToTheNewest) {
  int version = wire::kSchemaBaseline;
  for (const Migration& migration : Migrations()) EXPECT_EQ(migration.version, version++);
  EXPECT_EQ(version, wire::kSchemaVersion + 1);
  EXPECT_EQ(TablesOf(12), (std::vector<absl::string_view>{"a2a_agents", "a2a_tasks", "a2a_messages", "a2a_artifacts",
                                                          "a2a_push_configs"}));
}

}  // namespace
}  // namespace a2a::store

// Opening: creating, permissions, the lock, and every file that is refused.
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixture.h"

namespace a2a::store {
namespace {

namespace fs = std::filesystem;

class OpenTest : public testing::Test {
 protected:
  absl::StatusOr<std::unique_ptr<Store>> Open(const std::string& path) {
    Options options;
    options.path = path;
    return Store::Open(options);
  }

  // Opens and expects a refusal with `exit_code`, a text that names the file and holds `words`, and untouched files.
  void ExpectRefused(const std::string& path, int exit_code, const std::string& words) {
    const auto before = Snapshot(dir_.path());
    const auto store = Open(path);
    ASSERT_FALSE(store.ok());
    EXPECT_EQ(ExitCodeOf(store.status()), exit_code) << store.status();
    const std::string text(store.status().message());
    EXPECT_THAT(text, testing::HasSubstr(words));
    EXPECT_THAT(text, testing::HasSubstr(fs::path(path).filename().string()));
    EXPECT_EQ(Snapshot(dir_.path()), before);
  }

  // A store with something in it, closed.
  std::string MakeStore(const std::string& name = "host.db") {
    const std::string path = dir_ / name;
    auto store = Open(path);
    EXPECT_TRUE(store.ok()) << store.status();
    AgentRow agent;
    agent.key = (*store)->NextAgentKey();
    agent.agent_id = agent.requested_name = "a";
    agent.card.set_name("a");
    (*store)->Canonicalize(&agent.card);
    EXPECT_TRUE((*store)->InsertAgent(agent).ok());
    EXPECT_TRUE((*store)->Commit().ok());
    return path;
  }

  static int ModeOf(const std::string& path) {
    struct stat info = {};
    return stat(path.c_str(), &info) == 0 ? static_cast<int>(info.st_mode & 07777) : -1;
  }

  TempDir dir_;
};

TEST_F(OpenTest, CreatesFileAndFoldersForTheirOwnerAlone) {
  for (mode_t mask : {0, 022, 0277, 0777}) {
    const mode_t old = umask(mask);
    const std::string root = dir_ / ("mask" + std::to_string(mask));
    auto store = Open(root + "/deep/host.db");
    const auto status = store.status();
    umask(old);
    ASSERT_TRUE(store.ok()) << status;
    EXPECT_EQ(ModeOf(root), 0700);
    EXPECT_EQ(ModeOf(root + "/deep"), 0700);
    for (const char* name : {"host.db", "host.db-wal", "host.db-shm", "host.db.lock"}) {
      EXPECT_EQ(ModeOf(root + "/deep/" + name), 0600) << name << " under umask " << mask;
    }
  }
}

TEST_F(OpenTest, ANewFileHasTheNewestVersionAndOurMark) {
  const std::string path = MakeStore();
  EXPECT_EQ(Sqlite(path, "PRAGMA user_version; PRAGMA application_id; PRAGMA journal_mode"),
            (std::vector<std::string>{std::to_string(wire::kSchemaVersion), std::to_string(0x41324148), "wal"}));
  EXPECT_EQ(Sqlite(path, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1"),
            (std::vector<std::string>{"a2a_agent_progress", "a2a_agents", "a2a_artifact_chunks",
                                      "a2a_artifact_requests", "a2a_artifacts", "a2a_counters", "a2a_events",
                                      "a2a_messages", "a2a_push_configs", "a2a_tasks"}));
  EXPECT_EQ(Sqlite(path,
                   "SELECT i.name FROM pragma_index_list('a2a_messages') l, pragma_index_info(l.name) i"
                   " WHERE l.\"unique\" ORDER BY i.seqno"),
            (std::vector<std::string>{"task_id", "message_id"}));
  EXPECT_EQ(Sqlite(path, "SELECT count(*) FROM pragma_table_list WHERE name LIKE 'a2a%' AND NOT strict"),
            std::vector<std::string>{"0"});
  EXPECT_EQ(Sqlite(path, "PRAGMA integrity_check; PRAGMA foreign_key_check"), std::vector<std::string>{"ok"});
}

TEST_F(OpenTest, AClosedStoreLeavesNothingBesideItsFile) {
  MakeStore();
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(dir_.path())) {
    if (fs::file_size(entry) > 0) names.push_back(entry.path().filename());
  }
  EXPECT_EQ(names, std::vector<std::string>{"host.db"});
}

TEST_F(OpenTest, AnEmptyFileBecomesAStoreAndKeepsItsMode) {
  WriteFile(dir_ / "host.db", "");
  chmod((dir_ / "host.db").c_str(), 0640);
  EXPECT_TRUE(Open(dir_ / "host.db").ok());
  EXPECT_EQ(ModeOf(dir_ / "host.db"), 0640);
  EXPECT_EQ(Sqlite(dir_ / "host.db", "SELECT count(*) FROM a2a_tasks"), std::vector<std::string>{"0"});
}

TEST_F(OpenTest, ADatabaseWithoutContentBecomesAStore) {
  Sqlite(dir_ / "host.db", "PRAGMA journal_mode = WAL; CREATE TABLE t (x); DROP TABLE t");
  ASSERT_GT(fs::file_size(dir_ / "host.db"), 0u);
  EXPECT_TRUE(Open(dir_ / "host.db").ok());
}

TEST_F(OpenTest, ASecondOwnerIsRefusedHoweverItNamesTheFile) {
  fs::create_directory(dir_ / "sub");
  const std::string path = MakeStore();
  auto owner = Open(path);
  ASSERT_TRUE(owner.ok());
  fs::create_symlink(path, dir_ / "link.db");
  fs::create_directory_symlink(dir_.path(), dir_ / "elsewhere");
  for (const std::string& name : {path, dir_ / "sub/../host.db", dir_ / "./host.db", dir_ / "link.db",
                                  dir_ / "elsewhere/host.db", dir_ / "elsewhere/sub/../link.db"}) {
    const auto second = Open(name);
    ASSERT_FALSE(second.ok()) << name;
    EXPECT_EQ(ExitCodeOf(second.status()), 75) << second.status();
    EXPECT_THAT(std::string(second.status().message()), testing::HasSubstr(std::to_string(getpid())));
  }
  owner->reset();
  EXPECT_TRUE(Open(dir_ / "link.db").ok());
}

TEST_F(OpenTest, ASecondOwnerIsRefusedUnderAHardLinkAndWithoutTheLockFile) {
  const std::string path = MakeStore();
  auto owner = Open(path);
  ASSERT_TRUE(owner.ok());
  fs::create_hard_link(path, dir_ / "other.db");
  fs::remove(path + ".lock");
  for (const std::string& name : {dir_ / "other.db", path}) {
    const auto second = Open(name);
    ASSERT_FALSE(second.ok()) << name;
    EXPECT_EQ(ExitCodeOf(second.status()), 75) << second.status();
  }
  owner->reset();
  EXPECT_TRUE(Open(dir_ / "other.db").ok());
}

TEST_F(OpenTest, TheLockOfAKilledProcessIsFree) {
  const std::string path = MakeStore();
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    auto store = Open(path);
    const char ok = store.ok() ? 'y' : 'n';
    if (write(ready[1], &ok, 1) != 1) _exit(1);
    pause();
    _exit(0);
  }
  char ok = 0;
  ASSERT_EQ(read(ready[0], &ok, 1), 1);
  EXPECT_EQ(ok, 'y');
  const auto second = Open(path);
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(std::string(second.status().message()), testing::HasSubstr(std::to_string(child)));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_TRUE(fs::exists(path + ".lock"));
  EXPECT_TRUE(Open(path).ok());
  EXPECT_FALSE(fs::exists(path + ".lock"));
  close(ready[0]);
  close(ready[1]);
}

TEST_F(OpenTest, ALockFileThatIsALinkIsNotFollowed) {
  WriteFile(dir_ / "precious", "keep me");
  fs::create_symlink(dir_ / "precious", dir_ / "host.db.lock");
  const auto store = Open(dir_ / "host.db");
  ASSERT_FALSE(store.ok());
  EXPECT_EQ(ExitCodeOf(store.status()), 73);
  EXPECT_EQ(ReadFile(dir_ / "precious"), "keep me");
}

TEST_F(OpenTest, WhatCannotBeCreated) {
  WriteFile(dir_ / "file", "x");
  ExpectRefused(dir_ / "file/host.db", 73, "cannot be made");
  fs::create_directory(dir_ / "folder.db");
  ExpectRefused(dir_ / "folder.db", 73, "is a folder");
  fs::create_symlink(dir_ / "nowhere", dir_ / "dangling.db");
  ExpectRefused(dir_ / "dangling.db", 73, "link to nothing");
  ASSERT_EQ(mkfifo((dir_ / "fifo.db").c_str(), 0600), 0);
  ExpectRefused(dir_ / "fifo.db", 73, "no ordinary file");
  const auto store = Open("/proc/none/host.db");
  ASSERT_FALSE(store.ok());
  EXPECT_EQ(ExitCodeOf(store.status()), 73) << store.status();
}

TEST_F(OpenTest, AReadOnlyFileIsLeftAlone) {
  const std::string path = MakeStore();
  chmod(path.c_str(), 0400);
  ExpectRefused(path, 73, "read-only");
}

TEST_F(OpenTest, WhatIsNoSqliteDatabase) {
  WriteFile(dir_ / "text.db", "Dear diary,\n" + std::string(5000, 'x'));
  ExpectRefused(dir_ / "text.db", 65, "no SQLite database");
  WriteFile(dir_ / "short.db", "SQL");
  ExpectRefused(dir_ / "short.db", 65, "ends within its header");
  WriteFile(dir_ / "zeros.db", std::string(8192, '\0'));
  ExpectRefused(dir_ / "zeros.db", 65, "no SQLite database");
  WriteFile(dir_ / "one.db", "x");
  ExpectRefused(dir_ / "one.db", 65, "no SQLite database");
}

TEST_F(OpenTest, WhatIsSomebodyElses) {
  struct Case {
    const char* name;
    const char* sql;
  };
  for (const auto& [name, sql] : {
           Case{"other-app.db", "PRAGMA application_id = 77; PRAGMA user_version = 13; CREATE TABLE t (x)"},
           Case{"other-app-empty.db", "PRAGMA application_id = 77; CREATE TABLE t (x); DROP TABLE t"},
           Case{"no-app.db", "PRAGMA user_version = 12; CREATE TABLE t (x)"},
           Case{"v10.db", "PRAGMA user_version = 10; CREATE TABLE t (x)"},
           Case{"v0.db", "CREATE TABLE t (x)"},
           Case{"v0-view.db", "CREATE VIEW v AS SELECT 1"},
           Case{"v0-numbered.db", "PRAGMA user_version = 3; CREATE TABLE t (x); DROP TABLE t"},
           Case{"v11-with-ours.db", "PRAGMA user_version = 11; CREATE TABLE a2a_tasks (x)"},
           Case{"v11-of-other-app.db", "PRAGMA application_id = 5; PRAGMA user_version = 11; CREATE TABLE t (x)"},
           Case{"ours-too-old.db", "PRAGMA application_id = 1093812552; PRAGMA user_version = 11; CREATE TABLE t (x)"},
           Case{"v11-utf16.db", "PRAGMA encoding = 'UTF-16'; PRAGMA user_version = 11; CREATE TABLE t (x)"},
           Case{"wal.db", "PRAGMA journal_mode = WAL; PRAGMA user_version = 4; CREATE TABLE t (x)"},
       }) {
    Sqlite(dir_ / name, sql);
    ExpectRefused(dir_ / name, 65, "not a database of this host");
  }
}

TEST_F(OpenTest, WhatIsNewer) {
  const std::string path = MakeStore();
  Sqlite(path, "PRAGMA user_version = " + std::to_string(wire::kSchemaVersion + 1));
  ExpectRefused(path, 78, "newer a2a-hostd");
}

TEST_F(OpenTest, OursWithoutItsTables) {
  Sqlite(dir_ / "host.db", "PRAGMA application_id = 1093812552; PRAGMA user_version = 12; CREATE TABLE t (x)");
  ExpectRefused(dir_ / "host.db", 65, "a2a_agents is missing");
  const std::string path = MakeStore("lacking.db");
  Sqlite(path, "DROP TABLE a2a_events");
  ExpectRefused(path, 65, "a2a_events is missing");
}

TEST_F(OpenTest, OursWithOtherColumns) {
  const std::string path = MakeStore();
  Sqlite(path, "ALTER TABLE a2a_tasks RENAME COLUMN generation TO degeneration");
  const auto store = Open(path);
  ASSERT_FALSE(store.ok());
  EXPECT_EQ(ExitCodeOf(store.status()), 65) << store.status();
}

TEST_F(OpenTest, ATruncatedFileIsDamagedWhereverItEnds) {
  const std::string path = MakeStore();
  const std::string whole = ReadFile(path);
  for (size_t size : {size_t{17}, size_t{99}, size_t{100}, size_t{512}, size_t{4095}, size_t{4096}, size_t{8192},
                      whole.size() / 2, whole.size() - 4096, whole.size() - 1}) {
    WriteFile(dir_ / "cut.db", whole.substr(0, size));
    ExpectRefused(dir_ / "cut.db", 65, "");
  }
}

TEST_F(OpenTest, FlippedHeaderBytesAreRefusedUntouchedOrHarmless) {
  const std::string path = MakeStore();
  const std::string whole = ReadFile(path);
  const auto rows = Sqlite(path, "SELECT * FROM a2a_agents");
  int refused = 0;
  for (size_t at = 0; at < 100; ++at) {
    for (int flip : {0xff, 0x01}) {
      std::string bytes = whole;
      bytes[at] = static_cast<char>(bytes[at] ^ flip);
      const std::string flipped = dir_ / "flipped.db";
      WriteFile(flipped, bytes);
      auto store = Open(flipped);
      if (!store.ok()) {
        ++refused;
        EXPECT_THAT(ExitCodeOf(store.status()), testing::AnyOf(65, 78)) << "byte " << at << ": " << store.status();
        EXPECT_EQ(ReadFile(flipped), bytes) << "byte " << at;
        continue;
      }
      // A byte that means nothing to us: the store must work and be sound afterwards.
      ASSERT_TRUE((*store)->UnendedAgents().ok());
      ASSERT_TRUE((*store)->UpdateAgentProgress(1, 1, 1).ok());
      ASSERT_TRUE((*store)->Commit().ok()) << "byte " << at;
      store->reset();
      EXPECT_EQ(Sqlite(flipped, "PRAGMA integrity_check"), std::vector<std::string>{"ok"}) << "byte " << at;
      EXPECT_EQ(Sqlite(flipped, "SELECT * FROM a2a_agents"), rows);
    }
  }
  EXPECT_GT(refused, 60);
}

TEST_F(OpenTest, DamageInsideASmallFileIsSeen) {
  const std::string path = MakeStore();
  std::string bytes = ReadFile(path);
  for (size_t i = 0; i < 300; ++i) bytes[bytes.size() - 4096 + i] = static_cast<char>(0x5a);
  WriteFile(path, bytes);
  ExpectRefused(path, 65, "damaged");
}

TEST_F(OpenTest, WhatAStoppedProcessLeftInTheWalIsReadAndMovedIn) {
  const std::string path = dir_ / "host.db";
  const pid_t child = fork();
  if (child == 0) {
    auto store = Open(path);
    for (int i = 0; i < 20; ++i) {
      AgentRow agent;
      agent.key = (*store)->NextAgentKey();
      (*store)->Canonicalize(&agent.card);
      if (!(*store)->InsertAgent(agent).ok() || !(*store)->Commit().ok()) _exit(1);
    }
    kill(getpid(), SIGKILL);
  }
  waitpid(child, nullptr, 0);
  EXPECT_GT(fs::file_size(path + "-wal"), 0u);
  auto store = Open(path);
  ASSERT_TRUE(store.ok()) << store.status();
  EXPECT_EQ(fs::file_size(path + "-wal"), 0u);
  EXPECT_EQ((*store)->NextAgentKey(), 21);
  store->reset();
  EXPECT_EQ(Sqlite(path, "SELECT count(*) FROM a2a_agents"), std::vector<std::string>{"20"});
}

TEST_F(OpenTest, AForeignDatabaseIsJudgedWithItsWal) {
  // Version and content are only in the WAL: the file alone looks empty.
  const std::string path = dir_ / "host.db";
  const pid_t child = fork();
  if (child == 0) {
    sqlite3* db = nullptr;
    sqlite3_open(path.c_str(), &db);
    sqlite3_exec(
        db, "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 7; CREATE TABLE t (x)",
        nullptr, nullptr, nullptr);
    kill(getpid(), SIGKILL);
  }
  waitpid(child, nullptr, 0);
  const std::string bytes = ReadFile(path);
  const std::string wal = ReadFile(path + "-wal");
  ASSERT_GT(wal.size(), 0u);
  const auto store = Open(path);
  ASSERT_FALSE(store.ok());
  EXPECT_EQ(ExitCodeOf(store.status()), 65);
  EXPECT_THAT(std::string(store.status().message()), testing::HasSubstr("its version 7"));
  EXPECT_EQ(ReadFile(path), bytes);
  EXPECT_EQ(ReadFile(path + "-wal"), wal);
}

}  // namespace
}  // namespace a2a::store

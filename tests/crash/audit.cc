#include "crash/audit.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <functional>
#include <vector>

namespace a2a::crash {
namespace {

namespace fs = std::filesystem;
using Row = std::vector<std::string>;

std::vector<Row> Query(const std::string& path, const std::string& sql) {
  std::vector<Row> rows;
  sqlite3* db = nullptr;
  EXPECT_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK);
  const auto add = [](void* out, int columns, char** values, char**) {
    Row row;
    for (int i = 0; i < columns; ++i) row.emplace_back(values[i] == nullptr ? "" : values[i]);
    static_cast<std::vector<Row>*>(out)->push_back(row);
    return 0;
  };
  EXPECT_EQ(sqlite3_exec(db, sql.c_str(), add, &rows, nullptr), SQLITE_OK) << sqlite3_errmsg(db) << " in " << sql;
  sqlite3_close(db);
  return rows;
}

}  // namespace

void Audit(const std::string& database, const Load& load, bool all_answered) {
  const std::string copy = database + ".audit";
  for (const char* suffix : {"", "-wal"}) {
    fs::remove(copy + suffix);
    if (fs::exists(database + suffix)) fs::copy_file(database + suffix, copy + suffix);
  }
  EXPECT_EQ(Query(copy, "PRAGMA integrity_check"), (std::vector<Row>{{"ok"}}));
  EXPECT_TRUE(Query(copy, "PRAGMA foreign_key_check").empty());

  std::map<std::string, Row> stored;
  for (const Row& row : Query(copy, "SELECT request_message_id, id, state FROM a2a_tasks")) {
    EXPECT_TRUE(stored.emplace(row[0], row).second) << "two tasks of " << row[0];
    EXPECT_TRUE(load.sent().count(row[0])) << row[0] << " is stored but was never sent";
  }
  size_t acknowledged = 0;
  for (const auto& [message_id, sent] : load.sent()) {
    const auto found = stored.find(message_id);
    if (sent.task.empty()) {
      EXPECT_FALSE(all_answered) << message_id << " has no answer";
      continue;
    }
    ++acknowledged;
    ASSERT_NE(found, stored.end()) << message_id << " was acknowledged but is not stored";
    EXPECT_EQ(found->second[1], sent.task);
    if (sent.completed) {
      EXPECT_EQ(found->second[2], "completed") << message_id;
    }
    if (!sent.complete_sent) {
      EXPECT_EQ(found->second[2], "submitted") << message_id;
    }
  }
  if (all_answered) {
    EXPECT_EQ(stored.size(), acknowledged);
  }
  // Of a transaction everything is there: one message of each task, and an event of each change.
  EXPECT_EQ(Query(copy,
                  "SELECT count(*) FROM a2a_tasks t WHERE messages <> 1"
                  " OR (SELECT count(*) FROM a2a_messages m WHERE m.task_id = t.id) <> 1"
                  " OR generation <> (SELECT events FROM (SELECT task_key AS k, count(*) AS events FROM a2a_events"
                  " GROUP BY task_key) WHERE k = t.task_key)"),
            (std::vector<Row>{{"0"}}));
}

}  // namespace a2a::crash

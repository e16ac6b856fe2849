#include "load_floor.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <thread>

#include "load_client.h"
#include "load_host.h"

namespace a2a::bench {
namespace {

// A connection and its statements; every error ends the tool.
class Database {
 public:
  explicit Database(const std::string& path) {
    if (sqlite3_open_v2(path.c_str(), &db_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                        nullptr) != SQLITE_OK) {
      Die("cannot open " + path);
    }
  }
  ~Database() {
    for (sqlite3_stmt* statement : statements_) sqlite3_finalize(statement);
    sqlite3_close(db_);
  }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void Run(const std::string& sql) {
    if (sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) Die(sqlite3_errmsg(db_));
  }
  sqlite3_stmt* Prepare(const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v3(db_, sql.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr) != SQLITE_OK) {
      Die(sqlite3_errmsg(db_));
    }
    statements_.push_back(statement);
    return statement;
  }
  bool Step(sqlite3_stmt* statement) {
    int rc = sqlite3_step(statement);
    if (rc != SQLITE_ROW && rc != SQLITE_DONE) Die(sqlite3_errmsg(db_));
    return rc == SQLITE_ROW;
  }
  void RunOnce(sqlite3_stmt* statement) {
    Step(statement);
    sqlite3_reset(statement);
  }

 private:
  sqlite3* db_ = nullptr;
  std::vector<sqlite3_stmt*> statements_;
};

using Row = std::vector<sqlite3_value*>;

// Rows in memory, so that reading them is no part of what is measured.
class Rows {
 public:
  Rows(Database* db, const std::string& sql) {
    sqlite3_stmt* statement = db->Prepare(sql);
    while (db->Step(statement)) {
      Row row;
      for (int i = 0; i < sqlite3_column_count(statement); ++i) {
        row.push_back(sqlite3_value_dup(sqlite3_column_value(statement, i)));
      }
      rows_.push_back(std::move(row));
    }
    columns_ = sqlite3_column_count(statement);
  }
  ~Rows() {
    for (Row& row : rows_) {
      for (sqlite3_value* value : row) sqlite3_value_free(value);
    }
  }
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;

  size_t size() const { return rows_.size(); }
  int64_t Int(size_t row, size_t column) const { return sqlite3_value_int64(rows_[row][column]); }
  // Inserts a row with a statement of as many parameters as there are columns.
  void Insert(Database* db, sqlite3_stmt* statement, size_t row) const {
    for (int i = 0; i < columns_; ++i) sqlite3_bind_value(statement, i + 1, rows_[row][static_cast<size_t>(i)]);
    db->RunOnce(statement);
  }
  // "INSERT INTO table VALUES (?, ?, ...)".
  std::string InsertSql(const std::string& table) const {
    std::string sql = "INSERT INTO " + table + " VALUES (?";
    for (int i = 1; i < columns_; ++i) sql += ", ?";
    return sql + ")";
  }

 private:
  std::vector<Row> rows_;
  int columns_ = 0;
};

// What passes from its construction to Of.
class Costs {
 public:
  Costs() : start_(NowMicros()), cpu_(ThreadCpuMicros()) {}
  Bare Of(size_t count) const {
    const double each = static_cast<double>(count);
    return {1e6 * each / static_cast<double>(NowMicros() - start_),
            static_cast<double>(ThreadCpuMicros() - cpu_) / each};
  }

 private:
  static int64_t ThreadCpuMicros() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1000000 + now.tv_nsec / 1000;
  }
  const int64_t start_, cpu_;
};

void CreateSchema(Database* db) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(A2A_SOURCE_DIR "/migrations")) {
    if (entry.path().extension() == ".sql") files.insert(entry.path());
  }
  for (const std::string& path : files) {
    std::ifstream file(path);
    db->Run(std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()));
  }
}

void Configure(Database* db, bool full) {
  db->Run("PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 0");
  db->Run("PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF; PRAGMA cache_size = -16384");
  db->Run(full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
}

}  // namespace

std::vector<int64_t> MeasureDisk(const std::string& file, size_t bytes, int count) {
  const std::string block(bytes, 'x');
  int fd = open(file.c_str(), O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600);
  std::vector<int64_t> micros;
  for (int i = 0; i < count; ++i) {
    int64_t start = NowMicros();
    if (write(fd, block.data(), bytes) != static_cast<ssize_t>(bytes) || fdatasync(fd) != 0)
      Die("cannot write " + file);
    micros.push_back(NowMicros() - start);
  }
  close(fd);
  unlink(file.c_str());
  return micros;
}

Bare MeasureBareSends(const std::string& from, const std::string& to, double batch, bool full) {
  Database source(from), db(to);
  Rows agents(&source, "SELECT * FROM a2a_agents");
  Rows tasks(&source, "SELECT * FROM a2a_tasks ORDER BY task_key");
  Rows messages(&source, "SELECT * FROM a2a_messages ORDER BY message_key");
  Rows events(&source, "SELECT * FROM a2a_events ORDER BY seq");
  if (tasks.size() == 0 || messages.size() != tasks.size() || events.size() != tasks.size()) {
    Die("the daemon's database does not hold one message and one event per task");
  }
  Configure(&db, full);
  CreateSchema(&db);
  sqlite3_stmt* agent = db.Prepare(agents.InsertSql("a2a_agents"));
  db.Run("BEGIN");
  for (size_t i = 0; i < agents.size(); ++i) agents.Insert(&db, agent, i);
  db.Run("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");

  sqlite3_stmt* task = db.Prepare(tasks.InsertSql("a2a_tasks"));
  sqlite3_stmt* message = db.Prepare(messages.InsertSql("a2a_messages"));
  sqlite3_stmt* event = db.Prepare(events.InsertSql("a2a_events"));
  sqlite3_stmt* progress = db.Prepare(
      "INSERT INTO a2a_agent_progress (agent_key, sends, delivered_through) VALUES (?1, ?2, ?3)"
      " ON CONFLICT (agent_key) DO UPDATE SET sends = ?2, delivered_through = ?3");
  sqlite3_stmt* counters = db.Prepare("UPDATE a2a_counters SET task_key = ?1, message_key = ?1, seq = ?1, stamp = ?1");
  sqlite3_stmt* begin = db.Prepare("BEGIN IMMEDIATE");
  sqlite3_stmt* commit = db.Prepare("COMMIT");
  const Costs costs;
  double until = batch;
  for (size_t i = 0; i < tasks.size();) {
    db.RunOnce(begin);
    std::set<int64_t> dirty;
    for (; i < tasks.size() && static_cast<double>(i) < until; ++i) {
      tasks.Insert(&db, task, i);
      messages.Insert(&db, message, i);
      events.Insert(&db, event, i);
      dirty.insert({tasks.Int(i, 2), tasks.Int(i, 3)});  // requester, worker
    }
    until = std::max(until + batch, static_cast<double>(i) + 1);
    for (int64_t key : dirty) {
      sqlite3_bind_int64(progress, 1, key);
      sqlite3_bind_int64(progress, 2, static_cast<int64_t>(i));
      sqlite3_bind_int64(progress, 3, static_cast<int64_t>(i));
      db.RunOnce(progress);
    }
    sqlite3_bind_int64(counters, 1, static_cast<int64_t>(i));
    db.RunOnce(counters);
    db.RunOnce(commit);
  }
  return costs.Of(tasks.size());
}

Bare MeasureBareGets(const std::string& path, int messages, size_t bytes, int64_t count) {
  Database db(path);
  sqlite3_stmt* task = db.Prepare(
      "SELECT t.*, r.agent_id, w.agent_id FROM a2a_tasks t JOIN a2a_agents r ON r.agent_key = t.requester"
      " JOIN a2a_agents w ON w.agent_key = t.worker WHERE t.id = (SELECT max(id) FROM a2a_tasks)");
  sqlite3_stmt* history = db.Prepare(
      "SELECT json FROM a2a_messages WHERE rowid IN (SELECT m.rowid FROM a2a_tasks t JOIN a2a_messages m"
      " ON m.task_id = t.id WHERE t.id = (SELECT max(id) FROM a2a_tasks) ORDER BY m.rowid DESC LIMIT ?1)"
      " ORDER BY rowid DESC");
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) Die("no sockets");
  std::thread drain([fd = ends[0]] {
    static char sink[256 * 1024];
    while (read(fd, sink, sizeof(sink)) > 0) continue;
  });
  std::string out;
  const Costs costs;
  for (int64_t i = 0; i < count; ++i) {
    size_t before = out.size();
    db.RunOnce(task);
    sqlite3_bind_int(history, 1, messages);
    while (db.Step(history)) {
      out.append(reinterpret_cast<const char*>(sqlite3_column_text(history, 0)),
                 static_cast<size_t>(sqlite3_column_bytes(history, 0)));
    }
    sqlite3_reset(history);
    out.resize(before + bytes, ' ');
    if (i % 64 != 63 && i + 1 != count) continue;  // the daemon, too, writes what a batch made with one call
    for (size_t done = 0; done < out.size();) {
      ssize_t written = write(ends[1], out.data() + done, out.size() - done);
      if (written <= 0) Die("cannot write to a socket");
      done += static_cast<size_t>(written);
    }
    out.clear();
  }
  const Bare bare = costs.Of(static_cast<size_t>(count));
  close(ends[1]);
  drain.join();
  close(ends[0]);
  return bare;
}

}  // namespace a2a::bench

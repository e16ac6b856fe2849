#include "store/judge.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <vector>

#include "a2a/wire/constants.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "base/fd_file.h"
#include "store/connection.h"
#include "store/migrations.h"
#include "store/open_error.h"

namespace a2a::store {
namespace {

using Verdict = Judgement::Verdict;

constexpr int64_t kHeaderBytes = 100;
constexpr char kMagic[] = "SQLite format 3";  // with its NUL: 16 bytes
// A file up to this size is checked whole at each start, which takes a few milliseconds; damage in a larger one is
// met when its page is read.
constexpr int64_t kCheckWholeBytes = int64_t{4} << 20;

// The fields of a database header that are looked at before SQLite is asked.
struct Header {
  int64_t page_size;
  int write_version, read_version;  // 1 rollback journal, 2 WAL
  uint32_t change_counter, pages, pages_valid_for;
};

uint32_t BigEndian32(const std::string& bytes, size_t at) {
  uint32_t value = 0;
  for (size_t i = at; i < at + 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

Header ParseHeader(const std::string& bytes) {
  Header header;
  header.page_size = static_cast<unsigned char>(bytes[16]) << 8 | static_cast<unsigned char>(bytes[17]);
  if (header.page_size == 1) header.page_size = 65536;
  header.write_version = static_cast<unsigned char>(bytes[18]);
  header.read_version = static_cast<unsigned char>(bytes[19]);
  header.change_counter = BigEndian32(bytes, 24);
  header.pages = BigEndian32(bytes, 28);
  header.pages_valid_for = BigEndian32(bytes, 92);
  return header;
}

absl::Status Damaged(const std::string& path, absl::string_view how) {
  return OpenError(kExitDamaged, absl::StrCat("The database ", path, " is damaged: ", how,
                                              ". It was left as it is; restore it from a backup, or name another file "
                                              "with --db."));
}

absl::Status Foreign(const std::string& path, absl::string_view how) {
  return OpenError(kExitDamaged, absl::StrCat("The file ", path, " is not a database of this host: ", how,
                                              ". It was left as it is; name another file with --db."));
}

bool HasContent(const std::string& path) {
  const FileLook look = LookAt(path);
  return look.kind == FileKind::kRegular && look.size > 0;
}

// What the bytes alone tell. `*immutable`: nobody has the file open, so it can be looked at without locks.
absl::Status JudgeBytes(const std::string& path, int64_t size, bool* immutable) {
  std::string bytes;
  const int error = ReadHead(path, kHeaderBytes, &bytes);
  if (error != 0) {
    return OpenError(kExitCannotCreate, absl::StrCat("The database ", path, " cannot be read: ", std::strerror(error),
                                                     ". Check its permissions."));
  }
  const size_t magic = std::min(bytes.size(), sizeof(kMagic));
  if (std::memcmp(bytes.data(), kMagic, magic) != 0) return Foreign(path, "it is no SQLite database");
  if (bytes.size() < kHeaderBytes) return Damaged(path, "it ends within its header");

  const Header header = ParseHeader(bytes);
  const bool power_of_two = (header.page_size & (header.page_size - 1)) == 0;
  if (header.page_size < 512 || !power_of_two) return Damaged(path, "its header names an impossible page size");
  if (header.write_version < 1 || header.write_version > 2 || header.write_version != header.read_version) {
    return Damaged(path, "its header names an unknown file format");
  }
  const bool has_wal = HasContent(absl::StrCat(path, "-wal"));
  // With a WAL the pages that are missing may be in there: a checkpoint can have been cut off.
  if (!has_wal && header.change_counter == header.pages_valid_for && header.pages * header.page_size > size) {
    return Damaged(path, absl::StrCat("it should hold ", header.pages * header.page_size, " bytes but holds ", size));
  }
  // A database in WAL mode without a WAL is open nowhere. Looking at it like this leaves no -shm file behind.
  *immutable = header.write_version == 2 && !has_wal;
  return absl::OkStatus();
}

// Everything that the verdict needs of the content.
struct Content {
  int64_t version = 0, application = 0, objects = 0, ours = 0, pages = 0, page_size = 0, vacuum = 0;
  std::string encoding;
};

int ReadContent(Connection* connection, Content* content) {
  int rc = connection->QueryInt("PRAGMA user_version", &content->version);
  if (rc == SQLITE_OK) rc = connection->QueryInt("PRAGMA application_id", &content->application);
  if (rc == SQLITE_OK) rc = connection->QueryInt("SELECT count(*) FROM sqlite_schema", &content->objects);
  if (rc == SQLITE_OK) {
    rc = connection->QueryInt("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'a2a\\_%' ESCAPE '\\'",
                              &content->ours);
  }
  if (rc == SQLITE_OK) rc = connection->QueryInt("PRAGMA page_count", &content->pages);
  if (rc == SQLITE_OK) rc = connection->QueryInt("PRAGMA page_size", &content->page_size);
  if (rc == SQLITE_OK) rc = connection->QueryInt("PRAGMA auto_vacuum", &content->vacuum);
  if (rc == SQLITE_OK) rc = connection->QueryText("PRAGMA encoding", &content->encoding);
  return rc;
}

// SQLite's refusals while it only looked. What it cannot make sense of is damage here, whatever it calls it.
absl::Status LookFailed(const std::string& path, int rc, const Connection& connection) {
  const std::string words = connection.ErrorText();
  if (rc == SQLITE_READONLY_ROLLBACK) {
    return Foreign(path, "another program was cut off while it wrote to it; open it once with that program");
  }
  if ((rc & 0xff) == SQLITE_ERROR) return Damaged(path, words);
  return OpenErrorFromSqlite(rc, path, "looking at it", words);
}

absl::Status CheckOurs(const std::string& path, Connection* connection, const Content& content) {
  if (content.encoding != "UTF-8") return Damaged(path, "its text encoding is not ours");
  if (content.vacuum != 0) return Damaged(path, "its header names a page layout that is not ours");
  const std::vector<absl::string_view> due = TablesOf(static_cast<int>(content.version));
  for (absl::string_view table : TablesOf(wire::kSchemaVersion)) {
    const bool expected = std::find(due.begin(), due.end(), table) != due.end();
    int64_t found = 0;
    const int rc = connection->QueryInt(
        absl::StrCat("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = '", table, "'"), &found);
    if (rc != SQLITE_OK) return LookFailed(path, rc, *connection);
    if (expected && found == 0) return Damaged(path, absl::StrCat("the table ", table, " is missing"));
    if (!expected && found != 0) {
      return Damaged(path, absl::StrCat("its version ", content.version, " has no table ", table));
    }
  }
  if (content.pages * content.page_size <= kCheckWholeBytes) {
    std::string verdict;
    const int rc = connection->QueryText("PRAGMA quick_check(1)", &verdict);
    if (rc != SQLITE_OK) return LookFailed(path, rc, *connection);
    if (verdict != "ok") return Damaged(path, verdict);
  }
  return absl::OkStatus();
}

absl::StatusOr<Judgement> JudgeContent(const std::string& path, const std::string& vfs, bool immutable) {
  Connection connection;
  int rc = connection.OpenToRead(path, vfs, immutable);
  Content content;
  if (rc == SQLITE_OK) rc = ReadContent(&connection, &content);
  if (rc != SQLITE_OK) return LookFailed(path, rc, connection);

  const int version = static_cast<int>(content.version);
  if (content.application == 0 && version == 0 && content.objects == 0) return Judgement{Verdict::kEmpty, 0};
  if (content.application == kApplicationId && version >= wire::kSchemaBaseline) {
    if (version > wire::kSchemaVersion) {
      return OpenError(kExitNewer, absl::StrCat("The database ", path, " has schema version ", version,
                                                ", but this program knows versions up to ", wire::kSchemaVersion,
                                                ". It was left as it is; use a newer a2a-hostd, or another file."));
    }
    absl::Status status = CheckOurs(path, &connection, content);
    if (!status.ok()) return status;
    return Judgement{Verdict::kOurs, version};
  }
  if (content.application == 0 && version == wire::kSchemaBaseline - 1 && content.ours == 0) {
    if (content.encoding != "UTF-8") return Foreign(path, "its text encoding is not UTF-8");
    return Judgement{Verdict::kHost, version};
  }
  return Foreign(path, absl::StrCat("its application id is ", content.application, " and its version ", version));
}

}  // namespace

absl::StatusOr<Judgement> Judge(const std::string& path, const std::string& vfs) {
  const FileLook look = LookAt(path);
  switch (look.kind) {
    case FileKind::kMissing:
      if (look.error == ENOENT) return Judgement{Verdict::kMissing, 0};
      return OpenError(kExitCannotCreate,
                       absl::StrCat("The database ", path, " cannot be reached: ", std::strerror(look.error), "."));
    case FileKind::kDangling:
      return OpenError(kExitCannotCreate, absl::StrCat(path, " is a link to nothing. Name the file itself with --db."));
    case FileKind::kFolder:
      return OpenError(kExitCannotCreate, absl::StrCat(path, " is a folder. Name a file in it with --db."));
    case FileKind::kOther:
      return OpenError(kExitCannotCreate, absl::StrCat(path, " is no ordinary file. Name another one with --db."));
    case FileKind::kRegular:
      break;
  }
  if (!look.writable) {
    return OpenError(
        kExitCannotCreate,
        absl::StrCat("The database ", path, " is read-only. Make it writable, or name another file with --db."));
  }
  if (look.size == 0) return Judgement{Verdict::kEmpty, 0};
  bool immutable = false;
  absl::Status status = JudgeBytes(path, look.size, &immutable);
  if (!status.ok()) return status;
  return JudgeContent(path, vfs, immutable);
}

}  // namespace a2a::store

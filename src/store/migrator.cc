#include "store/migrator.h"

#include "absl/strings/str_cat.h"
#include "store/migrations.h"
#include "store/points.h"

namespace a2a::store {
namespace {

int Apply(Connection* connection, const Migration& migration) {
  const int rc = connection->Execute(std::string(migration.sql));
  if (rc != SQLITE_OK) return rc;
  // Both live in the database header and are part of the transaction.
  return connection->Execute(
      absl::StrCat("PRAGMA application_id = ", kApplicationId, "; PRAGMA user_version = ", migration.version));
}

// Ends a transaction in which `rc` came up.
int EndWith(Connection* connection, int rc, const AtPoint& at_point, std::string* words) {
  if (rc == SQLITE_OK) {
    if (at_point) at_point(kPointMidMigration);
    rc = connection->Execute("COMMIT");
  }
  if (rc == SQLITE_OK) {
    if (at_point) at_point(kPointMigrated);
    return rc;
  }
  *words = connection->ErrorText();  // before ROLLBACK replaces it
  if (sqlite3_get_autocommit(connection->db()) == 0) (void)connection->Execute("ROLLBACK");
  return rc;
}

}  // namespace

int CreateSchema(Connection* connection, const AtPoint& at_point, std::string* words) {
  int rc = connection->Execute("BEGIN IMMEDIATE");
  if (rc != SQLITE_OK) return EndWith(connection, rc, at_point, words);
  for (const Migration& migration : Migrations()) {
    rc = Apply(connection, migration);
    if (rc != SQLITE_OK) break;
  }
  return EndWith(connection, rc, at_point, words);
}

int Migrate(Connection* connection, int from, const AtPoint& at_point, std::string* words) {
  for (const Migration& migration : Migrations()) {
    if (migration.version <= from) continue;
    int rc = connection->Execute("BEGIN IMMEDIATE");
    if (rc == SQLITE_OK) rc = Apply(connection, migration);
    rc = EndWith(connection, rc, at_point, words);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}

}  // namespace a2a::store

#include "store/migrations.h"

#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace a2a::store {

std::vector<absl::string_view> TablesOf(int version) {
  std::vector<absl::string_view> tables;
  for (const Migration& migration : Migrations()) {
    if (migration.version > version) break;
    for (absl::string_view line : absl::StrSplit(migration.sql, '\n')) {
      if (!absl::ConsumePrefix(&line, "CREATE TABLE ")) continue;
      tables.push_back(line.substr(0, line.find(' ')));
    }
  }
  return tables;
}

}  // namespace a2a::store

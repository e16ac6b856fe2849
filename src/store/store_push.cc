// Push configs.
#include <utility>

#include "store/store_impl.h"

namespace a2a::store {

absl::Status Store::PutPushConfig(const PushConfigRow& row) {
  std::optional<absl::string_view> url, token;
  if (row.config.has_url()) url = row.config.url();
  if (row.config.has_token()) token = row.config.token();
  return impl_->Write(Sql::kPutPushConfig, row.task, row.setter, row.config.id(), url, token);
}

absl::StatusOr<std::vector<PushConfigRow>> Store::PushConfigs(TaskKey task, AgentKey setter) {
  std::vector<PushConfigRow> configs;
  Rows rows(impl_.get(), Sql::kPushConfigs, task, setter);
  while (rows.Next()) {
    PushConfigRow& row = configs.emplace_back();
    row.task = task;
    row.setter = rows->Int(0);
    row.config.set_id(std::string(rows->Text(1)));
    if (!rows->IsNull(2)) row.config.set_url(std::string(rows->Text(2)));
    if (!rows->IsNull(3)) row.config.set_token(std::string(rows->Text(3)));
  }
  if (!rows.status().ok()) return rows.status();
  return configs;
}

absl::Status Store::DeletePushConfig(TaskKey task, AgentKey setter, absl::string_view config_id) {
  return impl_->Write(Sql::kDeletePushConfig, task, setter, config_id);
}

}  // namespace a2a::store

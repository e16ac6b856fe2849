// Messages, of which the store knows the key, the sender and the hash, and relays the body as it was stored.
#include <algorithm>
#include <utility>

#include "a2a/wire/codec.h"
#include "a2a/wire/constants.h"
#include "store/store_impl.h"

namespace a2a::store {

absl::Status Store::InsertMessage(const MessageRow& message) {
  return impl_->Write(Sql::kInsertMessage, message.key, message.task, message.message_id, NullIfZero{message.sender},
                      impl_->now.stamp, Blob{message.content_hash}, message.message.json());
}

absl::StatusOr<std::optional<MessageRow>> Store::FindMessage(TaskKey task, absl::string_view message_id) {
  std::optional<MessageRow> message;
  Rows rows(impl_.get(), Sql::kFindMessage, task, message_id);
  if (rows.Next()) {
    message.emplace();
    message->key = rows->Int(0);
    message->task = task;
    message->message_id = std::string(message_id);
    message->sender = rows->Int(1);
    message->content_hash = std::string(rows->Text(2));
  }
  if (!rows.status().ok()) return rows.status();
  return message;
}

absl::StatusOr<wire::Message> Store::ReadMessage(MessageKey key) {
  wire::Message message;
  Rows rows(impl_.get(), Sql::kReadMessage, key);
  if (rows.Next()) {
    message.set_json(std::string(rows->Text(0)));
  } else if (rows.status().ok()) {
    return impl_->FailDamaged("a message is missing");
  }
  if (!rows.status().ok()) return rows.status();
  return message;
}

wire::Message Store::OmittedForm(wire::Message* message, int64_t omit_above) {
  // What is left out may be many megabytes: it stands aside while the rest is copied.
  wire::Message aside;
  const auto swap = [&] {
    aside.mutable_parts()->Swap(message->mutable_parts());
    aside.mutable_metadata()->swap(*message->mutable_metadata());
    aside.mutable_extras()->swap(*message->mutable_extras());
    aside.mutable_json()->swap(*message->mutable_json());
  };
  swap();
  wire::Message omitted = *message;
  swap();
  omitted.set_omitted(true);
  // What is left is small unless the sender named thousands of tasks or extensions.
  if (static_cast<int64_t>(Canonicalize(&omitted)) > omit_above) {
    omitted.clear_reference_task_ids();
    omitted.clear_extensions();
    Canonicalize(&omitted);
  }
  wire::Message json_only;
  json_only.mutable_json()->swap(*omitted.mutable_json());
  return json_only;
}

absl::StatusOr<wire::Message> Store::ReadMessageOrOmitted(MessageKey key, int64_t omit_above) {
  absl::StatusOr<wire::Message> stored = ReadMessage(key);
  if (!stored.ok() || static_cast<int64_t>(stored->json().size()) <= omit_above) return stored;
  wire::Message whole;
  json::SyntaxError error;
  if (!json::Validate(stored->json(), wire::kA2aMaxDepth, &error)) return impl_->FailDamaged("unreadable message");
  json::Cursor cursor(stored->json());
  if (!wire::Decode(&cursor, &whole)) return impl_->FailDamaged("unreadable message");
  return OmittedForm(&whole, omit_above);
}

absl::StatusOr<std::vector<wire::Message>> Store::ReadHistory(TaskKey task, MessageKey before, int64_t count,
                                                              int64_t max_bytes) {
  std::vector<wire::Message> history;
  history.reserve(static_cast<size_t>(std::min<int64_t>(count, 32)));  // growing moves messages, which is not cheap
  Rows rows(impl_.get(), Sql::kReadHistory, task, before, count);
  for (int64_t sum = 0; sum <= max_bytes && rows.Next();) {
    const absl::string_view json = rows->Text(0);
    // Not set_json(), which copies the bytes into a string and then that string.
    history.emplace_back().mutable_json()->assign(json.data(), json.size());
    sum += static_cast<int64_t>(json.size());
  }
  if (!rows.status().ok()) return rows.status();
  return history;
}

}  // namespace a2a::store

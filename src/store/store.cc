#include "store/store.h"

#include <sodium.h>

#include <algorithm>
#include <utility>

#include "a2a/wire/codec.h"
#include "store/store_impl.h"

namespace a2a::store {
namespace {

constexpr size_t kHashBytes = 16;

template <typename Body>
size_t SetJson(Body* body) {
  std::string json;
  body->clear_json();                                // encode would write it instead of the fields
  json.reserve(body->ByteSizeLong() * 9 / 8 + 256);  // names and quotes of a small message, escapes of a large one
  wire::Encode(*body, &json);
  const size_t size = json.size();
  body->set_json(std::move(json));
  return size;
}

}  // namespace

Store::Store(std::unique_ptr<StoreImpl> impl) : impl_(std::move(impl)) {}
Store::~Store() = default;

bool Store::in_transaction() const { return impl_->in_transaction(); }
absl::Status Store::Commit() { return impl_->Commit(); }
void Store::Rollback() { impl_->Rollback(); }
const Fault& Store::fault() const { return impl_->fault; }
void Store::ClearFault() { impl_->fault = {}; }

int64_t Store::NextStamp(int64_t wall_millis) {
  if (!impl_->stamp_taken) {
    impl_->now.stamp = std::max(impl_->now.stamp, wall_millis);
    impl_->stamp_taken = true;
  }
  return impl_->now.stamp;
}

TaskKey Store::NextTaskKey() { return ++impl_->now.task; }
MessageKey Store::NextMessageKey() { return ++impl_->now.message; }
EventSeq Store::NextEventSeq() { return ++impl_->now.seq; }
AgentKey Store::NextAgentKey() { return ++impl_->now.agent; }

size_t Store::Canonicalize(wire::Message* message) { return SetJson(message); }
size_t Store::Canonicalize(wire::AgentCard* card) { return SetJson(card); }

std::string Store::ContentHash(absl::string_view salt, const wire::Message& unstamped) {
  std::string& bytes = impl_->scratch;
  bytes.assign(salt.data(), salt.size());
  bytes.push_back('\0');  // no salt holds one, so that salt and message cannot run into each other
  unstamped.AppendPartialToString(&bytes);
  std::string hash(kHashBytes, '\0');
  crypto_generichash(reinterpret_cast<unsigned char*>(hash.data()), hash.size(),
                     reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), nullptr, 0);
  if (bytes.capacity() > (1u << 20)) std::string().swap(bytes);
  return hash;
}

absl::Status Store::Checkpoint(bool truncate) { return impl_->Checkpoint(truncate); }
int64_t Store::WalBytes() const { return impl_->wal_pending * impl_->page_size; }

int64_t Store::DatabaseBytes() const {
  int64_t pages = 0;
  if (impl_->connection.QueryInt("PRAGMA page_count", &pages) != SQLITE_OK) return 0;
  return pages * impl_->page_size;
}

}  // namespace a2a::store

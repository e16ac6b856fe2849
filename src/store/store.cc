#include "store/store.h"

#include <sodium.h>

#include <algorithm>
#include <utility>

#include "a2a/wire/codec.h"
#include "store/store_impl.h"

namespace a2a::store {
namespace {

constexpr size_t kHashBytes = 16;
constexpr size_t kSecretHashBytes = 32;

std::string Hash(absl::string_view bytes, size_t size) {
  std::string hash(size, '\0');
  crypto_generichash(reinterpret_cast<unsigned char*>(hash.data()), hash.size(),
                     reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), nullptr, 0);
  return hash;
}

std::string HashOf(absl::string_view salt, const google::protobuf::MessageLite& content, std::string* scratch) {
  scratch->assign(salt.data(), salt.size());
  scratch->push_back('\0');  // no salt holds one, so that salt and content cannot run into each other
  content.AppendPartialToString(scratch);
  std::string hash = Hash(*scratch, kHashBytes);
  if (scratch->capacity() > (1u << 20)) std::string().swap(*scratch);
  return hash;
}

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

bool Store::in_transaction() const { return impl_->wrote; }
absl::Status Store::ExpectWrite() { return impl_->Begin(); }
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
EventSeq Store::last_seq() const { return impl_->now.seq; }
AgentKey Store::NextAgentKey() { return ++impl_->now.agent; }

size_t Store::Canonicalize(wire::Message* message) { return SetJson(message); }
size_t Store::Canonicalize(wire::AgentCard* card) { return SetJson(card); }

size_t Store::Canonicalize(wire::Artifact* artifact) { return SetJson(artifact); }

std::string Store::ContentHash(absl::string_view salt, const wire::Message& unstamped) {
  return HashOf(salt, unstamped, &impl_->scratch);
}

std::string Store::ContentHash(absl::string_view salt, const wire::Artifact& artifact) {
  return HashOf(salt, artifact, &impl_->scratch);
}

std::string Store::SecretHash(absl::string_view secret) { return Hash(secret, kSecretHashBytes); }

bool Store::SecretMatches(absl::string_view secret, absl::string_view hash) {
  return hash.size() == kSecretHashBytes && sodium_memcmp(SecretHash(secret).data(), hash.data(), hash.size()) == 0;
}

absl::Status Store::Checkpoint(bool truncate) { return impl_->Checkpoint(truncate); }
absl::StatusOr<bool> Store::MakeWalRoom() { return impl_->MakeWalRoom(); }
int64_t Store::WalBytes() const { return impl_->wal_pending * impl_->page_size; }

int64_t Store::DatabaseBytes() const {
  int64_t pages = 0;
  if (impl_->connection.QueryInt("PRAGMA page_count", &pages) != SQLITE_OK) return 0;
  return pages * impl_->page_size;
}

}  // namespace a2a::store

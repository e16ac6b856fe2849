#include "rpc/outbox.h"

namespace a2a::rpc {
namespace {

constexpr size_t kKeep = 2 * 1024 * 1024;  // largest memory worth using again

}  // namespace

void Outbox::Add(std::string* frames) {
  if (frames->empty()) return;
  bytes_ += frames->size();
  chunks_.push_back(std::move(*frames));
  *frames = std::move(spare_);
  frames->clear();
  spare_ = std::string();
}

IoResult Outbox::WriteSome(absl::string_view bytes) {
  if (!at_point_) return out_.Write(bytes);
  const size_t half = (bytes.size() + 1) / 2;
  at_point_("before-write");
  IoResult result = out_.Write(bytes.substr(0, half));
  at_point_("mid-write");
  if (result.status != IoStatus::kOk || result.bytes < half || half == bytes.size()) return result;
  const IoResult rest = out_.Write(bytes.substr(half));
  if (rest.status == IoStatus::kOk) result.bytes += rest.bytes;
  return result;
}

IoResult Outbox::Flush() {
  IoResult total;
  while (!chunks_.empty()) {
    const absl::string_view chunk = chunks_.front();
    const IoResult result = WriteSome(chunk.substr(sent_));
    if (result.status != IoStatus::kOk) {
      total.status = result.status;
      total.error = result.error;
      return total;
    }
    total.bytes += result.bytes;
    bytes_ -= result.bytes;
    sent_ += result.bytes;
    if (sent_ == chunk.size()) {
      if (chunk.size() <= kKeep) spare_ = std::move(chunks_.front());
      chunks_.pop_front();
      sent_ = 0;
    }
  }
  return total;
}

}  // namespace a2a::rpc

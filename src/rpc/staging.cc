#include "rpc/staging.h"

#include "rpc/reply.h"

namespace a2a::rpc {
namespace {

constexpr size_t kKeep = 2 * 1024 * 1024;  // largest memory worth using again

void ClearBuffer(std::string* buffer) {
  buffer->clear();
  if (buffer->capacity() > kKeep) std::string().swap(*buffer);
}

}  // namespace

Staging::Entry* Staging::NewEntry(absl::string_view id) {
  if (used_ == entries_.size()) entries_.emplace_back();
  Entry* entry = &entries_[used_++];
  entry->id.assign(id.data(), id.size());
  entry->own.clear();
  return entry;
}

void Staging::AddFrameError(absl::string_view id, const absl::Status& error) {
  Entry* entry = NewEntry(id);
  AppendErrorReply(id, error, *table_, &entry->own);
  frames_.append(entry->own);
}

void Staging::BeginReply(absl::string_view id) {
  NewEntry(id);
  mark_ = frames_.size();
  BeginResult(id, &frames_);
}

void Staging::EndReply() { EndResult(&frames_); }

void Staging::DropReply() { frames_.resize(mark_); }

void Staging::RefuseReply(const absl::Status& error) {
  DropReply();
  AppendErrorReply(entries_[used_ - 1].id, error, *table_, &frames_);
}

void Staging::KeepOwnError(const absl::Status& error) {
  Entry* entry = &entries_[used_ - 1];
  entry->own.clear();
  AppendErrorReply(entry->id, error, *table_, &entry->own);
}

void Staging::EndStep() {
  frames_.append(notes_);
  frames_.append(answers_);
  ClearBuffer(&notes_);
  ClearBuffer(&answers_);
}

void Staging::Rewrite(const absl::Status& error) {
  frames_.clear();
  notes_.clear();
  answers_.clear();
  for (size_t i = 0; i < used_; ++i) {
    const Entry& entry = entries_[i];
    if (entry.own.empty()) {
      AppendErrorReply(entry.id, error, *table_, &frames_);
    } else {
      frames_.append(entry.own);
    }
  }
}

void Staging::Clear() {
  ClearBuffer(&frames_);
  ClearBuffer(&notes_);
  ClearBuffer(&answers_);
  used_ = 0;
  mark_ = 0;
}

}  // namespace a2a::rpc

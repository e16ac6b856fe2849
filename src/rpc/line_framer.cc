#include "rpc/line_framer.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "absl/strings/match.h"

namespace a2a::rpc {
namespace {

constexpr size_t kChunk = 64 * 1024;   // least room to read into
constexpr size_t kKeep = 1024 * 1024;  // memory kept between frames
constexpr absl::string_view kOtherFraming = "Content-Length:";

bool IsBlank(absl::string_view line) {
  return std::all_of(line.begin(), line.end(), [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
}

}  // namespace

LineFramer::~LineFramer() { std::free(buffer_); }

// realloc moves the pages of a large block instead of copying them, so growing costs no second buffer.
void LineFramer::Reallocate(size_t capacity) {
  char* bigger = static_cast<char*>(std::realloc(buffer_, capacity));
  if (bigger == nullptr) throw std::bad_alloc();
  buffer_ = bigger;
  capacity_ = capacity;
}

void LineFramer::MoveToFront() {
  const size_t held = end_ - begin_;
  std::memmove(buffer_, buffer_ + begin_, held);
  scanned_ -= begin_;
  end_ = held;
  begin_ = 0;
}

absl::Span<char> LineFramer::Space() {
  const size_t held = end_ - begin_;
  // Moving the rest to the front is cheap when it is short; a long one is moved only when room has run out.
  if (begin_ > 0 && (held < kChunk || capacity_ - end_ < kChunk)) MoveToFront();
  if (capacity_ > kKeep && end_ + kChunk <= kKeep / 2) Reallocate(kKeep / 2);
  if (capacity_ - end_ < kChunk) Reallocate(std::max(capacity_ * 2, end_ + kChunk));
  return absl::Span<char>(buffer_ + end_, capacity_ - end_);
}

void LineFramer::Forget() {
  // Never moves more than was given out since it moved last, so that moving costs less than reading did.
  if (begin_ < kKeep || begin_ < end_ - begin_) return;
  MoveToFront();
  Reallocate(std::max(kKeep / 2, end_ + kChunk));
}

bool LineFramer::TooLongSoFar() const {
  const size_t held = end_ - begin_;
  return held > max_ + 1 || (held == max_ + 1 && buffer_[end_ - 1] != '\r');
}

LineFramer::Item LineFramer::TakeLine(size_t size, size_t consumed, absl::string_view* frame) {
  absl::string_view line(buffer_ + begin_, size);
  begin_ += consumed;
  scanned_ = begin_;
  if (discarding_) {
    discarding_ = false;
    return Item::kNone;
  }
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (line.size() > max_) return Item::kTooLong;
  if (IsBlank(line)) return Item::kNone;
  if (absl::StartsWithIgnoreCase(line, kOtherFraming)) return Item::kContentLength;
  *frame = line;
  return Item::kFrame;
}

LineFramer::Item LineFramer::Next(absl::string_view* frame) {
  while (begin_ < end_) {
    const char* newline = static_cast<const char*>(std::memchr(buffer_ + scanned_, '\n', end_ - scanned_));
    Item item;
    if (newline != nullptr) {
      const size_t size = static_cast<size_t>(newline - (buffer_ + begin_));
      item = TakeLine(size, size + 1, frame);
    } else if (discarding_ || TooLongSoFar()) {
      item = discarding_ ? Item::kNone : Item::kTooLong;
      discarding_ = true;
      begin_ = scanned_ = end_;
    } else if (finished_) {
      item = TakeLine(end_ - begin_, end_ - begin_, frame);
    } else {
      scanned_ = end_;
      return Item::kNone;
    }
    if (item != Item::kNone) return item;
  }
  return Item::kNone;
}

}  // namespace a2a::rpc

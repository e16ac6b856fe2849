#include "load_wal.h"

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>

namespace a2a::bench {
namespace {

// https://sqlite.org/fileformat2.html#the_write_ahead_log
constexpr int64_t kHeaderBytes = 32, kFrameHeaderBytes = 24;

uint32_t Word(const char* at) {
  auto byte = [at](int i) { return static_cast<uint32_t>(static_cast<unsigned char>(at[i])); };
  return byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3);
}

uint64_t Salt(const char* at) { return uint64_t{Word(at)} << 32 | Word(at + 4); }

}  // namespace

WalCounter::~WalCounter() {
  if (fd_ >= 0) close(fd_);
}

int64_t WalCounter::Count() {
  if (fd_ < 0) fd_ = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  char header[kHeaderBytes];
  if (fd_ < 0 || pread(fd_, header, sizeof(header), 0) != kHeaderBytes) return commits_;
  const int64_t page = Word(header + 8);
  if (page == 0) return commits_;    // room, and no log in it yet
  if (Salt(header + 16) != salt_) {  // SQLite began the file anew
    salt_ = Salt(header + 16);
    offset_ = kHeaderBytes;
  }
  // Frames of this round carry its salt; the last one of a transaction the size of the database.
  char frame[kFrameHeaderBytes];
  while (pread(fd_, frame, sizeof(frame), offset_) == kFrameHeaderBytes && Salt(frame + 8) == salt_) {
    if (Word(frame + 4) != 0) ++commits_;
    offset_ += kFrameHeaderBytes + page;
  }
  return commits_;
}

void AwaitQuietMoment(const std::string& db) {
  std::error_code missing;
  uintmax_t was = 0;
  for (int tries = 0; tries < 20; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
    const uintmax_t size = std::filesystem::file_size(db + "-wal", missing);
    if (tries >= 4 && size == was) return;
    was = size;
  }
}

}  // namespace a2a::bench

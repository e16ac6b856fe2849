// A daemon under load: started on two socket pairs, as Node would, and looked at through /proc. One thread.
#ifndef A2A_TESTS_BENCH_LOAD_HOST_H_
#define A2A_TESTS_BENCH_LOAD_HOST_H_

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace a2a::bench {

// Ends the tool with a text; benches have no way to go on after a fault.
[[noreturn]] void Die(const std::string& text);

// A new folder under `parent`, removed with all it holds.
class Folder {
 public:
  explicit Folder(const std::string& parent);
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string path(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

class Host {
 public:
  // Starts `binary serve --db DB FLAGS...`; its stderr goes to DB.log.
  Host(const std::string& binary, const std::string& db, const std::vector<std::string>& flags = {});
  ~Host();
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  int in() const { return in_; }    // we write
  int out() const { return out_; }  // we read
  const std::string& db() const { return db_; }

  // KiB of resident memory now, and at most so far.
  int64_t ResidentKib() const;
  int64_t PeakKib() const;
  // Microseconds of processor time so far.
  int64_t CpuMicros() const;

  // Closes its stdin and waits; dies unless it exits with 0.
  void Stop();

 private:
  int64_t StatusKib(const char* name) const;
  std::string db_;
  int in_ = -1, out_ = -1;
  pid_t pid_ = -1;
};

}  // namespace a2a::bench

#endif  // A2A_TESTS_BENCH_LOAD_HOST_H_

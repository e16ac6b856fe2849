// What a file is before anything is written to it (contract section 7). Looks only; owner thread.
#ifndef A2A_STORE_JUDGE_H_
#define A2A_STORE_JUDGE_H_

#include <string>

#include "absl/status/statusor.h"

namespace a2a::store {

struct Judgement {
  enum class Verdict {
    kMissing,  // nothing there
    kEmpty,    // no content, or a database without any
    kHost,     // a host's database of the version before ours begin
    kOurs,
  };
  Verdict verdict = Verdict::kMissing;
  int version = 0;  // user_version, of kHost and kOurs
};

// `path` is canonical and nothing in this process has it open. Errors as Store::Open; the file stays as it is.
absl::StatusOr<Judgement> Judge(const std::string& path, const std::string& vfs);

}  // namespace a2a::store

#endif  // A2A_STORE_JUDGE_H_

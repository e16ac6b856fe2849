// The errors that the broker's rules answer with (contract section 1, Errors): each says what was wrong and what is
// true now, in text and in data. No text repeats what the client sent, so none can hold a token. Any thread.
#ifndef A2A_BROKER_ERRORS_H_
#define A2A_BROKER_ERRORS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "a2a/wire/constants.h"
#include "a2a/wire/errors.pb.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "broker/task_machine.h"
#include "store/store.h"

namespace a2a::broker {

// `path` is a JSON Pointer from the frame's root.
absl::Status InvalidParams(absl::string_view path, absl::string_view text);
absl::Status PayloadTooLarge(const wire::BoundInfo& bound, int64_t actual, absl::string_view path);
// What the member at `path` asks for is the party's alone, and the other one asked. `text`: "sets its deadline".
absl::Status OnlyFor(Party party, absl::string_view path, absl::string_view text);

absl::Status UnknownToken();
// The same error, of a registration that would resume an instance: it does not tell which of its parts is wrong.
absl::Status CannotResume();
absl::Status UnknownTask();
absl::Status NotAParty(const store::TaskRow& task);
absl::Status MessageConflict();
absl::Status RequestConflict();
absl::Status TaskTerminal(const store::TaskRow& task);
absl::Status NotTheWorker(const store::TaskRow& task);
absl::Status InvalidTransition(const store::TaskRow& task, Party caller, wire::TaskState wanted);

absl::Status UnknownAgent(absl::string_view text, bool reclaimable, const std::vector<std::string>& candidates);
absl::Status NoPeers(absl::string_view text, const std::vector<std::string>& candidates);

// `actual` is the count that stands.
absl::Status SendCap(const wire::BoundInfo& bound, int64_t actual, absl::string_view text);
// `data` holds the circle, from the caller back to it. A task without id is one that the call would have opened.
absl::Status WaitCycle(const wire::ErrorData& data);
absl::Status HostOverloaded(const wire::BoundInfo& bound, int64_t actual);

}  // namespace a2a::broker

#endif  // A2A_BROKER_ERRORS_H_

// Sizes that the pipe keeps to (contract section 1). Defaults are the schema's; serve's flags change two of them.
#ifndef A2A_RPC_LIMITS_H_
#define A2A_RPC_LIMITS_H_

#include <cstddef>
#include <cstdint>

#include "a2a/wire/constants.h"

namespace a2a::rpc {

struct Limits {
  size_t max_frame_bytes = wire::kA2aMaxFrameBytes;         // incoming, without its line end
  size_t max_out_frame_bytes = wire::kA2aMaxOutFrameBytes;  // outgoing
  size_t max_outbox_bytes = wire::kA2aMaxOutboxBytes;       // unwritten output above which nothing new begins
  int max_depth = wire::kA2aMaxDepth;                       // nesting of a frame
  size_t max_id_bytes = wire::kA2aMaxRpcIdBytes;            // of a string id; digits of an integer id
  size_t batch_requests = wire::kA2aMaxBatchRequests;
  size_t batch_bytes = wire::kA2aMaxBatchBytes;  // read, and rendered
  int64_t stall_millis = int64_t{wire::kA2aShutdownStallSeconds} * 1000;
};

}  // namespace a2a::rpc

#endif  // A2A_RPC_LIMITS_H_

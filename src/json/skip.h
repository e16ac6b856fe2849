// Finding the end of a value without reading it. Private to json/. Any thread.
#ifndef A2A_JSON_SKIP_H_
#define A2A_JSON_SKIP_H_

namespace a2a::json::internal {

// Both are given the first byte of a value in valid text that ends at `end`, and return the byte after the value.
const char* SkipString(const char* at, const char* end);
const char* SkipContainer(const char* at, const char* end);

// What SkipContainer is where there is no SSE2.
const char* SkipContainerPortable(const char* at, const char* end);

}  // namespace a2a::json::internal

#endif  // A2A_JSON_SKIP_H_

// What a change of the schema means to programs that speak the old one: two IRs compared, change by change and
// direction by direction. Names of the proto files are no part of the wire; what stays the same there but is called
// otherwise is found by what methods reach. Any thread.
//
// Who is hurt: a *caller* sends params, client -> host; a *reader* gets results, notifications and error data,
// host -> client. Readers ignore members they do not know; everything else that they were not told of (a string, an
// arm, a null, a longer text) their validators refuse.
#ifndef A2A_CODEGEN_BREAKING_H_
#define A2A_CODEGEN_BREAKING_H_

#include <set>
#include <string>
#include <vector>

#include "codegen/ir.pb.h"

namespace a2a::codegen {

// In growing order.
enum class Impact {
  kNone,      // the direction does not see the change
  kDoc,       // nothing changes on the wire
  kAdditive,  // programs that speak the old schema go on as they are
  kBreaking,  // some of them fail
};

struct Effect {
  Impact impact = Impact::kNone;
  std::string why;
};

// Wire names of the methods that carry a type, by direction.
struct Usage {
  std::set<std::string> callers;
  std::set<std::string> readers;
  bool unused = false;  // no method reaches it: judged as if it travelled both ways

  bool in() const { return unused || !callers.empty(); }
  bool out() const { return unused || !readers.empty(); }
  void Add(const Usage& other);
};

struct Change {
  std::string rule;     // stable, such as "field-renamed"
  std::string subject;  // such as "Message.messageId"
  std::string text;     // such as "max_bytes 256 -> 128"
  // Elements of the new schema to point at, the best first; names as in SchemaPlaces.
  std::vector<std::string> where;
  Effect in;     // client -> host
  Effect out;    // host -> client
  Effect whole;  // of what has no direction, such as the protocol's version or a comment
  Usage usage;

  Impact impact() const;
};

// "a, b, c and 2 more".
std::string Shortened(const std::set<std::string>& names);

// In the order protocol, methods, types, enums, errors, constants.
std::vector<Change> CompareIrs(const ir::Ir& before, const ir::Ir& after);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_BREAKING_H_

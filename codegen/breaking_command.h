// `a2a-codegen breaking`: the schema of the working tree against an older one. Owner thread only.
#ifndef A2A_CODEGEN_BREAKING_COMMAND_H_
#define A2A_CODEGEN_BREAKING_COMMAND_H_

#include "codegen/driver.h"

namespace a2a::codegen {

constexpr char kBreakingHelp[] =
    "Compares the schema below the proto root, as it is now, with an older one, and says of every change who is "
    "hurt.\n\n"
    "--against names the older one: a file that is a protocol.ir.json, or a git revision, whose protocol.ir.json in "
    "the\n"
    "output folder it is. A file of that name wins; write REV^0 for a revision that is named like a file.\n\n"
    "Each change is one line, the worst first:\n"
    "  file:line:column: BREAKING [rule] what: old -> new; direction class, who is hurt (methods); ...\n"
    "  BREAKING  programs that speak the old schema fail: (a2a.protocol).version must grow\n"
    "  ADDITIVE  they go on as they are: no version need grow; a capability of its own lets clients ask for what is "
    "new\n"
    "  DOC       nothing changes on the wire: comments, and names that only the proto files know\n\n"
    "Directions: client -> host are params; host -> client are results, notifications and error data. A type that "
    "both\n"
    "carry is judged for both, and the worse one is the line's class:\n"
    "                                            client -> host   host -> client\n"
    "  name of a method, member, tag, string        BREAKING         BREAKING\n"
    "  new optional member                          ADDITIVE         ADDITIVE   (readers ignore unknown members)\n"
    "  new required member                          BREAKING         ADDITIVE\n"
    "  member removed                               BREAKING         BREAKING\n"
    "  optional -> required                         BREAKING         ADDITIVE\n"
    "  required -> optional, nullable               ADDITIVE         BREAKING\n"
    "  `optional` dropped: zero counts as absent    BREAKING         BREAKING\n"
    "  limit tightened                              BREAKING         ADDITIVE\n"
    "  limit loosened                               ADDITIVE         BREAKING   (readers check the old limit)\n"
    "  new enum string, new arm of a union          ADDITIVE         BREAKING   (readers refuse unknown ones)\n"
    "  enum string or arm removed                   BREAKING         ADDITIVE\n"
    "  state move removed / added                BREAKING / ADDITIVE ADDITIVE\n"
    "A type that no method carries is judged as if both did.\n\n"
    "`buf lint` and `buf breaking` go well beside it: they judge the proto files as protobuf, by field numbers, which\n"
    "never reach a JSON wire, and know nothing of the options that make the wire.\n\n"
    "Exit codes: 0 no client is hurt, or the protocol's version grew; 1 breaking changes without it; 2 the comparison\n"
    "could not be made (no such revision or file, mistakes in the schema); 64 wrong command line.\n";

int BreakingCommand(const DriverOptions& options);

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_BREAKING_COMMAND_H_

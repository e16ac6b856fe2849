// The stable numbers of the generator's diagnostics. A number keeps its meaning for ever; new ones go to the end of
// their group. codegen/diagnostics holds a section about each, with a schema that provokes it and one that does not.
#ifndef A2A_CODEGEN_CODES_H_
#define A2A_CODEGEN_CODES_H_

namespace a2a::codegen {

enum class Code {
  // Files and the protocol.
  kNoProtocol = 101,           // no file sets the protocol's name
  kSecondProtocol = 102,       // two files set its name or versions
  kProtocolName = 103,         // the protocol's name has illegal characters
  kProtocolVersion = 104,      // the version is below 1
  kSchemaVersion = 105,        // store versions are negative or the baseline is above the newest
  kSyntax = 106,               // the file is not proto3
  kPackage = 107,              // a type or service outside the protocol's package, or a package we cannot name
  kConstantName = 108,         // a bound's or text's name is not SCREAMING_SNAKE
  kDuplicateConstant = 109,    // two bounds or texts have one name
  kBoundValue = 110,           // a bound is negative
  kBoundError = 111,           // a bound names an unknown error
  kCapabilityName = 112,       // a capability's name is empty or has illegal characters
  kDuplicateCapability = 113,  // two capabilities have one name

  // Names.
  kReservedName = 201,     // `__proto__`, a name of the generated code, a name of a library
  kWireName = 202,         // empty, control characters, not UTF-8
  kDuplicateMember = 203,  // two members of a type have one wire name
  kDuplicateType = 204,    // two types or enums have one name once nesting is flattened
  kCppClash = 205,         // two things get one C++ identifier
  kCppName = 206,          // protoc's C++ does not compile for this name

  // Fields.
  kFieldType = 301,          // a protobuf type that has no wire form
  kForeignType = 302,        // the field's type is not part of the schema
  kRawRule = 303,            // raw on a field that is not bytes
  kBase64Rule = 304,         // base64 on a field that is not a string
  kBytesWithoutRule = 305,   // a bytes field without raw, extras or cached_json
  kBoundKind = 306,          // a bound on a kind of field that it cannot bound
  kUnknownBound = 307,       // neither a declared bound nor a number
  kBoundOrder = 308,         // a lower bound above its upper bound
  kBoundRange = 309,         // a bound that the field's type cannot reach or that is negative
  kClampRule = 310,          // clamp without max_value
  kNullableRule = 311,       // nullable on a field that is required or has no absent state
  kAlwaysRule = 312,         // always on a field that is not repeated
  kExtrasRule = 313,         // extras field: wrong type, other rules, a second one, or a type that is not open
  kOpenWithoutExtras = 314,  // an open type without an extras field
  kCachedJsonRule = 315,     // cached_json field: wrong type, other rules, a second one, or in a union's arm
  kRequiredOptional = 316,   // required and `optional` at once
  kMapRule = 317,            // a map with keys that are not strings, or a rule that maps do not know
  kArmOutsideUnion = 318,    // (a2a.arm) on a field that is no arm
  kEndless = 319,            // a type that requires itself has no finite value
  kExactRule = 320,          // exact on a field that is no 64-bit integer, or that clamps
  kTooDeep = 321,            // required members nest deeper than a frame may

  // Types and unions.
  kTagRule = 401,             // a tag without name or value, or on a union
  kOneofWithoutUnion = 402,   // a oneof without (a2a.union)
  kUnionExtraField = 403,     // a union that holds more than its oneof
  kDiscriminator = 404,       // a union without discriminator
  kArmType = 405,             // an arm that is no message, or is itself a union
  kDuplicateArm = 406,        // two arms with one value, also after sanitising
  kDiscriminatorClash = 407,  // an arm has a member named like the discriminator
  kMixedArms = 408,           // some arms open and some closed, or (a2a.type).open on the union
  kSecondErrorData = 409,     // two messages are error data
  kErrorDataShape = 410,      // error data without a required string error_code
  kArmRule = 411,             // a field rule on an arm

  // Enums and states.
  kZeroValue = 501,       // the zero value is not ..._UNSPECIFIED, or carries options
  kEmptyEnum = 502,       // an enum without values
  kDuplicateWire = 503,   // two values with one wire string, also after sanitising
  kAlias = 504,           // two values with one number
  kMixedEnum = 505,       // an enum that is partly states or errors
  kUnknownState = 506,    // a move to a state that the enum does not have
  kTerminalMoves = 507,   // a terminal state with a move out of it
  kDeadEnd = 508,         // a state without moves that is not terminal
  kNoInitial = 509,       // no state is initial
  kSecondInitial = 510,   // two states are initial
  kUnreachable = 511,     // no chain of moves leads there from the initial state
  kDuplicateMove = 512,   // a target or role listed twice
  kRoleMove = 513,        // a role may make a move that is not legal
  kRoleName = 514,        // a role's name is empty or has illegal characters
  kPausedTerminal = 515,  // paused and terminal at once

  // Errors.
  kErrorCode = 601,       // code 0
  kErrorText = 602,       // no text
  kDuplicateError = 603,  // two errors with one name
  kMissingError = 604,    // methods, but no error with code -32602
  kErrorEnumField = 605,  // a field whose type is an enum of errors

  // Methods.
  kMethodName = 701,          // missing, illegal characters, or reserved by JSON-RPC
  kDuplicateMethod = 702,     // two methods with one name
  kMissingCapability = 703,   // a method without capability
  kUnknownCapability = 704,   // a capability that is not declared
  kNotificationResult = 705,  // a notification whose response is not a2a.None
  kMissingResult = 706,       // a call whose response is a2a.None
  kStreaming = 707,           // a streaming rpc
  kUnknownError = 708,        // an error that is not declared
  kReservedError = 709,       // an error that is never produced
  kRepeatedError = 710,       // an error listed twice
  kNotificationRule = 711,    // a rule of calls on a notification
  kForeignParams = 712,       // params or result outside the schema
};

}  // namespace a2a::codegen

#endif  // A2A_CODEGEN_CODES_H_

// An IR of everything that a schema could throw at the TypeScript emitter: names that mean something in TypeScript or
// in our own modules, text that tries to leave its quotes or comment, and every kind of field. Most of it is refused
// long before the emitter by the schema's own checks; the emitter must not depend on them.

export const breakouts = [
  '*/ globalThis.pwned = "comment"; /*',
  '"; globalThis.pwned = "string"; "',
  "'; globalThis.pwned = 'quote'; '",
  "`${(globalThis.pwned = 1)}`",
  "${globalThis.pwned = 1}",
  "line\nglobalThis.pwned = 1;\r\nglobalThis.pwned = 2;\rglobalThis.pwned = 3",
  "\u2028globalThis.pwned = 1;\u2029globalThis.pwned = 2;\u0085",
  "ends with a backslash \\",
  "\\u0022; globalThis.pwned = 1; //",
  "</script><script>globalThis.pwned = 1</script>",
  "@ts-nocheck @ts-ignore @jsx globalThis.pwned {@link x} @deprecated",
  "*//*/**/ nested /* // */",
  "\u202e\u2066 reversed \u0000\u0007\u007f",
  "\u{1f600}",
];
const doc = breakouts.join("\n");

/** Exports of our modules and words of TypeScript, each as a type of the schema. */
export const typeNames = [
  "BoundInfo", "BoundName", "Call", "CapabilityName", "ErrorInfo", "ErrorName", "Fault", "FaultError", "FaultReason", "FieldTable",
  "HostNotification", "HostNotificationName", "HostNotifications", "Json", "JsonObject", "MethodInfo", "MethodName", "Methods",
  "NotificationInfo", "OpenType", "Services", "Side", "StateMachine", "StateRow", "TypeTable", "ValueKind", "ValueLimit",
  "WithExtras", "base64Bytes", "bounds", "capabilities", "codePoints", "compareUtf8", "contractHash", "diagnose", "errors",
  "extras", "is", "methods", "notifications", "open", "parse", "protocolName", "protocolVersion", "schemaBaseline",
  "schemaVersion", "services", "stateMachine", "tables", "utf8Bytes",
  "any", "string", "number", "boolean", "object", "never", "unknown", "void", "undefined", "null", "symbol", "bigint", "class", "enum",
  "await", "yield", "let", "static", "interface", "type", "keyof", "infer", "readonly", "unique", "typeof", "import", "default", "this",
  "intrinsic", "async", "eval", "arguments", "function", "new", "delete", "as", "satisfies", "abstract", "declare", "namespace",
  "Object", "Promise", "Map", "Error", "Array", "Record", "Omit", "Function", "Symbol", "String", "Number", "Set", "globalThis",
  "constructor", "toString", "hasOwnProperty", "__proto__", "then", "t", "v", "c",
  "Twin", "TwinTable", "TwinTable_", "Color_", "ColorValues", "LevelRole", "TerminalLevel", "levelMachine", "ThenService", "SHOUT",
];

export const memberNames = [
  "constructor", "toString", "hasOwnProperty", "__proto__", "prototype", "then", "kind", "default", "class", "0", "1e3", "with space",
  "", "a-b", "é", ...breakouts,
];

const kinds = [
  "STRING", "BASE64", "BOOL", "INT32", "INT64", "UINT32", "UINT64", "DOUBLE", "ENUM", "MESSAGE", "RAW_ANY", "RAW_OBJECT", "MAP",
];

function typeOf(kind: string): string {
  return kind === "ENUM" ? "Color" : kind === "MESSAGE" ? "Twin" : "";
}

const limits = { min_items: { value: 0 }, max_items: { value: 3, bound: "SHOUT" }, max_chars: { value: 2 }, min_value: { value: -1 } };

function fieldsOfEveryKind(): object[] {
  const plain = kinds.filter((kind) => kind !== "MAP");
  return [
    ...kinds.map((kind) => ({ wire_name: `one${kind}`, kind: `KIND_${kind}`, type: typeOf(kind), map_value: "KIND_INT32" })),
    ...plain.map((kind) => ({ wire_name: `must${kind}`, kind: `KIND_${kind}`, type: typeOf(kind), required: true, doc })),
    ...plain.map((kind) => ({ wire_name: `many${kind}`, kind: `KIND_${kind}`, type: typeOf(kind), repeated: true, always: true, ...limits })),
    ...plain.map((kind) => ({ wire_name: `map${kind}`, kind: "KIND_MAP", map_value: `KIND_${kind}`, type: typeOf(kind), nullable: true })),
  ];
}

const string = (wire_name: string, required = true) => ({ name: "f", wire_name, kind: "KIND_STRING", required, doc });
const arm = (name: string, type: string, value: string) => ({ name, wire_name: name, kind: "KIND_MESSAGE", type, arm: value, doc });
const wires = ["constructor", "__proto__", "toString", "", ...breakouts];

const levels = wires.map((wire, i) => ({
  wire,
  number: i + 1,
  doc,
  state: i === wires.length - 1
    ? { terminal: true }
    : { to: [i + 1], roles: [{ role: "constructor", to: [i + 1] }, { role: "__proto__" }], initial: i === 0, paused: i === 1 },
}));

const call = (name: string, rpc: string, more: object = {}) => (
  { name, rpc, params: "Twin", result: "Everything", capability: breakouts[1], errors: ["SHOUT", "__proto__"], doc, ...more });
const tell = (name: string, params: string) => ({ name, rpc: "Tell", params, capability: "x", notification: true, doc });

export const hostile = {
  protocol: { name: `hostile\nglobalThis.pwned = 1;`, version: 1, package: "a.b" },
  contract_hash: breakouts[1],
  bounds: [{ name: "SHOUT", value: 3, unit: breakouts[0], limit: breakouts[1], error: breakouts[3], doc }, { name: "__proto__", value: 0, unit: "x" }],
  texts: [{ name: "TEXT", value: breakouts[2], doc }],
  capabilities: [{ name: breakouts[1], doc }, { name: "x" }],
  errors: [{ name: "SHOUT", code: 1, text: breakouts[4], doc }, { name: "__proto__", code: -2, text: breakouts[5] }, { name: "a b", code: 3 }],
  enums: [
    { name: "Color", doc, values: wires.map((wire, i) => ({ wire, number: i + 1, doc })) },
    { name: "Empty" },
    { name: "Level", is_state: true, doc, values: levels },
  ],
  types: [
    ...typeNames.map((name) => ({ name, doc, fields: [string("x")] })),
    { name: "Everything", fields: fieldsOfEveryKind() },
    { name: "Members", open: true, tag: { name: "__proto__x", value: breakouts[1], written: true }, fields: memberNames.map((name) => string(name, false)) },
    { name: "Required", fields: ["constructor", "__proto__", "toString"].map((name) => string(name)) },
    { name: "Node", fields: [{ wire_name: "next", kind: "KIND_MESSAGE", type: "Node" }, { wire_name: "choice", kind: "KIND_MESSAGE", type: "Choice" }] },
    { name: "NoMembers" },
    { name: "NoMembersOpen", open: true },
    { name: "OnlyArm", open: true, fields: [string("x")] },
    { name: "OnlyEmptyArm" },
    // Arms: used once, twice under two values, elsewhere too, empty; discriminators and values that are hostile.
    { name: "Choice", discriminator: "__proto__", doc, fields: [
      arm("only", "OnlyArm", "only"), arm("empty", "OnlyEmptyArm", ""), arm("twin", "Twin", "__proto__"), arm("twin_again", "Twin", breakouts[1] ?? ""),
      arm("none", "NoMembers", "constructor"), arm("none_open", "NoMembersOpen", "none-open"), arm("node", "Node", "node"),
    ] },
    { name: "Other", discriminator: "is it?", fields: [arm("required", "Required", "r")] },
    { name: "Data", error_data: true, tag: { name: "kind", value: "data", written: true }, fields: [{ ...string("y", false), nullable: true }] },
  ],
  services: [
    { name: "Then", doc, methods: [call("then", "Then"), call("__proto__", "Constructor"), call("a", "Foo"), call("b", "foo"), call("c", "delete")] },
    { name: "then", methods: [call("d", "__proto__"), tell("n", "Everything"), call(breakouts[1] ?? "", "ToString", { params: "NoMembers", result: "Choice" })] },
    { name: "Only", methods: [tell("__proto__", "Node"), tell(breakouts[5] ?? "", "Members")] },
  ],
};

// diagnose.ts: the pass that explains a refusal, the same for every protocol. It mirrors json/diagnose.cc and
// json/describe.cc: same verdict, path, reason and sentence, so change both together (tests/ts compares them).
#include "absl/strings/str_cat.h"
#include "codegen/emit_ts_model.h"

namespace a2a::codegen {
namespace {

// Faults and their sentences.
const char kSentences[] = R"ts(
import { base64Bytes, codePoints, compareUtf8, utf8Bytes } from "./runtime.js";
import type { FieldTable, TypeTable, ValueKind, ValueLimit } from "./runtime.js";

/** Why a value was refused, as a short stable word. */
export type FaultReason =
  | "type" | "required" | "enum" | "discriminator" | "tag" | "unknown" | "range" | "base64" | "items" | "chars"
  | "bytes" | "value" | "depth";

export interface Fault {
  /** JSON Pointer, starting with the base path that was given. */
  readonly path: string;
  readonly reason: FaultReason;
  /** What was expected, one sentence. Names members, never values. */
  readonly text: string;
  /** Error that the host answers with; absent: the one for invalid parameters. */
  readonly error?: string;
  readonly limit?: string;
  /** Set when an upper limit was exceeded. */
  readonly max?: number;
  readonly actual?: number;
}

export class FaultError extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(`${fault.path}: ${fault.text}`);
    this.name = "FaultError";
    this.fault = fault;
  }
}

/** What a sentence is about: the root value, a member, or one item of a member. */
interface Subject {
  readonly name?: string;
  readonly index?: number;
}

const longestQuoted = 64;

function quote(name: string): string {
  let end = 0;
  let bytes = 0;
  for (const character of name) {
    bytes += utf8Bytes(character);
    if (bytes > longestQuoted) return `"${name.slice(0, end)}..."`;
    end += character.length;
  }
  return `"${name}"`;
}

function about(subject: Subject): string {
  if (subject.name === undefined) return "The value";
  return subject.index === undefined ? quote(subject.name) : `Item ${subject.index} of ${quote(subject.name)}`;
}

function oneOf(values: readonly (string | undefined)[]): string {
  return `one of ${values.map((value) => `"${value}"`).join(", ")}`;
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  switch (typeof value) {
    case "object":
      return value === null ? "null" : "an object";
    case "string":
      return "a string";
    case "number":
      return Number.isNaN(value) ? "null" : "a number";
    case "boolean":
      return "a boolean";
    case "bigint":
      return "a bigint";
    default:
      return "null";  // as JSON.stringify writes it in an array
  }
}

function wanted(field: FieldTable): string {
  if (field.repeated) return "an array";
  switch (field.kind) {
    case "string":
      return "a string";
    case "base64":
      return "a base64 string";
    case "bool":
      return "a boolean";
    case "double":
      return "a number";
    case "message":
    case "object":
    case "map":
      return "an object";
    case "any":
      return "any JSON value";
    case "enum":
      return oneOf(field.values ?? []);
    default:
      return "an integer";
  }
}

function unknownMember(type: TypeTable, body: TypeTable, name: string): string {
  const members = [type.discriminator, body.tag?.name, ...body.fields.map((field) => field.name)];
  const known = members.filter((member) => member !== undefined).map((member) => `"${member}"`);
  if (known.length === 0) return `${quote(name)} is not known here; no members are.`;
  return `${quote(name)} is not known here; the members are ${known.join(", ")}.`;
}

function boundName(limit: ValueLimit): string {
  return limit.name === undefined ? "" : ` (${limit.name})`;
}

// Least value, first value above, and how a sentence writes the ends.
const ranges = {
  int32: [-0x80000000, 0x80000000, "-2147483648 to 2147483647"],
  uint32: [0, 0x100000000, "0 to 4294967295"],
  int64: [-0x8000000000000000, 0x8000000000000000, "-9223372036854775808 to 9223372036854775807"],
  uint64: [0, 0x10000000000000000, "0 to 18446744073709551615"],
} as const;
)ts";

// The walk along the tables.
const char kPass[] = R"ts(
/**
 * As whom to look at a value. "input": as the host looks at what a client sends (null stands for an absent optional
 * member, unknown members of closed types are refused). "output": as a client looks at what the host sends (null only
 * where the schema says so, members that the host always writes must be there, unknown members are ignored, and so are
 * limits, which bind what the host accepts and not what it writes).
 */
export type Side = "input" | "output";

interface Pass {
  readonly side: Side;
  /** Objects entered on the way here. */
  depth: number;
}

// Nesting of a frame, and the longest member name that a path repeats.
const maxDepth = 128;
const maxNameInPath = 256;

// The same fault, seen from one level above.
function under(segment: string | number, fault: Fault): Fault {
  const name = String(segment);
  if (name.length > maxNameInPath || utf8Bytes(name) > maxNameInPath) return fault;
  return { ...fault, path: `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}${fault.path}` };
}

function fail(reason: FaultReason, text: string): Fault {
  return { path: "", reason, text };
}

function wrongType(subject: Subject, expected: string, value: unknown): Fault {
  return fail("type", `${about(subject)} must be ${expected}, not ${typeName(value)}.`);
}

function exceeded(reason: FaultReason, text: string, max: ValueLimit, actual?: number): Fault {
  return {
    ...fail(reason, text),
    ...(max.error !== undefined && { error: max.error }),
    ...(max.limit !== undefined && { limit: max.limit }),
    max: max.value,
    ...(actual !== undefined && { actual }),
  };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function own(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;
}

// Names of the members that are there, in order of their UTF-8 bytes.
function memberNames(object: object): string[] {
  return Object.keys(object).filter((name) => own(object, name) !== undefined).sort(compareUtf8);
}

// By rank: type, discriminator and tag, fields in schema order, unknown members by UTF-8 bytes.
function inObject(type: TypeTable, value: unknown, subject: Subject, pass: Pass): Fault | undefined {
  if (!isObject(value)) return wrongType(subject, "an object", value);
  if (pass.depth >= maxDepth) return fail("depth", `The value is nested deeper than ${maxDepth} levels.`);
  const body = type.discriminator === undefined ? type : armOf(type, own(value, type.discriminator));
  if (body === undefined) return wrongDiscriminator(type, value);
  const wrongTag = inTag(body, value, pass);
  if (wrongTag !== undefined) return wrongTag;
  ++pass.depth;
  for (const field of body.fields) {
    const fault = inField(field, own(value, field.name), pass);
    if (fault !== undefined) return under(field.name, fault);
  }
  --pass.depth;
  return body.open || pass.side === "output" ? undefined : inUnknown(type, body, value);
}

function armOf(type: TypeTable, value: unknown): TypeTable | undefined {
  return typeof value === "string" ? type.fields.find(({ arm }) => arm === value)?.type?.() : undefined;
}

function wrongDiscriminator(type: TypeTable, value: object): Fault {
  const name = type.discriminator ?? "";
  const missing = own(value, name) === undefined ? " is missing; it" : "";
  const arms = oneOf(type.fields.map((field) => field.arm));
  return under(name, fail("discriminator", `${quote(name)}${missing} must be ${arms}.`));
}

function inTag(type: TypeTable, value: object, pass: Pass): Fault | undefined {
  if (type.tag === undefined) return undefined;
  const found = own(value, type.tag.name);
  if (found === type.tag.value) return undefined;
  const optional = pass.side === "input" || !type.tag.written;
  if (optional && (found === undefined || (found === null && pass.side === "input"))) return undefined;
  return under(type.tag.name, fail("tag", `${quote(type.tag.name)} must be "${type.tag.value}" or left out.`));
}

function inUnknown(type: TypeTable, body: TypeTable, value: object): Fault | undefined {
  const known = new Set([type.discriminator, body.tag?.name, ...body.fields.map((field) => field.name)]);
  const first = memberNames(value).find((name) => !known.has(name));
  return first === undefined ? undefined : under(first, fail("unknown", unknownMember(type, body, first)));
}

function inField(field: FieldTable, value: unknown, pass: Pass): Fault | undefined {
  const output = pass.side === "output";
  if (value === undefined) {
    if (!field.required && !(output && (field.always || field.nullable))) return undefined;
    return fail("required", `${quote(field.name)} is missing; it must be ${wanted(field)}.`);
  }
  if (value === null && !field.required && (!output || field.nullable)) return undefined;
  if (field.repeated) return inArray(field, value, pass);
  if (field.kind === "map") return inMap(field, value, pass);
  return inValue(field, field.kind, value, { name: field.name }, pass);
}

function inArray(field: FieldTable, value: unknown, pass: Pass): Fault | undefined {
  const { name } = field;
  if (!Array.isArray(value)) return wrongType({ name }, "an array", value);
  for (let index = 0; index < value.length; ++index) {
    const fault = inValue(field, field.kind, value[index], { name, index }, pass);
    if (fault !== undefined) return under(index, fault);
  }
  if (pass.side === "output") return undefined;
  return within(field.minItems, field.maxItems, value.length, "items", "items", { name });
}

function inMap(field: FieldTable, value: unknown, pass: Pass): Fault | undefined {
  if (!isObject(value)) return wrongType({ name: field.name }, "an object", value);
  const names = memberNames(value);
  for (const name of names) {
    const fault = inValue(field, field.mapValue ?? "string", own(value, name), { name }, pass);
    if (fault !== undefined) return under(name, fault);
  }
  if (pass.side === "output") return undefined;
  return within(field.minItems, field.maxItems, names.length, "items", "members", { name: field.name });
}

// One value, an item or an entry of the field. `kind` is the field's own, or that of its map's values.
function inValue(
  field: FieldTable,
  kind: ValueKind,
  value: unknown,
  subject: Subject,
  pass: Pass,
): Fault | undefined {
  switch (kind) {
    case "message":
      return field.type === undefined ? undefined : inObject(field.type(), value, subject, pass);
    case "any":
      return undefined;
    case "object":
    case "map":
      return isObject(value) ? undefined : wrongType(subject, "an object", value);
    case "bool":
      return typeof value === "boolean" ? undefined : wrongType(subject, "a boolean", value);
    case "double":
      return inDouble(field, value, subject, pass);
    case "string":
    case "base64":
    case "enum":
      return inString(field, kind, value, subject, pass);
    default:
      return inInteger(field, kind, value, subject, pass);
  }
}

function inString(
  field: FieldTable,
  kind: ValueKind,
  value: unknown,
  subject: Subject,
  pass: Pass,
): Fault | undefined {
  if (typeof value !== "string") return wrongType(subject, "a string", value);
  const decoded = kind === "base64" ? base64Bytes(value) : 0;
  if (decoded < 0) {
    return fail("base64", `${about(subject)} must be standard base64 with padding (RFC 4648, section 4).`);
  }
  if (kind === "enum" && !field.values?.includes(value)) {
    return fail("enum", `${about(subject)} must be ${oneOf(field.values ?? [])}.`);
  }
  if (pass.side === "output") return undefined;
  if (field.minChars !== undefined || field.maxChars !== undefined) {
    const fault = within(field.minChars, field.maxChars, codePoints(value), "chars", "code points", subject);
    if (fault !== undefined) return fault;
  }
  if (field.minBytes === undefined && field.maxBytes === undefined) return undefined;
  const bytes = kind === "base64" ? decoded : utf8Bytes(value);
  return within(field.minBytes, field.maxBytes, bytes, "bytes", "bytes", subject);
}

function inInteger(
  field: FieldTable,
  kind: keyof typeof ranges,
  value: unknown,
  subject: Subject,
  pass: Pass,
): Fault | undefined {
  const exact = field.exact === true && typeof value === "bigint";
  if (typeof value !== "number" && !exact) return wrongType(subject, "an integer", value);
  // JSON.parse makes Infinity of an integer that is too large for a double.
  if (typeof value === "number" && !Number.isInteger(value) && Math.abs(value) !== Infinity) {
    return fail("type", `${about(subject)} must be an integer.`);
  }
  const [low, above, ends] = ranges[kind];
  if (value < low || (value >= above && !field.clamp)) {
    return fail("range", `${about(subject)} must be an integer from ${ends}.`);
  }
  return pass.side === "output" ? undefined : inValueLimits(field, value, subject, Math.min(Number(value), 2 ** 63));
}

function inDouble(field: FieldTable, value: unknown, subject: Subject, pass: Pass): Fault | undefined {
  if (typeof value !== "number" || Number.isNaN(value)) return wrongType(subject, "a number", value);
  if (Math.abs(value) === Infinity && !(value > 0 && field.clamp)) {
    return fail("range", `${about(subject)} must be a number that fits a double (at most 1.8e308 in size).`);
  }
  return pass.side === "output" ? undefined : inValueLimits(field, value, subject);
}

// `actual`: what an error tells, which has room for integers of 64 bits with a sign.
function inValueLimits(
  field: FieldTable,
  value: number | bigint,
  subject: Subject,
  actual?: number,
): Fault | undefined {
  const { minValue: min, maxValue: max } = field;
  if (min !== undefined && value < min.value) {
    return fail("value", `${about(subject)} must be at least ${min.value}${boundName(min)}.`);
  }
  if (field.clamp || max === undefined || value <= max.value) return undefined;
  return exceeded("value", `${about(subject)} must be at most ${max.value}${boundName(max)}.`, max, actual);
}

function within(
  min: ValueLimit | undefined,
  max: ValueLimit | undefined,
  actual: number,
  reason: FaultReason,
  unit: string,
  subject: Subject,
): Fault | undefined {
  const has = () => `${about(subject)} has ${actual} ${unit};`;
  if (min !== undefined && actual < min.value) {
    return fail(reason, `${has()} it must have at least ${min.value}${boundName(min)}.`);
  }
  if (max === undefined || actual <= max.value) return undefined;
  return exceeded(reason, `${has()} at most ${max.value} are accepted${boundName(max)}.`, max, actual);
}

/** The first fault of `value` as an instance of `type`, or undefined. Of side "input" it is the one the host names. */
export function diagnose(type: TypeTable, value: unknown, basePath = "", side: Side = "input"): Fault | undefined {
  const fault = inObject(type, value, {}, { side, depth: 0 });
  return fault === undefined ? undefined : { ...fault, path: basePath + fault.path };
}

/** Whether `value`, which came from the host, is an instance of `type`. */
export function is<T>(type: TypeTable<T>, value: unknown): value is T {
  return diagnose(type, value, "", "output") === undefined;
}

/** Returns `value`, which came from the host, or throws a FaultError. */
export function parse<T>(type: TypeTable<T>, value: unknown, basePath = ""): T {
  const fault = diagnose(type, value, basePath, "output");
  if (fault !== undefined) throw new FaultError(fault);
  return value as T;
}
)ts";

}  // namespace

std::string TsDiagnose(const TsModel& model) { return absl::StrCat(model.preamble(), kSentences + 1, kPass); }

}  // namespace a2a::codegen

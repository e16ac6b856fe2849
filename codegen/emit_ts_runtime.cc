// runtime.ts: types, measures and state machines, the same for every protocol.
#include "absl/strings/str_cat.h"
#include "codegen/emit_ts_model.h"

namespace a2a::codegen {
namespace {

const char kText[] = R"ts(
/** What JSON can say. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [member: string]: Json };

/** A value of an open type with the members that this version does not know. */
export type WithExtras<T> = T & { [member: string]: unknown };

export type ValueKind =
  | "string" | "base64" | "bool" | "int32" | "int64" | "uint32" | "uint64" | "double" | "enum" | "message" | "any"
  | "object" | "map";

export interface ValueLimit {
  readonly value: number;
  /** The bound it comes from. */
  readonly name?: string;
  /** What an error about it calls it in `data.limit`. */
  readonly limit?: string;
  /** Error that exceeding it answers with; absent: the one for invalid parameters. */
  readonly error?: string;
}

export interface FieldTable {
  readonly name: string;
  readonly kind: ValueKind;
  readonly repeated?: true;
  readonly required?: true;
  /** The host writes null when it has no value. */
  readonly nullable?: true;
  /** The host writes it even when it is empty. */
  readonly always?: true;
  /** A number above `maxValue` counts as `maxValue`. */
  readonly clamp?: true;
  /** A 64-bit integer that may be a bigint. */
  readonly exact?: true;
  readonly minChars?: ValueLimit;
  readonly maxChars?: ValueLimit;
  readonly minBytes?: ValueLimit;
  readonly maxBytes?: ValueLimit;
  readonly minItems?: ValueLimit;
  readonly maxItems?: ValueLimit;
  readonly minValue?: ValueLimit;
  readonly maxValue?: ValueLimit;
  /** Of a message, and of a map's messages. */
  readonly type?: () => TypeTable;
  /** Of an enum, and of a map's enums. */
  readonly values?: readonly string[];
  readonly mapValue?: ValueKind;
  /** In a union's table: the discriminator's value. */
  readonly arm?: string;
}

/** What a type accepts. `T` is the type as TypeScript sees it. */
export interface TypeTable<T = unknown> {
  readonly name: string;
  /** Members that the schema does not know are kept and relayed. */
  readonly open?: true;
  /** A member with one constant value. */
  readonly tag?: { readonly name: string; readonly value: string; readonly written: boolean };
  /** Of a union: `fields` are its arms. */
  readonly discriminator?: string;
  readonly fields: readonly FieldTable[];
  /** Never there; carries `T`. */
  readonly typed?: T;
}

/** Number of Unicode code points. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let i = 1; i < text.length; ++i) {
    if (isLow(text.charCodeAt(i)) && isHigh(text.charCodeAt(i - 1))) --count;
  }
  return count;
}

/** Number of bytes in UTF-8. */
export function utf8Bytes(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; ++i) {
    const unit = text.charCodeAt(i);
    count += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    // The two halves of a pair make four bytes together.
    if (isLow(unit) && i > 0 && isHigh(text.charCodeAt(i - 1))) count -= 2;
  }
  return count;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

function base64Value(unit: number): number {
  if (unit >= 0x41 && unit <= 0x5a) return unit - 0x41;
  if (unit >= 0x61 && unit <= 0x7a) return unit - 0x61 + 26;
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30 + 52;
  return unit === 0x2b ? 62 : unit === 0x2f ? 63 : -1;
}

/** Decoded size of padded standard base64 whose unused bits are zero; -1 for anything else. */
export function base64Bytes(text: string): number {
  if (text.length % 4 !== 0) return -1;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  let last = 0;
  for (let i = 0; i < text.length - padding; ++i) {
    last = base64Value(text.charCodeAt(i));
    if (last < 0) return -1;
  }
  if (padding !== 0 && (last & (padding === 1 ? 0x3 : 0xf)) !== 0) return -1;
  return (text.length / 4) * 3 - padding;
}

/** Order of the strings' UTF-8 bytes, which is that of their code points and not that of `<`. */
export function compareUtf8(a: string, b: string): number {
  for (let i = 0; i < a.length && i < b.length; ++i) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return codePointRank(x) - codePointRank(y);
  }
  return a.length - b.length;
}

// Halves of pairs stand for code points above all others.
function codePointRank(unit: number): number {
  return isHigh(unit) || isLow(unit) ? unit + 0x10000 : unit;
}

export interface StateRow<S extends string, R extends string> {
  /** Legal moves. */
  readonly to: readonly S[];
  /** The moves of roles that may not make all of them. */
  readonly roles: { readonly [role in R]?: readonly S[] };
  readonly terminal: boolean;
  readonly paused: boolean;
}

/** `T`: the terminal states; `R`: the roles whose moves the schema narrows. */
export interface StateMachine<S extends string, T extends S, R extends string> {
  readonly initial: S;
  readonly table: { readonly [state in S]: StateRow<S, R> };
  isTerminal(state: S): state is T;
  isPaused(state: S): boolean;
  /** Legal targets of `role`, in schema order; without a role those of a role that may make every legal move. */
  allowedMoves(from: S, role?: R): readonly S[];
  canMove(from: S, to: S, role?: R): boolean;
}

export function stateMachine<S extends string, T extends S, R extends string>(
  initial: S,
  table: { readonly [state in S]: StateRow<S, R> },
): StateMachine<S, T, R> {
  const rowOf = (state: S): StateRow<S, R> | undefined => (Object.hasOwn(table, state) ? table[state] : undefined);
  const allowedMoves = (from: S, role?: R): readonly S[] => {
    const row = rowOf(from);
    if (row === undefined) return [];
    return (role !== undefined && Object.hasOwn(row.roles, role) ? row.roles[role] : undefined) ?? row.to;
  };
  return {
    initial,
    table,
    isTerminal: (state): state is T => rowOf(state)?.terminal === true,
    isPaused: (state) => rowOf(state)?.paused === true,
    allowedMoves,
    canMove: (from, to, role) => allowedMoves(from, role).includes(to),
  };
}
)ts";

}  // namespace

std::string TsRuntime(const TsModel& model) { return absl::StrCat(model.preamble(), kText + 1); }

}  // namespace a2a::codegen

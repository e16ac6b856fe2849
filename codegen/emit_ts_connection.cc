// connection.ts: the typed client, over whatever carries its frames.
#include "absl/strings/str_cat.h"
#include "codegen/emit_ts_model.h"

namespace a2a::codegen {
namespace {

const char kImports[] = R"ts(
import { diagnose, FaultError } from "./diagnose.js";
import type { Side } from "./diagnose.js";
import { methods, notifications, services } from "./methods.js";
import type { HostNotification, MethodName, Methods, Services } from "./methods.js";
import type { TypeTable } from "./runtime.js";
)ts";

const char kErrorClass[] = R"ts(
/** What a call rejects with when the host refused it. */
export class RpcError extends Error {
  readonly method: MethodName;
  /** JSON-RPC `error.code`. */
  readonly code: number;
  readonly data: ErrorDataOf;
  /** Name of the error in the catalogue; empty when the host gave none. */
  readonly errorCode: string;
  /** Repeating the same call later can help. */
  readonly retryable: boolean;

  constructor(method: MethodName, code: number, message: string, data: ErrorDataOf = {}) {
    super(message);
    this.name = "RpcError";
    this.method = method;
    this.code = code;
    this.data = data;
    const { errorCode, retryable } = data as { errorCode?: unknown; retryable?: unknown };
    this.errorCode = typeof errorCode === "string" ? errorCode : "";
    this.retryable = retryable === true;
  }
}

/** What a call needs of an AbortSignal. */
export interface CallSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

export interface CallOptions {
  /** Ends the wait for the reply; the call itself is not undone. */
  readonly signal?: CallSignal;
}

export interface ConnectionOptions {
  /** Sends one frame: a line without its newline. */
  readonly send: (frame: string) => void;
  /** Gets what the host says by itself, in order. */
  readonly onNotification?: (notification: HostNotification) => void;
  /** Look at parameters before they are sent, and at what comes from the host. Default: true. */
  readonly validate?: boolean;
}

interface Pending {
  readonly method: MethodName;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

interface Reply {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: ErrorDataOf };
}

/**
 * Calls and notifications over a transport, which gives every line that arrives to `receive` and says with `close` that
 * no more will. A pending call settles with its result, with the host's refusal (RpcError), at its signal, or at `close`.
 */
export class Connection {
  /** Every method of the protocol as a function. */
  readonly services: Services<CallOptions>;
  readonly #options: ConnectionOptions;
  readonly #pending = new Map<string, Pending>();
  #lastId = 0;
  #rest = "";
  #closed: Error | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.services = services<CallOptions>((method, params, how) => this.call(method, params, how));
  }

  /** Sends a call and waits for its reply. Parameters that the host would refuse reject with a FaultError. */
  async call<M extends MethodName>(
    method: M,
    params: Methods[M]["params"],
    { signal }: CallOptions = {},
  ): Promise<Methods[M]["result"]> {
    if (signal?.aborted === true) throw signal.reason;
    if (this.#closed !== undefined) throw this.#closed;
    this.#check(methods[method]?.params, params, "/params", "input");
    const id = String(++this.#lastId);
    let onAbort: (() => void) | undefined;
    try {
      return await new Promise<Methods[M]["result"]>((resolve, reject) => {
        this.#pending.set(id, { method, resolve, reject });
        onAbort = () => reject(signal?.reason);
        signal?.addEventListener("abort", onAbort);
        this.#options.send(writeJson({ jsonrpc: "2.0", id, method, params }));
      });
    } finally {
      this.#pending.delete(id);
      if (onAbort !== undefined) signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Takes what the host wrote, cut anywhere, and gives its whole lines to `receive`. */
  feed(text: string): void {
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      const line = this.#rest + text.slice(start, end);
      this.#rest = "";
      start = end + 1;
      this.receive(line);
    }
    this.#rest += text.slice(start);
  }

  /** Takes a line that the host wrote. Throws when it is no JSON, and for a notification that breaks the schema. */
  receive(frame: string): void {
    const reply = readJson(frame) as Reply;
    if (reply.method !== undefined) {
      this.#notified(String(reply.method), reply.params);
      return;
    }
    const pending = this.#pending.get(String(reply.id));
    if (pending === undefined) return; // answered after its signal
    if (reply.error !== undefined) {
      const { code, message, data } = reply.error;
      pending.reject(new RpcError(pending.method, code, message, data));
      return;
    }
    try {
      this.#check(methods[pending.method]?.result, reply.result, "/result", "output");
      pending.resolve(reply.result as never);
    } catch (error) {
      pending.reject(error);
    }
  }

  /** The transport is gone: pending calls reject with `why`, and so do later ones. */
  close(why: Error): void {
    this.#closed ??= why;
    for (const { reject } of this.#pending.values()) reject(this.#closed);
  }

  // A host of a newer version may say more than this one knows.
  #notified(method: string, params: unknown): void {
    if (!Object.hasOwn(notifications, method)) return;
    const { params: type } = (notifications as { readonly [name: string]: { readonly params: TypeTable } })[method]!;
    this.#check(type, params, "/params", "output");
    this.#options.onNotification?.({ method, params } as unknown as HostNotification);
  }

  // A method that this version does not know has no type; the host says what it thinks of it.
  #check(type: TypeTable | undefined, value: unknown, path: string, side: Side): void {
    if (type === undefined || this.#options.validate === false) return;
    const fault = diagnose(type, value, path, side);
    if (fault !== undefined) throw new FaultError(fault);
  }
}
)ts";

// Without members that are `exact` JSON's own functions do.
const char kPlainJson[] = R"ts(
/** What a connection reads of a line. */
export const readJson = (text: string): unknown => JSON.parse(text);
/** What a connection writes. */
export const writeJson = (value: unknown): string => JSON.stringify(value);
)ts";

const char kExactJson[] = R"ts(
// JSON.parse rounds integers beyond 2^53 and JSON.stringify takes no bigint. So they travel through both as strings
// "#digits", and strings that could be taken for one get a "=" in front.
const largeInteger = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const behindName = /[ \t\n\r]*:/y;

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === "\\") ++slashes;
    if (slashes % 2 === 0) return end;
  }
  return -1;
}

// `between` gets what stands between strings, `inside` every string that is no member's name, without its quotes.
function rewrite(text: string, between: (part: string) => string, inside: (part: string) => string): string {
  let out = "";
  let at = 0;
  for (let quote = text.indexOf('"'); quote >= 0; quote = text.indexOf('"', at)) {
    const end = endOfString(text, quote + 1);
    if (end < 0) break; // no JSON, which JSON.parse will tell
    behindName.lastIndex = end + 1;
    const part = text.slice(quote + 1, end);
    out += between(text.slice(at, quote)) + (behindName.test(text) ? `"${part}"` : inside(part));
    at = end + 1;
  }
  return out + between(text.slice(at));
}

/** What a connection reads of a line: JSON in which integers beyond 2^53 are bigints. */
export function readJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const mark = (digits: string): string =>
    /^-?\d+$/.test(digits) && !Number.isSafeInteger(Number(digits)) ? `"#${digits}"` : digits;
  const marked = rewrite(
    text,
    (part) => part.replace(largeInteger, mark),
    (part) => (/^[#=\\]/.test(part) ? `"=${part}"` : `"${part}"`),
  );
  return JSON.parse(marked, (_name, value: unknown) => {
    if (typeof value !== "string" || !/^[#=]/.test(value)) return value;
    return value.startsWith("#") ? BigInt(value.slice(1)) : value.slice(1);
  });
}

/** What a connection writes: JSON in which bigints are integers. */
export function writeJson(value: unknown): string {
  const marked = JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member === "bigint") return `#${member}`;
    return typeof member === "string" && /^[#=]/.test(member) ? `=${member}` : member;
  });
  return rewrite(
    marked,
    (part) => part,
    (part) => (part.startsWith("#") ? part.slice(1) : `"${part.startsWith("=") ? part.slice(1) : part}"`),
  );
}
)ts";

bool HasExact(const ir::Ir& ir) {
  for (const ir::Type& type : ir.types()) {
    for (const ir::Field& field : type.fields()) {
      if (field.exact()) return true;
    }
  }
  return false;
}

std::string ErrorDataType(const TsModel& model) {
  for (const ir::Type& type : model.ir().types()) {
    if (!type.error_data()) continue;
    return absl::StrCat("import type * as t from \"./types.js\";\n\ntype ErrorDataOf = Partial<t.",
                        model.Name(type.name()), ">;\n");
  }
  return "\ntype ErrorDataOf = { readonly errorCode?: string; readonly retryable?: boolean };\n";
}

}  // namespace

std::string TsConnection(const TsModel& model) {
  return absl::StrCat(model.preamble(), kImports + 1, ErrorDataType(model), kErrorClass,
                      HasExact(model.ir()) ? kExactJson : kPlainJson);
}

}  // namespace a2a::codegen

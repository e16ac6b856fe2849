// What the tool remembers between the calls of one agent: handles, who sits where, what was read when.
import { A2A_MAX_STREAM_WAIT_SECONDS, errors, type Task } from '../../../generated/ts/index.js';
import type { Action } from './arguments.js';
import type { ReadFile } from './files.js';
import { Kept } from './kept.js';
import { Refusal } from './refusal.js';
import { handle } from './tasks.js';
import { clip } from './values.js';
import type { ToolAgent, ToolCallOptions } from './tool_agent.js';

export interface A2AToolOptions {
  /** Reads files that the model names; without it `files` is refused. `readFilesBelow` is one. */
  readFile?: ReadFile;
  /** Longest single wait in seconds, where the runtime allows tools less than the protocol does. */
  maxWaitSeconds?: number;
  /** Longest wait between two calls of `onProgress`. */
  sliceSeconds?: number;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
}

/** What a single call brings along. */
export interface ExecuteOptions {
  signal?: AbortSignal;
  /** Told from time to time during a wait: what it waits for, and how long it has waited. */
  onProgress?: (text: string, seconds: number) => void;
}

interface Read {
  at: number;
  print: string;
}

/** Numbers of all handles in a text: `T2, T3`, `T2 and 3`, `T2-T4`. Word by word: the text may be long. */
function handlesIn(text: string): string[] {
  const numbers = new Set<string>();
  let listing = false;
  const apart = text.replace(/(?<=\d)(?:and|or|to)(?=t?\d)/gi, ' ');
  for (const [word] of apart.matchAll(/[\p{L}\p{N}]+|[()]/gu)) {
    if (listing && /^(?:and|or|to)$/i.test(word)) continue;
    // A bare number counts in a list that a handle begins.
    const digits: string | undefined =
      (listing ? /^(?:and|or|to)?t?(\d{1,15})$/i : /^t(\d{1,15})/i).exec(word)?.[1] ?? /^t(\d{1,15})/i.exec(word)?.[1];
    listing = digits !== undefined && /\d$/.test(word);
    if (digits !== undefined) numbers.add(String(Number(digits)));
  }
  return [...numbers];
}

/** An unchanged read within this time is answered with one line. */
const REREAD_MS = 30_000;
/** Deadline of actions that do not wait, and of every single call to the host that is no wait. */
const CALL_MS = 8_000;
/** How much longer than the wait that was asked for an action may last. */
export const GRACE_MS = 3_000;

/** The host has not answered in time; the same name as the client's own error. */
export class SilentHost extends Error {
  override readonly name = 'SilentHost';
  readonly errorCode = 'CALL_TIMEOUT';
}

export function isSilence(error: unknown): boolean {
  return error instanceof Error && (error as Partial<SilentHost>).errorCode === 'CALL_TIMEOUT';
}

/** `promise`, unless it takes longer than that: an agent may forget its deadline. */
export async function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  promise.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SilentHost('The host did not answer in time.')), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

export class Session {
  readonly maxWait: number;
  /** What suggested calls name instead of repeating it. */
  readonly kept = new Kept();
  /** Contexts of agents that discover showed. */
  readonly contexts = new Map<string, string>();
  #ids = new Map<number, string>();
  #handles = new Map<string, string>();
  #reads = new Map<string, Read>();

  constructor(
    readonly agent: ToolAgent,
    readonly options: A2AToolOptions,
  ) {
    this.maxWait = Math.min(options.maxWaitSeconds ?? A2A_MAX_STREAM_WAIT_SECONDS, A2A_MAX_STREAM_WAIT_SECONDS);
  }

  now(): number {
    return this.options.now?.() ?? performance.now();
  }

  /** When an action has to be over: a wait soon after its seconds, others in the time of a call, or of their wait. */
  deadline(seconds = 0, action?: Action): number {
    return this.now() + Math.max(action === 'wait' ? 0 : CALL_MS, seconds * 1000 + GRACE_MS);
  }

  /** How calls of one action are made: whenever one starts it gets what is left of the action's time. */
  how({ signal }: ExecuteOptions, deadline = this.deadline()): ToolCallOptions & { readonly timeoutMs: number } {
    const left = (): number => Math.max(1, Math.min(CALL_MS, deadline - this.now()));
    return {
      get timeoutMs() {
        return left();
      },
      ...(signal === undefined ? {} : { signal }),
    };
  }

  learn(task: Task): Task {
    this.#ids.set(task.number, task.id);
    this.#handles.set(task.id, handle(task));
    return task;
  }

  /** The same text with handles instead of the ids of tasks that the tool has seen. */
  withHandles(text: string): string {
    return text.replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => this.#handles.get(id) ?? id);
  }

  handleOf(id: string): string {
    return this.#handles.get(id) ?? `task ${id}`;
  }

  /** The id of the task that `ref` means: a handle (T17, t17, #17, 17) or an id. */
  async find(ref: string, how: ToolCallOptions): Promise<string> {
    const number = /^(?:(?:task|t|#|no\.)[\s#_:-]*)?t?(\d{1,15})$/i.exec(ref.trim())?.[1];
    if (number === undefined) return /\s/.test(ref) || ref.length < 30 ? this.#byName(ref, how) : ref.toLowerCase();
    const known = this.#ids.get(Number(number));
    if (known !== undefined) return known;
    let pageToken: string | undefined;
    do {
      const page = await this.agent.list(pageToken === undefined ? {} : { pageToken }, how);
      for (const task of page.tasks) this.learn(task);
      const id = this.#ids.get(Number(number));
      if (id !== undefined) return id;
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
    return this.#unknown(`T${number}`);
  }

  /** How long ago the same was read with the same answer; undefined when it was not, or is too long ago. */
  unchangedFor(key: string, print: string): number | undefined {
    const now = this.now();
    const before = this.#reads.get(key);
    if (before !== undefined && before.print === print && now - before.at < REREAD_MS) return now - before.at;
    this.#reads.set(key, { at: now, print });
    return undefined;
  }

  // `T17 (review)`, `task T17`: the handle inside of it; the beginning or end of an id that was seen.
  async #byName(ref: string, how: ToolCallOptions): Promise<string> {
    const inside = handlesIn(ref);
    if (
      inside.length > 1 ||
      (inside.length === 1 &&
        /\b(?:not|no|never|nor|neither|except|but|without|excluding|besides|other|rather|instead|unless|any|all)\b|n['’]t\b|[!~¬]\s*T\d/iu.test(
          ref,
        ))
    ) {
      const named = inside.slice(0, 12).map((number) => `T${number}`);
      throw new Refusal({
        text: `task has to be one handle; ${JSON.stringify(clip(ref, 60))} holds ${named.join(', ')}, and nothing was done on any.`,
        advice: 'Make one call for each task that you mean, with nothing but its handle.',
        next: { action: 'get' },
      });
    }
    if (inside[0] !== undefined) return await this.find(inside[0], how);
    const part = ref.trim().toLowerCase();
    const ids = part.length < 8 ? [] : [...this.#handles.keys()].filter((id) => id.startsWith(part) || id.endsWith(part));
    return ids.length === 1 && ids[0] !== undefined ? ids[0] : this.#unknown(JSON.stringify(clip(ref, 60)));
  }

  #unknown(name: string): never {
    const { name: code, advice } = errors.A2A_UNKNOWN_TASK;
    throw new Refusal({ code, text: `None of your tasks is ${name}.`, advice, next: { action: 'get' } });
  }
}

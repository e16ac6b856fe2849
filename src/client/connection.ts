import { bounds, type HostNotification, type MethodName, type Methods } from '../../generated/ts/index.js';
import { onGiveUp } from './deadline.js';
import { A2AError, type HostUnavailableError } from './errors.js';
import { requestFrame } from './frames.js';
import type { Line } from './line_reader.js';

export interface CallOptions {
  /** Longest wait for the reply; Infinity for none. The call itself is not undone when it is over. */
  timeoutMs?: number;
  /** Ends the wait the same way; the call rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** What a layer above may want besides. */
export interface InnerCallOptions<R = unknown> extends CallOptions {
  /** Gets the result before the next frame is looked at; also when it comes after the call's deadline. */
  onResult?: (result: R, late: boolean) => void;
}

/** Deadline of a call that names none. */
export const defaultTimeoutMs = 30_000;
/** Deadline of a blocking send that names none: the host's longest wait, and then some. */
export const blockingTimeoutMs = bounds.A2A_MAX_STREAM_WAIT_SECONDS.value * 1000 + defaultTimeoutMs;

interface Pending {
  method: MethodName;
  onResult: ((result: never, late: boolean) => void) | undefined;
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
  /** Undo timer and listener. */
  release: () => void;
  settled: boolean;
}

interface Reply {
  id?: unknown;
  method?: string;
  result?: unknown;
  error?: { code: number; message: string; data?: ConstructorParameters<typeof A2AError>[3] };
}

/**
 * Calls and their replies over one pipe. Every pending call settles: with its result, with the host's refusal
 * (A2AError), at its timeout or abort, or when the pipe ends. Knows nothing of processes.
 */
export class Connection {
  /** Longest frame that the other side reads. */
  maxFrameBytes: number = bounds.A2A_MAX_FRAME_BYTES.value;
  #write: (frame: string) => void;
  #onNotification: (notification: HostNotification) => void;
  #timeoutMs: number;
  #pending = new Map<string, Pending>();
  #lastId = 0;
  #gone: HostUnavailableError | undefined;

  constructor(
    write: (frame: string) => void,
    onNotification: (notification: HostNotification) => void,
    timeoutMs: number = defaultTimeoutMs,
  ) {
    this.#write = write;
    this.#onNotification = onNotification;
    this.#timeoutMs = timeoutMs;
  }

  /** Why no call can be made any more. */
  get gone(): HostUnavailableError | undefined {
    return this.#gone;
  }

  /** Sends a call and waits for its reply. */
  call<M extends MethodName>(
    method: M,
    params: Methods[M]['params'],
    { timeoutMs = this.#timeoutMs, signal, onResult }: InnerCallOptions<Methods[M]['result']> = {},
  ): Promise<Methods[M]['result']> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#gone !== undefined) throw this.#gone;
      const id = String(++this.#lastId);
      const frame = requestFrame(id, method, params, this.maxFrameBytes);
      const pending: Pending = { method, onResult, resolve, reject, release: () => undefined, settled: false };
      const giveUp = (reason: unknown): void => {
        this.#settle(pending);
        // A result that comes late is still of interest to the layer above; other replies are dropped.
        if (onResult === undefined) this.#pending.delete(id);
        reject(reason);
      };
      pending.release = onGiveUp(method, timeoutMs, signal, giveUp);
      this.#pending.set(id, pending);
      this.#write(frame);
    });
  }

  /** Takes one line of the host; false when it is no frame. */
  receive(line: Line): boolean {
    const frame = parse(line);
    if (frame === undefined) return false;
    if (frame.method !== undefined) this.#onNotification(frame as unknown as HostNotification);
    else this.#answered(frame);
    return true;
  }

  #answered(frame: Reply): void {
    const id = String(frame.id);
    const pending = this.#pending.get(id);
    if (pending === undefined) return; // answered after its deadline, or an error that names no call
    this.#pending.delete(id);
    const late = pending.settled;
    this.#settle(pending);
    if (frame.error === undefined) {
      pending.onResult?.(frame.result as never, late);
      pending.resolve(frame.result as never);
    } else {
      pending.reject(new A2AError(pending.method, frame.error.code, frame.error.message, frame.error.data));
    }
  }

  /** Nothing comes any more: rejects what is pending. */
  end(why: HostUnavailableError): void {
    this.#gone ??= why;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const one of pending) {
      this.#settle(one);
      one.reject(this.#gone);
    }
  }

  #settle(pending: Pending): void {
    pending.settled = true;
    pending.release();
  }
}

function parse(line: Line): Reply | undefined {
  try {
    const frame: unknown = JSON.parse(line.toString('utf8'));
    return typeof frame === 'object' && frame !== null ? frame : undefined;
  } catch {
    return undefined;
  }
}

import type { CallOptions } from './connection.js';
import { CallTimeoutError } from './errors.js';

/** The longest time that a Node timer knows. */
const maxTimerMs = 2 ** 31 - 1;

interface Watch {
  acts: Set<() => void>;
  listener: () => void;
}

/** What is to run at the abort of a signal. One listener stands for all: Node warns of more than ten. */
const watches = new WeakMap<AbortSignal, Watch>();

/** Runs `act` when `signal` is aborted. The returned function ends that. */
export function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal === undefined) return () => undefined;
  const { acts, listener } = watches.get(signal) ?? watch(signal);
  // Two callers may hand in the same function.
  const own = (): void => act();
  acts.add(own);
  return () => {
    if (!acts.delete(own) || acts.size > 0) return;
    signal.removeEventListener('abort', listener);
    watches.delete(signal);
  };
}

function watch(signal: AbortSignal): Watch {
  const acts = new Set<() => void>();
  const listener = (): void => {
    for (const act of [...acts]) act();
  };
  signal.addEventListener('abort', listener);
  const made = { acts, listener };
  watches.set(signal, made);
  return made;
}

/** Runs `giveUp` at the deadline or abort of a call. The returned function ends that. */
export function onGiveUp(what: string, timeoutMs: number, signal: AbortSignal | undefined, giveUp: (reason: unknown) => void): () => void {
  const timer = timeoutMs > maxTimerMs ? undefined : setTimeout(() => giveUp(new CallTimeoutError(what, timeoutMs)), timeoutMs);
  const release = onAbort(signal, () => giveUp(signal?.reason));
  return () => {
    clearTimeout(timer);
    release();
  };
}

/** `promise`, given up at a call's deadline or abort. Whatever becomes of `promise` later is nobody's any more. */
export function before<T>(promise: Promise<T>, what: string, timeoutMs: number, { signal }: CallOptions): Promise<T> {
  return new Promise((resolve, reject) => {
    let release = (): void => undefined;
    // First of all, so that its rejection is handled however this call ends.
    promise.then(resolve, reject).finally(() => release());
    signal?.throwIfAborted();
    release = onGiveUp(what, timeoutMs, signal, (reason) => {
      release();
      reject(reason);
    });
  });
}

import type { CallOptions } from './connection.js';
import { CallTimeoutError } from './errors.js';

/** The longest time that a Node timer knows. */
const maxTimerMs = 2 ** 31 - 1;

/** Runs `giveUp` at the deadline or abort of a call. The returned function ends that. */
export function onGiveUp(what: string, timeoutMs: number, signal: AbortSignal | undefined, giveUp: (reason: unknown) => void): () => void {
  const timer = timeoutMs > maxTimerMs ? undefined : setTimeout(() => giveUp(new CallTimeoutError(what, timeoutMs)), timeoutMs);
  const onAbort = (): void => giveUp(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
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

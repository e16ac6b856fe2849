// An agent whose readings outlast a host that goes and comes back: what only reads is asked again.
import { errors } from '../../../generated/ts/index.js';
import type { ToolAgent, ToolCallOptions } from './tool_agent.js';

/** Tries of a call that meets a host on its way out, and pauses between them in milliseconds, each twice the last. */
const MAX_TRIES = 7;
const FIRST_MS = 10;
/** A host that has gone is waited for by the call itself, or does not come back. */
const MAX_GONE = 3;

/** The host goes, or has gone; another may come in its place. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'HOST_UNAVAILABLE' || code === errors.HOST_SHUTTING_DOWN.name;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as { errorCode?: string }).errorCode : undefined;
}

export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  let done = (): void => undefined;
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    done = resolve;
    timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
  clearTimeout(timer);
  signal?.removeEventListener('abort', done);
  signal?.throwIfAborted();
}

async function again<T>(call: () => Promise<T>, how: ToolCallOptions = {}): Promise<T> {
  let gone = 0;
  for (let tries = 1; ; ++tries) {
    try {
      return await call();
    } catch (error) {
      if (codeOf(error) === 'HOST_UNAVAILABLE') ++gone;
      if (!isPassing(error) || tries >= MAX_TRIES || gone >= MAX_GONE) throw error;
      await pause(Math.min(FIRST_MS * 2 ** tries, how.timeoutMs ?? Infinity), how.signal);
    }
  }
}

export function steady(agent: ToolAgent): ToolAgent {
  return {
    get id() {
      return agent.id;
    },
    get contextId() {
      return agent.contextId;
    },
    get card() {
      return agent.card;
    },
    get ended() {
      return agent.ended ?? false;
    },
    discover: (how) => again(() => agent.discover(how), how),
    get: (task, how) => again(() => agent.get(task, how), how),
    list: (filter, how) => again(() => agent.list(filter, how), how),
    send: (message, how) => agent.send(message, how),
    wait: (options) => agent.wait(options),
    status: (task, state, message, how) => agent.status(task, state, message, how),
    cancel: (task, how) => agent.cancel(task, how),
    newRun: (how) => agent.newRun(how),
  };
}

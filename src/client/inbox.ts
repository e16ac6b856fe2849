import { bounds, type EventsWaitResult } from '../../generated/ts/index.js';
import type { AgentEvent } from './agent_types.js';
import type { AgentServices, LinkCallOptions } from './agent_link.js';
import { defaultTimeoutMs, type CallOptions } from './connection.js';
import { onAbort } from './deadline.js';
import { CallTimeoutError, HostUnavailableError, isA2AError } from './errors.js';

/** First pause before the host is asked again for what it refused; doubles up to the longest. */
const firstPauseMs = 25;
const longestPauseMs = 2_000;

/** Events kept in memory; what is above stays with the host until the ones before it are taken. */
const maxQueued = 1024;

/** What the host hands over at a time: its oldest, so with so many untaken here there is nothing more to be had. */
const page = bounds.A2A_MAX_WAIT_EVENTS.value;

/** Which events: of one task, or all. */
export interface Scope {
  taskId: string | undefined;
}

/**
 * Events of one agent between the host and whoever takes them, each taken once. An event is acknowledged when it is
 * taken; until then the host keeps it, so the queue may be incomplete (`behind`) and is then filled from there.
 */
export class Inbox {
  #events: AgentServices<LinkCallOptions>['events'];
  #onPending: () => void;
  #queue: AgentEvent[] = [];
  /** Taken, and the host has not confirmed yet that it knows. */
  #taken = new Set<number>();
  /** Of those, what no acknowledgement in flight holds. */
  #unsent: number[] = [];
  #acking = false;
  /** Acknowledgements that the host refused in a row; while there is one, the next goes out at its own time. */
  #refusals = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** Pages in a row that brought nothing new. */
  #stale = 0;
  #naps = new Set<() => void>();
  #behind = false;
  /** The host may have something to hand over although some are here. */
  #more = false;
  #fetching = false;
  /** Waits in flight: their events are theirs. */
  #holds = new Set<Scope>();
  #sleepers = new Set<() => void>();
  #closed = false;
  #why: Error | undefined;

  constructor(events: AgentServices<LinkCallOptions>['events'], onPending: () => void) {
    this.#events = events;
    this.#onPending = onPending;
  }

  /** Events here that nobody has taken. */
  get pending(): readonly AgentEvent[] {
    return this.#queue.filter((event) => !this.#held(event));
  }

  /** The host holds earlier events than a new one would be. */
  get behind(): boolean {
    return this.#behind;
  }

  /** Nothing comes any more; what is here can still be taken. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Takes what the host notified. */
  deliver(event: AgentEvent): void {
    if (event.seq !== undefined) {
      if (this.#known(event.seq)) return;
      if (this.#behind || this.#queue.length >= maxQueued) {
        this.#leave();
        return;
      }
    }
    this.#queue.push(event);
    this.#stir();
    if (!this.#held(event)) this.#announce();
  }

  /** The host may hold events that it does not notify again: they are asked for. */
  catchUp(): void {
    this.#behind = true;
    this.#more = true;
    this.#unsent = [...this.#taken];
    this.#refusals = 0;
    this.flush();
    void this.#fetch();
  }

  /** When nothing is here: until the host has handed over some of what it holds, or has no more. Rejects after the end. */
  async fill(how: CallOptions): Promise<void> {
    const { timeoutMs = defaultTimeoutMs, signal } = how;
    const end = performance.now() + timeoutMs;
    if (this.#queue.length === 0 && (this.#closed || !this.#behind)) {
      // Nothing is known to be there; a host that is coming back may know more, and a catching up is then under way.
      this.flush();
      await this.#events.wait({ timeoutSeconds: 0, max: 1 }, { ...how, repeat: true });
    }
    while (this.#behind && this.#queue.length === 0 && !this.#closed) {
      void this.#fetch();
      const left = end - performance.now();
      if (left <= 0) throw new CallTimeoutError('drainInbox', timeoutMs);
      await this.pause(Infinity, left, signal);
      signal?.throwIfAborted();
    }
    if (this.#closed && this.#why !== undefined) throw this.#why;
  }

  /** Takes the oldest events of `scope` from the queue. */
  take(scope: Scope, max: number): AgentEvent[] {
    const taken = this.#queue.filter((event) => inScope(event, scope)).slice(0, max);
    this.claim(taken);
    return taken;
  }

  /** Takes these events, wherever they came from; returns those that were not taken before. */
  claim(events: readonly AgentEvent[]): AgentEvent[] {
    const fresh = events.filter(({ seq }) => seq === undefined || !this.#taken.has(seq));
    const seqs = new Set(fresh.flatMap(({ seq }) => seq ?? []));
    // One after the other from the front is what loops do.
    if (fresh.length === 1 && fresh[0] === this.#queue[0]) this.#queue.shift();
    else this.#queue = this.#queue.filter((event) => !fresh.includes(event) && !seqs.has(event.seq ?? -1));
    for (const seq of seqs) {
      this.#taken.add(seq);
      this.#unsent.push(seq);
    }
    // Takes of one turn of the event loop make one acknowledgement.
    if (seqs.size > 0) queueMicrotask(() => this.#acking || this.flush());
    if (this.#behind && this.#queue.length === 0) void this.#fetch();
    return fresh;
  }

  /** The next event that no wait holds; undefined when the agent has ended, or at the abort. */
  async next(signal?: AbortSignal): Promise<AgentEvent | undefined> {
    while (signal?.aborted !== true) {
      const event = this.#queue.find((one) => !this.#held(one));
      if (event !== undefined) {
        this.claim([event]);
        return event;
      }
      if (this.#closed) {
        if (this.#why !== undefined) throw this.#why;
        return undefined;
      }
      await this.#sleep(signal);
    }
    return undefined;
  }

  /** Until the returned function is called, events of `scope` wait for the caller. */
  hold(scope: Scope): () => void {
    this.#holds.add(scope);
    return () => {
      this.#holds.delete(scope);
      if (this.#idle()) this.#announce();
    };
  }

  /**
   * Writes what is taken and not acknowledged; everything written after it sees the effect. What the host refused to
   * store is said again after a pause that grows.
   */
  flush(): void {
    if (this.#refusals === 0) this.#send();
  }

  /** Until something changed here (an event came, the host knows what is taken, the end), at most so long. */
  pause(round: number, limitMs: number, signal?: AbortSignal): Promise<void> {
    const ms = Math.min(pauseMs(round), limitMs);
    return new Promise((resolve) => {
      if (this.#closed || signal?.aborted === true) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        this.#naps.delete(done);
        release();
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#naps.add(done);
      const release = onAbort(signal, done);
    });
  }

  #send(): void {
    if (this.#unsent.length === 0 || this.#closed) return;
    const seqs = this.#unsent.splice(0);
    this.#acking = true;
    this.#events
      .ack({ seqs })
      .then(
        () => {
          this.#refusals = 0;
          // A reply before this one may hold these events still, and whoever asked gets it only in this turn.
          setImmediate(() => this.#confirmed(seqs));
        },
        // The host did not say that it knows. After a restart catchUp() says it again; a late one is harmless.
        (error: unknown) => {
          if (error instanceof HostUnavailableError) return;
          const again = isA2AError(error) && error.retryable;
          if (again) this.#unsent.push(...seqs);
          // A deadline was pause enough.
          if (!again || error instanceof CallTimeoutError) this.#refusals = 0;
          else this.#retry = setTimeout(() => this.#send(), pauseMs(this.#refusals++));
        },
      )
      .finally(() => {
        this.#acking = false;
        this.flush();
      });
  }

  /** The host shows these no more. */
  #confirmed(seqs: readonly number[]): void {
    for (const seq of seqs) this.#taken.delete(seq);
    this.#stir();
  }

  /** Nothing comes any more; who waits is told. */
  close(why?: Error): void {
    this.#closed = true;
    this.#why = why;
    clearTimeout(this.#retry);
    this.#stir();
    this.#wake();
  }

  /** An event stays with the host: it comes when its turn is, and whoever waits to be told of events is told. */
  #leave(): void {
    this.#behind = true;
    this.#more ||= this.#queue.length < page;
    void this.#fetch();
    if (this.#idle()) this.#announce();
  }

  /** Gets events from the host until some are here or it has no more. */
  async #fetch(): Promise<void> {
    if (this.#fetching) return;
    this.#fetching = true;
    try {
      for (let failures = 0; this.#behind && (this.#more || this.#queue.length === 0) && !this.#closed; ) {
        this.flush();
        try {
          await this.#events.wait({ timeoutSeconds: 0 }, { onResult: (page) => this.#merge(page as EventsWaitResult), repeat: true });
          failures = 0;
          // The host shows again what it could not be told is taken.
          if (this.#stale > 1) await this.pause(this.#stale, longestPauseMs);
        } catch (error) {
          // Lost, or gone for good: close() tells who waits.
          if (error instanceof HostUnavailableError || !isA2AError(error) || !error.retryable) return;
          if (!(error instanceof CallTimeoutError)) await this.pause(failures++, longestPauseMs);
        }
      }
    } finally {
      this.#fetching = false;
    }
  }

  // Runs before the next frame: from here on notifications follow on without a gap.
  #merge({ events, more }: EventsWaitResult): void {
    const fresh = events.filter(({ seq }) => seq === undefined || !this.#known(seq));
    this.#behind = more;
    // What is here and untaken stands in the way of what would be new.
    this.#more = false;
    this.#stale = fresh.length === 0 && events.length > 0 ? this.#stale + 1 : 0;
    this.#queue.push(...fresh);
    this.#queue.sort((a, b) => (a.seq ?? Infinity) - (b.seq ?? Infinity));
    if (fresh.length > 0 || !more) this.#stir();
    if (fresh.some((event) => !this.#held(event))) this.#announce();
  }

  #known(seq: number): boolean {
    if (this.#taken.has(seq)) return true;
    const last = this.#queue.at(-1)?.seq;
    return (last === undefined || seq <= last) && this.#queue.some((event) => event.seq === seq);
  }

  #held(event: AgentEvent): boolean {
    for (const scope of this.#holds) if (inScope(event, scope)) return true;
    return false;
  }

  /** Something is here that no wait holds. */
  #idle(): boolean {
    return this.#queue.some((event) => !this.#held(event));
  }

  #stir(): void {
    for (const done of [...this.#naps]) done();
  }

  #announce(): void {
    if (this.#sleepers.size > 0) this.#wake();
    else queueMicrotask(() => this.#idle() && this.#onPending());
  }

  #wake(): void {
    const sleepers = [...this.#sleepers];
    this.#sleepers.clear();
    for (const wake of sleepers) wake();
  }

  #sleep(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#sleepers.delete(wake);
        release();
        resolve();
      };
      this.#sleepers.add(wake);
      const release = onAbort(signal, wake);
    });
  }
}

function pauseMs(round: number): number {
  return Math.min(firstPauseMs * 2 ** round, longestPauseMs);
}

function inScope({ event }: AgentEvent, { taskId }: Scope): boolean {
  return taskId === undefined || event.taskId === taskId;
}

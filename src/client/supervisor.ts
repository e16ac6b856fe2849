import { errors, type HostNotification, type MethodName, type Methods } from '../../generated/ts/index.js';
import { callOut } from './callbacks.js';
import { defaultTimeoutMs, type CallOptions, type InnerCallOptions } from './connection.js';
import { before } from './deadline.js';
import { A2AError, CallTimeoutError, HostUnavailableError, isA2AError } from './errors.js';
import type { HostExit } from './host_process.js';
import { Session, type SessionOptions } from './session.js';

export interface RestartOptions {
  /** First pause before the host is spawned again; doubles with each failure. 20 by default. */
  initialMs?: number;
  /** Longest pause; 5 000 by default. */
  maxMs?: number;
  /** Failures in a row after which the client gives up; 20 by default. */
  maxAttempts?: number;
}

export interface SupervisorOptions extends SessionOptions {
  /** Spawn the host again when it dies, and take every agent back. */
  restart?: boolean | RestartOptions;
  /** Gets what the host says by itself, in order. */
  onNotification?: (notification: HostNotification) => void;
  /** The host is back, and every agent with it. */
  onRestart?: () => void;
}

/** An agent as the supervisor sees it. */
export interface Member {
  deliver: (notification: HostNotification) => void;
  /** Takes the agent over in a new run of the host. Rejects only when the host went again. */
  reclaim: (session: Session) => Promise<void>;
  /** The last calls before the host is asked to end. */
  flush: () => void;
  /** No host will come back; `why` is absent after dispose(). */
  close: (why?: A2AError) => void;
}

/** A call that was made, and at which session. */
export interface Made<T> {
  session: Session;
  reply: Promise<T>;
}

/** A call that is to be made at the next session. */
interface Turn {
  number: number;
  go: (session: Session) => void;
  fail: (why: HostUnavailableError) => void;
}

/** Exit codes after which another start would end the same way (contract section 8). */
const hopeless = new Set([64, 65, 66, 73, 78]);

/** Keeps a host running: one session at a time, and the agents that live in it. */
export class Supervisor {
  #options: SupervisorOptions;
  #members = new Map<string, Member>();
  #session: Session | undefined;
  /** The process that there is, from its start to its end: before and after it is of use too. */
  #process: Session | undefined;
  /** It refused a call because it is ending: it would refuse every other one too. */
  #ending: Session | undefined;
  #waiting: Turn[] = [];
  #lastNumber = 0;
  #recovery: Promise<Session> | undefined;
  #failed: HostUnavailableError | undefined;
  #disposal = new AbortController();
  /** Waits that were given up here and are parked at the host still: whose, and until when at the latest. */
  #abandoned = new Map<object, { agentId: string; until: number }>();

  static async start(options: SupervisorOptions): Promise<Supervisor> {
    const supervisor = new Supervisor(options);
    supervisor.#session = await supervisor.#open();
    return supervisor;
  }

  private constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** True when a host that died comes back. */
  get restarts(): boolean {
    return (this.#options.restart ?? false) !== false && !this.#disposal.signal.aborted;
  }

  /** Deadline of calls that name none. */
  get callTimeoutMs(): number {
    return this.#options.callTimeoutMs ?? defaultTimeoutMs;
  }

  /** The present session; while the host is being restarted there is none. */
  get session(): Session | undefined {
    return this.#session;
  }

  /** A call's place in the order of all calls: taken when it is asked for, and kept however often it is repeated. */
  number(): number {
    return ++this.#lastNumber;
  }

  /**
   * Runs `make`, which writes the frame before it returns: at once with a session at hand, else when the next one is ready,
   * in the order of the numbers, and before any call that is asked for later. Rejects when it never ran.
   */
  enter<T>(number: number, method: string, timeoutMs: number, how: CallOptions, make: (session: Session) => Promise<T>): Promise<Made<T>> {
    const session = this.#session;
    if (session !== undefined && session !== this.#ending) return Promise.resolve({ session, reply: make(session) });
    let turn: Turn | undefined;
    const made = new Promise<Made<T>>((resolve, fail) => {
      turn = { number, go: (next) => resolve({ session: next, reply: make(next) }), fail };
      if (session !== undefined || this.#recovery !== undefined) this.#waiting.push(turn);
      else fail(this.#failed ?? new HostUnavailableError('The client was disposed of.'));
    });
    return before(made, method, timeoutMs, how).finally(() => {
      this.#waiting = this.#waiting.filter((one) => one !== turn);
    });
  }

  /** Makes a call at the host that there is, or will be. With a session at hand the frame is written before this returns. */
  async call<M extends MethodName>(
    method: M,
    params: Methods[M]['params'],
    { timeoutMs = this.callTimeoutMs, ...how }: InnerCallOptions<Methods[M]['result']> = {},
  ): Promise<Methods[M]['result']> {
    const end = performance.now() + timeoutMs;
    const left = (): number => Math.max(0, end - performance.now());
    const number = this.number();
    for (;;) {
      let made: Made<Methods[M]['result']> | undefined;
      try {
        made = await this.enter(number, method, left(), how, (session) =>
          session.connection.call(method, params, { ...how, timeoutMs: left() }),
        );
        return await made.reply;
      } catch (error) {
        if (error instanceof CallTimeoutError) throw new CallTimeoutError(method, timeoutMs);
        if (made === undefined || !this.handsOver(error, made.session)) throw error;
      }
    }
  }

  /**
   * True when `session` refused a call because it is ending by a signal, and another one is to take its place: nothing of
   * the call was begun, so any call may be made there. No other call goes to this session.
   */
  handsOver(error: unknown, session: Session): boolean {
    if (!this.restarts || !isA2AError(error, errors.HOST_SHUTTING_DOWN.name)) return false;
    this.#ending = session;
    return true;
  }

  /** From now on `member` gets what is for `agentId`, and comes back with the host. */
  join(agentId: string, member: Member): void {
    this.#members.set(agentId, member);
  }

  /** A wait of `agentId` that nobody awaits stays parked until the returned function is called, at most so long. */
  abandon(agentId: string, ms: number): () => void {
    const wait = {};
    const now = performance.now();
    for (const [old, { until }] of this.#abandoned) if (until <= now) this.#abandoned.delete(old);
    this.#abandoned.set(wait, { agentId, until: now + ms });
    return () => void this.#abandoned.delete(wait);
  }

  /** How long at most an abandoned wait of one of these agents is parked; 0 when none is. */
  abandonedMs(agentIds: readonly string[]): number {
    const ends = [...this.#abandoned.values()].filter(({ agentId }) => agentIds.includes(agentId)).map(({ until }) => until);
    return Math.max(0, ...ends.map((until) => until - performance.now()));
  }

  leave(agentId: string, member: Member): void {
    if (this.#members.get(agentId) === member) this.#members.delete(agentId);
  }

  /** Closes stdin, waits, then kills: a host that is just being started too. Once more: awaits the same end, or a sooner. */
  async dispose(graceMs?: number): Promise<HostExit | undefined> {
    if (this.#session !== undefined) for (const member of this.#members.values()) member.flush();
    this.#disposal.abort();
    this.#session = undefined;
    for (const member of this.#members.values()) member.close();
    this.#members.clear();
    this.#turnAway(new HostUnavailableError('The client was disposed of.'));
    const recovery = this.#recovery?.catch(() => undefined);
    // One that could not even be started has no exit to tell of.
    const exit = await this.#process?.close(graceMs).catch(() => undefined);
    await recovery;
    return exit;
  }

  async #open(): Promise<Session> {
    return await Session.open(this.#options, {
      onStart: (session) => {
        this.#process = session;
      },
      onNotification: (notification) => {
        this.#members.get(notification.params.recipient)?.deliver(notification);
        callOut(() => this.#options.onNotification?.(notification));
      },
      onEnd: (session, why) => this.#ended(session, why),
    });
  }

  #ended(session: Session, why: HostUnavailableError): void {
    if (session === this.#process) this.#process = undefined;
    if (session !== this.#session) return; // one that was never in use, or is being disposed of
    this.#session = undefined;
    this.#abandoned.clear();
    if (!this.restarts) {
      this.#giveUp(why);
      return;
    }
    this.#recovery = this.#recover(why);
    this.#recovery.catch((error: unknown) => {
      this.#giveUp(
        error instanceof HostUnavailableError ? error : new HostUnavailableError(`The host did not come back: ${String(error)}`),
      );
    });
  }

  #giveUp(why: HostUnavailableError): void {
    this.#failed = why;
    this.#recovery = undefined;
    for (const member of this.#members.values()) member.close(why);
    this.#members.clear();
    this.#turnAway(why);
  }

  /** No host comes for the calls that wait for one. */
  #turnAway(why: HostUnavailableError): void {
    for (const { fail } of this.#waiting.splice(0)) fail(why);
  }

  async #recover(first: HostUnavailableError): Promise<Session> {
    const { initialMs = 20, maxMs = 5_000, maxAttempts = 20 } = typeof this.#options.restart === 'object' ? this.#options.restart : {};
    let why = first;
    for (let attempt = 0; attempt < maxAttempts && !hopeless.has(why.exit?.code ?? 0); ++attempt) {
      await this.#pause(Math.min(initialMs * 2 ** attempt, maxMs));
      if (this.#disposal.signal.aborted) break;
      try {
        return await this.#resume();
      } catch (error) {
        // Anything else, such as another contract, would be the same next time.
        if (!(error instanceof A2AError)) throw error;
        why = error instanceof HostUnavailableError ? error : new HostUnavailableError(error.message);
      }
    }
    throw why;
  }

  async #resume(): Promise<Session> {
    const session = await this.#open();
    try {
      await Promise.all([...this.#members.values()].map((member) => member.reclaim(session)));
      if (session.connection.gone !== undefined) throw session.connection.gone;
      if (this.#disposal.signal.aborted) throw new HostUnavailableError('The client was disposed of.');
    } catch (error) {
      await session.discard(error);
      throw error;
    }
    this.#session = session;
    this.#recovery = undefined;
    for (const { go } of this.#waiting.splice(0).sort((a, b) => a.number - b.number)) go(session);
    queueMicrotask(() => this.#options.onRestart?.());
    return session;
  }

  #pause(ms: number): Promise<void> {
    const { signal } = this.#disposal;
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done);
    });
  }
}

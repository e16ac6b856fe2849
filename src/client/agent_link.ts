import {
  errors,
  services,
  type AgentCard,
  type HostNotification,
  type MethodName,
  type Methods,
  type RegisterResult,
  type Services,
} from '../../generated/ts/index.js';
import type { CallOptions, InnerCallOptions } from './connection.js';
import { before } from './deadline.js';
import { CallTimeoutError, HostUnavailableError, isA2AError, type A2AError } from './errors.js';
import { parkedMs, releasedEarly } from './parked.js';
import type { Session } from './session.js';
import type { Member, Supervisor } from './supervisor.js';

/** How a link makes a call. */
export interface LinkCallOptions<R = unknown> extends InnerCallOptions<R> {
  /** Content or key make a repeat harmless: after a restart of the host the call is made again. */
  repeat?: boolean;
}

type Tokenless<P> = P extends { token: string } ? Omit<P, 'token'> : P;

/** A service whose token is put in by the link. */
type OfAgent<S, O> = {
  [K in keyof S]: S[K] extends (params: infer P, options?: never) => Promise<infer R>
    ? (params: Tokenless<P>, options?: O) => Promise<R>
    : never;
};

/** The protocol's services as one agent sees them: typed, without `token`. */
export type AgentServices<O = CallOptions> = {
  readonly [K in Exclude<keyof Services, 'app'>]: OfAgent<Services[K], O>;
};

export interface LinkHooks {
  onNotification: (notification: HostNotification) => void;
  /** The agent lives in a new run of the host; what is undelivered is to be asked for. */
  onReclaimed: () => void;
  onFlush: () => void;
  /** No call will succeed any more; without `why` the agent ended in order. */
  onClose: (why?: Error) => void;
}

export interface Registration {
  card: AgentCard;
  contextId: string;
  secretOnly?: boolean;
}

/** How often it is looked whether an abandoned wait has ended. */
const pollMs = 100;
/**
 * One registration and its secrets: makes the agent's calls, takes it over in a new run of the host, repeats what may be
 * repeated. Token and resume secret never leave the private fields.
 */
export class AgentLink {
  /** Every method of the protocol that takes a token. */
  readonly api: AgentServices<LinkCallOptions>;
  #supervisor: Supervisor;
  #registration: Registration;
  #hooks: LinkHooks;
  #member: Member;
  #agentId = '';
  #resumed = false;
  #token = '';
  #secret = '';
  #ending = false;
  #closed: Error | undefined;
  /** Why it was closed, unless in order. */
  #lost: Error | undefined;

  /** Registers; rejects when the host refuses. */
  static async register(supervisor: Supervisor, registration: Registration, hooks: LinkHooks, how: CallOptions): Promise<AgentLink> {
    const link = new AgentLink(supervisor, registration, hooks);
    const { agents } = services<InnerCallOptions<RegisterResult>>((method, params, options) =>
      supervisor.call(method, params, options as InnerCallOptions),
    );
    await agents.register(link.#params(), {
      ...how,
      // At once: the next frame may be an event for this agent. One that nobody waits for any more ends again.
      onResult: (result, late) => {
        link.#take(result);
        if (late) void link.api.agents.deregister({}).catch(() => undefined);
        else supervisor.join(result.agentId, link.#member);
      },
    });
    return link;
  }

  private constructor(supervisor: Supervisor, registration: Registration, hooks: LinkHooks) {
    this.#supervisor = supervisor;
    this.#registration = registration;
    this.#hooks = hooks;
    this.#member = {
      deliver: hooks.onNotification,
      reclaim: (session) => this.#reclaim(session),
      flush: hooks.onFlush,
      close: (why) => this.#close(why),
    };
    this.api = services<LinkCallOptions>((method, params, how) =>
      this.#call(method, params, how),
    ) as unknown as AgentServices<LinkCallOptions>;
  }

  get agentId(): string {
    return this.#agentId;
  }

  /** The registration took over an earlier instance. */
  get resumed(): boolean {
    return this.#resumed;
  }

  /** Why no call will succeed any more. */
  get closed(): Error | undefined {
    return this.#closed;
  }

  /** This client ends the agent, or has. */
  get ending(): boolean {
    return this.#ending || (this.#closed !== undefined && this.#lost === undefined);
  }

  /** Ends the agent, once and for all: over a restart of the host too. */
  async deregister(how: CallOptions): Promise<void> {
    this.#ending = true;
    try {
      await this.api.agents.deregister({}, { ...how, repeat: true });
    } catch (error) {
      // The call before the restart did it.
      if (!isA2AError(error, errors.A2A_UNKNOWN_TOKEN.name)) throw error;
    }
    this.#supervisor.leave(this.#agentId, this.#member);
    this.#close();
  }

  async #call<M extends MethodName>(
    method: M,
    params: Methods[M]['params'],
    { repeat = false, timeoutMs = this.#supervisor.callTimeoutMs, ...how }: LinkCallOptions<Methods[M]['result']> = {},
  ): Promise<Methods[M]['result']> {
    const end = performance.now() + timeoutMs;
    const left = (): number => Math.max(0, end - performance.now());
    const number = this.#supervisor.number();
    /** The host that let the call go before its time. */
    let released: Session | undefined;
    for (;;) {
      if (this.#closed !== undefined) throw this.#closed;
      let started = 0;
      const { session, reply } = await this.#supervisor.enter(number, method, left(), how, async (next) => {
        if (this.#closed !== undefined) throw this.#closed;
        started = performance.now();
        return await this.#once(next, method, { ...params, token: this.#token }, { ...how, timeoutMs: left() });
      });
      try {
        const result = await reply;
        if (session === released || !releasedEarly(params, result, performance.now() - started) || this.ending) return result;
        released = session;
      } catch (error) {
        if (error instanceof CallTimeoutError) throw new CallTimeoutError(method, timeoutMs);
        if (await this.#outwaited(error, end, how.signal)) continue;
        if (this.#supervisor.handsOver(error, session)) continue;
        // The message of a call that was let go is stored: the same one does no harm.
        const again = (repeat || released !== undefined) && this.#supervisor.restarts && error instanceof HostUnavailableError;
        if (!again) throw error;
      }
    }
  }

  #once<M extends MethodName>(
    session: Session,
    method: M,
    params: Methods[M]['params'],
    how: InnerCallOptions<Methods[M]['result']>,
  ): Promise<Methods[M]['result']> {
    const parked = parkedMs(params);
    return parked === 0 ? session.connection.call(method, params, how) : this.#park(session, method, params, how, parked);
  }

  /** Makes a call that the host parks, and remembers it when it is given up here and stays parked there. */
  async #park<M extends MethodName>(
    session: Session,
    method: M,
    params: Methods[M]['params'],
    how: InnerCallOptions<Methods[M]['result']>,
    longestMs: number,
  ): Promise<Methods[M]['result']> {
    const until = performance.now() + longestMs;
    let replied = false;
    let forget = (): void => undefined;
    const onResult = (result: Methods[M]['result'], late: boolean): void => {
      replied = true;
      forget();
      how.onResult?.(result, late);
    };
    const abandoned = (): void => {
      if (!replied && session === this.#supervisor.session) forget = this.#supervisor.abandon(this.#agentId, until - performance.now());
    };
    try {
      return await session.connection.call(method, params, { ...how, onResult });
    } catch (error) {
      if (!isA2AError(error) || error instanceof CallTimeoutError) abandoned();
      throw error;
    }
  }

  /**
   * A circle that only a wait closes which nobody awaits any more is none: true once that wait has ended, and the call
   * is worth another try before its deadline. A refused call has left nothing behind.
   */
  async #outwaited(error: unknown, end: number, signal: AbortSignal | undefined): Promise<boolean> {
    if (!isA2AError(error, errors.A2A_WAIT_CYCLE.name)) return false;
    const others = (error.data.cycle ?? []).map(({ agentId }) => agentId).filter((agentId) => agentId !== this.#agentId);
    const ms = this.#supervisor.abandonedMs(others);
    if (ms === 0 || performance.now() + ms >= end) return false;
    await before(
      new Promise((resolve) => setTimeout(resolve, Math.min(ms, pollMs))),
      'wait',
      Infinity,
      signal === undefined ? {} : { signal },
    );
    return true;
  }

  async #reclaim(session: Session): Promise<void> {
    const { agents } = services<CallOptions>((method, params, how) => session.connection.call(method, params, how));
    try {
      this.#take(await agents.register({ ...this.#params(), resume: { agentId: this.#agentId, secret: this.#secret } }));
    } catch (error) {
      if (!isA2AError(error, errors.A2A_UNKNOWN_TOKEN.name)) throw error;
      this.#supervisor.leave(this.#agentId, this.#member);
      this.#close(error);
      return;
    }
    this.#hooks.onReclaimed();
  }

  #params(): { contextId: string; card: AgentCard; secretOnly?: boolean } {
    const { card, contextId, secretOnly } = this.#registration;
    return { card, contextId, ...(secretOnly === undefined ? {} : { secretOnly }) };
  }

  #take({ agentId, token, resumeSecret, resumed }: RegisterResult): void {
    this.#agentId = agentId;
    this.#token = token;
    this.#secret = resumeSecret;
    this.#resumed = resumed;
  }

  #close(why?: A2AError): void {
    if (this.#closed !== undefined) return;
    this.#closed = why ?? new HostUnavailableError(`The agent ${this.#agentId} has ended.`);
    this.#lost = why;
    this.#token = '';
    this.#secret = '';
    this.#hooks.onClose(this.#ending ? undefined : why);
  }
}

/// <reference lib="esnext.disposable" preserve="true" />
import { services, type AgentCard, type HandshakeResult, type MethodName, type Methods, type Services } from '../../generated/ts/index.js';
import { Agent } from './agent.js';
import type { RegisterOptions } from './agent_types.js';
import type { CallOptions } from './connection.js';
import { HostUnavailableError } from './errors.js';
import type { HostExit } from './host_process.js';
import { concealed } from './secrets.js';
import { Supervisor, type SupervisorOptions } from './supervisor.js';

export type ClientOptions = SupervisorOptions;

/**
 * A typed connection to one a2a-hostd that it spawns over a pipe. Every pending call settles: with its result, with the
 * host's refusal (A2AError), at its timeout or abort, or when the process ends (HOST_UNAVAILABLE). With `restart` the
 * host is spawned again when it dies and every Agent comes back; calls made meanwhile wait for that.
 */
export class Client implements Services<CallOptions>, AsyncDisposable {
  /** Every method of the protocol as a function. Those that take a token are for agents of your own making. */
  readonly agents: Services<CallOptions>['agents'];
  readonly app: Services<CallOptions>['app'];
  readonly events: Services<CallOptions>['events'];
  readonly messages: Services<CallOptions>['messages'];
  readonly pushConfigs: Services<CallOptions>['pushConfigs'];
  readonly tasks: Services<CallOptions>['tasks'];
  #supervisor: Supervisor;

  /** Spawns a host, shakes hands and compares the contract. */
  static async connect(options: ClientOptions): Promise<Client> {
    return new Client(await Supervisor.start(options));
  }

  private constructor(supervisor: Supervisor) {
    this.#supervisor = supervisor;
    const all = services<CallOptions>((method, params, how) => this.call(method, params, how));
    ({
      agents: this.agents,
      app: this.app,
      events: this.events,
      messages: this.messages,
      pushConfigs: this.pushConfigs,
      tasks: this.tasks,
    } = all);
  }

  /** What the present host said of itself at the handshake; throws while there is none. */
  get host(): HandshakeResult {
    const session = this.#supervisor.session;
    if (session === undefined) throw new HostUnavailableError('The host is not running.');
    return session.host;
  }

  /** Process id of the present host, if there is one. */
  get pid(): number | undefined {
    return this.#supervisor.session?.pid;
  }

  /** Sends a call and waits for its reply. */
  async call<M extends MethodName>(method: M, params: Methods[M]['params'], how: CallOptions = {}): Promise<Methods[M]['result']> {
    return concealed(await this.#supervisor.call(method, params, how));
  }

  /** Makes an agent known; it lives until its deregister(), the grace time after the end of its host, or dispose(). */
  register(card: AgentCard, options: RegisterOptions): Promise<Agent> {
    return Agent.register(this.#supervisor, card, options);
  }

  /** Ends the host: closes its stdin, waits, and kills it after `graceMs`. Agents end with it; loops over events too. */
  async dispose(graceMs?: number): Promise<HostExit | undefined> {
    return await this.#supervisor.dispose(graceMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }
}

import {
  Connection,
  contractHash,
  protocolVersion,
  services,
  type HandshakeResult,
  type HostNotification,
  type MethodName,
  type Methods,
  type Services,
} from '../../generated/ts/index.js';
import { HostGoneError } from './errors.js';
import { HostProcess, type HostExit, type HostProcessOptions } from './host_process.js';

export interface ClientOptions extends HostProcessOptions {
  /** What the client calls itself at the handshake. */
  name: string;
  /** Gets what the host says by itself, in order. */
  onNotification?: (notification: HostNotification) => void;
}

export interface CallOptions {
  /** Longest wait for the reply; none by default. The call itself is not undone when it is over. */
  timeoutMs?: number;
  /** Ends the wait the same way. */
  signal?: AbortSignal;
}

/**
 * A typed connection to one a2a-hostd over its pipe. Every pending call settles: with its result, with the host's
 * refusal (A2AError), at its timeout or abort, or when the process ends (HostGoneError).
 */
export class Client {
  /** Every method of the protocol as a function. */
  readonly agents: Services<CallOptions>['agents'];
  readonly app: Services<CallOptions>['app'];
  readonly messages: Services<CallOptions>['messages'];
  readonly pushConfigs: Services<CallOptions>['pushConfigs'];
  readonly tasks: Services<CallOptions>['tasks'];
  #host: HandshakeResult | undefined;
  #process: HostProcess;
  #connection: Connection;

  /** Spawns a host, shakes hands and compares the contract. */
  static async connect(options: ClientOptions): Promise<Client> {
    const client = new Client(options);
    const host = await client.app.handshake({ protocolVersion, client: options.name });
    if (host.contractHash !== contractHash) {
      await client.close();
      throw new Error(
        `This client was generated from contract ${contractHash}, the host ${host.hostVersion} from ${host.contractHash}: build both from one tree.`,
      );
    }
    client.#host = host;
    return client;
  }

  private constructor(options: ClientOptions) {
    this.#connection = new Connection({
      send: (frame) => this.#process.write(frame),
      ...(options.onNotification === undefined ? {} : { onNotification: options.onNotification }),
      validate: false, // both ends are of one contract, which connect() compares
    });
    ({
      agents: this.agents, app: this.app, messages: this.messages, pushConfigs: this.pushConfigs, tasks: this.tasks,
    } = services<CallOptions>((method, params, how) => this.call(method, params, how)));
    this.#process = HostProcess.spawn(options, (line) => this.#connection.receive(line.toString('utf8')));
    const end = (why: string): void => this.#connection.close(new HostGoneError(why));
    this.#process.exited.then(
      ({ code, signal }) => end(`The host ended (${signal ?? `exit code ${code}`}).`),
      (error: Error) => end(`The host could not be started: ${error.message}`),
    );
  }

  /** What the host said of itself at the handshake. */
  get host(): HandshakeResult {
    if (this.#host === undefined) throw new Error('There was no handshake yet.');
    return this.#host;
  }

  /** Sends a call and waits for its reply. */
  async call<M extends MethodName>(
    method: M,
    params: Methods[M]['params'],
    { timeoutMs, signal }: CallOptions = {},
  ): Promise<Methods[M]['result']> {
    if (timeoutMs === undefined) return this.#connection.call(method, params, signal === undefined ? {} : { signal });
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`${method}: no reply within ${timeoutMs} ms.`)), timeoutMs);
    try {
      const either = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
      return await this.#connection.call(method, params, { signal: either });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the host gracefully and waits for it. */
  close(): Promise<HostExit> {
    return this.#process.end();
  }
}

import {
  contractHash,
  protocolVersion,
  services,
  type HandshakeResult,
  type HostNotification,
  type MethodName,
  type Methods,
  type Services,
} from '../../generated/ts/index.js';
import { A2AError, HostGoneError } from './errors.js';
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

interface Pending {
  method: MethodName;
  resolve: (result: never) => void;
  reject: (error: Error) => void;
}

interface Reply {
  id?: unknown;
  method?: string;
  result?: unknown;
  error?: { code: number; message: string; data?: ConstructorParameters<typeof A2AError>[3] };
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
  #pending = new Map<string, Pending>();
  #lastId = 0;
  #gone: HostGoneError | undefined;

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
    ({
      agents: this.agents, app: this.app, messages: this.messages, pushConfigs: this.pushConfigs, tasks: this.tasks,
    } = services<CallOptions>((method, params, how) => this.call(method, params, how)));
    this.#process = HostProcess.spawn(options, (line) => this.#receive(line, options.onNotification));
    this.#process.exited.then(
      ({ code, signal }) => this.#end(`The host ended (${signal ?? `exit code ${code}`}).`),
      (error: Error) => this.#end(`The host could not be started: ${error.message}`),
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
    signal?.throwIfAborted();
    if (this.#gone !== undefined) throw this.#gone;
    const id = String(++this.#lastId);
    let timer: NodeJS.Timeout | undefined;
    let onAbort: (() => void) | undefined;
    try {
      return await new Promise((resolve, reject) => {
        this.#pending.set(id, { method, resolve, reject });
        if (timeoutMs !== undefined) {
          timer = setTimeout(() => reject(new Error(`${method}: no reply within ${timeoutMs} ms.`)), timeoutMs);
        }
        if (signal !== undefined) {
          onAbort = () => reject(signal.reason as Error);
          signal.addEventListener('abort', onAbort, { once: true });
        }
        this.#process.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      });
    } finally {
      this.#pending.delete(id);
      clearTimeout(timer);
      if (onAbort !== undefined) signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Ends the host gracefully and waits for it. */
  close(): Promise<HostExit> {
    return this.#process.end();
  }

  #receive(line: Buffer, onNotification: ClientOptions['onNotification']): void {
    const frame = JSON.parse(line.toString('utf8')) as Reply;
    if (frame.method !== undefined) {
      onNotification?.(frame as unknown as HostNotification);
      return;
    }
    const pending = this.#pending.get(String(frame.id));
    if (pending === undefined) return; // answered after its timeout
    if (frame.error === undefined) pending.resolve(frame.result as never);
    else pending.reject(new A2AError(pending.method, frame.error.code, frame.error.message, frame.error.data));
  }

  #end(why: string): void {
    this.#gone = new HostGoneError(why);
    for (const { reject } of this.#pending.values()) reject(this.#gone);
  }
}

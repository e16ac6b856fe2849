import {
  bounds,
  capabilities,
  contractHash,
  errors,
  HOST_NAME,
  protocolVersion,
  services,
  type HandshakeResult,
  type HostNotification,
} from '../../generated/ts/index.js';
import { Connection, type CallOptions } from './connection.js';
import { CallTimeoutError, HostUnavailableError, isA2AError } from './errors.js';
import { HostProcess, type HostExit, type HostProcessOptions } from './host_process.js';
import type { Line } from './line_reader.js';

export interface SessionOptions extends HostProcessOptions {
  /** What the client calls itself at the handshake. */
  name: string;
  version?: string;
  locale?: string;
  /** Deadline of calls that name none; 30 000 by default. */
  callTimeoutMs?: number;
}

export interface SessionHooks {
  /** The process is there, and has not shaken hands yet. */
  onStart: (session: Session) => void;
  onNotification: (notification: HostNotification) => void;
  /** The process is gone. Runs before pending calls reject. */
  onEnd: (session: Session, why: HostUnavailableError) => void;
}

/** The capability without which a host is of no use. */
const [needed] = capabilities;

/** One run of the host: its process, its pipe, and what it said at the handshake. */
export class Session {
  readonly connection: Connection;
  #process: HostProcess;
  #host: HandshakeResult | undefined;
  /** What it wrote that is no frame. */
  #strange: string | undefined;

  /** Spawns a host, shakes hands and compares the contract; what does not fit is ended again. */
  static async open(options: SessionOptions, hooks: SessionHooks): Promise<Session> {
    const session = new Session(options, hooks);
    hooks.onStart(session);
    try {
      session.#host = await session.#handshake(options);
      session.connection.maxFrameBytes = frameLimit(session.#host) ?? session.connection.maxFrameBytes;
      return session;
    } catch (error) {
      await session.discard(error).catch(() => undefined);
      throw error;
    }
  }

  private constructor(options: SessionOptions, hooks: SessionHooks) {
    this.connection = new Connection((frame) => this.#process.write(frame), hooks.onNotification, options.callTimeoutMs);
    this.#process = HostProcess.spawn(options, (line) => this.#receive(line));
    const end = (why: HostUnavailableError): void => {
      // Who listens may throw; what is pending settles all the same.
      try {
        hooks.onEnd(this, why);
      } finally {
        this.connection.end(why);
      }
    };
    void this.#process.exited.then(
      (exit) => end(new HostUnavailableError(describe(exit, this.#process.lastLog, this.#strange), exit)),
      (error: Error) => end(new HostUnavailableError(`The host could not be started: ${error.message}`)),
    );
  }

  /** What the host said of itself. */
  get host(): HandshakeResult {
    if (this.#host === undefined) throw new Error('There was no handshake yet.');
    return this.#host;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  close(graceMs?: number): Promise<HostExit> {
    return this.#process.end(graceMs);
  }

  /** Ends a host that is of no use because of `error`: one that did not answer gets no time to answer now. */
  discard(error: unknown): Promise<HostExit> {
    return this.close(error instanceof CallTimeoutError ? 0 : undefined);
  }

  async #handshake(options: SessionOptions): Promise<HandshakeResult> {
    const { app } = services<CallOptions>((method, params, how) => this.connection.call(method, params, how));
    const plain = {
      protocolVersion,
      client: options.name,
      ...(options.version === undefined ? {} : { clientVersion: options.version }),
      ...(options.locale === undefined ? {} : { locale: options.locale }),
    };
    try {
      return check(await app.handshake({ ...plain, acks: true, contractHash }));
    } catch (error) {
      if (isA2AError(error, errors.PROTOCOL_MISMATCH.name)) {
        const { client = protocolVersion, host, supported } = error.data;
        throw otherVersion(client, supported?.join(', ') ?? text(host), error);
      }
      // A host of another contract may not know the members that we add; it then says which contract it has.
      if (isA2AError(error, errors.INVALID_PARAMS.name)) check(await app.handshake(plain));
      throw error;
    }
  }

  #receive(line: Line): void {
    if (this.#strange !== undefined || this.connection.receive(line)) return;
    // Who writes something else on this pipe is no host of ours; its exit settles what is pending.
    this.#strange = excerpt(line);
    this.#process.kill();
  }
}

/** What a host answers that may be older or newer than the types here say. */
type Claim = { [K in keyof HandshakeResult]?: unknown };

function check(host: HandshakeResult): HandshakeResult {
  if (typeof host !== 'object' || host === null || Array.isArray(host)) {
    throw new Error(`The host answered the handshake with ${JSON.stringify(host)}: it is no ${HOST_NAME} for this client.`);
  }
  const { protocolVersion: spoken, capabilities: able, contractHash: hash, ...more }: Claim = host;
  const who = `The host ${text(more.host)} ${text(more.hostVersion)}`;
  if (spoken !== protocolVersion) throw otherVersion(protocolVersion, text(spoken));
  if (!Array.isArray(able) || !able.includes(needed)) {
    throw new Error(
      `${who} lacks the capability "${needed}", which this client needs; it has ${Array.isArray(able) && able.length > 0 ? able.join(', ') : 'none'}: it is too old, install versions of @a2a-host/client and ${HOST_NAME} that belong together.`,
    );
  }
  if (hash !== contractHash) {
    throw new Error(
      `This client was generated from contract ${contractHash}, the host ${text(more.hostVersion)} from ${text(hash)}: build both from one tree, or install versions that belong together.`,
    );
  }
  return host;
}

function otherVersion(client: number, host: string, cause?: unknown): Error {
  return new Error(
    `This client speaks protocol version ${client}, the host ${host}: install versions of @a2a-host/client and ${HOST_NAME} that belong together.`,
    { cause },
  );
}

function text(claimed: unknown): string {
  return typeof claimed === 'string' || typeof claimed === 'number' ? String(claimed) : '(it does not say)';
}

/** The longest frame that the host reads; undefined when it names none that is a number of bytes. */
function frameLimit({ limits }: Claim): number | undefined {
  if (typeof limits !== 'object' || limits === null) return undefined;
  const bytes: unknown = Reflect.get(limits, bounds.A2A_MAX_FRAME_BYTES.name);
  return typeof bytes === 'number' && bytes > 0 ? bytes : undefined;
}

/** What begins like a frame may hold a secret. */
function excerpt(line: Line): string {
  const words = line.toString('utf8').trim();
  if (words.startsWith('{')) return `a frame that cannot be read, of ${line.length} bytes`;
  return JSON.stringify(words.length > 80 ? `${words.slice(0, 80)}…` : words);
}

function describe({ code, signal }: HostExit, log: string, strange: string | undefined): string {
  if (strange !== undefined) {
    return `The host was ended because it wrote on its stdout what is no frame of the protocol: ${strange}. Is it ${HOST_NAME}, and nothing around it prints?`;
  }
  const how = signal === null ? `exit code ${code}` : `killed by ${signal}`;
  return `The host ended (${how})${code === 0 || log === '' ? '.' : `: ${log}`}`;
}

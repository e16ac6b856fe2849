// A daemon under test: spawned with a database of its own, spoken to over its pipe, never left behind.
// Every wait ends at a deadline that fails the test with what was seen; nothing here sleeps to synchronise.
import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { LineReader } from '../../../src/client/line_reader.js';
import { binary } from '../../support/paths.js';
import { brief, checkShape, parseFrame, type Frame, type WireError } from './frames.js';
import { protocolVersion, type Method, type Notification, type Params, type ParamsOf, type Result } from './protocol.js';

/** Longest time that any single wait takes; a sanitized daemon is slower. */
export const deadlineMs = Number(process.env['A2A_TEST_DEADLINE_MS'] ?? 20_000);

export interface HostOptions {
  /** Database file; default: host.db in a new temporary folder. */
  db?: string;
  args?: string[];
  env?: Record<string, string>;
  /** Use a2a-hostd-fault. */
  fault?: boolean;
  /** Shake hands at once (default). */
  handshake?: boolean;
  /** As a client that acknowledges events. */
  acks?: boolean;
  /** Run this instead of `serve --db DB ARGS`. */
  argv?: string[];
  /** Read nothing from stdout until resume(). */
  paused?: boolean;
  /** Leave what the daemon writes to stderr in the pipe. */
  stderr?: 'unread';
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** What a refused call rejects with. */
export class CallError extends Error {
  constructor(
    readonly method: string,
    readonly wire: WireError,
  ) {
    super(`${method}: ${wire.code} ${wire.data?.errorCode ?? ''} ${wire.message}`);
  }
}

interface Waiter {
  what: string;
  poll: () => boolean;
  fail: (error: Error) => void;
}

/** What the sqlite3 command prints for a statement, read beside a daemon that may be running. */
export function query(db: string, sql: string): string {
  return execFileSync('sqlite3', ['-readonly', db, sql], { encoding: 'utf8' }).trim();
}

/** A folder that lives as long as the test. */
export function tempDir(t: TestContext): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'a2a-e2e-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export class Host {
  readonly frames: Frame[] = [];
  readonly exited: Promise<Exit>;
  stderr = '';
  /** Set when the process ended and all it wrote was read. */
  exit: Exit | undefined;
  /** True when the process ended, whatever is still unread. */
  gone = false;
  #child: ChildProcess;
  #reader = new LineReader();
  #waiters = new Set<Waiter>();
  #ids = 0;
  #methods = new Map<string, string>();
  #broken: Error | undefined;
  #closed = false;

  private constructor(
    readonly t: TestContext,
    readonly options: HostOptions,
    readonly db: string,
  ) {
    const argv = options.argv ?? ['serve', '--db', db, ...(options.args ?? [])];
    this.#child = spawn(binary(options.fault === true ? 'a2a-hostd-fault' : 'a2a-hostd'), argv, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...options.env },
    });
    if (options.stderr === undefined) {
      this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        this.stderr = (this.stderr + text).slice(-200_000);
        this.#wake();
      });
    }
    this.#child.once('exit', () => {
      this.gone = true;
      this.#wake();
    });
    this.#child.stdin?.on('error', () => undefined); // EPIPE after the daemon went: the exit tells
    if (options.paused !== true) this.resume();
    this.exited = new Promise((resolve) => {
      this.#child.once('error', (error) => {
        this.#broken = error;
        this.#wake();
      });
      this.#child.once('close', (code, signal) => {
        this.exit = { code, signal };
        this.#wake();
        resolve(this.exit);
      });
    });
  }

  /** Spawns a daemon that dies with the test `t`. */
  static async start(t: TestContext, options: HostOptions = {}): Promise<Host> {
    const host = new Host(t, options, options.db ?? path.join(tempDir(t), 'host.db'));
    t.after(() => host.dispose());
    if (options.handshake !== false) await host.handshake();
    return host;
  }

  get pid(): number {
    assert.ok(this.#child.pid !== undefined, 'the daemon was not spawned');
    return this.#child.pid;
  }

  // ---- input

  /** Writes bytes as they are; a string gets a newline. */
  raw(line: string | Buffer): void {
    this.#child.stdin?.write(typeof line === 'string' ? `${line}\n` : line);
  }

  /** Writes one request and returns its id. */
  post(method: string, params?: unknown): string {
    const id = `c${++this.#ids}`;
    this.#methods.set(id, method);
    this.raw(JSON.stringify({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) }));
    return id;
  }

  /** Sends a request without an id. */
  tell<M extends Method>(method: M, params: ParamsOf<M>): void {
    this.raw(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  closeStdin(): void {
    this.#child.stdin?.end();
  }

  /** Drops the reading end of the daemon's stdout. */
  closeStdout(): void {
    this.#closed = true;
    this.#child.stdout?.destroy();
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Stops reading stdout, as a client that hangs. */
  pause(): void {
    this.#child.stdout?.pause();
  }

  /** Reads stdout (again). */
  resume(): void {
    if ((this.#child.stdout?.listenerCount('data') ?? 0) > 0) {
      this.#child.stdout?.resume();
      return;
    }
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      try {
        for (const line of this.#reader.push(chunk)) {
          const frame = parseFrame(Buffer.from(line.buffer, line.byteOffset, line.byteLength), this.frames.length);
          this.frames.push(frame);
          checkShape(frame, this.#methods.get(String(frame.id)));
        }
      } catch (error) {
        this.#broken = error as Error;
      }
      this.#wake();
    });
  }

  // ---- output

  /** Resolves when `poll` gives a value; fails at the deadline, and when the daemon has gone without giving it. */
  async until<T>(what: string, poll: () => T | undefined, ms = deadlineMs): Promise<T> {
    const first = poll();
    if (first !== undefined) return first;
    return await new Promise<T>((resolve, reject) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
      };
      const waiter: Waiter = {
        what,
        poll: () => {
          const value = poll();
          if (value === undefined) return false;
          done();
          resolve(value);
          return true;
        },
        fail: (error) => {
          done();
          reject(error);
        },
      };
      const timer = setTimeout(() => waiter.fail(this.#seen(`nothing within ${ms} ms while waiting for ${what}`)), ms);
      this.#waiters.add(waiter);
      this.#wake();
    });
  }

  /** The reply with this id (exactly as JSON.parse gives it). */
  reply(id: unknown, from = 0): Promise<Frame> {
    return this.until(`the reply to ${JSON.stringify(id)}`, () =>
      this.frames.slice(from).find((frame) => frame.method === undefined && frame.id === id),
    );
  }

  /** The frame of that index. */
  frame(index: number): Promise<Frame> {
    return this.until(`frame ${index}`, () => this.frames[index]);
  }

  /** Writes a line and returns the next frame that comes. */
  async ask(line: string | Buffer): Promise<Frame> {
    const index = this.frames.length;
    this.raw(line);
    return await this.frame(index);
  }

  async call<M extends Method>(method: M, params: ParamsOf<M>): Promise<Result<M>> {
    const frame = await this.reply(this.post(method, params));
    if (frame.error !== undefined) throw new CallError(method, frame.error);
    return frame.result as Result<M>;
  }

  /** The error that a call of any shape is answered with; fails when it succeeds. */
  async refused(method: string, params: unknown): Promise<WireError> {
    const frame = await this.reply(this.post(method, params));
    if (frame.error === undefined) assert.fail(`${method} was not refused: ${brief(frame.text)}`);
    return frame.error;
  }

  async expectError(
    method: string,
    params: unknown,
    code: number,
    errorCode: string,
    data: Record<string, unknown> = {},
  ): Promise<WireError> {
    return expectWire(await this.refused(method, params), code, errorCode, data);
  }

  handshake(version = protocolVersion): Promise<Result<'app.handshake'>> {
    const acks = this.options.acks === true ? { acks: true } : {};
    return this.call('app.handshake', { protocolVersion: version, client: 'e2e', ...acks });
  }

  /** Everything written before this call was sent is in `frames` when it returns. */
  async barrier(): Promise<number> {
    return (await this.reply(this.post('app.getVersion'))).index;
  }

  /** Notifications of that method for that recipient, in order, from frame `from` on. */
  notifications<N extends Notification>(method: N, recipient?: string, from = 0): Params<N>[] {
    return this.frames
      .slice(from)
      .filter((frame) => frame.method === method && (recipient === undefined || frame.params.recipient === recipient))
      .map((frame) => frame.params as Params<N>);
  }

  /** A figure of /proc/PID/status in kB or as a count, e.g. VmHWM. */
  procStatus(name: string): number {
    const match = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'));
    return Number(match?.[1]);
  }

  /** The most memory that the daemon ever had; a sanitizer's own does not count. */
  expectPeakBelow(mebibytes: number): void {
    const peak = this.procStatus('VmHWM') / 1024;
    if (process.env['A2A_SANITIZED'] !== '1') assert.ok(peak < mebibytes, `the daemon had ${peak} MiB`);
  }

  /** Resolves when `condition` holds; it is asked again and again until the deadline. */
  async eventually(what: string, condition: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + deadlineMs;
    while (!(await condition())) {
      if (Date.now() > end) throw this.#seen(`not within ${deadlineMs} ms: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Resolves when the daemon blocks: it sleeps, and did nothing between several looks. */
  async quiescent(): Promise<void> {
    const end = Date.now() + deadlineMs;
    let calm = 0;
    let last = -1;
    while (calm < 10) {
      if (Date.now() > end) throw this.#seen('the daemon did not come to rest');
      const switches = this.procStatus('voluntary_ctxt_switches') + this.procStatus('nonvoluntary_ctxt_switches');
      calm = switches === last ? calm + 1 : 0;
      last = switches;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  // ---- end

  async waitExit(ms = deadlineMs): Promise<Exit> {
    return await this.until('the end of the process', () => this.exit, ms);
  }

  /** Closes stdin and expects the graceful end. */
  async end(): Promise<void> {
    this.closeStdin();
    assert.deepEqual(await this.waitExit(), { code: 0, signal: null }, this.stderr);
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.waitExit();
  }

  /** A new daemon on the same database after the end of this one. */
  async restart(how: 'eof' | 'kill' = 'eof', options: HostOptions = {}): Promise<Host> {
    if (this.exit === undefined) await (how === 'eof' ? this.end() : this.kill());
    return await Host.start(this.t, { ...this.options, db: this.db, ...options });
  }

  async dispose(): Promise<void> {
    if (this.#child.pid === undefined) return;
    if (this.exit === undefined) {
      this.#child.kill('SIGKILL');
      this.#child.stdout?.destroy();
      this.#child.stderr?.destroy();
      this.#child.stdin?.destroy();
      await this.exited;
    } else if (this.exit.signal !== null && this.exit.signal !== 'SIGKILL') {
      throw this.#seen(`the daemon died of ${this.exit.signal}`);
    }
    assert.doesNotMatch(this.stderr, /AddressSanitizer|runtime error:/, 'a sanitizer spoke');
  }

  /** What stdout held after its last newline; empty in any sane session. */
  get unfinished(): string {
    return this.#reader.rest.toString('utf8');
  }

  #wake(): void {
    for (const waiter of [...this.#waiters]) {
      if (waiter.poll()) continue;
      if (this.#broken !== undefined) waiter.fail(this.#seen(`${this.#broken.message} (waiting for ${waiter.what})`));
      else if (this.exit !== undefined) {
        const { code, signal } = this.exit;
        waiter.fail(this.#seen(`the daemon ended (code ${code}, signal ${signal}) while waiting for ${waiter.what}`));
      }
    }
  }

  #seen(text: string): Error {
    const frames = this.frames.slice(-8).map((frame) => `  ${brief(frame.text)}`);
    return new Error(
      [`${text}`, `last frames of ${this.frames.length}${this.#closed ? ' (stdout closed)' : ''}:`, ...frames,
        `unfinished: ${brief(this.unfinished)}`, `stderr: ${this.stderr.slice(-2000)}`].join('\n'),
    );
  }
}

/** Compares an error with the contract: code, data.errorCode and the given members of data. */
export function expectWire(
  error: WireError | undefined,
  code: number,
  errorCode: string,
  data: Record<string, unknown> = {},
): WireError {
  assert.ok(error !== undefined, 'there is no error');
  const seen = JSON.stringify(error);
  assert.deepEqual([error.code, error.data?.errorCode], [code, errorCode], seen);
  for (const [name, value] of Object.entries(data)) assert.deepEqual(error.data?.[name], value, `data.${name} in ${seen}`);
  assert.ok(error.message.length > 0, 'an error has a text');
  return error;
}

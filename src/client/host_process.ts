import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { callOut } from './callbacks.js';
import { findBinary } from './host_binary.js';
import { LineReader, type Line } from './line_reader.js';

export interface HostProcessOptions {
  /** Path of a2a-hostd. Without it: the variable A2A_HOSTD, then the platform package, then PATH. */
  binary?: string;
  /** Database file; created when it is not there. */
  db: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Gets what the host logs. Without it stderr is read and dropped, so that the host never waits. */
  onLog?: (text: string) => void;
}

export interface HostExit {
  code: number | null;
  /** Name of the signal that ended it, such as SIGKILL. */
  signal: string | null;
}

/** How long a host that was asked to end may take before it is killed; it gives itself five seconds. */
const defaultGraceMs = 10_000;

/** How long what a killed host has written may take to be read. */
const lastWordsMs = 100;

/** A running a2a-hostd and its pipe: lines in, lines out. Knows nothing of JSON. Never started through a shell. */
export class HostProcess {
  /** Settles once the process ended and everything it wrote was handed on; rejects when it could not be started. */
  readonly exited: Promise<HostExit>;
  #child: ChildProcessByStdio<Writable, Readable, Readable>;
  #lastLog = '';
  #killed = false;

  /** `onLine` gets each line that the host writes, in order. */
  static spawn(options: HostProcessOptions, onLine: (line: Line) => void): HostProcess {
    return new HostProcess(options, onLine);
  }

  private constructor(options: HostProcessOptions, onLine: (line: Line) => void) {
    const db: unknown = options.db;
    if (typeof db !== 'string' || db === '') {
      throw new TypeError('The option "db" is missing: the path of the database file, which is created when it is not there.');
    }
    const env = { ...process.env, ...options.env };
    this.#child = spawn(findBinary(options.binary, env), ['serve', '--db', db, ...(options.args ?? [])], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env,
      shell: false,
      // A group of its own, so that Ctrl-C in a terminal reaches this process alone, which may have work to finish with the
      // host. The host needs no signal to end: it does at the end of its stdin, however this process went.
      detached: true,
    });
    const reader = new LineReader();
    this.#child.stdout.on('data', (chunk: Buffer) => {
      for (const line of reader.push(chunk)) callOut(() => onLine(line));
    });
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#lastLog = (this.#lastLog + text).slice(-2000);
      callOut(() => options.onLog?.(text));
    });
    // A host that went away shows as its exit; the broken pipe before it says nothing more.
    this.#child.stdin.on('error', () => undefined);
    this.exited = new Promise((resolve, reject) => {
      this.#child.once('error', reject);
      this.#child.once('close', (code, signal) => resolve({ code, signal }));
    });
    this.exited.catch(() => undefined);
  }

  /** Of the running process; undefined once it ended, since the number may then be somebody else's. */
  get pid(): number | undefined {
    const { exitCode, signalCode, pid } = this.#child;
    return exitCode === null && signalCode === null ? pid : undefined;
  }

  /** The last lines that the host logged: the reason, when it ended by itself. */
  get lastLog(): string {
    return this.#lastLog.trimEnd().split('\n').slice(-2).join(' ');
  }

  /** Writes one frame; the newline is added. */
  write(frame: string): void {
    this.#child.stdin.write(`${frame}\n`);
  }

  /** Closes stdin, which is the graceful end: the host answers what it has read and exits. Kills it after `graceMs`. */
  async end(graceMs: number = defaultGraceMs): Promise<HostExit> {
    this.#child.stdin.end();
    const timer = setTimeout(() => this.kill(), graceMs);
    try {
      return await this.exited;
    } finally {
      clearTimeout(timer);
    }
  }

  /** What a killed host started itself may hold its pipes open; nothing more is read from them then. */
  kill(): void {
    if (this.#killed) return;
    this.#killed = true;
    const child = this.#child;
    const letGo = (): void => {
      child.stdout.destroy();
      child.stderr.destroy();
    };
    if (child.exitCode !== null || child.signalCode !== null) letGo();
    else child.once('exit', () => setTimeout(letGo, lastWordsMs));
    child.kill('SIGKILL');
  }
}

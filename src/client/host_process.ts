import { spawn, type ChildProcess } from 'node:child_process';
import { LineReader } from './line_reader.js';

export interface HostProcessOptions {
  /** Path of a2a-hostd. */
  binary: string;
  /** Database file; created when it is not there. */
  db: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Gets what the host logs. Without it stderr is read and dropped, so that the host never waits. */
  onLog?: (text: string) => void;
}

export interface HostExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A running a2a-hostd and its pipe: lines in, lines out. Knows nothing of JSON. */
export class HostProcess {
  /** Settles once the process ended and everything it wrote was handed on. */
  readonly exited: Promise<HostExit>;
  #child: ChildProcess;

  /** `onLine` gets each line that the host writes, in order. */
  static spawn(options: HostProcessOptions, onLine: (line: Buffer) => void): HostProcess {
    return new HostProcess(options, onLine);
  }

  private constructor(options: HostProcessOptions, onLine: (line: Buffer) => void) {
    this.#child = spawn(options.binary, ['serve', '--db', options.db, ...(options.args ?? [])], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...options.env },
    });
    const reader = new LineReader();
    this.#child.stdout?.on('data', (chunk: Buffer) => reader.push(chunk).forEach(onLine));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => options.onLog?.(text));
    // A host that went away shows as its exit; the broken pipe before it says nothing more.
    this.#child.stdin?.on('error', () => undefined);
    this.exited = new Promise((resolve, reject) => {
      this.#child.once('error', reject);
      this.#child.once('close', (code, signal) => resolve({ code, signal }));
    });
    this.exited.catch(() => undefined);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Writes one frame; the newline is added. */
  write(frame: string): void {
    this.#child.stdin?.write(`${frame}\n`);
  }

  /** Closes stdin, which is the graceful end: the host answers what it has read and exits. */
  end(): Promise<HostExit> {
    this.#child.stdin?.end();
    return this.exited;
  }
}

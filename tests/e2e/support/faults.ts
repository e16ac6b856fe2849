// The control file of a2a-hostd-fault (tests/fault/README.md): faults and clocks while the daemon runs.
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { Host, tempDir, type HostOptions } from './host.js';

const offsets = { wallMs: 0, monotonicMs: 8, operations: 16, how: 24, skip: 32, count: 40, calls: 48 } as const;
const operations = { read: 1, write: 2, sync: 4, truncate: 8, open: 16, allocate: 32 } as const;
const hows = { ioerr: 0, full: 1, torn: 2 } as const;

export class Control {
  readonly file: string;

  constructor(t: TestContext) {
    this.file = path.join(tempDir(t), 'control');
    writeFileSync(this.file, Buffer.alloc(64));
  }

  /** Options of a daemon that this file controls. */
  options(more: HostOptions = {}): HostOptions {
    return { ...more, fault: true, env: { ...more.env, A2A_FAULT_CONTROL: this.file } };
  }

  /** From now on such operations of SQLite fail. */
  fail(operation: keyof typeof operations, how: keyof typeof hows = 'ioerr', { skip = 0, count = -1 } = {}): void {
    this.#put('how', hows[how]);
    this.#put('skip', skip);
    this.#put('count', count);
    this.#put('operations', operations[operation]);
  }

  heal(): void {
    this.#put('operations', 0);
  }

  /** The next `count` calls fail inside the daemon. */
  failCalls(count: number): void {
    this.#put('calls', count);
  }

  /** Moves the clocks: milliseconds ahead of the real ones. */
  clocks({ wallMs, monotonicMs }: { wallMs?: number; monotonicMs?: number }): void {
    if (wallMs !== undefined) this.#put('wallMs', wallMs);
    if (monotonicMs !== undefined) this.#put('monotonicMs', monotonicMs);
  }

  #put(name: keyof typeof offsets, value: number): void {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(value));
    const file = openSync(this.file, 'r+');
    try {
      writeSync(file, bytes, 0, 8, offsets[name]);
    } finally {
      closeSync(file);
    }
  }
}

export const seconds = 1000;
export const hours = 3600 * seconds;
export const days = 24 * hours;

/** A daemon with faults and two agents in it. */
export async function faultyHost(t: TestContext, more: HostOptions = {}): Promise<{ host: Host; control: Control }> {
  const control = new Control(t);
  return { host: await Host.start(t, control.options(more)), control };
}

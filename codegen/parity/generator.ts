// What the driver asks of the generator: `a2a-codegen parity COMMAND ...`.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { HarnessFault } from './runners.js';

const run = promisify(execFile);

export interface Mutation {
  readonly name: string;
  /** What it hits; empty when nothing in this schema can be hit. */
  readonly target: string;
  readonly what: string;
  /** "cpp": made in the emitted C++ only; "outputs": not in expectations, which would then ask nothing about it. */
  readonly only: '' | 'cpp' | 'outputs';
}

export class Generator {
  /** `command`: the program and its first arguments, such as `a2a-codegen parity`. */
  constructor(
    private readonly command: readonly [string, ...string[]],
    readonly ir: string,
  ) {}

  async ask(...args: string[]): Promise<string> {
    const [program, ...first] = this.command;
    try {
      return (await run(program, [...first, ...args], { maxBuffer: 1 << 30 })).stdout;
    } catch (error) {
      const { stderr, message } = error as { stderr?: string; message: string };
      throw new HarnessFault(`${program} ${args[0]}: ${(stderr || message).trim().slice(-2000)}`);
    }
  }

  /** Random vectors as JSON lines. */
  fuzz(seed: number, cases: number): Promise<string> {
    return this.ask('fuzz', '--ir', this.ir, '--seed', String(seed), '--cases', String(cases));
  }

  async mutations(): Promise<Mutation[]> {
    return JSON.parse(await this.ask('mutations', '--ir', this.ir)) as Mutation[];
  }

  /** Writes one output of the IR with some mutations into `out`. */
  async emit(what: 'vectors' | 'ts', mutations: readonly string[], out: string, ...more: string[]): Promise<void> {
    await this.ask(what, '--ir', this.ir, '--mutate', mutations.join(','), '--out', out, ...more);
  }

  /** Where "Type" and "Type.member" are declared. */
  async places(proto: string): Promise<ReadonlyMap<string, string>> {
    return new Map(Object.entries(JSON.parse(await this.ask('places', '--proto', proto)) as Record<string, string>));
  }
}

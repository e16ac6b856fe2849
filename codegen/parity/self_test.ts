// `parity --self-test`: can the comparison see anything? Each mutation of codegen/parity_mutate.cc is given to one of
// the three parties at a time: to the expectations, to the TypeScript output, to the C++ output. Unless the comparison
// notices every one of them, it fails.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Comparison } from './compare.js';
import type { Mismatch, Runners } from './compare.js';
import { Exceptions } from './exceptions.js';
import type { Generator, Mutation } from './generator.js';
import type { Options } from './options.js';
import { HarnessFault, processRunner, remembering, typescriptRunner } from './runners.js';
import type { Runner } from './runners.js';
import { transpile } from './transpile.js';
import { readVectors } from './vectors.js';
import type { Vector } from './vectors.js';

type Party = 'expectation' | 'typescript' | 'c++';

interface Result {
  readonly mutation: Mutation;
  readonly party: Party;
  /** The first mismatch; absent: nobody noticed. */
  readonly noticed: Mismatch | undefined;
}

class SelfTest {
  private readonly exceptions: Exceptions;
  private readonly mutant: Runner;
  private readonly made = new Map<string, readonly Vector[]>();
  private modules = 0;

  constructor(
    options: Options,
    private readonly generator: Generator,
    private readonly runners: Runners,
    private readonly folder: string,
  ) {
    this.exceptions = Exceptions.read(options.exceptions);
    this.mutant = remembering(processRunner([options.mutant]));
  }

  async run(): Promise<Result[]> {
    const mutations = (await this.generator.mutations()).filter(({ target }) => target !== '');
    const inIr = mutations.filter(({ only }) => only !== 'cpp');
    const results: Result[] = [];
    if ((await this.first([], this.runners, '')) !== undefined) {
      throw new HarnessFault('there are mismatches without any mutation; run parity first');
    }
    for (const mutation of inIr.filter(({ only }) => only !== 'outputs')) {
      results.push({ mutation, party: 'expectation', noticed: await this.first([mutation.name], this.runners, mutation.target) });
    }
    for (const mutation of inIr) {
      const typescript = await this.typescript([mutation.name]);
      results.push({ mutation, party: 'typescript', noticed: await this.first([], { ...this.runners, typescript }, mutation.target) });
    }
    return [...results, ...(await this.cpp(mutations))];
  }

  // One program has all mutations at once. Expectations and TypeScript that have all but one of them differ from it
  // by that one alone. What only C++ output has is there in every run and counts in its own type.
  private async cpp(mutations: readonly Mutation[]): Promise<Result[]> {
    const results: Result[] = [];
    const inIr = mutations.filter(({ only }) => only !== 'cpp');
    const outputOnly = mutations.filter(({ only }) => only === 'cpp');
    const apart = new Set(outputOnly.map(({ target }) => target));
    const left = (vector: Vector): boolean => !apart.has(vector.type);
    for (const mutation of inIr) {
      const others = inIr.filter((other) => other !== mutation).map(({ name }) => name);
      const runners = { ...this.runners, cpp: this.mutant, typescript: await this.typescript(others) };
      results.push({ mutation, party: 'c++', noticed: await this.first(others, runners, mutation.target, left) });
    }
    const all = inIr.map(({ name }) => name);
    const runners = { ...this.runners, cpp: this.mutant, typescript: await this.typescript(all) };
    const other = await this.first(all, runners, '', left);
    if (other !== undefined) {
      const words = `${other.vector.type} ${JSON.stringify(other.vector.name)}: C++ ${other.cpp}, TypeScript ${other.typescript}`;
      throw new HarnessFault(`the mutated C++ program differs from its own schema: ${words}`);
    }
    for (const mutation of outputOnly) {
      const noticed = await this.first(all, runners, '', ({ type }) => type === mutation.target);
      results.push({ mutation, party: 'c++', noticed });
    }
    return results;
  }

  // A mismatch of the runners with the expectations of a mutated schema. The type that was mutated shows it most often,
  // so its vectors come first; texts of many megabytes are looked at only when the others show nothing.
  private async first(
    mutations: readonly string[],
    runners: Runners,
    target: string,
    wanted: (vector: Vector) => boolean = () => true,
  ): Promise<Mismatch | undefined> {
    for (const longest of [1 << 17, 1 << 26]) {
      const vectors = (await this.vectors(mutations, longest)).filter(wanted);
      const ofTarget = vectors.filter(({ type }) => type === target);
      for (const some of [ofTarget, vectors]) {
        if (some.length === 0) continue;
        const comparison = new Comparison(runners, this.exceptions);
        await comparison.run(some, true);
        if (comparison.mismatches.length > 0) return comparison.mismatches[0];
      }
    }
    return undefined;
  }

  private async vectors(mutations: readonly string[], longest: number): Promise<readonly Vector[]> {
    const key = `${longest} ${mutations.join(',')}`;
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const out = join(this.folder, `vectors-${this.made.size}`);
    await this.generator.emit('vectors', mutations, out, '--longest', String(longest));
    const vectors = readVectors(join(out, 'vectors'));
    rmSync(out, { recursive: true });
    // The unchanged schema's are asked for again and again.
    if (mutations.length === 0) this.made.set(key, vectors);
    return vectors;
  }

  private async typescript(mutations: readonly string[]): Promise<Runner> {
    const out = join(this.folder, `ts-${++this.modules}`);
    await this.generator.emit('ts', mutations, out);
    transpile(join(out, 'ts'), join(out, 'js'));
    return remembering(typescriptRunner(join(out, 'js/index.js')));
  }
}

function line({ mutation, party, noticed }: Result): string {
  const head = `${noticed === undefined ? 'MISSED' : 'caught'} ${mutation.name} in ${party} (${mutation.target}: ${mutation.what})`;
  if (noticed === undefined) return head;
  return `${head}: ${noticed.check} of ${noticed.vector.type} ${JSON.stringify(noticed.vector.name)}`;
}

/** Whether every mutation was noticed. */
export async function selfTest(options: Options, generator: Generator, runners: Runners): Promise<boolean> {
  const start = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'a2a-parity-'));
  try {
    const cached = { ...runners, cpp: remembering(runners.cpp), typescript: remembering(runners.typescript) };
    const results = await new SelfTest(options, generator, cached, folder).run();
    const missed = results.filter(({ noticed }) => noticed === undefined).length;
    const names = new Set(results.map(({ mutation }) => mutation.name)).size;
    const ok = missed === 0 && names >= 10;
    const seconds = Math.round(performance.now() - start) / 1000;
    for (const result of results) if (!options.json || result.noticed === undefined) console.error(line(result));
    const verdict = { ok, selfTest: true, mutations: names, runs: results.length, missed, seconds };
    const words = `${names} kinds of mutation, ${results.length} runs, ${missed} missed, ${seconds.toFixed(1)} s`;
    console.log(options.json ? JSON.stringify(verdict) : `parity --self-test: ${ok ? 'pass' : 'MISSED'}: ${words}`);
    return ok;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

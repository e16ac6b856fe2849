// `a2a-codegen parity`: both languages' codecs over all vectors and over random texts, each against the schema and
// against the other. Exit code 0: they agree. 1: they do not, or an exception excuses nothing. 2: the comparison
// itself could not be made. 64: a wrong command line.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkBuilds } from './builds.js';
import { Comparison } from './compare.js';
import type { Runners } from './compare.js';
import { Exceptions } from './exceptions.js';
import { Generator } from './generator.js';
import { parseOptions, UsageFault } from './options.js';
import type { Options } from './options.js';
import { Protocol } from './protocol.js';
import { mismatchLine, unusedLines, verdictLine } from './report.js';
import type { Verdict } from './report.js';
import { HarnessFault, processRunner, typescriptRunner } from './runners.js';
import { selfTest } from './self_test.js';
import { transpile } from './transpile.js';
import { parseVectors, readVectors } from './vectors.js';

const mostLines = 20;

// Compiles the TypeScript output when no build has.
function typescriptOf(options: Options): string {
  if (options.typescript !== undefined) return options.typescript;
  const folder = mkdtempSync(join(tmpdir(), 'a2a-parity-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  transpile(join(options.generated, 'ts'), folder);
  return join(folder, 'index.js');
}

function runnersOf(options: Options, protocol: Protocol): Runners {
  return {
    cpp: processRunner([options.cpp]),
    typescript: typescriptRunner(typescriptOf(options)),
    parseError: protocol.errorOfCode(-32700),
    invalidParams: protocol.errorOfCode(-32602),
    shapeOf: (type) => protocol.shapeOf(type),
  };
}

/** What `check` says of output that was edited by hand or is old; undefined: it is what the schema gives. */
function drift(options: Options): string | undefined {
  if (!options.ownOutput) return undefined;
  const [codegen] = options.generator;
  const { status, stdout, stderr } = spawnSync(codegen, ['check'], { cwd: options.root, encoding: 'utf8' });
  if (status === 0) return undefined;
  if (status !== 1) throw new HarnessFault(`a2a-codegen check: ${stderr}`);
  return `${stdout}${stderr}`;
}

async function compare(options: Options, generator: Generator, protocol: Protocol): Promise<boolean> {
  const start = performance.now();
  const exceptions = Exceptions.read(options.exceptions);
  const vectors = readVectors(join(options.generated, 'vectors'));
  const fuzz = parseVectors(await generator.fuzz(options.seed, options.cases), true);
  const comparison = new Comparison(runnersOf(options, protocol), exceptions);
  await comparison.run([...vectors, ...fuzz]);
  const { mismatches, comparisons } = comparison;
  const unused = options.foreignExceptions ? [] : exceptions.unused();
  const drifted = drift(options);
  if (drifted !== undefined) console.error(drifted);
  const verdict: Verdict = {
    ok: mismatches.length === 0 && unused.length === 0 && drifted === undefined,
    drift: drifted !== undefined,
    types: protocol.typeCount,
    vectors: vectors.length,
    fuzz: fuzz.length,
    seed: options.seed,
    comparisons,
    mismatches: mismatches.length,
    exceptions: { lines: exceptions.size, uses: exceptions.used, unused: unused.length },
    seconds: Math.round(performance.now() - start) / 1000,
  };
  if (!verdict.ok) {
    const places = await generator.places(options.proto);
    const lines = mismatches.slice(0, mostLines).map((mismatch) => mismatchLine(mismatch, protocol, places));
    if (mismatches.length > mostLines) lines.push(`... and ${mismatches.length - mostLines} more`);
    for (const line of [...lines, ...(options.foreignExceptions ? [] : unusedLines(exceptions))]) console.error(line);
  }
  console.log(options.json ? JSON.stringify(verdict) : verdictLine(verdict));
  return verdict.ok;
}

async function main(): Promise<number> {
  try {
    const options = parseOptions(process.argv.slice(2));
    const ir = join(options.generated, 'protocol.ir.json');
    const generator = new Generator(options.generator, ir);
    const protocol = Protocol.read(ir);
    checkBuilds(options, protocol.contractHash);
    const passed = options.selfTest
      ? await selfTest(options, generator, runnersOf(options, protocol))
      : await compare(options, generator, protocol);
    return passed ? 0 : 1;
  } catch (error) {
    if (error instanceof UsageFault) {
      console.error(`parity: ${error.message}\nTry \`a2a-codegen parity --help\`.`);
      return 64;
    }
    const text = error instanceof HarnessFault ? error.message : ((error as Error).stack ?? String(error));
    console.error(`parity: the comparison could not be made: ${text}`);
    return 2;
  }
}

process.exitCode = await main();

// Command line of the driver. Paths are below the project's root, which is the current folder or A2A_ROOT.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

export interface Options {
  readonly json: boolean;
  readonly selfTest: boolean;
  readonly seed: number;
  readonly cases: number;
  readonly root: string;
  /** The C++ runner, and the one with all mutations. */
  readonly cpp: string;
  readonly mutant: string;
  /** Folder of the schema, then folders to import from, with commas between. */
  readonly proto: string;
  /** The program that answers `parity ...`, with its first arguments. */
  readonly generator: readonly [string, ...string[]];
  /** Compiled index.js of the TypeScript output; absent: that of `generated` is to be compiled. */
  readonly typescript: string | undefined;
  readonly generated: string;
  /** The project's own output is compared, so it must also be what its schema gives. */
  readonly ownOutput: boolean;
  readonly exceptions: string;
  /** The exceptions are not this project's own list, so that some of it may have no use here. */
  readonly foreignExceptions: boolean;
}

/** A wrong command line. */
export class UsageFault extends Error {}

// Our own project, which a2a-codegen comes from.
const ours = fileURLToPath(new URL('../../../../', import.meta.url));

const exceptionsFile = 'codegen/parity/exceptions.json';

// What JSON.parse hides is the same for every protocol.
function exceptionsOf(root: string): string {
  return existsSync(join(root, exceptionsFile)) ? join(root, exceptionsFile) : join(ours, exceptionsFile);
}

function count(text: string, name: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) throw new UsageFault(`--${name} takes a number`);
  return value;
}

export function parseOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        json: flag,
        'self-test': flag,
        seed: { ...text, default: '1' },
        cases: { ...text, default: '20000' },
        bin: text,
        cpp: text,
        proto: text,
        typescript: text,
        generated: text,
        exceptions: text,
      },
    }));
  } catch (error) {
    throw new UsageFault((error as Error).message);
  }
  const root = resolve(process.env['A2A_ROOT'] ?? '.');
  const exceptions = values.exceptions === undefined ? exceptionsOf(root) : resolve(values.exceptions);
  const bin = resolve(values.bin ?? process.env['A2A_BIN_DIR'] ?? join(root, 'build/release/bin'));
  return {
    json: values.json,
    selfTest: values['self-test'],
    seed: count(values.seed, 'seed'),
    cases: count(values.cases, 'cases'),
    root,
    // a2a-codegen says who it is when it starts this.
    generator: [process.env['A2A_CODEGEN'] ?? join(bin, 'a2a-codegen'), 'parity'],
    mutant: join(bin, 'a2a-parity-cpp-mutant'),
    cpp: resolve(values.cpp ?? join(bin, 'a2a-parity-cpp')),
    proto: values.proto ?? join(root, 'proto'),
    typescript: values.typescript === undefined ? undefined : resolve(values.typescript),
    ownOutput: values.generated === undefined && values.typescript === undefined && values.proto === undefined,
    generated: resolve(values.generated ?? join(root, 'generated')),
    exceptions,
    foreignExceptions: values.exceptions === undefined && exceptions !== join(root, exceptionsFile),
  };
}

// What the tests of documents and parity share: the driver as a program, and the two protocols they run over.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { transpile } from '../../codegen/parity/transpile.js';
import type { Fault, Side, TypeTable } from '../../generated/ts/index.js';
import { binary, binDir, root } from '../support/paths.js';

/** A folder that goes away with the test process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'a2a-parity-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

export function codegen(...args: string[]): Run {
  const env = { ...process.env, A2A_ROOT: root, NODE: process.execPath };
  const run = spawnSync(binary('a2a-codegen'), args, { encoding: 'utf8', env, maxBuffer: 2 ** 30 });
  return { code: run.status, stdout: run.stdout, stderr: run.stderr };
}

/** `a2a-codegen parity` over our protocol. */
export function parity(...args: string[]): Run {
  return codegen('parity', ...args);
}

export interface Protocol {
  name: string;
  /** Folder of what is generated. */
  generated: string;
  /** Compiled index.js of its TypeScript. */
  typescript: string;
  /** Arguments that make the driver run over it. */
  args: string[];
}

export const ours: Protocol = {
  name: 'our protocol',
  generated: path.join(root, 'generated'),
  typescript: path.join(root, 'build/ts/generated/ts/index.js'),
  args: [],
};

/** The protocol of tests/codegen, which has every kind of field and hostile texts. */
export function plans(): Protocol {
  const generated = path.join(binDir, '../tests/codegen/plans_gen');
  if (!existsSync(generated)) throw new Error(`${generated} does not exist; run: make test`);
  const modules = temporaryFolder();
  transpile(path.join(generated, 'ts'), modules);
  const typescript = path.join(modules, 'index.js');
  const proto = `${path.join(root, 'tests/codegen/plans')},${path.join(root, 'proto')}`;
  const args = ['--cpp', binary('a2a-parity-cpp-plans'), '--typescript', typescript, '--generated', generated];
  return { name: 'the protocol of tests/codegen', generated, typescript, args: [...args, '--proto', proto] };
}

export interface Validators {
  tables: ReadonlyMap<string, TypeTable>;
  diagnose: (type: TypeTable, value: unknown, basePath?: string, side?: Side) => Fault | undefined;
}

export async function validatorsOf(protocol: Protocol): Promise<Validators> {
  const generated = (await import(pathToFileURL(protocol.typescript).href)) as Record<string, unknown>;
  const tables = new Map<string, TypeTable>();
  for (const value of Object.values(generated)) {
    if (typeof value !== 'object' || value === null || !('fields' in value)) continue;
    tables.set((value as TypeTable).name, value as TypeTable);
  }
  return { tables, diagnose: generated['diagnose'] as Validators['diagnose'] };
}

// The second protocol end to end: the service of plans_service.cc on a real pipe, called by the TypeScript that is
// generated for it.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { LineReader } from '../../src/client/line_reader.js';
import { binary, binDir, root } from '../support/paths.js';

interface Pipe {
  send(line: string): void;
  onLine(take: (line: string) => void): void;
  end(): void;
}
type Scenario = (pipe: Pipe) => Promise<void>;

/** Compiles client/scenarios.ts beside the generated TypeScript, with the flags of our own. */
function compiled(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'a2a-plans-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(path.join(binDir, '../tests/plans/gen/ts'), path.join(folder, 'generated'), { recursive: true });
  cpSync(path.join(root, 'tests/plans/client'), folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"type": "module"}');
  const options = { rootDir: '.', outDir: 'js', incremental: false, tsBuildInfoFile: null, typeRoots: [path.join(root, 'node_modules/@types')] };
  const project = { extends: path.join(root, 'tsconfig.json'), compilerOptions: options, include: ['*.ts', 'generated'] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(project));
  for (const compiler of ['typescript-5.4', 'typescript']) {
    const run = spawnSync(process.execPath, [path.join(root, 'node_modules', compiler, 'bin/tsc'), '-p', folder], { encoding: 'utf8' });
    assert.equal(run.status, 0, `${compiler}\n${run.stdout}${run.stderr}`);
  }
  return path.join(folder, 'js/scenarios.js');
}

/** Runs `scenario` against a new service, which must then end by itself without a word on stderr. */
async function serve(scenario: Scenario): Promise<void> {
  const child = spawn(binary('plans-service'), { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  let take = (line: string): void => assert.fail(`unexpected: ${line}`);
  const reader = new LineReader();
  child.stdout.on('data', (chunk: Buffer) => reader.push(chunk).forEach((line) => take(line.toString('utf8'))));
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  try {
    await scenario({
      send: (line) => child.stdin.write(`${line}\n`),
      onLine: (taker) => (take = taker),
      end: () => child.stdin.end(),
    });
  } finally {
    child.stdin.end();
  }
  assert.equal(await ended, 0);
  assert.equal(log, '');
}

const { scenarios } = (await import(pathToFileURL(compiled()).href)) as { scenarios: Record<string, Scenario> };
assert.ok(Object.keys(scenarios).length >= 8);
for (const [name, scenario] of Object.entries(scenarios)) test(name, () => serve(scenario));

test('the service is about twenty lines', () => {
  const source = readFileSync(path.join(root, 'tests/plans/plans_service.cc'), 'utf8');
  const body = source.slice(source.indexOf('Add(const'), source.indexOf(' private:'));
  const statements = body.split('\n').filter((line) => /[;{]\s*$/.test(line) && !/override \{$/.test(line));
  assert.ok(statements.length <= 24, `${statements.length} statements`);
});

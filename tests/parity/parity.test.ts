// The driver: what it says of outputs that agree, of outputs that do not, and of a comparison that cannot be made.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { Exception } from '../../codegen/parity/exceptions.js';
import { transpile } from '../../codegen/parity/transpile.js';
import { root } from '../support/paths.js';
import { codegen, ours, parity, plans, temporaryFolder } from './support.js';

const few = ['--cases', '2000'];

interface Verdict {
  ok: boolean;
  types: number;
  vectors: number;
  fuzz: number;
  seed: number;
  mismatches: number;
  exceptions: { lines: number; uses: number; unused: number };
}

function exceptionsFile(change: (list: Exception[]) => Exception[]): string {
  const list = JSON.parse(readFileSync(path.join(root, 'codegen/parity/exceptions.json'), 'utf8')) as Exception[];
  const file = path.join(temporaryFolder(), 'exceptions.json');
  writeFileSync(file, JSON.stringify(change(list)));
  return file;
}

function expectSeen(args: string[], says: RegExp): void {
  const run = parity(...args);
  assert.equal(run.code, 1, run.stderr + run.stdout);
  assert.match(run.stdout, /^parity: MISMATCH: /);
  assert.match(run.stderr, says);
}

test('both languages agree about our protocol', () => {
  const run = parity();
  assert.equal(run.code, 0, run.stderr);
  assert.equal(run.stderr, '');
  const words =
    /^parity: pass: \d+ types, \d+ vectors, 20000 fuzz cases \(seed 1\), \d+ comparisons, 0 mismatches, \d+ exceptions used \d+ times, [\d.]+ s\n$/;
  assert.match(run.stdout, words);
});

test('both languages agree about a protocol with every kind of field', () => {
  const run = parity(...plans().args, '--json', '--cases', '5000');
  assert.equal(run.code, 0, run.stderr);
  assert.equal((JSON.parse(run.stdout) as Verdict).ok, true);
});

test('the verdict as JSON is one line', () => {
  const run = parity('--json', '--seed', '7', ...few);
  assert.equal(run.code, 0, run.stderr);
  assert.match(run.stdout, /^[^\n]+\n$/);
  const verdict = JSON.parse(run.stdout) as Verdict;
  assert.deepEqual([verdict.ok, verdict.fuzz, verdict.seed, verdict.mismatches], [true, 2000, 7, 0]);
  assert.equal(
    verdict.types,
    ours.name && JSON.parse(readFileSync(`${ours.generated}/protocol.ir.json`, 'utf8')).types.length,
  );
  assert.ok(verdict.vectors > verdict.types * 20);
});

test('an exception that excuses nothing fails, with or without --json', () => {
  const line: Exception = { language: 'c++', check: 'verdict', trait: 'duplicate', why: 'planted' };
  const args = ['--exceptions', exceptionsFile((list) => [...list, line]), ...few];
  expectSeen(args, /exceptions\.json: c\+\+ verdict duplicate excuses nothing \| fix: remove the line/);
  const run = parity(...args, '--json');
  assert.equal(run.code, 1);
  const { ok, exceptions } = JSON.parse(run.stdout) as Verdict;
  assert.deepEqual([ok, exceptions.unused], [false, 1]);
});

test('a difference that nothing excuses names its place, both answers, the vector and the way out', () => {
  const args = ['--exceptions', exceptionsFile((list) => list.filter(({ trait }) => trait !== 'surrogate')), ...few];
  const line =
    /^proto\/a2a\/wire\/\w+\.proto:\d+: \w+: typescript verdict of vector \w+ "whole text: an unpaired surrogate" \| expected parse .* \| C\+\+ parse .* \| TypeScript .* \| input .* \| fix: .*$/m;
  expectSeen(args, line);
});

test('the place is where the member is declared', () => {
  const folder = temporaryFolder();
  const ir = path.join(ours.generated, 'protocol.ir.json');
  const run = codegen('parity', 'ts', '--ir', ir, '--mutate', 'bound-changed', '--out', folder);
  assert.equal(run.code, 0, run.stderr);
  transpile(path.join(folder, 'ts'), path.join(folder, 'js'));
  const found = parity('--typescript', path.join(folder, 'js/index.js'), ...few);
  assert.equal(found.code, 1);
  const line = found.stderr.split('\n').find((text) => text.includes('"artifactId: longest in bytes"')) ?? '';
  const [, file = '', number = '0'] = /^proto\/(\S+?):(\d+): /.exec(line) ?? [];
  const declared = readFileSync(path.join(root, 'proto', file), 'utf8').split('\n')[Number(number) - 1];
  assert.match(declared ?? '', /^ {2}string artifact_id = /, line);
});

test('a comparison that cannot be made is neither', () => {
  const cases: [args: string[], says: RegExp][] = [
    [['--cpp', '/no/such/runner'], /cannot start \/no\/such\/runner/],
    [['--cpp', '/bin/true'], /answered 0 of \d+ requests/],
    [['--cpp', '/bin/false'], /ended with 1/],
    [['--cpp', '/bin/echo'], /a runner/],
    [['--typescript', '/no/such/index.js'], /ended with 1/],
    [['--generated', temporaryFolder()], /protocol\.ir\.json/],
    [['--exceptions', exceptionsFile((list) => list.map((line) => ({ ...line, why: '' })))], /needs language, check/],
  ];
  for (const [args, says] of cases) {
    const run = parity(...args, ...few);
    assert.equal(run.code, 2, args.join(' ') + run.stderr);
    assert.match(run.stderr, /^parity: the comparison could not be made: /);
    assert.match(run.stderr, says);
    assert.equal(run.stdout, '');
  }
});

test('builds of another schema are told before anything is compared', () => {
  const generated = temporaryFolder();
  cpSync(ours.generated, generated, { recursive: true });
  const ir = path.join(generated, 'protocol.ir.json');
  const text = readFileSync(ir, 'utf8');
  const edited = text.replace(/("contract_hash": ")[\da-f]{4}/, '$1dead');
  assert.notEqual(edited, text);
  writeFileSync(ir, edited);
  const again = 'cmake --build \\S+ --target a2a-parity-cpp';
  const cases: [args: string[], says: string][] = [
    [[], again],
    [['--typescript', ours.typescript], `${again}; then compile ${generated}/ts to ${path.dirname(ours.typescript)}`],
  ];
  for (const [args, says] of cases) {
    const run = parity('--generated', generated, ...args, ...few);
    assert.equal(run.code, 2, run.stderr);
    const words = `your builds are old: they are not of the schema in ${generated}\\. Run: ${says}$`;
    assert.match(run.stderr, new RegExp(words, 'm'));
    assert.equal(run.stdout, '');
  }
});

test('a wrong command line is told', () => {
  for (const args of [['--no-such-option'], ['--seed', 'x'], ['--cases', '-1'], ['--seed']]) {
    const run = parity(...args);
    assert.equal(run.code, 64, args.join(' '));
    assert.match(run.stderr, /--help/);
  }
  assert.match(codegen('parity', '--help').stdout, /--self-test/);
  assert.equal(codegen('parity', 'no-such-command').code, 64);
});

// One source: a change of proto/ reaches the C++ codec, the TypeScript type, the validator and the contract hash by
// regenerating alone, and what is generated then still builds. Done on a copy, with the real generator and compilers.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { binary, readIr, root } from '../support/paths.js';

const temp = mkdtempSync(path.join(tmpdir(), 'a2a-schema-'));
after(() => rmSync(temp, { recursive: true, force: true }));

interface Run {
  status: number | null;
  output: string;
}

function run(command: string, args: string[], cwd: string): Run {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 64 << 20 });
  return { status, output: `${stdout}${stderr}` };
}

function mustRun(command: string, args: string[], cwd: string): void {
  const { status, output } = run(command, args, cwd);
  assert.equal(status, 0, `${command} ${args.join(' ').slice(0, 400)}\n${output.slice(-4000)}`);
}

/** A copy of proto/ with `edit` applied to one file, regenerated; `.pb.h` files are there too. */
function regenerate(name: string, file: string, edit: (text: string) => string): string {
  const dir = path.join(temp, name);
  cpSync(path.join(root, 'proto'), path.join(dir, 'proto'), { recursive: true });
  const target = path.join(dir, 'proto', file);
  const before = readFileSync(target, 'utf8');
  const text = edit(before);
  assert.notEqual(text, before, 'the edit changed nothing');
  writeFileSync(target, text);
  mustRun(binary('a2a-codegen'), ['generate'], dir);
  mkdirSync(path.join(dir, 'pb'));
  const protos = readdirSync(path.join(dir, 'proto'), { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.proto'));
  mustRun('protoc', ['-I', 'proto', '--cpp_out=pb', ...protos], dir);
  return dir;
}

const includes = (dir: string): string[] =>
  ['generated/cpp', 'pb'].flatMap((one) => ['-I', path.join(dir, one)]).concat('-I', path.join(root, 'src'));

function compile(dir: string, source: string): Run {
  return run('g++', ['-std=c++20', '-O0', '-fsyntax-only', ...includes(dir), source], dir);
}

const generated = (dir: string, file: string): string => readFileSync(path.join(dir, 'generated', file), 'utf8');
const hashOf = (dir: string): string => (JSON.parse(generated(dir, 'protocol.ir.json')) as { contract_hash: string }).contract_hash;
const currentHash = (readIr() as unknown as { contract_hash: string }).contract_hash;

test('a field added to proto/ changes codec, type, validator and hash in both languages, and all of it builds', async () => {
  const dir = regenerate('field', 'a2a/wire/app.proto', (text) =>
    text.replace('optional string locale = 4;', 'optional string locale = 4;\n  // Which colour the client likes.\n  optional int32 favourite_colour = 77 [(a2a.field).max_value = "7"];'),
  );
  // The hash, the same in the IR and in both languages.
  const hash = hashOf(dir);
  assert.match(hash, /^[0-9a-f]{64}$/);
  assert.notEqual(hash, currentHash);
  assert.ok(generated(dir, 'cpp/a2a/wire/constants.h').includes(hash));
  assert.ok(generated(dir, 'ts/constants.ts').includes(hash));
  // The C++ codec knows the member, and all of the generated library compiles.
  assert.ok(generated(dir, 'cpp/a2a/wire/codec_app.cc').includes('favouriteColour'));
  assert.ok(!readFileSync(path.join(root, 'generated/cpp/a2a/wire/codec_app.cc'), 'utf8').includes('favouriteColour'));
  for (const file of readdirSync(path.join(dir, 'generated/cpp/a2a/wire')).filter((name) => name.endsWith('.cc'))) {
    const { status, output } = compile(dir, path.join(dir, 'generated/cpp/a2a/wire', file));
    assert.equal(status, 0, output.slice(0, 4000));
  }
  // The TypeScript type has the field; without it, or with another type, the use does not compile.
  writeFileSync(path.join(dir, 'package.json'), '{"type":"module"}');
  symlinkSync(path.join(root, 'node_modules'), path.join(dir, 'node_modules'));
  const use = (value: string): string =>
    `import type { HandshakeParams } from './generated/ts/index.js';\nexport const p: HandshakeParams = { protocolVersion: 10, favouriteColour: ${value} };\n`;
  const tsc = (value: string): Run => {
    writeFileSync(path.join(dir, 'use.ts'), use(value));
    const config = { extends: path.join(root, 'tsconfig.json'), compilerOptions: { rootDir: '.', outDir: 'out', tsBuildInfoFile: 'out/i' }, include: ['generated/ts', 'use.ts'] };
    writeFileSync(path.join(dir, 'tsconfig.json'), JSON.stringify(config));
    return run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.json'], dir);
  };
  assert.match(tsc('"red"').output, /use\.ts.*TS2322/);
  const built = tsc('3');
  assert.equal(built.status, 0, built.output);
  // And so does the validator.
  interface Generated {
    diagnose: (table: unknown, value: unknown) => { path: string } | undefined;
    HandshakeParamsTable: unknown;
  }
  const changed = (await import(pathToFileURL(path.join(dir, 'out/generated/ts/index.js')).href)) as Generated;
  const current = (await import('../../generated/ts/index.js')) as Generated;
  const told = (of: Generated, favouriteColour: unknown): string | undefined =>
    of.diagnose(of.HandshakeParamsTable, { protocolVersion: 10, favouriteColour })?.path;
  assert.deepEqual([told(changed, 3), told(changed, 8), told(changed, 'red')], [undefined, '/favouriteColour', '/favouriteColour']);
  assert.equal(told(current, 3), '/favouriteColour', 'the committed validator does not know it');
});

test('a comment changed in proto/ changes no hash', () => {
  const dir = regenerate('comment', 'a2a/wire/app.proto', (text) => text.replace('// How the host is doing.', '// How the host feels.'));
  assert.equal(hashOf(dir), currentHash);
  assert.ok(generated(dir, 'ts/methods.ts').includes('How the host feels.'));
});

test('a method removed from proto/ leaves the dispatch table, and the handler it had no longer builds', () => {
  const dir = regenerate('method', 'a2a/wire/agents.proto', (text) => text.replace(/\n {2}\/\/[^\n]*\n {2}rpc NewRun[\s\S]*?\n {2}\}/, ''));
  const table = (where: string): string => readFileSync(path.join(where, 'generated/cpp/a2a/wire/dispatch.cc'), 'utf8');
  assert.match(table(root), /NewRun/);
  // The dispatcher answers NOT_FOUND to every name that has no row (app.test.ts).
  assert.doesNotMatch(table(dir), /NewRun/);
  assert.doesNotMatch(generated(dir, 'cpp/a2a/wire/constants.h'), /NewRun/);
  assert.doesNotMatch(generated(dir, 'ts/methods.ts'), /newRun/);
  const { status, output } = compile(dir, path.join(root, 'src/broker/agents_service.cc'));
  assert.notEqual(status, 0, 'the handler of a method that is gone still builds');
  assert.match(output, /NewRun.*override/);
});

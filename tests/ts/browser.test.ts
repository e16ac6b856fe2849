// The output needs nothing but the language: it compiles without the types of Node, with and without those of a browser,
// bundles for one, and the bundle runs where no global of Node is.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import vm from 'node:vm';
import { buildSync } from 'esbuild';
import type * as p from '../../generated/ts/index.js';
import { root } from '../support/paths.js';

const globals = ['process', 'Buffer', 'require', 'global', 'setTimeout', 'TextEncoder', 'URL', 'fetch', 'window'];

function bundle(...entry: string[]): { code: string; inputs: string[] } {
  const { outputFiles, metafile } = buildSync({
    stdin: { contents: entry.join('\n'), resolveDir: root, loader: 'ts' },
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'bundle',
    target: 'es2022',
    minify: true,
    write: false,
    metafile: true,
    absWorkingDir: root,
    logLevel: 'silent',
  });
  return { code: outputFiles[0]?.text ?? '', inputs: Object.keys(metafile.inputs) };
}

/** What the bundle exports, in a context of its own that has the language and nothing else. */
function load<T>(code: string): { exports: T; run: (script: string) => unknown } {
  const context = vm.createContext(Object.create(null) as vm.Context, { codeGeneration: { strings: false, wasm: false } });
  vm.runInContext(code, context);
  const run = (script: string): unknown => vm.runInContext(script, context);
  return { exports: run('bundle') as T, run };
}

for (const lib of ['es2022', 'es2022,dom']) {
  for (const compiler of ['typescript-5.4', 'typescript']) {
    test(`compiles with lib ${lib} and no types of Node: ${compiler}`, () => {
      const args = ['-p', `${root}/tsconfig.generated.json`, '--lib', lib];
      const run = spawnSync(process.execPath, [`${root}/node_modules/${compiler}/bin/tsc`, ...args], { encoding: 'utf8' });
      assert.equal(run.status, 0, run.stdout + run.stderr);
    });
  }
}

test('the bundle holds the generated modules alone', () => {
  const { inputs } = bundle("export * from './generated/ts/index.js';");
  const modules = inputs.filter((input) => input !== '<stdin>');
  assert.ok(modules.length >= 8, modules.join(' '));
  for (const input of modules) assert.match(input, /^generated\/ts\/\w+\.ts$/);
});

test('the context of these tests has none of the globals of Node or of a browser', () => {
  const { run } = load('var bundle = {};');
  for (const name of globals) assert.equal(run(`typeof ${name}`), 'undefined', name);
});

test('a validator in the bundle accepts and refuses', () => {
  const { exports } = load<typeof p>(bundle("export * from './generated/ts/index.js';").code);
  const { diagnose, is, tables, A2A_MAX_TEXT_CHARS } = exports;
  const message = (text: string) => ({ role: 'user', messageId: 'm', parts: [{ kind: 'text', text }] });
  assert.equal(diagnose(tables.Message, message('é'.repeat(A2A_MAX_TEXT_CHARS))), undefined);
  const fault = diagnose(tables.Message, message('é'.repeat(A2A_MAX_TEXT_CHARS + 1)));
  assert.deepEqual([fault?.path, fault?.reason, fault?.actual], ['/parts/0/text', 'chars', A2A_MAX_TEXT_CHARS + 1]);
  assert.equal(is(tables.OkResult, { ok: true }), true);
  assert.equal(is(tables.OkResult, { ok: 'yes' }), false);
});

test('a connection in the bundle sends a call and takes its reply', async () => {
  const { exports } = load<typeof p>(bundle("export { Connection, RpcError } from './generated/ts/index.js';").code);
  const sent: string[] = [];
  const connection = new exports.Connection({ send: (frame) => sent.push(frame) });
  const version = connection.services.app.getVersion();
  const refused = connection.services.app.health();
  const result = { name: 'x', version: '1', protocolVersion: 10, schemaVersion: 1, contractHash: 'h' };
  assert.equal(sent[0], '{"jsonrpc":"2.0","id":"1","method":"app.getVersion","params":{}}');
  const reply = `${JSON.stringify({ jsonrpc: '2.0', id: '1', result })}\n{"jsonrpc":"2.0","id":"2","error":{"code":1,"message":"no"}}\n`;
  for (let at = 0; at < reply.length; at += 7) connection.feed(reply.slice(at, at + 7));
  assert.equal(JSON.stringify(await version), JSON.stringify(result));
  await assert.rejects(refused, exports.RpcError);
});

test('a validator alone brings no other protocol part into the bundle', () => {
  const { code } = bundle(
    "import { diagnose } from './generated/ts/diagnose.js';",
    "import { TokenParamsTable } from './generated/ts/validators.js';",
    'export const check = (value: unknown) => diagnose(TokenParamsTable, value);',
  );
  const { exports } = load<{ check: (value: unknown) => p.Fault | undefined }>(code);
  assert.equal(exports.check({ token: 't' }), undefined);
  assert.equal(exports.check({})?.path, '/token');
  assert.doesNotMatch(code, /TaskArtifactUpdateEvent|a2a\.message\.send/);
});

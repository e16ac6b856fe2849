// Where the daemon is looked for: option, variable, platform package, PATH.
import assert from 'node:assert/strict';
import { chmodSync, copyFileSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { test, type TestContext } from 'node:test';
import { findBinary, platformPackage } from '../../src/client/index.js';
import { hostd, tempDir } from './support.js';
import { root } from '../support/paths.js';

function programAt(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o755);
  return file;
}

/** findBinary as it runs in a project that has the platform package installed. */
function inProject(t: TestContext, env: NodeJS.ProcessEnv): string {
  const project = realpathSync(tempDir(t));
  const bin = programAt(path.join(project, 'node_modules', platformPackage, 'bin', 'a2a-hostd'));
  writeFileSync(path.join(project, 'node_modules', platformPackage, 'package.json'), '{"version":"1.0.0"}');
  for (const file of ['src/client/host_binary.js', 'generated']) {
    mkdirSync(path.join(project, 'src/client'), { recursive: true });
    const from = path.join(root, 'build/ts', file);
    if (file.endsWith('.js')) copyFileSync(from, path.join(project, file));
    else symlinkSync(from, path.join(project, file));
  }
  writeFileSync(path.join(project, 'package.json'), '{"type":"module"}');
  const script = `import { findBinary } from './src/client/host_binary.js'; console.log(findBinary(undefined, process.env));`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: project, env, encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  return path.relative(path.dirname(bin), run.stdout.trim());
}

test('the option comes first, then the variable, then PATH', (t) => {
  const dir = tempDir(t);
  const one = programAt(path.join(dir, 'one'));
  const two = programAt(path.join(dir, 'two'));
  const three = programAt(path.join(dir, 'bin/a2a-hostd'));
  const env = { A2A_HOSTD: two, PATH: `/nowhere:${path.dirname(three)}` };
  assert.equal(findBinary(one, env), one);
  assert.equal(findBinary(undefined, env), two);
  assert.equal(findBinary(undefined, { PATH: env.PATH }), three);
  assert.equal(findBinary('a2a-hostd', { PATH: env.PATH }), three, 'a bare name is looked for as a shell does');
});

test('the platform package comes after the variable and before PATH', (t) => {
  const elsewhere = path.dirname(hostd);
  assert.equal(inProject(t, { PATH: elsewhere }), 'a2a-hostd');
  assert.notEqual(inProject(t, { PATH: elsewhere, A2A_HOSTD: hostd }), 'a2a-hostd');
});

test('when there is none, the error names all four places', () => {
  assert.throws(
    () => findBinary(undefined, { PATH: '/nowhere' }),
    (error: unknown) => {
      assert.ok(error instanceof Error);
      for (const place of [
        /option "binary": not set/,
        /variable A2A_HOSTD: not set/,
        /package @a2a-host\/hostd-\S+: not installed/,
        /PATH: no a2a-hostd in \/nowhere/,
      ]) {
        assert.match(error.message, place);
      }
      return true;
    },
  );
});

test('what is named and is no program is an error, never passed over', (t) => {
  const PATH = path.dirname(programAt(path.join(tempDir(t), 'a2a-hostd')));
  assert.throws(() => findBinary('/no/such', { PATH }), /option "binary": \/no\/such is no program/);
  assert.throws(() => findBinary(undefined, { PATH, A2A_HOSTD: '/no/such' }), /variable A2A_HOSTD: \/no\/such is no program/);
  assert.throws(() => findBinary('/tmp', { PATH }), /\/tmp is no program/);
});

test('nothing passes through a shell', (t) => {
  const odd = programAt(path.join(tempDir(t), "a b;touch 'x' $(id)", 'host'));
  assert.equal(findBinary(odd, {}), odd);
});

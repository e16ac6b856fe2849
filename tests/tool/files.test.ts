// Files that a model names are read below the given roots only.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { A2A_MAX_FILE_BYTES } from '../../generated/ts/index.js';
import { readFilesBelow } from '../../src/client/tool/index.js';
import { connect, tempDir } from '../client/support.js';
import { recommended, world } from './world.js';

test('only regular files whose real path is below a root', async (t) => {
  const dir = tempDir(t);
  const root = path.join(dir, 'root');
  mkdirSync(path.join(root, 'sub'), { recursive: true });
  mkdirSync(path.join(dir, 'root-evil'));
  writeFileSync(path.join(root, 'a.md'), 'hello');
  writeFileSync(path.join(root, 'sub', 'b.bin'), 'bytes');
  writeFileSync(path.join(dir, 'secret'), 'secret');
  writeFileSync(path.join(dir, 'root-evil', 'x'), 'secret');
  writeFileSync(path.join(root, '..hidden'), 'fine');
  symlinkSync(path.join(root, 'a.md'), path.join(root, 'inside'));
  symlinkSync(path.join(dir, 'secret'), path.join(root, 'outside'));
  symlinkSync(dir, path.join(root, 'up'));
  execFileSync('mkfifo', [path.join(root, 'pipe')]);
  writeFileSync(path.join(root, 'big'), '');
  truncateSync(path.join(root, 'big'), A2A_MAX_FILE_BYTES + 1);
  const read = readFilesBelow([root]);
  const bytes = async (file: string): Promise<string> => Buffer.from((await read(file)).bytes ?? '', 'base64').toString();
  assert.deepEqual(await read('a.md'), { name: 'a.md', mimeType: 'text/markdown', bytes: Buffer.from('hello').toString('base64') });
  assert.equal(await bytes('sub/b.bin'), 'bytes');
  assert.equal(await bytes('sub/../a.md'), 'hello');
  assert.equal(await bytes(path.join(root, 'a.md')), 'hello');
  assert.equal(await bytes('inside'), 'hello');
  assert.equal(await bytes('..hidden'), 'fine');
  for (const file of [
    '../secret',
    'outside',
    'up/secret',
    path.join(dir, 'secret'),
    '../root-evil/x',
    'missing',
    '',
    '.',
    '/etc/passwd',
    'a\0b',
    '/proc/self/environ',
  ]) {
    await assert.rejects(read(file), /no readable file|not a regular file/, file);
  }
  await assert.rejects(read('pipe'), /not a regular file/);
  await assert.rejects(read('sub'), /not a regular file/);
  await assert.rejects(read('big'), /20\.0 MiB/);
});

test('files arrive; what cannot be read is refused whole, without a word about the disk', async (t) => {
  const dir = tempDir(t);
  writeFileSync(path.join(dir, 'a.txt'), 'the content');
  const w = await world(await connect(t), { readFile: readFilesBelow([dir]) });
  const { value, text } = await w.tool.execute({ action: 'send', to: 'reviewer', files: ['a.txt'] });
  assert.ok(value.ok, text);
  const [message] = (await w.reviewer.get(value.task ?? '')).history;
  assert.deepEqual(message?.parts, [
    { kind: 'file', file: { name: 'a.txt', mimeType: 'text/plain', bytes: Buffer.from('the content').toString('base64') } },
  ]);
  const refused = await w.tool.execute({ action: 'send', to: 'reviewer', text: 'See', files: ['a.txt', '/etc/passwd'] });
  assert.match(
    refused.text,
    /^Refused, nothing was sent: There is no readable file "\/etc\/passwd" in the folders that may be sent from\./,
  );
  assert.deepEqual(recommended(refused.text), { action: 'send', to: 'reviewer', text: 'See\nFiles: a.txt, /etc/passwd' });
  assert.equal((await w.planner.list({ role: 'requester' })).tasks.length, 3, 'nothing was sent');
});

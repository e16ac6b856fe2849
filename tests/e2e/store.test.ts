// Contract sections 7 and 8: one owner, bad databases, exit codes.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { Agent } from './support/agents.js';
import { faultyHost, seconds } from './support/faults.js';
import { Host, query, tempDir } from './support/host.js';

/** Starts a daemon that must refuse, and returns what it said. */
async function refusal(t: TestContext, db: string, code: number, argv?: string[]): Promise<string> {
  const host = await Host.start(t, { db, handshake: false, ...(argv === undefined ? {} : { argv }) });
  assert.deepEqual(await host.waitExit(), { code, signal: null }, host.stderr);
  assert.equal(host.frames.length, 0, 'nothing goes to stdout');
  assert.ok(host.stderr.trim().length > 0, 'it says why');
  return host.stderr;
}

const digest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** A closed database of a real session. */
async function usedDatabase(t: TestContext): Promise<string> {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  for (let i = 0; i < 20; i++) await asker.open(worker.id, 'x'.repeat(1000));
  await host.end();
  return host.db;
}

test('a second daemon on the same file exits 75 and names the pid of the first, also through links and ..', async (t) => {
  const host = await Host.start(t);
  const dir = path.dirname(host.db);
  mkdirSync(path.join(dir, 'sub'));
  symlinkSync(host.db, path.join(dir, 'link.db'));
  symlinkSync(dir, path.join(dir, 'sub/folder'));
  symlinkSync('link.db', path.join(dir, 'link2.db'));
  for (const name of ['host.db', 'sub/../host.db', './host.db', 'link.db', 'link2.db', 'sub/folder/host.db', 'sub/folder/link.db']) {
    assert.match(await refusal(t, `${dir}/${name}`, 75), new RegExp(`\\b${host.pid}\\b`), name);
  }
  await host.call('app.health', {});
  await host.end();
  await (await Host.start(t, { db: path.join(dir, 'link.db') })).end();
});

test('the lock goes with its owner, also when that was killed', async (t) => {
  const host = await Host.start(t);
  await host.kill();
  await (await Host.start(t, { db: host.db })).end();
});

test('the lock file is opened without following links', async (t) => {
  const dir = tempDir(t);
  await Host.start(t, { db: `${dir}/a.db` });
  const lock = readdirSync(dir).find((name) => name.includes('lock'));
  assert.ok(lock !== undefined, readdirSync(dir).join(' '));
  writeFileSync(`${dir}/victim`, 'precious');
  symlinkSync(`${dir}/victim`, `${dir}/${lock.replace('a.db', 'b.db')}`);
  const second = await Host.start(t, { db: `${dir}/b.db`, handshake: false });
  const { code } = await second.waitExit();
  assert.ok(code === 73 || code === 75, String(code));
  assert.equal(readFileSync(`${dir}/victim`, 'utf8'), 'precious');
});

const patches: [what: string, code: number, patch: (file: string) => void][] = [
  ['a text file', 65, (file) => writeFileSync(file, 'this is no database, but a text of some length\n'.repeat(50))],
  ['a short text file', 65, (file) => writeFileSync(file, 'x')],
  ['flipped magic bytes', 65, (file) => patchBytes(file, 0, Buffer.from('SQLITE'))],
  ['a header that makes no sense', 65, (file) => patchBytes(file, 16, Buffer.alloc(40, 0xff))],
  ['the application id of somebody else', 65, (file) => patchBytes(file, 68, Buffer.from('abcd'))],
  ['half of it missing', 65, (file) => truncateSync(file, 4096 + 512)],
  ['an old version with our tables', 65, (file) => patchBytes(file, 60, Buffer.from([0, 0, 0, 11]))],
  ['a newer schema', 78, (file) => patchBytes(file, 60, Buffer.from([0, 0, 0, 99]))],
];

function patchBytes(file: string, at: number, bytes: Buffer): void {
  const whole = readFileSync(file);
  bytes.copy(whole, at);
  writeFileSync(file, whole);
}

for (const [what, code, patch] of patches) {
  test(`refused untouched with exit code ${code}: ${what}`, async (t) => {
    const source = await usedDatabase(t);
    const file = path.join(tempDir(t), 'bad.db');
    copyFileSync(source, file);
    patch(file);
    const before = digest(file);
    assert.match(await refusal(t, file, code), /bad\.db/);
    assert.equal(digest(file), before, 'it was changed');
    assert.ok(!existsSync(`${file}-wal`) || statSync(`${file}-wal`).size === 0);
  });
}

test('a database that cannot be created is exit code 73: a folder, a missing root, a file as folder', async (t) => {
  const dir = tempDir(t);
  writeFileSync(`${dir}/file`, '');
  await refusal(t, dir, 73);
  await refusal(t, `${dir}/file/host.db`, 73);
  await refusal(t, '/proc/none/host.db', 73);
});

test('an empty file becomes a database of the newest version', async (t) => {
  const file = path.join(tempDir(t), 'empty.db');
  writeFileSync(file, '');
  const host = await Host.start(t, { db: file });
  const { schemaVersion } = await host.call('app.health', {});
  await host.end();
  const header = readFileSync(file).subarray(0, 100);
  assert.equal(header.readUInt32BE(60), schemaVersion);
  assert.notEqual(header.readUInt32BE(68), 0);
});

test('folders we create are 0700, files 0600', async (t) => {
  const dir = tempDir(t);
  const host = await Host.start(t, { db: `${dir}/a/b/host.db` });
  await Agent.register(host, 'x');
  for (const folder of ['a', 'a/b']) assert.equal(statSync(path.join(dir, folder)).mode & 0o777, 0o700, folder);
  for (const name of readdirSync(`${dir}/a/b`)) assert.equal(statSync(`${dir}/a/b/${name}`).mode & 0o777, 0o600, name);
  await host.end();
});

test('wrong usage is exit code 64 and says what was wrong', async (t) => {
  const db = path.join(tempDir(t), 'host.db');
  const cases: [string[], RegExp][] = [
    [['serve', '--no-such-flag'], /no-such-flag/],
    [['no-such-command'], /no-such-command/],
    [['serve', '--db'], /db/],
    [['serve', '--db', db, '--max-frame-bytes', 'many'], /max-frame-bytes/],
    [['serve', '--db', db, '--max-frame-bytes', '-1'], /max-frame-bytes/],
    [['serve', '--db', db, '--durability', 'maybe'], /durability/],
    [['serve', '--db', db, 'extra'], /extra/],
  ];
  for (const [argv, says] of cases) assert.match(await refusal(t, db, 64, argv), says);
  assert.ok(!existsSync(db));
});

test('a wrong environment variable is exit code 64 too', async (t) => {
  const db = path.join(tempDir(t), 'host.db');
  const host = await Host.start(t, { db, handshake: false, env: { A2A_MAX_FRAME_BYTES: 'many' } });
  assert.equal((await host.waitExit()).code, 64);
  assert.match(host.stderr, /A2A_MAX_FRAME_BYTES/);
});

test('the database can be read by others while the daemon runs: the stored body is the wire JSON', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id, 'a text to be found');
  await host.end();
  const bytes = readFileSync(host.db);
  const message = task.history[0];
  assert.ok(message !== undefined && bytes.includes('"text":"a text to be found"'));
  assert.ok(bytes.includes(`"messageId":"${message.messageId}"`));
});

test('in a quiet moment the log moves into the database, and room is made for what comes', async (t) => {
  const { host, control } = await faultyHost(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id, 'before');
  const size = (): number => statSync(`${host.db}-wal`).size;
  assert.ok(size() > 0 && size() < 1 << 20, String(size()));
  const moved = (): boolean => readFileSync(host.db).includes(`"text":"before"`);
  assert.ok(!moved());
  control.clocks({ monotonicMs: 1 * seconds });
  // Calls keep the daemon awake, and reads leave the moment quiet.
  while (size() < 16 << 20) await host.call('app.health', {});
  assert.ok(moved());
  await asker.follow(task.id, 'after');
  assert.equal(size(), 16 << 20);
  await host.kill();
  const next = await Host.start(t, { db: host.db });
  assert.equal(query(host.db, `SELECT count(*) FROM a2a_messages WHERE task_id = '${task.id}'`), '2');
  assert.equal(size(), 0);
  await next.end();
});

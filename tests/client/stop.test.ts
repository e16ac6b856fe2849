// A host that hangs, and a client that is killed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { CallTimeoutError, isA2AError } from '../../src/client/index.js';
import { root } from '../support/paths.js';
import { alive, connect, deadlineMs, eventually, hostd, pidOf, register, signal, tempDir, textOfEvent, told } from './support.js';

test('a stopped host: calls reject at their own deadlines; when it goes on so does the session, and nothing is doubled', async (t) => {
  const client = await connect(t);
  const [asker, worker] = [await register(client, 'asker'), await register(client, 'worker')];
  const pid = pidOf(client);
  const first = await asker.send({ to: 'worker', text: 'before' });
  process.kill(pid, 'SIGSTOP');
  try {
    const rejected: string[] = [];
    const lost = async (name: string, call: Promise<unknown>): Promise<void> => {
      await assert.rejects(call, (error: unknown) => error instanceof CallTimeoutError && error.retryable);
      rejected.push(name);
    };
    const ids = { messageId: 'sent while it hung' };
    const abort = new AbortController();
    const aborted = assert.rejects(asker.wait({ task: first, seconds: 120, signal: abort.signal }), /enough/);
    await Promise.all([
      lost('long', client.app.health({}, { timeoutMs: 400 })),
      lost('short', asker.send({ to: 'worker', text: 'while', ...ids }, { timeoutMs: 20 })),
      lost('middle', asker.get(first, { timeoutMs: 200 })),
    ]);
    assert.deepEqual(rejected, ['short', 'middle', 'long']);
    // A wait ends at its own time too, and says that it was over.
    assert.deepEqual(await asker.wait({ task: first, seconds: 0.1 }), { events: [], more: false, timedOut: true });
    abort.abort(new Error('enough'));
    await aborted;
    await lost('repeat', asker.send({ to: 'worker', text: 'while', ...ids }, { timeoutMs: 20 }));
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  // The same message once more: the host has run the first by now, and knows the others again.
  const second = await asker.send({ to: 'worker', text: 'while', messageId: 'sent while it hung' });
  await asker.send({ to: 'worker', text: 'after' });
  const heard: (string | undefined)[] = [];
  while (heard.length < 3) heard.push(...(await worker.wait()).events.map(textOfEvent));
  assert.deepEqual(heard, ['before', 'while', 'after']);
  assert.equal((await asker.get(second)).historyTotal, 1);
  await worker.complete(first, 'done');
  assert.deepEqual((await asker.wait({ task: first })).events.map(told), ['completed']);
  assert.equal((await client.app.health()).openTasks, 2);
});

test('a registration that was given up ends again when its reply comes', async (t) => {
  const client = await connect(t);
  const pid = pidOf(client);
  process.kill(pid, 'SIGSTOP');
  try {
    await assert.rejects(register(client, 'ghost', { timeoutMs: 20 }), CallTimeoutError);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await eventually('nobody is registered', async () => (await client.app.health()).agents === 0);
});

test('dispose() kills a host that does not end, and everything pending settles', async (t) => {
  const client = await connect(t);
  const asker = await register(client, 'asker');
  signal(client, 'SIGSTOP');
  const pending = assert.rejects(asker.list(), (error: unknown) => isA2AError(error, 'HOST_UNAVAILABLE'));
  assert.deepEqual(await client.dispose(50), { code: null, signal: 'SIGKILL' });
  await pending;
  await assert.rejects(asker.list(), (error: unknown) => isA2AError(error, 'HOST_UNAVAILABLE'));
  await assert.rejects(client.app.health(), (error: unknown) => isA2AError(error, 'HOST_UNAVAILABLE'));
});

test('two dispose() side by side await the same end', async (t) => {
  const client = await connect(t);
  const pid = pidOf(client);
  const first = client.dispose();
  const second = client.dispose();
  const ended = { code: 0, signal: null };
  assert.deepEqual(await second, ended);
  assert.equal(alive(pid), false);
  assert.deepEqual(await first, ended);
});

test('a second dispose() may have less patience than the first', async (t) => {
  const client = await connect(t);
  signal(client, 'SIGSTOP');
  const first = client.dispose(deadlineMs * 10);
  const killed = { code: null, signal: 'SIGKILL' };
  assert.deepEqual(await client.dispose(20), killed);
  assert.deepEqual(await first, killed);
});

test('dispose() during a restart keeps its grace time though the new host never shakes hands', async (t) => {
  const file = path.join(tempDir(t), 'host');
  symlinkSync(hostd, file);
  const client = await connect(t, { binary: file, restart: true });
  await register(client, 'agent');
  const started = path.join(path.dirname(file), 'started');
  rmSync(file);
  // It reads nothing, and what it starts holds its pipes beyond its own end.
  writeFileSync(file, `#!/bin/sh\nsleep 600 &\necho $! > '${started}'\nmv '${started}' '${started}.pid'\nwait\n`, { mode: 0o755 });
  signal(client, 'SIGKILL');
  await eventually('the next host was started', () => existsSync(`${started}.pid`));
  const child = Number(readFileSync(`${started}.pid`, 'utf8'));
  t.after(() => process.kill(child, 'SIGKILL'));
  const waiting = assert.rejects(client.app.health({}, { timeoutMs: Infinity }), (error: unknown) => isA2AError(error, 'HOST_UNAVAILABLE'));
  const [first, second] = await Promise.all([client.dispose(50), client.dispose(50)]);
  assert.deepEqual([first, second], Array(2).fill({ code: null, signal: 'SIGKILL' }));
  await waiting;
  assert.equal(client.pid, undefined);
});

test('SIGKILL of the Node process: the daemon ends by itself', async (t) => {
  const script = `
    import { Client } from '${path.join(root, 'build/ts/src/client/index.js')}';
    const client = await Client.connect({ name: 'doomed', binary: '${hostd}', db: process.argv[1] });
    await client.app.health();
    console.log(client.pid);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, path.join(tempDir(t), 'host.db')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = Number(await new Promise((resolve) => child.stdout.once('data', resolve)));
  assert.ok(pid > 1 && alive(pid));
  const killed = performance.now();
  child.kill('SIGKILL');
  await eventually('the daemon is gone', () => !alive(pid));
  t.diagnostic(`gone ${Math.round(performance.now() - killed)} ms after the client`);
});

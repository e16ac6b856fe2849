// Functions of the caller that throw: an uncaught exception each, and nothing is lost because of it.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { isA2AError } from '../../src/client/index.js';
import { connect, eventually, pidOf, register, signal, tempDir, told } from './support.js';

/** Exceptions that nobody caught while the test ran; the runner's own listeners are put back at its end. */
function uncaught(t: TestContext): unknown[] {
  const seen: unknown[] = [];
  const listeners = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', (error: Error) => seen.push(error.message));
  t.after(() => {
    process.removeAllListeners('uncaughtException');
    for (const listener of listeners) process.on('uncaughtException', listener);
  });
  return seen;
}

function throwing(): never {
  throw new Error('a fault of the caller');
}

test('onNotification: replies and events in the same chunk arrive all the same', async (t) => {
  const seen = uncaught(t);
  const client = await connect(t, { onNotification: throwing });
  const [asker, worker] = [await register(client, 'asker'), await register(client, 'worker')];
  const calls = Array.from({ length: 50 }, (_, number) => asker.send({ to: 'worker', text: String(number) }, { timeoutMs: 5_000 }));
  const lost = (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected');
  assert.deepEqual(lost, []);
  await eventually('all events are here', () => worker.pending.length === 50);
  assert.deepEqual(seen, Array(50).fill('a fault of the caller'));
});

test('onPush: the listener of the client hears of it too, and later replies arrive', async (t) => {
  const seen = uncaught(t);
  const heard: string[] = [];
  const client = await connect(t, { onNotification: ({ method }) => heard.push(method) });
  const asker = await register(client, 'asker', { onPush: throwing });
  const worker = await register(client, 'worker');
  const task = await asker.send({ to: 'worker', text: 'x' }, { pushNotificationConfig: { id: 'p' } });
  await worker.complete(task, 'done');
  assert.deepEqual((await asker.wait({ task })).events.map(told), ['completed']);
  await client.app.health();
  assert.deepEqual(seen, ['a fault of the caller']);
  assert.equal(heard.length, 3, heard.join());
});

test('onLost: the other agents are told as well', async (t) => {
  const seen = uncaught(t);
  const client = await connect(t);
  const [first, second] = [await register(client, 'first', { onLost: throwing }), await register(client, 'second')];
  const loops = [first, second].map((agent) =>
    assert.rejects(agent.events().next(), (error: unknown) => isA2AError(error, 'HOST_UNAVAILABLE')),
  );
  signal(client, 'SIGKILL');
  await Promise.all(loops);
  assert.deepEqual(seen, ['a fault of the caller']);
});

test('onLost after a restart: the client and its other agents go on', async (t) => {
  const seen = uncaught(t);
  const db = path.join(tempDir(t), 'host.db');
  const client = await connect(t, { restart: true, db });
  const [first, second] = [await register(client, 'first', { onLost: throwing }), await register(client, 'second')];
  const loops = [first, second].map((agent) =>
    assert.rejects(agent.events().next(), (error: unknown) => isA2AError(error, 'A2A_UNKNOWN_TOKEN')),
  );
  // Its store goes; the running host does not notice, the next one knows nobody.
  for (const end of ['', '-wal', '-shm']) rmSync(db + end, { force: true });
  signal(client, 'SIGKILL');
  await Promise.all(loops);
  assert.equal((await register(client, 'third')).id, 'third');
  assert.deepEqual(seen, ['a fault of the caller']);
});

test('onLog and onRestart: the host is read on', async (t) => {
  const seen = uncaught(t);
  const client = await connect(t, { restart: true, onLog: throwing, onRestart: throwing });
  const agent = await register(client, 'agent');
  const pid = pidOf(client);
  signal(client, 'SIGKILL');
  await eventually('another host is there', () => client.pid !== undefined && client.pid !== pid);
  assert.deepEqual(await agent.discover(), []);
  assert.ok(seen.length >= 1);
});

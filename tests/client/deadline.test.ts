// A call that is given up before it began, while there is no host to make it.
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test, type TestContext } from 'node:test';
import { before } from '../../src/client/deadline.js';
import { connect, eventually, register, signal } from './support.js';

const aborted = AbortSignal.abort(new Error('not wanted'));

/** Rejections that nobody handled while the test ran; the runner's own listeners are put back at its end. */
function unhandled(t: TestContext): unknown[] {
  const seen: unknown[] = [];
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (why) => seen.push(why));
  t.after(() => {
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
  });
  return seen;
}

/** Unhandled rejections are told after the microtasks of a turn. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a call with an aborted signal after dispose() rejects once, and nothing is left unhandled', async (t) => {
  const seen = unhandled(t);
  const client = await connect(t);
  await client.dispose();
  await assert.rejects(client.app.health({}, { signal: aborted }), /not wanted/);
  await assert.rejects(register(client, 'late', { signal: aborted }), /not wanted/);
  await nextTurn();
  assert.deepEqual(seen, []);
});

test('a call with an aborted signal during a restart that fails leaves nothing unhandled', async (t) => {
  const seen = unhandled(t);
  const client = await connect(t, { restart: { maxAttempts: 1, initialMs: 200 } });
  const agent = await register(client, 'agent');
  signal(client, 'SIGKILL');
  await eventually('the host went', () => client.pid === undefined);
  await assert.rejects(agent.newRun({ signal: aborted }), /not wanted/);
  await assert.rejects(client.app.health({}, { signal: aborted }), /not wanted/);
  await client.dispose();
  await nextTurn();
  assert.deepEqual(seen, []);
});

test('a deadline or abort takes its listener and timer with it', async () => {
  const never = new Promise<never>(() => undefined);
  const stop = new AbortController();
  await assert.rejects(before(never, 'call', 1, { signal: stop.signal }), /no reply within 1 ms/);
  assert.equal(getEventListeners(stop.signal, 'abort').length, 0);
  const given = assert.rejects(before(never, 'call', 60_000, { signal: stop.signal }), /no more/);
  stop.abort(new Error('no more'));
  await given;
});

test('many calls, waits and loops on one signal share a listener, and leave none behind', async (t) => {
  const client = await connect(t);
  const agent = await register(client, 'agent');
  const stop = new AbortController();
  const { signal: shared } = stop;
  const ends = Array.from({ length: 20 }, () => [
    assert.rejects(client.app.health({}, { signal: shared }), /no more/),
    assert.rejects(agent.wait({ signal: shared }), /no more/),
    agent.events(shared).next(),
    before(new Promise(() => undefined), 'call', 60_000, { signal: shared }).catch(() => undefined),
  ]).flat();
  assert.equal(getEventListeners(shared, 'abort').length, 1);
  stop.abort(new Error('no more'));
  await Promise.all(ends);
  assert.equal(getEventListeners(shared, 'abort').length, 0);
});

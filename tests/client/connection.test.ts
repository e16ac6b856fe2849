// The TypeScript client against the real daemon: every pending call settles.
import assert from 'node:assert/strict';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { HostNotification } from '../../generated/ts/index.js';
import { Client } from '../../src/client/client.js';
import { A2AError, HostUnavailableError } from '../../src/client/errors.js';
import { LineReader } from '../../src/client/line_reader.js';
import { binary } from '../support/paths.js';
import { card, text } from '../e2e/support/agents.js';
import { tempDir } from '../e2e/support/host.js';

async function connect(t: TestContext, heard: HostNotification[] = []): Promise<Client> {
  const client = await Client.connect({
    name: 'test',
    binary: binary('a2a-hostd'),
    db: path.join(tempDir(t), 'host.db'),
    onNotification: (one) => heard.push(one),
  });
  t.after(() => client.dispose());
  return client;
}

async function pair(client: Client): Promise<{ asker: string; worker: string }> {
  const register = (name: string): Promise<{ token: string }> => client.agents.register({ contextId: 'ctx', card: card(name) });
  return { asker: (await register('asker')).token, worker: (await register('worker')).token };
}

test('calls are typed and answered, notifications arrive in order', async (t) => {
  const heard: HostNotification[] = [];
  const client = await connect(t, heard);
  const { asker, worker } = await pair(client);
  const { task } = await client.messages.send({ token: asker, message: text('x', { to: 'worker' }) });
  await client.tasks.status({ token: worker, id: task.id, state: 'completed' });
  await client.app.health();
  assert.deepEqual(
    heard.map(({ method, params }) => [method, params.recipient]),
    [
      ['a2a.task.event', 'worker'],
      ['a2a.task.event', 'asker'],
    ],
  );
});

test('a refusal is an A2AError with code, errorCode, data and retryable', async (t) => {
  const client = await connect(t);
  const { asker } = await pair(client);
  await assert.rejects(client.tasks.get({ token: asker, id: 'none' }), (error: unknown) => {
    assert.ok(error instanceof A2AError);
    assert.deepEqual([error.method, error.code, error.errorCode, error.retryable], ['a2a.tasks.get', 1400, 'A2A_UNKNOWN_TASK', false]);
    return true;
  });
});

test('a pending call settles at its timeout, at its abort, and when the host ends', async (t) => {
  const client = await connect(t);
  const { asker } = await pair(client);
  const blocking = (signal?: AbortSignal, timeoutMs?: number): Promise<unknown> =>
    client.messages.send(
      { token: asker, message: text('x', { to: 'worker' }), configuration: { blocking: true } },
      {
        ...(signal === undefined ? {} : { signal }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      },
    );
  await assert.rejects(blocking(undefined, 1), /no reply within 1 ms/);
  const abort = new AbortController();
  const aborted = assert.rejects(blocking(abort.signal), /enough/);
  abort.abort(new Error('enough'));
  await aborted;
  await assert.rejects(blocking(abort.signal), /enough/);
  const parked = blocking();
  const { code } = (await client.dispose()) ?? {};
  assert.equal(code, 0);
  assert.ok(await parked, 'a graceful end answers what is parked');
  await assert.rejects(client.app.health(), HostUnavailableError);
});

test('a host that cannot be started rejects connect', async (t) => {
  await assert.rejects(Client.connect({ name: 'test', binary: '/no/such/binary', db: `${tempDir(t)}/x.db` }), /was not found/);
  await assert.rejects(Client.connect({ name: 'test', binary: binary('a2a-hostd'), db: '/proc/none/x.db' }), HostUnavailableError);
});

test('lines are cut at 0x0A alone, wherever the chunks end', () => {
  const whole = Buffer.from('{"a":"ü😀\u2028"}\n\n{"b":1}\nrest', 'utf8');
  for (let size = 1; size <= whole.length; size++) {
    const reader = new LineReader();
    const lines: string[] = [];
    for (let at = 0; at < whole.length; at += size) lines.push(...reader.push(whole.subarray(at, at + size)).map(String));
    assert.deepEqual(lines, ['{"a":"ü😀\u2028"}', '', '{"b":1}']);
    assert.equal(String(reader.rest), 'rest');
  }
});

// Contract section 1, errors: every error of the table in scope is provoked over the real pipe.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readIr } from '../support/paths.js';
import { Agent, card, text } from './support/agents.js';
import { expectWire, Host } from './support/host.js';

const ir = readIr();
const seen = new Set<string>();
const codes = new Map(ir.errors.map(({ name, code }) => [name, code]));

/** The error is this one, with its code of the catalogue, and its text is no secret's grave. */
function expect(error: Parameters<typeof expectWire>[0], code: number, name: string, data: Record<string, unknown> = {}): ReturnType<typeof expectWire> {
  assert.equal(codes.get(name), code, `the catalogue's code of ${name}`);
  const wire = expectWire(error, code, name, data);
  assert.doesNotMatch(wire.message, /SELECT|INSERT|sqlite|\/tmp\/|\.cc:/i, 'SQL or a path in a text for clients');
  seen.add(name);
  return wire;
}

test('PARSE_ERROR, INVALID_REQUEST, FRAME_TOO_LARGE, NOT_FOUND, UNAUTHORIZED, PROTOCOL_MISMATCH', async (t) => {
  const host = await Host.start(t, { handshake: false, args: ['--max-frame-bytes', '1000'] });
  expect((await host.ask('{')).error, -32700, 'PARSE_ERROR');
  expect((await host.ask('{}')).error, -32600, 'INVALID_REQUEST');
  expect((await host.ask(' '.repeat(1001) + '{}')).error, -32600, 'FRAME_TOO_LARGE', { max: 1000 });
  expect(await host.refused('no.such', {}), -32601, 'NOT_FOUND');
  expect(await host.refused('app.health', {}), 1001, 'UNAUTHORIZED');
  expect(await host.refused('app.handshake', { protocolVersion: 9 }), 1011, 'PROTOCOL_MISMATCH', { client: 9, host: 10, supported: [10] });
});

test('the errors of a2a.*, each with its data', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  expect(await host.refused('a2a.message.send', asker.sendParams(text('x'))), 1400, 'A2A_NO_PEERS');
  const worker = await Agent.register(host, 'worker');
  const send = (more: object): Promise<any> => host.refused('a2a.message.send', asker.sendParams(text('x', more)));
  expect(await host.refused('app.health', { x: 1 }), -32602, 'INVALID_PARAMS', { path: '/params/x' });
  expect(await host.refused('a2a.agents.list', { token: 'x' }), 1400, 'A2A_UNKNOWN_TOKEN');
  expect(await send({ to: 'nobody' }), 1400, 'A2A_UNKNOWN_AGENT', { candidates: ['worker'] });
  expect(await send({ taskId: 'none' }), 1400, 'A2A_UNKNOWN_TASK');
  expect(await send({ to: 'worker', parts: [{ kind: 'text', text: 'x'.repeat(16_001) }] }), 1400, 'A2A_PAYLOAD_TOO_LARGE', {
    limit: 'textChars', max: 16_000, actual: 16_001, path: '/params/message/parts/0/text',
  });
  const message = text('x', { to: 'worker' });
  const task = await asker.send(message);
  expect(await host.refused('a2a.message.send', asker.sendParams({ ...message, role: 'agent' })), 1400, 'A2A_MESSAGE_CONFLICT');
  expect(await host.refused('a2a.tasks.status', { token: asker.token, id: task.id, state: 'completed' }), 1400, 'A2A_INVALID_TRANSITION', {
    state: 'submitted', allowed: ['canceled'],
  });
  for (let i = 0; i < 127; i++) await asker.open('worker');
  expect(await send({ to: 'worker' }), 1400, 'A2A_SEND_CAP', { limit: 'tasksPerContext', max: 128 });
  await worker.cancel(task);
  expect(await host.refused('a2a.tasks.cancel', { token: asker.token, id: task.id }), 1400, 'A2A_TASK_TERMINAL', { state: 'canceled', by: 'worker' });
});

test('A2A_WAIT_CYCLE, after every other rule', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const message = text('x', { to: 'worker' });
  const parked = host.post('a2a.message.send', asker.sendParams(message, { blocking: true }));
  await host.barrier();
  const [task] = (await host.call('a2a.tasks.list', { token: worker.token })).tasks;
  assert.ok(task !== undefined);
  const back = worker.sendParams(text('you first', { to: 'asker' }), { blocking: true });
  const error = expect(await host.refused('a2a.message.send', back), 1400, 'A2A_WAIT_CYCLE');
  assert.deepEqual((error.data?.['cycle'] as { agentId: string; waitsFor: string }[]).map(({ agentId, waitsFor }) => [agentId, waitsFor]), [['worker', 'asker'], ['asker', 'worker']]);
  // Nothing of it was kept, and what is refused for another reason says so first.
  assert.equal((await host.call('a2a.tasks.list', { token: worker.token })).tasks.length, 1);
  for (let i = 0; i < 200; i++) await worker.send(text('x', { taskId: task.id }));
  expect(await host.refused('a2a.message.send', back), 1400, 'A2A_SEND_CAP', { limit: 'sendsPerRun' });
  await worker.status(task, 'completed');
  assert.equal((await host.reply(parked)).result.task.status.state, 'completed');
});

test('HOST_OVERLOADED', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  await Agent.register(host, 'worker');
  const params = asker.sendParams(text('x', { to: 'worker' }), { blocking: true });
  for (let i = 0; i < 1024; i++) host.post('a2a.message.send', params);
  expect(await host.refused('a2a.message.send', params), -32029, 'HOST_OVERLOADED', { retryable: true });
});

test('HOST_SHUTTING_DOWN: a signal finds frames that were not started; each is refused, those before are answered', async (t) => {
  // A client that does not read holds the daemon up between two calls.
  const host = await Host.start(t, { args: ['--max-outbox-bytes', '1000000'] });
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.send(text('', { to: worker.id, parts: [{ kind: 'data', data: { x: 'x'.repeat(900_000) } }] }));
  host.pause();
  const ids = Array.from({ length: 200 }, () => host.post('a2a.tasks.get', { token: asker.token, id: task.id }));
  await host.quiescent();
  host.signal('SIGTERM');
  host.resume();
  assert.deepEqual(await host.waitExit(), { code: 0, signal: null });
  const replies = host.frames.filter((frame) => ids.includes(String(frame.id)));
  const refused = replies.findIndex((frame) => frame.error !== undefined);
  assert.ok(refused > 0, `${replies.length} replies, the first refused is ${refused}`);
  for (const frame of replies.slice(refused)) expect(frame.error, 1001, 'HOST_SHUTTING_DOWN', { retryable: true });
  assert.deepEqual(replies.map((frame) => frame.id), ids.slice(0, replies.length));
});

test('A2A_CROSS_CONTEXT_DENIED is reserved: agents of different contexts work together', async (t) => {
  assert.equal(ir.errors.find(({ name }) => name === 'A2A_CROSS_CONTEXT_DENIED')?.reserved, true);
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker', 'one');
  const worker = await Agent.register(host, 'worker', 'two');
  assert.equal((await asker.open(worker.id)).contextId, 'one');
});

test('a call before the handshake is refused whatever its params, and registers nothing', async (t) => {
  const host = await Host.start(t, { handshake: false });
  expect(await host.refused('a2a.agents.register', { contextId: 'c', card: card('x') }), 1001, 'UNAUTHORIZED');
});

after(() => {
  // INTERNAL and STORE_UNAVAILABLE need a daemon with faults: see faults.test.ts.
  const elsewhere = new Set(['INTERNAL', 'STORE_UNAVAILABLE']);
  const missing = ir.errors.filter(({ name, reserved }) => reserved !== true && !seen.has(name) && !elsewhere.has(name));
  assert.deepEqual(missing.map(({ name }) => name), [], 'errors of the schema that no test provoked');
});

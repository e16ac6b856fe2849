// Contract section 6: at the bound, one above it, and what the error says.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Agent, text } from './support/agents.js';
import { Host } from './support/host.js';
import type { Message } from './support/protocol.js';

async function scene(t: TestContext, args: string[] = []): Promise<{ host: Host; asker: Agent; worker: Agent }> {
  const host = await Host.start(t, { args });
  return { host, asker: await Agent.register(host, 'asker'), worker: await Agent.register(host, 'worker') };
}

const tooLarge = async (agent: Agent, message: Message, data: Record<string, unknown>): Promise<void> => {
  await agent.host.expectError('a2a.message.send', agent.sendParams(message), 1400, 'A2A_PAYLOAD_TOO_LARGE', data);
};

test('a text part holds 16000 code points; one more is refused whole, named by path', async (t) => {
  const { host, asker, worker } = await scene(t);
  for (const char of ['x', 'é', '😀', '\u2028']) {
    await asker.send(text(char.repeat(16_000), { to: worker.id }));
    const parts: Message['parts'] = [{ kind: 'text', text: 'fine' }, { kind: 'text', text: char.repeat(16_001) }];
    await tooLarge(asker, text('', { to: worker.id, parts }), { limit: 'textChars', max: 16_000, actual: 16_001, path: '/params/message/parts/1/text' });
  }
  assert.equal((await host.call('app.health', {})).openTasks, 4);
});

test('an escaped text is counted in code points, not as written', async (t) => {
  const { host, asker, worker } = await scene(t);
  const line = (count: number): string =>
    `{"jsonrpc":"2.0","id":1,"method":"a2a.message.send","params":{"token":"${asker.token}","message":{"role":"user","messageId":"e${count}",` +
    `"to":"${worker.id}","parts":[{"kind":"text","text":"${'\\ud83d\\ude00'.repeat(count)}"}]}}}`;
  assert.ok((await host.ask(line(16_000))).result);
  await host.barrier();
  const refused = await host.ask(line(16_001));
  assert.equal(refused.error?.data?.['actual'], 16_001);
});

test('an inline file holds 20 MiB decoded; one byte more is refused', async (t) => {
  const { asker, worker } = await scene(t);
  const max = 20 * 1024 * 1024;
  const file = (bytes: number): Message =>
    text('', { to: worker.id, parts: [{ kind: 'file', file: { bytes: Buffer.alloc(bytes).toString('base64') } }] });
  await tooLarge(asker, file(max + 1), { limit: 'fileBytes', max, actual: max + 1, path: '/params/message/parts/0/file/bytes' });
  assert.equal((await asker.send(file(max))).generation, 1);
});

test('a message above 32 MiB as written by us is refused as encodedBytes, escapes counted', async (t) => {
  const { asker, worker } = await scene(t);
  const max = 32 * 1024 * 1024;
  // U+2028 is three bytes on the way in and six as we write it.
  const data = { x: '\u2028'.repeat(6 * 1024 * 1024) };
  const message = text('', { to: worker.id, parts: [{ kind: 'data', data }] });
  await tooLarge(asker, message, { limit: 'encodedBytes', max, path: '/params/message' });
  assert.equal((await asker.open(worker.id)).generation, 1);
});

test('64 parts are the most', async (t) => {
  const { asker, worker } = await scene(t);
  const parts = Array.from({ length: 64 }, () => ({ kind: 'text' as const, text: 'x' }));
  assert.equal((await asker.send(text('', { to: worker.id, parts }))).history[0]?.parts.length, 64);
});

test('an id holds 256 bytes', async (t) => {
  const { asker, worker } = await scene(t);
  const messageId = 'é'.repeat(128);
  assert.equal((await asker.send(text('x', { to: worker.id, messageId }))).history[0]?.messageId, messageId);
});

test('128 open tasks per requester context are the most: the next is A2A_SEND_CAP tasksPerContext', async (t) => {
  const { host, asker, worker } = await scene(t);
  const elsewhere = await Agent.register(host, 'elsewhere', 'other');
  const peer = await Agent.register(host, 'peer');
  const [first, second] = [await asker.open(worker.id), await asker.open(worker.id)];
  for (let i = 2; i < 128; i++) await asker.open(worker.id);
  const capped = { limit: 'tasksPerContext', max: 128 };
  await host.expectError('a2a.message.send', asker.sendParams(text('x', { to: worker.id })), 1400, 'A2A_SEND_CAP', capped);
  await host.expectError('a2a.message.send', peer.sendParams(text('x', { to: worker.id })), 1400, 'A2A_SEND_CAP', capped);
  assert.equal((await elsewhere.open(worker.id)).status.state, 'submitted');
  assert.equal((await asker.follow(first)).generation, 2);
  await worker.status(second, 'completed');
  assert.equal((await peer.open(worker.id)).status.state, 'submitted');
  const again = await host.restart();
  const back = await asker.reclaim(again);
  await worker.reclaim(again);
  await again.expectError('a2a.message.send', back.sendParams(text('x', { to: worker.id })), 1400, 'A2A_SEND_CAP', capped);
});

test('200 sends and status messages per run are the most; newRun starts again, and the count survives reclaiming', async (t) => {
  const { host, asker, worker } = await scene(t);
  const task = await asker.open(worker.id);
  for (let i = 0; i < 100; i++) {
    host.post('a2a.message.send', asker.sendParams(text('x', { taskId: task.id })));
    host.post('a2a.message.send', worker.sendParams(text('x', { taskId: task.id })));
    host.post('a2a.tasks.status', { token: worker.token, id: task.id, state: 'working', message: text('x', { role: 'agent' }) });
  }
  await host.barrier();
  const capped = { limit: 'sendsPerRun', max: 200 };
  // The worker made 100 sends and 100 status messages; the requester 101 sends.
  await host.expectError('a2a.message.send', worker.sendParams(text('x', { taskId: task.id })), 1400, 'A2A_SEND_CAP', capped);
  await host.expectError('a2a.tasks.status', { token: worker.token, id: task.id, state: 'working', message: text('x') }, 1400, 'A2A_SEND_CAP', capped);
  for (let i = 0; i < 99; i++) await asker.follow(task);
  await host.expectError('a2a.message.send', asker.sendParams(text('x', { taskId: task.id })), 1400, 'A2A_SEND_CAP', capped);
  const again = await host.restart('kill');
  const [asker2, worker2] = [await asker.reclaim(again), await worker.reclaim(again)];
  await again.expectError('a2a.message.send', asker2.sendParams(text('x', { taskId: task.id })), 1400, 'A2A_SEND_CAP', capped);
  await asker2.newRun();
  assert.equal((await asker2.follow(task)).status.state, 'working');
  // No cap refuses a terminal status.
  assert.equal((await worker2.status(task, 'completed', text('done', { role: 'agent' }))).status.state, 'completed');
});

test('a refused send does not count', async (t) => {
  const { host, asker, worker } = await scene(t);
  const task = await asker.open(worker.id);
  for (let i = 0; i < 250; i++) host.post('a2a.message.send', asker.sendParams(text('x', { taskId: task.id, to: 'nobody' })));
  await host.barrier();
  assert.equal((await asker.follow(task)).generation, 2);
});

test('a session that opens and finishes 1 000 tasks in one context, a new run per turn, is never refused', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  for (let turn = 0; turn < 1000; ++turn) {
    const task = await asker.open(worker.id);
    await worker.status(task, 'completed', text('done', { role: 'agent' }));
    await asker.newRun();
    await worker.newRun();
  }
  assert.equal((await host.call('app.health', {})).openTasks, 0);
});

// Contract sections 1 and 4.1: replies that would not fit their frame leave out history from its oldest end and say so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, text } from './support/agents.js';
import { Host } from './support/host.js';
import type { Task } from './support/protocol.js';

const maxFrame = 33 * 1024 * 1024;
const mebibyte = 1024 * 1024;

test('a history that does not fit 33 MiB is left out oldest first, and historyTotal tells how much there is', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id, 'small');
  const ids: string[] = [];
  for (const letter of ['a', 'b', 'c', 'd']) {
    const message = text('', { taskId: task.id, messageId: letter, parts: [{ kind: 'data', data: { x: letter.repeat(10 * mebibyte) } }] });
    ids.push(message.messageId);
    await asker.send(message);
  }
  const frame = await host.reply(host.post('a2a.tasks.get', { token: worker.token, id: task.id }));
  assert.ok(Buffer.byteLength(frame.text) <= maxFrame, String(frame.text.length));
  const read = frame.result.task;
  assert.deepEqual(read.history.map((message: { messageId: string }) => message.messageId), ['b', 'c', 'd']);
  assert.equal(read.historyTotal, 5);
  assert.equal((await worker.get(task, 1)).history[0]?.messageId, 'd');
});

test('a message of 32 MiB as written is stored, told in omitted form, and comes back whole', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const filler = 'x'.repeat(32 * mebibyte - 1000);
  const line = JSON.stringify({
    jsonrpc: '2.0', id: 1, method: 'a2a.message.send',
    params: asker.sendParams(text('', { to: worker.id, parts: [{ kind: 'data', data: { filler } }] })),
  });
  assert.ok(line.length <= 32 * mebibyte);
  const { task } = (await host.ask(line)).result;
  assert.equal(task.history[0].parts[0].data.filler.length, filler.length);
  const read = await worker.get(task.id);
  assert.ok(read.history[0]?.parts[0]?.kind === 'data' && read.history[0].parts[0].data['filler'] === filler);
  const again = await host.restart();
  const back = await (await worker.reclaim(again)).get(task.id);
  assert.ok(back.history[0]?.parts[0]?.kind === 'data' && back.history[0].parts[0].data['filler'] === filler);
});

test('restarts change nothing of what is read: the task of every state, byte for byte', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker', 'one');
  const worker = await Agent.register(host, 'worker', 'two');
  const tasks: string[] = [];
  for (const state of ['submitted', 'working', 'input-required', 'auth-required', 'completed', 'canceled', 'failed', 'rejected'] as const) {
    const task = await asker.open(worker.id, `to be ${state}`);
    if (state !== 'submitted') await worker.status(task, state, text(`now ${state}`, { role: 'agent', metadata: { why: [1e21, null] } }));
    tasks.push(task.id);
  }
  const read = async (agent: Agent): Promise<string[]> => {
    const lines: string[] = [];
    for (const id of tasks) {
      const frame = await agent.host.reply(agent.host.post('a2a.tasks.get', { token: agent.token, id }));
      lines.push(frame.text.slice(frame.text.indexOf('"result"')));
    }
    return lines;
  };
  const before = await read(asker);
  assert.deepEqual(await read(worker), before);
  const first = await host.restart('eof');
  const [asker2, worker2] = [await asker.reclaim(first), await worker.reclaim(first)]; // both: it shows who is live
  assert.deepEqual(await read(asker2), before);
  const second = await first.restart('kill');
  await asker2.reclaim(second);
  assert.deepEqual(await read(await worker2.reclaim(second)), before);
});

test('the omitted form is small whatever a message names, so that events, lists and replies fit their frames', async (t) => {
  const host = await Host.start(t, { acks: true });
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const names = (mib: number): string[] => Array.from({ length: mib * 1024 }, (_, i) => `urn:${i}:`.padEnd(1000, 'x'));
  const tasks: Task[] = [];
  for (let i = 0; i < 3; ++i) {
    const task = await asker.open(worker.id);
    tasks.push(task);
    const status = await worker.status(task, 'working', text('', { role: 'agent', parts: [{ kind: 'text', text: 'x' }], extensions: names(15) }));
    assert.deepEqual([status.status.message?.omitted, status.status.message?.extensions], [true, undefined]);
    assert.equal(status.history[0]?.extensions?.length, 15 * 1024);
  }
  const [task] = tasks;
  assert.ok(task !== undefined);
  const sent = await worker.send(text('and more', { role: 'agent', taskId: task.id, referenceTaskIds: names(20).map((name) => name.slice(0, 250)) }));
  assert.equal(sent.historyTotal, 3);
  const events = await asker.takeAll();
  assert.equal(events.length, 4);
  for (const event of events) assert.ok(JSON.stringify(event).length < 64 * 1024);
  const { tasks: listed } = await host.call('a2a.tasks.list', { token: asker.token });
  assert.equal(listed.length, 3);
  const { message } = await host.call('a2a.messages.get', { token: asker.token, taskId: task.id, messageId: sent.history[0]?.messageId ?? '' });
  assert.equal(message.referenceTaskIds?.length, 20 * 1024);
});

// Contract section 4.1, configuration.blocking: the reply waits until the task is terminal or paused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, text } from './support/agents.js';
import { Host } from './support/host.js';

for (const state of ['completed', 'canceled', 'failed', 'rejected', 'input-required', 'auth-required'] as const) {
  test(`a blocking send returns when the task is ${state}`, async (t) => {
    const host = await Host.start(t);
    const asker = await Agent.register(host, 'asker');
    const worker = await Agent.register(host, 'worker');
    const id = host.post('a2a.message.send', asker.sendParams(text('x', { to: worker.id }), { blocking: true }));
    await host.barrier();
    const [event] = worker.events();
    assert.ok(event?.event.kind === 'status-update');
    await worker.status(event.event.taskId, 'working');
    await host.barrier();
    assert.ok(!host.frames.some((frame) => frame.id === id), 'working is no reason to return');
    const answer = text('here', { role: 'agent' });
    await worker.status(event.event.taskId, state, answer);
    const { task } = (await host.reply(id)).result;
    assert.equal(task.status.state, state);
    assert.equal(task.status.message.messageId, answer.messageId);
  });
}

test("judged after the message's own move: an answer to a pause waits for what comes next", async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  await worker.status(task, 'input-required');
  const id = host.post('a2a.message.send', asker.sendParams(text('this', { taskId: task.id }), { blocking: true }));
  await host.barrier();
  assert.ok(!host.frames.some((frame) => frame.id === id));
  assert.equal((await asker.get(task)).status.state, 'working');
  await worker.status(task, 'completed');
  assert.equal((await host.reply(id)).result.task.status.state, 'completed');
});

test('a blocking repeat on a task that ended meanwhile returns at once', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const message = text('x', { to: worker.id });
  const task = await asker.send(message);
  await worker.status(task, 'rejected');
  assert.equal((await asker.send(message, { blocking: true })).status.state, 'rejected');
});

test('blocking by the worker is -32602, judged at role', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  await host.expectError('a2a.message.send', worker.sendParams(text('x', { taskId: task.id }), { blocking: true }), -32602, 'INVALID_PARAMS', {
    path: '/params/configuration/blocking',
  });
  assert.equal((await asker.get(task)).generation, 1);
});

test('other calls go on while some are parked, and several parked calls on a task all wake', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  const ids = Array.from({ length: 20 }, (_, i) =>
    host.post('a2a.message.send', asker.sendParams(text(`b${i}`, { taskId: task.id }), { blocking: true })),
  );
  await host.barrier();
  assert.equal((await host.call('app.health', {})).parkedCalls, 20);
  const from = host.frames.length;
  await asker.cancel(task);
  await host.reply(ids.at(-1));
  const woken = host.frames.slice(from).filter((frame) => ids.includes(String(frame.id)));
  assert.deepEqual(woken.map((frame) => frame.id), ids);
  assert.ok(woken.every((frame) => frame.result.task.status.state === 'canceled'));
});

test('a blocking stream sends its snapshot event once the send is stored, before it returns', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const id = host.post('a2a.message.stream', asker.sendParams(text('x', { to: worker.id }), { blocking: true }));
  await host.barrier();
  const [snapshot] = asker.events();
  assert.ok(snapshot?.event.kind === 'status-update' && snapshot.event.status.state === 'submitted');
  await worker.status(snapshot.event.taskId, 'completed');
  assert.equal((await host.reply(id)).result.task.status.state, 'completed');
});

test('1024 parked calls of one agent are the most: the next is HOST_OVERLOADED and changes nothing', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const other = await Agent.register(host, 'other');
  const task = await asker.open(worker.id);
  // Repeats of the send park as well and are not capped by the run.
  const message = text('once', { taskId: task.id });
  for (let i = 0; i < 1024; i++) host.post('a2a.message.send', asker.sendParams(message, { blocking: true }));
  await host.barrier();
  assert.equal((await host.call('app.health', {})).parkedCalls, 1024);
  const before = await asker.get(task);
  await host.expectError('a2a.message.send', asker.sendParams(message, { blocking: true }), -32029, 'HOST_OVERLOADED', { retryable: true });
  await host.expectError('a2a.message.send', asker.sendParams(text('new', { taskId: task.id }), { blocking: true }), -32029, 'HOST_OVERLOADED', { retryable: true });
  assert.deepEqual(await asker.get(task), before);
  // Other agents still park.
  host.post('a2a.message.send', other.sendParams(text('x', { to: worker.id }), { blocking: true }));
  await host.barrier();
  assert.equal((await host.call('app.health', {})).parkedCalls, 1025);
});

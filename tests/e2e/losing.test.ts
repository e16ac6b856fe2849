// Contract section 4.4: what becomes of the tasks of an agent that deregisters.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, states, text } from './support/agents.js';
import { Host } from './support/host.js';

test('the worker gone: its open tasks are failed, with a message of a2a-host, and the requester is told', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const open = await asker.open(worker.id);
  const paused = await asker.open(worker.id);
  await worker.status(paused, 'input-required', text('what?', { role: 'agent' }));
  const done = await asker.open(worker.id);
  await worker.status(done, 'completed');
  await host.barrier();
  const from = host.frames.length;
  await worker.deregister();
  await host.barrier();
  assert.deepEqual(states(asker.events(from)), ['failed', 'failed']);
  for (const task of [open, paused]) {
    const read = await asker.get(task);
    assert.equal(read.status.state, 'failed');
    assert.equal(read.status.message?.from, 'a2a-host');
    assert.match(JSON.stringify(read.status.message?.parts), /worker/);
    assert.equal(read.history.at(-1)?.from, 'a2a-host', "the broker's status messages are part of history");
  }
  assert.equal((await asker.get(done)).status.state, 'completed');
});

test('the requester gone: its open tasks are canceled and the worker is told', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  await host.barrier();
  const from = host.frames.length;
  await asker.deregister();
  await host.barrier();
  const [event] = worker.events(from);
  assert.ok(event?.event.kind === 'status-update');
  assert.equal(event.event.status.state, 'canceled');
  assert.equal(event.event.final, true);
  assert.equal(event.event.status.message?.from, 'a2a-host');
  await host.expectError('a2a.message.send', worker.sendParams(text('x', { taskId: task.id })), 1400, 'A2A_TASK_TERMINAL', { state: 'canceled', by: 'a2a-host' });
});

test('an agent that serves and asks loses both kinds of tasks in one go, and its pushes follow', async (t) => {
  const host = await Host.start(t);
  const both = await Agent.register(host, 'both');
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  await asker.open(both.id, 'x', { pushNotificationConfig: { id: 'p', token: 'of-asker' } });
  await both.open(worker.id);
  await host.barrier();
  const from = host.frames.length;
  await both.deregister();
  await host.barrier();
  assert.deepEqual([states(asker.events(from)), states(worker.events(from))], [['failed'], ['canceled']]);
  assert.deepEqual(asker.pushes(from).map((push) => [push.token, push.status.state]), [['of-asker', 'failed']]);
  assert.equal((await host.call('app.health', {})).openTasks, 0);
});

test('parked calls of a deregistering agent return after its reply, blocking sends with the task as it now stands', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const id = host.post('a2a.message.send', asker.sendParams(text('x', { to: worker.id }), { blocking: true }));
  await host.barrier();
  const bye = host.post('a2a.agents.deregister', { token: asker.token });
  const woken = await host.reply(id);
  const reply = await host.reply(bye);
  assert.ok(woken.index > reply.index);
  assert.equal(woken.result.task.status.state, 'canceled');
});

test('a blocking send returns when its worker deregisters', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const id = host.post('a2a.message.send', asker.sendParams(text('x', { to: worker.id }), { blocking: true }));
  await host.barrier();
  await worker.deregister();
  assert.equal((await host.reply(id)).result.task.status.state, 'failed');
});

test('what deregistering did is on disk: a restart shows it', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  await worker.deregister();
  const before = await asker.get(task);
  const again = await host.restart('kill');
  const back = await asker.reclaim(again);
  assert.deepEqual(await back.get(task), before);
});

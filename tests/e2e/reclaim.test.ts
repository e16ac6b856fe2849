// Contract sections 3 and 5: agents cut off by a stop of the host come back under their names, with tasks and events.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, card, states, text } from './support/agents.js';
import { faultyHost, seconds } from './support/faults.js';
import { Host } from './support/host.js';

for (const how of ['eof', 'kill'] as const) {
  test(`after a stop by ${how} an agent is reclaimed by name, kind and context, with its tasks; old tokens are gone`, async (t) => {
    const host = await Host.start(t);
    const asker = await Agent.register(host, 'asker', 'one');
    const worker = await Agent.register(host, 'worker', 'two');
    const task = await asker.open(worker.id);
    await worker.status(task, 'input-required', text('what?', { role: 'agent' }));
    const before = await asker.get(task);
    const again = await host.restart(how);
    await again.expectError('a2a.agents.list', { token: asker.token }, 1400, 'A2A_UNKNOWN_TOKEN');
    assert.equal((await again.call('app.health', {})).agents, 0);
    const asker2 = await asker.reclaim(again);
    assert.equal(asker2.id, 'asker');
    assert.notEqual(asker2.token, asker.token);
    assert.deepEqual(await asker2.get(task), { ...before, counterpartLive: false });
    const worker2 = await worker.reclaim(again);
    assert.deepEqual(await asker2.get(task), before);
    assert.equal((await asker2.follow(task, 'this')).status.state, 'working');
    assert.equal((await worker2.status(task, 'completed')).status.state, 'completed');
  });
}

test('a reclaimed agent gets the suffix it had: the requested name counts, and its new card is listed', async (t) => {
  const host = await Host.start(t);
  await Agent.register(host, 'coder', 'one');
  const second = await Agent.register(host, 'coder', 'two');
  assert.equal(second.id, 'coder-2');
  const again = await host.restart();
  const params = { contextId: 'two', card: { ...card('coder'), version: '2.0.0' } };
  assert.equal((await again.call('a2a.agents.register', params)).agentId, 'coder-2');
  const reader = await Agent.register(again, 'reader');
  const { agents } = await again.call('a2a.agents.list', { token: reader.token });
  assert.deepEqual(agents, [{ ...card('coder'), version: '2.0.0', name: 'coder-2', contextId: 'two', lastSeen: agents[0]?.lastSeen }]);
});

test('another context or kind does not reclaim, and names stay unique against reclaimable agents', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker', 'one');
  const worker = await Agent.register(host, 'worker', 'one');
  const task = await asker.open(worker.id);
  const again = await host.restart();
  const stranger = await Agent.register(again, 'worker', 'two');
  assert.equal(stranger.id, 'worker-2');
  const parent = await Agent.register(again, 'worker', 'one', 'parent');
  assert.equal(parent.id, 'worker-3');
  for (const agent of [stranger, parent]) {
    await again.expectError('a2a.tasks.get', { token: agent.token, id: task.id }, 1400, 'A2A_UNKNOWN_AGENT');
  }
  assert.equal((await Agent.register(again, 'worker', 'one')).id, 'worker');
});

test('two that match are not reclaimed by name: the newcomer is a new agent', async (t) => {
  const host = await Host.start(t);
  await Agent.register(host, 'twin', 'one');
  await Agent.register(host, 'twin', 'one');
  const again = await host.restart();
  assert.equal((await Agent.register(again, 'twin', 'one')).id, 'twin-3');
});

test('who deregistered is not reclaimed', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  await worker.deregister();
  const again = await host.restart();
  const stranger = await worker.reclaim(again);
  await again.expectError('a2a.tasks.get', { token: stranger.token, id: task.id }, 1400, 'A2A_UNKNOWN_AGENT');
});

test('until it is back, new tasks to it are refused as reclaimable, follow-ups are stored and told after its register', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  const again = await host.restart();
  const asker2 = await asker.reclaim(again);
  await again.expectError('a2a.message.send', asker2.sendParams(text('x', { to: 'worker' })), 1400, 'A2A_UNKNOWN_AGENT', { reclaimable: true });
  await again.expectError('a2a.message.send', asker2.sendParams(text('x', { to: 'nobody' })), 1400, 'A2A_UNKNOWN_AGENT', { reclaimable: undefined });
  await asker2.follow(task, 'one');
  await asker2.follow(task, 'two');
  await again.barrier();
  assert.deepEqual(again.notifications('a2a.task.event', 'worker'), []);
  assert.equal((await again.call('app.health', {})).undeliveredEvents, 2);
  const reply = await again.reply(again.post('a2a.agents.register', { contextId: 'ctx', card: card('worker') }));
  await again.barrier();
  const told = again.frames.filter((frame) => frame.method === 'a2a.task.event');
  assert.deepEqual(told.map((frame) => frame.index), [reply.index + 1, reply.index + 2]);
  assert.deepEqual(told.map((frame) => frame.params.event.generation), [2, 3]);
  assert.equal((await again.call('app.health', {})).undeliveredEvents, 0);
});

test('what was delivered before a graceful stop is not told again', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  await worker.status(task, 'working');
  await host.barrier();
  const again = await host.restart('eof');
  await asker.reclaim(again);
  await worker.reclaim(again);
  await again.barrier();
  assert.ok(again.frames.every((frame) => frame.method === undefined));
});

test('what waits for an agent outlives several restarts', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  let now = await host.restart('kill');
  await (await worker.reclaim(now)).status(task, 'completed');
  now = await now.restart('eof');
  now = await now.restart('kill');
  const back = await asker.reclaim(now);
  await now.barrier();
  assert.deepEqual(states(back.events()), ['completed']);
});

test('--reclaim-grace later, what nobody reclaimed is lost: its tasks fail, the counterpart is told', async (t) => {
  const { host, control } = await faultyHost(t, { args: ['--reclaim-grace', '60'] });
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  const again = await host.restart();
  const asker2 = await asker.reclaim(again);
  control.clocks({ monotonicMs: 61 * seconds });
  await again.until('the end of the grace', () => (asker2.events().length > 0 ? true : undefined));
  const [event] = asker2.events();
  assert.ok(event?.event.kind === 'status-update');
  assert.deepEqual([event.event.taskId, event.event.status.state, event.event.final], [task.id, 'failed', true]);
  assert.equal(event.event.status.message?.from, 'a2a-host');
  assert.match(JSON.stringify(event.event.status.message?.parts), /worker/);
  await again.expectError('a2a.message.send', asker2.sendParams(text('x', { to: 'worker' })), 1400, 'A2A_UNKNOWN_AGENT', { reclaimable: undefined });
  const stranger = await worker.reclaim(again);
  assert.equal(stranger.id, 'worker', 'the name is free again in its context');
  await again.expectError('a2a.tasks.get', { token: stranger.token, id: task.id }, 1400, 'A2A_UNKNOWN_AGENT');
});

test('a requester that is lost cancels its tasks; when both are lost the task fails and nobody is told', async (t) => {
  const { host, control } = await faultyHost(t, { args: ['--reclaim-grace', '60'] });
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const other = await Agent.register(host, 'other');
  const shared = await asker.open(worker.id);
  const both = await asker.open(other.id);
  const again = await host.restart();
  const worker2 = await worker.reclaim(again);
  control.clocks({ monotonicMs: 61 * seconds });
  await again.until('the end of the grace', () => (worker2.events().length > 0 ? true : undefined));
  assert.deepEqual(states(worker2.events()), ['canceled']);
  assert.equal((await worker2.get(shared)).status.message?.from, 'a2a-host');
  assert.equal((await again.call('app.health', {})).openTasks, 0);
  const told = again.frames.filter((frame) => frame.method === 'a2a.task.event');
  assert.ok(told.every((frame) => frame.params.event.taskId !== both.id));
});

test('more than 10000 undelivered events for a recipient refuse further sends to it as recipientBacklog, nothing else', async (t) => {
  const host = await Host.start(t, { args: ['--durability=normal'] });
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  const again = await host.restart();
  const back = await asker.reclaim(again);
  for (let i = 0; i <= 10_000; i++) {
    if (i % 150 === 0) again.tell('a2a.agents.newRun', { token: back.token });
    again.tell('a2a.message.send', back.sendParams(text('x', { taskId: task.id })));
  }
  await again.barrier();
  await back.newRun();
  assert.equal((await again.call('app.health', {})).undeliveredEvents, 10_001);
  await again.expectError('a2a.message.send', back.sendParams(text('x', { taskId: task.id })), 1400, 'A2A_SEND_CAP', {
    limit: 'recipientBacklog', max: 10_000,
  });
  assert.equal((await back.cancel(task)).status.state, 'canceled');
  const worker2 = await worker.reclaim(again);
  await again.until('all events', () => (worker2.events().length >= 10_002 ? true : undefined));
  assert.equal((await back.open(worker2.id)).status.state, 'submitted');
});

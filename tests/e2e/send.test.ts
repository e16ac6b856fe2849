// Contract section 4.1: new tasks and follow-ups, who a message reaches, what the broker stamps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, text, words } from './support/agents.js';
import { Host } from './support/host.js';

const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test('a message without taskId opens a task in state submitted in the context of the requester', async (t) => {
  const host = await Host.start(t);
  const worker = await Agent.register(host, 'worker', 'w');
  const asker = await Agent.register(host, 'asker', 'a');
  const message = text('do it', { to: worker.id });
  const task = await asker.send(message);
  assert.match(task.id, uuid7);
  assert.match(task.status.timestamp, iso);
  assert.deepEqual(task, {
    kind: 'task',
    id: task.id,
    contextId: 'a',
    status: { state: 'submitted', timestamp: task.status.timestamp },
    history: [{ ...message, taskId: task.id, contextId: 'a', from: 'asker' }],
    artifacts: [],
    agentName: 'worker',
    requesterName: 'asker',
    generation: 1,
    historyTotal: 1,
    number: 1,
    counterpartLive: true,
  });
  assert.deepEqual(await worker.get(task), task);
  assert.deepEqual(await asker.get(task), task);
});

test('from, contextId and, on a new task, nothing the client forged stands: the broker stamps them', async (t) => {
  const host = await Host.start(t);
  const worker = await Agent.register(host, 'worker', 'w');
  const asker = await Agent.register(host, 'asker', 'a');
  for (const from of ['worker', 'a2a-host', 'nobody', '']) {
    const task = await asker.send(text('x', { to: worker.id, from, contextId: 'forged' }));
    const [kept] = (await worker.get(task)).history;
    assert.deepEqual([kept?.from, kept?.contextId, kept?.taskId], ['asker', 'a', task.id]);
    const answer = await worker.status(task, 'working', text('y', { role: 'agent', from: 'asker', contextId: 'w', taskId: 'other' }));
    const stamped = answer.status.message;
    assert.deepEqual([stamped?.from, stamped?.contextId, stamped?.taskId], ['worker', 'a', task.id]);
    const follow = await worker.send(text('z', { taskId: task.id, from: 'asker', contextId: 'w' }));
    assert.deepEqual([follow.history[0]?.from, follow.history[0]?.contextId], ['worker', 'a']);
  }
});

test('who is not the worker cannot speak or act for it: a third agent is no party', async (t) => {
  const host = await Host.start(t);
  const worker = await Agent.register(host, 'worker');
  const asker = await Agent.register(host, 'asker');
  const third = await Agent.register(host, 'third');
  const task = await asker.open(worker.id);
  const from = host.frames.length;
  const id = task.id;
  await host.expectError('a2a.message.send', third.sendParams(text('x', { taskId: id, from: 'worker' })), 1400, 'A2A_UNKNOWN_AGENT');
  await host.expectError('a2a.message.stream', third.sendParams(text('x', { taskId: id })), 1400, 'A2A_UNKNOWN_AGENT');
  await host.expectError('a2a.tasks.status', { token: third.token, id, state: 'completed' }, 1400, 'A2A_UNKNOWN_AGENT');
  for (const method of ['a2a.tasks.get', 'a2a.tasks.cancel', 'a2a.tasks.resubscribe']) {
    await host.expectError(method, { token: third.token, id }, 1400, 'A2A_UNKNOWN_AGENT');
  }
  await host.expectError('a2a.tasks.pushNotificationConfig.set', { token: third.token, taskId: id, config: { id: 'p' } }, 1400, 'A2A_UNKNOWN_AGENT');
  await host.expectError('a2a.tasks.pushNotificationConfig.get', { token: third.token, taskId: id }, 1400, 'A2A_UNKNOWN_AGENT');
  await host.barrier();
  assert.ok(host.frames.slice(from).every((frame) => frame.method === undefined), 'a refused call was told to somebody');
  assert.equal((await asker.get(task)).generation, 1);
});

test('to names any live agent of the kind, in any context', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker', 'one');
  const far = await Agent.register(host, 'far', 'two');
  await Agent.register(host, 'near', 'one');
  const task = await asker.open('far');
  assert.deepEqual([task.agentName, task.contextId], ['far', 'one']);
  await host.barrier();
  const [event] = far.events();
  assert.deepEqual([event?.recipient, event?.recipientContextId, event?.contextId], ['far', 'two', 'one']);
});

test('to omitted: the only peer of the context, else the only peer elsewhere, else A2A_NO_PEERS with candidates', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker', 'one');
  await host.expectError('a2a.message.send', asker.sendParams(text('x')), 1400, 'A2A_NO_PEERS');
  const far = await Agent.register(host, 'far', 'two');
  assert.equal((await asker.open(undefined)).agentName, 'far');
  const near = await Agent.register(host, 'near', 'one');
  assert.equal((await asker.open(undefined)).agentName, 'near');
  await Agent.register(host, 'near-b', 'one');
  await host.expectError('a2a.message.send', asker.sendParams(text('x')), 1400, 'A2A_NO_PEERS', { candidates: ['near', 'near-b'] });
  await near.deregister();
  assert.equal((await asker.open(undefined)).agentName, 'near-b');
  await Agent.register(host, 'lead', 'one', 'parent');
  assert.equal((await asker.open(undefined)).agentName, 'near-b');
  await Agent.register(host, 'far-b', 'two');
  await host.expectError('a2a.message.send', far.sendParams(text('x', { to: 'lead' })), 1400, 'A2A_UNKNOWN_AGENT', { candidates: ['far-b', 'asker', 'near-b'] });
});

test('several peers elsewhere and none named: A2A_NO_PEERS with candidates', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker', 'one');
  await Agent.register(host, 'far', 'two');
  await Agent.register(host, 'farther', 'three');
  await host.expectError('a2a.message.send', asker.sendParams(text('x')), 1400, 'A2A_NO_PEERS', { candidates: ['far', 'farther'] });
});

test('a recipient that is not live is A2A_UNKNOWN_AGENT with candidates; oneself is -32602', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  await Agent.register(host, 'worker');
  await host.expectError('a2a.message.send', asker.sendParams(text('x', { to: 'nobody' })), 1400, 'A2A_UNKNOWN_AGENT', { candidates: ['worker'] });
  await host.expectError('a2a.message.send', asker.sendParams(text('x', { to: 'asker' })), -32602, 'INVALID_PARAMS', { path: '/params/message/to' });
  assert.equal((await host.call('app.health', {})).openTasks, 0);
});

test('the broker fills in `to` where the client left it out', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(undefined);
  await worker.status(task, 'working', text('x', { role: 'agent' }));
  await asker.follow(task);
  assert.deepEqual((await asker.get(task)).history.map(({ from, to }) => [from, to]), [['asker', 'worker'], ['worker', 'asker'], ['asker', 'worker']]);
});

test("in a follow-up `to` is absent or the counterpart; anyone else is -32602", async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  await Agent.register(host, 'third');
  const task = await asker.open(worker.id);
  assert.equal((await asker.send(text('x', { taskId: task.id, to: 'worker' }))).generation, 2);
  assert.equal((await worker.send(text('x', { taskId: task.id, to: 'asker' }))).generation, 3);
  for (const to of ['third', 'nobody', 'asker']) {
    await host.expectError('a2a.message.send', asker.sendParams(text('x', { taskId: task.id, to })), -32602, 'INVALID_PARAMS', { path: '/params/message/to' });
    const status = { token: asker.token, id: task.id, state: 'canceled', message: text('x', { to }) };
    await host.expectError('a2a.tasks.status', status, -32602, 'INVALID_PARAMS', { path: '/params/message/to' });
  }
  assert.equal((await asker.get(task)).generation, 3);
});

test('a taskId that names no task is A2A_UNKNOWN_TASK, never a new task', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  await Agent.register(host, 'worker');
  for (const taskId of ['nope', '01890000-0000-7000-8000-000000000000', "' OR 1=1"]) {
    await host.expectError('a2a.message.send', asker.sendParams(text('x', { taskId })), 1400, 'A2A_UNKNOWN_TASK');
    for (const method of ['a2a.tasks.get', 'a2a.tasks.cancel', 'a2a.tasks.resubscribe']) {
      await host.expectError(method, { token: asker.token, id: taskId }, 1400, 'A2A_UNKNOWN_TASK');
    }
  }
  assert.equal((await host.call('app.health', {})).openTasks, 0);
});

test("a worker's message moves submitted to working; the requester's moves a pause to working; else the state stays", async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  assert.equal((await asker.follow(task)).status.state, 'submitted');
  assert.equal((await worker.follow(task)).status.state, 'working');
  assert.equal((await worker.follow(task)).status.state, 'working');
  assert.equal((await asker.follow(task)).status.state, 'working');
  for (const pause of ['input-required', 'auth-required'] as const) {
    await worker.status(task, pause, text('what?', { role: 'agent' }));
    assert.equal((await worker.follow(task)).status.state, pause);
    const moved = await asker.follow(task);
    assert.equal(moved.status.state, 'working');
    assert.equal(moved.status.message, undefined, 'status.message is cleared by another change of state');
  }
});

test('stamps never decrease and the history keeps the order of the sends', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id, '0');
  for (let i = 1; i < 10; i++) await (i % 2 === 0 ? asker : worker).follow(task, String(i));
  const { history, historyTotal, generation } = await asker.get(task);
  assert.deepEqual(words(history), [...'0123456789']);
  assert.deepEqual([historyTotal, generation], [10, 10]);
});

test('a reply carries only the message the call wrote, unless historyLength asks for more', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id, '0');
  assert.deepEqual(words((await asker.follow(task, '1')).history), ['1']);
  assert.deepEqual(words((await asker.follow(task, '2', { historyLength: 2 })).history), ['1', '2']);
  assert.deepEqual(words((await asker.follow(task, '3', { historyLength: 100 })).history), ['0', '1', '2', '3']);
  assert.deepEqual(words((await asker.follow(task, '4', { historyLength: 0 })).history), []);
  assert.deepEqual(words((await worker.status(task, 'working')).history), []);
  assert.deepEqual(words((await worker.status(task, 'working', text('5', { role: 'agent' }))).history), ['5']);
  const canceled = await asker.cancel(task);
  assert.deepEqual(canceled.history, []);
  assert.equal(canceled.historyTotal, 6);
});

test('generation grows by one with each change or stored message, and not by reads, push configs or resubscribe', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  assert.equal(task.generation, 1);
  assert.equal((await worker.status(task, 'working')).generation, 2);
  assert.equal((await worker.status(task, 'working')).generation, 3);
  await host.call('a2a.tasks.pushNotificationConfig.set', { token: asker.token, taskId: task.id, config: { id: 'p' } });
  await host.call('a2a.tasks.resubscribe', { token: asker.token, id: task.id });
  assert.equal((await asker.get(task)).generation, 3);
  assert.equal((await asker.follow(task)).generation, 4);
  assert.equal((await asker.cancel(task)).generation, 5);
});

test('tasks.get returns the newest messages, oldest first, at most A2A_MAX_TASK_HISTORY', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id, '0');
  for (let i = 1; i < 300; i++) {
    const agent = i % 2 === 0 ? asker : worker;
    host.post('a2a.message.send', agent.sendParams(text(String(i), { taskId: task.id })));
  }
  await host.barrier();
  const full = await asker.get(task);
  assert.equal(full.historyTotal, 300);
  assert.deepEqual(words(full.history), Array.from({ length: 256 }, (_, i) => String(i + 44)));
  assert.deepEqual(words((await worker.get(task, 3)).history), ['297', '298', '299']);
});

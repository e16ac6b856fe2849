// Contract section 4.1: a repeat under the same message id is the same call, also after a restart; anything else under
// the key is a conflict.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Agent, text } from './support/agents.js';
import { Host, query } from './support/host.js';
import type { Message, Task } from './support/protocol.js';

async function pair(t: TestContext): Promise<{ host: Host; asker: Agent; worker: Agent }> {
  const host = await Host.start(t);
  return { host, asker: await Agent.register(host, 'asker'), worker: await Agent.register(host, 'worker') };
}

/** The call changes nothing: no event, no generation, no count. */
async function changesNothing(host: Host, task: Task, reader: Agent, call: () => Promise<unknown>): Promise<void> {
  const before = await reader.get(task);
  const from = host.frames.length;
  await call();
  await host.barrier();
  assert.deepEqual(await reader.get(task), before);
  assert.ok(host.frames.slice(from).every((frame) => frame.method === undefined), 'an event was told twice');
}

test('the same new task again is the task as it is now: no second task, event or count', async (t) => {
  const { host, asker, worker } = await pair(t);
  const message = text('once', { to: worker.id });
  const task = await asker.send(message);
  await worker.status(task, 'working');
  await changesNothing(host, task, asker, async () => {
    const again = await asker.send(message);
    assert.deepEqual([again.id, again.status.state, again.generation], [task.id, 'working', 2]);
  });
  assert.equal((await host.call('app.health', {})).openTasks, 1);
});

test('configuration does not count: the repeat may ask for more history', async (t) => {
  const { host, asker, worker } = await pair(t);
  const message = text('once', { to: worker.id });
  const task = await asker.send(message);
  await asker.follow(task);
  await changesNothing(host, task, worker, async () => {
    assert.equal((await asker.send(message, { historyLength: 9 })).history.length, 2);
    assert.equal((await asker.send(message, { pushNotificationConfig: { id: 'late' } })).id, task.id);
  });
});

test('the same follow-up and the same status message again change nothing', async (t) => {
  const { host, asker, worker } = await pair(t);
  const task = await asker.open(worker.id);
  const follow = text('follow', { taskId: task.id });
  const status = text('status', { role: 'agent' });
  await asker.send(follow);
  await worker.status(task, 'input-required', status);
  await changesNothing(host, task, asker, async () => {
    assert.equal((await asker.send(follow)).status.state, 'input-required');
    assert.equal((await worker.status(task, 'input-required', status)).generation, 3);
  });
});

test('a repeat is answered when the task is terminal, for sends and status messages', async (t) => {
  const { host, asker, worker } = await pair(t);
  const message = text('once', { to: worker.id });
  const task = await asker.send(message);
  const follow = text('follow', { taskId: task.id });
  await worker.send(follow);
  const done = text('done', { role: 'agent' });
  await worker.status(task, 'completed', done);
  await changesNothing(host, task, asker, async () => {
    assert.equal((await asker.send(message)).status.state, 'completed');
    assert.equal((await worker.send(follow)).status.state, 'completed');
    assert.equal((await worker.status(task, 'completed', done)).status.message?.messageId, done.messageId);
  });
});

const others: [what: string, change: (message: Message) => Message][] = [
  ['another text', (message) => ({ ...message, parts: [{ kind: 'text', text: 'other' }] })],
  ['one more part', (message) => ({ ...message, parts: [...message.parts, { kind: 'data', data: {} }] })],
  ['another role', (message) => ({ ...message, role: message.role === 'agent' ? 'user' : 'agent' })],
  ['metadata', (message) => ({ ...message, metadata: { a: 1 } })],
  ['an unknown member', (message) => ({ ...message, xNew: 1 })],
  ['a reference', (message) => ({ ...message, referenceTaskIds: ['x'] })],
];

for (const [what, change] of others) {
  test(`other content under the key is A2A_MESSAGE_CONFLICT: ${what}`, async (t) => {
    const { host, asker, worker } = await pair(t);
    const message = text('once', { to: worker.id });
    const task = await asker.send(message);
    const follow = text('follow', { taskId: task.id });
    await worker.send(follow);
    const status = text('status', { role: 'agent' });
    await worker.status(task, 'working', status);
    await changesNothing(host, task, asker, async () => {
      await host.expectError('a2a.message.send', asker.sendParams(change(message)), 1400, 'A2A_MESSAGE_CONFLICT');
      await host.expectError('a2a.message.send', worker.sendParams(change(follow)), 1400, 'A2A_MESSAGE_CONFLICT');
      const params = { token: worker.token, id: task.id, state: 'working', message: change(status) };
      await host.expectError('a2a.tasks.status', params, 1400, 'A2A_MESSAGE_CONFLICT');
    });
  });
}

test('another recipient, method, state or sender under the key is A2A_MESSAGE_CONFLICT', async (t) => {
  const { host, asker, worker } = await pair(t);
  await Agent.register(host, 'third');
  const message = text('once', { to: worker.id });
  const task = await asker.send(message);
  const follow = text('follow', { taskId: task.id });
  await asker.send(follow);
  const status = text('status', { role: 'agent' });
  await worker.status(task, 'working', status);
  const conflict = (method: string, params: unknown): Promise<unknown> => host.expectError(method, params, 1400, 'A2A_MESSAGE_CONFLICT');
  await changesNothing(host, task, asker, async () => {
    await conflict('a2a.message.send', asker.sendParams({ ...message, to: 'third' }));
    await conflict('a2a.message.stream', asker.sendParams(message));
    await conflict('a2a.message.send', worker.sendParams(follow));
    await conflict('a2a.tasks.status', { token: worker.token, id: task.id, state: 'input-required', message: status });
    await conflict('a2a.tasks.status', { token: asker.token, id: task.id, state: 'canceled', message: { ...follow } });
    // The opening message is part of the task's history: its id is taken there too.
    await conflict('a2a.message.send', worker.sendParams(text('x', { taskId: task.id, messageId: message.messageId })));
  });
});

test('the key is of the requester: another requester may use the same message id', async (t) => {
  const { host, asker, worker } = await pair(t);
  const other = await Agent.register(host, 'other');
  const message = text('once', { to: worker.id });
  assert.notEqual((await asker.send(message)).id, (await other.send(message)).id);
  // And the same requester may use it in another task.
  const task = await asker.open(worker.id);
  assert.equal((await asker.send(text('x', { taskId: task.id, messageId: message.messageId }))).id, task.id);
});

for (const how of ['eof', 'kill'] as const) {
  test(`keys live as long as their task: repeats after a restart by ${how} change nothing`, async (t) => {
    const { host, asker, worker } = await pair(t);
    const message = text('once', { to: worker.id });
    const task = await asker.send(message);
    const follow = text('follow', { taskId: task.id });
    await asker.send(follow);
    const done = text('done', { role: 'agent' });
    await worker.status(task, 'completed', done);
    const again = await host.restart(how);
    const [asker2, worker2] = [await asker.reclaim(again), await worker.reclaim(again)];
    await changesNothing(again, task, asker2, async () => {
      assert.equal((await asker2.send(message)).id, task.id);
      assert.equal((await asker2.send(follow)).generation, 3);
      assert.equal((await worker2.status(task, 'completed', done)).generation, 3);
      await again.expectError('a2a.message.send', asker2.sendParams({ ...message, role: 'agent' }), 1400, 'A2A_MESSAGE_CONFLICT');
    });
  });
}

test("a repeat counts once against the run's sends", async (t) => {
  const { asker, worker } = await pair(t);
  const message = text('once', { to: worker.id });
  const task = await asker.send(message);
  for (let i = 0; i < 300; i++) asker.host.post('a2a.message.send', asker.sendParams(message));
  await asker.host.barrier();
  assert.equal((await asker.follow(task)).generation, 2);
});

test('a blocking repeat parks until the task ends', async (t) => {
  const { host, asker, worker } = await pair(t);
  const message = text('once', { to: worker.id });
  const task = await asker.send(message);
  const id = host.post('a2a.message.send', asker.sendParams(message, { blocking: true }));
  await host.barrier();
  assert.equal((await host.call('app.health', {})).parkedCalls, 1);
  await worker.status(task, 'completed');
  assert.equal((await host.reply(id)).result.task.status.state, 'completed');
});

test('message ids are compared byte by byte', async (t) => {
  const { asker, worker } = await pair(t);
  const ids = ['A', 'a', 'á', 'a\u0301', 'a ', ' a', "a'", 'a\\'];
  const tasks = new Set<string>();
  for (const messageId of ids) tasks.add((await asker.send(text('x', { to: worker.id, messageId }))).id);
  assert.equal(tasks.size, ids.length);
});

test('the same message 100 times, across two restarts: one task, one message row, one event; other content is a conflict', async (t) => {
  let host = await Host.start(t);
  let asker = await Agent.register(host, 'asker');
  await Agent.register(host, 'worker');
  const message = text('once', { to: 'worker', messageId: 'the one' });
  const ids = new Set<string>();
  for (let i = 0; i < 100; ++i) {
    ids.add((await asker.send(message)).id);
    if (i === 30 || i === 60) {
      host = await host.restart(i === 30 ? 'kill' : 'eof');
      asker = await asker.reclaim(host);
    }
  }
  assert.equal(ids.size, 1);
  await host.expectError(
    'a2a.message.send', asker.sendParams({ ...message, parts: [{ kind: 'text', text: 'twice' }] }), 1400, 'A2A_MESSAGE_CONFLICT',
  );
  for (const table of ['a2a_tasks', 'a2a_messages', 'a2a_events']) {
    assert.equal(query(host.db, `SELECT count(*) FROM ${table}`), '1', table);
  }
});

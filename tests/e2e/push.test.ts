// Contract section 4.6: push configs and what they yield at the end of a task.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Agent, text } from './support/agents.js';
import { Host } from './support/host.js';

async function scene(t: TestContext): Promise<{ host: Host; asker: Agent; worker: Agent }> {
  const host = await Host.start(t);
  return { host, asker: await Agent.register(host, 'asker', 'here'), worker: await Agent.register(host, 'worker', 'there') };
}

const set = 'a2a.tasks.pushNotificationConfig.set';
const get = 'a2a.tasks.pushNotificationConfig.get';

test('set returns the config, get the one set last, and a config belongs to its setter alone', async (t) => {
  const { host, asker, worker } = await scene(t);
  const { id: taskId } = await asker.open(worker.id);
  assert.deepEqual(await host.call(get, { token: asker.token, taskId }), { config: null });
  const one = { id: 'one', url: 'http://localhost/1', token: 'secret-1' };
  const two = { id: 'two' };
  assert.deepEqual(await host.call(set, { token: asker.token, taskId, config: one }), { config: one });
  assert.deepEqual(await host.call(get, { token: asker.token, taskId }), { config: one });
  await host.call(set, { token: asker.token, taskId, config: two });
  assert.deepEqual(await host.call(get, { token: asker.token, taskId }), { config: two });
  await host.call(set, { token: asker.token, taskId, config: { ...one, url: 'x' } });
  assert.deepEqual(await host.call(get, { token: asker.token, taskId }), { config: { ...one, url: 'x' } });
  assert.deepEqual(await host.call(get, { token: worker.token, taskId }), { config: null });
});

test('on a terminal state each config yields one push to the counterpart of whoever caused it, after the final event', async (t) => {
  const { host, asker, worker } = await scene(t);
  const task = await asker.open(worker.id);
  const taskId = task.id;
  await host.call(set, { token: asker.token, taskId, config: { id: 'a', token: 'of-asker' } });
  await host.call(set, { token: worker.token, taskId, config: { id: 'w', token: 'of-worker' } });
  await host.call(set, { token: asker.token, taskId, config: { id: 'b', url: 'u' } });
  const done = await worker.status(task, 'completed', text('done', { role: 'agent' }));
  await host.barrier();
  const base = { recipient: 'asker', recipientContextId: 'here', contextId: 'here', taskId, status: done.status };
  const pushes = asker.pushes();
  // The token is present only when the recipient is the setter.
  assert.deepEqual(pushes.map((push) => push.token), ['of-asker', undefined, undefined]);
  for (const { token: _, ...push } of pushes) assert.deepEqual(push, base);
  assert.deepEqual(worker.pushes(), []);
  const kinds = host.frames.filter((frame) => frame.method !== undefined && frame.params.recipient === 'asker').map((frame) => frame.method);
  assert.deepEqual(kinds, ['a2a.task.event', 'a2a.push', 'a2a.push', 'a2a.push']);
});

test('the push of a cancel by the requester goes to the worker', async (t) => {
  const { host, asker, worker } = await scene(t);
  const task = await asker.open(worker.id, 'x', { pushNotificationConfig: { id: 'p', token: 'of-asker' } });
  await host.call(set, { token: worker.token, taskId: task.id, config: { id: 'q', token: 'of-worker' } });
  await asker.cancel(task);
  await host.barrier();
  assert.deepEqual(worker.pushes().map((push) => push.token), [undefined, 'of-worker']);
  assert.deepEqual(asker.pushes(), []);
});

test('a config of the send is stored with the message', async (t) => {
  const { host, asker, worker } = await scene(t);
  const config = { id: 'p', token: 'x' };
  const task = await asker.open(worker.id, 'x', { pushNotificationConfig: config });
  assert.deepEqual(await host.call(get, { token: asker.token, taskId: task.id }), { config });
});

test('open states yield no push, a config of the same id is replaced, and one set after the end yields none', async (t) => {
  const { host, asker, worker } = await scene(t);
  const task = await asker.open(worker.id, 'x', { pushNotificationConfig: { id: 'p', token: 'old' } });
  await worker.status(task, 'working');
  await worker.status(task, 'input-required');
  await asker.follow(task);
  await host.barrier();
  assert.deepEqual([...asker.pushes(), ...worker.pushes()], []);
  await host.call(set, { token: asker.token, taskId: task.id, config: { id: 'p', token: 'new' } });
  await worker.status(task, 'failed');
  await host.barrier();
  assert.deepEqual(asker.pushes().map((push) => [push.token, push.status.state]), [['new', 'failed']]);
  await host.call(set, { token: asker.token, taskId: task.id, config: { id: 'late' } });
  await host.barrier();
  assert.equal(asker.pushes().length, 1);
});

test('at most 16 configs per task and setter', async (t) => {
  const { host, asker, worker } = await scene(t);
  const { id: taskId } = await asker.open(worker.id);
  for (let i = 0; i < 16; i++) await host.call(set, { token: asker.token, taskId, config: { id: `p${i}` } });
  await host.expectError(set, { token: asker.token, taskId, config: { id: 'p16' } }, -32602, 'INVALID_PARAMS', { path: '/params/config' });
  await host.call(set, { token: asker.token, taskId, config: { id: 'p3', token: 'x' } });
  await host.call(set, { token: worker.token, taskId, config: { id: 'p16' } });
  await worker.status(taskId, 'completed');
  await host.barrier();
  assert.equal(asker.pushes().length, 17);
});

test('push configs survive a restart; a final event and its pushes wait for a recipient that was away', async (t) => {
  const { host, asker, worker } = await scene(t);
  const task = await asker.open(worker.id, 'x', { pushNotificationConfig: { id: 'p', token: 'of-asker' } });
  const again = await host.restart();
  const back = await worker.reclaim(again);
  await back.status(task, 'completed', text('done', { role: 'agent' }));
  await again.barrier();
  assert.deepEqual([asker.id, again.frames.some((frame) => frame.method !== undefined && frame.params.recipient === 'asker')], ['asker', false]);
  const asker2 = await asker.reclaim(again);
  await again.barrier();
  const kinds = again.frames.filter((frame) => frame.method !== undefined && frame.params.recipient === 'asker').map((frame) => frame.method);
  assert.deepEqual(kinds, ['a2a.task.event', 'a2a.push']);
  assert.deepEqual(asker2.pushes().map((push) => [push.token, push.status.message?.parts[0]]), [['of-asker', { kind: 'text', text: 'done' }]]);
});

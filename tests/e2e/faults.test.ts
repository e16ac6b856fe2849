// Contract sections 1 and 7: what a client sees when the store or the daemon itself fails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, states, text } from './support/agents.js';
import { faultyHost, seconds } from './support/faults.js';
import { expectWire } from './support/host.js';

const clean = /SELECT|INSERT|UPDATE|sqlite|\/tmp\/|\.cc|\.db/i;

test('INTERNAL carries a ref that the log explains, no SQL, path or secret, and nothing of the call stays', async (t) => {
  const { host, control } = await faultyHost(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const message = text('x', { to: worker.id });
  for (const method of ['a2a.message.send', 'a2a.agents.list'] as const) {
    const params = method === 'a2a.agents.list' ? { token: asker.token } : asker.sendParams(message);
    control.failCalls(1);
    const error = expectWire(await host.refused(method, params), -32603, 'INTERNAL');
    const ref = error.data?.['ref'];
    assert.ok(typeof ref === 'string' && ref.length > 0);
    assert.doesNotMatch(error.message, clean);
    await host.until('the log entry', () => (host.stderr.includes(ref) ? true : undefined));
  }
  assert.equal((await host.call('app.health', {})).openTasks, 0);
  assert.equal((await asker.send(message)).generation, 1);
  await host.barrier();
  assert.deepEqual(states(worker.events()), ['submitted']);
  assert.ok(!host.stderr.includes(asker.token));
});

test('a full disk: STORE_UNAVAILABLE with outcome none, the daemon goes on, and the repeat succeeds once there is space', async (t) => {
  const { host, control } = await faultyHost(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  const before = await asker.get(task);
  await host.barrier();
  const from = host.frames.length;
  control.fail('write', 'full');
  const follow = text('y', { taskId: task.id });
  for (let i = 0; i < 3; i++) {
    const error = await host.expectError('a2a.message.send', asker.sendParams(follow), 1012, 'STORE_UNAVAILABLE', { outcome: 'none', retryable: true });
    assert.doesNotMatch(error.message, clean);
  }
  await host.expectError('a2a.agents.register', { contextId: 'c', card: { ...(await import('./support/agents.js')).card('late') } }, 1012, 'STORE_UNAVAILABLE');
  assert.deepEqual(await asker.get(task), before, 'reads still work and show nothing of it');
  assert.equal((await host.call('app.health', {})).agents, 2);
  assert.deepEqual(worker.events(from), []);
  control.heal();
  assert.equal((await asker.send(follow)).generation, 2);
  await host.barrier();
  assert.equal(worker.events(from).length, 1);
  const again = await host.restart('eof', { env: {} });
  assert.equal((await (await asker.reclaim(again)).get(task)).historyTotal, 2);
});

test('a failed batch returns memory to its start: woken calls stay parked, calls parked in it are refused, others live on', async (t) => {
  const { host, control } = await faultyHost(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  const parked = host.post('a2a.message.send', asker.sendParams(text('wait', { taskId: task.id }), { blocking: true }));
  await host.barrier();
  control.fail('write', 'full');
  const lines = [
    { id: 'end', method: 'a2a.tasks.status', params: { token: worker.token, id: task.id, state: 'completed' } },
    { id: 'park', method: 'a2a.message.send', params: asker.sendParams(text('new', { to: worker.id }), { blocking: true }) },
    { id: 'read', method: 'a2a.tasks.get', params: { token: asker.token, id: task.id } },
    { id: 'gone', method: 'a2a.agents.deregister', params: { token: worker.token } },
  ].map((one) => JSON.stringify({ jsonrpc: '2.0', ...one }));
  host.raw(Buffer.from(`${lines.join('\n')}\n`));
  for (const id of ['end', 'park', 'gone']) expectWire((await host.reply(id)).error, 1012, 'STORE_UNAVAILABLE', { outcome: 'none' });
  await host.reply('read');
  control.heal();
  assert.ok(!host.frames.some((frame) => frame.id === parked), 'a call that the failed batch woke was answered');
  const health = await host.call('app.health', {});
  assert.deepEqual([health.agents, health.openTasks, health.parkedCalls], [2, 1, 1]);
  assert.equal((await worker.status(task, 'completed')).status.state, 'completed');
  assert.equal((await host.reply(parked)).result.task.status.state, 'completed');
});

test('a failed sync: outcome unknown, exit 74; repeating with the same ids gives the call once', async (t) => {
  const { host, control } = await faultyHost(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const message = text('x', { to: worker.id });
  control.fail('sync');
  await host.expectError('a2a.message.send', asker.sendParams(message), 1012, 'STORE_UNAVAILABLE', { outcome: 'unknown' });
  assert.deepEqual(await host.waitExit(), { code: 74, signal: null });
  control.heal();
  const again = await host.restart('kill', { env: {} });
  const back = await asker.reclaim(again);
  await worker.reclaim(again);
  const task = await back.send(message);
  assert.equal(task.generation, 1);
  assert.equal((await again.call('app.health', {})).openTasks, 1);
});

test('a read error before COMMIT: outcome none, exit 74', async (t) => {
  const { host, control } = await faultyHost(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.send(text('', { to: worker.id, parts: [{ kind: 'data', data: { x: 'x'.repeat(1_000_000) } }] }));
  const again = await host.restart();
  const back = await asker.reclaim(again);
  control.fail('read'); // nothing of the body is in memory yet
  await again.expectError('a2a.tasks.get', { token: back.token, id: task.id }, 1012, 'STORE_UNAVAILABLE', { outcome: 'none' });
  assert.deepEqual(await again.waitExit(), { code: 74, signal: null });
});

test('no memory: STORE_UNAVAILABLE with outcome none, and the daemon goes on', async (t) => {
  const { host, control } = await faultyHost(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  control.fail('allocate');
  const message = text('x'.repeat(10_000), { taskId: task.id });
  const error = await host.refused('a2a.message.send', asker.sendParams(message));
  control.heal();
  expectWire(error, 1012, 'STORE_UNAVAILABLE', { outcome: 'none' });
  assert.equal((await asker.send(message)).generation, 2);
});

test('a full disk holds up no wait: its time is over when it is over, also while a deadline cannot be written', async (t) => {
  const { host, control } = await faultyHost(t, { acks: true });
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  const late = await asker.open(worker.id, 'late', { deadlineSeconds: 20 });
  const waiting = host.post('a2a.events.wait', { token: asker.token, taskId: task.id, timeoutSeconds: 30 });
  await host.barrier();
  control.fail('write', 'full');
  control.clocks({ monotonicMs: 31 * seconds });
  assert.deepEqual((await host.reply(waiting)).result, { events: [], more: false });
  control.heal();
  control.clocks({ monotonicMs: 33 * seconds });
  const { events } = await asker.wait({ taskId: late.id });
  assert.deepEqual(states(events), ['failed']);
});

test('upkeep that failed for want of space holds up no timer', async (t) => {
  const { host, control } = await faultyHost(t, { acks: true });
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  control.fail('write', 'full');
  await host.until('a checkpoint that fails', () => (/checkpoint failed/.test(host.stderr) ? true : undefined));
  control.heal();
  const waiting = host.post('a2a.events.wait', { token: asker.token, taskId: task.id, timeoutSeconds: 1 });
  await host.barrier();
  control.clocks({ monotonicMs: 2 * seconds }); // far from the time at which upkeep is tried again
  const answered = await host.reply(waiting);
  assert.deepEqual(answered.result, { events: [], more: false });
  assert.ok((await host.call('app.health', {})).uptimeMs < 10 * seconds);
});

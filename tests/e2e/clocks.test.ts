// What depends on time, with clocks that the test moves: waits, grace, retention, stamps (contract sections 3, 4.2, 5, 7).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, states, text } from './support/agents.js';
import { Control, days, faultyHost, hours, seconds } from './support/faults.js';
import { Host } from './support/host.js';

test('a blocking send returns the task as it stands after A2A_MAX_STREAM_WAIT_SECONDS, not before', async (t) => {
  const { host, control } = await faultyHost(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const id = host.post('a2a.message.send', asker.sendParams(text('x', { to: worker.id }), { blocking: true }));
  await host.barrier();
  control.clocks({ monotonicMs: 60 * seconds });
  assert.equal((await host.call('app.health', {})).parkedCalls, 1);
  control.clocks({ monotonicMs: 121 * seconds });
  const { task } = (await host.reply(id)).result;
  assert.equal(task.status.state, 'submitted');
  assert.equal((await host.call('app.health', {})).parkedCalls, 0);
});

test('the wall clock has no say in waits', async (t) => {
  const { host, control } = await faultyHost(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const id = host.post('a2a.message.send', asker.sendParams(text('x', { to: worker.id }), { blocking: true }));
  await host.barrier();
  for (const wallMs of [10 * 365 * days, -hours]) {
    control.clocks({ wallMs });
    assert.equal((await host.call('app.health', {})).parkedCalls, 1);
  }
  assert.ok(!host.frames.some((frame) => frame.id === id));
});

test('stamps never decrease, whatever the wall clock does, also over a restart', async (t) => {
  const { host, control } = await faultyHost(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  let last = '';
  let lastId = '';
  const check = async (of: Agent, to: Agent): Promise<void> => {
    const task = await of.open(to.id);
    assert.ok(task.status.timestamp >= last, `${task.status.timestamp} after ${last}`);
    const time = task.id.slice(0, 13); // of a UUIDv7: milliseconds
    assert.ok(time >= lastId, 'ids are made of the same stamps');
    last = task.status.timestamp;
    lastId = time;
  };
  await check(asker, worker);
  control.clocks({ wallMs: 10 * 365 * days });
  await check(asker, worker);
  assert.ok(Date.parse(last) > Date.now() + 9 * 365 * days, 'a jump ahead shows');
  control.clocks({ wallMs: -hours });
  await check(asker, worker);
  const again = await host.restart();
  const [asker2, worker2] = [await asker.reclaim(again), await worker.reclaim(again)];
  await check(asker2, worker2);
});

test('the grace is 300 s on the monotonic clock from the first handshake of the run', async (t) => {
  const { host, control } = await faultyHost(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  const again = await host.restart('eof', { handshake: false });
  // Before the handshake no grace runs.
  control.clocks({ monotonicMs: 1000 * seconds });
  await again.expectError('app.health', {}, 1001, 'UNAUTHORIZED');
  await again.handshake();
  const asker2 = await asker.reclaim(again);
  control.clocks({ monotonicMs: 1299 * seconds, wallMs: 100 * days });
  assert.equal((await asker2.get(task)).status.state, 'submitted');
  await again.handshake();
  control.clocks({ monotonicMs: 1302 * seconds });
  await again.until('the loss', () => (asker2.events().length > 0 ? true : undefined));
  assert.deepEqual(states(asker2.events()), ['failed']);
});

test('--task-retention removes terminal tasks older than that in idle moments, and no open ones', async (t) => {
  const { host, control } = await faultyHost(t, { args: ['--task-retention', '1d'] });
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const message = text('old', { to: worker.id });
  const old = await asker.send(message);
  const open = await asker.open(worker.id);
  await worker.status(old, 'completed');
  control.clocks({ wallMs: 2 * days, monotonicMs: 2 * days });
  await asker.follow(open); // a commit after which the daemon comes to rest
  await host.eventually('the removal of the old task', async () => {
    const frame = await host.reply(host.post('a2a.tasks.get', { token: asker.token, id: old.id }));
    return frame.error?.data?.errorCode === 'A2A_UNKNOWN_TASK';
  });
  assert.equal((await asker.get(open)).historyTotal, 2);
  // Keys live as long as their task: the same message opens a new one.
  assert.notEqual((await asker.send(message)).id, old.id);
});

test('undelivered events are kept however old they are', async (t) => {
  const control = new Control(t);
  const host = await Host.start(t, control.options());
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  let again = await host.restart('eof', { args: ['--reclaim-grace', '365d', '--event-retention', '1d'] });
  await (await worker.reclaim(again)).status(task, 'completed');
  control.clocks({ wallMs: 30 * days, monotonicMs: 30 * days });
  await Agent.register(again, 'somebody'); // a commit after which the daemon comes to rest
  again = await again.restart('eof');
  const back = await asker.reclaim(again);
  await again.barrier();
  assert.deepEqual(states(back.events()), ['completed']);
});

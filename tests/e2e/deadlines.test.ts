// Contract section 4.1, deadlineSeconds: an open task fails by the broker's hand when its time is over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, states, text } from './support/agents.js';
import { days, faultyHost, hours, seconds } from './support/faults.js';

test('a task that is open when its deadline passes is failed by the broker, and both parties are told', async (t) => {
  const { host, control } = await faultyHost(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const push = { id: 'p', token: 'mine' };
  const task = await asker.open(worker.id, 'quick', { deadlineSeconds: 60, pushNotificationConfig: push });
  await host.call('a2a.tasks.pushNotificationConfig.set', { token: worker.token, taskId: task.id, config: { id: 'w' } });
  await worker.status(task, 'input-required');
  const waiting = host.post('a2a.message.send', asker.sendParams(text('here', { taskId: task.id }), { blocking: true }));
  await host.barrier();
  for (const wallMs of [days, -hours]) control.clocks({ wallMs }); // the wall clock has no say
  control.clocks({ monotonicMs: 59 * seconds });
  assert.equal((await worker.get(task)).status.state, 'working');
  control.clocks({ monotonicMs: 61 * seconds });
  const { task: ended } = (await host.reply(waiting)).result;
  assert.equal(ended.status.state, 'failed');
  assert.equal(ended.status.message.from, 'a2a-host');
  assert.match(ended.status.message.parts[0].text, /60 seconds|deadline/i);
  await host.barrier();
  for (const agent of [asker, worker]) {
    const finals = agent.events().filter(({ event }) => event.kind === 'status-update' && event.final);
    assert.deepEqual(states(finals), ['failed']);
  }
  // Each config tells its own setter.
  assert.deepEqual(asker.pushes().map(({ token }) => token), ['mine']);
  assert.deepEqual(worker.pushes().map(({ taskId }) => taskId), [task.id]);
  await host.expectError('a2a.tasks.status', { token: worker.token, id: task.id, state: 'completed' }, 1400, 'A2A_TASK_TERMINAL', {
    state: 'failed', by: 'a2a-host',
  });
});

test('a task that ends in time has no deadline any more, and a later deadline replaces the earlier one', async (t) => {
  const { host, control } = await faultyHost(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const done = await asker.open(worker.id, 'quick', { deadlineSeconds: 10 });
  await worker.status(done, 'completed');
  const longer = await asker.open(worker.id, 'slow', { deadlineSeconds: 10 });
  await asker.follow(longer, 'take your time', { deadlineSeconds: 100 });
  control.clocks({ monotonicMs: 50 * seconds });
  assert.equal((await asker.get(done)).status.state, 'completed');
  assert.equal((await asker.get(longer)).status.state, 'submitted');
  const error = await host.refused('a2a.message.send', worker.sendParams(text('x', { taskId: longer.id }), { deadlineSeconds: 5 }));
  assert.equal(error.data?.['path'], '/params/configuration/deadlineSeconds');
  control.clocks({ monotonicMs: 101 * seconds });
  await host.until('the end', () => (asker.events().some(({ event }) => event.taskId === longer.id && event.kind === 'status-update' && event.final) ? true : undefined));
});

test('a deadline outlives a restart; one that passed meanwhile is met at the first handshake', async (t) => {
  const { host, control } = await faultyHost(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const soon = await asker.open(worker.id, 'soon', { deadlineSeconds: 60 });
  const late = await asker.open(worker.id, 'late', { deadlineSeconds: 3600 });
  await host.end();
  control.clocks({ wallMs: 100 * seconds });
  const again = await host.restart('eof', { handshake: false });
  await again.expectError('app.health', {}, 1001, 'UNAUTHORIZED');
  await again.handshake();
  const back = await asker.reclaim(again);
  await again.until('the loss', () => (back.events().some(({ event }) => event.taskId === soon.id && event.kind === 'status-update' && event.final) ? true : undefined));
  assert.equal((await back.get(late)).status.state, 'submitted');
  control.clocks({ monotonicMs: 3520 * seconds });
  await again.until('the other', () => (back.events().some(({ event }) => event.taskId === late.id && event.kind === 'status-update' && event.final) ? true : undefined));
});

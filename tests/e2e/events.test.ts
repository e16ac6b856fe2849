// Contract section 5: which event reaches whom, and what an event looks like.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Agent, states, text } from './support/agents.js';
import { Host } from './support/host.js';

interface Scene {
  host: Host;
  asker: Agent;
  worker: Agent;
}

async function scene(t: TestContext): Promise<Scene> {
  const host = await Host.start(t);
  return { host, asker: await Agent.register(host, 'asker', 'here'), worker: await Agent.register(host, 'worker', 'there') };
}

/** What each of the two was told by `act`. */
async function told({ host, asker, worker }: Scene, act: () => Promise<unknown>): Promise<{ asker: string[]; worker: string[] }> {
  await host.barrier();
  const from = host.frames.length;
  await act();
  await host.barrier();
  return { asker: states(asker.events(from)), worker: states(worker.events(from)) };
}

test('a new task goes to the worker; every later change to the counterpart of whoever caused it', async (t) => {
  const all = await scene(t);
  const { asker, worker } = all;
  let id = '';
  assert.deepEqual(await told(all, async () => (id = (await asker.open(worker.id)).id)), { asker: [], worker: ['submitted'] });
  assert.deepEqual(await told(all, () => worker.follow(id)), { asker: ['working'], worker: [] });
  assert.deepEqual(await told(all, () => asker.follow(id)), { asker: [], worker: ['working'] });
  assert.deepEqual(await told(all, () => worker.status(id, 'working')), { asker: ['working'], worker: [] });
  assert.deepEqual(await told(all, () => worker.status(id, 'input-required')), { asker: ['input-required'], worker: [] });
  assert.deepEqual(await told(all, () => asker.follow(id)), { asker: [], worker: ['working'] });
  assert.deepEqual(await told(all, () => worker.status(id, 'auth-required')), { asker: ['auth-required'], worker: [] });
  assert.deepEqual(await told(all, () => asker.status(id, 'working')), { asker: [], worker: ['working'] });
  assert.deepEqual(await told(all, () => asker.get(id)), { asker: [], worker: [] });
  assert.deepEqual(await told(all, () => worker.status(id, 'completed')), { asker: ['completed'], worker: [] });
});

test('a cancel is told to the counterpart of who canceled', async (t) => {
  const all = await scene(t);
  const { asker, worker } = all;
  const [one, two] = [await asker.open(worker.id), await asker.open(worker.id)];
  assert.deepEqual(await told(all, () => asker.cancel(one)), { asker: [], worker: ['canceled'] });
  assert.deepEqual(await told(all, () => worker.cancel(two)), { asker: ['canceled'], worker: [] });
});

test('an event names recipient, its context, the context of the task, and the status with its generation', async (t) => {
  const { host, asker, worker } = await scene(t);
  const task = await asker.open(worker.id);
  const answer = text('done', { role: 'agent' });
  const done = await worker.status(task, 'completed', answer);
  await host.barrier();
  assert.deepEqual(worker.events(), [
    {
      recipient: 'worker',
      recipientContextId: 'there',
      contextId: 'here',
      event: { kind: 'status-update', taskId: task.id, contextId: 'here', status: task.status, final: false, generation: 1 },
      seq: 1,
      message: task.history[0],
    },
  ]);
  assert.deepEqual(asker.events(), [
    {
      recipient: 'asker',
      recipientContextId: 'here',
      contextId: 'here',
      event: { kind: 'status-update', taskId: task.id, contextId: 'here', status: done.status, final: true, generation: 2 },
      seq: 2, // and no message: it is the status's
    },
  ]);
  assert.deepEqual(done.status.message, { ...answer, taskId: task.id, contextId: 'here', from: 'worker', to: 'asker' });
});

test('final is true exactly on a terminal state', async (t) => {
  const { host, asker, worker } = await scene(t);
  for (const state of ['completed', 'canceled', 'failed', 'rejected'] as const) {
    const task = await asker.open(worker.id);
    for (const step of ['working', 'input-required', 'working', 'auth-required', 'working', state] as const) await worker.status(task, step);
  }
  await host.barrier();
  const seen = [...asker.events(), ...worker.events()].map(({ event }) => event);
  assert.equal(seen.length, 4 * 7);
  for (const event of seen) {
    assert.ok(event.kind === 'status-update');
    assert.equal(event.final, ['completed', 'canceled', 'failed', 'rejected'].includes(event.status.state), event.status.state);
  }
});

test('resubscribe re-emits the current status to the caller alone, directly after its reply', async (t) => {
  const all = await scene(t);
  const { host, asker, worker } = all;
  const task = await asker.open(worker.id);
  for (const agent of [asker, worker]) {
    await host.barrier();
    const from = host.frames.length;
    const frame = await host.reply(host.post('a2a.tasks.resubscribe', { token: agent.token, id: task.id }));
    assert.equal(frame.result.task.id, task.id);
    const next = await host.frame(frame.index + 1);
    assert.equal(next.method, 'a2a.task.event');
    assert.deepEqual([next.params.recipient, next.params.event.status], [agent.id, task.status]);
    await host.barrier();
    assert.equal(host.frames.length, from + 3);
  }
  await worker.status(task, 'completed');
  const seen = await told(all, () => host.call('a2a.tasks.resubscribe', { token: asker.token, id: task.id }));
  assert.deepEqual(seen, { asker: ['completed'], worker: [] });
});

test('stream does what send does, and the caller also receives the current status as an event', async (t) => {
  const all = await scene(t);
  const { host, asker, worker } = all;
  const from = host.frames.length;
  const frame = await host.reply(host.post('a2a.message.stream', asker.sendParams(text('x', { to: worker.id }))));
  const task = frame.result.task;
  await host.barrier();
  const events = host.frames.slice(from).filter(({ method }) => method === 'a2a.task.event');
  assert.deepEqual(events.map(({ params }) => [params.recipient, params.event.taskId, params.event.status.state]), [
    ['asker', task.id, 'submitted'],
    ['worker', task.id, 'submitted'],
  ]);
  assert.equal(events[0]?.index, frame.index + 1, 'the snapshot stands directly after the reply');
  const seen = await told(all, () => host.call('a2a.message.stream', worker.sendParams(text('y', { taskId: task.id }))));
  assert.deepEqual(seen, { asker: ['working'], worker: ['working'] });
});

test('a repeated stream sends its snapshot again, but no event to the counterpart', async (t) => {
  const all = await scene(t);
  const { host, asker, worker } = all;
  const params = asker.sendParams(text('x', { to: worker.id }));
  await host.call('a2a.message.stream', params);
  const seen = await told(all, () => host.call('a2a.message.stream', params));
  assert.deepEqual(seen, { asker: ['submitted'], worker: [] });
});

test('events of one recipient come in the order of their causes across tasks', async (t) => {
  const { host, asker, worker } = await scene(t);
  const order: string[] = [];
  for (let i = 0; i < 5; i++) order.push((await asker.open(worker.id)).id);
  for (const id of [...order].reverse()) {
    host.post('a2a.tasks.status', { token: worker.token, id, state: 'working' });
    host.post('a2a.tasks.status', { token: worker.token, id, state: 'completed' });
  }
  await host.barrier();
  assert.deepEqual(worker.events().map(({ event }) => event.taskId), order);
  assert.deepEqual(asker.events().map(({ event }) => event.taskId), [...order].reverse().flatMap((id) => [id, id]));
});

test('a status message above 64 KiB leaves in omitted form in events and status.message, whole in history', async (t) => {
  const { host, asker, worker } = await scene(t);
  const task = await asker.open(worker.id);
  const big = text('', {
    role: 'agent',
    metadata: { m: 1 },
    xNew: 1,
    parts: Array.from({ length: 5 }, (_, i) => ({ kind: 'text', text: String(i).repeat(15_000) })),
  } as never);
  const done = await worker.status(task, 'completed', big);
  const omitted = {
    role: 'agent', parts: [], messageId: big.messageId, taskId: task.id, contextId: 'here', from: 'worker', to: 'asker', omitted: true,
  };
  assert.deepEqual(done.status.message, omitted);
  assert.deepEqual(done.history[0]?.parts, big.parts);
  await host.barrier();
  assert.deepEqual(asker.events().map(({ event }) => event.kind === 'status-update' && event.status.message), [omitted]);
  const read = await asker.get(task);
  assert.deepEqual(read.status.message, omitted);
  assert.deepEqual(read.history[1]?.parts, big.parts);
});

// Contract sections 3 and 5: instances are resumed with a secret, and what they were not told is still there.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { Agent, card, text } from './support/agents.js';
import { Host, query } from './support/host.js';
import type { Params } from './support/protocol.js';

type Told = Params<'a2a.task.event'>;

test('an instance is resumed with its secret: over restarts, and while it lives', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  const live = await worker.resume(host);
  await host.expectError('a2a.tasks.get', { token: worker.token, id: task.id }, 1400, 'A2A_UNKNOWN_TOKEN');
  assert.equal((await live.get(task)).agentName, 'worker');
  const again = await host.restart('kill');
  const back = await live.resume(again);
  assert.equal((await back.status(task, 'working')).status.state, 'working');
});

test('every mismatch is A2A_UNKNOWN_TOKEN and registers nothing', async (t) => {
  const host = await Host.start(t);
  const worker = await Agent.register(host, 'worker', 'here');
  const gone = await Agent.register(host, 'gone', 'here');
  await gone.deregister();
  const right = { contextId: 'here', card: card('worker'), resume: { agentId: 'worker', secret: worker.secret } };
  for (const wrong of [
    { ...right, contextId: 'there' },
    { ...right, card: card('worker', 'parent') },
    { ...right, resume: { agentId: 'worker-2', secret: worker.secret } },
    { ...right, resume: { agentId: 'worker', secret: gone.secret } },
    { ...right, resume: { agentId: 'gone', secret: gone.secret } },
    { ...right, resume: { agentId: 'worker', secret: '' } },
    { ...right, resume: { agentId: 'worker', secret: worker.token } },
  ]) {
    await host.expectError('a2a.agents.register', wrong, 1400, 'A2A_UNKNOWN_TOKEN');
    assert.equal((await host.call('app.health', {})).agents, 1);
  }
  assert.equal((await host.call('a2a.agents.register', right)).resumed, true);
});

test('after a reclaim a fresh agent of the name is a stranger to what the old one had', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker', 'one');
  const task = await asker.open(worker.id);
  await worker.deregister();
  const again = await Agent.register(host, 'worker', 'one');
  assert.equal(again.id, 'worker');
  for (const method of ['a2a.tasks.get', 'a2a.tasks.resubscribe', 'a2a.tasks.cancel']) {
    await host.expectError(method, { token: again.token, id: task.id }, 1400, 'A2A_UNKNOWN_AGENT');
  }
  assert.deepEqual((await host.call('a2a.tasks.list', { token: again.token })).tasks, []);
  const elsewhere = await Agent.register(host, 'worker', 'two');
  assert.equal(elsewhere.id, 'worker-2');
});

test('killed between commit and write, 200 times: every undelivered event arrives after resuming, none lost or invented', async (t) => {
  const seed = Number(process.env['A2A_SEED'] ?? randomInt(2 ** 31));
  t.diagnostic(`seed ${seed}`);
  let host = await Host.start(t, { acks: true });
  let asker = await Agent.register(host, 'asker');
  let worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  let taken = (await worker.takeAll()).at(-1)?.seq ?? 0;
  const key = query(host.db, "SELECT agent_key FROM a2a_agents WHERE agent_id = 'worker'");
  let state = seed;
  let lost = 0;
  for (let round = 0; round < 200; ++round) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    // Four writes are of the handshake, the two resumptions and the new run; the process dies at one of those after it.
    const point = 5 + ((state >> 8) % 4);
    const doomed = await host.restart(round % 2 === 0 ? 'kill' : 'eof', { fault: true, env: { A2A_FAULT_KILL: `before-write:${point}` } });
    [asker, worker] = [await asker.resume(doomed), await worker.resume(doomed)];
    await asker.newRun();
    for (let i = 0; i < 6 && !doomed.gone; ++i) {
      const posted = Array.from({ length: 4 }, () => doomed.post('a2a.message.send', asker.sendParams(text(`${round}.${i}`, { taskId: task.id }))));
      // The next write is made only once this one was seen, so that batches do not run together.
      await Promise.race([doomed.reply(posted.at(-1)).catch(() => undefined), doomed.exited]);
    }
    await doomed.exited;
    const notified = doomed.notifications('a2a.task.event', 'worker');
    const acknowledged = doomed.frames.flatMap((frame) => (frame.result?.task?.history?.[0]?.messageId as string | undefined) ?? []);
    host = await doomed.restart('kill', { fault: false, env: {} });
    [asker, worker] = [await asker.resume(host), await worker.resume(host)];
    const due = query(host.db, `SELECT seq FROM a2a_events WHERE recipient = ${key} AND seq > ${taken} ORDER BY seq`);
    const events = await worker.takeAll();
    assert.deepEqual(events.map(({ seq }) => String(seq)), due === '' ? [] : due.split('\n'), `seed ${seed}, round ${round}`);
    const bySeq = new Map<number | undefined, Told>(events.map((event) => [event.seq, event]));
    for (const event of notified) assert.deepEqual(bySeq.get(event.seq), event, `seed ${seed}, round ${round}`);
    const arrived = new Set(events.map(({ message }) => message?.messageId));
    for (const id of acknowledged) assert.ok(arrived.has(id), `seed ${seed}, round ${round}: ${id}`);
    if (events.length > notified.length) ++lost;
    taken = events.at(-1)?.seq ?? taken;
  }
  t.diagnostic(`in ${lost} rounds the kill came between commit and write`);
  assert.ok(lost > 100);
});

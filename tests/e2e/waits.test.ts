// Contract section 5, for a client that acknowledges: waits that cannot hang, events that are there until they are taken.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Agent, states, text } from './support/agents.js';
import { expectWire, Host } from './support/host.js';
import type { Task } from './support/protocol.js';

async function scene(t: TestContext, names = ['a', 'b']): Promise<{ host: Host; agents: Agent[] }> {
  const host = await Host.start(t, { acks: true });
  const agents: Agent[] = [];
  for (const name of names) agents.push(await Agent.register(host, name));
  return { host, agents };
}

/** Posts a wait that parks, and returns once the daemon has it. */
async function park(agent: Agent, params: object): Promise<string> {
  const id = agent.host.post('a2a.events.wait', { token: agent.token, ...params });
  await agent.host.barrier();
  return id;
}

test('wait returns at once what is undelivered, again and again until it is acknowledged', async (t) => {
  const { agents: [a, b] } = await scene(t);
  assert.ok(a !== undefined && b !== undefined);
  const task = await a.open(b.id);
  const first = await b.wait({ timeoutSeconds: 0 });
  assert.deepEqual([states(first.events), first.more], [['submitted'], false]);
  assert.deepEqual(await b.wait({ timeoutSeconds: 0 }), first);
  assert.equal(first.events[0]?.message?.messageId, task.history[0]?.messageId);
  const seq = first.events[0]?.seq ?? 0;
  assert.deepEqual(await b.wait({ timeoutSeconds: 0, afterSeq: seq }), { events: [], more: false });
  assert.deepEqual(await b.wait({ timeoutSeconds: 0 }), { events: [], more: false });
  assert.deepEqual(b.events().map((event) => event.seq), [seq]); // notified once, and the same
});

test('a parked wait comes back with the event, after its notification, when the task ends by the own hand too', async (t) => {
  const { host, agents: [a, b] } = await scene(t);
  assert.ok(a !== undefined && b !== undefined);
  const task = await a.open(b.id);
  await b.takeAll();
  const any = await park(a, { timeoutSeconds: 120 });
  const own = await park(b, { taskId: task.id, timeoutSeconds: 120 });
  await b.status(task, 'completed', text('done', { role: 'agent' }));
  const [told, ended] = [await host.reply(any), await host.reply(own)];
  assert.deepEqual(states(told.result.events), ['completed']);
  assert.deepEqual(ended.result, { events: [], more: false });
  const event = host.frames.find((frame) => frame.method === 'a2a.task.event' && frame.params.recipient === a.id);
  assert.ok(event !== undefined && event.index < told.index && told.index < ended.index);
  assert.deepEqual(await a.wait({ taskId: task.id, afterSeq: told.result.events[0].seq }), { events: [], more: false });
});

test('a wait ends when its agent deregisters, is taken over, or the client closes its end', async (t) => {
  const { host, agents } = await scene(t, ['a', 'b', 'c']);
  const [a, b, c] = agents as [Agent, Agent, Agent];
  const ids = [await park(a, {}), await park(b, {}), await park(c, {})] as const;
  await a.deregister();
  assert.deepEqual((await host.reply(ids[0])).result, { events: [], more: false });
  const again = await b.resume(host);
  assert.deepEqual((await host.reply(ids[1])).result, { events: [], more: false });
  await host.expectError('a2a.events.wait', { token: b.token }, 1400, 'A2A_UNKNOWN_TOKEN');
  assert.equal((await again.wait({ timeoutSeconds: 0 })).more, false);
  host.closeStdin();
  assert.deepEqual((await host.reply(ids[2])).result, { events: [], more: false });
  assert.equal((await host.waitExit()).code, 0);
});

test('two agents that would wait for each other: the second is told at once; so is the third of three', async (t) => {
  const { host, agents } = await scene(t, ['a', 'b', 'c']);
  const [a, b, c] = agents as [Agent, Agent, Agent];
  const of = async (asker: Agent, worker: Agent): Promise<Task> => {
    const task = await asker.open(worker.id);
    return task;
  };
  const [ab, ba, bc, ca] = [await of(a, b), await of(b, a), await of(b, c), await of(c, a)];
  for (const agent of [a, b, c]) await agent.takeAll();
  const first = await park(a, { taskId: ab.id, timeoutSeconds: 120 });
  const refused = await host.refused('a2a.events.wait', { token: b.token, taskId: ba.id, timeoutSeconds: 120 });
  expectWire(refused, 1400, 'A2A_WAIT_CYCLE', {
    cycle: [{ agentId: 'b', taskId: ba.id, waitsFor: 'a' }, { agentId: 'a', taskId: ab.id, waitsFor: 'b' }],
  });
  assert.match(refused.message, /\ba\b.*\bb\b|\bb\b.*\ba\b/);
  const second = await park(b, { taskId: bc.id, timeoutSeconds: 120 });
  const closing = await host.refused('a2a.events.wait', { token: c.token, taskId: ca.id, timeoutSeconds: 120 });
  expectWire(closing, 1400, 'A2A_WAIT_CYCLE', {
    cycle: [
      { agentId: 'c', taskId: ca.id, waitsFor: 'a' },
      { agentId: 'a', taskId: ab.id, waitsFor: 'b' },
      { agentId: 'b', taskId: bc.id, waitsFor: 'c' },
    ],
  });
  // Unfiltered waits never alarm; nor does a blocking send that wakes the very wait it would close the circle with.
  const free = await park(c, { timeoutSeconds: 120 });
  const blocking = host.post('a2a.message.send', b.sendParams(text('still there?', { taskId: ba.id }), { blocking: true }));
  await host.barrier();
  await c.status(bc, 'completed');
  assert.deepEqual(states((await host.reply(second)).result.events), ['completed']);
  await a.status(ba, 'completed');
  assert.equal((await host.reply(blocking)).result.task.status.state, 'completed');
  await b.status(ab, 'completed');
  assert.deepEqual(states((await host.reply(first)).result.events), ['completed']);
  await a.status(ca, 'completed');
  assert.deepEqual(states((await host.reply(free)).result.events), ['completed']);
});

test('5 000 events for an agent that never looked: all of them, in order, page by page, and memory stays flat', async (t) => {
  const { host, agents: [a, b] } = await scene(t);
  assert.ok(a !== undefined && b !== undefined);
  const task = await a.open(b.id);
  const sent: string[] = [];
  for (let round = 0; round < 50; ++round) {
    const ids: string[] = Array.from({ length: 100 }, () => {
      const message = text('x'.repeat(2000), { taskId: task.id });
      sent.push(message.messageId);
      return host.post('a2a.message.send', a.sendParams(message));
    });
    for (const id of ids) assert.equal((await host.reply(id)).error, undefined);
    await a.newRun();
    host.frames.length = 0;
  }
  assert.equal((await host.call('app.health', {})).undeliveredEvents, 5001);
  const before = host.procStatus('VmRSS');
  const seen: string[] = [];
  let last = 0;
  for (let more = true; more; ) {
    const frame = await host.reply(host.post('a2a.events.wait', { token: b.token, timeoutSeconds: 0, afterSeq: last }));
    const { events } = frame.result;
    assert.ok(events.length <= 32 && Buffer.byteLength(frame.text) <= 1024 * 1024 + 1000, String(frame.text.length));
    for (const event of events) {
      assert.ok(event.seq > last);
      last = event.seq;
      seen.push(event.message.messageId);
    }
    more = frame.result.more;
    assert.equal(more, seen.length < 5001);
  }
  assert.deepEqual(seen.slice(1), sent);
  if (process.env['A2A_SANITIZED'] !== '1') assert.ok(host.procStatus('VmRSS') < before + 8 * 1024, `${before} kB before`);
  await b.wait({ timeoutSeconds: 0, afterSeq: last });
  assert.equal((await host.call('app.health', {})).undeliveredEvents, 0);
});

test('a result is there for a requester that did not wait, also when the host restarts before it looks', async (t) => {
  for (const how of ['none', 'eof', 'kill'] as const) {
    const { host, agents: [a, b] } = await scene(t);
    assert.ok(a !== undefined && b !== undefined);
    const task = await a.open(b.id);
    // One write: complete, then leave.
    const line = (method: string, params: object): string => JSON.stringify({ jsonrpc: '2.0', id: method, method, params });
    host.raw(`${line('a2a.tasks.status', { token: b.token, id: task.id, state: 'completed', message: text('the result', { role: 'agent' }) })}\n${line('a2a.agents.deregister', { token: b.token })}`);
    assert.equal((await host.reply('a2a.agents.deregister')).error, undefined);
    const reader = how === 'none' ? a : await a.resume(await host.restart(how));
    const { events } = await reader.wait({ taskId: task.id });
    assert.deepEqual(states(events), ['completed']);
    const [{ event } = { event: undefined }] = events;
    assert.ok(event?.kind === 'status-update' && event.final);
    assert.deepEqual(event.status.message?.parts, [{ kind: 'text', text: 'the result' }]);
  }
});

test('1 000 abandoned waits cost nothing: they end by themselves and others go on', async (t) => {
  const { host, agents } = await scene(t, ['a', 'b', 'c']);
  const [a, b, c] = agents as [Agent, Agent, Agent];
  const task = await a.open(b.id);
  await b.takeAll();
  for (let i = 0; i < 1000; ++i) host.post('a2a.events.wait', { token: b.token, ...(i % 2 === 0 ? { taskId: task.id } : {}), timeoutSeconds: 1 });
  await host.barrier();
  assert.equal((await host.call('app.health', {})).parkedCalls, 1000);
  await a.open(c.id);
  assert.deepEqual(states((await c.wait({ timeoutSeconds: 0 })).events), ['submitted']);
  await host.eventually('the end of the waits', async () => (await host.call('app.health', {})).parkedCalls === 0);
  const ended = host.frames.filter((frame) => frame.result?.more === false && frame.result.events?.length === 0);
  assert.ok(ended.length >= 1000);
});

test('without acks wait and ack are refused, whoever asks', async (t) => {
  const host = await Host.start(t);
  const agent = await Agent.register(host, 'a');
  for (const token of [agent.token, 'none']) {
    await host.expectError('a2a.events.wait', { token }, -32602, 'INVALID_PARAMS');
    await host.expectError('a2a.events.ack', { token, upTo: 0 }, -32602, 'INVALID_PARAMS');
  }
});

test('numbers that were never given out are refused by path; those of others are ignored', async (t) => {
  const { host, agents: [a, b] } = await scene(t);
  assert.ok(a !== undefined && b !== undefined);
  const task = await a.open(b.id);
  await b.status(task, 'working');
  const token = b.token;
  for (const [method, params, path] of [
    ['a2a.events.ack', { seqs: [1, 3] }, '/params/seqs/1'],
    ['a2a.events.ack', { upTo: 3 }, '/params/upTo'],
    ['a2a.events.wait', { afterSeq: 3 }, '/params/afterSeq'],
    ['a2a.events.ack', { upTo: -1 }, '/params/upTo'],
  ] as const) {
    await host.expectError(method, { token, ...params }, -32602, 'INVALID_PARAMS', { path });
  }
  await host.call('a2a.events.ack', { token, seqs: [2] }); // the asker's
  assert.equal((await a.wait({ timeoutSeconds: 0 })).events.length, 1);
  assert.equal((await b.wait({ timeoutSeconds: 0 })).events.length, 1);
  await host.call('a2a.events.ack', { token, seqs: [1], upTo: 0 });
  assert.equal((await b.wait({ timeoutSeconds: 0 })).events.length, 0);
});

// Contract section 1: EOF, signals, a closed stdout.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { test } from 'node:test';
import { Agent, text } from './support/agents.js';
import { Host } from './support/host.js';

const get = (agent: Agent, id: string, rpcId: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id: rpcId, method: 'a2a.tasks.get', params: { token: agent.token, id } });

test('EOF: frames already read are answered, the WAL is checkpointed, exit 0', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  host.raw(Buffer.from(Array.from({ length: 500 }, (_, i) => `${get(asker, task.id, i)}\n`).join('')));
  host.closeStdin();
  assert.deepEqual(await host.waitExit(), { code: 0, signal: null });
  const ids = host.frames.map((frame) => frame.id).filter((id) => typeof id === 'number');
  assert.deepEqual(ids, Array.from({ length: 500 }, (_, i) => i));
  assert.equal(statSync(`${host.db}-wal`, { throwIfNoEntry: false })?.size ?? 0, 0);
});

test('EOF: parked blocking sends return the task as it stands', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const parked = [1, 2].map((i) => host.post('a2a.message.send', asker.sendParams(text(`${i}`, { to: worker.id }), { blocking: true })));
  await host.end();
  for (const id of parked) {
    const frame = await host.reply(id);
    assert.equal(frame.result.task.status.state, 'submitted');
    assert.equal(frame.result.task.agentName, 'worker');
  }
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} with stdin open: parked calls return, exit 0, nothing is lost`, async (t) => {
    const host = await Host.start(t);
    const asker = await Agent.register(host, 'asker');
    const worker = await Agent.register(host, 'worker');
    const id = host.post('a2a.message.send', asker.sendParams(text('x', { to: worker.id }), { blocking: true }));
    await host.barrier();
    host.signal(signal);
    assert.deepEqual(await host.waitExit(), { code: 0, signal: null });
    const { task } = (await host.reply(id)).result;
    assert.equal(statSync(`${host.db}-wal`, { throwIfNoEntry: false })?.size ?? 0, 0);
    const again = await host.restart();
    assert.equal((await (await asker.reclaim(again)).get(task.id)).status.state, 'submitted');
  });
}

test('a closed stdout ends the daemon with exit 0 and nothing committed is lost', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  host.closeStdout();
  host.raw(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'a2a.message.send', params: asker.sendParams(text('x', { taskId: task.id })) }));
  assert.deepEqual(await host.waitExit(), { code: 0, signal: null });
  const again = await Host.start(t, { db: host.db });
  const read = await (await asker.reclaim(again)).get(task.id);
  assert.ok(read.historyTotal >= 1);
});

test('SIGKILL loses nothing that was answered', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  for (let i = 0; i < 100; i++) host.post('a2a.message.send', asker.sendParams(text(`k${i}`, { taskId: task.id, messageId: `k${i}` })));
  await host.until('50 replies', () => (host.frames.filter((frame) => frame.result?.task !== undefined).length >= 51 ? true : undefined));
  await host.kill();
  const acknowledged = host.frames.filter((frame) => frame.result?.task?.history?.[0]?.messageId?.startsWith('k') === true);
  const again = await host.restart();
  const stored = (await (await asker.reclaim(again)).get(task)).history.map((message) => message.messageId);
  for (const frame of acknowledged) assert.ok(stored.includes(frame.result.task.history[0].messageId));
});

test('EOF before anything, and EOF right after a handshake, end with exit 0', async (t) => {
  for (const handshake of [false, true]) await (await Host.start(t, { handshake })).end();
});

// Contract section 1: a client that stops reading never makes the daemon grow without bound.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, text } from './support/agents.js';
import { Host } from './support/host.js';

const args = ['--max-outbox-bytes', '1000000'];

async function bigTask(host: Host): Promise<{ asker: Agent; worker: Agent; id: string }> {
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.send(text('', { to: worker.id, parts: [{ kind: 'data', data: { x: 'x'.repeat(50_000) } }] }));
  return { asker, worker, id: task.id };
}

/** A tasks.get padded to 1 kB, so that requests alone fill what lies between the processes. */
function get(agent: Agent, id: string, rpcId: number): string {
  const line = JSON.stringify({ jsonrpc: '2.0', id: rpcId, method: 'a2a.tasks.get', params: { token: agent.token, id } });
  return `${line}${' '.repeat(Math.max(0, 1000 - line.length))}\n`;
}

test('with replies of 200 MB unread the daemon stops reading, stays small, and answers everything in order later', async (t) => {
  const host = await Host.start(t, { args });
  const { asker, id } = await bigTask(host);
  host.pause();
  const count = 4000;
  host.raw(Buffer.from(Array.from({ length: count }, (_, i) => get(asker, id, i)).join('')));
  await host.quiescent();
  host.expectPeakBelow(48);
  const from = host.frames.length;
  host.resume();
  await host.reply(count - 1);
  const ids = host.frames.slice(from).map((frame) => frame.id).filter((one) => typeof one === 'number');
  assert.deepEqual(ids, Array.from({ length: count }, (_, i) => i));
  host.expectPeakBelow(48);
});

test('what a slow client missed arrives later, each event once and in order', async (t) => {
  const host = await Host.start(t, { args });
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  await host.barrier();
  const from = host.frames.length;
  host.pause();
  const lines: string[] = [];
  const count = 3000;
  for (let i = 0; i < count; i++) {
    if (i % 150 === 0) lines.push(JSON.stringify({ jsonrpc: '2.0', method: 'a2a.agents.newRun', params: { token: worker.token } }));
    const message = text('x'.repeat(2000), { role: 'agent', messageId: `s${i}` });
    lines.push(JSON.stringify({ jsonrpc: '2.0', method: 'a2a.tasks.status', params: { token: worker.token, id: task.id, state: 'working', message } }));
  }
  host.raw(Buffer.from(`${lines.join('\n')}\n`));
  await host.quiescent();
  host.resume();
  await host.until('the last event', () => (asker.events(from).length >= count ? true : undefined));
  await host.barrier();
  const seen = asker.events(from).map(({ event }) => event.kind === 'status-update' && event.status.message?.messageId);
  assert.deepEqual(seen, Array.from({ length: count }, (_, i) => `s${i}`));
});

test('a signal is seen while the client does not read; five seconds without progress end the process', async (t) => {
  const host = await Host.start(t, { args });
  const { asker, id } = await bigTask(host);
  host.pause();
  host.raw(Buffer.from(Array.from({ length: 2000 }, (_, i) => get(asker, id, i)).join('')));
  await host.quiescent();
  const start = process.hrtime.bigint();
  host.signal('SIGTERM');
  // stdout stays unread until the process is gone; the pipe's end shows on stderr.
  const ended = await host.until('the end of the process', () => (host.gone ? true : undefined));
  assert.ok(ended);
  assert.ok(process.hrtime.bigint() - start >= 4_900_000_000n, 'it did not wait for the client');
  host.resume();
  await host.waitExit();
});

test('EOF while the client does not read: every frame before it is answered once it reads again', async (t) => {
  const host = await Host.start(t, { args });
  const { asker, id } = await bigTask(host);
  host.pause();
  const count = 300;
  host.raw(Buffer.from(Array.from({ length: count }, (_, i) => get(asker, id, i)).join('')));
  host.closeStdin();
  host.resume();
  assert.deepEqual(await host.waitExit(), { code: 0, signal: null });
  assert.deepEqual(host.frames.map((frame) => frame.id).filter((one) => typeof one === 'number'), Array.from({ length: count }, (_, i) => i));
});

test('stderr that nobody reads never blocks the daemon', async (t) => {
  const host = await Host.start(t, { stderr: 'unread' });
  for (let i = 0; i < 3000; i++) host.raw(`{"jsonrpc":"2.0","id":${i},"method":"no.such.${'x'.repeat(200)}"}`);
  assert.ok((await host.reply(2999)).error);
});

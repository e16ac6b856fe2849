// Contract section 4.5: artifacts are stored, replaced and appended to; what is stored equals the replay of the events.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { Agent, text } from './support/agents.js';
import { expectWire, Host } from './support/host.js';
import type { Artifact, ParamsOf, Task } from './support/protocol.js';

type ArtifactParams = ParamsOf<'a2a.tasks.artifact'>;
const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

interface Stage {
  host: Host;
  asker: Agent;
  worker: Agent;
  task: Task;
}

async function stage(t: Parameters<typeof Host.start>[0]): Promise<Stage> {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  return { host, asker, worker, task: await asker.open(worker.id) };
}

function artifact(artifactId: string, words: string, more: Partial<Artifact> = {}): Artifact {
  return { artifactId, parts: [{ kind: 'text', text: words }], ...more };
}

async function put(agent: Agent, task: Task, params: Omit<ArtifactParams, 'token' | 'id'>): Promise<Task> {
  return (await agent.host.call('a2a.tasks.artifact', { token: agent.token, id: task.id, ...params })).task;
}

/** What a requester makes of the events of a task, starting from nothing; `undefined` once something was omitted. */
function replay(agent: Agent, task: Task): Artifact[] | undefined {
  const stored = new Map<string, Artifact>();
  for (const { event } of agent.events()) {
    if (event.kind !== 'artifact-update' || event.taskId !== task.id) continue;
    if (event.artifact.omitted === true) return undefined;
    const known = stored.get(event.artifact.artifactId);
    if (event.append === true) known?.parts.push(...structuredClone(event.artifact.parts));
    else stored.set(event.artifact.artifactId, structuredClone(event.artifact));
  }
  return [...stored.values()];
}

test('an artifact is stored, appended to and replaced; each call grows the generation and none moves the state', async (t) => {
  const { asker, worker, task } = await stage(t);
  const first = await put(worker, task, { artifact: artifact('report', 'one', { name: 'Report', metadata: { v: 1e21 } }) });
  assert.deepEqual([first.status.state, first.generation, first.history, first.artifacts], ['submitted', 2, [], []]);
  await put(worker, task, { artifact: artifact('report', 'two', { name: 'ignored' }), append: true });
  await put(worker, task, { artifact: artifact('other', 'x') });
  let read = await asker.get(task);
  assert.deepEqual(read.artifacts, [
    { artifactId: 'report', parts: [{ kind: 'text', text: 'one' }, { kind: 'text', text: 'two' }], name: 'Report', metadata: { v: 1e21 } },
    artifact('other', 'x'),
  ]);
  await put(worker, task, { artifact: artifact('report', 'anew') });
  read = await asker.get(task);
  assert.deepEqual(read.artifacts, [artifact('report', 'anew'), artifact('other', 'x')]);
  assert.equal(read.generation, 5);
  const updates = asker.events().map(({ event }) => event).filter((event) => event.kind === 'artifact-update');
  assert.deepEqual(updates.map(({ append, generation }) => [append ?? false, generation]), [[false, 2], [true, 3], [false, 4], [false, 5]]);
});

test('appending to nothing and after the last chunk is refused; a replacement opens the artifact again', async (t) => {
  const { host, asker, worker, task } = await stage(t);
  const call = (params: object): Promise<unknown> =>
    host.expectError('a2a.tasks.artifact', { token: worker.token, id: task.id, ...params }, -32602, 'INVALID_PARAMS', { path: '/params/append' });
  await call({ artifact: artifact('a', 'x'), append: true });
  await put(worker, task, { artifact: artifact('a', '1') });
  await put(worker, task, { artifact: artifact('a', '2'), append: true, lastChunk: true });
  await call({ artifact: artifact('a', '3'), append: true });
  await put(worker, task, { artifact: artifact('a', 'again') });
  await put(worker, task, { artifact: artifact('a', 'more'), append: true });
  assert.deepEqual((await asker.get(task)).artifacts[0]?.parts.length, 2);
  assert.equal((await asker.get(task)).generation, 5); // refused calls changed nothing
});

test('only the worker stores artifacts, and only while the task is open', async (t) => {
  const { host, asker, worker, task } = await stage(t);
  const params = { id: task.id, artifact: artifact('a', 'x') };
  await host.expectError('a2a.tasks.artifact', { token: asker.token, ...params }, 1400, 'A2A_INVALID_TRANSITION', { state: 'submitted' });
  await worker.status(task, 'input-required');
  await put(worker, task, { artifact: artifact('a', 'while paused') });
  await worker.status(task, 'working');
  await worker.status(task, 'completed');
  await host.expectError('a2a.tasks.artifact', { token: worker.token, ...params }, 1400, 'A2A_TASK_TERMINAL', { state: 'completed', by: worker.id });
  const stranger = await Agent.register(host, 'stranger');
  await host.expectError('a2a.tasks.artifact', { token: stranger.token, ...params }, 1400, 'A2A_UNKNOWN_AGENT');
});

test('a request id makes the call idempotent, over a restart and after the end; other content is a conflict', async (t) => {
  const { host, worker, task } = await stage(t);
  const call = { artifact: artifact('a', 'x'), requestId: 'r1' };
  const once = await put(worker, task, call);
  const append = { artifact: artifact('a', 'y'), append: true, requestId: 'r2' };
  await put(worker, task, append);
  for (let i = 0; i < 3; ++i) await put(worker, task, append);
  assert.equal((await put(worker, task, call)).generation, once.generation + 1);
  const conflict = { token: worker.token, id: task.id, artifact: artifact('a', 'y'), requestId: 'r2' };
  await host.expectError('a2a.tasks.artifact', conflict, 1400, 'A2A_MESSAGE_CONFLICT');
  await worker.status(task, 'completed');
  const again = await host.restart();
  const back = await worker.reclaim(again);
  assert.equal((await put(back, task, append)).status.state, 'completed');
  assert.deepEqual((await back.get(task)).artifacts[0]?.parts.map((part) => part.kind === 'text' && part.text), ['x', 'y']);
});

test('bounds of a task: 64 artifacts and 32 MiB of them; what is over is refused whole', async (t) => {
  const { host, asker, worker, task } = await stage(t);
  for (let i = 0; i < 64; ++i) await put(worker, task, { artifact: artifact(`a${i}`, 'x') });
  const refused = await host.refused('a2a.tasks.artifact', { token: worker.token, id: task.id, artifact: artifact('one more', 'x') });
  expectWire(refused, 1400, 'A2A_PAYLOAD_TOO_LARGE', { limit: 'artifacts', max: 64, actual: 65, path: '/params/artifact' });
  await put(worker, task, { artifact: artifact('a0', 'replacing is no new one') });
  const big = (letter: string): Artifact => ({ artifactId: 'a1', parts: [{ kind: 'data', data: { x: letter.repeat(20 * mebibyte) } }] });
  await put(worker, task, { artifact: big('a') });
  const over = await host.refused('a2a.tasks.artifact', { token: worker.token, id: task.id, artifact: big('b'), append: true });
  expectWire(over, 1400, 'A2A_PAYLOAD_TOO_LARGE', { limit: 'artifactBytes', max: 32 * mebibyte, path: '/params/artifact' });
  await put(worker, task, { artifact: big('c') });
  const read = await asker.get(task);
  assert.equal(read.artifacts.length, 64);
  assert.ok(read.artifacts[1]?.parts[0]?.kind === 'data' && String(read.artifacts[1].parts[0].data['x']).startsWith('ccc'));
});

test('an artifact above 64 KiB is told in omitted form and read whole', async (t) => {
  const { asker, worker, task } = await stage(t);
  const large = artifact('a', 'x', { name: 'Large', metadata: { kept: 1 }, parts: [{ kind: 'data', data: { x: 'y'.repeat(70 * kibibyte) } }] });
  await put(worker, task, { artifact: large });
  await asker.host.barrier();
  const [last] = asker.events().slice(-1);
  assert.ok(last?.event.kind === 'artifact-update');
  assert.deepEqual(last.event.artifact, { artifactId: 'a', parts: [], name: 'Large', omitted: true });
  assert.deepEqual((await asker.get(task)).artifacts, [large]);
});

test('random appends and replaces: the stored artifact equals the replay of its events, also after a restart', async (t) => {
  const seed = Number(process.env['A2A_SEED'] ?? randomInt(2 ** 31));
  t.diagnostic(`seed ${seed}`);
  let state = seed;
  const random = (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
  let { host, asker, worker, task } = await stage(t);
  let omitted = 0;
  for (let round = 0; round < 400; ++round) {
    const id = `a${random(4)}`;
    const size = random(20) === 0 ? 66 * kibibyte : random(200);
    const parts: Artifact['parts'] = [
      random(2) === 0
        ? { kind: 'text', text: `t${round} `.repeat(1 + size / 8).slice(0, 15_000) }
        : { kind: 'data', data: { round, filler: '\u2028"\\'.repeat(size / 3) } },
    ];
    if (random(3) === 0) parts.push({ kind: 'text', text: 'second' });
    const params = { token: worker.token, id: task.id, artifact: { artifactId: id, parts }, ...(random(3) > 0 ? { append: true } : {}), ...(random(25) === 0 ? { lastChunk: true } : {}) };
    const reply = await host.reply(host.post('a2a.tasks.artifact', params));
    if (reply.error !== undefined) expectWire(reply.error, -32602, 'INVALID_PARAMS', { path: '/params/append' });
    if (round % 50 !== 49) continue;
    const stored = (await asker.get(task)).artifacts;
    const told = replay(asker, task);
    if (told === undefined) ++omitted;
    else assert.deepEqual(stored, told, `seed ${seed}, round ${round}`);
    assert.ok(stored.length > 0);
    if (told === undefined) {
      // An omitted event means: read the task. From here on the replay starts afresh with a task of its own.
      const next = await asker.open(worker.id);
      const again = await host.restart();
      const [a, w] = [await asker.reclaim(again), await worker.reclaim(again)];
      assert.deepEqual((await a.get(task)).artifacts, stored, `seed ${seed}, round ${round}, after a restart`);
      [host, asker, worker, task] = [again, a, w, next];
    }
  }
  t.diagnostic(`${omitted} times an event was omitted`);
});

test('artifacts that do not fit beside each other in a frame are left out, never cut', async (t) => {
  const { asker, worker, task } = await stage(t);
  const message = text('', { taskId: task.id, parts: [{ kind: 'data', data: { x: 'm'.repeat(20 * mebibyte) } }] });
  await asker.send(message);
  for (const id of ['a', 'b']) {
    await put(worker, task, { artifact: { artifactId: id, parts: [{ kind: 'data', data: { x: id.repeat(15 * mebibyte) } }] } });
  }
  const frame = await asker.host.reply(asker.host.post('a2a.tasks.get', { token: asker.token, id: task.id }));
  assert.ok(Buffer.byteLength(frame.text) <= 33 * mebibyte);
  const read: Task = frame.result.task;
  assert.deepEqual(read.artifacts.map(({ artifactId }) => artifactId), ['a', 'b']); // artifacts come first
  assert.equal(read.history.length, 0);
  assert.equal(read.historyTotal, 2);
});

test('an artifact wakes a wait of the requester, which gets the chunk', async (t) => {
  const host = await Host.start(t, { acks: true });
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  const waiting = host.post('a2a.events.wait', { token: asker.token, taskId: task.id });
  await host.barrier();
  await put(worker, task, { artifact: artifact('a', 'x') });
  const { events } = (await host.reply(waiting)).result;
  assert.deepEqual(events.map(({ event }: { event: { artifact: Artifact } }) => event.artifact), [artifact('a', 'x')]);
});

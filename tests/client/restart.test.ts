// The daemon dies: what comes back, what is repeated, what rejects.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { HostUnavailableError, isA2AError, type Agent, type Client, type ClientOptions } from '../../src/client/index.js';
import { connect, eventually, hostd, present, program, pidOf, register, signal, tempDir, textOfEvent, told } from './support.js';

const unavailable = (error: unknown): boolean => isA2AError(error, 'HOST_UNAVAILABLE') && error.retryable;

interface Pair {
  client: Client;
  asker: Agent;
  worker: Agent;
}

async function pair(t: TestContext, options: Partial<ClientOptions> = {}): Promise<Pair> {
  const client = await connect(t, { restart: true, ...options });
  return { client, asker: await register(client, 'asker'), worker: await register(client, 'worker', { secretOnly: true }) };
}

/** Kills the host and waits until the client knows it; it may be back by then. */
async function kill(client: Client): Promise<void> {
  const before = client.host;
  signal(client, 'SIGKILL');
  await eventually('the client saw its host go', () => present(client) !== before);
}

test('agents come back under their ids with their tasks, and undelivered events arrive in order', async (t) => {
  let restarts = 0;
  const { client, asker, worker } = await pair(t, { onRestart: () => ++restarts });
  const task = await asker.send({ to: 'worker', text: '0' });
  for (let number = 1; number < 100; ++number) await asker.send({ task, text: String(number) });
  const first = (await worker.wait({ max: 5 })).events;
  await kill(client);
  const rest: (string | undefined)[] = [];
  for await (const event of worker.events()) {
    rest.push(textOfEvent(event));
    if (rest.at(-1) === '99') break;
  }
  assert.deepEqual(
    [...first.map(textOfEvent), ...rest],
    Array.from({ length: 100 }, (_, number) => String(number)),
  );
  assert.equal((await asker.get(task)).historyTotal, 100);
  await worker.complete(task, 'done');
  assert.deepEqual((await asker.wait({ task })).events.map(told), ['completed']);
  await eventually('all is acknowledged', async () => (await client.app.health()).undeliveredEvents === 0);
  assert.equal(restarts, 1);
});

test('pending calls reject, idempotent sends are repeated with the same id, a wait goes on, later calls wait', async (t) => {
  const { client, asker, worker } = await pair(t);
  const task = await asker.send({ to: 'worker', text: 'x' });
  await worker.wait({ task });
  const waiting = worker.wait({ task, seconds: 60 });
  await client.app.health();
  signal(client, 'SIGSTOP');
  const pending = [asker.get(task), asker.list(), asker.cancel(task), asker.newRun(), client.app.health()].map((call) =>
    assert.rejects(call, unavailable),
  );
  const repeated = [
    asker.send({ task, text: 'sent while it hung', messageId: 'once' }),
    worker.artifact(task, { artifactId: 'a', parts: [{ kind: 'text', text: 'part' }] }, { append: false }),
  ];
  signal(client, 'SIGKILL');
  await Promise.all(pending);
  const later = asker.list();
  await Promise.all(repeated);
  assert.equal((await later).tasks.length, 1);
  assert.deepEqual((await waiting).events.map(textOfEvent), ['sent while it hung']);
  const { history, artifacts } = await asker.get(task);
  assert.deepEqual(
    history.map(({ messageId }) => messageId).filter((id) => id === 'once'),
    ['once'],
  );
  assert.equal(artifacts.length, 1);
});

test('a send that was stored and whose reply was lost is not doubled', async (t) => {
  const lost = path.join(tempDir(t), 'lost');
  const { asker, worker } = await pair(t, { binary: program(t, 'lossy_pipe.js'), env: { A2A_LOST: lost } });
  const task = await asker.send({ to: 'worker', text: 'lose the reply' });
  assert.match(readFileSync(lost, 'utf8'), new RegExp(task.id), 'the first reply was there');
  assert.equal((await asker.list()).tasks.length, 1);
  await asker.send({ task, text: 'end' });
  // The event of the first was never notified: it is with the host until somebody asks for it.
  const heard: (string | undefined)[] = [];
  for await (const event of worker.events()) {
    heard.push(textOfEvent(event));
    if (heard.at(-1) === 'end') break;
  }
  assert.deepEqual(heard, ['lose the reply', 'end']);
});

test('a blocking send over a restart gets the end of its task', async (t) => {
  const { client, asker, worker } = await pair(t);
  const ended = asker.send({ to: 'worker', text: 'x' }, { blocking: true });
  const { events } = await worker.wait();
  await kill(client);
  await worker.complete(events[0]?.event.taskId ?? '', 'done');
  assert.equal((await ended).status.state, 'completed');
});

test('with an event untaken over a restart the next ones are told of and pending, and a loop over an ended task ends', async (t) => {
  const client = await connect(t, { restart: true });
  const asker = await register(client, 'asker');
  let calls = 0;
  const worker = await register(client, 'worker', { onPending: () => ++calls });
  await asker.send({ to: 'worker', text: 'A' });
  await eventually('it is here', () => worker.pending.length === 1);
  await kill(client);
  await asker.discover();
  const before = calls;
  const task = await asker.send({ to: 'worker', text: 'B' });
  await asker.send({ task, text: 'C' });
  await eventually('all are here', () => worker.pending.length === 3);
  assert.deepEqual(worker.pending.map(textOfEvent), ['A', 'B', 'C']);
  await eventually('they were told of', () => calls > before);
  await worker.complete(task, 'done');
  assert.deepEqual((await worker.wait({ task })).events.map(textOfEvent), ['B', 'C']);
  assert.deepEqual(await worker.wait({ task, seconds: 60 }), { events: [], more: false, timedOut: false });
});

test('an event that was taken and not acknowledged in time does not come twice', async (t) => {
  const { client, asker, worker } = await pair(t);
  const task = await asker.send({ to: 'worker', text: 'first' });
  await eventually('it is here', () => worker.pending.length === 1);
  signal(client, 'SIGSTOP');
  const { events } = await worker.wait({ task });
  assert.deepEqual(events.map(textOfEvent), ['first']);
  signal(client, 'SIGKILL');
  await asker.send({ task, text: 'second' });
  assert.deepEqual((await worker.wait({ task })).events.map(textOfEvent), ['second']);
  await eventually('both are acknowledged', async () => (await client.app.health()).undeliveredEvents === 0);
});

test('drainInbox directly after the host went has what the next one knows', async (t) => {
  const lost = path.join(tempDir(t), 'lost');
  const { asker, worker } = await pair(t, { binary: program(t, 'lossy_pipe.js'), env: { A2A_LOST: lost } });
  // Its event was stored and never notified: nothing is pending as far as the client was told.
  const sent = asker.send({ to: 'worker', text: 'lose the reply' });
  await eventually('the host was killed', () => existsSync(lost));
  assert.match(await worker.drainInbox(), /\nlose the reply$/);
  await sent;
  assert.equal(await worker.drainInbox(), '');
});

test('drainInbox while the host goes has its text from the next one', async (t) => {
  const { client, asker, worker } = await pair(t);
  await asker.send({ to: 'worker', text: 'important' });
  await eventually('it is here', () => worker.pending.length === 1);
  signal(client, 'SIGSTOP');
  const drained = worker.drainInbox();
  signal(client, 'SIGKILL');
  assert.match(await drained, /\nimportant$/);
});

test('without restart everything pending rejects, later calls too, and loops over events throw', async (t) => {
  const { client, asker, worker } = await pair(t, { restart: false });
  const task = await asker.send({ to: 'worker', text: 'x' }, {});
  const loop = assert.rejects(asker.events().next(), unavailable);
  const waiting = assert.rejects(worker.wait({ task: (await worker.wait()).events[0]?.event.taskId ?? '' }), unavailable);
  await kill(client);
  await Promise.all([loop, waiting]);
  await assert.rejects(asker.send({ task, text: 'x' }), unavailable);
  await assert.rejects(client.app.health(), unavailable);
  assert.throws(() => client.host, HostUnavailableError);
});

test('an agent that the host does not know any more is lost, and says so; the others live', async (t) => {
  const db = path.join(tempDir(t), 'host.db');
  const client = await connect(t, { restart: true, db });
  const lost: string[] = [];
  const agent = await register(client, 'agent', { onLost: (why, { id }) => lost.push(`${id}: ${isA2AError(why) ? why.errorCode : ''}`) });
  const loop = assert.rejects(agent.events().next(), (error: unknown) => isA2AError(error, 'A2A_UNKNOWN_TOKEN'));
  // Its store goes; the running host does not notice.
  for (const end of ['', '-wal', '-shm']) rmSync(db + end, { force: true });
  await kill(client);
  await loop;
  await assert.rejects(agent.discover(), (error: unknown) => isA2AError(error, 'A2A_UNKNOWN_TOKEN'));
  assert.deepEqual(lost, ['agent: A2A_UNKNOWN_TOKEN']);
  assert.equal((await register(client, 'agent')).id, 'agent');
});

test('a host that cannot come back is given up: everything rejects with the reason', async (t) => {
  const db = path.join(tempDir(t), 'host.db');
  const client = await connect(t, { db, restart: { initialMs: 1, maxAttempts: 3 } });
  const agent = await register(client, 'agent');
  const pid = pidOf(client);
  // Another owner takes the database in the moment in which ours is gone.
  process.kill(pid, 'SIGSTOP');
  const pending = assert.rejects(agent.discover(), unavailable);
  for (const end of ['', '-wal', '-shm', '.lock']) rmSync(db + end, { force: true });
  const other = await connect(t, { db });
  process.kill(pid, 'SIGKILL');
  await pending;
  await assert.rejects(agent.discover(), (error: unknown) => unavailable(error) && /exit code 75/.test(String(error)));
  await other.dispose();
});

test('dispose() in the middle of a recovery ends it', async (t) => {
  const { client, asker } = await pair(t, { restart: { initialMs: 60_000 } });
  await kill(client);
  const waiting = assert.rejects(asker.discover(), unavailable);
  assert.equal(await client.dispose(), undefined);
  await waiting;
  assert.equal(client.pid, undefined);
});

test('an agent that ends while its host is away does not come back, and is not lost either', async (t) => {
  const { client, asker, worker } = await pair(t);
  signal(client, 'SIGSTOP');
  const ended = worker.deregister();
  signal(client, 'SIGKILL');
  await ended;
  assert.deepEqual(await asker.discover(), []);
  assert.equal((await client.app.health()).agents, 1);
});

test('a new client takes an agent over by its name: its events arrive', async (t) => {
  const db = path.join(tempDir(t), 'host.db');
  const before = await connect(t, { db });
  const asker = await register(before, 'asker');
  assert.equal((await register(before, 'worker')).resumed, false);
  await asker.send({ to: 'worker', text: 'for later' });
  await before.dispose();
  const after = await connect(t, { db });
  const worker = await register(after, 'worker');
  assert.equal(worker.resumed, true);
  const { events } = await worker.wait();
  assert.deepEqual(events.map(textOfEvent), ['for later']);
});

test('the host is found again by the same rules', async (t) => {
  const client = await connect(t, { restart: true, binary: hostd });
  await kill(client);
  assert.equal((await client.app.health()).ok, true);
});

// Who takes an event, when it is acknowledged, and what a wait returns.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { A2A_OMIT_ABOVE_BYTES, type Task } from '../../generated/ts/index.js';
import { isA2AError, type Agent, type Client, type RegisterOptions } from '../../src/client/index.js';
import { connect, eventually, register, textOfEvent, told } from './support.js';

interface Pair {
  client: Client;
  asker: Agent;
  worker: Agent;
  undelivered: () => Promise<number>;
}

async function pair(t: TestContext, options: Partial<RegisterOptions> = {}): Promise<Pair> {
  const client = await connect(t, { args: ['--durability=normal'] });
  return {
    client,
    asker: await register(client, 'asker'),
    worker: await register(client, 'worker', options),
    undelivered: async () => (await client.app.health()).undeliveredEvents,
  };
}

test('an event is acknowledged when it is taken, not when it arrives', async (t) => {
  const { asker, worker, undelivered } = await pair(t);
  await asker.send({ to: 'worker', text: '1' });
  await asker.send({ to: 'worker', text: '2' });
  await asker.send({ to: 'worker', text: '3' });
  assert.deepEqual(worker.pending.map(textOfEvent), ['1', '2', '3']);
  assert.equal(await undelivered(), 3);
  const loop = worker.events();
  assert.equal(textOfEvent((await loop.next()).value as never), '1');
  assert.equal(await undelivered(), 2);
  assert.deepEqual((await worker.wait({ max: 1 })).events.map(textOfEvent), ['2']);
  assert.equal(await undelivered(), 1);
  assert.match(await worker.drainInbox(), /\n3$/);
  assert.equal(await undelivered(), 0);
  assert.deepEqual(worker.pending, []);
});

test('several loops and waits share the events: each goes to one', async (t) => {
  const { asker, worker } = await pair(t);
  const seen: string[] = [];
  const stop = new AbortController();
  const loops = [1, 2, 3].map(async () => {
    for await (const event of worker.events(stop.signal)) seen.push(textOfEvent(event) ?? '');
  });
  const first = await asker.send({ to: 'worker', text: 'start' });
  for (let number = 0; number < 50; ++number) {
    const task = number % 2 === 0 ? first : await asker.send({ to: 'worker', text: `open ${number}` });
    const waiting = worker.wait({ task, seconds: 0 });
    await asker.send({ task, text: `more ${number}` });
    seen.push(...(await waiting).events.map((event) => textOfEvent(event) ?? ''));
  }
  await eventually('all are taken', () => worker.pending.length === 0);
  stop.abort();
  await Promise.all(loops);
  const sent = [
    'start',
    ...Array.from({ length: 50 }, (_, number) => [...(number % 2 === 0 ? [] : [`open ${number}`]), `more ${number}`]).flat(),
  ];
  assert.deepEqual([...seen].sort(), sent.sort());
});

test('two waits for one task: an event is returned by one of them, the other goes on to its time', async (t) => {
  const { client, asker, worker } = await pair(t);
  const task = await asker.send({ to: 'worker', text: 'x' });
  await worker.wait();
  const waits = [worker.wait({ task, seconds: 60 }), worker.wait({ task, seconds: 1 })];
  await client.app.health();
  await asker.send({ task, text: 'once' });
  const results = await Promise.all(waits);
  assert.deepEqual(
    results.map(({ events }) => events.map(textOfEvent)),
    [['once'], []],
  );
  assert.deepEqual(
    results.map(({ timedOut }) => timedOut),
    [false, true],
  );
});

test('what a wait asks for is not taken by a loop; the rest is', async (t) => {
  const { client, asker, worker } = await pair(t);
  const [one, two] = [await asker.send({ to: 'worker', text: 'one' }), await asker.send({ to: 'worker', text: 'two' })];
  await worker.wait();
  const looped: (string | undefined)[] = [];
  const stop = new AbortController();
  const loop = (async (): Promise<void> => {
    for await (const event of worker.events(stop.signal)) looped.push(textOfEvent(event));
  })();
  const waiting = worker.wait({ task: one, seconds: 60 });
  await client.app.health();
  await asker.send({ task: two, text: 'for the loop' });
  await asker.send({ task: one, text: 'for the wait' });
  assert.deepEqual((await waiting).events.map(textOfEvent), ['for the wait']);
  await asker.send({ task: one, text: 'for the loop again' });
  await eventually('the loop has its part', () => looped.length === 2);
  assert.deepEqual(looped, ['for the loop', 'for the loop again']);
  stop.abort();
  await loop;
});

test('a wait returns at once what is pending, and when its task has ended; else at its time', async (t) => {
  const { asker, worker } = await pair(t);
  const task = await asker.send({ to: 'worker', text: 'x' });
  assert.deepEqual((await worker.wait({ seconds: 60 })).events.map(textOfEvent), ['x']);
  assert.deepEqual(await worker.wait({ task, seconds: 0 }), { events: [], more: false, timedOut: true });
  assert.deepEqual(await worker.wait({ task, seconds: 0.01 }), { events: [], more: false, timedOut: true });
  await worker.complete(task, 'done');
  assert.deepEqual(await worker.wait({ task, seconds: 60 }), { events: [], more: false, timedOut: false });
  assert.deepEqual((await asker.wait({ task, seconds: 60 })).events.map(told), ['completed']);
  await assert.rejects(asker.wait({ task: 'none' }), (error: unknown) => isA2AError(error, 'A2A_UNKNOWN_TASK'));
});

test('an aborted wait takes nothing: its event is there for the next', async (t) => {
  const { client, asker, worker } = await pair(t);
  const task = await asker.send({ to: 'worker', text: 'x' });
  await worker.wait();
  const abort = new AbortController();
  const waiting = assert.rejects(worker.wait({ task, seconds: 60, signal: abort.signal }), /no more/);
  await client.app.health();
  abort.abort(new Error('no more'));
  await waiting;
  await asker.send({ task, text: 'later' });
  assert.deepEqual((await worker.wait({ task, seconds: 60 })).events.map(textOfEvent), ['later']);
  await assert.rejects(worker.wait({ signal: abort.signal }), /no more/);
});

test('a circle of waits is refused and named', async (t) => {
  const { client, asker, worker } = await pair(t);
  const there = await asker.send({ to: 'worker', text: 'x' });
  const back = await worker.send({ to: 'asker', text: 'y' });
  await Promise.all([asker.wait({ task: back }), worker.wait({ task: there })]);
  const stop = new AbortController();
  const waiting = asker.wait({ task: there, seconds: 60, signal: stop.signal });
  await client.app.health();
  await assert.rejects(worker.wait({ task: back, seconds: 60 }), (error: unknown) => {
    assert.ok(isA2AError(error, 'A2A_WAIT_CYCLE'));
    assert.deepEqual(
      error.data.cycle?.map(({ agentId }) => agentId),
      ['worker', 'asker'],
    );
    return true;
  });
  await worker.complete(there, 'first');
  assert.deepEqual((await waiting).events.map(told), ['completed']);
});

test('a wait that was given up closes no circle for others: neither for their waits nor for their blocking sends', async (t) => {
  const { client, asker, worker } = await pair(t);
  const there = await asker.send({ to: 'worker', text: 'x' });
  const back = await worker.send({ to: 'asker', text: 'y' });
  await Promise.all([asker.wait({ task: back }), worker.wait({ task: there })]);
  const giveUp = async (): Promise<void> => {
    const stop = new AbortController();
    const waiting = assert.rejects(asker.wait({ task: there, seconds: 60, signal: stop.signal }), /no more/);
    await client.app.health();
    stop.abort(new Error('no more'));
    await waiting;
  };
  await giveUp();
  const waiting = worker.wait({ task: back, seconds: 60 });
  await asker.complete(back, 'done');
  assert.deepEqual((await waiting).events.map(told), ['completed']);
  await giveUp();
  const sent = worker.send({ to: 'asker', text: 'z' }, { blocking: true });
  const { events } = await asker.wait({ seconds: 60 });
  await asker.complete(events[0]?.event.taskId ?? '', 'done');
  assert.equal((await sent).status.state, 'completed');
});

test('an idle agent is woken once something is pending that nobody waits for', async (t) => {
  const woken: number[] = [];
  const { asker, worker, client } = await pair(t, { onPending: (agent) => woken.push(agent.pending.length) });
  await asker.send({ to: 'worker', text: '1' });
  await asker.send({ to: 'worker', text: '2' });
  assert.deepEqual(woken, [1, 2]);
  assert.equal((await worker.wait()).events.length, 2);
  const waiting = worker.wait({ seconds: 60 });
  await client.app.health();
  await asker.send({ to: 'worker', text: '3' });
  await waiting;
  const next = worker.events().next();
  await asker.send({ to: 'worker', text: '4' });
  await next;
  assert.deepEqual(woken, [1, 2], 'whoever waits needs no waking');
});

/** Sends so many messages on one task, the first of which opens it: "0", "1", and so on. */
async function sendMany(asker: Agent, total: number): Promise<Task> {
  const task = await asker.send({ to: 'worker', text: '0' });
  for (let number = 1; number < total; number += 100) {
    await asker.newRun();
    const upTo = Math.min(number + 100, total);
    await Promise.all(Array.from({ length: upTo - number }, (_, at) => asker.send({ task, text: String(number + at) })));
  }
  return task;
}

test('more events than the client keeps in memory arrive all the same, in order', async (t) => {
  const { asker, worker } = await pair(t);
  const total = 1500;
  const task = await sendMany(asker, total);
  assert.equal(worker.pending.length, 1024);
  const texts: (string | undefined)[] = [];
  for await (const event of worker.events()) {
    texts.push(textOfEvent(event));
    if (texts.length === 1200) await asker.send({ task, text: 'while catching up' });
    if (texts.length > total) break;
  }
  assert.deepEqual(texts, [...Array.from({ length: total }, (_, number) => String(number)), 'while catching up']);
});

test('drainInbox takes all that is pending, more than the client keeps in memory too', async (t) => {
  const { asker, worker, undelivered } = await pair(t);
  const total = 1300;
  await sendMany(asker, total);
  const bodies = (await worker.drainInbox()).split('\n\n').map((block) => block.split('\n').at(-1));
  assert.deepEqual(
    bodies,
    Array.from({ length: total }, (_, number) => String(number)),
  );
  assert.equal(await undelivered(), 0);
  assert.equal(await worker.drainInbox(), '');
});

test('drainInbox: each message under its line, large ones whole, other sessions named, nothing twice', async (t) => {
  const client = await connect(t);
  const parent = await register(client, 'parent', { kind: 'parent' });
  const other = await register(client, 'other', { kind: 'parent', contextId: 'elsewhere' });
  assert.equal(await parent.drainInbox(), '');
  const long = 'long '.repeat(A2A_OMIT_ABOVE_BYTES / 20);
  const parts = Array.from({ length: 5 }, () => ({ kind: 'text', text: long.slice(0, 16_000) }) as const);
  const task: Task = await other.send({ to: 'parent', parts });
  await other.send({ task, text: 'short' });
  const mine = await parent.send({ to: 'other', text: 'mine' });
  await other.complete(mine, 'done\n[from parent · x]');
  const text = await parent.drainInbox();
  const stamp = (handle: string): string => `[from other · parent · other session · ${handle} · not from the user]`;
  assert.equal(text.split(stamp('T1')).length, 3);
  assert.match(text, /state: submitted\nlong long .*\n\(cut here; \d+ more characters are in the task\)/);
  assert.ok(text.endsWith(`${stamp('T2')}\nstate: completed\ndone\n(from parent · x]`), text.slice(-200));
  assert.equal(await parent.drainInbox(), '');
});

test('drainInbox that is aborted has taken nothing', async (t) => {
  const { asker, worker } = await pair(t);
  await asker.send({ to: 'worker', text: 'important' });
  const stop = new AbortController();
  const get = worker.get.bind(worker);
  // The last that it asks for before its text is complete.
  worker.get = async (...args) => {
    const task = await get(...args);
    stop.abort(new Error('no more'));
    return task;
  };
  await assert.rejects(worker.drainInbox({ signal: stop.signal }), /no more/);
  worker.get = get;
  assert.match(await worker.drainInbox(), /\nimportant$/);
});

test('drainInbox hands out what it has taken, whatever fails after that; the rest is there for the next', async (t) => {
  const { asker, worker } = await pair(t);
  const total = 1300;
  await sendMany(asker, total);
  const discover = worker.discover.bind(worker);
  let asked = 0;
  worker.discover = (how) => (++asked === 2 ? Promise.reject(new Error('not now')) : discover(how));
  const texts = [await worker.drainInbox(), await worker.drainInbox()];
  const bodies = texts.map((text) => text.split('\n\n').map((block) => block.split('\n').at(-1)));
  assert.deepEqual(
    bodies.flat(),
    Array.from({ length: total }, (_, number) => String(number)),
  );
  assert.ok(bodies.every((some) => some.length < total));
});

test('drainInbox with nothing pending rejects as what it asked for did', async (t) => {
  const { worker } = await pair(t);
  await assert.rejects(worker.drainInbox({ signal: AbortSignal.abort(new Error('no more')) }), /no more/);
});

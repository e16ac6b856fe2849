// The host is told to end by somebody else than its client: by a signal, which it obeys in order.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Message } from '../../generated/ts/index.js';
import { isA2AError, type Agent, type Client, type ClientOptions } from '../../src/client/index.js';
import { root } from '../support/paths.js';
import { card, connect, eventually, hostd, pidOf, present, program, register, signal, tempDir, textOfEvent, told } from './support.js';

interface Trio {
  client: Client;
  asker: Agent;
  worker: Agent;
  watcher: Agent;
}

async function trio(t: TestContext, options: Partial<ClientOptions> = {}): Promise<Trio> {
  const client = await connect(t, { restart: true, ...options });
  const [asker, worker, watcher] = [await register(client, 'asker'), await register(client, 'worker'), await register(client, 'watcher')];
  return { client, asker, worker, watcher };
}

for (const name of ['SIGTERM', 'SIGINT'] as const) {
  test(`${name}: with restart what is parked goes on at the next host`, async (t) => {
    const { client, asker, worker, watcher } = await trio(t);
    const task = await asker.send({ to: 'worker', text: 'first' });
    await worker.wait();
    const named = asker.wait({ task, seconds: 60 });
    const any = watcher.wait({ seconds: 60 });
    const blocking = worker.send({ to: 'watcher', text: 'for the watcher' }, { blocking: true });
    // That ended the watcher's first wait.
    const { events } = await any;
    const again = watcher.wait({ seconds: 60 });
    await client.app.health();
    const pid = pidOf(client);
    signal(client, name);
    await eventually('another host is there', () => client.pid !== undefined && client.pid !== pid);
    await worker.complete(task, 'the end');
    assert.deepEqual((await named).events.map(told), ['completed']);
    await asker.send({ to: 'watcher', text: 'more' });
    assert.deepEqual((await again).events.map(textOfEvent), ['more']);
    await watcher.complete(events[0]?.event.taskId ?? '', 'done');
    assert.equal((await blocking).status.state, 'completed');
  });
}

test('many sends around a signal are all stored, each once', async (t) => {
  const { client, asker, worker } = await trio(t);
  const task = await asker.send({ to: 'worker', text: 'open' });
  const texts = Array.from({ length: 150 }, (_, number) => `message ${number}`);
  const sent = texts.map((text, number) => {
    // It reads nothing for a while, so that the signal finds requests in the pipe.
    if (number === 50) signal(client, 'SIGSTOP');
    return asker.send({ task, text });
  });
  signal(client, 'SIGTERM');
  signal(client, 'SIGCONT');
  await Promise.all(sent);
  const heard: (string | undefined)[] = [];
  for await (const event of worker.events()) {
    heard.push(textOfEvent(event));
    if (heard.length === texts.length + 1) break;
  }
  assert.deepEqual([...heard].sort(), ['open', ...texts].sort());
  assert.equal((await asker.get(task)).historyTotal, texts.length + 1);
});

/** A host that refuses the first request which holds `text`, because it ends. */
function stopping(t: TestContext, text: string): Partial<ClientOptions> & { stopped: string } {
  const stopped = path.join(tempDir(t), 'stopped');
  return { binary: program(t, 'stopping_pipe.js'), env: { A2A_STOP_AT: text, A2A_STOPPED: stopped }, stopped };
}

test('calls that nobody awaits keep their order over a stop, those made while the host goes too', async (t) => {
  const { stopped, ...options } = stopping(t, 'message 3');
  const { client, asker, worker } = await trio(t, options);
  const task = await asker.send({ to: 'worker', text: 'open' });
  const texts = Array.from({ length: 12 }, (_, number) => `message ${number}`);
  const before = client.host;
  const sent = texts.slice(0, 5).map((text) => asker.send({ task, text }));
  // The client learns of it now or a little later; the host reads nothing any more.
  await eventually('the host is going', () => existsSync(stopped));
  for (const text of texts.slice(5, 9)) {
    sent.push(asker.send({ task, text }));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await eventually('the host went', () => present(client) !== before);
  sent.push(...texts.slice(9).map((text) => asker.send({ task, text })));
  await Promise.all(sent);
  assert.deepEqual((await asker.get(task, { historyLength: 50 })).history.map(textOf), ['open', ...texts]);
  assert.equal((await worker.wait()).events.length, texts.length + 1);
});

test('a task that is completed over a stop has its artifact whole', async (t) => {
  const { stopped, ...options } = stopping(t, '"chunk 2"');
  const { asker, worker } = await trio(t, options);
  const task = await asker.send({ to: 'worker', text: 'open' });
  const texts = Array.from({ length: 6 }, (_, number) => `chunk ${number}`);
  const [first, ...rest] = texts.map(
    (text, number) => () => worker.artifact(task, { artifactId: 'a', parts: [{ kind: 'text', text }] }, { append: number > 0 }),
  );
  const made = [first?.(), ...rest.slice(0, 2).map((call) => call())];
  await eventually('the host is going', () => existsSync(stopped));
  made.push(...rest.slice(2).map((call) => call()), worker.complete(task, 'done'));
  await Promise.all(made);
  const { artifacts, status } = await asker.get(task);
  assert.deepEqual(
    artifacts.map(({ parts }) => parts.map((part) => part.kind === 'text' && part.text)),
    [texts],
  );
  assert.equal(status.state, 'completed');
});

const calls: [name: string, text: string, call: (trio: Trio) => Promise<unknown>][] = [
  ['send', 'the text', ({ asker }) => asker.send({ to: 'worker', text: 'the text' })],
  ['discover', 'a2a.agents.list', ({ asker }) => asker.discover()],
  ['newRun', 'a2a.agents.newRun', ({ asker }) => asker.newRun()],
  ['deregister', 'a2a.agents.deregister', ({ asker }) => asker.deregister()],
  ['drainInbox', 'a2a.events.wait', ({ asker }) => asker.drainInbox()],
  ['a poll', 'a2a.events.wait', ({ asker }) => asker.wait({ seconds: 0 })],
  ['a registration', '"late"', ({ client }) => register(client, 'late')],
  ['a call of the client', 'app.health', ({ client }) => client.app.health()],
];

for (const [name, text, call] of calls) {
  test(`${name}: refused by a host that ends, it is made at the next one`, async (t) => {
    const { stopped, ...options } = stopping(t, text);
    const all = await trio(t, options);
    await call(all);
    assert.ok(existsSync(stopped));
  });
}

test('without restart all of it rejects, and says that the host is gone or going', async (t) => {
  const { client, asker, worker, watcher } = await trio(t, { restart: false });
  const task = await asker.send({ to: 'worker', text: 'first' });
  const gone = (error: unknown): boolean =>
    (isA2AError(error, 'HOST_UNAVAILABLE') || isA2AError(error, 'HOST_SHUTTING_DOWN')) && error.retryable;
  await worker.wait();
  const calls = [
    asker.wait({ task, seconds: 60 }),
    worker.wait({ seconds: 60 }),
    watcher.send({ to: 'asker', text: 'x' }, { blocking: true }),
  ];
  const rejected = calls.map((call) => assert.rejects(call, gone));
  await eventually('all are parked', async () => (await client.app.health()).parkedCalls === 3);
  signal(client, 'SIGTERM');
  await Promise.all(rejected);
});

test('dispose() asks for the end: what is parked is answered as it stands', async (t) => {
  const { client, asker, worker, watcher } = await trio(t);
  const task = await asker.send({ to: 'worker', text: 'first' });
  await worker.wait();
  const waits = [asker.wait({ task, seconds: 60 }), worker.wait({ seconds: 60 })];
  const blocking = watcher.send({ to: 'asker', text: 'x' }, { blocking: true });
  await eventually('all are parked', async () => (await client.app.health()).parkedCalls === 3);
  assert.equal((await client.dispose())?.code, 0);
  const nothing = { events: [], more: false, timedOut: false };
  assert.deepEqual(await Promise.all(waits), [nothing, nothing]);
  assert.equal((await blocking).status.state, 'submitted');
});

test('Ctrl-C of a terminal reaches the runtime alone: it can finish its work with the host', async (t) => {
  const script = `
    import { Client } from '${path.join(root, 'build/ts/src/client/index.js')}';
    const client = await Client.connect({ name: 'interrupted', binary: '${hostd}', db: process.argv[1] });
    const agent = await client.register(${JSON.stringify(card('agent'))}, { contextId: 'c' });
    const { pid } = client;
    process.once('SIGINT', async () => {
      await agent.deregister();
      console.log((await client.app.health()).agents, client.pid === pid, (await client.dispose()).code);
    });
    console.log('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, path.join(tempDir(t), 'host.db')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise((resolve) => child.once('close', resolve));
  await eventually('it is ready', () => output === 'ready\n');
  // As a terminal does: to the whole group.
  process.kill(-(child.pid ?? assert.fail()), 'SIGINT');
  await ended;
  assert.equal(output, 'ready\n0 true 0\n');
});

function textOf({ parts: [part] }: Message): string | undefined {
  return part?.kind === 'text' ? part.text : undefined;
}

// wait ends: when something comes, at its own time, when it is aborted, whatever the host does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bounds, type Task } from '../../generated/ts/index.js';
import { createA2ATool } from '../../src/client/tool/index.js';
import { connect, eventually, register, signal } from '../client/support.js';
import { HostUnavailableError } from '../../src/client/index.js';
import { patient, stub, task } from './stub.js';
import { h, recommended, world } from './world.js';

test('30 s by default, 120 s at most, and the clamp is said', async () => {
  const { agent, slices, now } = patient();
  const { execute } = createA2ATool(agent, { now });
  await execute({ action: 'wait' });
  const clamped = await execute({ action: 'wait', seconds: 121 });
  assert.deepEqual(slices, [bounds.A2A_DEFAULT_STREAM_WAIT_SECONDS.value, bounds.A2A_MAX_STREAM_WAIT_SECONDS.value]);
  assert.match(clamped.text, /121 s is more than the ceiling: it counts as 120 s/);
});

test('a runtime may allow less', async () => {
  const { agent, slices, now } = patient();
  const { text } = await createA2ATool(agent, { now, maxWaitSeconds: 45 }).execute({ action: 'wait', seconds: 100 });
  assert.deepEqual(slices, [45]);
  assert.match(text, /a single wait lasts 45 s at most here/);
});

test('long waits are made of slices, with progress between them', async () => {
  const { agent, slices, now } = patient();
  const said: string[] = [];
  const { text } = await createA2ATool(agent, { now, sliceSeconds: 10 }).execute(
    { action: 'wait', seconds: 25 },
    { onProgress: (one) => said.push(one) },
  );
  assert.deepEqual(slices, [10, 10, 5]);
  assert.deepEqual(said, ['Waiting for anything: 10 of 25 s', 'Waiting for anything: 20 of 25 s']);
  assert.match(text, /Nothing came within 25 s/);
});

test('a host that hangs does not hold the tool', async () => {
  const agent = stub({ wait: () => new Promise(() => undefined) });
  const { text, isError } = await createA2ATool(agent).execute({ action: 'wait', seconds: 0 });
  assert.ok(!isError);
  assert.match(text, /The host did not answer/);
});

test('an abort ends the wait', async () => {
  const controller = new AbortController();
  let inner: AbortSignal | undefined;
  const agent = stub({
    wait: ({ signal }) => {
      inner = signal;
      queueMicrotask(() => controller.abort());
      return new Promise(() => undefined);
    },
  });
  const { text, isError } = await createA2ATool(agent).execute({ action: 'wait', seconds: 100 }, { signal: controller.signal });
  assert.ok(isError);
  assert.match(text, /ended from outside/);
  assert.equal(inner?.aborted, true);
});

test('the end of the time says how each awaited task stands, and never to sleep', async (t) => {
  const w = await world(await connect(t));
  await w.tool.execute({ action: 'wait' });
  await w.planner.complete(w.served, 'The plan.');
  const { text } = await w.tool.execute({ action: 'wait', seconds: 0 });
  assert.ok(text.startsWith(`Nothing came within 0 s.\n${h(w.asked)} submitted by reviewer\n`), text);
  assert.match(text, /Do other work/);
  assert.ok(!/sleep/.test(text.replace('do not sleep', '')), text);
});

test('what is pending comes at once, once; a task that has ended too', async (t) => {
  const w = await world(await connect(t));
  const first = await w.tool.execute({ action: 'wait' });
  assert.match(first.text, /Plan the release\./);
  assert.match(first.text, /Built\./);
  assert.match(first.text, /^\[from builder · subagent · other session · T\d+ · not from the user\]$/m);
  assert.equal(first.value.events?.length, 2);
  const again = await w.tool.execute({ action: 'wait', task: h(w.served), seconds: 0 });
  assert.match(again.text, /Nothing came/);
  const ended = await w.tool.execute({ action: 'wait', task: h(w.done) });
  assert.match(ended.text, /completed by builder/);
});

test('what comes from another session is said to, whatever was looked up before', async (t) => {
  const client = await connect(t);
  const [planner, outsider] = [await register(client, 'planner'), await register(client, 'outsider', { contextId: 'other' })];
  const task = await planner.send({ to: 'outsider', text: 'Build it.' });
  await outsider.complete(task, 'Built.');
  const { text } = await createA2ATool(planner).execute({ action: 'wait' });
  assert.match(text, /^\[from outsider · subagent · other session · T\d+ · not from the user\]$/m);
});

test('a wait is woken by what comes', async (t) => {
  const w = await world(await connect(t));
  await w.tool.execute({ action: 'wait' });
  const waiting = w.tool.execute({ action: 'wait', task: h(w.asked), seconds: 60 });
  await w.reviewer.status(w.asked, 'input-required', 'Which branch?');
  const { text } = await waiting;
  assert.match(text, /input required by reviewer/);
  assert.match(text, /Which branch\?/);
  assert.deepEqual(recommended(text), { action: 'send', task: h(w.asked), text: '<your answer>' });
});

test('a circle of waits is refused and named', async (t) => {
  const client = await connect(t);
  const w = await world(client);
  await w.tool.execute({ action: 'wait' });
  const back = await w.reviewer.send({ to: w.planner.id, text: 'And you?' });
  await w.tool.execute({ action: 'get', task: h(back) });
  const other = w.reviewer.wait({ task: back, seconds: 60 });
  await eventually('reviewer waits', async () => (await client.app.health()).parkedCalls === 1);
  const { text, isError } = await w.tool.execute({ action: 'wait', task: h(w.asked), seconds: 60 });
  assert.ok(isError, text);
  assert.match(text, /planner/);
  assert.match(text, /reviewer/);
  assert.ok(text.includes(h(w.asked)) && text.includes(h(back)), text);
  assert.match(text, /finish what you owe/);
  await w.planner.complete(back, 'I am well.');
  assert.equal((await other).events.length, 1);
});

test('send may wait for its answer', async (t) => {
  const client = await connect(t);
  const planner = await register(client, 'planner');
  const reviewer = await register(client, 'reviewer');
  const tool = createA2ATool(planner);
  const sent = tool.execute({ action: 'send', to: 'reviewer', text: 'Look.', seconds: 60 });
  const {
    events: [event],
  } = await reviewer.wait();
  await reviewer.complete(event?.event.taskId ?? '', 'Looked.');
  const { text } = await sent;
  assert.match(text, /^Sent to reviewer as new task T\d+ \(submitted\): stored, reviewer is running\./);
  assert.match(text, /Looked\./);
});

test('a real host that hangs holds no action: each ends on its own deadline and says so', async (t) => {
  const client = await connect(t);
  const w = await world(client);
  await w.tool.execute({ action: 'wait' });
  signal(client, 'SIGSTOP');
  const started = performance.now();
  const [any, named, read, sent] = await Promise.all(
    [
      { action: 'wait', seconds: 1 },
      { action: 'wait', task: h(w.asked), seconds: 1 },
      { action: 'get' },
      { action: 'send', to: 'reviewer', text: 'Hi' },
    ].map((call) => w.tool.execute(call)),
  );
  signal(client, 'SIGCONT');
  // Half of what a single call of the client may take: the deadline is the tool's.
  assert.ok(performance.now() - started < 15_000);
  for (const result of [any, named]) assert.match(result?.text ?? '', /^The host did not answer within [1-4] s/);
  assert.match(read?.text ?? '', /^Failed: The host did not answer in time\. Nothing was changed\./);
  assert.match(sent?.text ?? '', /^Failed: The host did not answer in time\. The message may have been sent or not\./);
});

test('every call of an action gets what is left of its time', async () => {
  let time = 0;
  const given: number[] = [];
  const agent = stub({
    get: (_task, { timeoutMs = Infinity } = {}) => {
      given.push(timeoutMs);
      time += 2000;
      return Promise.resolve(task);
    },
    wait: ({ seconds = 0 }) => {
      given.push(seconds);
      time += seconds * 1000;
      return Promise.resolve({ events: [], more: false, timedOut: true });
    },
    list: (_filter, { timeoutMs = Infinity } = {}) => {
      given.push(timeoutMs);
      return Promise.resolve({ tasks: [] });
    },
  });
  await createA2ATool(agent, { now: () => time }).execute({ action: 'wait', task: task.id, seconds: 20 });
  // 23 s in all: 2 s went into reading the task, so that the wait is 18 s and 3 s are left when it is over.
  assert.deepEqual(given.slice(0, 3), [8000, 18, 3000]);
  assert.ok(
    given.slice(3).every((ms) => ms === 1000),
    String(given),
  );
});

test('what a wait or a reading took is told, even if its task cannot be read', async (t) => {
  for (const action of ['wait', 'get'] as const) {
    const client = await connect(t);
    const w = await world(client);
    let taken = false;
    const agent = new Proxy(w.planner, {
      get: (target, key) => {
        if (key === 'wait') {
          return async (options: object) => {
            const result = await target.wait(options);
            taken ||= result.events.length > 0;
            return result;
          };
        }
        if (key === 'get' && taken) return () => Promise.reject(new HostUnavailableError('The host ended.'));
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
      },
    });
    const { text, isError, value } = await createA2ATool(agent).execute({ action, task: h(w.served), seconds: 1 });
    assert.ok(!isError, text);
    assert.match(text, /Plan the release\./);
    assert.match(text, /\[from builder · subagent · /);
    assert.equal(value.events?.length, 1);
  }
});

test('what a wait took when it was ended is told', async (t) => {
  const w = await world(await connect(t));
  const controller = new AbortController();
  const agent = new Proxy(w.planner, {
    get: (target, key) => {
      if (key === 'wait') {
        return async (options: object) => {
          const result = await target.wait(options);
          controller.abort();
          return result;
        };
      }
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
    },
  });
  const { text } = await createA2ATool(agent).execute({ action: 'wait' }, { signal: controller.signal });
  assert.match(text, /Plan the release\./);
});

test('a task that waits for oneself is answered at once', async (t) => {
  const w = await world(await connect(t));
  await w.reviewer.status(w.asked, 'input-required', 'Which branch?');
  await w.tool.execute({ action: 'wait' });
  const { agent, slices } = patient();
  const paused: Task = { ...task, status: { ...task.status, state: 'input-required' } };
  const result = await createA2ATool({ ...agent, get: () => Promise.resolve(paused) }).execute({
    action: 'wait',
    task: task.id,
    seconds: 100,
  });
  assert.deepEqual(slices, [0]);
  assert.match(result.text, /^T17 waits for you: reviewer goes on when you have answered\./);
  assert.deepEqual(recommended(result.text), { action: 'send', task: 'T17', text: '<your answer>' });
  const real = await w.tool.execute({ action: 'wait', task: h(w.asked), seconds: 100 });
  assert.match(real.text, /waits for you.*\n.*input required by reviewer/);
  assert.match(real.text, /Which branch\?/);
});

test('a wait goes on when the runtime fails at the news of it', async () => {
  for (const onProgress of [
    (): void => {
      throw new Error('boom');
    },
    (): Promise<void> => Promise.reject(new Error('boom')),
  ]) {
    const { agent, slices, now } = patient();
    const { isError, text } = await createA2ATool(agent, { now, sliceSeconds: 1 }).execute(
      { action: 'wait', seconds: 3 },
      { onProgress: onProgress as () => void },
    );
    assert.ok(!isError, text);
    assert.match(text, /^Nothing came within 3 s/);
    assert.deepEqual(slices, [1, 1, 1]);
  }
});

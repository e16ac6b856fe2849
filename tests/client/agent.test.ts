// Every method of an Agent against the daemon.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { A2A_MAX_SENDS_PER_RUN } from '../../generated/ts/index.js';
import { isA2AError, type ErrorCode } from '../../src/client/index.js';
import { connect, register, textOfEvent, told } from './support.js';

async function refused(name: ErrorCode, call: Promise<unknown>): Promise<void> {
  await assert.rejects(call, (error: unknown) => isA2AError(error, name));
}

test('discover, send, follow up, read, list, complete, with the right roles', async (t) => {
  const client = await connect(t);
  const [asker, worker] = [await register(client, 'asker'), await register(client, 'worker', { contextId: 'other' })];
  assert.deepEqual(
    (await asker.discover()).map(({ name, contextId }) => [name, contextId]),
    [['worker', 'other']],
  );

  const task = await asker.send({
    to: 'worker',
    text: 'one',
    data: { two: 2 },
    files: [{ name: 'three', uri: 'file:///3' }],
    metadata: { key: 'value' },
  });
  assert.deepEqual(task.metadata, { key: 'value' });
  assert.deepEqual(
    task.history[0]?.parts.map(({ kind }) => kind),
    ['text', 'data', 'file'],
  );
  await worker.wait({ task: task.id });
  await worker.send({ task: task.id, text: 'a question' });
  await asker.send({ task, text: 'an answer', referenceTasks: [task] });
  await worker.complete(task, { text: 'done', data: { sum: 42 } });

  const done = await asker.get(task);
  assert.deepEqual(
    done.history.map(({ role }) => role),
    ['user', 'agent', 'user', 'agent'],
  );
  assert.equal(done.status.state, 'completed');
  assert.deepEqual(
    (await asker.get(task, { historyLength: 1 })).history.map(({ parts }) => parts.length),
    [2],
  );
  const older = await asker.get(task, { beforeMessageId: done.history[2]?.messageId ?? '' });
  assert.equal(older.history.length, 2);
  assert.deepEqual(await worker.message(task, done.history[0]?.messageId ?? ''), done.history[0]);

  await asker.send({ to: 'worker', text: 'another' });
  const numbers: number[] = [];
  for await (const { number } of asker.tasks({ pageSize: 1 })) numbers.push(number);
  assert.deepEqual(numbers, [2, 1]);
  assert.deepEqual(
    (await worker.list({ role: 'worker', state: 'completed' })).tasks.map(({ id }) => id),
    [task.id],
  );
  assert.deepEqual((await worker.list({ role: 'requester' })).tasks, []);
});

test('status, cancel, artifact; refusals are A2AErrors', async (t) => {
  const client = await connect(t);
  const [asker, worker] = [await register(client, 'asker'), await register(client, 'worker')];
  const task = await asker.send({ to: 'worker', text: 'x' });
  await refused('A2A_INVALID_TRANSITION', asker.complete(task, 'not mine'));
  await worker.status(task, 'working');
  const chunk = (text: string): { artifactId: string; parts: { kind: 'text'; text: string }[] } => ({
    artifactId: 'a',
    parts: [{ kind: 'text', text }],
  });
  await worker.artifact(task, chunk('1'));
  await worker.artifact(task, chunk('2'), { append: true, requestId: 'second' });
  await worker.artifact(task, chunk('2'), { append: true, requestId: 'second' });
  await worker.artifact(task, chunk('3'), { append: true, lastChunk: true });
  assert.deepEqual(
    (await asker.get(task)).artifacts.map(({ parts }) => parts.map((part) => (part.kind === 'text' ? part.text : ''))),
    [['1', '2', '3']],
  );
  await asker.cancel(task);
  await refused('A2A_TASK_TERMINAL', worker.complete(task, 'too late'));
  await refused('A2A_UNKNOWN_TASK', asker.get('none'));
  await refused('A2A_UNKNOWN_AGENT', asker.send({ to: 'nobody', text: 'x' }));
});

test('send is idempotent by its message id; blocking waits for the end', async (t) => {
  const client = await connect(t);
  const [asker, worker] = [await register(client, 'asker'), await register(client, 'worker')];
  const once = await asker.send({ to: 'worker', text: 'x', messageId: 'the id' });
  assert.equal((await asker.send({ to: 'worker', text: 'x', messageId: 'the id' })).id, once.id);
  await refused('A2A_MESSAGE_CONFLICT', asker.send({ to: 'worker', text: 'y', messageId: 'the id' }));
  const ended = asker.send({ to: 'worker', text: 'wait for it' }, { blocking: true });
  const { events } = await worker.wait();
  assert.equal(events[0]?.event.taskId, once.id);
  for await (const { event } of worker.events()) {
    await worker.complete(event.taskId, 'there');
    break;
  }
  assert.equal((await ended).status.state, 'completed');
});

test('a stream gives its caller the present status as an event without a number', async (t) => {
  const client = await connect(t);
  const asker = await register(client, 'asker');
  await register(client, 'worker');
  const task = await asker.stream({ to: 'worker', text: 'x' });
  const { events } = await asker.wait({ task });
  assert.deepEqual(events.map(told), ['submitted']);
  assert.equal(events[0]?.seq, undefined);
  await asker.api.tasks.resubscribe({ id: task.id });
  assert.deepEqual((await asker.wait({ task })).events.map(told), ['submitted']);
});

test('a push reaches its setter; services without token cover the rest', async (t) => {
  const client = await connect(t);
  const pushes: string[] = [];
  const asker = await register(client, 'asker', { onPush: (push) => pushes.push(`${push.token} ${push.status.state}`) });
  const worker = await register(client, 'worker');
  const task = await asker.send({ to: 'worker', text: 'x' }, { pushNotificationConfig: { id: 'p', token: 'mine' } });
  assert.deepEqual(await asker.api.pushConfigs.get({ taskId: task.id }), { config: { id: 'p', token: 'mine' } });
  await worker.complete(task, 'done');
  await asker.wait({ task });
  await client.app.health();
  assert.deepEqual(pushes, ['mine completed']);
});

test('newRun starts the count of sends again', async (t) => {
  const client = await connect(t);
  const [asker, worker] = [await register(client, 'asker'), await register(client, 'worker')];
  const task = await asker.send({ to: 'worker', text: 'x' });
  for (let sent = 1; sent < A2A_MAX_SENDS_PER_RUN; ++sent) await asker.send({ task, text: String(sent) });
  await refused('A2A_SEND_CAP', asker.send({ task, text: 'one too many' }));
  await asker.newRun();
  await asker.send({ task, text: 'goes again' });
  let last: string | undefined;
  while (last !== 'goes again') last = (await worker.wait()).events.map(textOfEvent).at(-1);
});

test('deregister ends the agent: its loops end, its tasks fail, its calls reject', async (t) => {
  const client = await connect(t);
  const [asker, worker] = [await register(client, 'asker'), await register(client, 'worker')];
  const task = await asker.send({ to: 'worker', text: 'x' });
  const seen: string[] = [];
  const loop = (async (): Promise<void> => {
    for await (const event of worker.events()) seen.push(told(event));
  })();
  await client.app.health();
  const waiting = worker.wait({ seconds: 60 });
  await worker.deregister();
  await loop;
  assert.deepEqual(await waiting, { events: [], more: false, timedOut: false });
  assert.deepEqual(seen, ['submitted']);
  assert.deepEqual((await asker.wait({ task })).events.map(told), ['failed']);
  await refused('HOST_UNAVAILABLE', worker.discover());
});

test('a deadline ends the task by the host', async (t) => {
  const client = await connect(t);
  const asker = await register(client, 'asker');
  await register(client, 'worker');
  const task = await asker.send({ to: 'worker', text: 'x' }, { deadlineSeconds: 1 });
  const { events } = await asker.wait({ task });
  assert.deepEqual(events.map(told), ['failed']);
});

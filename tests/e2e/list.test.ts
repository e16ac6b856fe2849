// Contract section 4.3: the caller's tasks page by page, single messages, older history, and push configs one by one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, text } from './support/agents.js';
import { Host } from './support/host.js';
import type { ParamsOf, Result, Task } from './support/protocol.js';

type Filters = Omit<ParamsOf<'a2a.tasks.list'>, 'token'>;

function page(agent: Agent, filters: Filters = {}): Promise<Result<'a2a.tasks.list'>> {
  return agent.host.call('a2a.tasks.list', { token: agent.token, ...filters });
}

/** All pages; `between` runs after each. */
async function all(agent: Agent, filters: Filters = {}, between: () => Promise<void> = () => Promise.resolve()): Promise<Task[]> {
  const tasks: Task[] = [];
  let next: string | undefined;
  do {
    const { tasks: some, nextPageToken } = await page(agent, { ...filters, ...(next === undefined ? {} : { pageToken: next }) });
    tasks.push(...some);
    next = nextPageToken;
    await between();
  } while (next !== undefined);
  return tasks;
}

test('a list is of the caller\'s tasks, latest change first, without history and artifacts, by filter', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker', 'one');
  const worker = await Agent.register(host, 'worker', 'two');
  const other = await Agent.register(host, 'other', 'two');
  const first = await asker.open(worker.id, 'first');
  const second = await asker.open(worker.id, 'second');
  const third = await worker.open(other.id, 'third');
  await asker.open(other.id, 'not the worker\'s');
  await worker.status(first, 'working', text('on it', { role: 'agent', taskId: first.id }));
  const ids = (tasks: Task[]): string[] => tasks.map(({ id }) => id);
  assert.deepEqual(ids((await page(worker)).tasks), [first.id, third.id, second.id]);
  assert.deepEqual(ids((await page(worker, { role: 'worker' })).tasks), [first.id, second.id]);
  assert.deepEqual(ids((await page(worker, { role: 'requester' })).tasks), [third.id]);
  assert.deepEqual(ids((await page(worker, { state: 'submitted' })).tasks), [third.id, second.id]);
  assert.deepEqual(ids((await page(worker, { contextId: 'two' })).tasks), [third.id]);
  const [listed] = (await page(worker)).tasks;
  assert.deepEqual([listed?.history, listed?.artifacts, listed?.historyTotal], [[], [], 2]);
  assert.ok(listed?.status.message !== undefined && listed.number > 0);
  const stranger = await Agent.register(host, 'stranger');
  assert.deepEqual(await page(stranger), { tasks: [] });
});

test('a page token is bound to its caller and filters, and anything else is told apart', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  for (let i = 0; i < 3; ++i) await asker.open(worker.id);
  const { nextPageToken: pageToken, tasks } = await page(asker, { pageSize: 2 });
  assert.equal(tasks.length, 2);
  assert.equal((await page(asker, { pageSize: 2, pageToken: pageToken ?? '' })).tasks.length, 1);
  const refused = (params: object): Promise<unknown> =>
    host.expectError('a2a.tasks.list', params, -32602, 'INVALID_PARAMS', { path: '/params/pageToken' });
  await refused({ token: worker.token, pageToken });
  await refused({ token: asker.token, pageToken, state: 'submitted' });
  await refused({ token: asker.token, pageToken, contextId: 'ctx' });
  await refused({ token: asker.token, pageToken: `${pageToken}x` });
  await refused({ token: asker.token, pageToken: '' });
  await host.expectError('a2a.tasks.list', { token: asker.token, pageSize: 0 }, -32602, 'INVALID_PARAMS', { path: '/params/pageSize' });
  for (let i = 0; i < 110; ++i) await asker.open(worker.id);
  assert.equal((await page(asker)).tasks.length, 50);
  assert.equal((await page(asker, { pageSize: 1000 })).tasks.length, 100);
});

test('paging over 10 000 tasks while others change: no skip and no repeat among the unchanged', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const wave = 100;
  const tasks: Task[] = [];
  for (let round = 0; round < 100; ++round) {
    // One write of many frames, as a busy client does it.
    const opened = Array.from({ length: wave }, () => host.post('a2a.message.send', asker.sendParams(text('do it', { to: worker.id }))));
    for (const id of opened) tasks.push((await host.reply(id)).result.task);
    const ended = round < 99 ? tasks.slice(-wave).map(({ id }) => host.post('a2a.tasks.cancel', { token: asker.token, id })) : [];
    for (const id of ended) assert.equal((await host.reply(id)).error, undefined);
    await asker.newRun();
    host.frames.length = 0; // what was checked need not be kept
  }
  const changing = tasks.slice(-wave);
  const unchanged = new Set(tasks.slice(0, -wave).map(({ id }) => id));
  let turn = 0;
  const seen = await all(asker, { pageSize: 100 }, async () => {
    const task = changing[turn++ % changing.length];
    if (task !== undefined) await worker.status(task, 'working');
  });
  const ids = seen.map(({ id }) => id).filter((id) => unchanged.has(id));
  assert.equal(ids.length, unchanged.size);
  assert.equal(new Set(ids).size, unchanged.size);
  assert.ok(turn >= 100);
});

test('a message is read by its id; history goes back before a message', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id, 'm0');
  const ids: string[] = [task.history[0]?.messageId ?? ''];
  for (let i = 1; i < 6; ++i) ids.push((await asker.follow(task, `m${i}`)).history[0]?.messageId ?? '');
  const { message } = await host.call('a2a.messages.get', { token: worker.token, taskId: task.id, messageId: ids[3] ?? '' });
  assert.deepEqual([message.messageId, message.from, message.taskId], [ids[3], asker.id, task.id]);
  const before = (params: object): Promise<{ task: Task }> =>
    host.call('a2a.tasks.get', { token: worker.token, id: task.id, ...params });
  assert.deepEqual((await before({ beforeMessageId: ids[3], historyLength: 2 })).task.history.map(({ messageId }) => messageId), ids.slice(1, 3));
  assert.deepEqual((await before({ beforeMessageId: ids[0] })).task.history, []);
  assert.equal((await before({ beforeMessageId: ids[1] })).task.historyTotal, 6);
  await host.expectError('a2a.tasks.get', { token: worker.token, id: task.id, beforeMessageId: 'none' }, -32602, 'INVALID_PARAMS', { path: '/params/beforeMessageId' });
  await host.expectError('a2a.messages.get', { token: worker.token, taskId: task.id, messageId: 'none' }, -32602, 'INVALID_PARAMS', { path: '/params/messageId' });
  const stranger = await Agent.register(host, 'stranger');
  await host.expectError('a2a.messages.get', { token: stranger.token, taskId: task.id, messageId: ids[3] }, 1400, 'A2A_UNKNOWN_AGENT');
});

test('push configs are listed, read by id and deleted; each setter sees its own', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  const named = (agent: Agent): { token: string; taskId: string } => ({ token: agent.token, taskId: task.id });
  for (const id of ['one', 'two', 'three']) {
    await host.call('a2a.tasks.pushNotificationConfig.set', { ...named(asker), config: { id, url: `https://example.org/${id}`, token: id } });
  }
  await host.call('a2a.tasks.pushNotificationConfig.set', { ...named(worker), config: { id: 'mine' } });
  const list = async (agent: Agent): Promise<string[]> =>
    (await host.call('a2a.tasks.pushNotificationConfig.list', named(agent))).configs.map(({ id }) => id);
  assert.deepEqual(await list(asker), ['one', 'two', 'three']);
  assert.deepEqual(await list(worker), ['mine']);
  const get = async (id?: string): Promise<string | null | undefined> =>
    (await host.call('a2a.tasks.pushNotificationConfig.get', { ...named(asker), ...(id === undefined ? {} : { id }) })).config?.id ?? null;
  assert.deepEqual([await get(), await get('one'), await get('mine')], ['three', 'one', null]);
  for (let i = 0; i < 2; ++i) {
    assert.deepEqual(await host.call('a2a.tasks.pushNotificationConfig.delete', { ...named(asker), id: 'three' }), { ok: true });
  }
  assert.deepEqual([await list(asker), await get()], [['one', 'two'], 'two']);
  await worker.status(task, 'completed');
  await host.barrier();
  assert.equal(host.notifications('a2a.push', asker.id).length, 3); // one, two, and the worker's
});

test('a task keeps the metadata of the message that opened it, and says whether its other party is here', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.send(text('do it', { to: worker.id, metadata: { plan: [1, 'x'] } }));
  assert.deepEqual([task.metadata, task.counterpartLive], [{ plan: [1, 'x'] }, true]);
  const large = await asker.send(text('do it', { to: worker.id, metadata: { x: 'y'.repeat(70 * 1024) } }));
  assert.equal(large.metadata, undefined);
  assert.equal(large.number, task.number + 1);
  const again = await host.restart();
  const back = await asker.reclaim(again);
  const read = await back.get(task);
  assert.deepEqual([read.metadata, read.number, read.counterpartLive], [{ plan: [1, 'x'] }, task.number, false]);
  await worker.reclaim(again);
  assert.equal((await back.get(task)).counterpartLive, true);
});

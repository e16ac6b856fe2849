// Contract section 3: names, tokens, lists, the end of an agent.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { Agent, card, text } from './support/agents.js';
import { Host } from './support/host.js';
import type { Result } from './support/protocol.js';

const register = (host: Host, name: string, contextId = 'ctx'): Promise<{ agentId: string; token: string }> =>
  host.call('a2a.agents.register', { contextId, card: card(name) });
const names = async (agent: Agent): Promise<string[]> =>
  (await agent.host.call('a2a.agents.list', { token: agent.token })).agents.map((one) => one.name);

test('agentId is the card name, made unique by a suffix, and lists show it as card.name', async (t) => {
  const host = await Host.start(t);
  const first = await Agent.register(host, 'coder', 'one');
  assert.equal(first.id, 'coder');
  assert.equal((await register(host, 'coder', 'two')).agentId, 'coder-2');
  assert.equal((await register(host, 'coder', 'one')).agentId, 'coder-3');
  assert.equal((await register(host, 'coder-2', 'one')).agentId, 'coder-2-2');
  assert.deepEqual(await names(first), ['coder-2', 'coder-2-2', 'coder-3']);
});

test('a name used in this host run is reissued only within its contextId', async (t) => {
  const host = await Host.start(t);
  const gone = await Agent.register(host, 'coder', 'one');
  await gone.deregister();
  assert.equal((await register(host, 'coder', 'two')).agentId, 'coder-2');
  assert.equal((await register(host, 'coder', 'one')).agentId, 'coder');
});

test('names are trimmed, 1 to 128 code points long', async (t) => {
  const host = await Host.start(t);
  assert.equal((await register(host, ' \t padded \u3000')).agentId, 'padded');
  assert.equal((await register(host, '😀'.repeat(128))).agentId, '😀'.repeat(128));
  for (const name of ['', ' ', '\u2003', '😀'.repeat(129), 'x'.repeat(129)]) {
    await host.expectError('a2a.agents.register', { contextId: 'c', card: card(name) }, -32602, 'INVALID_PARAMS', { path: '/params/card/name' });
  }
});

test('control, bidirectional and format characters and [ ] · are refused in names, and a2a-host is reserved', async (t) => {
  const host = await Host.start(t);
  const wrong = ['\u0000', '\u0007', '\n', '\u007f', '\u0085', '\u009f', '\u200b', '\u200e', '\u200f', '\u061c', '\u202a', '\u202e', '\u2066',
    '\u2069', '\u2028', '\u2029', '\ufeff', '\u00ad', '\u2060', '\u{e0001}', '[', ']', '·'];
  for (const char of wrong) {
    await host.expectError('a2a.agents.register', { contextId: 'c', card: card(`a${char}b`) }, -32602, 'INVALID_PARAMS', { path: '/params/card/name' });
  }
  for (const name of ['a2a-host', ' a2a-host ']) {
    await host.expectError('a2a.agents.register', { contextId: 'c', card: card(name) }, -32602, 'INVALID_PARAMS', { path: '/params/card/name' });
  }
  assert.equal((await host.call('app.health', {})).agents, 0);
});

test('tokens are 256 bits in base64url, each its own, and stand in no database, log, event or error', async (t) => {
  const host = await Host.start(t);
  const worker = await Agent.register(host, 'worker');
  const asker = await Agent.register(host, 'asker');
  for (const { token } of [worker, asker]) assert.match(token, /^[A-Za-z0-9_-]{43}$/);
  assert.notEqual(worker.token, asker.token);
  const task = await asker.open(worker.id, 'x', { pushNotificationConfig: { id: 'p', token: 'push-token' } });
  await worker.status(task, 'completed', text('done', { role: 'agent' }));
  await host.refused('a2a.tasks.get', { token: worker.token, id: task.id, nope: 1 });
  await host.refused('a2a.tasks.get', { token: worker.token, id: 'no-task' });
  await host.refused('a2a.tasks.cancel', { token: worker.token, id: task.id });
  await host.refused('a2a.message.send', { token: `${worker.token}x`, message: text('x') });
  for (const frame of host.frames) {
    if (frame.result?.token !== undefined) continue; // register's reply
    for (const { token } of [worker, asker]) assert.ok(!frame.text.includes(token), frame.text);
  }
  await host.kill();
  const dir = path.dirname(host.db);
  for (const file of readdirSync(dir)) {
    const bytes = readFileSync(path.join(dir, file));
    for (const { token } of [worker, asker]) assert.ok(!bytes.includes(token), `a token stands in ${file}`);
  }
  for (const { token } of [worker, asker]) assert.ok(!host.stderr.includes(token), 'a token stands in the log');
});

test('every method that takes a token refuses a wrong one with A2A_UNKNOWN_TOKEN', async (t) => {
  const host = await Host.start(t);
  const worker = await Agent.register(host, 'worker');
  const asker = await Agent.register(host, 'asker');
  const task = await asker.open(worker.id);
  const taskId = task.id;
  const calls: [string, Record<string, unknown>][] = [
    ['a2a.agents.deregister', {}], ['a2a.agents.newRun', {}], ['a2a.agents.list', {}],
    ['a2a.message.send', { message: text('x', { taskId }) }], ['a2a.message.stream', { message: text('x', { taskId }) }],
    ['a2a.tasks.get', { id: taskId }], ['a2a.tasks.status', { id: taskId, state: 'working' }], ['a2a.tasks.cancel', { id: taskId }],
    ['a2a.tasks.resubscribe', { id: taskId }], ['a2a.tasks.pushNotificationConfig.set', { taskId, config: { id: 'p' } }],
    ['a2a.tasks.pushNotificationConfig.get', { taskId }],
  ];
  const gone = await Agent.register(host, 'gone');
  await gone.deregister();
  const flipped = asker.token.slice(0, -1) + (asker.token.endsWith('A') ? 'E' : 'A');
  for (const token of ['', 'x', flipped, `${asker.token}A`, asker.token.toLowerCase(), asker.id, gone.token]) {
    for (const [method, params] of calls) await host.expectError(method, { token, ...params }, 1400, 'A2A_UNKNOWN_TOKEN');
  }
  assert.equal((await asker.get(task)).generation, 1);
});

test('a list holds every other live agent of the caller, by name, with contextId and the whole card', async (t) => {
  const host = await Host.start(t);
  const caller = await Agent.register(host, 'm', 'one');
  for (const [name, contextId] of [['z', 'two'], ['a', 'one'], ['Z', 'three'], ['é', 'one'], ['b', 'two']] as const) await Agent.register(host, name, contextId);
  const { agents, nextPageToken } = await host.call('a2a.agents.list', { token: caller.token });
  assert.deepEqual(agents.map((one) => [one.name, one.contextId]), [['Z', 'three'], ['a', 'one'], ['b', 'two'], ['z', 'two'], ['é', 'one']]);
  assert.equal(nextPageToken, undefined);
  const lastSeen = agents[1]?.lastSeen ?? '';
  assert.deepEqual(agents[1], { ...card('a'), contextId: 'one', lastSeen });
  assert.ok(Math.abs(Date.now() - Date.parse(lastSeen)) < 3_600_000 && lastSeen.endsWith('Z'));
});

test('a long list comes in pages that together hold everyone once', async (t) => {
  const host = await Host.start(t);
  const caller = await Agent.register(host, 'caller');
  // 700 cards of some 60 kB: more than one outgoing frame.
  const expected: string[] = [];
  const filler = 'f'.repeat(60_000);
  for (let i = 0; i < 700; i++) {
    const name = `agent-${String(i).padStart(4, '0')}`;
    expected.push(name);
    host.post('a2a.agents.register', { contextId: 'c', card: { ...card(name), description: filler } });
  }
  await host.barrier();
  const seen: string[] = [];
  let pageToken: string | undefined;
  let pages = 0;
  do {
    const frame = await host.reply(host.post('a2a.agents.list', { token: caller.token, ...(pageToken === undefined ? {} : { pageToken }) }));
    assert.ok(Buffer.byteLength(frame.text) <= 33 * 1024 * 1024);
    seen.push(...(frame.result as Result<'a2a.agents.list'>).agents.map((one) => one.name));
    pageToken = frame.result.nextPageToken;
    pages += 1;
  } while (pageToken !== undefined && pages < 50);
  assert.deepEqual(seen, expected);
  assert.ok(pages > 1, 'the list came in one page');
  await host.expectError('a2a.agents.list', { token: caller.token, pageToken: 'no page' }, -32602, 'INVALID_PARAMS', { path: '/params/pageToken' });
});

test('parents and subagents never see or reach each other', async (t) => {
  const host = await Host.start(t);
  const parent = await Agent.register(host, 'lead', 'ctx', 'parent');
  const other = await Agent.register(host, 'lead-b', 'other', 'parent');
  const worker = await Agent.register(host, 'worker', 'ctx', 'subagent');
  const plain = await Agent.register(host, 'plain', 'ctx');
  assert.deepEqual(await names(parent), ['lead-b']);
  assert.deepEqual(await names(worker), ['plain']);
  assert.deepEqual(await names(plain), ['worker']);
  await host.expectError('a2a.message.send', parent.sendParams(text('x', { to: 'worker' })), 1400, 'A2A_UNKNOWN_AGENT', { candidates: ['lead-b'] });
  await host.expectError('a2a.message.send', worker.sendParams(text('x', { to: 'lead' })), 1400, 'A2A_UNKNOWN_AGENT', { candidates: ['plain'] });
  assert.equal((await parent.open(undefined)).agentName, other.id);
});

test('deregister ends the token at once and the name leaves the lists', async (t) => {
  const host = await Host.start(t);
  const stays = await Agent.register(host, 'stays');
  const goes = await Agent.register(host, 'goes');
  assert.deepEqual(await host.call('a2a.agents.deregister', { token: goes.token }), { ok: true });
  assert.deepEqual(await names(stays), []);
  await host.expectError('a2a.agents.deregister', { token: goes.token }, 1400, 'A2A_UNKNOWN_TOKEN');
  await host.expectError('a2a.message.send', stays.sendParams(text('x', { to: 'goes' })), 1400, 'A2A_UNKNOWN_AGENT');
});

test('a later agent of the same name is a stranger to the tasks of the earlier one', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const first = await Agent.register(host, 'worker');
  const task = await asker.open(first.id);
  await first.deregister();
  const second = await Agent.register(host, 'worker');
  assert.equal(second.id, first.id);
  for (const method of ['a2a.tasks.get', 'a2a.tasks.cancel', 'a2a.tasks.resubscribe']) {
    await host.expectError(method, { token: second.token, id: task.id }, 1400, 'A2A_UNKNOWN_AGENT');
  }
});

test('a card above 64 KiB is refused whole', async (t) => {
  const host = await Host.start(t);
  const size = Buffer.byteLength(JSON.stringify(card('big')));
  await host.expectError('a2a.agents.register', { contextId: 'c', card: { ...card('big'), x: 'x'.repeat(65536 - size) } }, 1400, 'A2A_PAYLOAD_TOO_LARGE', {
    limit: 'cardBytes', max: 65536, path: '/params/card',
  });
  // The card as listed also holds its contextId.
  const fits = { ...card('big'), x: 'x'.repeat(65536 - size - 40) };
  assert.equal((await host.call('a2a.agents.register', { contextId: 'c', card: fits })).agentId, 'big');
});

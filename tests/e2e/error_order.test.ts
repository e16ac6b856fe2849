// Contract section 1: when several errors apply, the first of the fixed order is the answer, for every pair.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, text } from './support/agents.js';
import { expectWire, Host } from './support/host.js';
import type { Message, Task } from './support/protocol.js';

/** A call in the making; each fault below spoils one thing of it. */
interface Draft {
  method: string;
  token: string;
  message: Message;
  configuration: Record<string, unknown>;
  state: string | undefined;
  envelope: Record<string, unknown>;
  params: Record<string, unknown>;
  tail: string;
}

interface World {
  host: Host;
  asker: Agent;
  worker: Agent;
  third: Agent;
  /** An open task of asker and worker; one that ended; one of worker and third. Both parties used up their run. */
  open: Task;
  ended: Task;
  foreign: Task;
  used: Message;
}

async function world(host: Host): Promise<World> {
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const third = await Agent.register(host, 'third');
  const open = await asker.open(worker.id);
  const used = text('used', { taskId: open.id, messageId: 'used' });
  await asker.send(used);
  const ended = await asker.open(worker.id);
  await asker.send(text('used', { taskId: ended.id, messageId: 'used' }));
  const foreign = await third.open(worker.id);
  await third.send(text('used', { taskId: foreign.id, messageId: 'used' }));
  await asker.cancel(ended);
  for (let i = 0; i < 200; i++) host.post('a2a.message.send', asker.sendParams(text('x', { taskId: open.id })));
  await host.expectError('a2a.message.send', asker.sendParams(text('x', { taskId: open.id })), 1400, 'A2A_SEND_CAP');
  return { host, asker, worker, third, open, ended, foreign, used };
}

interface Rank {
  name: string;
  code: number;
  errorCode: string;
  path?: string;
  /** Of follow-up sends by the requester, whose run is used up: every draft that is not spoiled earlier ends in `caps`. */
  spoil: (draft: Draft, world: World) => void;
}

const ranks: Rank[] = [
  { name: 'parse', code: -32700, errorCode: 'PARSE_ERROR', spoil: (draft) => (draft.tail = ',') },
  { name: 'envelope', code: -32600, errorCode: 'INVALID_REQUEST', spoil: (draft) => (draft.envelope['extra'] = 1) },
  { name: 'method', code: -32601, errorCode: 'NOT_FOUND', spoil: (draft) => (draft.method = 'no.such') },
  { name: 'params', code: -32602, errorCode: 'INVALID_PARAMS', path: '/params/token', spoil: (draft) => (draft.params['token'] = 7) },
  { name: 'bounds', code: 1400, errorCode: 'A2A_PAYLOAD_TOO_LARGE', spoil: (draft) => draft.message.parts.push({ kind: 'text', text: 'x'.repeat(16_001) }) },
  { name: 'token', code: 1400, errorCode: 'A2A_UNKNOWN_TOKEN', spoil: (draft) => (draft.token = 'wrong') },
  { name: 'task exists', code: 1400, errorCode: 'A2A_UNKNOWN_TASK', spoil: (draft) => (draft.message.taskId = 'none') },
  {
    name: 'party', code: 1400, errorCode: 'A2A_UNKNOWN_AGENT',
    spoil: (draft, { foreign }) => (draft.message.taskId = draft.message.taskId === 'none' ? 'none' : foreign.id),
  },
  { name: 'idempotency', code: 1400, errorCode: 'A2A_MESSAGE_CONFLICT', spoil: (draft) => (draft.message.messageId = 'used') },
  {
    name: 'terminal', code: 1400, errorCode: 'A2A_TASK_TERMINAL',
    spoil: (draft, { ended, open }) => (draft.message.taskId = draft.message.taskId === open.id ? ended.id : draft.message.taskId as string),
  },
  { name: 'recipient', code: -32602, errorCode: 'INVALID_PARAMS', path: '/params/message/to', spoil: (draft) => (draft.message.to = 'nobody') },
  { name: 'caps', code: 1400, errorCode: 'A2A_SEND_CAP', spoil: () => undefined },
];

function line(draft: Draft): string {
  const params = { token: draft.token, message: draft.message, ...draft.params };
  return JSON.stringify({ jsonrpc: '2.0', id: 'order', method: draft.method, params, ...draft.envelope }) + draft.tail;
}

const clean = ({ asker, open }: World): Draft => ({
  method: 'a2a.message.send', token: asker.token, message: text('fresh', { taskId: open.id }), configuration: {}, state: undefined,
  envelope: {}, params: {}, tail: '',
});

test('each fault alone gives its error, and of each pair the earlier one is the answer', async (t) => {
  const host = await Host.start(t);
  const all = await world(host);
  const before = await all.asker.get(all.open);
  for (const [index, first] of ranks.entries()) {
    for (const second of ranks.slice(index)) {
      // Faults that name different tasks cannot stand in one call with an earlier rank of the same member.
      const draft = clean(all);
      first.spoil(draft, all);
      if (second !== first) second.spoil(draft, all);
      const reply = await host.ask(line(draft));
      assert.doesNotThrow(
        () => expectWire(reply.error, first.code, first.errorCode, first.path === undefined ? {} : { path: first.path }),
        `${first.name} with ${second.name}: ${line(draft).slice(0, 300)}`,
      );
    }
  }
  assert.deepEqual(await all.asker.get(all.open), before, 'a refused call changed something');
});

test('before the handshake: parse, envelope and method come first, then handshake, then everything else', async (t) => {
  const host = await Host.start(t, { handshake: false });
  const ask = async (text: string): Promise<string | undefined> => (await host.ask(text)).error?.data?.errorCode;
  assert.equal(await ask('{"jsonrpc":"2.0","id":1,"method":"app.health",}'), 'PARSE_ERROR');
  assert.equal(await ask('{"jsonrpc":"2.0","id":1,"method":"app.health","x":1}'), 'INVALID_REQUEST');
  assert.equal(await ask('{"jsonrpc":"2.0","id":1,"method":"no.such"}'), 'NOT_FOUND');
  assert.equal(await ask('{"jsonrpc":"2.0","id":1,"method":"app.health","params":{"x":1}}'), 'UNAUTHORIZED');
  assert.equal(await ask('{"jsonrpc":"2.0","id":1,"method":"app.health","params":[]}'), 'UNAUTHORIZED');
  assert.equal(await ask('{"jsonrpc":"2.0","id":1,"method":"a2a.tasks.get","params":{"token":"x","id":"y"}}'), 'UNAUTHORIZED');
  assert.equal(await ask('{"jsonrpc":"2.0","id":1,"method":"app.handshake","params":{"protocolVersion":9,"x":1}}'), 'INVALID_PARAMS');
  assert.equal(await ask('{"jsonrpc":"2.0","id":1,"method":"app.handshake","params":{"protocolVersion":9}}'), 'PROTOCOL_MISMATCH');
});

interface Pair {
  what: string;
  method: string;
  params: (world: World) => object;
  code: number;
  errorCode: string;
  path?: string;
}

const pairs: Pair[] = [
  {
    what: 'terminal before role: a status by the requester on a task that ended',
    method: 'a2a.tasks.status', params: ({ asker, ended }) => ({ token: asker.token, id: ended.id, state: 'completed' }),
    code: 1400, errorCode: 'A2A_TASK_TERMINAL',
  },
  {
    what: 'terminal before role: a blocking follow-up by the worker on a task that ended',
    method: 'a2a.message.send', params: ({ worker, ended }) => ({ ...worker.sendParams(text('x', { taskId: ended.id })), configuration: { blocking: true } }),
    code: 1400, errorCode: 'A2A_TASK_TERMINAL',
  },
  {
    what: 'idempotency before role: other content under a used id in a status of the requester',
    method: 'a2a.tasks.status', params: ({ asker, open, used }) => ({ token: asker.token, id: open.id, state: 'completed', message: used }),
    code: 1400, errorCode: 'A2A_MESSAGE_CONFLICT',
  },
  {
    what: 'idempotency before terminal: other content under a used id on a task that ended',
    method: 'a2a.tasks.status', params: ({ worker, ended }) => ({ token: worker.token, id: ended.id, state: 'working', message: text('x', { messageId: 'used' }) }),
    code: 1400, errorCode: 'A2A_MESSAGE_CONFLICT',
  },
  {
    what: 'role before recipient: a blocking follow-up by the worker to somebody else',
    method: 'a2a.message.send', params: ({ worker, open }) => ({ ...worker.sendParams(text('x', { taskId: open.id, to: 'nobody' })), configuration: { blocking: true } }),
    code: -32602, errorCode: 'INVALID_PARAMS', path: '/params/configuration/blocking',
  },
  {
    what: 'role before caps: a status message of the requester, whose run is used up',
    method: 'a2a.tasks.status', params: ({ asker, open }) => ({ token: asker.token, id: open.id, state: 'working', message: text('x') }),
    code: 1400, errorCode: 'A2A_INVALID_TRANSITION',
  },
  {
    what: 'recipient before caps: a new task to nobody by an agent whose run is used up',
    method: 'a2a.message.send', params: ({ asker }) => asker.sendParams(text('x', { to: 'nobody' })),
    code: 1400, errorCode: 'A2A_UNKNOWN_AGENT',
  },
  {
    what: 'recipient before caps: a new task to oneself',
    method: 'a2a.message.send', params: ({ asker }) => asker.sendParams(text('x', { to: 'asker' })),
    code: -32602, errorCode: 'INVALID_PARAMS', path: '/params/message/to',
  },
  {
    what: 'recipient before caps: nobody named and several there',
    method: 'a2a.message.send', params: ({ asker }) => asker.sendParams(text('x')),
    code: 1400, errorCode: 'A2A_NO_PEERS',
  },
  {
    what: 'caps: a new task by an agent whose run is used up',
    method: 'a2a.message.send', params: ({ asker }) => asker.sendParams(text('x', { to: 'worker' })),
    code: 1400, errorCode: 'A2A_SEND_CAP',
  },
  {
    what: 'token before task: a wrong token and a task that does not exist',
    method: 'a2a.tasks.cancel', params: () => ({ token: 'x', id: 'y' }), code: 1400, errorCode: 'A2A_UNKNOWN_TOKEN',
  },
  {
    what: 'party before terminal: a stranger cancels a task that ended',
    method: 'a2a.tasks.cancel', params: ({ third, ended }) => ({ token: third.token, id: ended.id }), code: 1400, errorCode: 'A2A_UNKNOWN_AGENT',
  },
];

test('pairs of other methods and roles', async (t) => {
  const host = await Host.start(t);
  const all = await world(host);
  for (const { what, method, params, code, errorCode, path } of pairs) {
    const error = await host.refused(method, params(all));
    assert.doesNotThrow(() => expectWire(error, code, errorCode, path === undefined ? {} : { path }), what);
  }
});

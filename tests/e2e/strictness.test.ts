// Contract section 1, strictness: what is not JSON, what breaks a type, and where data.path points.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, card, text } from './support/agents.js';
import { expectWire, Host } from './support/host.js';

const frame = (params: string): string => `{"jsonrpc":"2.0","id":1,"method":"app.handshake","params":${params}}`;
const inUnknown = (value: string): string => `{"jsonrpc":"2.0","id":1,"method":"no.such","params":{"x":${value}}}`;

const notJson: [what: string, line: string | Buffer][] = [
  ['text', 'hello'],
  ['an unfinished object', '{"jsonrpc":"2.0"'],
  ['two values', '{} {}'],
  ['a comment', frame('{"protocolVersion":10/*x*/}')],
  ['a line comment', frame('{"protocolVersion":10//x')],
  ['a trailing comma in an object', frame('{"protocolVersion":10,}')],
  ['a trailing comma in an array', inUnknown('[1,]')],
  ['NaN', inUnknown('NaN')],
  ['Infinity', inUnknown('-Infinity')],
  ['single quotes', inUnknown("'a'")],
  ['an unquoted key', inUnknown('{a:1}')],
  ['a leading zero', inUnknown('012')],
  ['a plus sign', inUnknown('+1')],
  ['a bare point', inUnknown('1.')],
  ['a hexadecimal number', inUnknown('0x10')],
  ['an unpaired high surrogate', inUnknown('"\\ud800"')],
  ['an unpaired low surrogate', inUnknown('"\\udc00x"')],
  ['a high surrogate before another', inUnknown('"\\ud800\\ud800"')],
  ['an unknown escape', inUnknown('"\\x41"')],
  ['a raw control character in a string', Buffer.from(`${inUnknown('"a\u0001b"')}\n`)],
  ['a raw tab in a string', Buffer.from(`${inUnknown('"a\tb"')}\n`)],
  ['mismatched brackets in a value nobody reads', inUnknown('[1}')],
  ['a byte order mark', Buffer.from(`\ufeff${frame('{"protocolVersion":10}')}\n`)],
  ['a NUL after the value', Buffer.from(`${frame('{"protocolVersion":10}')}\0\n`)],
  ['a byte that is not UTF-8', Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"'), Buffer.from([0xff]), Buffer.from('"}}\n')])],
  ['an overlong encoding', Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}\n')])],
  ['an encoded surrogate', Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}\n')])],
];

test(`what is not RFC 8259 is -32700 before anything else is judged: ${notJson.length} ways`, async (t) => {
  const host = await Host.start(t, { handshake: false });
  for (const [what, line] of notJson) {
    const reply = await host.ask(line);
    assert.equal(reply.id, null, what);
    assert.doesNotThrow(() => expectWire(reply.error, -32700, 'PARSE_ERROR'), what);
  }
  await host.handshake();
});

test('nesting is at most 128 from the root of the frame, arrays and objects alike', async (t) => {
  const host = await Host.start(t);
  // The frame and params are two levels.
  const nest = (levels: number, open: string, close: string): string => inUnknown(open.repeat(levels) + (open === '[' ? '' : '1') + close.repeat(levels));
  for (const [open, close] of [['[', ']'], ['{"a":', '}']] as const) {
    expectWire((await host.ask(nest(126, open, close))).error, -32601, 'NOT_FOUND');
    expectWire((await host.ask(nest(127, open, close))).error, -32700, 'PARSE_ERROR');
    expectWire((await host.ask(nest(100_000, open, close))).error, -32700, 'PARSE_ERROR');
  }
});

interface Case {
  what: string;
  method: string;
  /** JSON of params; TOKEN stands for a live token. */
  params: string;
  path: string;
  says?: RegExp;
}

const message = (members: string): string => `{"token":"TOKEN","message":{${members}}}`;
const good = '"role":"user","parts":[{"kind":"text","text":"x"}],"messageId":"m"';
const parts = (json: string): string => message(`"role":"user","messageId":"m","parts":${json}`);
const withCard = (members: Record<string, unknown>): string => {
  const changed = { ...card('c'), ...members };
  for (const [name, value] of Object.entries(members)) if (value === undefined) delete (changed as Record<string, unknown>)[name];
  return JSON.stringify({ contextId: 'c', card: changed });
};
const send = 'a2a.message.send';
const many = (n: number): string => `[${Array.from({ length: n }, () => '{"kind":"text","text":"x"}').join(',')}]`;

const cases: Case[] = [
  { what: 'a missing required field', method: 'app.handshake', params: '{}', path: '/params/protocolVersion', says: /protocolVersion/ },
  { what: 'null for a required field', method: 'app.handshake', params: '{"protocolVersion":null}', path: '/params/protocolVersion' },
  { what: 'a string for an integer', method: 'app.handshake', params: '{"protocolVersion":"10"}', path: '/params/protocolVersion', says: /integer|number/i },
  { what: 'a fraction for an integer', method: 'app.handshake', params: '{"protocolVersion":10.5}', path: '/params/protocolVersion' },
  { what: 'an integer out of range', method: 'app.handshake', params: '{"protocolVersion":99999999999}', path: '/params/protocolVersion' },
  { what: 'a negative version', method: 'app.handshake', params: '{"protocolVersion":-1}', path: '/params/protocolVersion' },
  { what: 'an unknown member of a closed type', method: 'app.handshake', params: '{"protocolVersion":10,"nope":1}', path: '/params/nope', says: /nope/ },
  { what: 'an unknown member of empty params', method: 'app.health', params: '{"a/b~c":1}', path: '/params/a~1b~0c' },
  { what: 'a duplicate key', method: 'app.handshake', params: '{"protocolVersion":10,"client":"a","client":"b"}', path: '/params/client', says: /duplicate|twice|more than once/i },
  { what: 'a duplicate key by escape', method: 'app.handshake', params: '{"protocolVersion":10,"client":"a","cl\\u0069ent":"b"}', path: '/params/client' },
  { what: 'a duplicate key in an open type', method: send, params: message(`${good},"role":"user"`), path: '/params/message/role' },
  { what: 'a duplicate unknown key in an open type', method: send, params: message(`${good},"x":1,"x":2`), path: '/params/message/x' },
  { what: 'no token', method: send, params: `{"message":{${good}}}`, path: '/params/token' },
  { what: 'no message', method: send, params: '{"token":"TOKEN"}', path: '/params/message' },
  { what: 'an unknown enum string', method: send, params: message(good.replace('user', 'boss')), path: '/params/message/role', says: /user/ },
  { what: 'an enum string in other case', method: send, params: message(good.replace('user', 'User')), path: '/params/message/role' },
  { what: 'no parts', method: send, params: parts('[]'), path: '/params/message/parts', says: /1/ },
  { what: '65 parts', method: send, params: parts(many(65)), path: '/params/message/parts', says: /64/ },
  { what: 'a part without kind', method: send, params: parts('[{"text":"x"}]'), path: '/params/message/parts/0/kind' },
  { what: 'a part of an unknown kind', method: send, params: parts('[{"kind":"text","text":"x"},{"kind":"video"}]'), path: '/params/message/parts/1/kind', says: /text/ },
  { what: 'a text part without text', method: send, params: parts('[{"kind":"text"}]'), path: '/params/message/parts/0/text' },
  { what: 'a data part with an array', method: send, params: parts('[{"kind":"data","data":[]}]'), path: '/params/message/parts/0/data', says: /object/ },
  { what: 'a file part without file', method: send, params: parts('[{"kind":"file"}]'), path: '/params/message/parts/0/file' },
  { what: 'base64 without padding', method: send, params: parts('[{"kind":"file","file":{"bytes":"QQ"}}]'), path: '/params/message/parts/0/file/bytes', says: /base64/ },
  { what: 'base64 of the url alphabet', method: send, params: parts('[{"kind":"file","file":{"bytes":"_-8="}}]'), path: '/params/message/parts/0/file/bytes' },
  { what: 'base64 with stray bits', method: send, params: parts('[{"kind":"file","file":{"bytes":"QR=="}}]'), path: '/params/message/parts/0/file/bytes' },
  { what: 'metadata that is no object', method: send, params: message(`${good},"metadata":[1]`), path: '/params/message/metadata' },
  { what: 'an empty messageId', method: send, params: message(good.replace('"m"', '""')), path: '/params/message/messageId' },
  { what: 'a messageId of 257 bytes', method: send, params: message(good.replace('"m"', `"${'m'.repeat(257)}"`)), path: '/params/message/messageId', says: /256/ },
  { what: 'a messageId of 129 two-byte characters', method: send, params: message(good.replace('"m"', `"${'é'.repeat(129)}"`)), path: '/params/message/messageId' },
  { what: 'a message of another kind', method: send, params: message(`${good},"kind":"task"`), path: '/params/message/kind', says: /message/ },
  { what: 'a referenceTaskId of a wrong type', method: send, params: message(`${good},"referenceTaskIds":["a",7]`), path: '/params/message/referenceTaskIds/1' },
  { what: 'a negative historyLength', method: send, params: `{"token":"TOKEN","message":{${good}},"configuration":{"historyLength":-1}}`, path: '/params/configuration/historyLength' },
  { what: 'a fractional historyLength', method: 'a2a.tasks.get', params: '{"token":"TOKEN","id":"x","historyLength":1.5}', path: '/params/historyLength' },
  { what: 'an unknown member of configuration', method: send, params: `{"token":"TOKEN","message":{${good}},"configuration":{"later":true}}`, path: '/params/configuration/later' },
  { what: 'an empty task id', method: 'a2a.tasks.get', params: '{"token":"TOKEN","id":""}', path: '/params/id' },
  { what: 'an unknown state', method: 'a2a.tasks.status', params: '{"token":"TOKEN","id":"x","state":"done"}', path: '/params/state', says: /completed/ },
  { what: 'a context id of 257 bytes', method: 'a2a.agents.register', params: JSON.stringify({ contextId: 'c'.repeat(257), card: card('c') }), path: '/params/contextId' },
  { what: 'an empty context id', method: 'a2a.agents.register', params: JSON.stringify({ contextId: '', card: card('c') }), path: '/params/contextId' },
  { what: 'a card without capabilities', method: 'a2a.agents.register', params: withCard({ capabilities: undefined }), path: '/params/card/capabilities' },
  { what: 'an unknown member of capabilities', method: 'a2a.agents.register', params: withCard({ capabilities: { streaming: true, pushNotifications: true, x: 1 } }), path: '/params/card/capabilities/x' },
  { what: 'a skill without tags', method: 'a2a.agents.register', params: withCard({ skills: [{ id: 'a', name: 'a', description: 'a' }] }), path: '/params/card/skills/0/tags' },
  { what: 'an unknown agent kind', method: 'a2a.agents.register', params: withCard({ kind: 'boss' }), path: '/params/card/kind', says: /parent/ },
  { what: 'a push config with an unknown member', method: 'a2a.tasks.pushNotificationConfig.set', params: '{"token":"TOKEN","taskId":"x","config":{"id":"p","x":1}}', path: '/params/config/x' },
  { what: 'a push token of 4097 bytes', method: 'a2a.tasks.pushNotificationConfig.set', params: `{"token":"TOKEN","taskId":"x","config":{"id":"p","token":"${'t'.repeat(4097)}"}}`, path: '/params/config/token' },
];

test(`a broken type is -32602 with the JSON Pointer of the place: ${cases.length} ways`, async (t) => {
  const host = await Host.start(t);
  const agent = await Agent.register(host, 'agent');
  for (const { what, method, params, path, says } of cases) {
    const line = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params.replace('TOKEN', agent.token)}}`;
    const reply = await host.ask(line);
    assert.doesNotThrow(() => {
      const error = expectWire(reply.error, -32602, 'INVALID_PARAMS', { path });
      if (says !== undefined) assert.match(error.message, says);
      assert.ok(!error.message.includes(agent.token), 'an error holds a token');
    }, what);
  }
  assert.equal((await host.call('app.health', {})).openTasks, 0);
});

test('of several faults the first by rank is named: type, discriminator, fields in schema order, unknown members', async (t) => {
  const host = await Host.start(t);
  const agent = await Agent.register(host, 'agent');
  const path = async (params: string): Promise<unknown> =>
    (await host.refused('a2a.message.send', JSON.parse(params.replace('TOKEN', agent.token)))).data?.['path'];
  assert.equal(await path('{"zz":1,"message":{"parts":7,"role":"boss"},"aa":1,"token":"TOKEN"}'), '/params/message/role');
  assert.equal(await path('{"zz":1,"message":7}'), '/params/token');
  assert.equal(await path(`{"zz":1,"token":"TOKEN","aa":2,"message":{${good}}}`), '/params/aa');
  assert.equal(await path(parts('[{"text":7,"kind":"video"}]')), '/params/message/parts/0/kind');
});

test('open types keep members this version does not know, in messages, parts, files, cards and skills', async (t) => {
  const host = await Host.start(t);
  const extra = { 'x-new': { deep: [1, null, 'é'] }, 'y': null };
  const agentCard = { ...card('worker'), ...extra, skills: [{ id: 'a', name: 'a', description: 'a', tags: [], ...extra }] };
  const { agentId } = await host.call('a2a.agents.register', { contextId: 'ctx', card: agentCard });
  const asker = await Agent.register(host, 'asker');
  const { agents } = await host.call('a2a.agents.list', { token: asker.token });
  assert.deepEqual(agents[0], { ...agentCard, contextId: 'ctx', lastSeen: agents[0]?.lastSeen });
  const sent = text('x', {
    to: agentId,
    ...extra,
    parts: [{ kind: 'text', text: 'x', ...extra }, { kind: 'file', file: { name: 'f', ...extra }, ...extra }, { kind: 'data', data: {}, ...extra }],
  });
  const task = await asker.send(sent);
  const [kept] = (await asker.get(task)).history;
  assert.deepEqual(kept, { ...sent, taskId: task.id, contextId: 'ctx', from: 'asker' });
});

test('absent and null are the same for an optional field, and output writes null only where it is declared', async (t) => {
  const host = await Host.start(t);
  await host.call('app.handshake', { protocolVersion: 10, client: null, clientVersion: null, locale: null } as never);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const sent = await host.reply(host.post('a2a.message.send', {
    token: asker.token,
    configuration: null,
    message: { ...text('x', { to: worker.id }), taskId: null, metadata: null, kind: null, extensions: null },
  }));
  assert.ok(sent.result, sent.text);
  assert.doesNotMatch(sent.text, /null/);
  const taskId = sent.result.task.id;
  const got = await host.reply(host.post('a2a.tasks.pushNotificationConfig.get', { token: asker.token, taskId }));
  assert.match(got.text, /"result":\{"config":null\}/);
});

test('historyLength above its limit is clamped; 0 means none', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  assert.equal((await asker.get(task, 1_000_000)).history.length, 1);
  const big = await host.ask(`{"jsonrpc":"2.0","id":1,"method":"a2a.tasks.get","params":{"token":"${asker.token}","id":"${task.id}","historyLength":123456789012345678901}}`);
  assert.equal(big.result?.task.history.length, 1, big.text);
  const none = await asker.get(task, 0);
  assert.deepEqual(none.history, []);
  assert.equal(none.historyTotal, 1);
});

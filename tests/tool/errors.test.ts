// Every error of the schema, as a model is told of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errors, type ErrorName, type Part, type Task } from '../../generated/ts/index.js';
import { A2AError, HostUnavailableError } from '../../src/client/index.js';
import { createA2ATool } from '../../src/client/tool/index.js';
import { stub, task } from './stub.js';
import { recommended } from './world.js';

const calls = {
  send: { action: 'send', to: 'reviewer', text: 'Hi' },
  get: { action: 'get', task: task.id },
  wait: { action: 'wait', seconds: 1 },
  cancel: { action: 'cancel', task: task.id },
  discover: { action: 'discover' },
} as const;

for (const name of Object.keys(errors) as ErrorName[]) {
  const { code, text, reserved, advice } = errors[name];
  if (reserved) continue;
  test(`${name} tells a model what to do`, async () => {
    assert.ok(advice.length >= 20 && /\.$/.test(advice), advice);
    for (const [method, call] of Object.entries(calls)) {
      const fail = (): Promise<never> =>
        Promise.reject(new A2AError(method, code, `${text} (what is true now)`, { errorCode: name, candidates: ['reviewer', 'builder'] }));
      const tool = createA2ATool(stub({ [method]: fail }));
      const result = await tool.execute(call);
      assert.ok(result.isError, result.text);
      assert.equal(result.value.error?.code, name);
      assert.match(result.text, /^(?:Refused|Refused, nothing was sent|Failed): .*\(what is true now\)/);
      assert.ok(result.text.includes(advice), result.text);
      const next = recommended(result.text);
      assert.notDeepEqual(next, call, 'the refused call is recommended again');
      assert.deepEqual(next, result.value.next);
    }
  });
}

test('a host that is gone, a reply that does not come, a fault of the tool', async () => {
  const gone = await createA2ATool(stub({ send: () => Promise.reject(new HostUnavailableError('The host ended (exit code 1).')) })).execute(
    calls.send,
  );
  assert.match(gone.text, /The host ended.*\n.*without other agents/);
  assert.deepEqual(recommended(gone.text), { action: 'get' });
  const fault = await createA2ATool(stub({ send: () => Promise.reject(new TypeError('secret path /home/x')) })).execute(calls.send);
  assert.ok(fault.isError && !fault.text.includes('/home/x'), fault.text);
});

test('execute takes anything and never rejects', async () => {
  const tool = createA2ATool(stub({}));
  const cyclic: Record<string, unknown> = { action: 'send', to: 'reviewer' };
  cyclic['text'] = cyclic;
  for (const args of [
    undefined,
    null,
    0,
    NaN,
    true,
    '',
    '{',
    '[]',
    [],
    [[]],
    {},
    () => 1,
    Symbol('x'),
    10n,
    cyclic,
    { action: {} },
    { action: [] },
    { action: 'send', to: {}, text: [] },
    { action: 'get', task: [[[]]] },
    { action: 'complete', outcome: {} },
    { __proto__: null, action: 'discover' },
    { action: 'constructor' },
    { constructor: 'x', toString: 'y' },
  ]) {
    const result = await tool.execute(args);
    assert.equal(typeof result.text, 'string');
    assert.ok(result.text.length > 0);
  }
});

test('a call that was ended says whether it may have been done, whatever reason its signal gives', async () => {
  for (const reason of [undefined, 'stopped by the user', new DOMException('late', 'TimeoutError'), new Error('x')]) {
    for (const call of [calls.send, { action: 'complete', text: 'Done.', task: task.id }]) {
      const controller = new AbortController();
      const cut = (): Promise<never> => {
        controller.abort(reason);
        return Promise.reject(controller.signal.reason as Error);
      };
      const mine = { ...task, agentName: 'planner', requesterName: 'reviewer' };
      const tool = createA2ATool(stub({ send: cut, status: cut, get: () => Promise.resolve(mine) }));
      const begun = await tool.execute(call, { signal: controller.signal });
      assert.match(begun.text, /^Failed: The call was ended from outside\. The message may have been sent or not\./);
      assert.match(begun.text, /before you send/);
      const never = await tool.execute(call, { signal: controller.signal });
      assert.match(never.text, /^Refused, nothing was sent: The call was ended from outside\. Nothing was changed\./);
    }
  }
});

test('no error repeats a long call', async () => {
  const big = 'y'.repeat(300_000);
  const tool = createA2ATool(stub({}));
  for (const call of [
    { action: 'ask', to: 'reviewer', message: { role: 'user', parts: [{ kind: 'text', text: big }] } },
    { action: 'ask', to: 'reviewer', text: 'q', data: { big } },
    { action: 'send', to: [big, big], text: [{ kind: 'text', text: big }] },
    { action: 'send', to: 'reviewer', text: 'q', files: Array.from({ length: 3000 }, () => big) },
    { action: 'complete', outcome: big, text: big },
    { action: 'get', task: big },
    { action: big, to: { [big]: { [big]: big } }, task: { deep: [{ deeper: big }] } },
    { action: 'wait', seconds: big },
    { action: 'get', page: big },
    { [big]: 1, action: 'frob' },
  ]) {
    const { text, value } = await tool.execute(call);
    assert.ok(text.length < 4000, `${text.length}: ${text.slice(0, 300)}`);
    assert.ok(JSON.stringify([value.error, value.next, value.notes]).length < 6000);
  }
});

test('what is kept belongs to the call that suggested it', async () => {
  const said: string[] = [];
  const files: string[] = [];
  const tell = (parts: readonly Part[]): Promise<Task> => {
    said.push(parts.map((part) => (part.kind === 'text' ? part.text : part.kind === 'data' ? JSON.stringify(part.data) : '')).join(''));
    return Promise.resolve(task);
  };
  const mine = { ...task, agentName: 'planner', requesterName: 'reviewer' };
  const agent = stub({
    send: ({ parts }) => tell(parts),
    status: (_id, _state, words) => tell(words?.parts ?? []),
    get: () => Promise.resolve(mine),
  });
  const tool = createA2ATool(agent, { readFile: (file) => Promise.resolve({ name: String(files.push(file)), bytes: '' }) });
  const [a, b] = ['a'.repeat(5000), 'b'.repeat(5000)];
  // One after the other, and at the same time.
  const ask = await tool.execute({ action: 'ask', to: 'reviewer', text: a });
  await tool.execute({ action: 'complete', task: task.id, text: b, outcome: 'compleeted' });
  await tool.execute(recommended(ask.text));
  assert.deepEqual(said.splice(0), [a]);
  const pair = await Promise.all([a, b].map((text) => tool.execute(JSON.stringify({ action: 'ask', to: 'reviewer', text }))));
  for (const { text } of pair) await tool.execute(JSON.stringify(recommended(text)));
  assert.deepEqual(said.splice(0), [a, b]);
  const data = await Promise.all([a, b].map((x) => tool.execute({ action: 'ask', to: 'reviewer', data: { x } })));
  for (const { text } of data.reverse()) await tool.execute(recommended(text));
  assert.deepEqual(said.splice(0), [`{"x":"${b}"}`, `{"x":"${a}"}`]);
  // Once sent it is no longer there; nothing else goes in its place.
  const again = await tool.execute(recommended(ask.text));
  assert.match(again.text, /^Refused, nothing was sent: <same text [0-9a-f]{6}-\d+> stands for nothing that is kept/);
  const next = await tool.execute(recommended(again.text));
  assert.ok(!next.isError, next.text);
  assert.deepEqual(said, []);
  // So it is for what has been there too long, and for names that a model makes up.
  const old = await tool.execute({ action: 'ask', to: 'reviewer', text: a });
  for (let i = 0; i < 40; ++i) await tool.execute({ action: 'ask', to: 'reviewer', text: b });
  for (const call of [
    recommended(old.text),
    { action: 'send', to: 'reviewer', text: '<same text>' },
    { action: 'send', to: 'reviewer', message: { parts: [{ text: '<same text 9999>' }] } },
  ])
    assert.match((await tool.execute(call)).text, /stands for nothing that is kept/);
  assert.deepEqual(said, []);
});

test('a name of another instance stands for nothing', async () => {
  const said: string[] = [];
  const send: NonNullable<Parameters<typeof stub>[0]['send']> = ({ parts = [] }) => {
    said.push(...parts.map((part) => (part.kind === 'text' ? part.text : '')));
    return Promise.resolve(task);
  };
  const [a, b] = ['a'.repeat(500), 'b'.repeat(500)];
  const [one, other] = [createA2ATool(stub({ send })), createA2ATool(stub({ send }))];
  const first = await one.execute({ action: 'ask', to: 'reviewer', text: a });
  await other.execute({ action: 'ask', to: 'reviewer', text: b });
  const refused = await other.execute(recommended(first.text));
  assert.match(refused.text, /stands for nothing that is kept/);
  assert.ok(!(await other.execute(recommended(refused.text))).isError);
  assert.deepEqual(said, []);
  await one.execute(recommended(first.text));
  assert.deepEqual(said, [a]);
});

test('no name goes out as content: inside a longer text it is expanded, or refused', async () => {
  const said: string[] = [];
  const send: NonNullable<Parameters<typeof stub>[0]['send']> = ({ parts = [] }) => {
    said.push(...parts.map((part) => (part.kind === 'text' ? part.text : JSON.stringify((part as { data?: unknown }).data))));
    return Promise.resolve(task);
  };
  const tool = createA2ATool(stub({ send }));
  const long = `"${'x'.repeat(300)}"\n$& end`;
  const name = async (): Promise<string> =>
    (recommended((await tool.execute({ action: 'ask', to: 'reviewer', text: long })).text) as { text: string }).text;
  for (const [write, meant] of [
    [(w) => `Please: ${w}`, `Please: ${long}`],
    [(w) => `${w}\n${w}`, `${long}\n${long}`],
    [(w) => w.toUpperCase(), long],
    [(w) => w.slice(1, -1), long],
    [(w) => `&lt;${w.slice(1, -1)}&gt;`, long],
    [(w) => `**${w}**`, long],
    [(w) => `${'See this. '.repeat(20)}${w}`, `${'See this. '.repeat(20)}${long}`],
  ] as [(w: string) => string, string][]) {
    const { isError, text } = await tool.execute({ action: 'send', to: 'reviewer', text: write(await name()) });
    assert.ok(!isError, text);
    assert.deepEqual(said.splice(0), [meant]);
  }
  await tool.execute({ action: 'send', to: 'reviewer', data: `{"note":"see ${await name()}"}` });
  assert.deepEqual(said.splice(0), [JSON.stringify({ note: `see ${long}` })]);
  for (const text of ['Please: <same text 3>', 'Please: <same text abcdef-1>', '<SAME TEXT 3>', 'same text abcdef-1'])
    assert.match((await tool.execute({ action: 'send', to: 'reviewer', text })).text, /stands for nothing that is kept/);
  assert.deepEqual(said, []);
  await tool.execute({ action: 'send', to: 'reviewer', text: 'The same text again, <same text> in all of them.' });
  assert.equal(said.length, 1);
});

test('a suggested call has all its files, and no name that was cut', async () => {
  const read: string[] = [];
  const send = (): Promise<Task> => Promise.resolve(task);
  const tool = createA2ATool(stub({ send }), { readFile: (file) => Promise.resolve({ name: String(read.push(file)), bytes: '' }) });
  for (const count of [6, 60]) {
    const files = Array.from({ length: count }, (_, i) => `${'d'.repeat(60)}/${i}.txt`);
    for (const given of [files, files.map((path) => ({ path }))]) {
      const refused = await tool.execute({ action: 'ask', to: 'reviewer', text: 'See.', files: given });
      assert.ok(refused.text.length < 2000, refused.text);
      const { isError, text } = await tool.execute(recommended(refused.text));
      assert.ok(!isError, text);
      assert.deepEqual(read.splice(0), files);
    }
  }
  for (const call of [
    { action: 'ask', to: 'x'.repeat(300), text: 'x' },
    { action: 'stop', task: 'x'.repeat(300) },
  ]) {
    const next = JSON.stringify(recommended((await tool.execute(call)).text));
    assert.ok(['{"action":"discover"}', '{"action":"get"}'].includes(next), next);
  }
});

test('a refusal of the tool itself takes little of the time that a call may have', async () => {
  const given: number[] = [];
  const note = <T>(result: T, how?: { timeoutMs?: number }): Promise<T> => {
    given.push(how?.timeoutMs ?? Infinity);
    return Promise.resolve(result);
  };
  const agent = stub({
    list: (_filter, how) => note({ tasks: [] }, how),
    discover: (how) => note([], how),
  });
  for (const call of [{ action: 'frob' }, { action: 'ask', to: 'reviwer', text: 'Hi' }, { action: 'send', to: 'reviewer' }]) {
    await createA2ATool(agent).execute(call);
  }
  assert.ok(given.length >= 6 && given.every((ms) => ms <= 2000), String(given));
});

test('a path into the request is the name of its field', async () => {
  const { name, code } = errors.INVALID_PARAMS;
  for (const path of ['/params/message/parts/0/text', '/params/text', '/params/text/0']) {
    const send = (): Promise<never> => Promise.reject(new A2AError('', code, `${path}: is empty`, { errorCode: name }));
    assert.match((await createA2ATool(stub({ send })).execute(calls.send)).text, /^Refused, nothing was sent: text: is empty\n/);
  }
});

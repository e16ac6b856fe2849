// Contract section 1, JSON-RPC 2.0: the envelope, ids, calls without an id, order on the pipe.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, text } from './support/agents.js';
import { expectWire, Host } from './support/host.js';

test('an id is echoed exactly as written', async (t) => {
  const host = await Host.start(t);
  const ids = ['""', '"a"', '"\\u0061\\/"', '"ü😀"', '0', '-0', '7', '-12', '9007199254740993', '1'.repeat(256),
    `-${'9'.repeat(256)}`, `"${'x'.repeat(256)}"`, `"${'é'.repeat(128)}"`];
  for (const id of ids) {
    const { text: line } = await host.ask(`{"jsonrpc":"2.0","id":${id},"method":"app.getVersion"}`);
    assert.ok(line.includes(`"id":${id}`), `${id.slice(0, 80)} in ${line.slice(0, 400)}`);
    const { text: failed } = await host.ask(`{"jsonrpc":"2.0","id":${id},"method":"no.such"}`);
    assert.ok(failed.includes(`"id":${id}`), failed.slice(0, 400));
  }
});

test('any other id is -32600 with id null', async (t) => {
  const host = await Host.start(t);
  const ids = ['null', 'true', '1.0', '1.5', '1e2', '{}', '[]', '["a"]', `"${'x'.repeat(257)}"`, `"${'é'.repeat(129)}"`,
    '1'.repeat(257), `-${'1'.repeat(257)}`];
  for (const id of ids) {
    const frame = await host.ask(`{"jsonrpc":"2.0","id":${id},"method":"app.getVersion"}`);
    assert.equal(frame.id, null, id);
    expectWire(frame.error, -32600, 'INVALID_REQUEST', { path: '/id' });
  }
});

test('equal ids in flight are each answered', async (t) => {
  const host = await Host.start(t);
  const line = '{"jsonrpc":"2.0","id":"same","method":"app.getVersion"}\n';
  host.raw(Buffer.from(line + line));
  assert.equal((await host.frame(1)).id, 'same');
  assert.equal((await host.frame(2)).id, 'same');
});

const envelopes: [what: string, line: string, says: RegExp][] = [
  ['no jsonrpc', '{"id":1,"method":"app.getVersion"}', /jsonrpc/],
  ['jsonrpc 1.0', '{"jsonrpc":"1.0","id":1,"method":"app.getVersion"}', /2\.0/],
  ['jsonrpc as number', '{"jsonrpc":2.0,"id":1,"method":"app.getVersion"}', /2\.0/],
  ['no method', '{"jsonrpc":"2.0","id":1}', /method/],
  ['method of a wrong type', '{"jsonrpc":"2.0","id":1,"method":7}', /method/],
  ['an unknown member', '{"jsonrpc":"2.0","id":1,"method":"app.getVersion","extra":1}', /extra/],
  ['a reply', '{"jsonrpc":"2.0","id":1,"result":{}}', /result|method/],
  ['a duplicate member', '{"jsonrpc":"2.0","id":1,"method":"app.getVersion","method":"app.health"}', /method/],
  ['a duplicate id', '{"jsonrpc":"2.0","id":1,"id":1,"method":"app.getVersion"}', /id/],
  ['a duplicate member by escape', '{"jsonrpc":"2.0","id":1,"method":"app.getVersion","m\\u0065thod":"app.health"}', /method/],
  ['a top-level string', '"app.getVersion"', /object/],
  ['a top-level number', '42', /object/],
  ['a top-level null', 'null', /object/],
];

for (const [what, line, says] of envelopes) {
  test(`a wrong envelope is -32600: ${what}`, async (t) => {
    const host = await Host.start(t);
    const frame = await host.ask(line);
    assert.match(expectWire(frame.error, -32600, 'INVALID_REQUEST').message, says);
  });
}

test('a top-level array is -32600 and the text says that batches are not supported', async (t) => {
  const host = await Host.start(t);
  for (const line of ['[]', '[{"jsonrpc":"2.0","id":1,"method":"app.getVersion"}]']) {
    const frame = await host.ask(line);
    assert.equal(frame.id, null);
    assert.match(expectWire(frame.error, -32600, 'INVALID_REQUEST').message, /batch/i);
  }
});

test('params is an object or absent; anything else is -32602 at /params', async (t) => {
  const host = await Host.start(t);
  for (const params of ['[]', '[1]', '"x"', '7', 'true']) {
    const frame = await host.ask(`{"jsonrpc":"2.0","id":1,"method":"app.getVersion","params":${params}}`);
    expectWire(frame.error, -32602, 'INVALID_PARAMS', { path: '/params' });
  }
  assert.ok((await host.ask('{"jsonrpc":"2.0","id":1,"method":"app.getVersion","params":{}}')).result);
  assert.ok((await host.ask('{"jsonrpc":"2.0","id":1,"method":"app.getVersion"}')).result);
});

test('members of the envelope come in any order and their names may be escaped', async (t) => {
  const host = await Host.start(t);
  const frame = await host.ask('{"params":{},"m\\u0065thod":"app.getVersion","id":"z","jsonrpc":"2.\\u0030"}');
  assert.equal(frame.id, 'z');
  assert.equal(frame.result.name, 'a2a-hostd');
});

test('without an id a notifiable method runs and is never answered', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const from = host.frames.length;
  host.tell('a2a.message.send', asker.sendParams(text('hello', { to: worker.id })));
  await host.barrier();
  const [event] = worker.events(from);
  assert.ok(event?.event.kind === 'status-update');
  const id = event.event.taskId;
  host.tell('a2a.tasks.status', { token: worker.token, id, state: 'working' });
  await host.barrier();
  assert.equal((await asker.get(id)).status.state, 'working');
  host.tell('a2a.tasks.cancel', { token: asker.token, id });
  host.tell('a2a.agents.newRun', { token: asker.token });
  host.tell('a2a.agents.deregister', { token: worker.token });
  await host.barrier();
  assert.equal((await asker.get(id)).status.state, 'canceled');
  await host.expectError('a2a.agents.list', { token: worker.token }, 1400, 'A2A_UNKNOWN_TOKEN');
  // Nothing but replies to ids we used, and notifications.
  for (const frame of host.frames) assert.ok(frame.method !== undefined || typeof frame.id === 'string', frame.text);
});

test('without an id other methods do not run, nor does a blocking send, and a fault is not answered', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  await Agent.register(host, 'worker');
  const from = host.frames.length;
  host.tell('a2a.agents.register', { contextId: 'c', card: { ...(await import('./support/agents.js')).card('ghost') } });
  host.tell('a2a.message.send', asker.sendParams(text('blocking', { to: 'worker' }), { blocking: true }));
  host.tell('a2a.message.stream', asker.sendParams(text('stream', { to: 'worker' })));
  host.raw('{"jsonrpc":"2.0","method":"no.such"}');
  host.raw('{"jsonrpc":"2.0","method":"a2a.tasks.cancel","params":{"token":"x","id":"y"}}');
  host.raw('{"jsonrpc":"2.0","method":"a2a.tasks.cancel","params":[]}');
  await host.barrier();
  assert.equal(host.frames.length, from + 1);
  const { agents } = await host.call('a2a.agents.list', { token: asker.token });
  assert.deepEqual(agents.map((agent) => agent.name), ['worker']);
  assert.equal((await host.call('app.health', {})).openTasks, 0);
});

test('a broken envelope without an id is answered with id null', async (t) => {
  const host = await Host.start(t);
  const frame = await host.ask('{"jsonrpc":"2.0","method":7}');
  assert.equal(frame.id, null);
  expectWire(frame.error, -32600, 'INVALID_REQUEST');
});

test("order on the pipe: a call's reply, then the notifications it caused, then the parked calls it woke", async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  const parked = ['p1', 'p2', 'p3'];
  for (const id of parked) {
    const params = asker.sendParams(text(id, { taskId: task.id }), { blocking: true });
    host.raw(JSON.stringify({ jsonrpc: '2.0', id, method: 'a2a.message.send', params }));
  }
  await host.barrier();
  const from = host.frames.length;
  await worker.status(task, 'completed', text('done', { role: 'agent' }));
  await host.frame(from + 4);
  const order = host.frames.slice(from).map((frame) => frame.method ?? frame.id);
  assert.equal(order.length, 5);
  assert.match(String(order[0]), /^c\d+$/);
  assert.deepEqual(order.slice(1), ['a2a.task.event', ...parked]);
});

test('replies come in the order of their calls, whatever the batch', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const from = host.frames.length;
  const lines: string[] = [];
  for (let i = 0; i < 150; i++) {
    const params = asker.sendParams(text(`n${i}`, { to: worker.id }));
    lines.push(i % 3 === 0 ? JSON.stringify({ jsonrpc: '2.0', id: i, method: 'a2a.agents.list', params: { token: asker.token } })
      : JSON.stringify({ jsonrpc: '2.0', id: i, method: 'a2a.message.send', params }));
  }
  host.raw(Buffer.from(`${lines.join('\n')}\n`));
  await host.reply(149);
  await host.barrier();
  const replies = host.frames.slice(from).filter((frame) => typeof frame.id === 'number');
  assert.deepEqual(replies.map((frame) => frame.id), Array.from({ length: 150 }, (_, i) => i));
  // The event of a send stands between its reply and the next reply.
  for (const [index, frame] of host.frames.entries()) {
    if (typeof frame.id === 'number' && frame.result?.task !== undefined) {
      const next = host.frames[index + 1];
      assert.equal(next?.method, 'a2a.task.event');
      assert.equal(next.params.event.taskId, frame.result.task.id);
    }
  }
});
